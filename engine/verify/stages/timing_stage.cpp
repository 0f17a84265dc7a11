// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time: candidate and reference in two children on one GPU, measured in turn, and the answers
// of the very graph that was timed judged from its tensors.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/verify/internal/attempt.h"
#include "engine/verify/internal/judge.h"
#include "engine/verify/internal/statistics.h"

namespace nereid::verify {
namespace {

constexpr std::chrono::seconds kGpuLimit{120};
constexpr std::size_t kMaxOutputBytes = 257ULL << 20;
constexpr int kReplays = 5;  // per block
constexpr int kMinBlocks = 10;
constexpr int kMaxBlocks = 60;
constexpr double kTightLog = 0.005;  // stop when the 95% interval of the log ratio is this narrow

int device_index(const std::string& device) {
  const std::size_t colon = device.find(':');
  return colon == std::string::npos ? 0 : std::atoi(device.c_str() + colon + 1);
}

// One timing lane per GPU, also between processes: a file lock that ends with its owner.
UniqueFd lock_gpu(int device) {
  const auto file = std::filesystem::temp_directory_path() /
                    fmt::format("nereid-gpu-{}-{}.lock", geteuid(), device);
  UniqueFd fd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (fd) flock(fd.get(), LOCK_EX);
  return fd;
}

/// One side of the comparison and the child that has it on the GPU. Every question ends the side on
/// failure; `reason` says why.
class Side {
 public:
  Side(Attempt& attempt, Clock::time_point deadline) : attempt_(attempt), deadline_(deadline) {}
  virtual ~Side() = default;

  /// Sends a question and keeps the answer in `answer`.
  bool ask(const Json& body, const std::vector<int>& fds = {}) { return take(step(body, fds)); }

  /// Another set of values: builds and runs, or (`refill`) writes them into what was captured.
  bool run(const char* op, const PreparedVariant& variant) {
    const Result<UniqueFd> given = reopen_read_only(variant.given.get());
    const Result<UniqueFd> output = empty_memfd("output");
    if (!given || !output) {
      reason = {"infrastructure", "no memory file"};
      return false;
    }
    return ask({{"op", op}, {"fds", {"given", "output"}}}, {given->get(), output->get()}) &&
           take_outputs(output->get());
  }

  /// Microseconds per call, one number per replay; empty on failure.
  std::vector<double> measure(int replays, bool single) {
    if (!ask({{"op", "measure"}, {"replays", replays}, {"single", single}})) return {};
    const std::vector<double> us = json_value(answer, "us", std::vector<double>());
    const bool sound = std::all_of(
        us.begin(), us.end(), [](double sample) { return sample > 0 && std::isfinite(sample); });
    return sound ? us : std::vector<double>();
  }

  Json answer;
  Bundle outputs;
  Reason reason;
  ChildEnd end;
  int calls = 1;

 protected:
  virtual Step step(const Json& body, const std::vector<int>& fds) = 0;

  void fail_to_start(const Error& error) {
    reason = {error.code == ErrorCode::kCancelled ? "cancelled" : "infrastructure", error.message};
  }

  bool take(Step step) {
    end = step;
    if (step.end != EndKind::kMessage) {
      reason = {step.end == EndKind::kTimeout ? "timeout" : "crashed",
                "on the GPU the process " + step.text};
      return false;
    }
    answer = std::move(step.message.body);
    if (json_value(answer, "ok", false)) return true;
    reason = {json_value(answer, "code", std::string("runtime_error")),
              "on the GPU: " + json_value(answer, "message", std::string())};
    return false;
  }

  bool take_outputs(int output) {
    Result<PrivateBytes> bytes = private_copy(output, kMaxOutputBytes);
    Result<Bundle> parsed = bytes ? parse_bundle(std::move(*bytes)) : Result<Bundle>(bytes.error());
    if (!parsed) {
      reason = {"wrong_type", "on the GPU: " + parsed.error().message};
      return false;
    }
    outputs = std::move(*parsed);
    return true;
  }

  Attempt& attempt_;
  Clock::time_point deadline_;
};

/// The reference, run as it is.
class ReferenceSide final : public Side {
 public:
  using Side::Side;

  bool start(int source, int device) {
    const Json request = {{"op", "gpu"},
                          {"entry_point", attempt_.request.entry_point},
                          {"device", device},
                          {"limits", {{"seconds", kGpuLimit.count()}, {"memory_mb", 0}}}};
    auto child = attempt_.children.start_child(Role::kGpu, request, {{"source", source}},
                                               attempt_.cancelled);
    if (!child) return fail_to_start(child.error()), false;
    child_ = std::move(*child);
    return true;
  }

 private:
  Step step(const Json& body, const std::vector<int>& fds) override {
    (void)child_->send(body, fds);
    return child_->next(deadline_, attempt_.cancelled);
  }

  std::unique_ptr<Child> child_;
};

/// The candidate: its host elsewhere, its kernels and memory on the GPU. What is timed is what the
/// device executed, without its host code.
class CandidateSide final : public Side {
 public:
  using Side::Side;

  bool start(int device, const PreparedVariant& variant) {
    run_ = std::make_unique<CandidateRun>(attempt_.children, attempt_.request, attempt_.source,
                                          attempt_.cancelled, device);
    if (const Result<void> started = run_->start(); !started)
      return fail_to_start(started.error()), false;
    if (!take_static(run_->static_checks(deadline_))) return false;
    if (!forward(ForwardMode::kRun, variant, false)) return false;
    if (!json_value(answer, "tuned", false)) return true;
    if (!forward(ForwardMode::kTune, variant, true)) return false;
    // In fresh tensors: an answer that is remembered from before was stored by no kernel.
    return forward(ForwardMode::kRun, variant, false);
  }

  /// The candidate has ended well: its process may serve another one.
  void give_back() { run_->give_back_gpu(); }

 private:
  bool take_static(Step step) { return step.end == EndKind::kMessage || take(std::move(step)); }

  bool forward(ForwardMode mode, const PreparedVariant& variant, bool again) {
    const Result<UniqueFd> output = empty_memfd("output");
    if (!output) return fail_to_start(output.error()), false;
    Result<Step> step = run_->forward(mode, variant, again, output->get(), deadline_);
    if (!step) return fail_to_start(step.error()), false;
    return take(std::move(*step)) && take_outputs(output->get());
  }

  Step step(const Json& body, const std::vector<int>& fds) override {
    return run_->ask_device(body, fds, deadline_);
  }

  std::unique_ptr<CandidateRun> run_;
};

void not_applicable(Attempt& attempt, const std::string& why) {
  StageResult& stage = attempt.stage(Stage::kTiming);
  stage.outcome = StageOutcome::kNotApplicable;
  stage.detail = why;
  attempt.verdict.timing_note = why;
}

struct Samples {
  std::vector<double> candidate, reference;                // every replay
  std::vector<double> candidate_blocks, reference_blocks;  // medians of blocks, paired
};

bool add_block(Side& side, std::vector<double>& samples, std::vector<double>& blocks) {
  const std::vector<double> us = side.measure(kReplays, false);
  if (us.empty()) return false;
  samples.insert(samples.end(), us.begin(), us.end());
  blocks.push_back(median(us));
  return true;
}

// A B B A, so that drift of the clocks falls on both sides alike.
bool add_blocks(Side& candidate, Side& reference, Samples& samples) {
  return add_block(candidate, samples.candidate, samples.candidate_blocks) &&
         add_block(reference, samples.reference, samples.reference_blocks) &&
         add_block(reference, samples.reference, samples.reference_blocks) &&
         add_block(candidate, samples.candidate, samples.candidate_blocks);
}

bool is_settled(const Samples& samples) {
  if (samples.candidate_blocks.size() < static_cast<std::size_t>(kMinBlocks)) return false;
  const Ratio ratio = ratio_interval(samples.candidate_blocks, samples.reference_blocks);
  return std::log(ratio.high / ratio.low) < 2 * kTightLog;
}

bool measure_calibrated(Side& candidate, Side& reference, Samples& samples) {
  while (samples.candidate_blocks.size() < static_cast<std::size_t>(kMaxBlocks) &&
         !is_settled(samples))
    if (!add_blocks(candidate, reference, samples)) return false;
  return true;
}

bool measure_single(Side& candidate, Side& reference, Samples& samples) {
  samples.candidate = samples.candidate_blocks = candidate.measure(1, true);
  samples.reference = samples.reference_blocks = reference.measure(1, true);
  return !samples.candidate.empty() && !samples.reference.empty();
}

Timing timing_of(const Attempt& attempt, const Samples& samples) {
  const bool calibrated = attempt.request.options.calibrated_timing;
  Timing timing;
  timing.candidate = median_interval(samples.candidate);
  timing.reference = median_interval(samples.reference);
  const Ratio ratio = ratio_interval(samples.candidate_blocks, samples.reference_blocks);
  timing.speedup = ratio.value;
  timing.speedup_low = ratio.low;
  timing.speedup_high = ratio.high;
  timing.decision = calibrated ? timing_decision(ratio) : "AMBIGUOUS";
  timing.method = calibrated ? "nereid" : "single";
  timing.candidate_samples_us = samples.candidate;
  timing.reference_samples_us = samples.reference;
  timing.conditions = {{"l2", "warm"}, {"baseline", "eager"}, {"tf32", "allowed"}};
  return timing;
}

// The outputs of `side` against the fp64 reference. TF32 is what Triton's products use by default
// on a GPU: allowed, and flagged where the result would not pass without.
bool judge_on_gpu(Attempt& attempt, const Side& side, const PreparedVariant& variant,
                  double elapsed_ms) {
  const Comparison comparison = compare_outputs(variant.expected, side.outputs, /*tf32=*/true);
  if (comparison.passed) {
    if (!compare_outputs(variant.expected, side.outputs).passed) attempt.add_flag("tf32");
    return true;
  }
  attempt.reject(Stage::kTiming,
                 {comparison.code, fmt::format("{}: on the GPU, {}, {}", spoken(comparison.code),
                                               spoken(variant.name), comparison.message)},
                 elapsed_ms);
  return false;
}

void fail(Attempt& attempt, const Side& side, bool is_candidate, double elapsed_ms) {
  const std::string& code = side.reason.code;
  if (code == "cancelled") return attempt.give_up(side.reason);
  if (side.end.end == EndKind::kCancelled) return attempt.give_up({"cancelled", "cancelled"});
  if (side.end.end == EndKind::kLost) {
    attempt.interrupted = side.end;
    return;
  }
  if (!is_candidate || code == "not_judgeable_here" || code == "infrastructure")
    return not_applicable(attempt, "GPU time: not measured, " + side.reason.message);
  attempt.reject(Stage::kTiming, side.reason, elapsed_ms);
}

void time_on_gpu(Attempt& attempt, int device, const PreparedVariant& original) {
  const auto begin = Clock::now();
  const auto deadline = begin + kGpuLimit;
  const auto elapsed = [begin] { return milliseconds_since(begin); };
  const Result<UniqueFd> source = sealed_memfd("reference", attempt.request.reference);
  if (!source) return attempt.give_up({"infrastructure", source.error().message});
  CandidateSide candidate(attempt, deadline);
  ReferenceSide reference(attempt, deadline);
  if (!candidate.start(device, original)) return fail(attempt, candidate, true, elapsed());
  const std::string name = json_value(candidate.answer, "device", std::string());
  if (!judge_on_gpu(attempt, candidate, original, elapsed())) return;
  if (!reference.start(source->get(), device) || !reference.run("input", original) ||
      !reference.ask({{"op", "warm"}}))
    return fail(attempt, reference, false, elapsed());
  reference.calls = json_value(reference.answer, "calls", 1);
  if (!candidate.ask({{"op", "warm"}})) return fail(attempt, candidate, true, elapsed());
  candidate.calls = json_value(candidate.answer, "calls", 1);
  const std::string capture = json_value(candidate.answer, "method", std::string());

  Samples samples;
  const bool measured = attempt.request.options.calibrated_timing
                            ? measure_calibrated(candidate, reference, samples)
                            : measure_single(candidate, reference, samples);
  if (!measured)
    return fail(attempt, candidate.reason.code.empty() ? static_cast<Side&>(reference) : candidate,
                !candidate.reason.code.empty(), elapsed());
  // The timed graph must be right on values that it has not seen.
  const PreparedVariant* fresh = attempt.reference.find("new_seed");
  if (fresh == nullptr || !fresh->applicable || fresh->shapes != original.shapes) fresh = &original;
  if (!candidate.run("refill", *fresh)) return fail(attempt, candidate, true, elapsed());
  if (!judge_on_gpu(attempt, candidate, *fresh, elapsed())) return;

  Timing timing = timing_of(attempt, samples);
  timing.device = name;
  timing.conditions["candidate_capture"] = capture;
  attempt.verdict.timing = std::move(timing);
  attempt.verdict.timing_note.clear();
  attempt.verdict.device = fmt::format("cuda:{}", device);
  attempt.pass(Stage::kTiming, elapsed());
  candidate.give_back();
}

}  // namespace

bool gpu_present() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) &&
         std::filesystem::exists("/dev/nvidia0", ignored);
}

std::optional<int> timing_gpu(const VerifyOptions& options) {
  if (!gpu_present() || options.device == "cpu" || !options.timing) return std::nullopt;
  return device_index(options.device);
}

void run_timing_stage(Attempt& attempt) {
  const PreparedVariant* original = attempt.reference.find("original");
  const std::optional<int> device = timing_gpu(attempt.request.options);
  if (!device || original == nullptr || !original->applicable)
    return not_applicable(attempt, "GPU time: not measured");
  const UniqueFd lane = lock_gpu(*device);
  time_on_gpu(attempt, *device, *original);
}

}  // namespace nereid::verify

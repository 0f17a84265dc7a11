// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time: candidate and reference in two children on one GPU, measured in turn, and the answers
// of the very graph that was timed judged from its tensors. Only the measuring has the GPU alone.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/hash.h"
#include "engine/base/nvml.h"
#include "engine/verify/judge/judge.h"
#include "engine/verify/kept/keeper.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/request/request_keys.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/timing/gpu_lane.h"
#include "engine/verify/timing/gpu_side.h"
#include "engine/verify/timing/reference_pool.h"
#include "engine/verify/timing/statistics.h"
#include "engine/verify/timing/timing_protocol.h"

namespace nereid::verify {
namespace {

constexpr std::chrono::seconds kGpuLimit{120};      // of a reference
constexpr std::chrono::seconds kLeastLimit{10};     // of a candidate, beside a part of its work
constexpr std::chrono::seconds kCompileLimit{180};  // of torch.compile
constexpr std::chrono::milliseconds kReferenceWait{20};  // longer than a look at it takes
constexpr int kReferenceTries = 3;
constexpr int kMaxFailures = 3;  // of a reference, until it is given up for good
constexpr int kBesideUnits = 1;
constexpr int kCompiledBlocks = 8;
constexpr double kKnowsAgain = 0.6;  // second round over the copies / first

void not_applicable(Attempt& attempt, const std::string& why) {
  StageResult& stage = attempt.stage(Stage::kTiming);
  stage.outcome = StageOutcome::kNotApplicable;
  stage.detail = why;
  attempt.verdict.timing_note = why;
}

// Are there products in TF32, which Triton's are by default on a GPU, or in 8-bit floating point,
// whose sums a GPU rounds? Where nothing but a GPU could run the kernels, nobody has counted.
bool may_use_tf32(const Verdict& verdict) {
  if (!verdict.roofline) return true;
  const auto& products = verdict.roofline->total.dot_flops;
  return products.contains("tf32") || products.contains("fp8");
}

// The outputs of `side` against the fp64 reference. Such products have a wider bound, and a flag
// where the result would not pass without.
bool judge_on_gpu(Attempt& attempt, const GpuSide& side, const PreparedVariant& variant,
                  double elapsed_ms) {
  const double loosening = rule_of(variant.name).loosening;
  const ValueRule rule = {.tf32 = may_use_tf32(attempt.verdict),
                          .loosening = loosening,
                          .allclose = attempt.request.options.allclose};
  const Comparison comparison = compare_outputs(variant.expected, side.outputs, rule);
  // Without a wider bound there is nothing that it could have let through.
  if (comparison.passed && !rule.tf32 && !rule.allclose) return true;
  if (comparison.passed) {
    const bool is_within_tf32 =
        !rule.allclose ||
        compare_outputs(variant.expected, side.outputs, {.tf32 = true, .loosening = loosening})
            .passed;
    if (is_within_tf32 &&
        !compare_outputs(variant.expected, side.outputs, {.loosening = loosening}).passed)
      attempt.add_flag("tf32");
    return true;
  }
  attempt.fails_on_gpu = rule_of(variant.name).scope == InputScope::kTask;
  attempt.reject(Stage::kTiming,
                 {comparison.code, fmt::format("{}: on the GPU, {}, {}", spoken(comparison.code),
                                               spoken(variant.name), comparison.message)},
                 elapsed_ms);
  return false;
}

// A graph keeps the shapes that it was made with: those of the answer may hang on values.
bool have_answers_alike(const PreparedVariant& one, const PreparedVariant& other) {
  constexpr std::string_view kNative = "native.";
  const auto shapes_of = [&](const PreparedVariant& variant) {
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const auto& [name, tensor] : variant.expected.tensors)
      if (name.starts_with(kNative)) shapes[name] = tensor.shape;
    return shapes;
  };
  return shapes_of(one) == shapes_of(other);
}

// What the candidate runs on, and what is put into the tensors of its graph afterwards.
struct TimedInputs {
  const PreparedVariant* first;
  const PreparedVariant* fresh;
};

// `original`: what the reference is timed on. Who has packed its weights keeps those of the model
// that it was made with, and a graph what a host has read of them: the fresh values are other
// inputs to the same weights. What a host has read of inputs holds for the same ones alone.
TimedInputs timed_inputs(const Attempt& attempt, const PreparedVariant& original) {
  const auto alike = [&](const std::string& name) -> const PreparedVariant* {
    const PreparedVariant* one = attempt.reference.find(name);
    const bool is_alike = one != nullptr && one->applicable && one->shapes == original.shapes &&
                          one->dtype == original.dtype && have_answers_alike(*one, original);
    return is_alike ? one : nullptr;
  };
  if (attempt.reads_inputs) return {&original, &original};
  const bool is_own = original.name == "own_sizes";
  const bool keeps_weights = attempt.has_flag("packs_weights") || attempt.reads_weights;
  const PreparedVariant* fresh = alike(is_own ? "own_new_values" : "new_seed");
  if (fresh == nullptr || !keeps_weights) return {&original, fresh != nullptr ? fresh : &original};
  for (const std::string name : {"few_changed", "mixed"})
    if (const PreparedVariant* other = alike(name); other != nullptr && !is_own)
      return {fresh, other};
  return {&original, &original};
}

// What asks most of a kernel's arithmetic, of the task's own sizes, where the kernel machine has
// found the candidate right on it. Not of products in TF32, which lose what the machine's keep, nor
// for who has packed weights, which are others there.
const PreparedVariant* harsh_input(const Attempt& attempt, const PreparedVariant& original) {
  const PreparedVariant* one = attempt.reference.find("mixed");
  const auto& judged = attempt.verdict.inputs;
  const bool is_right = std::any_of(judged.begin(), judged.end(), [](const InputResult& input) {
    return input.variant == "mixed" && input.applicable && input.passed;
  });
  const bool is_alike =
      one != nullptr && one->shapes == original.shapes && one->dtype == original.dtype;
  const bool is_asked = !may_use_tf32(attempt.verdict) && !attempt.has_flag("packs_weights");
  return is_asked && is_right && is_alike ? one : nullptr;
}

void fail(Attempt& attempt, const GpuSide& side, bool is_candidate, double elapsed_ms) {
  const std::string& code = side.reason.code;
  if (code == "cancelled") return attempt.give_up(side.reason);
  if (side.end.end == EndKind::kCancelled) return attempt.give_up({"cancelled", "cancelled"});
  if (side.end.end == EndKind::kLost) {
    attempt.interrupted = side.end;
    return;
  }
  // Others on the GPU may have taken the memory; what is right stays so.
  const bool no_room = code == "memory_limit";
  if (!is_candidate || no_room || code == "not_judgeable_here" || code == "infrastructure")
    return not_applicable(attempt, "GPU time: not measured, " + side.reason.message);
  attempt.reject(Stage::kTiming, side.reason, elapsed_ms);
}

/// The timing of one candidate, step by step.
class GpuTiming {
 public:
  GpuTiming(Attempt& attempt, int device, const PreparedVariant& original)
      : attempt_(attempt),
        original_(original),
        inputs_(timed_inputs(attempt, original)),
        device_(device),
        lane_(GpuLane::of(device)),
        reference_(attempt.timed_references.lease(
            fmt::format("{}|{}", device, reference_key(attempt.request)))) {}

  void run() {
    if (!candidate_.start(attempt_.children, attempt_.request, attempt_.source, device_,
                          patience()))
      return fail(attempt_, candidate_, true, elapsed());
    if (!run_candidate()) return;
    for (int tries = 0; tries < kReferenceTries; ++tries) {
      if (!ensure_reference() || !warm_candidate()) return;
      const Outcome outcome = measure_alone();
      if (outcome == Outcome::kFailed) return;
      if (outcome == Outcome::kMeasured) return finish();
    }
    not_applicable(attempt_, "GPU time: not measured, the reference's process keeps ending");
  }

 private:
  enum class Outcome { kMeasured, kFailed, kReferenceLost };

  Patience patience(std::chrono::seconds limit = kGpuLimit) const {
    return {Clock::now() + limit, attempt_.cancelled};
  }
  // Of what a candidate does at most, but for tuning: it cannot hold the GPU for longer.
  Patience own_patience() const {
    const double work_s = 2 * attempt_.request.options.run_limit_s;
    return patience(std::min(kGpuLimit, kLeastLimit + std::chrono::seconds(std::llround(work_s))));
  }
  // Of a block of its replays: three of at most some milliseconds, or of one call each.
  Patience block_patience(const GpuSide& side) const {
    constexpr double kCallsOfABlock = 32;
    const double call_s = json_value(side.ready, "once_us", 0.0) * 1e-6;
    return patience(std::min(
        kGpuLimit, kLeastLimit + std::chrono::seconds(std::llround(kCallsOfABlock * call_s))));
  }
  double elapsed() const { return milliseconds_since(begin_); }
  TimingMethod method() const {
    const VerifyOptions& options = attempt_.request.options;
    return options.calibrated_timing ? options.timing_method : TimingMethod::kSingle;
  }

  bool run_candidate() {
    bool done = false;
    {
      const GpuLane::Use use = lane_.share();
      if (const PreparedVariant* harsh = harsh_input(attempt_, original_); harsh != nullptr) {
        if (!candidate_.forward_once(*harsh, own_patience()))
          return fail(attempt_, candidate_, true, elapsed()), false;
        if (!judge_on_gpu(attempt_, candidate_, *harsh, elapsed())) return false;
      }
      done = candidate_.forward(*inputs_.first, own_patience(), patience());
    }
    if (!done) {
      fail(attempt_, candidate_, true, elapsed());
      attempt_.fails_on_gpu = attempt_.verdict.rejected_at == Stage::kTiming;
      return false;
    }
    name_ = json_value(candidate_.answer, "device", std::string());
    return judge_on_gpu(attempt_, candidate_, *inputs_.first, elapsed());
  }

  // One candidate starts the reference, the others of the task wait for it.
  bool ensure_reference() {
    const std::lock_guard lock(reference_->mutex);
    if (reference_->failure)
      return not_applicable(attempt_, "GPU time: not measured, " + reference_->failure->message),
             false;
    if (!reference_->side) {
      auto side = std::make_unique<ReferenceSide>();
      if (!start_reference(*side, {}, kGpuLimit)) {
        const bool passing = side->end.end == EndKind::kLost ||
                             side->end.end == EndKind::kCancelled ||
                             side->reason.code == "cancelled";
        if (!passing && ++reference_->failures >= kMaxFailures) reference_->failure = side->reason;
        return fail(attempt_, *side, false, elapsed()), false;
      }
      reference_->side = std::move(side);
    }
    if (attempt_.request.options.compiled_baseline) ensure_compiled();
    l2_ = json_value(reference_->side->ready, "l2", std::string());
    return true;
  }

  void ensure_compiled() {
    if (reference_->compiled || reference_->compiled_time || !reference_->compiled_problem.empty())
      return;
    if (take_kept_compiled()) return;
    auto side = std::make_unique<ReferenceSide>();
    if (start_reference(*side, {{"compiled", true}, {"l2", reference_->side->ready["l2"]}},
                        kCompileLimit))
      reference_->compiled = std::move(side);
    else if (side->reason.code != "cancelled")
      reference_->compiled_problem = side->reason.message;
  }

  // Values do not change a time: it holds for every seed.
  std::string compiled_work() const {
    return fmt::format("compiled|{}|{}|{}|{}", sha256_hex(attempt_.request.reference),
                       attempt_.request.entry_point, device_,
                       json_value(reference_->side->ready, "l2", std::string()));
  }

  bool take_kept_compiled() {
    if (attempt_.keeper == nullptr) return false;
    const std::optional<KeptTime> kept = attempt_.keeper->reference_time(compiled_work());
    if (!kept) return false;
    reference_->compiled_time = kept->time;
    reference_->compiled_age_s = kept->age_s;
    return true;
  }

  bool start_reference(ReferenceSide& side, const Json& warm, std::chrono::seconds limit) {
    const Result<UniqueFd> source = sealed_memfd("reference", attempt_.request.reference);
    if (!source) {
      side.reason = {"infrastructure", source.error().message};
      return false;
    }
    const GpuLane::Use use = lane_.share();
    return side.start(attempt_.children, attempt_.request, source->get(), device_, patience()) &&
           side.run("input", original_, patience()) && side.warm(warm, patience(limit));
  }

  // In the state of the L2 cache that the reference has, so that the two compare.
  bool warm_candidate() {
    if (json_value(candidate_.ready, "wanted", std::string("none")) == l2_) return true;
    bool done = false;
    {
      const GpuLane::Use use = lane_.share();
      done = candidate_.warm({{"l2", l2_}}, own_patience());
    }
    if (!done) fail(attempt_, candidate_, true, elapsed());
    candidate_.ready["wanted"] = l2_;
    return done;
  }

  // Nobody but the holder of the lane measures, and who starts a reference does not hold it: the
  // mutex is only taken for another reference's sake, and then this candidate stands back.
  Outcome measure_alone() {
    const std::optional<GpuClock> before = gpu_clock(device_);
    const auto before_at = Clock::now();
    GpuLane::Use use = lane_.alone();
    const std::unique_lock lock(reference_->mutex, kReferenceWait);
    if (!lock || !reference_->side) return Outcome::kReferenceLost;
    const auto begin = Clock::now();
    bool done = measure_all();
    std::optional<GpuClock> after = gpu_clock(device_);
    if (done && after && after->is_throttled()) {
      conditions_["throttled_once"] = slowdown_text(after->slowed_by);
      timing_ = {};
      measured_from_.reset();
      done = measure_all();
      after = gpu_clock(device_);
    }
    const auto after_at = Clock::now();
    conditions_["alone_ms"] = fmt::format("{:.0f}", milliseconds_since(begin));
    use.end();
    if (!done) return failed_to_measure();
    note_state(before, after);
    note_reading(before, before_at);
    note_reading(after, after_at);
    decide();
    return Outcome::kMeasured;
  }

  Outcome failed_to_measure() {
    if (!candidate_.reason.code.empty()) {
      fail(attempt_, candidate_, true, elapsed());
      return Outcome::kFailed;
    }
    const ReferenceSide& side = *reference_->side;
    const bool cancelled = side.end.end == EndKind::kCancelled || side.reason.code == "cancelled";
    if (cancelled) fail(attempt_, side, false, elapsed());
    reference_->side.reset();
    return cancelled ? Outcome::kFailed : Outcome::kReferenceLost;
  }

  Measure blocks_of(GpuSide& side, const std::string& which) const {
    return [this, &side, which](double head_us) {
      return side.measure({{"which", which}, {"head_us", head_us}}, block_patience(side));
    };
  }

  bool measure_all() {
    GpuSide& reference = *reference_->side;
    switch (method()) {
      case TimingMethod::kNereid:
        if (!measure_replays(reference)) return false;
        break;
      case TimingMethod::kReport:
        if (!measure_calls(reference, "report")) return false;
        break;
      case TimingMethod::kSingle:
        return measure_calls(reference, "single");
    }
    measure_compiled();
    return !attempt_.request.options.timing_beside || measure_beside(reference);
  }

  // By the times that were found while capturing.
  double sameness(const GpuSide& reference) const {
    return same_within(std::min(json_value(candidate_.ready, "once_us", 0.0),
                                json_value(reference.ready, "once_us", 0.0)),
                       json_value(reference.ready, "floor_us", 0.0));
  }

  bool measure_replays(GpuSide& reference) {
    const auto begin = Clock::now();
    ProtocolLimits limits;
    limits.within = sameness(reference);
    Samples samples;
    if (!measure_in_turn(blocks_of(candidate_, "main"), blocks_of(reference, "main"), limits,
                         samples))
      return false;
    conditions_["replays_ms"] = fmt::format("{:.0f}", milliseconds_since(begin));
    timing_.candidate = median_interval(samples.candidate);
    timing_.reference = median_interval(samples.reference);
    ratio_ = ratio_interval(samples.candidate_blocks, samples.reference_blocks);
    timing_.candidate_samples_us = std::move(samples.candidate);
    timing_.reference_samples_us = std::move(samples.reference);
    timing_.blocks = std::move(samples.blocks);
    measured_from_ = samples.begin;
    conditions_["units"] = fmt::format("{}", samples.candidate_blocks.size());
    conditions_["repeated_units"] = fmt::format("{}", samples.repeated);
    if (!samples.sm_mhz.empty()) {
      const auto [low, high] = std::minmax_element(samples.sm_mhz.begin(), samples.sm_mhz.end());
      conditions_["sm_clock_mhz"] =
          fmt::format("{:.0f} ({:.0f} to {:.0f})", median(samples.sm_mhz), *low, *high);
    }
    return true;
  }

  bool measure_calls(GpuSide& reference, const char* kind) {
    const Block ours = candidate_.measure({{"kind", kind}}, own_patience());
    if (ours.us.empty()) return false;
    const Block theirs = reference.measure({{"kind", kind}}, patience());
    if (theirs.us.empty()) return false;
    timing_.candidate = trimmed_interval(ours.us);
    timing_.reference = trimmed_interval(theirs.us);
    ratio_ = trimmed_ratio(ours.us, theirs.us);
    timing_.candidate_samples_us = ours.us;
    timing_.reference_samples_us = theirs.us;
    return true;
  }

  bool measure_beside(GpuSide& reference) {
    const std::string other = json_value(candidate_.ready, "beside", std::string());
    if (!other.empty() && other == json_value(reference.ready, "beside", std::string())) {
      Samples samples;
      if (!measure_units(blocks_of(candidate_, other), blocks_of(reference, other), kBesideUnits,
                         samples))
        return false;
      timing_.beside.push_back(
          {"l2 " + other, median_interval(samples.candidate), median_interval(samples.reference)});
    }
    if (method() == TimingMethod::kReport) return true;
    const Block ours = candidate_.measure({{"kind", "report"}}, own_patience());
    if (ours.us.empty()) return false;
    const Block theirs = reference.measure({{"kind", "report"}}, patience());
    if (theirs.us.empty()) return false;
    timing_.beside.push_back({"report", trimmed_interval(ours.us), trimmed_interval(theirs.us)});
    return true;
  }

  // A lost child costs the compiled baseline, nothing else.
  void measure_compiled() {
    if (!attempt_.request.options.compiled_baseline) return;
    if (reference_->compiled) {
      std::vector<double> samples;
      for (int count = 0; count < kCompiledBlocks; ++count) {
        const Block block = reference_->compiled->measure(
            {{"which", "main"}, {"head_us", count == 0 ? ProtocolLimits{}.head_us : 0}},
            patience());
        samples.insert(samples.end(), block.us.begin(), block.us.end());
      }
      if (samples.empty())
        reference_->compiled_problem = reference_->compiled->reason.message;
      else
        reference_->compiled_time = median_interval(samples);
      if (attempt_.keeper != nullptr && reference_->compiled_time)
        attempt_.keeper->keep_reference_time(compiled_work(), *reference_->compiled_time);
      reference_->compiled.reset();
    }
    timing_.compiled = reference_->compiled_time;
    if (reference_->compiled_age_s)
      conditions_["compiled_age_s"] = fmt::format("{:.0f}", *reference_->compiled_age_s);
    if (!reference_->compiled_problem.empty())
      conditions_["compiled"] = "not measured: " + reference_->compiled_problem;
  }

  void note_state(const std::optional<GpuClock>& before, const std::optional<GpuClock>& after) {
    for (auto& [key, value] : gpu_facts(device_)) conditions_[key] = value;
    if (!before || !after) return;
    conditions_["slowed_by"] = slowdown_text(before->slowed_by | after->slowed_by);
    conditions_["sm_clock_nvml_mhz"] = fmt::format("{} then {}", before->sm_mhz, after->sm_mhz);
  }

  // In the time of the blocks; without blocks it would stand beside nothing.
  void note_reading(const std::optional<GpuClock>& clock, Clock::time_point at) {
    if (!clock || !measured_from_) return;
    timing_.readings.push_back(
        {std::chrono::duration<double, std::milli>(at - *measured_from_).count(),
         static_cast<double>(clock->sm_mhz), static_cast<double>(clock->memory_mhz),
         static_cast<double>(clock->temperature_c), clock->power_mw / 1000.0});
  }

  void decide() {
    const Json& ours = candidate_.ready;
    const Json& theirs = reference_->side->ready;
    const std::string state = json_value(ours, "l2", std::string());
    timing_.speedup = ratio_.value;
    timing_.speedup_low = ratio_.low;
    timing_.speedup_high = ratio_.high;
    timing_.method = timing_method_name(method());
    const double within = sameness(*reference_->side);
    timing_.decision =
        method() == TimingMethod::kSingle ? "AMBIGUOUS" : timing_decision(ratio_, within);
    conditions_["l2"] = state == l2_ ? state : fmt::format("{}, reference {}", state, l2_);
    conditions_["baseline"] = "eager";
    conditions_["tf32"] = may_use_tf32(attempt_.verdict) ? "allowed" : "none";
    conditions_["same_within"] = fmt::format("{:g}", within);
    conditions_["copies"] =
        fmt::format("{} / {}", json_value(ours, "copies", 1), json_value(theirs, "copies", 1));
    conditions_["candidate_capture"] = json_value(ours, "method", std::string());
    conditions_["reference_capture"] = json_value(theirs, "method", std::string());
    apply_floor(theirs, state == "cold");
  }

  void apply_floor(const Json& theirs, bool is_cold) {
    const TimingFloor floor{json_value(theirs, "needed_bytes", 0.0),
                            json_value(theirs, "peak_bytes_per_us", 0.0),
                            json_value(theirs, "floor_us", 0.0), is_cold};
    const double least_us = timing_floor_us(floor, timing_.reference.median_us);
    conditions_["floor_us"] = fmt::format("{:.3f}", least_us);
    conditions_["empty_kernel_us"] = fmt::format("{:.3f}", floor.launch_us);
    if (floor.peak_bytes_per_us > 0) {
      conditions_["needed_bytes"] = fmt::format("{:.0f}", floor.bytes);
      conditions_["moving_us"] = fmt::format("{:.3f}", floor.bytes / floor.peak_bytes_per_us);
    }
    if (timing_.candidate.median_us >= least_us && !knows_again(theirs)) return;
    timing_.decision = "IMPOSSIBLE";
    attempt_.add_flag("impossible_time");
  }

  // The second time on the same values takes much less than the first, and not for the reference.
  bool knows_again(const Json& theirs) {
    const double ours = json_value(candidate_.ready, "repeats", 1.0);
    conditions_["repeats"] = fmt::format("{:.2f}", ours);
    return ours < kKnowsAgain && json_value(theirs, "repeats", 1.0) > 1 - (1 - kKnowsAgain) / 2;
  }

  // The timed graph must be right on values that it has not seen.
  void finish() {
    bool done = false;
    {
      const GpuLane::Use use = lane_.share();
      done = candidate_.run("refill", *inputs_.fresh, own_patience());
    }
    if (!done) return fail(attempt_, candidate_, true, elapsed());
    if (!judge_on_gpu(attempt_, candidate_, *inputs_.fresh, elapsed())) return;
    const bool is_impossible = timing_.decision == "IMPOSSIBLE";
    timing_.device = name_;
    timing_.conditions = std::move(conditions_);
    attempt_.verdict.timing = std::move(timing_);
    attempt_.verdict.timing_note.clear();
    attempt_.verdict.device = fmt::format("cuda:{}", device_);
    attempt_.pass(Stage::kTiming, elapsed());
    if (!is_impossible) candidate_.give_back();
  }

  Attempt& attempt_;
  const PreparedVariant& original_;
  const TimedInputs inputs_;
  const int device_;
  GpuLane& lane_;
  const Clock::time_point begin_ = Clock::now();
  CandidateSide candidate_;
  const std::shared_ptr<TimedReference> reference_;
  std::string name_;  ///< of the GPU
  std::string l2_;    ///< state of the cache that the reference is timed in
  Timing timing_;
  std::optional<Clock::time_point> measured_from_;  ///< of the replays that count
  Ratio ratio_;
  std::map<std::string, std::string> conditions_;
};

// The GPU that times candidates under these options; none: their time is not measured.
std::optional<int> timing_gpu(const VerifyOptions& options) {
  if (!gpu_present() || options.device == "cpu" || !options.timing) return std::nullopt;
  return gpu_index(options);
}

}  // namespace

void run_timing_stage(Attempt& attempt) {
  const bool is_smaller = !attempt.reference.smaller.empty();
  const PreparedVariant* original = attempt.reference.find(is_smaller ? "own_sizes" : "original");
  const std::optional<int> device = timing_gpu(attempt.request.options);
  if (!device || original == nullptr) return not_applicable(attempt, "GPU time: not measured");
  if (!original->applicable)
    return not_applicable(attempt, "GPU time: not measured, " + original->detail);
  GpuTiming(attempt, *device, *original).run();
}

}  // namespace nereid::verify

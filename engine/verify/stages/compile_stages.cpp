// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/hash.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/stages/cubin.h"
#include "engine/verify/stages/kept_compile.h"
#include "engine/verify/stages/occupancy.h"
#include "engine/verify/stages/parse_artefacts.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxCubinBytes = 64ULL << 20;
constexpr std::size_t kMaxArtefactBytes = 256ULL << 20;
// Disassembling takes its time, none of which is the candidate's.
constexpr double kArtefactSeconds = 70;
constexpr std::size_t kEvidenceBytes = 4000;
// How often a candidate may fall back to a smaller kernel because one does not fit.
constexpr int kMaxTraces = 4;
// Each may take as long as one kernel; who launches more shares that.
constexpr int kMaxConfigurations = 8;

// Numbers that decide (registers, stack, size, hash) come from the cubin itself; names, warps and
// launch counts are what the harness saw.
KernelFacts facts_of(const Json& entry, std::span<const std::byte> cubin) {
  KernelFacts facts;
  facts.name = json_value(entry, "name", std::string());
  facts.shared_bytes = json_value(entry, "shared", std::int64_t{0});
  facts.num_warps = json_value(entry, "num_warps", 0);
  facts.num_stages = json_value(entry, "num_stages", 0);
  facts.launches = json_value(entry, "launches", 0);
  facts.grid = json_value(entry, "grid", std::vector<std::int64_t>());
  facts.compile_ms = json_value(entry, "ms", 0.0);
  facts.stage_ms = json_value(entry, "stages", std::map<std::string, double>());
  facts.cubin_bytes = static_cast<std::int64_t>(cubin.size());
  facts.cubin_sha256 = sha256_hex(cubin);
  return facts;
}

Result<void> add_kernel(const Json& entry, std::span<const std::byte> cubins, Verdict& verdict) {
  const auto offset = json_value(entry, "cubin_offset", std::uint64_t{0});
  const auto size = json_value(entry, "cubin_size", std::uint64_t{0});
  if (size == 0 || offset > cubins.size() || size > cubins.size() - offset)
    return Error{ErrorCode::kCorrupt, "a cubin lies outside the file it came in"};
  const std::span<const std::byte> cubin = cubins.subspan(offset, size);
  Result<std::vector<CubinKernel>> kernels = read_cubin(cubin);
  if (!kernels) return kernels.error();
  KernelFacts facts = facts_of(entry, cubin);
  for (const CubinKernel& kernel : *kernels) {
    facts.registers = std::max(facts.registers, kernel.registers);
    facts.spills = std::max(facts.spills, static_cast<int>(kernel.stack_bytes / 4));
    facts.shared_bytes = std::max(facts.shared_bytes, kernel.shared_bytes);
  }
  facts.occupancy = occupancy_of(facts.registers, facts.shared_bytes, facts.num_warps);
  verdict.kernels.push_back(std::move(facts));
  return {};
}

// Puts what was kept of the kernels that an answer lists behind what is there already. Nothing is
// judged by it: what cannot be read is left out.
void take_artefacts(const Message& message, std::span<const std::byte> cubins, Verdict& verdict) {
  if (message.fd("artefacts") < 0) return;
  const Result<PrivateBytes> bytes = private_copy(message.fd("artefacts"), kMaxArtefactBytes);
  if (!bytes) return;
  auto kept = parse_artefacts({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  if (!kept) return;
  auto all = std::make_shared<Artefacts>(verdict.artefacts ? *verdict.artefacts : Artefacts());
  const Json& entries = message.body.at("kernels");
  all->kernels.resize(verdict.kernels.size() - entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    KernelArtefacts kernel = i < kept->size() ? std::move((*kept)[i]) : KernelArtefacts();
    const auto cubin = cubins.subspan(json_value(entries[i], "cubin_offset", std::size_t{0}),
                                      json_value(entries[i], "cubin_size", std::size_t{0}));
    kernel.cubin.assign(reinterpret_cast<const char*>(cubin.data()), cubin.size());
    all->kernels.push_back(std::move(kernel));
  }
  verdict.artefacts = std::move(all);
}

void take_evidence(const Json& body, Verdict& verdict) {
  std::string text = json_value(body, "stdout_tail", std::string());
  if (text.size() > kEvidenceBytes) text.erase(0, text.size() - kEvidenceBytes);
  if (!text.empty()) verdict.evidence = std::move(text);
}

void take_sandbox(const Json& body, Verdict& verdict) {
  auto layers = json_value(body, "sandbox", std::vector<std::string>());
  if (!layers.empty()) verdict.sandbox = std::move(layers);
}

bool launches_something(const Verdict& verdict) {
  for (const KernelFacts& kernel : verdict.kernels)
    if (kernel.launches > 0) return true;
  return false;
}

void judge_compile(Attempt& attempt, const Message& message, double elapsed_ms) {
  const Result<void> kernels = add_kernels(message, attempt.verdict);
  if (!json_value(message.body, "passed", false))
    return attempt.reject_as_told(Stage::kCompile, message.body, elapsed_ms);
  if (!kernels)
    return attempt.reject(Stage::kCompile, {"compile_error", kernels.error().message}, elapsed_ms);
  if (attempt.request.options.policy != Policy::kOutputs && !launches_something(attempt.verdict))
    return attempt.reject(Stage::kCompile,
                          {"no_kernel_launch", "forward launches no Triton kernel"}, elapsed_ms);
  attempt.pass(Stage::kCompile, elapsed_ms);
}

// False: the candidate does not parse, is refused as it stands, or its process is gone.
bool run_static(Attempt& attempt, const TimeLimit& limit) {
  const auto begin = Clock::now();
  if (const Result<void> started = attempt.run->start(attempt.checked != nullptr); !started) {
    attempt.give_up(started.error());
    return false;
  }
  const Step step = attempt.run->static_checks(limit);
  if (step.end != EndKind::kMessage) {
    attempt.end_at(Stage::kStatic, step, milliseconds_since(begin));
    return false;
  }
  if (step.message.op() != "static") {
    attempt.give_up({"infrastructure", json_value(step.message.body, "message", std::string())});
    return false;
  }
  if (attempt.checked != nullptr)
    judge_static(attempt, attempt.checked->body, attempt.checked->elapsed_ms);
  else
    judge_static(attempt, step.message.body, milliseconds_since(begin));
  take_sandbox(step.message.body, attempt.verdict);
  // Without a module that parses there is nothing to compile, whatever the switches say.
  return !attempt.stopped() && !attempt.verdict.rejected_at;
}

// A forward on the original inputs that only writes down its launches, and counts them. Empty
// descriptor: the attempt knows why.
UniqueFd trace_launches(Attempt& attempt, const PreparedVariant& variant, const Json& unfit,
                        Clock::time_point begin, const TimeLimit& limit, int& launches) {
  Result<Step> step =
      attempt.run->forward(ForwardMode::kTrace, variant, /*again=*/false, -1, limit, unfit);
  if (!step) {
    attempt.give_up(step.error());
    return {};
  }
  if (step->end != EndKind::kMessage) {
    attempt.run.reset();
    attempt.end_at(Stage::kCompile, *step, milliseconds_since(begin));
    return {};
  }
  const Json& body = step->message.body;
  take_evidence(body, attempt.verdict);
  if (!json_value(body, "ok", false)) {
    attempt.reject_as_told(Stage::kCompile, body, milliseconds_since(begin));
    attempt.run.reset();  // host and device wait for each other
    return {};
  }
  if (!json_value(body, "torch_ops", std::vector<std::string>()).empty())
    attempt.add_flag("torch_ops");
  launches = json_value(body, "launches", 1);
  return UniqueFd(fcntl(step->message.fd("records"), F_DUPFD_CLOEXEC, 0));
}

}  // namespace

void judge_static(Attempt& attempt, const Json& body, double elapsed_ms) {
  take_sandbox(body, attempt.verdict);
  for (const std::string& flag : json_value(body, "flags", std::vector<std::string>()))
    attempt.add_flag(flag);
  if (json_value(body, "passed", false)) return attempt.pass(Stage::kStatic, elapsed_ms);
  attempt.reject_as_told(Stage::kStatic, body, elapsed_ms);
}

Result<void> add_kernels(const Message& message, Verdict& verdict) {
  const auto entries = message.body.find("kernels");
  if (entries == message.body.end() || !entries->is_array() || entries->empty()) return {};
  if (entries->size() > kMaxKernels) return Error{ErrorCode::kCorrupt, "too many kernels"};
  Result<PrivateBytes> cubins = private_copy(message.fd("cubins"), kMaxCubinBytes);
  if (!cubins) return cubins.error();
  for (const Json& entry : *entries)
    if (Result<void> added = add_kernel(entry, cubins->span(), verdict); !added) return added;
  take_artefacts(message, cubins->span(), verdict);
  return {};
}

Result<Step> compile_records(Attempt& attempt, int records, int kernels,
                             const std::vector<std::string>& leave_out) {
  std::vector<std::string> fitted;
  for (const KernelFacts& kernel : attempt.verdict.kernels) fitted.push_back(kernel.name);
  const std::string work = compile_work(attempt, records, leave_out, fitted);
  if (std::optional<Step> kept = kept_compile(attempt, work)) return std::move(*kept);
  const Result<UniqueFd> readable = reopen_read_only(records);
  if (!readable) return readable.error();
  const VerifyOptions& options = attempt.request.options;
  const double seconds = options.compile_limit_s * std::clamp(kernels, 1, kMaxConfigurations) +
                         (options.keep_artefacts ? kArtefactSeconds : 0);
  const Json request = {{"op", "compile"},
                        {"artefacts", options.keep_artefacts},
                        {"leave_out", leave_out},
                        {"fitted", fitted},
                        {"processes", attempt.children.compile_processes()},
                        {"limits", child_limits(seconds)}};
  auto child = attempt.children.start_child(
      Role::kCompiler, request, {{"source", attempt.source}, {"records", readable->get()}},
      attempt.cancelled);
  if (!child) return child.error();
  Step step = (*child)->next(TimeLimit::of_own_time(seconds), attempt.cancelled);
  if (step.end == EndKind::kMessage && step.message.op() != "compile")
    step = {{EndKind::kBroken, 0, "sent a message that nobody asked for"}, {}};
  keep_compile(attempt, work, step);
  return step;
}

void run_compile_stages(Attempt& attempt) {
  const PreparedVariant* variant = attempt.reference.find("original");
  if (variant == nullptr || !variant->applicable) variant = attempt.reference.find("tiny");
  if (variant == nullptr || !variant->applicable)
    return attempt.give_up(Reason{"reference_error", "the reference has no inputs to judge with"});
  const TimeLimit limit = TimeLimit::of_own_time(attempt.request.options.compile_limit_s);
  attempt.run = std::make_unique<CandidateRun>(attempt.children, attempt.request, attempt.source,
                                               attempt.cancelled);
  const auto start = Clock::now();
  if (!run_static(attempt, limit)) return;
  // Where the text was checked before, starting the host is part of the compile stage.
  const auto begin = attempt.checked != nullptr ? start : Clock::now();
  Json unfit = Json::array();
  for (int traces = 1;; ++traces) {
    int launches = 1;
    const UniqueFd records = trace_launches(attempt, *variant, unfit, begin, limit, launches);
    if (!records) return;
    const Result<Step> step = compile_records(attempt, records.get(), launches);
    if (!step) return attempt.give_up(step.error());
    if (step->crashed())
      return attempt.reject_crashed_compiler(Stage::kCompile, *step, milliseconds_since(begin));
    if (step->end != EndKind::kMessage)
      return attempt.end_at(Stage::kCompile, *step, milliseconds_since(begin));
    const Json too_large = json_value(step->message.body, "unfit", Json::array());
    if (too_large.empty() || traces == kMaxTraces)
      return judge_compile(attempt, step->message, milliseconds_since(begin));
    unfit.insert(unfit.end(), too_large.begin(), too_large.end());
  }
}

}  // namespace nereid::verify

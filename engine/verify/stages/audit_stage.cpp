// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's compute-sanitizer over the candidate's kernels on a GPU: memory outside of allocations,
// races in shared memory, reads of memory that nobody wrote, barriers that not all threads reach.
#include <fmt/format.h>

#include <array>
#include <set>

#include "engine/verify/audit.h"
#include "engine/verify/execution/sanitizer.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/tensors/memfd.h"
#include "engine/verify/timing/gpu_lane.h"

namespace nereid::verify {
namespace {

constexpr std::array<const char*, 4> kTools = {"memcheck", "racecheck", "initcheck", "synccheck"};
constexpr std::array<const char*, 2> kVariants = {"original", "larger_dims"};
constexpr std::chrono::seconds kToolLimit{300};
constexpr int kEndMs = 60'000;

std::set<std::string> kernel_names(const Verdict& verdict) {
  std::set<std::string> names;
  for (const KernelFacts& kernel : verdict.kernels) names.insert(kernel.name);
  return names;
}

// Why a forward did not come to its end; empty if it did. What the tool stopped it for is in its
// report.
std::string run_forwards(Attempt& attempt, ChildSource& children) {
  CandidateRun run(children, attempt.request, attempt.source, attempt.cancelled,
                   gpu_index(attempt.request.options));
  const auto deadline = Clock::now() + kToolLimit;
  if (const Result<void> started = run.start(); !started) return started.error().message;
  Step step = run.static_checks(deadline);
  for (const char* name : kVariants) {
    if (step.end != EndKind::kMessage) return "the process " + step.text;
    const PreparedVariant* variant = attempt.reference.find(name);
    if (variant == nullptr || !variant->applicable) continue;
    const Result<UniqueFd> output = empty_memfd("output");
    if (!output) return output.error().message;
    Result<Step> done = run.forward(ForwardMode::kRun, *variant, false, output->get(), deadline);
    if (!done) return done.error().message;
    step = std::move(*done);
    const Json& body = step.message.body;
    if (step.end == EndKind::kMessage && !json_value(body, "ok", false))
      return json_value(body, "message", std::string("it failed"));
  }
  return step.end == EndKind::kMessage ? "" : "the process " + step.text;
}

Audit audited(Attempt& attempt, const HarnessPlace& place, const std::filesystem::path& program,
              const char* tool) {
  SanitizedDevice device(attempt.children, place, program, tool);
  std::string problem;
  {
    const GpuLane::Use use = GpuLane::of(gpu_index(attempt.request.options)).share();
    problem = run_forwards(attempt, device);
  }
  const Result<std::string> log = device.log(kEndMs);
  Audit audit;
  if (log)
    audit = read_sanitizer_log(*log, kernel_names(attempt.verdict));
  else
    audit.note = log.error().message;
  if (!problem.empty() && audit.findings == 0)
    audit.note = audit.note.empty() ? problem : fmt::format("{}; {}", problem, audit.note);
  return audit;
}

std::string why_no_audit(const std::optional<std::filesystem::path>& program) {
  if (!gpu_present()) return "there is no NVIDIA GPU here";
  if (!program)
    return "compute-sanitizer is missing; install the CUDA toolkit, or set "
           "NEREID_COMPUTE_SANITIZER";
  return {};
}

}  // namespace

std::string why_no_audit() {
  return why_no_audit(find_compute_sanitizer());
}

void run_audit_stage(Attempt& attempt) {
  const std::optional<HarnessPlace> place = attempt.children.place();
  const auto not_run = [&](const std::string& why) {
    Audit audit;
    audit.tool = "compute-sanitizer";
    audit.note = fmt::format("not run: {}", why);
    attempt.verdict.audit.push_back(std::move(audit));
  };
  if (!place) return not_run("the verifier has no processes of its own");
  if (attempt.request.options.device == "cpu") return not_run("device cpu was asked for");
  const std::optional<std::filesystem::path> program = find_compute_sanitizer();
  if (const std::string why = why_no_audit(program); !why.empty()) return not_run(why);
  for (const char* tool : kTools) {
    if (attempt.cancelled) return attempt.give_up(Reason{"cancelled", "cancelled"});
    const auto begin = Clock::now();
    Audit audit = audited(attempt, *place, *program, tool);
    audit.tool = tool;
    audit.elapsed_ms = milliseconds_since(begin);
    if (audit.findings > 0) attempt.add_flag("sanitizer");
    attempt.verdict.audit.push_back(std::move(audit));
  }
}

}  // namespace nereid::verify

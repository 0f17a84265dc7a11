// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/verify/internal/attempt.h"
#include "engine/verify/internal/retry.h"
#include "engine/verify/internal/scheduler.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxSourceBytes = 1 << 20;

// What needs no process to be refused.
std::optional<Reason> refuse_text(const std::string& candidate) {
  if (candidate.find_first_not_of(" \t\r\n") == std::string::npos)
    return Reason{"empty", "there is no candidate source"};
  if (candidate.size() > kMaxSourceBytes)
    return Reason{"too_large_source", fmt::format("the source has {} bytes, at most {} are judged",
                                                  candidate.size(), kMaxSourceBytes)};
  return std::nullopt;
}

bool is_cuda(const std::string& device) {
  return device.starts_with("cuda");
}

std::optional<Reason> refuse_device(const VerifyOptions& options) {
  if (options.device != "auto" && options.device != "cpu" && !is_cuda(options.device))
    return Reason{
        "bad_request",
        fmt::format("unknown device \"{}\": expected auto, cpu or cuda[:N]", options.device)};
  if (is_cuda(options.device) && !gpu_present())
    return Reason{"not_judgeable_here",
                  "device cuda was asked for, but there is no NVIDIA GPU here"};
  return std::nullopt;
}

bool timing_wanted(const Attempt& attempt) {
  return !attempt.stopped() && !attempt.verdict.rejected_at;
}

// The next free GPU process makes its context while the interpreter works.
void warm_gpu(Attempt& attempt) {
  GpuWorkers* const workers = attempt.children.gpu_workers();
  const std::optional<int> device = timing_gpu(attempt.request.options);
  if (workers != nullptr && device && !attempt.verdict.rejected_at) workers->warm_up(*device, 1);
}

void run_stages(Attempt& attempt) {
  run_compile_stages(attempt);
  if (attempt.goes_on()) {
    warm_gpu(attempt);
    run_input_stages(attempt);
  }
  if (timing_wanted(attempt)) run_timing_stage(attempt);
}

void complete(Attempt& attempt) {
  Verdict& verdict = attempt.verdict;
  verdict.accepted = !attempt.stopped() && !verdict.rejected_at &&
                     attempt.stage(Stage::kFull).outcome == StageOutcome::kPassed;
  const bool partial = attempt.request.options.staged_evaluation || verdict.accepted;
  verdict.credit = partial ? stage_credit(verdict.furthest_stage) : 0;
  if (verdict.accepted) verdict.reason = {"ok", "right on every input"};
}

// A candidate that was interrupted through no fault of its own starts over in fresh children.
Verdict judge_with_retries(ChildSource& children, const VerifyRequest& request,
                           const PreparedReference& reference, int source,
                           const std::atomic<bool>& cancelled) {
  RetryBudget budget;
  while (true) {
    Attempt attempt{children,    request, reference, source, cancelled, empty_verdict(request),
                    std::nullopt};
    run_stages(attempt);
    if (!attempt.interrupted) {
      complete(attempt);
      return std::move(attempt.verdict);
    }
    if (budget.again(*attempt.interrupted)) continue;
    Verdict verdict = std::move(attempt.verdict);
    const bool lost = attempt.interrupted->end == EndKind::kLost;
    verdict.reason = {lost ? "infrastructure" : "crashed",
                      "the candidate's process was " + attempt.interrupted->text + ", repeatedly"};
    if (!lost) {
      const int next = static_cast<int>(verdict.furthest_stage) + 1;
      verdict.rejected_at = static_cast<Stage>(std::min(next, kStageCount));
      verdict.stages[static_cast<std::size_t>(*verdict.rejected_at) - 1].outcome =
          StageOutcome::kRejected;
    }
    return verdict;
  }
}

Verdict refused(const VerifyRequest& request, Reason reason, std::optional<Stage> stage) {
  Verdict verdict = empty_verdict(request);
  verdict.rejected_at = stage;
  verdict.reason = std::move(reason);
  if (stage) verdict.stages[static_cast<std::size_t>(*stage) - 1].outcome = StageOutcome::kRejected;
  return verdict;
}

Result<Verdict> judge(ChildSource& children, const VerifyRequest& request,
                      const PreparedReference& reference, const std::atomic<bool>& cancelled) {
  if (auto reason = refuse_text(request.candidate))
    return refused(request, std::move(*reason), Stage::kStatic);
  if (auto reason = refuse_device(request.options))
    return refused(request, std::move(*reason), std::nullopt);
  if (reference.failure) return refused(request, *reference.failure, std::nullopt);
  Result<UniqueFd> source = sealed_memfd("candidate", request.candidate);
  if (!source) return source.error();
  Verdict verdict = judge_with_retries(children, request, reference, source->get(), cancelled);
  if (!reference.deterministic) verdict.flags.push_back("nondeterministic_reference");
  return verdict;
}

}  // namespace

Verdict judge_candidate(ChildSource& children, const VerifyRequest& request,
                        const PreparedReference& reference, const std::atomic<bool>& cancelled) {
  const auto begin = Clock::now();
  Result<Verdict> result =
      guarded("judging", [&] { return judge(children, request, reference, cancelled); });
  Verdict verdict =
      result ? std::move(*result)
             : refused(request, {"infrastructure", result.error().message}, std::nullopt);
  verdict.candidate_sha256 = sha256_hex(request.candidate);
  verdict.versions = children.versions();
  verdict.total_ms = milliseconds_since(begin);
  return verdict;
}

}  // namespace nereid::verify

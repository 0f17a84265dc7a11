// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/attempt.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/verify/stages/own_only.h"

namespace nereid::verify {

StageResult& Attempt::stage(Stage stage) {
  return verdict.stages[static_cast<std::size_t>(stage) - 1];
}

void Attempt::begin_stage(Stage stage) const {
  if (under_way != nullptr) under_way->store(stage, std::memory_order_relaxed);
}

void Attempt::pass(Stage passed, double elapsed_ms) {
  stage(passed).outcome = StageOutcome::kPassed;
  stage(passed).elapsed_ms = elapsed_ms;
  // The original inputs run before the tiny ones, whose stage comes first.
  if (!verdict.rejected_at || passed < *verdict.rejected_at)
    verdict.furthest_stage = std::max(verdict.furthest_stage, passed);
}

void Attempt::reject(Stage rejected, Reason reason, double elapsed_ms) {
  stage(rejected).outcome = StageOutcome::kRejected;
  stage(rejected).elapsed_ms = elapsed_ms;
  stage(rejected).detail = reason.message;
  if (verdict.rejected_at && *verdict.rejected_at <= rejected) return;
  verdict.rejected_at = rejected;
  verdict.reason = std::move(reason);
}

void Attempt::give_up(Reason reason) {
  given_up = true;
  if (!verdict.rejected_at) verdict.reason = std::move(reason);
}

void Attempt::give_up(const Error& error) {
  const bool is_cancelled = error.code == ErrorCode::kCancelled;
  give_up(Reason{is_cancelled ? "cancelled" : "infrastructure", error.message});
}

void Attempt::end_at(Stage at, const ChildEnd& step, double elapsed_ms) {
  const bool compiling = at == Stage::kStatic || at == Stage::kCompile;
  const double limit = compiling ? request.options.compile_limit_s : request.options.run_limit_s;
  switch (step.end) {
    case EndKind::kMessage:
      return;
    case EndKind::kCancelled:
      return give_up({"cancelled", "cancelled"});
    case EndKind::kLost:
      interrupted = step;
      return;
    case EndKind::kTimeout:
      return reject(at,
                    {compiling ? "compile_timeout" : "timeout",
                     step.text == kIdleText
                         ? std::string(kIdleText)
                         : fmt::format("not finished within {:g} s of processor time", limit)},
                    elapsed_ms);
    case EndKind::kMemory:
      return reject(at, {"memory_limit", "the candidate used more memory than it may"}, elapsed_ms);
    case EndKind::kSignal:
      if (step.signal == 9) {
        interrupted = step;
        return;
      }
      return reject(at, {"crashed", "the candidate's process was " + step.text}, elapsed_ms);
    case EndKind::kExit:
    case EndKind::kBroken:
      return reject(at, {"crashed", "the candidate's process " + step.text}, elapsed_ms);
  }
}

void Attempt::reject_crashed_compiler(Stage at, const ChildEnd& end, double elapsed_ms) {
  reject(at,
         {"compile_error", fmt::format("Triton's compiler crashed on a launch of this candidate "
                                       "(signal {}); another block size may avoid it",
                                       end.signal)},
         elapsed_ms);
}

void Attempt::reject_as_told(Stage at, const Json& body, double elapsed_ms) {
  std::string code = json_value(body, "code", std::string());
  std::string message = json_value(body, "message", std::string());
  if (const int line = json_value(body, "line", 0); line > 0)
    message += fmt::format(" (line {})", line);
  if (code.empty()) code = at == Stage::kCompile ? "compile_error" : "runtime_error";
  // These blame the machine or us, not the candidate.
  if (code == "not_judgeable_here" || code == "infrastructure" || code == "bad_request") {
    stage(at).detail = message;
    stage(at).elapsed_ms = elapsed_ms;
    if (code == "not_judgeable_here") stage(at).outcome = StageOutcome::kNotApplicable;
    return give_up({code, message});
  }
  // What does not compile at smaller sizes may well do so at the task's own.
  const PreparedVariant* const original = reference.find("original");
  if (at == Stage::kCompile && !reference.smaller.empty() && original != nullptr)
    message += fmt::format("; inputs {}", inputs_text(*original));
  reject(at, {code, message}, elapsed_ms);
}

void Attempt::add_flag(const std::string& flag) {
  if (!has_flag(flag)) verdict.flags.push_back(flag);
}

bool Attempt::has_flag(const std::string& flag) const {
  const auto& flags = verdict.flags;
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

bool Attempt::goes_on() const {
  return !stopped() && (!verdict.rejected_at || !request.options.staged_evaluation);
}

Verdict empty_verdict(const VerifyRequest& request) {
  Verdict verdict;
  verdict.id = request.id;
  verdict.seed = request.seed;
  verdict.allclose = request.options.allclose;
  for (int i = 1; i <= kStageCount; ++i) verdict.stages.push_back({.stage = static_cast<Stage>(i)});
  verdict.timing_note = "GPU time: not measured";
  return verdict;
}

std::string spoken(std::string code) {
  std::replace(code.begin(), code.end(), '_', ' ');
  return code;
}

}  // namespace nereid::verify

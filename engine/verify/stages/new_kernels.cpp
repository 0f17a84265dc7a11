// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/own_only.h"

namespace nereid::verify {
namespace {

constexpr int kMaxRounds = 4;

// Those whose sizes or dtype the task does not ask for: that they do not compile is a refusal.
std::vector<std::string> not_own(const InputRun& run) {
  std::vector<std::string> names;
  for (const PreparedVariant& variant : run.attempt.reference.variants)
    if (variant.applicable && !own_only_flag(variant, run.original).empty())
      names.push_back(variant.name);
  return names;
}

// The answer "compile" for launches that no trace listed; once more without those that only inputs
// beside the task's own have, where Triton crashes on them, refuses them or takes too long, as over
// some configuration of an autotuner that another input would not have met.
Result<Step> compile_new(InputRun& run, int records, int count) {
  Attempt& attempt = run.attempt;
  Result<Step> step = compile_records(attempt, records, count);
  if (!step) return step;
  const bool refuses = step->end == EndKind::kMessage &&
                       !json_value(step->message.body, "passed", false) &&
                       json_value(step->message.body, "unfit", Json::array()).empty() &&
                       is_loud_refusal(json_value(step->message.body, "code", std::string()));
  const bool is_slow = step->end == EndKind::kTimeout;
  if (!step->crashed() && !refuses && !is_slow) return step;
  Result<Step> own = compile_records(attempt, records, count, not_own(run));
  if (own && own->end == EndKind::kMessage && json_value(own->message.body, "passed", false)) {
    attempt.add_flag(refuses ? "own_sizes_only" : is_slow ? "inputs_timed_out" : "compiler_crash");
    return own;
  }
  return refuses || is_slow ? std::move(step) : std::move(own);
}

}  // namespace

void compile_the_rest(InputRun& run) {
  Attempt& attempt = run.attempt;
  if (run.compiled || attempt.stopped() || attempt.verdict.rejected_at || !attempt.run) return;
  run.compiled = true;
  const auto begin = Clock::now();
  const Step records =
      attempt.run->new_records(TimeLimit::of_own_time(attempt.request.options.compile_limit_s));
  const auto elapsed = [&] { return run.full_ms + milliseconds_since(begin); };
  if (records.end != EndKind::kMessage) return attempt.end_at(Stage::kFull, records, elapsed());
  const int count = json_value(records.message.body, "count", 0);
  if (count == 0) return;
  const Result<Step> step = compile_new(run, records.message.fd("records"), count);
  if (!step) return attempt.give_up(step.error());
  if (step->crashed()) return attempt.reject_crashed_compiler(Stage::kFull, *step, elapsed());
  if (step->end != EndKind::kMessage) return attempt.end_at(Stage::kFull, *step, elapsed());
  const Json& answer = step->message.body;
  if (const Json unfit = json_value(answer, "unfit", Json::array());
      !unfit.empty() && ++run.rounds < kMaxRounds) {
    run.unfit.insert(run.unfit.end(), unfit.begin(), unfit.end());
    run.compiled = false;
    run.again = true;
    return;
  }
  const Result<void> kernels = add_kernels(step->message, attempt.verdict);
  if (!json_value(answer, "passed", false))
    attempt.reject_as_told(Stage::kFull, answer, elapsed());
  else if (!kernels)
    attempt.reject(Stage::kFull, {"compile_error", kernels.error().message}, elapsed());
}

}  // namespace nereid::verify

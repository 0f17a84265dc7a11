// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/verify/internal/attempt.h"
#include "engine/verify/internal/judge.h"
#include "engine/verify/internal/variants.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxOutputBytes = 257ULL << 20;  // RLIMIT_FSIZE of a child and a header

// The extra variants may take as long again as the others.
int periods(const VerifyOptions& options) {
  return options.multi_input && options.thorough ? 2 : 1;
}

Json run_request(const VerifyRequest& request) {
  const double seconds = std::ceil(request.options.run_limit_s) * periods(request.options);
  const bool full = request.options.policy == Policy::kFull;
  return {{"op", "run"},
          {"entry_point", "ModelNew"},
          {"limits", {{"seconds", seconds}, {"memory_mb", 4096}}},
          {"policy", full ? "full" : "best-system"}};
}

// The child that runs all inputs of one candidate, and the clock they share.
struct Run {
  Attempt& attempt;
  std::unique_ptr<Child> child;
  Clock::time_point deadline;
  bool extra_begun = false;
  double full_ms = 0;
};

Clock::time_point full_period_from_now(const Run& run) {
  const auto limit = std::chrono::duration<double>(run.attempt.request.options.run_limit_s);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
}

bool begin_run(Run& run) {
  Attempt& attempt = run.attempt;
  auto child = attempt.children.start_child(Role::kInterpreter, run_request(attempt.request),
                                            {{"source", attempt.source}}, attempt.cancelled);
  if (!child) {
    const bool cancelled = child.error().code == ErrorCode::kCancelled;
    attempt.give_up({cancelled ? "cancelled" : "infrastructure", child.error().message});
    return false;
  }
  run.child = std::move(*child);
  return true;
}

InputResult result_of(const PreparedVariant& variant) {
  InputResult input;
  input.variant = variant.name;
  input.dtype = variant.dtype;
  input.shapes = variant.shapes;
  input.applicable = variant.applicable;
  input.advisory = variant.advisory;
  input.detail = variant.detail;
  return input;
}

void copy_comparison(const Comparison& comparison, InputResult& input) {
  input.passed = comparison.passed;
  input.error = comparison.error;
  input.bound = comparison.bound;
  input.torch_error = comparison.torch_error;
  input.wrong_elements = comparison.wrong_elements;
  input.total_elements = comparison.total_elements;
  input.first_wrong_index = comparison.first_wrong_index;
  input.expected_value = comparison.expected_value;
  input.actual_value = comparison.actual_value;
  if (!comparison.passed) input.detail = comparison.message;
}

// "wrong values: larger dims, 31,968 of 31,968 elements, first at [0, 0], error 0.77 against ..."
Reason reason_of(const Comparison& comparison, const std::string& variant) {
  return {comparison.code,
          fmt::format("{}: {}, {}", spoken(comparison.code), spoken(variant), comparison.message)};
}

bool reference_mutates(const PreparedVariant& variant) {
  const std::string list = variant.expected.meta("mutates");
  return !list.empty() && list != "[]";
}

// A child's word is enough to reject, never to accept.
Comparison judge_output(const PreparedVariant& variant, const Json& body, int output_fd) {
  Comparison comparison;
  if (json_value(body, "mutated_inputs", false) && !reference_mutates(variant)) {
    comparison.code = "mutated_input";
    comparison.message = "forward changed its inputs, the reference does not";
    return comparison;
  }
  Result<PrivateBytes> bytes = private_copy(output_fd, kMaxOutputBytes);
  Result<Bundle> output = bytes ? parse_bundle(std::move(*bytes)) : Result<Bundle>(bytes.error());
  if (!output) {
    comparison.code = "wrong_type";
    comparison.message = "the outputs cannot be read: " + output.error().message;
    return comparison;
  }
  return compare_outputs(variant.expected, *output, /*tf32=*/false,
                         rule_of(variant.name).loosening);
}

Stage stage_of(const PreparedVariant& variant) {
  return variant.name == "tiny" ? Stage::kTiny : Stage::kFull;
}

// Sends one input and waits for the answer. False: the child is gone and the attempt knows why.
bool ask(Run& run, const PreparedVariant& variant, int output, double& elapsed_ms, Step& step) {
  const Result<UniqueFd> given = reopen_read_only(variant.given.get());
  if (!given) {
    run.attempt.give_up({"infrastructure", given.error().message});
    return false;
  }
  const auto begin = Clock::now();
  const Json body = {{"op", "input"}, {"variant", variant.name}, {"fds", {"given", "output"}}};
  // A failed send shows as the end of the child below, with the reason.
  (void)run.child->send(body, {given->get(), output});
  step = run.child->next(run.deadline, run.attempt.cancelled);
  elapsed_ms = milliseconds_since(begin);
  return true;
}

// Not the candidate's fault: an interpreter that cannot run it, or one of our own.
bool blames_nobody(const std::string& code) {
  return code == "not_judgeable_here" || code == "infrastructure" || code == "bad_request";
}

// An answer that is shown and flagged; it rejects nothing, whatever it says.
void advise(Attempt& attempt, const PreparedVariant& variant, const Json& body, int output,
            InputResult& input) {
  if (json_value(body, "ok", false)) {
    copy_comparison(judge_output(variant, body, output), input);
  } else {
    input.detail = json_value(body, "message", std::string());
    input.applicable = !blames_nobody(json_value(body, "code", std::string()));
  }
  if (input.applicable && !input.passed) attempt.add_flag(std::string(rule_of(variant.name).flag));
}

void judge_answer(Run& run, const PreparedVariant& variant, const Step& step, int output,
                  double elapsed_ms) {
  Attempt& attempt = run.attempt;
  InputResult input = result_of(variant);
  input.elapsed_ms = elapsed_ms;
  const double stage_ms = stage_of(variant) == Stage::kFull ? run.full_ms + elapsed_ms : elapsed_ms;
  if (variant.advisory) {
    advise(attempt, variant, step.message.body, output, input);
  } else if (json_value(step.message.body, "ok", false)) {
    const Comparison comparison = judge_output(variant, step.message.body, output);
    copy_comparison(comparison, input);
    for (const std::string& flag : comparison.flags) attempt.add_flag(flag);
    if (!comparison.passed)
      attempt.reject(stage_of(variant), reason_of(comparison, variant.name), stage_ms);
  } else {
    Json body = step.message.body;
    input.detail = json_value(body, "message", std::string());
    body["message"] = fmt::format("{}, {}", spoken(variant.name), input.detail);
    attempt.reject_as_told(stage_of(variant), body, stage_ms);
  }
  attempt.verdict.inputs.push_back(std::move(input));
}

// The end of a child that its candidate brought about.
bool is_own_doing(const ChildEnd& end) {
  switch (end.end) {
    case EndKind::kTimeout:
    case EndKind::kMemory:
    case EndKind::kExit:
    case EndKind::kBroken:
      return true;
    case EndKind::kSignal:
      return end.signal != 9;
    case EndKind::kMessage:
    case EndKind::kCancelled:
    case EndKind::kLost:
      break;
  }
  return false;
}

void judge_end(Run& run, const PreparedVariant& variant, const Step& step, double elapsed_ms) {
  Attempt& attempt = run.attempt;
  InputResult input = result_of(variant);
  input.detail = step.text;
  input.elapsed_ms = elapsed_ms;
  attempt.verdict.inputs.push_back(std::move(input));
  run.child.reset();
  if (variant.advisory && is_own_doing(step))
    return attempt.add_flag(std::string(rule_of(variant.name).flag));
  attempt.end_at(stage_of(variant), step, run.full_ms + elapsed_ms);
}

void run_input(Run& run, const PreparedVariant& variant) {
  Attempt& attempt = run.attempt;
  if (!variant.applicable) {
    attempt.verdict.inputs.push_back(result_of(variant));
    return;
  }
  const Result<UniqueFd> output = empty_memfd("output");
  if (!output) return attempt.give_up({"infrastructure", output.error().message});
  double elapsed_ms = 0;
  Step step;
  if (!ask(run, variant, output->get(), elapsed_ms, step)) return;
  if (step.end == EndKind::kMessage) {
    judge_answer(run, variant, step, output->get(), elapsed_ms);
  } else {
    judge_end(run, variant, step, elapsed_ms);
  }
  if (stage_of(variant) == Stage::kFull) run.full_ms += elapsed_ms;
}

bool any_applicable(const PreparedReference& reference) {
  return std::any_of(reference.variants.begin(), reference.variants.end(),
                     [](const PreparedVariant& variant) {
                       return variant.applicable && stage_of(variant) == Stage::kFull;
                     });
}

void pass_if_clean(Run& run, Stage stage, double elapsed_ms) {
  if (run.attempt.stopped()) return;
  if (run.attempt.stage(stage).outcome == StageOutcome::kRejected) return;
  run.attempt.pass(stage, elapsed_ms);
}

void run_tiny(Run& run) {
  const PreparedVariant* tiny = run.attempt.reference.find("tiny");
  if (tiny == nullptr || !tiny->applicable) {
    run.attempt.stage(Stage::kTiny).detail =
        tiny == nullptr ? "no smaller inputs were made" : tiny->detail;
    return pass_if_clean(run, Stage::kTiny, 0);
  }
  const auto begin = Clock::now();
  run_input(run, *tiny);
  pass_if_clean(run, Stage::kTiny, milliseconds_since(begin));
}

void run_full(Run& run) {
  for (const PreparedVariant& variant : run.attempt.reference.variants) {
    if (stage_of(variant) != Stage::kFull) continue;
    if (!run.attempt.goes_on()) return;
    if (rule_of(variant.name).extra && !run.extra_begun) {
      run.extra_begun = true;
      run.deadline = full_period_from_now(run);
    }
    // Without staged evaluation the inputs behind a crash get a child of their own.
    if (!run.child && variant.applicable && !begin_run(run)) return;
    run_input(run, variant);
  }
  pass_if_clean(run, Stage::kFull, run.full_ms);
}

}  // namespace

void run_input_stages(Attempt& attempt) {
  if (!any_applicable(attempt.reference))
    return attempt.give_up({"reference_error", "no input variant of this task can be judged"});
  Run run{attempt, nullptr, {}, false, 0};
  if (!begin_run(run)) return;
  run.deadline = full_period_from_now(run);
  run_tiny(run);
  if (attempt.goes_on()) run_full(run);
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/verify/judge/judge.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/stages/roofline.h"
#include "engine/verify/stages/take_links.h"
#include "engine/verify/stages/take_trace.h"

namespace nereid::verify {
namespace {

constexpr int kMaxRounds = 4;

// What the inputs of one candidate share.
struct Run {
  Attempt& attempt;
  Clock::time_point deadline;
  const PreparedVariant* before = nullptr;  ///< the last one that this run of the candidate served
  bool extra_begun = false;
  Json unfit = Json::array();  ///< kernels that do not fit the GPU: launching them is an error
  int rounds = 0;              ///< how often such kernels were found
  bool again = false;          ///< the inputs must be run once more, without them
  const PreparedVariant* linked = nullptr;  ///< whose launches' results were asked for
  std::optional<Bundle> stored = {};        ///< those
  bool compiled = false;                    ///< what only some inputs launch has been compiled too
  double full_ms = 0;
};

Clock::time_point after_run_limit(const Attempt& attempt) {
  return seconds_from_now(attempt.request.options.run_limit_s);
}

// Without staged evaluation the inputs behind a crash get processes of their own.
bool begin_again(Run& run) {
  Attempt& attempt = run.attempt;
  run.before = nullptr;
  attempt.run = std::make_unique<CandidateRun>(attempt.children, attempt.request, attempt.source,
                                               attempt.cancelled);
  if (const Result<void> started = attempt.run->start(attempt.checked != nullptr); !started) {
    attempt.give_up(started.error());
    return false;
  }
  const Step step = attempt.run->static_checks(run.deadline);
  if (step.end == EndKind::kMessage) return true;
  attempt.run.reset();
  attempt.end_at(Stage::kFull, step, run.full_ms);
  return false;
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
  input.first_wrong_output = comparison.first_wrong_output;
  input.first_wrong_index = comparison.first_wrong_index;
  input.expected_value = comparison.expected_value;
  input.actual_value = comparison.actual_value;
  if (!comparison.passed) input.detail = comparison.message;
  input.error_map = comparison.map;
}

// "wrong values: larger dims, 31,968 of 31,968 elements, first at [0, 0], error 0.77 against ..."
Reason reason_of(const Comparison& comparison, const std::string& variant) {
  return {comparison.code,
          fmt::format("{}: {}, {}", spoken(comparison.code), spoken(variant), comparison.message)};
}

// A child's word is enough to reject, never to accept.
Comparison judge_output(const PreparedVariant& variant, const Json& body, int output_fd, Maps maps,
                        const VerifyOptions& options) {
  const Result<Bundle> output = read_outputs(output_fd);
  if (!output) {
    Comparison comparison;
    comparison.code = "wrong_type";
    comparison.message = "the outputs cannot be read: " + output.error().message;
    return comparison;
  }
  const ValueRule rule = {.loosening = rule_of(variant.name).loosening,
                          .allclose = options.allclose};
  Comparison effects = compare_effects(
      variant.expected, *output, json_value(body, "mutated", std::vector<std::string>()), rule);
  if (!effects.passed && options.policy != Policy::kOutputs) return effects;
  Comparison outputs = compare_outputs(variant.expected, *output, rule, maps);
  outputs.flags.insert(outputs.flags.end(), effects.flags.begin(), effects.flags.end());
  return outputs;
}

// For people: what the kernels did of the work. The original inputs tell it best.
void take_work(const PreparedVariant& variant, const Json& body, Verdict& verdict) {
  const bool best = variant.name == "original";
  const auto kernels = json_value(body, "kernel_bytes", 0.0);
  const auto operators = json_value(body, "operator_bytes", 0.0);
  if ((best || !verdict.coverage) && kernels >= 0 && operators >= 0 && kernels + operators > 0)
    verdict.coverage = kernels / (kernels + operators);
  if (best) verdict.roofline = roofline_of(body, variant.name);
}

Stage stage_of(const PreparedVariant& variant) {
  return variant.name == "tiny" ? Stage::kTiny : Stage::kFull;
}

// New values of the same shapes go into the tensors of the forward before.
bool can_go_again(const Run& run, const PreparedVariant& variant) {
  return rule_of(variant.name).in_place && run.before != nullptr &&
         run.before->shapes == variant.shapes && run.before->dtype == variant.dtype;
}

// Not the candidate's fault: a machine that cannot run it, or one of our own.
bool blames_nobody(const std::string& code) {
  return code == "not_judgeable_here" || code == "infrastructure" || code == "bad_request";
}

// An answer that is shown and flagged; it rejects nothing, whatever it says.
void advise(Attempt& attempt, const PreparedVariant& variant, const Json& body, int output,
            InputResult& input) {
  if (json_value(body, "ok", false)) {
    copy_comparison(judge_output(variant, body, output, Maps::kNone, attempt.request.options),
                    input);
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
    take_work(variant, step.message.body, attempt.verdict);
    const Maps maps = attempt.request.options.keep_artefacts ? Maps::kAll : Maps::kWrong;
    const Comparison comparison =
        judge_output(variant, step.message.body, output, maps, attempt.request.options);
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
      return end.crashed();
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
  attempt.run.reset();
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
  if (!output) return attempt.give_up(output.error());
  const auto begin = Clock::now();
  const bool links = attempt.request.options.keep_artefacts && run.linked == nullptr;
  if (links) run.linked = &variant;
  const Result<Step> step =
      attempt.run->forward(ForwardMode::kRun, variant, can_go_again(run, variant), output->get(),
                           run.deadline, run.unfit, links);
  const double elapsed_ms = milliseconds_since(begin);
  if (!step) return attempt.give_up(step.error());
  run.before = &variant;
  if (step->end == EndKind::kMessage) {
    judge_answer(run, variant, *step, output->get(), elapsed_ms);
    if (links) run.stored = stored_by_launches(step->message);
    if (const InputResult& input = attempt.verdict.inputs.back();
        is_traced(attempt, variant, input))
      take_trace(attempt, input);
    // A refused forward leaves host and device waiting for each other.
    if (!json_value(step->message.body, "ok", false)) attempt.run.reset();
  } else {
    judge_end(run, variant, *step, elapsed_ms);
  }
  if (stage_of(variant) == Stage::kFull) run.full_ms += elapsed_ms;
}

bool any_applicable(const PreparedReference& reference) {
  return std::any_of(reference.variants.begin(), reference.variants.end(),
                     [](const PreparedVariant& variant) {
                       return variant.applicable && stage_of(variant) == Stage::kFull &&
                              !rule_of(variant.name).on_gpu;
                     });
}

void pass_if_clean(Run& run, Stage stage, double elapsed_ms) {
  if (run.attempt.stopped()) return;
  if (run.attempt.stage(stage).outcome == StageOutcome::kRejected) return;
  run.attempt.pass(stage, elapsed_ms);
}

// Shapes that only the larger inputs have may lead to kernels that the compiler has not seen. What
// does not fit the GPU goes to `run.unfit`.
void compile_the_rest(Run& run) {
  Attempt& attempt = run.attempt;
  if (run.compiled || attempt.stopped() || attempt.verdict.rejected_at || !attempt.run) return;
  run.compiled = true;
  const auto begin = Clock::now();
  const auto deadline = seconds_from_now(attempt.request.options.compile_limit_s);
  const Step records = attempt.run->new_records(deadline);
  const auto elapsed = [&] { return run.full_ms + milliseconds_since(begin); };
  if (records.end != EndKind::kMessage) return attempt.end_at(Stage::kFull, records, elapsed());
  if (json_value(records.message.body, "count", 0) == 0) return;
  Result<Step> step = compile_records(attempt, records.message.fd("records"), deadline);
  if (step && step->crashed()) {
    // Sizes that nobody but us asks for may meet a fault of Triton itself.
    step = compile_records(attempt, records.message.fd("records"), deadline, /*with_extra=*/false);
    if (step && step->crashed())
      return attempt.reject_crashed_compiler(Stage::kFull, *step, elapsed());
    if (step && step->end == EndKind::kMessage) attempt.add_flag("compiler_crash");
  }
  if (!step) return attempt.give_up(step.error());
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

// All variants but the tiny ones, once.
void run_variants(Run& run) {
  for (const PreparedVariant& variant : run.attempt.reference.variants) {
    if (stage_of(variant) != Stage::kFull || rule_of(variant.name).on_gpu) continue;
    if (!run.attempt.goes_on()) return;
    if (variant.advisory) compile_the_rest(run);  // while the processes are there to be asked
    if (run.again || !run.attempt.goes_on()) return;
    if (rule_of(variant.name).extra && !run.extra_begun) {
      run.extra_begun = true;
      run.deadline = after_run_limit(run.attempt);
    }
    if (!run.attempt.run && variant.applicable) {
      // What an advisory input has used up is not held against the candidate.
      if (variant.advisory) run.deadline = after_run_limit(run.attempt);
      if (!begin_again(run)) return;
    }
    run_input(run, variant);
  }
  compile_the_rest(run);
}

void run_full(Run& run) {
  const std::size_t before = run.attempt.verdict.inputs.size();
  run_variants(run);
  while (run.again) {
    run.again = run.extra_begun = false;
    run.deadline = after_run_limit(run.attempt);
    run.attempt.verdict.inputs.resize(before);
    run_variants(run);
  }
  pass_if_clean(run, Stage::kFull, run.full_ms);
}

}  // namespace

void run_input_stages(Attempt& attempt) {
  if (!any_applicable(attempt.reference))
    return attempt.give_up({"reference_error", "no input variant of this task can be judged"});
  Run run{attempt, after_run_limit(attempt)};
  if (!attempt.run && !begin_again(run)) return;
  run_tiny(run);
  attempt.begin_stage(Stage::kFull);
  if (attempt.goes_on()) run_full(run);
  attempt.run.reset();
  // Behind all limits of time: a candidate shall not run out of it for what is only shown.
  if (run.stored && !attempt.stopped()) take_links(attempt, *run.linked, *run.stored);
}

}  // namespace nereid::verify

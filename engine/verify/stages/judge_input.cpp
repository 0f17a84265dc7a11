// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/verify/request/variants.h"
#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/own_only.h"
#include "engine/verify/stages/roofline.h"

namespace nereid::verify {
namespace {

// Does a failure reject nothing?
bool is_advisory(const Attempt& attempt, const PreparedVariant& variant) {
  return variant.advisory || rule_of(variant.name).scope > attempt.request.options.inputs;
}

std::string flag_of(const PreparedVariant& variant) {
  return std::string(variant.advisory ? rule_of(variant.name).flag : "fails_on_other_inputs");
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

// For people: what the kernels did of the work. The original inputs tell it best.
void take_work(const PreparedVariant& variant, const Json& body, Verdict& verdict) {
  const bool best = variant.name == "original";
  const auto kernels = json_value(body, "kernel_bytes", 0.0);
  const auto operators = json_value(body, "operator_bytes", 0.0);
  if ((best || !verdict.coverage) && kernels >= 0 && operators >= 0 && kernels + operators > 0)
    verdict.coverage = kernels / (kernels + operators);
  if (best) verdict.roofline = roofline_of(body, variant.name);
}

// Sizes far beyond the task's own, with kernels made for them.
bool is_long(const PreparedVariant& variant) {
  const VariantRule& rule = rule_of(variant.name);
  return rule.tile != 0 || rule.named || rule.composed || variant.name == "axis_0_again" ||
         variant.name == "axis_0_mixed" || variant.name == "axis_1_again" ||
         variant.name == "wide_sizes";
}

// Who refuses sizes that are far beyond the task's own refuses nothing that one would expect.
bool is_far(const PreparedVariant& variant) {
  return variant.name == "far_sizes" || is_long(variant);
}

// Whether inputs that passed show that the candidate takes sizes and dtype of this one.
bool has_taken(const InputRun& run, const PreparedVariant& variant, std::string_view flag) {
  if (flag == rule_of(variant.name).own_flag) return false;
  return std::any_of(run.served.begin(), run.served.end(), [&](const PreparedVariant* one) {
    return one->shapes == variant.shapes && one->dtype == variant.dtype;
  });
}

// Of a size or a dtype that one who says what he is made for may leave to torch.
bool may_be_left(const InputRun& run, const PreparedVariant& variant) {
  return variant.name == "far_sizes" || variant.name == "other_features" ||
         variant.name == "far_features" || rule_of(variant.name).named ||
         rule_of(variant.name).tile != 0 || variant.name.starts_with("paired_long") ||
         variant.name.starts_with("paired_wide") ||
         (run.original != nullptr && variant.dtype != run.original->dtype);
}

// A refusal of what the task does not ask for is no wrong answer. Sizes and dtype that passed with
// other values are not what it refuses, and a kernel that a GPU would run to its end refuses
// nothing.
bool is_excused(InputRun& run, const PreparedVariant& variant, const Json& body,
                InputResult& input) {
  const std::string_view flag = own_only_flag(variant, run.original);
  const std::string code = json_value(body, "code", std::string());
  // A tile larger than what the machine takes, where the task's own are not; or a size or dtype
  // beyond what the candidate says it is made for.
  const bool is_beyond = (code == "not_judgeable_here" && is_long(variant)) ||
                         (leaves_to_torch(code) && may_be_left(run, variant));
  if (flag.empty() || !(is_beyond || is_loud_refusal(code)) || json_value(body, "silent", false))
    return false;
  const bool follows = rule_of(variant.name).in_place && run.is_again;  // a call that passed
  if (follows || has_taken(run, variant, flag)) return false;
  input.applicable = false;
  input.detail = fmt::format("refused with inputs {}: {}", inputs_text(variant),
                             json_value(body, "message", std::string()));
  if (!is_far(variant)) run.attempt.add_flag(std::string(flag));
  return true;
}

// Right only with a model that was made with these weights. Who keeps a copy of them is right by
// the task's own rules; who has computed from them has left work out of forward. And who is right
// only with a model that has not been called before keeps something of another call.
Comparison second_look(InputRun& run, Comparison comparison, const Json& body) {
  Comparison first = *std::exchange(run.stale, std::nullopt);
  if (std::exchange(run.keeps_model, false)) {
    if (!comparison.passed) return comparison;
    first.message +=
        "; a model that has not been called before is right: forward keeps something of another "
        "call";
    if (json_value(body, "tuned", false))
      first.message += ", or was given another configuration of its autotuned kernels";
    return first;
  }
  if (!comparison.passed || json_value(body, "computed", true)) return first;
  run.attempt.add_flag("packs_weights");
  return comparison;
}

// Each output has the dtype that PyTorch gives it, here or on the original inputs, or the inputs'.
bool has_known_dtypes(const InputRun& run, const PreparedVariant& variant, const Bundle& answer) {
  const auto is_of = [](const Bundle& expected, const std::string& name, DType dtype) {
    const auto native = expected.tensors.find(name);
    return native != expected.tensors.end() && native->second.dtype == dtype;
  };
  constexpr std::string_view kOutput = "output.";
  return std::all_of(answer.tensors.begin(), answer.tensors.end(), [&](const auto& entry) {
    const auto& [name, output] = entry;
    if (!name.starts_with(kOutput)) return true;
    const std::string native = "native." + name.substr(kOutput.size());
    return dtype_name(output.dtype) == variant.dtype ||
           is_of(variant.expected, native, output.dtype) ||
           is_of(run.original->expected, native, output.dtype);
  });
}

// Who is made for the task's dtype answers another one in that dtype, or to its precision: seen by
// whoever gets the answer, and no more than the task asks for. What else is wrong in it is wrong.
bool keeps_own_dtype(const InputRun& run, const PreparedVariant& variant, const Json& body,
                     int output, const Comparison& comparison) {
  const std::string_view flag = own_only_flag(variant, run.original);
  const bool is_of_another_dtype =
      flag == "own_dtype_only" ||
      (rule_of(variant.name).composed && variant.dtype != run.original->dtype);
  if (!is_of_another_dtype || has_taken(run, variant, flag)) return false;
  const bool is_wider = variant.dtype == "float32" && run.original->dtype != "float32";
  if (comparison.code != "wrong_dtype" && !(comparison.code == "wrong_values" && is_wider))
    return false;
  const Result<Bundle> answer = read_outputs(output);
  if (!answer || (comparison.code == "wrong_dtype" && !has_known_dtypes(run, variant, *answer)))
    return false;
  // Over the floor of float32: what roundings of the task's own dtype leave.
  const double precision_of_half = run.original->dtype == "bfloat16" ? 800 : 100;
  const ValueRule rule = {
      .loosening = is_wider ? precision_of_half : rule_of(variant.name).loosening,
      .any_dtype = true};
  return compare_effects(variant.expected, *answer,
                         json_value(body, "mutated", std::vector<std::string>()), rule)
             .passed &&
         compare_outputs(variant.expected, *answer, rule, Maps::kNone).passed;
}

// False: it has to be looked at once more.
bool judge_values(InputRun& run, const PreparedVariant& variant, const Json& body, int output,
                  double stage_ms, InputResult& input) {
  Attempt& attempt = run.attempt;
  if (!variant.advisory) take_work(variant, body, attempt.verdict);
  const Maps maps = input.advisory                           ? Maps::kNone
                    : attempt.request.options.keep_artefacts ? Maps::kAll
                                                             : Maps::kWrong;
  Comparison comparison = judge_output(variant, body, output, maps, attempt.request.options);
  if (run.stale) {
    comparison = second_look(run, std::move(comparison), body);
  } else if (comparison.passed) {
    run.follows_weights = run.follows_weights || (run.is_again && variant.name == "new_seed");
  } else if ((run.is_again && is_own(variant)) || run.keeps_model) {
    run.stale = std::move(comparison);
    return false;
  }
  copy_comparison(comparison, input);
  if (comparison.passed) run.served.push_back(&variant);
  if (!comparison.passed && keeps_own_dtype(run, variant, body, output, comparison)) {
    input.applicable = false;
    attempt.add_flag("own_dtype_only");
    return true;
  }
  if (!comparison.passed && keeps_own_settings(variant, output)) {
    input.applicable = false;
    attempt.add_flag("fixed_settings");
    if (run.fixed == nullptr) run.fixed = &variant;
    return true;
  }
  if (input.advisory) {
    if (!comparison.passed) attempt.add_flag(flag_of(variant));
    return true;
  }
  for (const std::string& flag : comparison.flags) attempt.add_flag(flag);
  if (!comparison.passed)
    attempt.reject(stage_of(variant), reason_of(comparison, variant), stage_ms);
  return true;
}

void judge_refusal(InputRun& run, const PreparedVariant& variant, Json body, double stage_ms,
                   InputResult& input) {
  Attempt& attempt = run.attempt;
  const auto stale = std::exchange(run.stale, std::nullopt);
  if (stale && !std::exchange(run.keeps_model, false)) {
    copy_comparison(*stale, input);
    return attempt.reject(stage_of(variant), reason_of(*stale, variant), stage_ms);
  }
  const std::string code = json_value(body, "code", std::string());
  input.detail = json_value(body, "message", std::string());
  if (is_excused(run, variant, body, input)) return;
  if (!input.advisory) {
    body["message"] =
        fmt::format("{}, {}; inputs {}", spoken(variant.name), input.detail, inputs_text(variant));
    return attempt.reject_as_told(stage_of(variant), body, stage_ms);
  }
  input.applicable = !blames_nobody(code);
  if (input.applicable) attempt.add_flag(flag_of(variant));
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

std::string slow_text(const InputRun& run, const PreparedVariant& variant) {
  return fmt::format("{}, not finished within {:.3g} s of processor time; inputs {}",
                     spoken(variant.name), run.limit.spent_s(), inputs_text(variant));
}

// The candidate ran out of time. Who does so on an input beside the task's own may be no more than
// slow, and on the task's own there may be smaller ones; who never ends is wrong.
void judge_slow(InputRun& run, const PreparedVariant& variant, double elapsed_ms,
                InputResult& input) {
  Attempt& attempt = run.attempt;
  input.detail = slow_text(run, variant);
  // On the original inputs the tiny ones will tell, where there are any.
  const bool is_told = run.times.has_original() || !has_tiny(attempt);
  if (variant.name == "tiny" || (is_told && run.times.is_endless(variant))) {
    if (input.advisory) return attempt.add_flag(flag_of(variant));
    return attempt.reject(stage_of(variant), {"timeout", input.detail}, run.full_ms + elapsed_ms);
  }
  input.applicable = false;
  if (!is_own(variant))
    attempt.add_flag("inputs_timed_out");
  else if (!attempt.verdict.rejected_at)
    attempt.too_slow = !run.is_tiny_open || !has_tiny(attempt);
}

}  // namespace

Reason reason_of(const Comparison& comparison, const PreparedVariant& variant) {
  return {comparison.code,
          fmt::format("{}: {}, {}; inputs {}", spoken(comparison.code), spoken(variant.name),
                      comparison.message, inputs_text(variant))};
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
  const VariantRule& of_variant = rule_of(variant.name);
  const ValueRule rule = {
      .loosening = of_variant.loosening, .coarse = of_variant.coarse, .allclose = options.allclose};
  Comparison effects = compare_effects(
      variant.expected, *output, json_value(body, "mutated", std::vector<std::string>()), rule);
  if (!effects.passed && options.policy != Policy::kOutputs) return effects;
  Comparison outputs = compare_outputs(variant.expected, *output, rule, maps);
  outputs.flags.insert(outputs.flags.end(), effects.flags.begin(), effects.flags.end());
  return outputs;
}

bool blames_nobody(const std::string& code) {
  return code == "not_judgeable_here" || code == "infrastructure" || code == "bad_request";
}

bool leaves_to_torch(std::string_view code) {
  return code == "torch_fallback" || code == "no_kernel_launch";
}

bool is_own(const PreparedVariant& variant) {
  return rule_of(variant.name).scope == InputScope::kTask;
}

InputResult result_of(const Attempt& attempt, const PreparedVariant& variant) {
  InputResult input = result_of(variant);
  input.advisory = is_advisory(attempt, variant);
  return input;
}

Stage stage_of(const PreparedVariant& variant) {
  return variant.name == "tiny" ? Stage::kTiny : Stage::kFull;
}

bool has_tiny(const Attempt& attempt) {
  const PreparedVariant* tiny = attempt.reference.find("tiny");
  return tiny != nullptr && tiny->applicable;
}

void judge_answer(InputRun& run, const PreparedVariant& variant, const Step& step, int output,
                  double elapsed_ms) {
  InputResult input = result_of(run.attempt, variant);
  input.elapsed_ms = elapsed_ms;
  const double stage_ms = stage_of(variant) == Stage::kFull ? run.full_ms + elapsed_ms : elapsed_ms;
  if (!json_value(step.message.body, "ok", false))
    judge_refusal(run, variant, step.message.body, stage_ms, input);
  else if (!judge_values(run, variant, step.message.body, output, stage_ms, input))
    return;
  run.attempt.verdict.inputs.push_back(std::move(input));
}

void judge_end(InputRun& run, const PreparedVariant& variant, const Step& step, double elapsed_ms) {
  Attempt& attempt = run.attempt;
  InputResult input = result_of(attempt, variant);
  input.detail = step.text;
  input.elapsed_ms = elapsed_ms;
  attempt.run.reset();
  if (step.end == EndKind::kTimeout)
    judge_slow(run, variant, elapsed_ms, input);
  else if (input.advisory && is_own_doing(step))
    attempt.add_flag(flag_of(variant));
  else
    attempt.end_at(stage_of(variant), step, run.full_ms + elapsed_ms);
  attempt.verdict.inputs.push_back(std::move(input));
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/verify/judge/judge.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/stages/input_times.h"
#include "engine/verify/stages/own_only.h"
#include "engine/verify/stages/roofline.h"
#include "engine/verify/stages/take_links.h"
#include "engine/verify/stages/take_trace.h"

namespace nereid::verify {
namespace {

constexpr int kMaxRounds = 4;
constexpr std::string_view kLast = "few_changed_last";  // comes behind all others
constexpr std::array<std::string_view, 2> kOtherSizes = {"larger_dims", "odd_dims"};
constexpr std::string_view kFar = "far_sizes";  // likewise

// What the inputs of one candidate share.
struct Run {
  Attempt& attempt;
  InputTimes times;
  TimeLimit limit = TimeLimit::of_own_time(0);  ///< of the input that is being judged
  const PreparedVariant* original = nullptr;
  const PreparedVariant* before = nullptr;  ///< the last one that this run of the candidate served
  std::vector<const PreparedVariant*> served = {};  ///< those that passed
  Json unfit = Json::array();  ///< kernels that do not fit the GPU: launching them is an error
  int rounds = 0;              ///< how often such kernels were found
  bool again = false;          ///< the inputs must be run once more, without them
  bool is_tiny_open = true;    ///< the stage "tiny" is still to be judged
  const PreparedVariant* linked = nullptr;  ///< whose launches' results were asked for
  std::optional<Bundle> stored = {};        ///< those
  bool is_again = false;                    ///< the forward under way is in place
  bool keeps_model = false;                 ///< or with the same model and other tensors
  /// The host has read values of the task, or has not launched the same for other values.
  bool is_unsteady = false;
  /// Which of kOtherSizes have brought no other kernels.
  std::array<bool, kOtherSizes.size()> same_texts = {};
  /// Wrong in place with other weights, or with a model that has been called; one that is made anew
  /// may be right.
  std::optional<Comparison> stale = {};
  bool compiled = false;  ///< what only some inputs launch has been compiled too
  double full_ms = 0;
};

bool is_own(const PreparedVariant& variant) {
  return rule_of(variant.name).scope == InputScope::kTask;
}

// Other inputs of the same weights but for few elements.
bool is_almost_another(const PreparedVariant& variant) {
  return variant.name.starts_with("few_changed");
}

// Does a failure reject nothing?
bool is_advisory(const Attempt& attempt, const PreparedVariant& variant) {
  return variant.advisory || rule_of(variant.name).scope > attempt.request.options.inputs;
}

std::string flag_of(const PreparedVariant& variant) {
  return std::string(variant.advisory ? rule_of(variant.name).flag : "fails_on_other_inputs");
}

// Without staged evaluation the inputs behind a crash get processes of their own.
bool begin_again(Run& run) {
  Attempt& attempt = run.attempt;
  run.before = nullptr;
  attempt.run = std::make_unique<CandidateRun>(attempt.children, attempt.request, attempt.source,
                                               attempt.cancelled);
  attempt.run->sit(attempt.seat);
  if (const Result<void> started = attempt.run->start(attempt.checked != nullptr); !started) {
    attempt.give_up(started.error());
    return false;
  }
  const Step step = attempt.run->static_checks(run.limit);
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

InputResult result_of(const Attempt& attempt, const PreparedVariant& variant) {
  InputResult input = result_of(variant);
  input.advisory = is_advisory(attempt, variant);
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

bool has_tiny(const Attempt& attempt) {
  const PreparedVariant* tiny = attempt.reference.find("tiny");
  return tiny != nullptr && tiny->applicable;
}

bool has_passed_original(const Verdict& verdict) {
  return std::any_of(verdict.inputs.begin(), verdict.inputs.end(), [](const InputResult& input) {
    return input.variant == "original" && input.applicable && input.passed;
  });
}

// New values of the same shapes go into the tensors of the forward before.
bool can_go_again(const Run& run, const PreparedVariant& variant) {
  return rule_of(variant.name).in_place && run.before != nullptr &&
         run.before->shapes == variant.shapes && run.before->dtype == variant.dtype;
}

// A model that is called with other inputs, as every model is: what it keeps of a call must not
// hang on sizes or numbers of that one.
bool can_keep_model(const Run& run, const PreparedVariant& variant) {
  const auto model_of = [](const PreparedVariant& one) {
    return json_value(one.body, "model", -1);
  };
  return run.before != nullptr && run.before->dtype == variant.dtype && model_of(variant) >= 0 &&
         model_of(*run.before) == model_of(variant);
}

// Not the candidate's fault: a machine that cannot run it, or one of our own.
bool blames_nobody(const std::string& code) {
  return code == "not_judgeable_here" || code == "infrastructure" || code == "bad_request";
}

// A refusal of what the task does not ask for is no wrong answer. Sizes and dtype that passed with
// other values are not what it refuses, and a kernel that a GPU would run to its end refuses
// nothing.
bool is_excused(Run& run, const PreparedVariant& variant, const Json& body, InputResult& input) {
  const bool is_choice = !rule_of(variant.name).own_flag.empty();
  const std::string_view flag =
      is_choice ? rule_of(variant.name).own_flag : own_only_flag(variant, run.original);
  if (flag.empty() || !is_loud_refusal(json_value(body, "code", std::string())) ||
      json_value(body, "silent", false))
    return false;
  for (const PreparedVariant* one : run.served)
    if (!is_choice && one->shapes == variant.shapes && one->dtype == variant.dtype) return false;
  input.applicable = false;
  input.detail = fmt::format("refused with inputs {}: {}", inputs_text(variant),
                             json_value(body, "message", std::string()));
  if (variant.name != kFar) run.attempt.add_flag(std::string(flag));
  return true;
}

// Right only with a model that was made with these weights. Who keeps a copy of them is right by
// the task's own rules; who has computed from them has left work out of forward. And who is right
// only with a model that has not been called before keeps something of another call.
Comparison second_look(Run& run, Comparison comparison, const Json& body) {
  Comparison first = *std::exchange(run.stale, std::nullopt);
  if (std::exchange(run.keeps_model, false)) {
    if (!comparison.passed) return comparison;
    first.message +=
        "; a model that has not been called before is right: forward keeps something of another "
        "call";
    return first;
  }
  if (!comparison.passed || json_value(body, "computed", true)) return first;
  run.attempt.add_flag("packs_weights");
  return comparison;
}

// Who is made for the task's dtype answers another one in that dtype, or to its precision: seen by
// whoever gets the answer, and no more than the task asks for.
bool keeps_own_dtype(const Run& run, const PreparedVariant& variant, const Json& body, int output,
                     const Comparison& comparison) {
  constexpr double kPrecisionOfHalf = 100;  // over the floor of float32
  if (own_only_flag(variant, run.original) != "own_dtype_only") return false;
  for (const PreparedVariant* one : run.served)
    if (one->shapes == variant.shapes && one->dtype == variant.dtype) return false;
  if (comparison.code == "wrong_dtype") return true;
  if (comparison.code != "wrong_values" || variant.dtype != "float32") return false;
  const Result<Bundle> answer = read_outputs(output);
  return answer &&
         compare_effects(variant.expected, *answer,
                         json_value(body, "mutated", std::vector<std::string>()), {})
             .passed &&
         compare_outputs(variant.expected, *answer, {.loosening = kPrecisionOfHalf}, Maps::kNone)
             .passed;
}

// False: it has to be looked at once more.
bool judge_values(Run& run, const PreparedVariant& variant, const Json& body, int output,
                  double stage_ms, InputResult& input) {
  Attempt& attempt = run.attempt;
  if (!variant.advisory) take_work(variant, body, attempt.verdict);
  const Maps maps = input.advisory                           ? Maps::kNone
                    : attempt.request.options.keep_artefacts ? Maps::kAll
                                                             : Maps::kWrong;
  Comparison comparison = judge_output(variant, body, output, maps, attempt.request.options);
  if (run.stale) {
    comparison = second_look(run, std::move(comparison), body);
  } else if (!comparison.passed && ((run.is_again && is_own(variant)) || run.keeps_model)) {
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
  if (input.advisory) {
    if (!comparison.passed) attempt.add_flag(flag_of(variant));
    return true;
  }
  for (const std::string& flag : comparison.flags) attempt.add_flag(flag);
  if (!comparison.passed)
    attempt.reject(stage_of(variant), reason_of(comparison, variant), stage_ms);
  return true;
}

void judge_refusal(Run& run, const PreparedVariant& variant, Json body, double stage_ms,
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

void judge_answer(Run& run, const PreparedVariant& variant, const Step& step, int output,
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

std::string slow_text(const Run& run, const PreparedVariant& variant) {
  return fmt::format("{}, not finished within {:.3g} s of processor time; inputs {}",
                     spoken(variant.name), run.limit.spent_s(), inputs_text(variant));
}

// The candidate ran out of time. Who does so on an input beside the task's own may be no more than
// slow, and on the task's own there may be smaller ones; who never ends is wrong.
void judge_slow(Run& run, const PreparedVariant& variant, double elapsed_ms, InputResult& input) {
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

void judge_end(Run& run, const PreparedVariant& variant, const Step& step, double elapsed_ms) {
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

// The candidate's processes, as they are or made anew; false: there are none.
bool has_processes(Run& run) {
  return run.attempt.run != nullptr || begin_again(run);
}

// One forward, judged. With run.stale the model is made anew and watched at what it sends.
void run_one_forward(Run& run, const PreparedVariant& variant) {
  Attempt& attempt = run.attempt;
  const Result<UniqueFd> output = empty_memfd("output");
  if (!output) return attempt.give_up(output.error());
  const auto begin = Clock::now();
  const bool links = attempt.request.options.keep_artefacts && run.linked == nullptr;
  if (links) run.linked = &variant;
  run.is_again = !run.stale && can_go_again(run, variant);
  if (!run.stale) run.keeps_model = !run.is_again && can_keep_model(run, variant);
  const Result<Step> step = attempt.run->forward(ForwardMode::kRun, variant, run.is_again,
                                                 output->get(), run.limit, run.unfit,
                                                 {.links = links,
                                                  .uploads = run.stale.has_value(),
                                                  .same_model = run.keeps_model && !run.stale});
  const double elapsed_ms = milliseconds_since(begin);
  if (!step) return attempt.give_up(step.error());
  run.before = &variant;
  run.times.note(variant, is_own(variant), step->end != EndKind::kTimeout, run.limit.spent_s());
  if (step->end == EndKind::kMessage) {
    run.is_unsteady = run.is_unsteady || json_value(step->message.body, "unsteady", false);
    for (std::size_t i = 0; i < kOtherSizes.size(); ++i)
      if (variant.name == kOtherSizes.at(i))
        run.same_texts.at(i) = json_value(step->message.body, "new_texts", 1) == 0;
    judge_answer(run, variant, *step, output->get(), elapsed_ms);
    if (links) run.stored = stored_by_launches(step->message);
    if (!run.stale && is_traced(attempt, variant, attempt.verdict.inputs.back()))
      take_trace(attempt, attempt.verdict.inputs.back());
    // A refused forward leaves host and device waiting for each other.
    if (!json_value(step->message.body, "ok", false)) attempt.run.reset();
  } else {
    run.stale.reset();
    judge_end(run, variant, *step, elapsed_ms);
  }
  if (stage_of(variant) == Stage::kFull) run.full_ms += elapsed_ms;
}

// The same, and once more where a model made anew may be right.
void run_forward(Run& run, const PreparedVariant& variant) {
  run_one_forward(run, variant);
  if (run.stale) run_one_forward(run, variant);
}

void compile_the_rest(Run& run);

// New processes, which have seen no inputs, or but `first`; false: there are none.
bool begin_unknowing(Run& run, const PreparedVariant* first) {
  run.attempt.run.reset();
  run.before = nullptr;
  if (!has_processes(run)) return false;
  if (first == nullptr || !first->applicable) return true;
  const Result<UniqueFd> output = empty_memfd("output");
  if (!output) return true;
  const Result<Step> step = run.attempt.run->forward(ForwardMode::kRun, *first, /*again=*/false,
                                                     output->get(), run.limit, run.unfit);
  if (step && step->end == EndKind::kMessage && json_value(step->message.body, "ok", false)) {
    run.before = first;
    return true;
  }
  run.attempt.run.reset();
  return has_processes(run);
}

// Judges an input once more; of its results the last one stays.
void run_once_more(Run& run, const PreparedVariant& variant) {
  std::erase_if(run.attempt.verdict.inputs,
                [&](const InputResult& input) { return input.variant == variant.name; });
  run_forward(run, variant);
}

// Who reads values, or goes other ways for others, may know the inputs that come first and be
// careful with the harsh ones behind them: so these come first, and then second.
void run_harsh(Run& run, const PreparedVariant& variant) {
  Attempt& attempt = run.attempt;
  compile_the_rest(run);  // what these processes have launched, and others will not tell
  if (run.again || attempt.stopped() || attempt.verdict.rejected_at) return;
  run.compiled = false;
  if (!begin_unknowing(run, nullptr)) return;
  run_once_more(run, variant);
  if (attempt.stopped() || attempt.verdict.rejected_at || attempt.run == nullptr) return;
  if (!begin_unknowing(run, attempt.reference.find("new_seed"))) return;
  run_once_more(run, variant);
}

// Where the sizes are the task's own and the values harsh. Whether somebody goes other ways there
// may not show before.
void run_mixed(Run& run, const PreparedVariant& variant) {
  run_forward(run, variant);
  const Attempt& attempt = run.attempt;
  if (attempt.stopped() || attempt.verdict.rejected_at || attempt.run == nullptr) return;
  if (run.is_unsteady) run_harsh(run, variant);
}

// An input that comes behind all others; false: it does not, or the candidate has failed on it.
bool run_last(Run& run, const std::string& name, bool was_served) {
  const Attempt& attempt = run.attempt;
  if (run.times.is_spent() || attempt.stopped() || attempt.verdict.rejected_at ||
      attempt.run == nullptr)
    return false;
  const PreparedVariant* variant = attempt.reference.find(name);
  const bool is_served =
      std::find(run.served.begin(), run.served.end(), variant) != run.served.end();
  if (variant == nullptr || !variant->applicable || is_served != was_served) return false;
  run.limit = TimeLimit::of_own_time(run.times.seconds_for(*variant, is_own(*variant)));
  run_once_more(run, *variant);
  return !attempt.verdict.rejected_at;
}

void leave_out(Run& run, const PreparedVariant& variant, std::string why) {
  InputResult input = result_of(run.attempt, variant);
  input.applicable = false;
  input.detail = std::move(why);
  run.attempt.verdict.inputs.push_back(std::move(input));
}

// For kernels that are the same for all sizes: one made for such a size would be compiled for a
// tile as large as that.
void run_far(Run& run) {
  if (std::all_of(run.same_texts.begin(), run.same_texts.end(), std::identity()))
    run_last(run, std::string(kFar), false);
  const Attempt& attempt = run.attempt;
  const PreparedVariant* far = attempt.reference.find(std::string(kFar));
  const auto& inputs = attempt.verdict.inputs;
  if (far != nullptr && far->applicable && attempt.goes_on() && !attempt.stopped() &&
      std::none_of(inputs.begin(), inputs.end(),
                   [](const InputResult& input) { return input.variant == kFar; }))
    leave_out(run, *far, "its kernels are made for each size");
}

// Behind all others, for those who could tell: who counts what came before is at another number
// then. One more input that is almost another one, and the harsh values once more.
void run_closing(Run& run) {
  run_far(run);
  if (!run.is_unsteady) return;
  run.before = nullptr;  // with a model that is made for these weights
  if (run_last(run, "new_seed", true)) run_last(run, std::string(kLast), false);
  run.before = nullptr;
  run_last(run, "mixed", true);
}

// Inputs that differ in few elements from others before them, for those who could tell: a host that
// reads no value and kernels that keep none do not.
bool is_idle(const Run& run, const PreparedVariant& variant) {
  constexpr double kCheapElements = 1 << 16;
  if (!is_almost_another(variant) || run.is_unsteady) return false;
  if (variant.name != "few_changed") return true;
  double elements = 0;
  for (const auto& shape : variant.shapes)
    elements += std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
  return elements > kCheapElements;
}

void run_input(Run& run, const PreparedVariant& variant) {
  Attempt& attempt = run.attempt;
  const bool is_main = is_own(variant);
  if (!is_main && variant.name != "tiny" && run.times.is_spent()) {
    attempt.add_flag("inputs_timed_out");
    return leave_out(run, variant, "the inputs before it took all the time that there is");
  }
  if (is_idle(run, variant))
    return leave_out(run, variant, "the host reads no values, and kernels keep none");
  if (variant.name == kLast || variant.name == kFar) return;  // see run_closing
  run.limit = TimeLimit::of_own_time(run.times.seconds_for(variant, is_main));
  if (!has_processes(run)) return;
  if (variant.name == "mixed") return run_mixed(run, variant);
  run_forward(run, variant);
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

// Those whose sizes or dtype the task does not ask for: that they do not compile is a refusal.
std::vector<std::string> not_own(const Run& run) {
  std::vector<std::string> names;
  for (const PreparedVariant& variant : run.attempt.reference.variants)
    if (variant.applicable && !own_only_flag(variant, run.original).empty())
      names.push_back(variant.name);
  return names;
}

// The answer "compile" for launches that no trace listed; once more without those that only inputs
// beside the task's own have, where Triton crashes on them or refuses them.
Result<Step> compile_new(Run& run, int records, int count) {
  Attempt& attempt = run.attempt;
  Result<Step> step = compile_records(attempt, records, count);
  if (!step) return step;
  const bool refuses = step->end == EndKind::kMessage &&
                       !json_value(step->message.body, "passed", false) &&
                       json_value(step->message.body, "unfit", Json::array()).empty() &&
                       is_loud_refusal(json_value(step->message.body, "code", std::string()));
  if (!step->crashed() && !refuses) return step;
  Result<Step> own = compile_records(attempt, records, count, not_own(run));
  if (own && own->end == EndKind::kMessage && json_value(own->message.body, "passed", false)) {
    attempt.add_flag(refuses ? "own_sizes_only" : "compiler_crash");
    return own;
  }
  return refuses ? std::move(step) : std::move(own);
}

// Shapes that only the larger inputs have may lead to kernels that the compiler has not seen. What
// does not fit the GPU goes to `run.unfit`.
void compile_the_rest(Run& run) {
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

void run_tiny(Run& run, const PreparedVariant& tiny) {
  Attempt& attempt = run.attempt;
  attempt.begin_stage(Stage::kTiny);
  run.is_tiny_open = false;
  const auto begin = Clock::now();
  if (tiny.applicable) run_input(run, tiny);
  if (attempt.stopped()) return;
  const auto& inputs = attempt.verdict.inputs;
  const bool is_judged = !inputs.empty() && inputs.back().variant == "tiny";
  if (!is_judged) attempt.verdict.inputs.push_back(result_of(attempt, tiny));
  if (!inputs.back().applicable) attempt.stage(Stage::kTiny).detail = inputs.back().detail;
  pass_if_clean(run, Stage::kTiny, is_judged ? milliseconds_since(begin) : 0);
  attempt.begin_stage(Stage::kFull);
  // The original was too slow, but the candidate ends.
  if (!attempt.verdict.rejected_at && run.times.is_slow()) attempt.too_slow = true;
}

// Whether the variant is judged, with what is known so far: all while nothing speaks against the
// candidate; behind a rejection, what tells how far it came and whether it is right for its task.
bool is_wanted(const Run& run, const PreparedVariant& variant) {
  const Attempt& attempt = run.attempt;
  if (attempt.stopped() || rule_of(variant.name).on_gpu) return false;
  // Too slow on the original: whether it ends at all shows on the tiny ones.
  if (run.times.is_slow() && run.is_tiny_open) return variant.name == "tiny";
  if (attempt.goes_on()) return true;
  const std::optional<Stage> rejected = attempt.verdict.rejected_at;
  if (variant.name == "tiny") return rejected == Stage::kFull && run.is_tiny_open;
  return is_own(variant) && has_passed_original(attempt.verdict);
}

std::vector<const PreparedVariant*> in_order(const Attempt& attempt) {
  std::vector<const PreparedVariant*> applicable, order;
  std::vector<std::string> names;
  for (const PreparedVariant& variant : attempt.reference.variants)
    if (variant.applicable || variant.name == "tiny") {
      applicable.push_back(&variant);
      names.push_back(variant.name);
    }
  for (const std::size_t index : judging_order(names, attempt.request.seed))
    order.push_back(applicable[index]);
  return order;
}

// All variants, once.
void run_variants(Run& run) {
  Attempt& attempt = run.attempt;
  bool is_last_open = true;
  for (const PreparedVariant* variant : in_order(attempt)) {
    if (!is_wanted(run, *variant)) continue;
    if (variant->advisory && std::exchange(is_last_open, false)) run_closing(run);
    if (variant->advisory) compile_the_rest(run);  // while the processes are there to be asked
    if (run.again || attempt.stopped()) return;
    if (variant->name == "tiny")
      run_tiny(run, *variant);
    else
      run_input(run, *variant);
  }
  if (is_last_open) run_closing(run);
  compile_the_rest(run);
}

// As the table of variants lists them, whatever the order in which they were judged.
void sort_inputs(const Attempt& attempt, std::vector<InputResult>& inputs) {
  const auto& variants = attempt.reference.variants;
  for (const PreparedVariant& variant : variants)
    if (!variant.applicable && variant.name != "tiny" && !rule_of(variant.name).on_gpu &&
        attempt.goes_on())
      inputs.push_back(result_of(attempt, variant));
  const auto place = [&](const InputResult& input) {
    return std::find_if(variants.begin(), variants.end(), [&](const PreparedVariant& variant) {
      return variant.name == input.variant;
    });
  };
  std::stable_sort(inputs.begin(), inputs.end(),
                   [&](const auto& one, const auto& other) { return place(one) < place(other); });
}

void run_all(Run& run) {
  Attempt& attempt = run.attempt;
  run_variants(run);
  while (run.again) {
    run.again = false;
    run.is_tiny_open = true;
    run.times = InputTimes(attempt.request.options.run_limit_s);
    run.served.clear();
    attempt.verdict.inputs.clear();
    run_variants(run);
  }
  if (run.is_tiny_open) pass_if_clean(run, Stage::kTiny, 0);
  pass_if_clean(run, Stage::kFull, run.full_ms);
}

}  // namespace

void run_input_stages(Attempt& attempt) {
  if (!any_applicable(attempt.reference))
    return attempt.give_up({"reference_error", "no input variant of this task can be judged"});
  Run run{attempt, InputTimes(attempt.request.options.run_limit_s)};
  run.original = attempt.reference.find("original");
  if (!has_tiny(attempt)) attempt.stage(Stage::kTiny).detail = "no smaller inputs were made";
  attempt.begin_stage(Stage::kFull);
  const Seat seat;
  attempt.seat = &seat;
  if (attempt.run) attempt.run->sit(&seat);
  run_all(run);
  sort_inputs(attempt, attempt.verdict.inputs);
  attempt.run.reset();
  attempt.seat = nullptr;
  // Behind all limits of time: a candidate shall not run out of it for what is only shown.
  if (run.stored && !attempt.stopped()) take_links(attempt, *run.linked, *run.stored);
}

}  // namespace nereid::verify

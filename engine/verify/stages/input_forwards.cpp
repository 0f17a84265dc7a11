// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "engine/verify/request/variants.h"
#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/take_links.h"
#include "engine/verify/stages/take_trace.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr std::string_view kLast = "few_changed_last";       // comes behind all others
constexpr std::string_view kFar = "far_sizes";               // likewise
constexpr std::string_view kOtherWeights = "other_weights";  // likewise
// Likewise; the task's own sizes with one of them another.
constexpr std::array<std::string_view, 4> kScaled = {"halved", "doubled", "rescaled", "uneven"};

// What a device may raise; some of it is said by the candidate's own host.
constexpr std::array<std::string_view, 5> kDeviceFlags = {
    "changes_process", "changes_torch", "counts_in_torch", "in_step", "other_state"};

bool is_scaled(const PreparedVariant& variant) {
  return std::find(kScaled.begin(), kScaled.end(), variant.name) != kScaled.end();
}

// Other inputs of the same weights but for few elements.
bool is_almost_another(const PreparedVariant& variant) {
  return variant.name.starts_with("few_changed");
}

// Without staged evaluation the inputs behind a crash get processes of their own.
bool begin_again(InputRun& run) {
  Attempt& attempt = run.attempt;
  run.before = nullptr;
  run.knows_own = false;
  attempt.run = std::make_unique<CandidateRun>(attempt.children, attempt.request, attempt.source,
                                               attempt.cancelled);
  attempt.run->sit(attempt.seat);
  if (const Result<void> started = attempt.run->start(attempt.checked != nullptr); !started) {
    attempt.give_up(started.error());
    return false;
  }
  // Not of the time that inputs have left, which may be next to nothing.
  const Step step =
      attempt.run->static_checks(TimeLimit::of_own_time(attempt.request.options.compile_limit_s));
  if (step.end == EndKind::kMessage) return true;
  attempt.run.reset();
  attempt.end_at(Stage::kFull, step, run.full_ms);
  return false;
}

// New values of the same shapes go into the tensors of the forward before.
bool can_go_again(const InputRun& run, const PreparedVariant& variant) {
  return rule_of(variant.name).in_place && run.before != nullptr &&
         run.before->shapes == variant.shapes && run.before->dtype == variant.dtype;
}

// A model that is called with other inputs, as every model is: what it keeps of a call must not
// hang on sizes or numbers of that one.
bool can_keep_model(const InputRun& run, const PreparedVariant& variant) {
  const auto model_of = [](const PreparedVariant& one) {
    return json_value(one.body, "model", -1);
  };
  return run.before != nullptr && run.before->dtype == variant.dtype && model_of(variant) >= 0 &&
         model_of(*run.before) == model_of(variant);
}

// One forward, judged. With run.stale the model is made anew and watched at what it sends.
void run_one_forward(InputRun& run, const PreparedVariant& variant) {
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
                                                  .second_look = run.stale.has_value(),
                                                  .same_model = run.keeps_model && !run.stale});
  const double elapsed_ms = milliseconds_since(begin);
  if (!step) return attempt.give_up(step.error());
  run.before = &variant;
  run.times.note(variant, is_own(variant), step->end != EndKind::kTimeout, run.limit.spent_s());
  if (step->end == EndKind::kMessage) {
    run.is_unsteady = run.is_unsteady || json_value(step->message.body, "unsteady", false);
    run.keeps_beside = run.keeps_beside || json_value(step->message.body, "keeps_beside", false);
    for (const std::string& flag :
         json_value(step->message.body, "flags", std::vector<std::string>()))
      if (std::find(kDeviceFlags.begin(), kDeviceFlags.end(), flag) != kDeviceFlags.end())
        attempt.add_flag(flag);
    Attempt& attempt = run.attempt;
    attempt.reads_weights |= json_value(step->message.body, "reads_weights", false);
    attempt.reads_inputs |= json_value(step->message.body, "reads_inputs", false);
    run.knows_own = run.knows_own || is_own(variant);
    const auto tiles = json_value(step->message.body, "tiles", std::vector<int>());
    run.tiles.insert(run.tiles.end(), tiles.begin(), tiles.end());
    note_compared(run, step->message.body);
    note_untried(run, step->message.body);
    for (std::size_t i = 0; i < kOtherSizes.size(); ++i)
      if (variant.name == kOtherSizes.at(i))
        run.same_texts.at(i) = json_value(step->message.body, "new_texts", 1) == 0;
    judge_answer(run, variant, *step, output->get(), elapsed_ms);
    note_ways(run, variant, step->message.body);
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
void run_forward(InputRun& run, const PreparedVariant& variant) {
  run_one_forward(run, variant);
  if (run.stale) run_one_forward(run, variant);
}

// Processes that have had the kernels of the task's own sizes: to new ones every text is new. Who
// refuses the input before would go without `far_sizes` else.
bool has_knowing_processes(InputRun& run) {
  if (run.attempt.run != nullptr && run.before != nullptr && run.knows_own) return true;
  return begin_unknowing(run, run.original);
}

// Judges an input once more; of its results the last one stays.
void run_once_more(InputRun& run, const PreparedVariant& variant) {
  std::erase_if(run.attempt.verdict.inputs,
                [&](const InputResult& input) { return input.variant == variant.name; });
  run_forward(run, variant);
}

// Who reads values, or goes other ways for others, may know the inputs that come first and be
// careful with the harsh ones behind them: so these come first, and then second.
void run_harsh(InputRun& run, const PreparedVariant& variant) {
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
void run_mixed(InputRun& run, const PreparedVariant& variant) {
  run_forward(run, variant);
  const Attempt& attempt = run.attempt;
  if (attempt.stopped() || attempt.verdict.rejected_at || attempt.run == nullptr) return;
  if (run.is_unsteady) run_harsh(run, variant);
}

// An input that comes behind all others; false: it does not, or the candidate has failed on it.
bool run_last(InputRun& run, const std::string& name, bool was_served) {
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

void leave_out(InputRun& run, const PreparedVariant& variant, std::string why) {
  InputResult input = result_of(run.attempt, variant);
  input.applicable = false;
  input.detail = std::move(why);
  run.attempt.verdict.inputs.push_back(std::move(input));
}

// For kernels that are the same for all sizes: one made for such a size would be compiled for a
// tile as large as that.
void run_far(InputRun& run) {
  const Attempt& attempt = run.attempt;
  const PreparedVariant* far = attempt.reference.find(std::string(kFar));
  if (far == nullptr || !far->applicable || !attempt.goes_on()) return;
  const bool is_same = std::all_of(run.same_texts.begin(), run.same_texts.end(), std::identity());
  if (is_same && !run.times.is_spent() && !attempt.verdict.rejected_at &&
      has_knowing_processes(run) && run.before != nullptr)
    run_last(run, std::string(kFar), false);
  const auto& inputs = attempt.verdict.inputs;
  if (attempt.goes_on() && std::none_of(inputs.begin(), inputs.end(), [](const InputResult& input) {
        return input.variant == kFar;
      }))
    leave_out(run, *far, "its kernels are made for each size");
}

// For who has packed no weights when the model was made, as the task's own rules allow: no
// constructor makes these.
void run_other_weights(InputRun& run) {
  const Attempt& attempt = run.attempt;
  const PreparedVariant* other = attempt.reference.find(std::string(kOtherWeights));
  if (other == nullptr || !other->applicable || !attempt.goes_on() || attempt.verdict.rejected_at)
    return;
  if (!run.follows_weights)
    leave_out(run, *other, "the candidate packs its weights, or nobody has seen that it does not");
  else if (!run.times.is_spent() && has_processes(run))
    run_last(run, std::string(kOtherWeights), false);
}

bool is_refused(const Verdict& verdict, std::string_view name) {
  return std::any_of(verdict.inputs.begin(), verdict.inputs.end(), [&](const InputResult& input) {
    return input.variant == name && !input.applicable;
  });
}

// For those who refuse other sizes, which leaves only the task's own: what divides as these do they
// may take. Who refuses the largest size halved and doubled takes no others.
void run_scaled(InputRun& run) {
  Attempt& attempt = run.attempt;
  const bool is_asked = attempt.has_flag("own_sizes_only") && !attempt.verdict.rejected_at;
  if (is_asked && attempt.goes_on()) {
    compile_the_rest(run);  // what these processes have launched, and others will not tell
    if (run.again || attempt.stopped() || attempt.verdict.rejected_at) return;
    run.compiled = false;
  }
  for (const std::string_view name : kScaled) {
    const PreparedVariant* variant = attempt.reference.find(std::string(name));
    if (!attempt.goes_on()) return;
    if (variant == nullptr || !variant->applicable) continue;
    if (attempt.verdict.rejected_at) {
      leave_out(run, *variant, "a rejected candidate is not asked for it");
    } else if (!is_asked) {
      leave_out(run, *variant, "the candidate refuses no other sizes");
    } else if (is_refused(attempt.verdict, kScaled.at(0)) &&
               is_refused(attempt.verdict, kScaled.at(1))) {
      leave_out(run, *variant, "the largest size halved and doubled are refused");
    } else if (!run.times.is_spent() && has_processes(run)) {
      run_last(run, std::string(name), false);
    }
  }
}

// Inputs that differ in few elements from others before them, for those who could tell: a host that
// reads no value and kernels that keep none do not.
bool is_idle(const InputRun& run, const PreparedVariant& variant) {
  constexpr double kCheapElements = 1 << 16;
  if (!is_almost_another(variant) || run.is_unsteady) return false;
  if (variant.name != "few_changed") return true;
  double elements = 0;
  for (const auto& shape : variant.shapes)
    elements += std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
  return elements > kCheapElements;
}

}  // namespace

bool has_processes(InputRun& run) {
  return run.attempt.run != nullptr || begin_again(run);
}

bool begin_unknowing(InputRun& run, const PreparedVariant* first) {
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
    run.knows_own = is_own(*first);
    return true;
  }
  run.attempt.run.reset();
  return has_processes(run);
}

// Behind all others, for those who could tell: who counts what came before is at another number
// then. One more input that is almost another one, and the harsh values once more.
void run_closing(InputRun& run) {
  run_other_weights(run);
  run_far(run);
  run_scaled(run);
  if (!run.is_unsteady) return;
  run.before = nullptr;  // with a model that is made for these weights
  if (run_last(run, "new_seed", true)) run_last(run, std::string(kLast), false);
  run.before = nullptr;
  run_last(run, "mixed", true);
}

void run_input(InputRun& run, const PreparedVariant& variant) {
  Attempt& attempt = run.attempt;
  const bool is_main = is_own(variant);
  if (!is_main && variant.name != "tiny" && run.times.is_spent()) {
    attempt.add_flag("inputs_timed_out");
    return leave_out(run, variant, "the inputs before it took all the time that there is");
  }
  if (rule_of(variant.name).settings && attempt.has_flag("fixed_settings"))
    return leave_out(run, variant,
                     "the candidate takes no notice of what its constructor is given");
  if (is_idle(run, variant))
    return leave_out(run, variant, "the host reads no values, and kernels keep none");
  if (variant.name == kLast || variant.name == kFar || variant.name == kOtherWeights ||
      is_scaled(variant))
    return;  // see run_closing
  run.limit = TimeLimit::of_own_time(run.times.seconds_for(variant, is_main));
  const bool is_other_size =
      std::find(kOtherSizes.begin(), kOtherSizes.end(), variant.name) != kOtherSizes.end();
  if (!(is_other_size ? has_knowing_processes(run) : has_processes(run))) return;
  if (variant.name == "mixed") return run_mixed(run, variant);
  run_forward(run, variant);
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/verify/request/named_sizes.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/take_links.h"

namespace nereid::verify {
namespace {

bool has_passed_original(const Verdict& verdict) {
  return std::any_of(verdict.inputs.begin(), verdict.inputs.end(), [](const InputResult& input) {
    return input.variant == "original" && input.applicable && input.passed;
  });
}

bool any_applicable(const PreparedReference& reference) {
  return std::any_of(reference.variants.begin(), reference.variants.end(),
                     [](const PreparedVariant& variant) {
                       return variant.applicable && stage_of(variant) == Stage::kFull &&
                              !rule_of(variant.name).on_gpu;
                     });
}

void pass_if_clean(InputRun& run, Stage stage, double elapsed_ms) {
  if (run.attempt.stopped()) return;
  if (run.attempt.stage(stage).outcome == StageOutcome::kRejected) return;
  run.attempt.pass(stage, elapsed_ms);
}

void run_tiny(InputRun& run, const PreparedVariant& tiny) {
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

// Whether the variant is for kernels with a tile that this candidate's have not had, and that its
// text does not name: a host may ask for whole blocks of a length that no kernel has.
bool lacks_tile(const InputRun& run, const PreparedVariant& variant) {
  const int tile = rule_of(variant.name).tile;
  return tile != 0 && std::find(run.tiles.begin(), run.tiles.end(), tile) == run.tiles.end() &&
         !names(run.attempt.request.candidate, tile);
}

// Whether the variant is judged, with what is known so far: all while nothing speaks against the
// candidate; behind a rejection, what tells how far it came and whether it is right for its task.
bool is_wanted(const InputRun& run, const PreparedVariant& variant) {
  const Attempt& attempt = run.attempt;
  if (attempt.stopped() || rule_of(variant.name).on_gpu) return false;
  if (lacks_tile(run, variant)) return false;
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

// Behind what all candidates share, but for what only gives flags.
void run_last(InputRun& run) {
  run_closing(run);
  judge_fixed_settings(run);
  run_named(run);
  run_compared(run);
  run_beyond(run);
  look_beside_models(run);
}

// All variants, once.
void run_variants(InputRun& run) {
  Attempt& attempt = run.attempt;
  bool is_last_open = true;
  for (const PreparedVariant* variant : in_order(attempt)) {
    if (!is_wanted(run, *variant)) continue;
    if (variant->advisory && std::exchange(is_last_open, false)) run_last(run);
    if (variant->advisory) compile_the_rest(run);  // while the processes are there to be asked
    if (run.again || attempt.stopped()) return;
    if (variant->name == "tiny")
      run_tiny(run, *variant);
    else
      run_input(run, *variant);
  }
  if (is_last_open) run_last(run);
  compile_the_rest(run);
}

// As the table of variants lists them, whatever the order in which they were judged.
void sort_inputs(const InputRun& run, std::vector<InputResult>& inputs) {
  const Attempt& attempt = run.attempt;
  const auto& variants = attempt.reference.variants;
  for (const PreparedVariant& variant : variants)
    if (!variant.applicable && variant.name != "tiny" && !rule_of(variant.name).on_gpu &&
        attempt.goes_on())
      inputs.push_back(result_of(attempt, variant));
  const auto is_listed = [&](const PreparedVariant& variant) {
    return std::any_of(inputs.begin(), inputs.end(),
                       [&](const InputResult& input) { return input.variant == variant.name; });
  };
  for (const PreparedVariant& variant : variants)
    if (variant.applicable && lacks_tile(run, variant) && attempt.goes_on() &&
        !is_listed(variant)) {
      inputs.push_back(result_of(attempt, variant));
      inputs.back().applicable = false;
      inputs.back().detail = "no kernel has a block of that length";
    }
  const auto place = [&](const InputResult& input) {
    return std::find_if(variants.begin(), variants.end(), [&](const PreparedVariant& variant) {
      return variant.name == input.variant;
    });
  };
  std::stable_sort(inputs.begin(), inputs.end(),
                   [&](const auto& one, const auto& other) { return place(one) < place(other); });
}

void run_all(InputRun& run) {
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
  look_without_values(run);
  if (run.is_tiny_open) pass_if_clean(run, Stage::kTiny, 0);
  pass_if_clean(run, Stage::kFull, run.full_ms);
}

}  // namespace

void run_input_stages(Attempt& attempt) {
  if (!any_applicable(attempt.reference))
    return attempt.give_up({"reference_error", "no input variant of this task can be judged"});
  InputRun run{attempt, InputTimes(attempt.request.options.run_limit_s)};
  run.original = attempt.reference.find("original");
  if (!has_tiny(attempt)) attempt.stage(Stage::kTiny).detail = "no smaller inputs were made";
  attempt.begin_stage(Stage::kFull);
  const Seat seat;
  attempt.seat = &seat;
  if (attempt.run) attempt.run->sit(&seat);
  run_all(run);
  sort_inputs(run, attempt.verdict.inputs);
  attempt.verdict.untried = untried_lines(run);
  attempt.run.reset();
  attempt.seat = nullptr;
  // Behind all limits of time: a candidate shall not run out of it for what is only shown.
  if (run.stored && !attempt.stopped()) take_links(attempt, *run.linked, *run.stored);
}

}  // namespace nereid::verify

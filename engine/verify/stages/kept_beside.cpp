// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/own_only.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

// What the first call of a process may be like, one of each kind: in other dtypes, whole blocks
// along all axes, and sizes that no block divides.
constexpr std::string_view kOtherDtype[] = {"other_dtype", "other_integers"};
constexpr std::string_view kThirdDtype[] = {"third_dtype"};
constexpr std::string_view kWhole[] = {"same_sizes", "whole_1024", "whole_512",
                                       "whole_256",  "whole_128",  "tiny"};
constexpr std::string_view kUneven[] = {"odd_dims", "larger_dims", "unit_dims"};
constexpr std::array<std::span<const std::string_view>, 4> kBeginnings = {kOtherDtype, kThirdDtype,
                                                                          kWhole, kUneven};
constexpr std::string_view kAsDrawn[] = {"new_seed", "original"};

const PreparedVariant* first_served(const InputRun& run, std::span<const std::string_view> names) {
  for (const std::string_view name : names)
    for (const PreparedVariant* variant : run.served)
      if (variant->name == name) return variant;
  return nullptr;
}

// One more call on inputs that have passed; what it shows goes to nobody but the reason.
std::optional<Step> call(InputRun& run, const PreparedVariant& variant, int output,
                         ForwardExtras extras) {
  Result<Step> step = run.attempt.run->forward(ForwardMode::kRun, variant, /*again=*/false, output,
                                               run.limit, run.unfit, extras);
  if (!step) {
    run.attempt.give_up(step.error());
    return std::nullopt;
  }
  if (step->end != EndKind::kMessage || !json_value(step->message.body, "ok", false))
    run.attempt.run.reset();
  return std::move(*step);
}

// Rejects a candidate whose answer to inputs that have passed is wrong now. `tells`: so does a call
// that fails, not the values of its answer alone.
void judge_once_more(InputRun& run, const PreparedVariant& variant, ForwardExtras extras,
                     bool tells, const std::string& why) {
  Attempt& attempt = run.attempt;
  const Result<UniqueFd> output = empty_memfd("output");
  if (!output) return attempt.give_up(output.error());
  const std::optional<Step> step = call(run, variant, output->get(), extras);
  if (!step || step->end != EndKind::kMessage) return;
  const Json& body = step->message.body;
  if (!json_value(body, "ok", false)) {
    const std::string code = json_value(body, "code", std::string());
    if (!tells || blames_nobody(code) || leaves_to_torch(code)) return;
    return attempt.reject(
        stage_of(variant),
        {code, fmt::format("{}, {}; inputs {}; {}", spoken(variant.name),
                           json_value(body, "message", std::string()), inputs_text(variant), why)},
        run.full_ms);
  }
  const Comparison comparison =
      judge_output(variant, body, output->get(), Maps::kNone, attempt.request.options);
  if (comparison.passed) return;
  Reason reason = reason_of(comparison, variant);
  reason.message += "; " + why;
  attempt.reject(stage_of(variant), std::move(reason), run.full_ms);
}

// What the first call of a process has left may hang on its dtype or its sizes.
void begin_with_others(InputRun& run) {
  for (const auto& names : kBeginnings) {
    const PreparedVariant* first = first_served(run, names);
    if (first == nullptr) continue;
    if (!asks_for_more(run) || !begin_unknowing(run, first)) return;
    if (run.before != first) continue;
    judge_once_more(run, *run.original, {}, /*tells=*/true,
                    fmt::format("something is kept of the first call of a process, which had {}",
                                spoken(first->name)));
  }
}

// The first model of a process may leave what one with other numbers takes for its own.
void begin_with_another_model(InputRun& run) {
  const PreparedVariant* inputs = first_served(run, kAsDrawn);
  if (inputs == nullptr || !asks_for_more(run) || !begin_unknowing(run, nullptr)) return;
  const Result<UniqueFd> unread = empty_memfd("output");
  if (!unread) return;
  const std::optional<Step> other = call(run, *inputs, unread->get(), {.other_model = true});
  if (!other || run.attempt.run == nullptr) return;
  judge_once_more(run, *inputs, {}, /*tells=*/false,
                  "another model was made and called before, and something of that is kept");
}

// What one model has left may be taken for what is another one's.
void call_another_model(InputRun& run) {
  const PreparedVariant* inputs = first_served(run, kAsDrawn);
  if (inputs == nullptr || !asks_for_more(run) || !begin_unknowing(run, inputs) ||
      run.before != inputs)
    return;
  const Result<UniqueFd> unread = empty_memfd("output");
  if (!unread) return;
  const std::optional<Step> other =
      call(run, *inputs, unread->get(), {.same_model = true, .other_model = true});
  if (!other || run.attempt.run == nullptr) return;
  judge_once_more(run, *inputs, {.same_model = true}, /*tells=*/false,
                  "another model was made and called in between, and something of that is kept");
}

}  // namespace

void look_beside_models(InputRun& run) {
  if (!run.keeps_beside || run.original == nullptr || !asks_for_more(run)) return;
  compile_the_rest(run);  // what these processes have launched, and others will not tell
  if (run.again || run.attempt.stopped() || run.attempt.verdict.rejected_at) return;
  run.compiled = false;
  run.limit = TimeLimit::of_own_time(run.times.seconds_for(*run.original, /*is_main=*/true));
  begin_with_others(run);
  call_another_model(run);
  begin_with_another_model(run);
  run.before = nullptr;
}

}  // namespace nereid::verify

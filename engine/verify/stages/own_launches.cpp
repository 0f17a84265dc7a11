// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/own_only.h"

namespace nereid::verify {
namespace {

// The task's own sizes, where its inputs are smaller; else such as are far beyond them.
constexpr std::string_view kOwn = "own_launches";
constexpr std::array<std::string_view, 2> kFar = {"far_launches_0", "far_launches_1"};
constexpr double kFarSeconds = 3;  // a text that is unrolled as often tells nothing

// A GPU has values at these sizes, unless they are too many for the reference.
bool has_own_values(const PreparedReference& reference) {
  const PreparedVariant* own = reference.find("own_sizes");
  return own != nullptr && own->applicable;
}

// Asks for a forward without memory and rejects what is certain there.
void look_at(InputRun& run, std::string_view name, std::string_view which) {
  Attempt& attempt = run.attempt;
  const PreparedVariant* blank = attempt.reference.find(std::string(name));
  if (blank == nullptr || !blank->applicable || attempt.stopped() || attempt.verdict.rejected_at ||
      attempt.request.options.policy == Policy::kOutputs || !has_processes(run))
    return;
  const double compile_s = attempt.request.options.compile_limit_s;
  const TimeLimit limit =
      TimeLimit::of_own_time(name == kOwn ? compile_s : std::min(compile_s, kFarSeconds));
  const auto begin = Clock::now();
  const Result<Step> step = attempt.run->forward(ForwardMode::kTrace, *blank, /*again=*/false,
                                                 /*output=*/-1, limit, run.unfit);
  const double elapsed_ms = milliseconds_since(begin);
  const bool has_ended = !step || step->end != EndKind::kMessage;
  const bool is_right = !has_ended && json_value(step->message.body, "ok", false);
  // `certain`: what is so whatever the values are
  if (!has_ended && !is_right && json_value(step->message.body, "certain", false)) {
    Json body = step->message.body;
    body["message"] = fmt::format("{}, {}; inputs {}", which,
                                  json_value(body, "message", std::string()), inputs_text(*blank));
    attempt.reject_as_told(Stage::kFull, body, run.full_ms + elapsed_ms);
  }
  run.full_ms += elapsed_ms;
  if (!is_right) attempt.run.reset();
}

}  // namespace

void look_without_values(InputRun& run) {
  if (!has_own_values(run.attempt.reference)) look_at(run, kOwn, "own sizes");
  for (const std::string_view name : kFar) look_at(run, name, "far sizes");
  run.attempt.run.reset();  // its device has no memory any more
}

}  // namespace nereid::verify

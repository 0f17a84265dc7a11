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
// A text that is unrolled as often tells nothing, and takes long: how much longer than any of the
// candidate's inputs, and at least and at most how long, one is waited for.
constexpr double kFarTimes = 4, kLeastFarSeconds = 1, kFarSeconds = 3;

// A GPU has values at these sizes, unless they are too many for the reference.
bool has_own_values(const PreparedReference& reference) {
  const PreparedVariant* own = reference.find("own_sizes");
  return own != nullptr && own->applicable;
}

double far_seconds(const Attempt& attempt) {
  double longest_ms = 0;
  for (const InputResult& input : attempt.verdict.inputs)
    longest_ms = std::max(longest_ms, input.elapsed_ms);
  return std::min(attempt.request.options.compile_limit_s,
                  std::clamp(kFarTimes * longest_ms / 1e3, kLeastFarSeconds, kFarSeconds));
}

// Asks for a forward without memory and rejects what is certain there. False: it did not end in
// time.
bool look_at(InputRun& run, std::string_view name, std::string_view which, double seconds) {
  Attempt& attempt = run.attempt;
  const PreparedVariant* blank = attempt.reference.find(std::string(name));
  if (blank == nullptr || !blank->applicable || attempt.stopped() || attempt.verdict.rejected_at ||
      attempt.request.options.policy == Policy::kOutputs || !has_processes(run))
    return true;
  const TimeLimit limit = TimeLimit::of_own_time(seconds);
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
    attempt.fails_on_gpu = attempt.fails_on_gpu || name == kOwn;
  }
  run.full_ms += elapsed_ms;
  if (!is_right) attempt.run.reset();
  return !has_ended;
}

}  // namespace

void look_without_values(InputRun& run) {
  if (!has_own_values(run.attempt.reference))
    look_at(run, kOwn, "own sizes", run.attempt.request.options.compile_limit_s);
  const double seconds = far_seconds(run.attempt);
  for (const std::string_view name : kFar)
    if (!look_at(run, name, "far sizes", seconds)) break;
  run.attempt.run.reset();  // its device has no memory any more
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

#include "engine/verify/stages/input_run.h"
#include "engine/verify/stages/own_only.h"

namespace nereid::verify {
namespace {

constexpr std::string_view kName = "own_launches";

// A GPU has values at these sizes, unless they are too many for the reference.
bool has_own_values(const PreparedReference& reference) {
  const PreparedVariant* own = reference.find("own_sizes");
  return own != nullptr && own->applicable;
}

}  // namespace

void look_at_own_sizes(InputRun& run) {
  Attempt& attempt = run.attempt;
  const PreparedVariant* own = attempt.reference.find(std::string(kName));
  if (own == nullptr || !own->applicable || attempt.stopped() || attempt.verdict.rejected_at ||
      attempt.request.options.policy == Policy::kOutputs || has_own_values(attempt.reference) ||
      !has_processes(run))
    return;
  const TimeLimit limit = TimeLimit::of_own_time(attempt.request.options.compile_limit_s);
  const auto begin = Clock::now();
  const Result<Step> step = attempt.run->forward(ForwardMode::kTrace, *own, /*again=*/false,
                                                 /*output=*/-1, limit, run.unfit);
  const double elapsed_ms = milliseconds_since(begin);
  const bool has_ended = !step || step->end != EndKind::kMessage;
  // `certain`: what is so whatever the values are
  if (!has_ended && !json_value(step->message.body, "ok", false) &&
      json_value(step->message.body, "certain", false)) {
    Json body = step->message.body;
    body["message"] = fmt::format("own sizes, {}; inputs {}",
                                  json_value(body, "message", std::string()), inputs_text(*own));
    attempt.reject_as_told(Stage::kFull, body, run.full_ms + elapsed_ms);
  }
  run.full_ms += elapsed_ms;
  attempt.run.reset();  // its device has no memory any more
}

}  // namespace nereid::verify

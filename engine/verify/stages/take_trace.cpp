// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/take_trace.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/json.h"
#include "engine/verify/machine/tape.h"
#include "engine/verify/tensors/memfd.h"
#include "engine/verify/trace.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxTapeBytes = std::size_t{512} << 20U;
constexpr double kTraceSeconds = 30;

Result<machine::Tape> read_tape(int fd) {
  const Result<PrivateBytes> bytes = private_copy(fd, kMaxTapeBytes);
  if (!bytes) return bytes.error();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const Result<Json> json = parse_json(text, "tape");
  if (!json) return json.error();
  return machine::Tape::of_json(*json);
}

// The store that left the element there; of a program that failed, what it did last; of one that
// was chosen, what it did first.
void find_value(Trace& trace, const machine::Tape& tape, std::uint64_t address) {
  trace.value = machine::kNoTapeValue;
  if (tape.events.empty() || trace.is_chosen) return;
  trace.event = static_cast<std::uint32_t>(tape.events.size() - 1);
  if (address == 0) return;
  const auto store = tape.store_to(address, trace.event + 1);
  if (!store) return;
  trace.event = store->event;
  trace.value = tape.stored_value(store->event);
  const bool scalar = trace.value != machine::kNoTapeValue && tape.form(trace.value).lanes() == 1;
  trace.lane = scalar ? 0 : static_cast<std::uint32_t>(store->lane);
}

std::vector<TraceLaunch> launches_in(const Json& body) {
  std::vector<TraceLaunch> launches;
  for (const Json& one : json_value(body, "launches", Json::array())) {
    TraceLaunch launch;
    launch.kernel = json_value(one, "kernel", std::string());
    const auto grid = json_value(one, "grid", std::vector<std::int64_t>());
    std::copy_n(grid.begin(), std::min(grid.size(), launch.grid.size()), launch.grid.begin());
    launch.is_kept = json_value(one, "kept", true);
    launches.push_back(std::move(launch));
  }
  return launches;
}

Trace ask(Attempt& attempt, Trace trace, const std::optional<TraceProgram>& program) {
  Json body = {{"op", "trace"}, {"output", trace.output}, {"index", trace.index}};
  if (program) body = {{"op", "trace"}, {"launch", program->launch}, {"program", program->at}};
  const Step step = attempt.run->ask_device(body, {}, seconds_from_now(kTraceSeconds));
  if (step.end != EndKind::kMessage) {
    trace.problem = step.text.empty() ? "the device did not answer" : step.text;
    return trace;
  }
  if (!json_value(step.message.body, "ok", false)) {
    trace.problem = json_value(step.message.body, "message", std::string("no tape"));
    return trace;
  }
  Result<machine::Tape> tape = read_tape(step.message.fd("tape"));
  if (!tape) {
    trace.problem = tape.error().message;
    return trace;
  }
  trace.launches = launches_in(step.message.body);
  trace.launch = json_value(step.message.body, "launch", 0);
  find_value(trace, *tape, json_value(step.message.body, "address", std::uint64_t{0}));
  trace.tape = std::make_shared<const machine::Tape>(*std::move(tape));
  return trace;
}

}  // namespace

bool is_traced(const Attempt& attempt, const PreparedVariant& variant, const InputResult& input) {
  const std::optional<TraceElement>& wanted = attempt.request.options.trace;
  if (!wanted || !attempt.run || variant.advisory) return false;
  if (!wanted->input.empty()) return wanted->input == variant.name;
  if (!input.passed) return !attempt.verdict.trace || attempt.verdict.trace->input == "original";
  return variant.name == "original";
}

void take_trace(Attempt& attempt, const InputResult& input) {
  const TraceElement& wanted = *attempt.request.options.trace;
  Trace trace;
  trace.input = input.variant;
  trace.is_chosen = wanted.program.has_value();
  const bool asked = trace.is_chosen || wanted.output || !wanted.index.empty();
  trace.output = asked ? wanted.output.value_or(0) : input.first_wrong_output;
  trace.index = asked ? wanted.index : input.first_wrong_index;
  attempt.verdict.trace =
      std::make_shared<const Trace>(ask(attempt, std::move(trace), wanted.program));
}

}  // namespace nereid::verify

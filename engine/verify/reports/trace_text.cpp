// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/verify/machine/tape.h"
#include "engine/verify/trace.h"

namespace nereid::verify {
namespace {

using machine::ChainLink;
using machine::Tape;
using machine::TapeEvent;
using machine::TapeOperation;

constexpr std::size_t kMaxLines = 200;

std::string index_text(const std::vector<std::int64_t>& index) {
  return fmt::format("[{}]", fmt::join(index, ", "));
}

// A value, or the range of several.
std::string lanes_text(const Tape& tape, std::uint32_t value,
                       const std::vector<std::uint32_t>& lanes) {
  if (lanes.size() == 1) return tape.text(value, lanes.front());
  double low = INFINITY, high = -INFINITY;
  std::size_t strange = 0;
  for (const std::uint32_t lane : lanes) {
    const double number = tape.number(value, lane);
    if (!std::isfinite(number)) ++strange;
    low = std::fmin(low, number);
    high = std::fmax(high, number);
  }
  return fmt::format("{:.6g} to {:.6g}, {} elements{}", low, high, lanes.size(),
                     strange > 0 ? fmt::format(", {} not finite", strange) : "");
}

// "h_3" is the third value of the variable h.
std::string variable(const std::string& name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  const bool counted = end != std::string::npos && end + 1 < name.size() && name[end] == '_';
  return counted ? name.substr(0, end) : name;
}

std::string places_text(const Tape& tape, std::uint32_t event,
                        const std::vector<std::uint32_t>& lanes) {
  std::vector<std::string> places;
  for (const std::uint32_t lane : lanes)
    if (const auto address = tape.address(event, lane)) places.push_back(tape.place_text(*address));
  if (places.empty()) return "nothing: masked off";
  if (places.size() < 3) return fmt::format("{}", fmt::join(places, ", "));
  return fmt::format("{} ... {}, {} elements", places.front(), places.back(), places.size());
}

std::string row(const std::string& line, const std::string& name, const std::string& operation,
                const std::string& value) {
  return fmt::format("  {:>5}  {:<12} {:<22} {}\n", line, name, operation, value);
}

std::string link_row(const Tape& tape, const std::vector<ChainLink>& chain, const ChainLink& link) {
  const std::uint32_t event = tape.values[link.value].event;
  const TapeOperation& operation = tape.operation_of(event);
  std::string value = lanes_text(tape, link.value, link.lanes);
  if (operation.loads) {
    value += "  from " + places_text(tape, event, link.lanes);
  } else if (!link.from.empty() && link.lanes.size() == 1) {
    std::vector<std::string> parts;
    for (const std::size_t from : link.from)
      parts.push_back(lanes_text(tape, chain[from].value, chain[from].lanes));
    value += fmt::format("  of {}", fmt::join(parts, "; "));
  }
  return row(operation.line > 0 ? fmt::format("{}", operation.line) : "",
             variable(tape.form(link.value).name), operation.name, value);
}

std::string head(const Trace& trace, const Tape& tape) {
  const std::string where =
      fmt::format("kernel {}, program {}, {}, {} of {} x {} x {}", tape.kernel, tape.program[0],
                  tape.program[1], tape.program[2], tape.grid[0], tape.grid[1], tape.grid[2]);
  if (trace.value == machine::kNoTapeValue)
    return fmt::format("input \"{}\": {}, which failed\n", trace.input, where);
  return fmt::format("input \"{}\", output {}{}: {}\n", trace.input, trace.output,
                     index_text(trace.index), where);
}

}  // namespace

std::string trace_text(const Trace& trace) {
  if (!trace.tape)
    return fmt::format("input \"{}\", output {}{}: {}", trace.input, trace.output,
                       index_text(trace.index), trace.problem);
  const Tape& tape = *trace.tape;
  std::string text = head(trace, tape) + row("line", "variable", "operation", "value");
  const TapeOperation& last = tape.operation_of(trace.event);
  const std::string line = last.line > 0 ? fmt::format("{}", last.line) : "";
  if (trace.value == machine::kNoTapeValue) {
    text += row(line, "", last.name, "the last that it did");
  } else {
    const auto chain = tape.chain(trace.value, {trace.lane});
    text += row(line, "", last.name,
                fmt::format("{}  to {}", tape.text(trace.value, trace.lane),
                            places_text(tape, trace.event, {trace.lane})));
    for (std::size_t i = 0; i < std::min(chain.size(), kMaxLines); ++i)
      text += link_row(tape, chain, chain[i]);
    if (chain.size() > kMaxLines)
      text += row("", "", "", fmt::format("and {} more", chain.size() - kMaxLines));
  }
  if (tape.is_cut) text += "  The program did more than is kept.\n";
  text.pop_back();
  return text;
}

}  // namespace nereid::verify

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
  return index.empty() ? std::string() : fmt::format("[{}]", fmt::join(index, ", "));
}

std::string number_text(const Tape& tape, std::uint32_t value, std::uint32_t lane) {
  if (tape.form(value).dtype != "f32") return tape.text(value, lane);
  return fmt::format("{}", static_cast<float>(tape.number(value, lane)));
}

// A value, or the range of several.
std::string lanes_text(const Tape& tape, std::uint32_t value,
                       const std::vector<std::uint32_t>& lanes) {
  if (lanes.size() == 1) return number_text(tape, value, lanes.front());
  double low = INFINITY, high = -INFINITY;
  std::size_t strange = 0;
  for (const std::uint32_t lane : lanes) {
    const double number = tape.number(value, lane);
    if (!std::isfinite(number)) ++strange;
    low = std::fmin(low, number);
    high = std::fmax(high, number);
  }
  const std::string range = low == high ? number_text(tape, value, lanes.front())
                                        : fmt::format("{:.6g} to {:.6g}", low, high);
  return fmt::format("{}, {} elements{}", range, lanes.size(),
                     strange > 0 && low != high ? fmt::format(", {} not finite", strange) : "");
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

std::string row(const std::string& name, const std::string& operation, const std::string& value) {
  return fmt::format("         {:<12} {:<20} {}\n", name, operation, value);
}

// The source of a line, where it is another than the one above.
class Lines {
 public:
  explicit Lines(std::string_view source) : source_(source) {}

  std::string head(int line) {
    if (line <= 0 || line == last_) return {};
    last_ = line;
    return fmt::format("  {:>5}  {}\n", line, text_of(line));
  }

 private:
  std::string_view text_of(int line) const {
    std::string_view rest = source_;
    for (int i = 1; i < line; ++i) {
      const std::size_t end = rest.find('\n');
      if (end == std::string_view::npos) return {};
      rest.remove_prefix(end + 1);
    }
    rest = rest.substr(0, rest.find('\n'));
    const std::size_t begin = rest.find_first_not_of(" \t");
    return begin == std::string_view::npos ? std::string_view() : rest.substr(begin);
  }

  std::string_view source_;
  int last_ = 0;
};

std::string link_row(const Tape& tape, const ChainLink& link) {
  const std::uint32_t event = tape.values[link.value].event;
  const TapeOperation& operation = tape.operation_of(event);
  std::string value = lanes_text(tape, link.value, link.lanes);
  if (operation.loads) {
    value += "  from " + places_text(tape, event, link.lanes);
  } else if (link.lanes.size() == 1) {
    std::vector<std::string> parts;
    const TapeEvent& made = tape.events[event];
    for (std::size_t i = 0; i < made.operands.size(); ++i)
      if (const auto lanes = tape.operand_lanes(link.value, link.lanes.front(), i);
          !lanes.empty() && made.operands[i] != machine::kNoTapeValue)
        parts.push_back(lanes_text(tape, made.operands[i], lanes));
    if (!parts.empty()) value += fmt::format("  of {}", fmt::join(parts, "; "));
  }
  return row(variable(tape.form(link.value).name), operation.name, value);
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

std::string trace_text(const Trace& trace, std::string_view source) {
  if (!trace.tape)
    return fmt::format("input \"{}\", output {}{}: {}", trace.input, trace.output,
                       index_text(trace.index), trace.problem);
  const Tape& tape = *trace.tape;
  Lines lines(source);
  const TapeOperation& last = tape.operation_of(trace.event);
  std::string text = head(trace, tape) + lines.head(last.line);
  if (trace.value == machine::kNoTapeValue) {
    text += row("", last.name, "the last that it did");
  } else {
    text += row("", last.name,
                fmt::format("{}  to {}", number_text(tape, trace.value, trace.lane),
                            places_text(tape, trace.event, {trace.lane})));
    const auto chain = tape.chain(trace.value, {trace.lane});
    for (std::size_t i = 0; i < std::min(chain.size(), kMaxLines); ++i)
      text += lines.head(tape.operation_of(tape.values[chain[i].value].event).line) +
              link_row(tape, chain[i]);
    if (chain.size() > kMaxLines)
      text += row("", "", fmt::format("and {} more", chain.size() - kMaxLines));
  }
  if (tape.is_cut) text += "  The program did more than is kept.\n";
  text.pop_back();
  return text;
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>
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
constexpr int kFirstRuns = 2;  // of a line in a loop, that are told beside the last
constexpr std::size_t kMaxLaunches = 12;

std::string index_text(const std::vector<std::int64_t>& index) {
  return index.empty() ? std::string() : fmt::format("[{}]", fmt::join(index, ", "));
}

std::string number_text(const Tape& tape, std::uint32_t value, std::uint32_t lane) {
  if (tape.form(value).dtype != "f32") return tape.text(value, lane);
  return fmt::format("{}", static_cast<float>(tape.number(value, lane)));
}

std::vector<std::uint32_t> all_lanes(std::size_t count) {
  std::vector<std::uint32_t> lanes(count);
  std::iota(lanes.begin(), lanes.end(), 0U);
  return lanes;
}

// A value, or the range of several.
std::string lanes_text(const Tape& tape, std::uint32_t value,
                       const std::vector<std::uint32_t>& lanes) {
  if (lanes.size() == 1) return number_text(tape, value, lanes.front());
  if (tape.form(value).dtype == "i1") {
    const auto are_true = std::count_if(lanes.begin(), lanes.end(), [&](std::uint32_t lane) {
      return tape.number(value, lane) != 0;
    });
    return fmt::format("true in {} of {} elements", are_true, lanes.size());
  }
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

// "h_3" is the third value of the variable h, "3" nobody's.
std::string variable(const std::string& name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  if (end == std::string::npos) return {};
  const bool counted = end + 1 < name.size() && name[end] == '_';
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

// All lanes of a value; of pointers the places.
std::string value_text(const Tape& tape, std::uint32_t value) {
  const machine::TapeForm& form = tape.form(value);
  const std::size_t count = form.lanes();
  if (form.dtype == "!tt.ptr" && count > 1)
    return fmt::format("{} ... {}, {} elements", tape.text(value, 0), tape.text(value, count - 1),
                       count);
  return lanes_text(tape, value, all_lanes(count));
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
  /// The next one is told again.
  void forget() { last_ = 0; }

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

std::string access_row(const Tape& tape, std::uint32_t event) {
  const TapeOperation& operation = tape.operation_of(event);
  const auto lanes = all_lanes(tape.lanes_of_access(event));
  if (operation.stores) {
    const std::uint32_t stored = tape.stored_value(event);
    const std::string what = stored == machine::kNoTapeValue ? "" : value_text(tape, stored);
    return row("", operation.name, fmt::format("{}  to {}", what, places_text(tape, event, lanes)));
  }
  const std::uint32_t made = tape.events[event].results.front();
  return row(variable(tape.form(made).name), operation.name,
             fmt::format("{}  from {}", value_text(tape, made), places_text(tape, event, lanes)));
}

std::string value_row(const Tape& tape, std::uint32_t value) {
  return row(variable(tape.form(value).name), tape.operation_of(tape.values[value].event).name,
             value_text(tape, value));
}

// "cst", "c16_i32", "true": named by the compiler, and told where they are used.
bool is_plain_number(const Tape& tape, std::uint32_t event) {
  if (tape.operation_of(event).name != "arith.constant") return false;
  const std::string name = variable(tape.form(tape.events[event].results.front()).name);
  const bool counted = name.size() > 1 && name[0] == 'c' && name.find("_i") != std::string::npos &&
                       (name[1] == '-' || (name[1] >= '0' && name[1] <= '9'));
  return name.empty() || name == "cst" || name == "true" || name == "false" || counted;
}

// What a line made: each variable as it stands behind it, loads and stores; where it made no
// variable, as a condition, the values without a name.
std::string step_rows(const Tape& tape, const machine::TapeStep& step) {
  std::map<std::string, std::uint32_t> last;  // variable -> value
  for (std::uint32_t event = step.begin; event < step.end; ++event)
    for (const std::uint32_t value : tape.events[event].results)
      last[variable(tape.form(value).name)] = value;
  std::string named, unnamed;
  for (std::uint32_t event = step.begin; event < step.end; ++event) {
    const TapeOperation& operation = tape.operation_of(event);
    if (is_plain_number(tape, event)) continue;
    if (operation.loads || operation.stores) {
      named += access_row(tape, event);
      continue;
    }
    for (const std::uint32_t value : tape.events[event].results) {
      const std::string name = variable(tape.form(value).name);
      if (name.empty())
        unnamed += value_row(tape, value);
      else if (last[name] == value)
        named += value_row(tape, value);
    }
  }
  return named.empty() ? unnamed : named;
}

// All that a program did, by line. Of a line in a loop the first rounds and the last.
std::string program_rows(const Tape& tape, Lines lines) {
  const std::vector<machine::TapeStep> steps = tape.steps();
  std::map<int, int> times, runs;
  for (const machine::TapeStep& step : steps) ++times[step.line];
  std::string text;
  std::size_t told = 0, left_out = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const machine::TapeStep& step = steps[i];
    const int run = runs[step.line]++;
    if (run >= kFirstRuns && run + 1 < times[step.line]) {
      ++left_out;
      continue;
    }
    if (left_out > 0) {
      text += row("...", "", fmt::format("{} lines of further rounds", left_out));
      lines.forget();
    }
    left_out = 0;
    if (told == kMaxLines) return text + row("", "", fmt::format("and {} more", steps.size() - i));
    const std::string rows = step_rows(tape, step);
    if (rows.empty()) continue;
    text += lines.head(step.line) + rows;
    ++told;
  }
  return text;
}

std::string sizes_text(const std::array<std::int64_t, 3>& grid) {
  return fmt::format("{} x {} x {}", grid[0], grid[1], grid[2]);
}

// Nothing for a single one.
std::string launches_row(const Trace& trace) {
  if (trace.launches.size() < 2) return {};
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(trace.launches.size(), kMaxLaunches); ++i)
    parts.push_back(
        fmt::format("{}: {} {}", i, trace.launches[i].kernel, sizes_text(trace.launches[i].grid)));
  if (trace.launches.size() > kMaxLaunches) parts.push_back("...");
  return fmt::format("  launches {}\n", fmt::join(parts, "; "));
}

std::string head(const Trace& trace, const Tape& tape) {
  const std::string launch =
      trace.launches.size() > 1
          ? fmt::format(", launch {} of {}", trace.launch, trace.launches.size())
          : std::string();
  const std::string where = fmt::format("kernel {}{}, program {}, {}, {} of {} x {} x {}",
                                        tape.kernel, launch, tape.program[0], tape.program[1],
                                        tape.program[2], tape.grid[0], tape.grid[1], tape.grid[2]);
  if (trace.is_chosen)
    return fmt::format("input \"{}\": {}\n{}", trace.input, where, launches_row(trace));
  if (trace.value == machine::kNoTapeValue)
    return fmt::format("input \"{}\": {}, which failed\n", trace.input, where);
  return fmt::format("input \"{}\", output {}{}: {}\n", trace.input, trace.output,
                     index_text(trace.index), where);
}

// The store of the element, and its way back; of a program that failed, what it did last.
std::string element_rows(const Trace& trace, const Tape& tape, Lines lines) {
  const TapeOperation& last = tape.operation_of(trace.event);
  std::string text = lines.head(last.line);
  if (trace.value == machine::kNoTapeValue)
    return text + row("", last.name, "the last that it did");
  text += row("", last.name,
              fmt::format("{}  to {}", number_text(tape, trace.value, trace.lane),
                          places_text(tape, trace.event, {trace.lane})));
  const auto chain = tape.chain(trace.value, {trace.lane});
  for (std::size_t i = 0; i < std::min(chain.size(), kMaxLines); ++i)
    text += lines.head(tape.operation_of(tape.values[chain[i].value].event).line) +
            link_row(tape, chain[i]);
  if (chain.size() > kMaxLines)
    text += row("", "", fmt::format("and {} more", chain.size() - kMaxLines));
  return text;
}

}  // namespace

std::string trace_text(const Trace& trace, std::string_view source) {
  if (!trace.tape) {
    const std::string element =
        trace.is_chosen ? std::string()
                        : fmt::format(", output {}{}", trace.output, index_text(trace.index));
    return fmt::format("input \"{}\"{}: {}", trace.input, element, trace.problem);
  }
  const Tape& tape = *trace.tape;
  std::string text =
      head(trace, tape) + (trace.is_chosen ? program_rows(tape, Lines(source))
                                           : element_rows(trace, tape, Lines(source)));
  if (tape.is_cut) text += "  The program did more than is kept.\n";
  text.pop_back();
  return text;
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/trace.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "engine/verify/verifier.h"

namespace nereid::verify {
namespace {

constexpr std::int64_t kMaxOutputs = 1000;
constexpr std::int64_t kMaxLaunches = 1'000'000;
constexpr std::string_view kLaunch = "launch:", kProgram = "program:";

// A number in front of `end`, or of nothing; takes both away.
std::optional<std::int64_t> take_number(std::string_view& text, char end) {
  std::int64_t value = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(at - text.data()));
  if (text.empty()) return value;
  if (text.front() != end || text.size() < 2) return std::nullopt;
  text.remove_prefix(1);
  return value;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// "launch:1", "program:4,0" or both; nothing if it is neither.
std::optional<TraceProgram> program_of(std::string_view text) {
  TraceProgram program;
  if (take(text, kLaunch)) {
    const auto launch = take_number(text, '/');
    if (!launch || *launch > kMaxLaunches) return std::nullopt;
    program.launch = static_cast<int>(*launch);
    if (text.empty()) return program;
  }
  if (!take(text, kProgram)) return std::nullopt;
  for (std::int64_t& at : program.at) {
    const auto number = take_number(text, ',');
    if (!number) return std::nullopt;
    at = *number;
    if (text.empty()) return program;
  }
  return std::nullopt;
}

}  // namespace

Result<TraceElement> trace_element(std::string_view text) {
  TraceElement element;
  if (text == "first") return element;
  const Error bad{ErrorCode::kInvalidArgument,
                  fmt::format("{}: expected first, an index such as 3,8 or one of another output "
                              "such as 1:3,8; or a program of the grid such as program:4,0,2 or "
                              "launch:1/program:4",
                              text)};
  if (text.starts_with(kLaunch) || text.starts_with(kProgram)) {
    element.program = program_of(text);
    if (!element.program) return bad;
    return element;
  }
  element.output = 0;
  if (text.find(':') != std::string_view::npos) {
    const auto output = take_number(text, ':');
    if (!output || *output > kMaxOutputs) return bad;
    element.output = static_cast<int>(*output);
  }
  do {
    const auto at = take_number(text, ',');
    if (!at) return bad;
    element.index.push_back(*at);
  } while (!text.empty());
  return element;
}

}  // namespace nereid::verify

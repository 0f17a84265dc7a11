// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/printing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/verify/machine/internal/lane_operation.h"

namespace nereid::verify::machine {
namespace {

constexpr std::int64_t kShown = 64;

double float_lane(const std::byte* lane, Element element) {
  double value = 0;
  const void* in = lane;
  const bool wide = element == Element::kF64;
  const LaneFunction read =
      lane_function(wide ? LaneOperation::kCopy : LaneOperation::kFpCast, element, Element::kF64);
  if (read) read(&value, &in, 1);
  return value;
}

std::int64_t whole_lane(const std::byte* lane, Element element) {
  std::int64_t value = 0;
  const std::size_t bytes = bytes_of(element);
  std::memcpy(&value, lane, bytes);
  const auto shift = 64 - 8 * static_cast<int>(bytes);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << shift) >> shift;
}

}  // namespace

std::string lane_text(const std::byte* lane, Element element) {
  if (is_float(element)) return fmt::format("{}", float_lane(lane, element));
  const std::int64_t value = whole_lane(lane, element);
  return element == Element::kPointer ? fmt::format("{:#x}", value) : fmt::format("{}", value);
}

double lane_number(const std::byte* lane, Element element) {
  return is_float(element) ? float_lane(lane, element)
                           : static_cast<double>(whole_lane(lane, element));
}

std::string print_line(const std::string& prefix, const Print::Value& value, const Frame& frame) {
  std::string line = fmt::format("({}, {}, {}){}", frame.at[0], frame.at[1], frame.at[2], prefix);
  line.resize(line.find_last_not_of(' ') + 1);
  const std::int64_t shown = std::min(value.type.elements(), kShown);
  for (std::int64_t i = 0; i < shown; ++i)
    line += " " + lane_text(frame.arena + value.place +
                                static_cast<std::size_t>(i) * bytes_of(value.type.element),
                            value.type.element);
  return shown < value.type.elements() ? line + " ..." : line;
}

}  // namespace nereid::verify::machine

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/verify/stages/input_run.h"

namespace nereid::verify {
namespace {

bool is_within(const LineRange& inner, const LineRange& outer) {
  return outer.first <= inner.first && inner.last <= outer.last;
}

}  // namespace

// [number, first line, last line, whether a function's whole body] of each. Every process of the
// candidate has its own; what one has gone is gone.
void note_untried(InputRun& run, const Json& body) {
  const auto told = body.find("untried");
  if (told == body.end() || !told->is_array()) return;  // no call of this process has ended
  std::map<int, UntriedWay> ways;
  for (const Json& one : *told) {
    if (!one.is_array() || one.size() != 4 || !one[3].is_boolean()) continue;
    const auto whole = [](const Json& value) {
      return value.is_number_integer() ? value.get<int>() : 0;
    };
    if (run.untried && !run.untried->contains(whole(one[0]))) continue;
    ways[whole(one[0])] = {{whole(one[1]), whole(one[2])}, one[3].get<bool>()};
  }
  run.untried = std::move(ways);
}

std::vector<LineRange> untried_lines(const InputRun& run) {
  std::vector<LineRange> lines;
  if (!run.untried) return lines;
  const auto in_unused_function = [&](const LineRange& range) {
    return std::any_of(run.untried->begin(), run.untried->end(), [&](const auto& entry) {
      return entry.second.is_function && is_within(range, entry.second.lines);
    });
  };
  // Ways come as they stand in the text, the outer one first.
  for (const auto& entry : *run.untried) {
    const LineRange& range = entry.second.lines;
    const bool is_told = std::any_of(lines.begin(), lines.end(), [&](const LineRange& outer) {
      return is_within(range, outer);
    });
    if (!is_told && !in_unused_function(range)) lines.push_back(range);
  }
  return lines;
}

}  // namespace nereid::verify

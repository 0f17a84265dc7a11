// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/verify/stages/input_run.h"

namespace nereid::verify {
namespace {

using Ends = std::optional<std::array<double, 2>>;

constexpr std::size_t kMostConditions = 256;  // of a candidate
constexpr std::size_t kMostLimits = 12;

Ends ends_of(const Json& one, const char* side) {
  const auto ends = json_value(one, side, std::vector<double>());
  if (ends.size() != 2) return std::nullopt;
  return std::array<double, 2>{ends[0], ends[1]};
}

void widen(Ends& ends, const Ends& more) {
  if (!ends || !more) {
    ends = ends ? ends : more;
    return;
  }
  ends = {std::min((*ends)[0], (*more)[0]), std::max((*ends)[1], (*more)[1])};
}

// What all forwards compare with: another number is of their values.
void keep_numbers(ComparedSides& seen, std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  if (std::exchange(seen.is_known, true))
    std::erase_if(seen.numbers, [&](double number) {
      return !std::binary_search(numbers.begin(), numbers.end(), number);
    });
  else
    seen.numbers = std::move(numbers);
}

// What labels and the like are not is out of the range that a task draws, and stays so.
bool may_be_met(const ComparedSides& seen, double number, const std::array<double, 2>& other) {
  return !seen.is_whole || (other[0] < number && number < other[1]);
}

// Of a single comparison: how far what is compared with `number` reached. Of several: nobody knows
// of what, and between two of their numbers they may all be true.
std::vector<std::array<double, 3>> limits_of(const ComparedSides& seen) {
  std::vector<std::array<double, 3>> limits;
  for (std::size_t i = 0; i < seen.numbers.size(); ++i) {
    const double number = seen.numbers[i];
    const auto is_it = [&](const Ends& ends) {
      return ends && *ends == std::array{number, number};
    };
    if (seen.left && seen.right) {
      const auto& other = is_it(seen.right) ? *seen.left : *seen.right;
      if ((is_it(seen.left) || is_it(seen.right)) && may_be_met(seen, number, other))
        limits.push_back({number, other[0], other[1]});
      continue;
    }
    limits.push_back({number, number, number});
    if (i == 0 || seen.numbers[i - 1] * number < 0) continue;
    double between = (seen.numbers[i - 1] + number) / 2;
    if (seen.is_whole) between = std::floor(between);
    limits.push_back({between, between, between});
  }
  return limits;
}

std::vector<OneSided> one_sided(const InputRun& run) {
  std::vector<OneSided> found;
  for (const auto& [place, seen] : run.comparisons) {
    if (seen.was_true == seen.was_false) continue;
    const auto& [kernel, line, nth] = place;
    for (const auto& [number, low, high] : limits_of(seen)) {
      if (found.size() >= kMostLimits) return found;
      OneSided one = {.kernel = kernel, .line = line, .nth = nth};
      one.number = number, one.low = low, one.high = high;
      one.outcome = seen.was_true;
      one.is_whole = seen.is_whole;
      found.push_back(std::move(one));
    }
  }
  return found;
}

}  // namespace

void note_compared(InputRun& run, const Json& body) {
  for (const Json& one : json_value(body, "compared", Json::array())) {
    if (!one.is_object() || run.comparisons.size() >= kMostConditions) continue;
    ComparedSides& seen = run.comparisons[{json_value(one, "kernel", std::string()),
                                           json_value(one, "line", 0), json_value(one, "nth", 0)}];
    seen.is_whole = json_value(one, "whole", false);
    seen.was_true = seen.was_true || json_value(one, "true", false);
    seen.was_false = seen.was_false || json_value(one, "false", false);
    widen(seen.left, ends_of(one, "left"));
    widen(seen.right, ends_of(one, "right"));
    keep_numbers(seen, json_value(one, "numbers", std::vector<double>()));
  }
}

void run_compared(InputRun& run) {
  if (!asks_for_more(run)) return;
  Attempt& attempt = run.attempt;
  if (run.compared == nullptr) {
    attempt.verdict.one_sided = one_sided(run);
    if (attempt.verdict.one_sided.empty()) return;
    run.compared = prepare_compared(attempt.children, attempt.request, attempt.reference.sizes,
                                    attempt.verdict.one_sided, attempt.cancelled);
  }
  run_made_for_it(run, *run.compared);
  for (OneSided& one : attempt.verdict.one_sided) {
    const ComparedSides& seen = run.comparisons.at({one.kernel, one.line, one.nth});
    one.was_both = seen.was_true && seen.was_false;
  }
}

}  // namespace nereid::verify

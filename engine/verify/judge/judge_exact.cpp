// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of which every element counts as it is: whole numbers, and elements of the inputs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/verify/judge/elements.h"
#include "engine/verify/tensors/numeric.h"

namespace nereid::verify {
namespace {

double element(const TensorView& tensor, std::int64_t flat) {
  std::array<double, 1> value{};
  load_double(tensor, flat, value);
  return value.front();
}

// Of zeros the sign may be another one, as of a largest number; NaN is NaN.
bool is_same_number(double one, double other) {
  return one == other || (std::isnan(one) && std::isnan(other));
}

}  // namespace

Comparison compare_exact(const TensorView& exact, const TensorView& actual, Maps maps,
                         const Undecided& undecided) {
  Comparison result;
  result.total_elements = actual.elements();
  const std::size_t size = dtype_bytes(actual.dtype);
  const auto equal = [&](const TensorView& one, std::int64_t i, std::int64_t j) {
    const auto at = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * size);
    const auto actual_at = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(j) * size);
    return std::equal(one.data.begin() + at,
                      one.data.begin() + at + static_cast<std::ptrdiff_t>(size),
                      actual.data.begin() + actual_at) ||
           (is_floating(actual.dtype) && is_same_number(element(one, i), element(actual, j)));
  };
  const auto is_same = [&](std::int64_t i) {
    if (equal(exact, i, i)) return true;
    const auto place = std::lower_bound(undecided.places.begin(), undecided.places.end(), i);
    if (place == undecided.places.end() || *place != i) return false;
    const std::int64_t count = undecided.choices.shape[1];
    for (std::int64_t choice = 0; choice < count; ++choice)
      if (equal(undecided.choices, (place - undecided.places.begin()) * count + choice, i))
        return true;
    return false;
  };
  std::int64_t first = -1;
  for (std::int64_t i = 0; i < result.total_elements; ++i)
    if (!is_same(i) && result.wrong_elements++ == 0) first = i;
  result.passed = result.wrong_elements == 0;
  if (wants_map(maps, result.passed)) {
    ErrorMapper mapper(actual.shape);
    for (std::int64_t i = 0; i < result.total_elements; ++i)
      mapper.add(is_same(i) ? 0 : kMismatchLevel);
    result.map = std::make_shared<const ErrorMap>(mapper.take());
  }
  if (result.passed) return result;
  result.error = static_cast<double>(result.wrong_elements) /
                 static_cast<double>(std::max<std::int64_t>(result.total_elements, 1));
  show_element(result, exact, actual, first);
  result.code = "wrong_values";
  result.message =
      is_scalar(result)
          ? fmt::format("the only element: {} where {} is expected",
                        shown_value(result.actual_value), shown_value(result.expected_value))
          : fmt::format("{} of {} elements, first at [{}]: {} where {} is expected",
                        with_separators(result.wrong_elements),
                        with_separators(result.total_elements),
                        fmt::join(result.first_wrong_index, ", "), shown_value(result.actual_value),
                        shown_value(result.expected_value));
  return result;
}

}  // namespace nereid::verify

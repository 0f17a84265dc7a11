// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/judge/elements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "engine/verify/tensors/numeric.h"

namespace nereid::verify {
namespace {

std::vector<std::int64_t> index_of(std::int64_t flat, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    index[i] = flat % shape[i];
    flat /= shape[i];
  }
  return index;
}

}  // namespace

void load_chunk(Chunk& chunk, const TensorView& exact, const TensorView& native,
                const TensorView& actual, std::int64_t begin, std::size_t count) {
  load_double(exact, begin, std::span(chunk.exact).first(count));
  load_double(native, begin, std::span(chunk.native).first(count));
  load_double(actual, begin, std::span(chunk.actual).first(count));
}

void show_element(Comparison& result, const TensorView& expected, const TensorView& actual,
                  std::int64_t flat) {
  result.first_wrong_index = index_of(flat, actual.shape);
  load_double(expected, flat, std::span(&result.expected_value, 1));
  load_double(actual, flat, std::span(&result.actual_value, 1));
}

std::string shown_value(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: all whole numbers up to it
  if (std::isnan(value)) return "nan";
  if (value == std::trunc(value) && std::abs(value) < kExact) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

std::string with_separators(std::int64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

bool wants_map(Maps maps, bool passed) {
  return maps == Maps::kAll || (maps == Maps::kWrong && !passed);
}

bool is_scalar(const Comparison& result) {
  return result.first_wrong_index.empty() && result.total_elements == 1;
}

void describe_wrong_values(Comparison& result) {
  result.code = "wrong_values";
  result.message =
      is_scalar(result)
          ? fmt::format("the only element, error {:.2g} against a bound of {:.2g}", result.error,
                        result.bound)
          : fmt::format("{} of {} elements, first at [{}], error {:.2g} against a bound of {:.2g}",
                        with_separators(result.wrong_elements),
                        with_separators(result.total_elements),
                        fmt::join(result.first_wrong_index, ", "), result.error, result.bound);
}

void describe_non_finite(Comparison& result) {
  result.code = std::isfinite(result.actual_value) ? "wrong_values" : "non_finite";
  const std::string actual = shown_value(result.actual_value),
                    expected = shown_value(result.expected_value);
  result.message =
      is_scalar(result)
          ? fmt::format(
                "the only element differs in being NaN or infinite: {} where {} is expected",
                actual, expected)
          : fmt::format(
                "{} of {} elements differ in being NaN or infinite, first at [{}]: {} where "
                "{} is expected",
                with_separators(result.wrong_elements), with_separators(result.total_elements),
                fmt::join(result.first_wrong_index, ", "), actual, expected);
}

}  // namespace nereid::verify

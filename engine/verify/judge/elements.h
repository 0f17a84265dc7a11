// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/verify/judge/judge.h"
#include "engine/verify/tensors/bundle.h"

namespace nereid::verify {

/// Elements are read this many at a time; rows are grouped until a block has about as many.
inline constexpr std::int64_t kBlockElements = 1024;

/// The same elements of the three sides, as double.
struct Chunk {
  std::array<double, kBlockElements> exact, native, actual;
};
void load_chunk(Chunk& chunk, const TensorView& exact, const TensorView& native,
                const TensorView& actual, std::int64_t begin, std::size_t count);

enum class Kind { kFinite, kNan, kPlusInf, kMinusInf };
inline Kind kind_of(double value) {
  if (std::isfinite(value)) return Kind::kFinite;
  if (std::isnan(value)) return Kind::kNan;
  return value > 0 ? Kind::kPlusInf : Kind::kMinusInf;
}

/// Fills in index and both values of the element `flat` of the row-major order.
void show_element(Comparison& result, const TensorView& expected, const TensorView& actual,
                  std::int64_t flat);
/// A value as messages show it: whole numbers in digits, "nan" without a sign.
std::string shown_value(double value);
/// "31,968".
std::string with_separators(std::int64_t value);
/// Whether the one number of a scalar is wrong, which has no place to name.
bool is_scalar(const Comparison& result);
bool wants_map(Maps maps, bool passed);
/// Code and message of wrong values, from what `result` says of them.
void describe_wrong_values(Comparison& result);
/// The same where elements differ in being NaN or infinite.
void describe_non_finite(Comparison& result);

/// One output of which every bit counts: whole numbers, truth values, and floating numbers that are
/// elements of the inputs (ValueRule::exact).
Comparison compare_exact(const TensorView& exact, const TensorView& actual, Maps maps,
                         const Undecided& undecided);

/// One floating output by torch.allclose's rule (Allclose). error and bound are those of the
/// element that is worst against its bound.
Comparison compare_allclose(const TensorView& native, const TensorView& actual,
                            const Allclose& rule, Maps maps);

}  // namespace nereid::verify

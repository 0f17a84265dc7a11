// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point numbers of assembly: their bits, and rounding to each type in each direction.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/verify/machine/internal/assembly.h"

namespace nereid::verify::machine {

/// The lowest `bits` of 64.
inline std::uint64_t mask_of(int bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// A type that numbers are rounded to.
struct NumberFormat {
  int exponent_bits, mantissa_bits;
  std::uint64_t nan;      ///< the one that instructions give
  bool has_infinity;      ///< else its codes are numbers
  std::uint64_t largest;  ///< code of the largest finite number
};
inline constexpr NumberFormat kHalf = {5, 10, 0x7FFF, true, 0x7BFF};
inline constexpr NumberFormat kBfloat = {8, 7, 0x7FFF, true, 0x7F7F};
inline constexpr NumberFormat kSingle = {8, 23, 0x7FFFFFFF, true, 0x7F7FFFFF};
inline constexpr NumberFormat kTensorFloat = {8, 10, 0x3FFFF, true, 0x3FBFF};
inline constexpr NumberFormat kE4M3Format = {4, 3, 0x7F, false, 0x7E};
inline constexpr NumberFormat kE5M2Format = {5, 2, 0x7F, true, 0x7B};

/// The nearest of a type in a direction. `value` is exact, or rounded to odd from more bits.
std::uint64_t encode(double value, const NumberFormat& format, AssemblyRounding rounding,
                     bool finite = false);
double decode(std::uint64_t bits, const NumberFormat& format);

/// The double that is odd where the last operation that made `value` was not exact: rounding it to
/// a type of less than 52 bits is rounding what it stands for. `rest`: the sign of what was lost.
inline double made_odd(double value, double rest) {
  if (rest == 0 || !std::isfinite(value) || std::isnan(rest)) return value;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if ((bits & 1U) != 0) return value;
  const bool away = (rest > 0) == (value > 0);
  if (value == 0) return rest;
  return std::bit_cast<double>(away ? bits + 1 : bits - 1);
}
/// a + b.
inline double odd_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return made_odd(sum, (a - (sum - part)) + (b - part));
}

inline float float_of(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
inline double double_of(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline std::uint64_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline std::uint64_t bits_of(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

/// A number of f32 whose subnormal is 0 of its sign, if so said.
inline float flushed(float value, bool ftz) {
  return ftz && std::fabs(value) < 0x1p-126F ? std::copysign(0.0F, value) : value;
}
inline std::uint64_t flushed_half(std::uint64_t bits, bool ftz) {
  return ftz && (bits & 0x7C00U) == 0 ? bits & 0x8000U : bits;
}
inline std::uint64_t flushed_bfloat(std::uint64_t bits, bool ftz) {
  return ftz && (bits & 0x7F80U) == 0 ? bits & 0x8000U : bits;
}

/// The f32 that an instruction gives.
inline std::uint64_t given(float value, const AssemblyFlags& flags) {
  if (std::isnan(value)) return flags.saturates ? 0 : kSingle.nan;
  value = flushed(value, flags.ftz);
  if (flags.saturates) value = value > 0 ? (value < 1 ? value : 1.0F) : 0.0F;
  return bits_of(value);
}

}  // namespace nereid::verify::machine

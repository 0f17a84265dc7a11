// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/small_floats.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/verify/machine/internal/half.h"

namespace nereid::verify::machine {
namespace {

/// What a type of 8 bits is made of.
struct Small {
  int mantissa;
  int bias;
  int largest;   ///< code of the largest finite number
  int nan;       ///< code of NaN
  int infinity;  ///< code of infinity; -1: none
};
constexpr Small kE4M3 = {3, 7, 0x7E, 0x7F, -1};
constexpr Small kE5M2 = {2, 15, 0x7B, 0x7E, 0x7C};
// Triton's fp8e4b15 has neither infinity nor NaN.
constexpr Small kE4B15 = {3, 15, 0x7F, -1, -1};

float decode(const Small& small, int code) {
  const int size = code & 0x7F;
  const float sign = (code & 0x80) != 0 ? -1.0F : 1.0F;
  if (small.infinity >= 0 && size == small.infinity)
    return sign * std::numeric_limits<float>::infinity();
  if (small.nan >= 0 && size > small.largest) return std::numeric_limits<float>::quiet_NaN();
  const int exponent = size >> small.mantissa;
  const int fraction = size & ((1 << small.mantissa) - 1);
  const int whole = exponent == 0 ? fraction : fraction + (1 << small.mantissa);
  return sign * std::ldexp(static_cast<float>(whole),
                           (exponent == 0 ? 1 : exponent) - small.bias - small.mantissa);
}

std::array<float, 256> decoded(const Small& small) {
  std::array<float, 256> values = {};
  for (int code = 0; code < 256; ++code)
    values.at(static_cast<std::size_t>(code)) = decode(small, code);
  return values;
}

std::uint8_t encode(const Small& small, double value) {
  const int sign = std::signbit(value) ? 0x80 : 0;
  if (std::isnan(value)) return static_cast<std::uint8_t>(small.nan >= 0 ? small.nan : 0x7F);
  const double size = std::fabs(value);
  if (size == 0) return static_cast<std::uint8_t>(sign);  // it has no exponent
  if (size >= decode(small, small.largest)) return static_cast<std::uint8_t>(sign | small.largest);
  // In units of the last place of the number's own exponent; below the smallest exponent that
  // one's.
  int exponent = 0;
  std::frexp(size, &exponent);
  const int unit = std::max(exponent - 1, 1 - small.bias) - small.mantissa;
  const auto whole = static_cast<int>(std::nearbyint(std::ldexp(size, -unit)));
  const int base = (unit + small.mantissa + small.bias - 1) << small.mantissa;
  return static_cast<std::uint8_t>(sign | (base + whole));
}

template <const Small& kSmall, class To, auto kKeep>
void widen(void* out, const void* const* in, std::size_t n) {
  static const std::array<float, 256> kValues = decoded(kSmall);
  const auto* from = static_cast<const std::uint8_t*>(in[0]);
  for (std::size_t i = 0; i < n; ++i) static_cast<To*>(out)[i] = kKeep(kValues.at(from[i]));
}

template <const Small& kSmall, class From, auto kRead>
void narrow(void* out, const void* const* in, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    static_cast<std::uint8_t*>(out)[i] = encode(kSmall, kRead(static_cast<const From*>(in[0])[i]));
}

float same(float x) {
  return x;
}
double twice_as_wide(float x) {
  return x;
}
double same_double(double x) {
  return x;
}

template <const Small& kSmall>
LaneFunction widened(Element to) {
  switch (to) {
    case Element::kF16:
      return widen<kSmall, std::uint16_t, f16_of_float>;
    case Element::kBF16:
      return widen<kSmall, std::uint16_t, bf16_of_float>;
    case Element::kF32:
      return widen<kSmall, float, same>;
    case Element::kF64:
      return widen<kSmall, double, twice_as_wide>;
    default:
      return nullptr;
  }
}

template <const Small& kSmall>
LaneFunction narrowed(Element from) {
  switch (from) {
    case Element::kF16:
      return narrow<kSmall, std::uint16_t, float_of_f16>;
    case Element::kBF16:
      return narrow<kSmall, std::uint16_t, float_of_bf16>;
    case Element::kF32:
      return narrow<kSmall, float, same>;
    case Element::kF64:
      return narrow<kSmall, double, same_double>;
    default:
      return nullptr;
  }
}

// Towards zero, to a type of 8 or 16 bits: the nearest, or if that is larger, the code below it.
template <class To, class From, auto kRead, auto kKeep, auto kBack>
void cut(void* out, const void* const* in, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double value = kRead(static_cast<const From*>(in[0])[i]);
    To code = kKeep(value);
    if (std::fabs(static_cast<double>(kBack(code))) > std::fabs(value)) --code;
    static_cast<To*>(out)[i] = code;
  }
}

double read_f16(std::uint16_t x) {
  return float_of_f16(x);
}
double read_bf16(std::uint16_t x) {
  return float_of_bf16(x);
}
double read_f32(float x) {
  return x;
}
std::uint16_t keep_f16(double x) {
  return f16_of_float(static_cast<float>(x));
}
std::uint16_t keep_bf16(double x) {
  return bf16_of_float(static_cast<float>(x));
}
template <const Small& kSmall>
std::uint8_t keep_small(double x) {
  return encode(kSmall, x);
}
template <const Small& kSmall>
float small_back(std::uint8_t code) {
  static const std::array<float, 256> kValues = decoded(kSmall);
  return kValues.at(code);
}

template <class To, auto kKeep, auto kBack>
LaneFunction cut_to(Element from) {
  switch (from) {
    case Element::kF16:
      return cut<To, std::uint16_t, read_f16, kKeep, kBack>;
    case Element::kBF16:
      return cut<To, std::uint16_t, read_bf16, kKeep, kBack>;
    case Element::kF32:
      return cut<To, float, read_f32, kKeep, kBack>;
    default:
      return nullptr;
  }
}

}  // namespace

LaneFunction cast_towards_zero(Element from, Element to) {
  switch (to) {
    case Element::kF16:
      return cut_to<std::uint16_t, keep_f16, float_of_f16>(from);
    case Element::kBF16:
      return cut_to<std::uint16_t, keep_bf16, float_of_bf16>(from);
    case Element::kF8E4M3:
      return cut_to<std::uint8_t, keep_small<kE4M3>, small_back<kE4M3>>(from);
    case Element::kF8E5M2:
      return cut_to<std::uint8_t, keep_small<kE5M2>, small_back<kE5M2>>(from);
    case Element::kF8E4B15:
      return cut_to<std::uint8_t, keep_small<kE4B15>, small_back<kE4B15>>(from);
    default:
      return nullptr;
  }
}

LaneFunction small_float_cast(Element from, Element to) {
  if (from == Element::kF8E4M3) return widened<kE4M3>(to);
  if (from == Element::kF8E5M2) return widened<kE5M2>(to);
  if (from == Element::kF8E4B15) return widened<kE4B15>(to);
  if (to == Element::kF8E4M3) return narrowed<kE4M3>(from);
  if (to == Element::kF8E5M2) return narrowed<kE5M2>(from);
  if (to == Element::kF8E4B15) return narrowed<kE4B15>(from);
  return nullptr;
}

}  // namespace nereid::verify::machine

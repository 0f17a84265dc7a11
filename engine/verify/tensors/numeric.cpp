// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/tensors/numeric.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace nereid::verify {
namespace {

template <class T, class Convert>
void load_as(const TensorView& tensor, std::int64_t begin, std::span<double> out, Convert convert) {
  const std::byte* source = tensor.data.data() + static_cast<std::size_t>(begin) * sizeof(T);
  for (std::size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, source + i * sizeof(T), sizeof(T));  // the file may be unaligned
    out[i] = convert(value);
  }
}

template <class T>
void load_plain(const TensorView& tensor, std::int64_t begin, std::span<double> out) {
  load_as<T>(tensor, begin, out, [](T value) { return static_cast<double>(value); });
}

}  // namespace

float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1FU;
  const std::uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13));
  if (exponent == 0) {
    const float value = static_cast<float>(fraction) * 0x1p-24F;  // subnormal: exact
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
}

float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

float float8_e4m3_to_float(std::uint8_t bits) {
  const int exponent = (bits >> 3) & 0xF;
  const int fraction = bits & 0x7;
  const float sign = (bits & 0x80) != 0 ? -1.0F : 1.0F;
  if (exponent == 0xF && fraction == 0x7) return std::numeric_limits<float>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -9);
  return sign * std::ldexp(static_cast<float>(8 + fraction), exponent - 10);
}

// Same layout as the upper half of a binary16 number.
float float8_e5m2_to_float(std::uint8_t bits) {
  return half_to_float(static_cast<std::uint16_t>(bits << 8));
}

void load_double(const TensorView& tensor, std::int64_t begin, std::span<double> out) {
  switch (tensor.dtype) {
    case DType::kF64:
      return load_plain<double>(tensor, begin, out);
    case DType::kF32:
      return load_plain<float>(tensor, begin, out);
    case DType::kF16:
      return load_as<std::uint16_t>(tensor, begin, out, half_to_float);
    case DType::kBF16:
      return load_as<std::uint16_t>(tensor, begin, out, bfloat16_to_float);
    case DType::kF8E4M3:
      return load_as<std::uint8_t>(tensor, begin, out, float8_e4m3_to_float);
    case DType::kF8E5M2:
      return load_as<std::uint8_t>(tensor, begin, out, float8_e5m2_to_float);
    case DType::kI64:
      return load_plain<std::int64_t>(tensor, begin, out);
    case DType::kI32:
      return load_plain<std::int32_t>(tensor, begin, out);
    case DType::kI16:
      return load_plain<std::int16_t>(tensor, begin, out);
    case DType::kI8:
      return load_plain<std::int8_t>(tensor, begin, out);
    case DType::kU64:
      return load_plain<std::uint64_t>(tensor, begin, out);
    case DType::kU32:
      return load_plain<std::uint32_t>(tensor, begin, out);
    case DType::kU16:
      return load_plain<std::uint16_t>(tensor, begin, out);
    case DType::kU8:
    case DType::kBool:
      return load_plain<std::uint8_t>(tensor, begin, out);
  }
}

}  // namespace nereid::verify

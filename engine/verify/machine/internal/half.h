// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

// Small floating-point types, to float and back with rounding to the nearest even: without
// branches, so that loops over them vectorise. `static`: each file that includes it may be compiled
// for another processor.
namespace nereid::verify::machine {

static inline float float_of_f16(std::uint16_t half) {
  const std::uint32_t bits = static_cast<std::uint32_t>(half) << 16;
  const std::uint32_t sign = bits & 0x80000000U;
  const std::uint32_t twice = bits + bits;
  // The exponent moves by multiplication, which keeps infinities and NaN.
  const float normal = std::bit_cast<float>((twice >> 4) + (0xE0U << 23)) * 0x1.0p-112F;
  const float small = std::bit_cast<float>((twice >> 17) | (126U << 23)) - 0.5F;
  const std::uint32_t size = twice < (1U << 27) ? std::bit_cast<std::uint32_t>(small)
                                                : std::bit_cast<std::uint32_t>(normal);
  return std::bit_cast<float>(sign | size);
}

static inline std::uint16_t f16_of_float(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits & 0x80000000U;
  const std::uint32_t twice = bits + bits;
  const float size = std::bit_cast<float>(bits & 0x7FFFFFFFU);
  // Added to a number of the right exponent the last bits are rounded as the small type would.
  const float scaled = (size * 0x1.0p+112F) * 0x1.0p-110F;
  std::uint32_t bias = twice & 0xFF000000U;
  bias = bias < 0x71000000U ? 0x71000000U : bias;
  const float rounded = std::bit_cast<float>((bias >> 1) + 0x07800000U) + scaled;
  const std::uint32_t result = std::bit_cast<std::uint32_t>(rounded);
  const std::uint32_t exponent = (result >> 13) & 0x00007C00U;
  const std::uint32_t mantissa = result & 0x00000FFFU;
  const std::uint32_t finite = exponent + mantissa;
  return static_cast<std::uint16_t>((sign >> 16) | (twice > 0xFF000000U ? 0x7E00U : finite));
}

static inline float float_of_bf16(std::uint16_t half) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
}

static inline std::uint16_t bf16_of_float(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
  const bool nan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
  return static_cast<std::uint16_t>(nan ? 0x7FC0U | (bits >> 16) : rounded);
}

/// As the tensor cores of an H100 read f32 with tf32: the first 10 bits of the mantissa, the others
/// cut off (measured with products by one; Triton 3.6 converts nothing before).
static inline float tf32_of_float(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const bool finite = (bits & 0x7F800000U) != 0x7F800000U;
  return std::bit_cast<float>(finite ? bits & 0xFFFFE000U : bits);
}

}  // namespace nereid::verify::machine

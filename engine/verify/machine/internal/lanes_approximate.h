// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU computes approximately.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

static inline std::uint32_t hashed(std::uint32_t bits, std::uint32_t seed) {
  std::uint32_t hash = bits * 0x9E3779B1U ^ seed;
  hash ^= hash >> 15U;
  hash *= 0x85EBCA6BU;
  return hash ^ (hash >> 13U);
}

// From -ulps to ulps.
static inline std::uint32_t drawn(std::uint32_t bits, std::uint32_t seed, std::uint32_t ulps) {
  return (((hashed(bits, seed) & 0xFFFFU) * (2 * ulps + 1)) >> 16U) - ulps;
}

static void shake(float* __restrict values, std::size_t n, std::uint32_t ulps, std::uint32_t seed) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(values[i]);
    const std::uint32_t exponent = bits & 0x7F800000U;
    const bool stays = (bits & 0x7FFFFFU) == 0 || exponent == 0 || exponent == 0x7F800000U;
    // A number next to an infinity does not become one.
    const std::uint32_t moved = bits + drawn(bits, seed, ulps);
    const bool over = (moved & 0x7F800000U) == 0x7F800000U;
    values[i] = std::bit_cast<float>(stays || over ? bits : moved);
  }
}

static void divide_fast(float* __restrict to, const float* __restrict a, const float* __restrict b,
                        std::size_t n, std::uint32_t seed) {
  std::uint32_t special = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(b[i]);
    const std::uint32_t exponent = (bits >> 23U) & 0xFFU, mantissa = bits & 0x7FFFFFU;
    // The reciprocal of the mantissa, in [1, 2): a parabola that is off by 1/99, and two of
    // Newton's steps.
    const float x = std::bit_cast<float>(mantissa | 0x3F800000U);
    float reciprocal = multiply_add(multiply_add(x, 32.0F / 99, -144.0F / 99), x, 210.0F / 99);
    reciprocal = multiply_add(multiply_add(-x, reciprocal, 1.0F), reciprocal, reciprocal);
    reciprocal = multiply_add(multiply_add(-x, reciprocal, 1.0F), reciprocal, reciprocal);
    const std::uint32_t near = std::bit_cast<std::uint32_t>(reciprocal) + drawn(mantissa, seed, 1);
    // Times 2^(127 - exponent), with the sign of b: in two steps that float holds, the first of
    // which changes the exponent alone.
    const std::int32_t power = 127 - static_cast<std::int32_t>(exponent), half = power >> 1;
    const std::uint32_t first =
        (mantissa == 0 ? 0x3F800000U : near) + (static_cast<std::uint32_t>(half) << 23U);
    const float scaled = a[i] * std::bit_cast<float>(first | (bits & 0x80000000U));
    const float result =
        scaled * std::bit_cast<float>(static_cast<std::uint32_t>(power - half + 127) << 23U);
    special |= exponent == 0 || exponent == 0xFFU ? 1U : 0U;
    to[i] = result;
  }
  // Zeroes, infinities, NaN and what lies next to 0: apart, as they cost a true division.
  for (std::size_t i = 0; i < n && special != 0; ++i) {
    const std::uint32_t exponent = (std::bit_cast<std::uint32_t>(b[i]) >> 23U) & 0xFFU;
    if (exponent == 0 || exponent == 0xFFU) to[i] = a[i] / b[i];
  }
}

// 2^x as ex2.approx does it, but for its error: 2^n times a polynomial on [-1/2, 1/2].
static inline float power_of_two(float x) {
  const float low = x > -152.0F ? x : -152.0F;
  const float bounded = low < 130.0F ? low : 130.0F;
  const float whole = nearest(bounded);
  const float rest = bounded - whole;
  float sum = 1.5252734e-5F;
  sum = multiply_add(sum, rest, 1.5403530e-4F);
  sum = multiply_add(sum, rest, 1.3333558e-3F);
  sum = multiply_add(sum, rest, 9.6181291e-3F);
  sum = multiply_add(sum, rest, 5.5504109e-2F);
  sum = multiply_add(sum, rest, 2.4022651e-1F);
  sum = multiply_add(sum, rest, 6.9314718e-1F);
  sum = multiply_add(sum, rest, 1.0F);
  // In two steps, as the power itself may lie below or above what float holds.
  const std::int32_t n = static_cast<std::int32_t>(whole), half = n >> 1;
  const auto power = [](std::int32_t exponent) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23U);
  };
  const float result = sum * power(half) * power(n - half);
  return x != x ? x : result;
}

// As Triton has exp: the product with log2(e) is rounded.
static void exponentials(void* out, const void* const* in, std::size_t n) {
  each1<Plain<float>, Plain<float>>(out, in, n,
                                    [](float x) { return power_of_two(x * 1.44269504F); });
}
static void powers_of_two(void* out, const void* const* in, std::size_t n) {
  each1<Plain<float>, Plain<float>>(out, in, n, [](float x) { return power_of_two(x); });
}

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES

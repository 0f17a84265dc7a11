// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of products with weights in 8 bits, for tensor cores that multiply whole numbers: no weight is
// converted. 64 inputs of a lane that lie side by side become whole numbers of 15 bits and a sign, times
// a power of two that their greatest magnitude sets, so whatever is at least 1/64 of that stays as it
// is; of each number the higher and the lower eight bits are multiplied apart. Sums over the 64 are exact,
// and added up in float32.
#pragma once

#include "engine/policy/cuda/common.cuh"

namespace nereid::policy::cuda {

// The exponent, as float32 has it, for inputs whose greatest magnitude has these bits: no number reaches
// 127.5 times 256 after the division by scale_of().
__device__ inline unsigned exponent_for(unsigned greatest) { return max((greatest + 1) >> 7, 15U); }
// What the whole numbers are multiples of; not a number if an input is none, or infinite.
__device__ inline float scale_of(unsigned exponent) {
  return __uint_as_float(exponent >= 255 ? 0x7fffffffU : (exponent - 14) << 23);
}
__device__ inline float inverse_of(unsigned exponent) { return __uint_as_float((268 - exponent) << 23); }

// The greatest magnitude of pairs of bfloat16, as bits; of what the four threads of a row have.
template <int kPairs>
__device__ unsigned greatest_of(const unsigned (&pairs)[kPairs]) {
  unsigned both = pairs[0] & 0x7fff7fffU;
#pragma unroll
  for (int i = 1; i < kPairs; ++i) both = __vmaxu2(both, pairs[i] & 0x7fff7fffU);
  both = __vmaxu2(both, __shfl_xor_sync(kAll, both, 1));
  both = __vmaxu2(both, __shfl_xor_sync(kAll, both, 2));
  return max(both >> 16, both & 0xffffU);
}
// Four bfloat16 as whole numbers, their higher and their lower digits.
__device__ inline void digits(unsigned first, unsigned second, float inverse, unsigned& high, unsigned& low) {
  // In the low bits of 1.5 times 2^23 and the number; 128 more, since the lower digit has a sign.
  constexpr float kWhole = 12582912.0f + 128.0f;
  const unsigned a = __float_as_uint(__fmaf_rn(__uint_as_float(first << 16), inverse, kWhole));
  const unsigned b = __float_as_uint(__fmaf_rn(__uint_as_float(first & 0xffff0000U), inverse, kWhole));
  const unsigned c = __float_as_uint(__fmaf_rn(__uint_as_float(second << 16), inverse, kWhole));
  const unsigned d = __float_as_uint(__fmaf_rn(__uint_as_float(second & 0xffff0000U), inverse, kWhole));
  const unsigned ab = __byte_perm(a, b, 0x5140), cd = __byte_perm(c, d, 0x5140);
  low = __byte_perm(ab, cd, 0x5410) ^ 0x80808080U;
  high = __byte_perm(ab, cd, 0x7632);
}

__device__ inline void multiply_whole(int (&sum)[4], unsigned upper, unsigned lower, unsigned upper_next,
                                      unsigned lower_next, unsigned lanes, unsigned lanes_next) {
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(upper), "r"(lower), "r"(upper_next), "r"(lower_next), "r"(lanes), "r"(lanes_next));
}
// 16 rows times 64 inputs of eight columns.
__device__ inline void multiply_whole(int (&sum)[4], const uint4& upper, const uint4& lower, const unsigned (&lanes)[4]) {
  multiply_whole(sum, upper.x, lower.x, upper.y, lower.y, lanes[0], lanes[1]);
  multiply_whole(sum, upper.z, lower.z, upper.w, lower.w, lanes[2], lanes[3]);
}
__device__ inline float added(float sum, int high, int low, float scale) {
  return __fmaf_rn(__int2float_rn(high * 256 + low), scale, sum);
}

// The digits of 64 inputs of at most four lanes, as the thread needs them: a column of the product is a
// digit of a lane, and threads quad and quad + 1 share a lane's inputs out and change digits.
struct Columns {
  unsigned lanes[4];
  float scale;  // of lane in_quad

  // `inputs` are those of lane quad / 2.
  __device__ void read(const bf16* inputs, int quad, int in_quad) {
    const bool is_low = quad % 2 == 1;
    const uint4 read = *reinterpret_cast<const uint4*>(inputs + (in_quad * 2 + is_low) * 8);
    const unsigned pairs[4] = {read.x, read.y, read.z, read.w};
    unsigned greatest = greatest_of(pairs);
    greatest = max(greatest, __shfl_xor_sync(kAll, greatest, 4));
    const unsigned exponent = exponent_for(greatest);
    const float inverse = inverse_of(exponent);
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      unsigned high, low;
      digits(pairs[2 * i], pairs[2 * i + 1], inverse, high, low);
      const unsigned own = is_low ? low : high;
      const unsigned other = __shfl_xor_sync(kAll, is_low ? high : low, 4);
      lanes[i] = is_low ? other : own;
      lanes[i + 2] = is_low ? own : other;
    }
    scale = __shfl_sync(kAll, scale_of(exponent), in_quad * 8);
  }
  // Adds 16 rows of the weights times them, of which the thread gets rows quad and quad + 8.
  __device__ void add(const uint4& upper, const uint4& lower, float (&sums)[2]) const {
    int whole[4] = {};
    multiply_whole(whole, upper, lower, lanes);
#pragma unroll
    for (int half = 0; half < 2; ++half) sums[half] = added(sums[half], whole[half * 2], whole[half * 2 + 1], scale);
  }
};

}  // namespace nereid::policy::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of the training pass: what libtorch's operators would do in many passes over memory.
// A thread takes eight values of bfloat16 at once and computes in float32.
#pragma once

#include <cuda_bf16.h>

#include "engine/policy/cuda/arguments.h"

namespace nereid::policy::cuda {
namespace training {

struct Eight {
  float values[8];
};

__device__ inline Eight load_eight(const void* from, std::int64_t index) {
  const uint4 bits = __ldg(static_cast<const uint4*>(from) + index);
  const auto* pairs = reinterpret_cast<const __nv_bfloat162*>(&bits);
  Eight out;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float2 two = __bfloat1622float2(pairs[i]);
    out.values[2 * i] = two.x;
    out.values[2 * i + 1] = two.y;
  }
  return out;
}

__device__ inline void store_eight(void* to, std::int64_t index, const Eight& given) {
  uint4 bits;
  auto* pairs = reinterpret_cast<__nv_bfloat162*>(&bits);
#pragma unroll
  for (int i = 0; i < 4; ++i)
    pairs[i] = __floats2bfloat162_rn(given.values[2 * i], given.values[2 * i + 1]);
  static_cast<uint4*>(to)[index] = bits;
}

// lowbias32 (https://nullprogram.com/blog/2018/07/31/).
__device__ inline std::uint32_t hash32(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
}

// A block takes a row.
extern "C" __global__ void __launch_bounds__(256) training_drop(const __grid_constant__ Drop given) {
  const std::int64_t token = blockIdx.x;
  const std::uint32_t row =
      hash32(static_cast<std::uint32_t>(given.rows[token]) + given.row_offset);
  const std::uint32_t first = static_cast<std::uint32_t>(given.positions[token]) *
                              static_cast<std::uint32_t>(given.features);
  const int eights = given.features / 8;
  for (int at = threadIdx.x; at < eights; at += blockDim.x) {
    const std::int64_t index = token * eights + at;
    Eight x = load_eight(given.x, index);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const std::uint32_t place = first + static_cast<std::uint32_t>(at * 8 + i);
      if (hash32((row ^ place) + given.place_offset) < given.threshold) x.values[i] = 0;
    }
    store_eight(given.out, index, x);
  }
}

__device__ inline float sigmoid(float x) { return 1.0F / (1.0F + __expf(-x)); }
// As the operator stores it.
__device__ inline float rounded(float x) { return __bfloat162float(__float2bfloat16_rn(x)); }

extern "C" __global__ void __launch_bounds__(256) training_gated(const __grid_constant__ Gated given) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t at = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       at < given.count / 8; at += step) {
    const Eight gate = load_eight(given.gate, at), up = load_eight(given.up, at);
    Eight out;
#pragma unroll
    for (int i = 0; i < 8; ++i)
      out.values[i] = rounded(gate.values[i] * sigmoid(gate.values[i])) * up.values[i];
    store_eight(given.out, at, out);
  }
}

extern "C" __global__ void __launch_bounds__(256)
    training_gated_backward(const __grid_constant__ Gated given) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t at = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       at < given.count / 8; at += step) {
    const Eight gate = load_eight(given.gate, at), up = load_eight(given.up, at),
                slope = load_eight(given.slope, at);
    Eight of_gate, of_up;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const float g = gate.values[i], s = sigmoid(g);
      of_up.values[i] = slope.values[i] * g * s;
      of_gate.values[i] = slope.values[i] * up.values[i] * s * (1.0F + g * (1.0F - s));
    }
    store_eight(given.of_gate, at, of_gate);
    store_eight(given.of_up, at, of_up);
  }
}

}  // namespace training
}  // namespace nereid::policy::cuda

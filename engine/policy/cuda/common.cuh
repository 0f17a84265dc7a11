// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of a decode step share.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "engine/policy/cuda/arguments.h"

namespace nereid::policy::cuda {

using bf16 = __nv_bfloat16;

constexpr int kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;

__device__ inline float rounded(float value) {
  return __bfloat162float(__float2bfloat16_rn(value));
}

__device__ inline float warp_sum(float value) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    value += __shfl_xor_sync(kAll, value, offset);
  return value;
}

// sum += a b: a of 16 by 16, its rows at quad and quad + 8; b of 16 by 8, its column at quad. Pairs of
// what is summed over lie in any order, as long as a and b agree.
__device__ inline void multiply_add(float (&sum)[4], const unsigned (&a)[4], unsigned b_low, unsigned b_high) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
      "{%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b_low), "r"(b_high));
}
__device__ inline unsigned packed(float first, float second) {
  const __nv_bfloat162 two = __floats2bfloat162_rn(first, second);
  return *reinterpret_cast<const unsigned*>(&two);
}

// The kernels of a step start before those ahead of them have ended (Hopper alone, driver.cpp). Each lets
// the next one start at once, and waits before it reads anything that an earlier kernel of the step
// writes, and before it writes anything itself. All of them wait, so that the end of one is the end
// of all before it. What is read after the wait must not go through the read-only path (__ldg).
__device__ inline void let_next_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
__device__ inline void wait_for_earlier() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Whether all of `count` blocks have come here, of which this one is the last; what the others wrote
// before is seen then. Called by whole blocks.
__device__ inline bool is_last_of(unsigned* arrived, int count) {
  __shared__ bool is_last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    is_last = atomicInc(arrived, count - 1) == static_cast<unsigned>(count - 1);
  __syncthreads();
  if (is_last) __threadfence();
  return is_last;
}

}  // namespace nereid::policy::cuda

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

// SPDX-License-Identifier: GPL-3.0-or-later
// One token of a batch in bfloat16: products with weights in 8 or 16 bits, attention over a shared
// prompt and own tokens, norm, rotary embedding, sampling. Sums are in float32; each result is
// rounded where libtorch's operators round theirs. No result depends on timing: partial sums are
// added in a fixed order.
#include "engine/policy/cuda/adapted_sums.cuh"
#include "engine/policy/cuda/attention.cuh"
#include "engine/policy/cuda/attention_of_many.cuh"
#include "engine/policy/cuda/common.cuh"
#include "engine/policy/cuda/draw.cuh"
#include "engine/policy/cuda/products.cuh"
#include "engine/policy/cuda/streamed_products.cuh"
#include "engine/policy/cuda/training_kernels.cuh"
#include "engine/policy/cuda/whole_number_products.cuh"

namespace nereid::policy::cuda {

extern "C" __global__ void decode_embed(const __grid_constant__ Embed given) {
  let_next_start();
  wait_for_earlier();
  const int token = given.lanes.token[blockIdx.x];
  const auto* from = static_cast<const uint4*>(given.embedding) +
                     static_cast<std::int64_t>(token) * (given.hidden / 8);
  auto* to = static_cast<uint4*>(given.x) + static_cast<std::int64_t>(blockIdx.x) * (given.hidden / 8);
  for (int i = threadIdx.x; i < given.hidden / 8; i += blockDim.x) to[i] = from[i];
}

constexpr int kNormThreads = 512;

extern "C" __global__ void __launch_bounds__(kNormThreads) decode_norm(const __grid_constant__ Norm given) {
  let_next_start();
  const int thread = threadIdx.x, eights = given.hidden / 8;
  const auto* x = static_cast<const uint4*>(given.x) + static_cast<std::int64_t>(blockIdx.x) * eights;
  auto* out = static_cast<bf16*>(given.out) + static_cast<std::int64_t>(blockIdx.x) * given.hidden;
  const auto* weight = static_cast<const uint4*>(given.weight);
  if (thread < eights) prefetch(weight + thread);
  wait_for_earlier();
  float squares = 0;
  for (int i = thread; i < eights; i += kNormThreads) {
    float values[8];
    unpack(x + i, values);
#pragma unroll
    for (int j = 0; j < 8; ++j) squares += values[j] * values[j];
  }
  __shared__ float shared[kNormThreads / kWarp];
  squares = warp_sum(squares);
  if (thread % kWarp == 0) shared[thread / kWarp] = squares;
  __syncthreads();
  squares = 0;
#pragma unroll
  for (int w = 0; w < kNormThreads / kWarp; ++w) squares += shared[w];
  const float factor = rsqrtf(squares / given.hidden + given.eps);
  for (int i = thread; i < eights; i += kNormThreads) {
    float values[8], scale[8];
    unpack(x + i, values);
    unpack(weight + i, scale);
    uint4 bits;
    auto* pairs = reinterpret_cast<__nv_bfloat162*>(&bits);
#pragma unroll
    for (int j = 0; j < 4; ++j)
      pairs[j] = __floats2bfloat162_rn(values[2 * j] * factor * scale[2 * j],
                                       values[2 * j + 1] * factor * scale[2 * j + 1]);
    reinterpret_cast<uint4*>(out)[i] = bits;
    if (given.half_out == nullptr) continue;
    unpack(&bits, values);
    uint4 halves;
    auto* half_pairs = reinterpret_cast<__half2*>(&halves);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int first = j / 2 * 4 + j % 2;
      half_pairs[j] = __floats2half2_rn(values[first], values[first + 2]);
    }
    static_cast<uint4*>(given.half_out)[static_cast<std::int64_t>(blockIdx.x) * eights + i] = halves;
  }
}

}  // namespace nereid::policy::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// The same attention for many lanes, by mma.m16n8k16. A warp takes 16 keys at a time as the rows of the first
// operand and up to eight query heads as the columns of the second. Scores leave with keys as rows; turned,
// they are the second operand of values times weights. What is summed over may lie in any order, so that
// threads read 16 bytes at a time. Weights are two bfloat16 each, the second what the first has lost.
#pragma once

#include "engine/policy/cuda/attention.cuh"

namespace nereid::policy::cuda {

// A matrix of 8 by 8 with rows and columns in each other's place.
__device__ inline unsigned turned(unsigned pair) {
  unsigned out;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(out) : "r"(pair));
  return out;
}

__device__ inline unsigned pair_of(const uint4& eight, int number) {
  return number == 0 ? eight.x : number == 1 ? eight.y : number == 2 ? eight.z : eight.w;
}

template <int kDim>
__device__ void attention_of_many(const Attention& given) {
  constexpr int kGroup = 8, kPer = kDim / kWarp, kTile = 16, kStep = kAttentionWarps * kTile;
  constexpr int kKeyPieces = kDim / 32, kValuePieces = kDim / 64;  // of eight numbers a thread
  let_next_start();
  const int split = blockIdx.x, kv = blockIdx.y, lane = blockIdx.z, splits = given.splits;
  const int warp = threadIdx.x / kWarp, in_warp = threadIdx.x % kWarp, quad = in_warp / 4, in_quad = in_warp % 4;
  const int group = given.heads / given.kv_heads;
  // As in attention(): what lies in the cache is read before the wait, but for the newest key.
  const int start = given.lanes.start[lane], width = given.cache.width;
  const int made = given.lanes.made[lane], slot = given.lanes.slot[lane];
  const int shared_keys = width - start, keys = shared_keys + made, newest = keys - 1;
  const auto prefix =
      ((static_cast<std::int64_t>(given.lanes.prefix[lane]) * given.kv_heads + kv) * width + start) * kDim;
  const auto own = (static_cast<std::int64_t>(slot) * given.kv_heads + kv) * given.cache.room * kDim;
  const auto vector = [&](const void* shared, const void* mine, int key) {
    return key < shared_keys ? static_cast<const bf16*>(shared) + prefix + static_cast<std::int64_t>(key) * kDim
                             : static_cast<const bf16*>(mine) + own + static_cast<std::int64_t>(key - shared_keys) * kDim;
  };
  const int share = (keys + splits - 1) / splits;
  const int first = split * share, last = min(keys, first + share);
  // Keys of a tile that a thread reads: of scores rows quad and quad + 8; of values pairs of rows.
  const auto key_at = [&](int tile, int half) { return min(tile + quad + half * 8, last - 1); };
  const auto value_at = [&](int tile, int number) {
    return min(tile + in_quad * 2 + number % 2 + number / 2 * 8, last - 1);
  };
  uint4 k[2][kKeyPieces], v[4][kValuePieces];
  const auto read_key = [&](int half, const bf16* from) {
#pragma unroll
    for (int i = 0; i < kKeyPieces; ++i)
      k[half][i] = *reinterpret_cast<const uint4*>(from + i * 32 + in_quad * 8);
  };
  const auto read_value = [&](int number, const bf16* from) {
#pragma unroll
    for (int i = 0; i < kValuePieces; ++i)
      v[number][i] = *reinterpret_cast<const uint4*>(from + i * 64 + quad * 8);
  };
  const auto read_keys = [&](int tile) {
    if (tile >= last) return;
#pragma unroll
    for (int half = 0; half < 2; ++half)
      read_key(half, vector(given.cache.prefix_keys, given.cache.own_keys, key_at(tile, half)));
  };
  const auto read_values = [&](int tile) {
    if (tile >= last) return;
#pragma unroll
    for (int number = 0; number < 4; ++number)
      read_value(number, vector(given.cache.prefix_values, given.cache.own_values, value_at(tile, number)));
  };
  read_keys(first + warp * kTile);
  read_values(first + warp * kTile);
  float cosine[kPer], sine[kPer];
  const std::int64_t angles = static_cast<std::int64_t>(newest) * kDim + in_warp * kPer;
#pragma unroll
  for (int i = 0; i < kPer; ++i) {
    cosine[i] = rounded(given.cosine[angles + i]);
    sine[i] = rounded(given.sine[angles + i]);
  }
  wait_for_earlier();
  const auto* const new_vectors = static_cast<const bf16*>(given.qkv) +
                                  static_cast<std::int64_t>(lane) * (given.heads + 2 * given.kv_heads) * kDim +
                                  in_warp * kPer;
  __shared__ alignas(16) bf16 queries[kGroup][kDim];
  __shared__ alignas(16) bf16 newest_key[kDim], newest_value[kDim];
  for (int g = warp; g < kGroup; g += kAttentionWarps) {
    Numbers<kPer> bits;
    bits.load(new_vectors + (kv * group + min(g, group - 1)) * kDim);
    float x[kPer];
    bits.widen(x);
    norm_and_turn(x, static_cast<const bf16*>(given.q_norm), given.eps, cosine, sine, in_warp);
    bits.pack(x);
    bits.store(&queries[g][in_warp * kPer]);
  }
  const bool has_newest = last == keys && first < last;
  if (has_newest && warp == 0) {
    Numbers<kPer> key, value;
    key.load(new_vectors + (given.heads + kv) * kDim);
    value.load(new_vectors + (given.heads + given.kv_heads + kv) * kDim);
    float x[kPer];
    key.widen(x);
    norm_and_turn(x, static_cast<const bf16*>(given.k_norm), given.eps, cosine, sine, in_warp);
    key.pack(x);
    const std::int64_t to = own + static_cast<std::int64_t>(made - 1) * kDim + in_warp * kPer;
    key.store(static_cast<bf16*>(given.cache.own_keys) + to);
    value.store(static_cast<bf16*>(given.cache.own_values) + to);
    key.store(&newest_key[in_warp * kPer]);
    value.store(&newest_value[in_warp * kPer]);
  }
  __syncthreads();
  // Of heads 2 in_quad and the next one.
  float greatest[2] = {-INFINITY, -INFINITY}, sum[2] = {};
  float mixed[kValuePieces][4][4] = {};
  for (int tile = first + warp * kTile; tile < last; tile += kStep) {
    if (has_newest && tile + kTile > newest) {
#pragma unroll
      for (int half = 0; half < 2; ++half)
        if (key_at(tile, half) == newest) read_key(half, newest_key);
#pragma unroll
      for (int number = 0; number < 4; ++number)
        if (value_at(tile, number) == newest) read_value(number, newest_value);
    }
    float scores[4] = {};
#pragma unroll
    for (int i = 0; i < kKeyPieces; ++i) {
      const uint4 q = *reinterpret_cast<const uint4*>(&queries[quad][i * 32 + in_quad * 8]);
      multiply_add(scores, {k[0][i].x, k[1][i].x, k[0][i].y, k[1][i].y}, q.x, q.y);
      multiply_add(scores, {k[0][i].z, k[1][i].z, k[0][i].w, k[1][i].w}, q.z, q.w);
    }
    read_keys(tile + kStep);
    float weights[4];
#pragma unroll
    for (int head = 0; head < 2; ++head) {
      const float near = tile + quad < last ? scores[head] * given.scale : -INFINITY;
      const float far = tile + quad + 8 < last ? scores[head + 2] * given.scale : -INFINITY;
      float highest = fmaxf(near, far);
#pragma unroll
      for (int offset = 4; offset < kWarp; offset *= 2)
        highest = fmaxf(highest, __shfl_xor_sync(kAll, highest, offset));
      highest = fmaxf(highest, greatest[head]);
      const float shrink = __expf(greatest[head] - highest);
      weights[head] = __expf(near - highest), weights[head + 2] = __expf(far - highest);
      sum[head] = sum[head] * shrink + weights[head] + weights[head + 2];
      greatest[head] = highest;
#pragma unroll
      for (int i = 0; i < kValuePieces; ++i)
#pragma unroll
        for (int t = 0; t < 4; ++t) mixed[i][t][head] *= shrink, mixed[i][t][head + 2] *= shrink;
    }
    unsigned great[2], small[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const float one = weights[half * 2], other = weights[half * 2 + 1];
      great[half] = turned(packed(one, other));
      small[half] = turned(packed(one - rounded(one), other - rounded(other)));
    }
#pragma unroll
    for (int i = 0; i < kValuePieces; ++i)
#pragma unroll
      for (int t = 0; t < 4; ++t) {
        const unsigned near[2] = {pair_of(v[0][i], t), pair_of(v[1][i], t)};
        const unsigned far[2] = {pair_of(v[2][i], t), pair_of(v[3][i], t)};
        const unsigned both[4] = {__byte_perm(near[0], near[1], 0x5410), __byte_perm(near[0], near[1], 0x7632),
                                  __byte_perm(far[0], far[1], 0x5410), __byte_perm(far[0], far[1], 0x7632)};
        multiply_add(mixed[i][t], both, great[0], great[1]);
        multiply_add(mixed[i][t], both, small[0], small[1]);
      }
    read_values(tile + kStep);
  }
  __shared__ Mixed<kDim, kGroup> found;
#pragma unroll
  for (int head = 0; head < 2; ++head) {
#pragma unroll
    for (int offset = 4; offset < kWarp; offset *= 2) sum[head] += __shfl_xor_sync(kAll, sum[head], offset);
    const int g = in_quad * 2 + head;
#pragma unroll
    for (int i = 0; i < kValuePieces; ++i)
#pragma unroll
      for (int t = 0; t < 4; ++t)
        *reinterpret_cast<float2*>(&found.values[warp][g][i * 64 + quad * 8 + t * 2]) = {mixed[i][t][head],
                                                                                        mixed[i][t][head + 2]};
    if (quad == 0) found.greatest[warp][g] = greatest[head], found.sums[warp][g] = sum[head];
  }
  join(given, found);
}

#define NEREID_ATTENTION_OF_MANY(DIM)                                            \
  extern "C" __global__ void __launch_bounds__(kAttentionThreads, 2)             \
      attention_of_many_##DIM(const __grid_constant__ Attention given) {         \
    attention_of_many<DIM>(given);                                               \
  }
NEREID_ATTENTION_OF_MANY(64)
NEREID_ATTENTION_OF_MANY(128)

}  // namespace nereid::policy::cuda

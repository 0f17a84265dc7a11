// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of one new token over a shared prompt and own tokens. A block takes a share of the keys of
// one lane and of the query heads that read them. A lane of a warp holds d / 32 numbers of each vector.
// 32 scores (some keys times kGroup heads) are summed over the warp at once: after five exchanges each
// lane holds the one of its own number.
#pragma once

#include "engine/policy/cuda/common.cuh"

namespace nereid::policy::cuda {

constexpr int kAttentionWarps = 8, kAttentionThreads = kAttentionWarps * kWarp;
constexpr int kMostSplits = 32;

// Two or four bfloat16 as they lie in memory.
template <int kPer>
struct Numbers {
  unsigned pairs[kPer / 2];
  __device__ void load(const bf16* from) {
    if constexpr (kPer == 4) {
      const uint2 four = *reinterpret_cast<const uint2*>(from);
      pairs[0] = four.x, pairs[1] = four.y;
    } else {
      pairs[0] = *reinterpret_cast<const unsigned*>(from);
    }
  }
  __device__ void pack(const float (&from)[kPer]) {
#pragma unroll
    for (int i = 0; i < kPer / 2; ++i) {
      const auto two = __floats2bfloat162_rn(from[2 * i], from[2 * i + 1]);
      pairs[i] = *reinterpret_cast<const unsigned*>(&two);
    }
  }
  __device__ void store(bf16* to) const {
#pragma unroll
    for (int i = 0; i < kPer / 2; ++i) reinterpret_cast<unsigned*>(to)[i] = pairs[i];
  }
  __device__ void widen(float (&out)[kPer]) const {
#pragma unroll
    for (int i = 0; i < kPer / 2; ++i) {
      out[2 * i] = __uint_as_float(pairs[i] << 16);
      out[2 * i + 1] = __uint_as_float(pairs[i] & 0xffff0000u);
    }
  }
};

// Lane l gets the sum of values[l] over the warp.
template <int kWidth = kWarp / 2>
__device__ float transposed_sum(float (&values)[kWarp], int in_warp) {
#pragma unroll
  for (int i = 0; i < kWidth; ++i) {
    const bool upper = in_warp & kWidth;
    const float keep = upper ? values[i + kWidth] : values[i];
    const float send = upper ? values[i] : values[i + kWidth];
    values[i] = keep + __shfl_xor_sync(kAll, send, kWidth);
  }
  if constexpr (kWidth > 1) return transposed_sum<kWidth / 2>(values, in_warp);
  return values[0];
}

// A head's vector, spread over a warp, as libtorch's operators norm and turn it: cosine and sine are
// those of the lane's numbers. The halves of the vector are turned against each other.
template <int kPer>
__device__ void norm_and_turn(float (&x)[kPer], const bf16* weight, float eps, const float (&cosine)[kPer],
                              const float (&sine)[kPer], int in_warp) {
  if (weight != nullptr) {
    float squares = 0;
#pragma unroll
    for (int i = 0; i < kPer; ++i) squares += x[i] * x[i];
    const float factor = rsqrtf(warp_sum(squares) / (kPer * kWarp) + eps);
#pragma unroll
    for (int i = 0; i < kPer; ++i)
      x[i] = rounded(x[i] * factor * __bfloat162float(weight[in_warp * kPer + i]));
  }
  const bool upper = in_warp >= kWarp / 2;
#pragma unroll
  for (int i = 0; i < kPer; ++i) {
    const float other = __shfl_xor_sync(kAll, x[i], kWarp / 2);
    x[i] = rounded(rounded(x[i] * cosine[i]) + rounded((upper ? other : -other) * sine[i]));
  }
}

// What a block's warps found: the values mixed so far, relative to the greatest score, and the sum.
template <int kDim, int kGroup>
struct Mixed {
  float values[kAttentionWarps][kGroup][kDim];
  float greatest[kAttentionWarps][kGroup], sums[kAttentionWarps][kGroup];
};

// Adds up what the warps found, and where several blocks share the keys of a lane, what those found.
template <int kDim, int kGroup>
__device__ void join(const Attention& given, const Mixed<kDim, kGroup>& found) {
  const int split = blockIdx.x, kv = blockIdx.y, lane = blockIdx.z, splits = given.splits;
  const int warp = threadIdx.x / kWarp, in_warp = threadIdx.x % kWarp;
  const int group = given.heads / given.kv_heads;
  __syncthreads();
  auto* out = static_cast<bf16*>(given.out) +
              static_cast<std::int64_t>(lane) * given.heads * kDim + kv * group * kDim;
  const std::int64_t head = static_cast<std::int64_t>(lane) * given.heads + kv * group;
  float* const partial = given.partial + head * splits * kDim;
  float* const partial_sums = given.partial +
                              static_cast<std::int64_t>(gridDim.z) * given.heads * splits * kDim +
                              head * splits * 2;
  for (int at = threadIdx.x; at < group * kDim; at += kAttentionThreads) {
    const int g = at / kDim, i = at % kDim;
    float highest = -INFINITY, total = 0, value = 0;
#pragma unroll
    for (int w = 0; w < kAttentionWarps; ++w) highest = fmaxf(highest, found.greatest[w][g]);
    if (highest > -INFINITY) {
#pragma unroll
      for (int w = 0; w < kAttentionWarps; ++w) {
        const float factor = __expf(found.greatest[w][g] - highest);
        total += found.sums[w][g] * factor;
        value += found.values[w][g][i] * factor;
      }
    }
    if (splits == 1) {
      out[at] = __float2bfloat16_rn(value / total);
      continue;
    }
    partial[(g * splits + split) * kDim + i] = value;
    if (i == 0) {
      partial_sums[(g * splits + split) * 2] = highest;
      partial_sums[(g * splits + split) * 2 + 1] = total;
    }
  }
  if (splits == 1) return;
  // The block that comes last adds up what all of them found, in the order of the keys.
  if (!is_last_of(given.arrived + lane * given.kv_heads + kv, splits)) return;
  __shared__ float factors[kGroup][kMostSplits], totals[kGroup];
  for (int g = warp; g < group; g += kAttentionWarps) {
    const bool exists = in_warp < splits;
    const float2 found = exists ? __ldcg(reinterpret_cast<const float2*>(partial_sums) + g * splits + in_warp)
                                : float2{-INFINITY, 0};
    float highest = found.x;
#pragma unroll
    for (int offset = kWarp / 2; offset > 0; offset /= 2)
      highest = fmaxf(highest, __shfl_xor_sync(kAll, highest, offset));
    const float factor = __expf(found.x - highest), total = warp_sum(found.y * factor);
    if (exists) factors[g][in_warp] = factor;
    if (in_warp == 0) totals[g] = total;
  }
  __syncthreads();
  for (int at = threadIdx.x; at < group * kDim / 4; at += kAttentionThreads) {
    const int g = at / (kDim / 4), i = at % (kDim / 4) * 4;
    const auto* from = reinterpret_cast<const float4*>(partial + g * splits * kDim + i);
    float4 value = {};
#pragma unroll 8
    for (int s = 0; s < splits; ++s) {
      const float4 found = __ldcg(from + s * (kDim / 4));
      const float factor = factors[g][s];
      value.x += found.x * factor, value.y += found.y * factor;
      value.z += found.z * factor, value.w += found.w * factor;
    }
    Numbers<4> result;
    result.pack({value.x / totals[g], value.y / totals[g], value.z / totals[g], value.w / totals[g]});
    result.store(out + at * 4);
  }
}

template <int kDim, int kGroup>
__device__ void attention(const Attention& given) {
  constexpr int kPer = kDim / kWarp, kKeys = kWarp / kGroup, kStep = kAttentionWarps * kKeys;
  let_next_start();
  const int split = blockIdx.x, kv = blockIdx.y, lane = blockIdx.z, splits = given.splits;
  const int warp = threadIdx.x / kWarp, in_warp = threadIdx.x % kWarp;
  const int group = given.heads / given.kv_heads;
  // Lanes and cache are those of the step before, but for the newest key: what lies there is read
  // before the wait.
  const int start = given.lanes.start[lane], width = given.cache.width;
  const int made = given.lanes.made[lane], slot = given.lanes.slot[lane];
  const int shared_keys = width - start, keys = shared_keys + made;
  const auto prefix = ((static_cast<std::int64_t>(given.lanes.prefix[lane]) * given.kv_heads + kv) *
                           width + start) * kDim + in_warp * kPer;
  const auto own = (static_cast<std::int64_t>(slot) * given.kv_heads + kv) *
                       given.cache.room * kDim + in_warp * kPer;
  const auto vector = [&](const void* shared, const void* mine, int key) {
    return key < shared_keys
               ? static_cast<const bf16*>(shared) + prefix + static_cast<std::int64_t>(key) * kDim
               : static_cast<const bf16*>(mine) + own +
                     static_cast<std::int64_t>(key - shared_keys) * kDim;
  };
  const int share = (keys + splits - 1) / splits;
  const int first = split * share, last = min(keys, first + share);
  Numbers<kPer> keys_read[kKeys], values_read[kKeys];
  const auto read = [&](int key) {
    if (key >= last) return;
#pragma unroll
    for (int j = 0; j < kKeys; ++j) {
      const int at = min(key + j, last - 1);
      keys_read[j].load(vector(given.cache.prefix_keys, given.cache.own_keys, at));
      values_read[j].load(vector(given.cache.prefix_values, given.cache.own_values, at));
    }
  };
  read(first + warp * kKeys);
  float cosine[kPer], sine[kPer];
  const std::int64_t angles = static_cast<std::int64_t>(keys - 1) * kDim + in_warp * kPer;
#pragma unroll
  for (int i = 0; i < kPer; ++i) {
    cosine[i] = rounded(given.cosine[angles + i]);
    sine[i] = rounded(given.sine[angles + i]);
  }
  wait_for_earlier();
  const auto* const new_vectors =
      static_cast<const bf16*>(given.qkv) +
      static_cast<std::int64_t>(lane) * (given.heads + 2 * given.kv_heads) * kDim + in_warp * kPer;
  // The warp that meets the newest key makes it.
  const bool has_newest = last == keys && first < last && (keys - 1 - first) / kKeys % kAttentionWarps == warp;
  Numbers<kPer> newest_key, newest_value;
  if (has_newest) {
    newest_key.load(new_vectors + (given.heads + kv) * kDim);
    newest_value.load(new_vectors + (given.heads + given.kv_heads + kv) * kDim);
  }
  __shared__ alignas(16) float all_queries[kGroup][kDim];
  for (int g = warp; g < kGroup; g += kAttentionWarps) {
    Numbers<kPer> bits;
    bits.load(new_vectors + (kv * group + min(g, group - 1)) * kDim);
    float x[kPer];
    bits.widen(x);
    norm_and_turn(x, static_cast<const bf16*>(given.q_norm), given.eps, cosine, sine, in_warp);
#pragma unroll
    for (int i = 0; i < kPer; ++i) all_queries[g][in_warp * kPer + i] = x[i] * given.scale;
  }
  if (has_newest) {
    float x[kPer];
    newest_key.widen(x);
    norm_and_turn(x, static_cast<const bf16*>(given.k_norm), given.eps, cosine, sine, in_warp);
    newest_key.pack(x);
    const std::int64_t to = own + static_cast<std::int64_t>(made - 1) * kDim;
    newest_key.store(static_cast<bf16*>(given.cache.own_keys) + to);
    newest_value.store(static_cast<bf16*>(given.cache.own_values) + to);
  }
  __syncthreads();
  float greatest = -INFINITY, sum = 0, mixed[kGroup][kPer] = {};
  for (int key = first + warp * kKeys; key < last; key += kStep) {
    float scores[kWarp], k[kKeys][kPer];
#pragma unroll
    for (int j = 0; j < kKeys; ++j) {
      if (has_newest && key + j == keys - 1) {
        keys_read[j] = newest_key;
        values_read[j] = newest_value;
      }
      keys_read[j].widen(k[j]);
    }
#pragma unroll
    for (int g = 0; g < kGroup; ++g) {
      float q[kPer];
#pragma unroll
      for (int i = 0; i < kPer; ++i) q[i] = all_queries[g][in_warp * kPer + i];
#pragma unroll
      for (int j = 0; j < kKeys; ++j) {
        float score = 0;
#pragma unroll
        for (int i = 0; i < kPer; ++i) score += q[i] * k[j][i];
        scores[j * kGroup + g] = score;
      }
    }
    Numbers<kPer> values[kKeys];
#pragma unroll
    for (int j = 0; j < kKeys; ++j) values[j] = values_read[j];
    read(key + kStep);
    float score = transposed_sum(scores, in_warp);
    if (key + in_warp / kGroup >= last) score = -INFINITY;
    float highest = score;  // of this head over the keys
#pragma unroll
    for (int offset = kGroup; offset < kWarp; offset *= 2)
      highest = fmaxf(highest, __shfl_xor_sync(kAll, highest, offset));
    highest = fmaxf(highest, greatest);
    const float shrink = __expf(greatest - highest), p = __expf(score - highest);
    greatest = highest;
    sum = sum * shrink + p;
#pragma unroll
    for (int g = 0; g < kGroup; ++g) {
      const float factor = __shfl_sync(kAll, shrink, g);
#pragma unroll
      for (int i = 0; i < kPer; ++i) mixed[g][i] *= factor;
    }
#pragma unroll
    for (int j = 0; j < kKeys; ++j) {
      float v[kPer];
      values[j].widen(v);
#pragma unroll
      for (int g = 0; g < kGroup; ++g) {
        const float weight = __shfl_sync(kAll, p, j * kGroup + g);
#pragma unroll
        for (int i = 0; i < kPer; ++i) mixed[g][i] += weight * v[i];
      }
    }
  }
#pragma unroll
  for (int offset = kGroup; offset < kWarp; offset *= 2)
    sum += __shfl_xor_sync(kAll, sum, offset);
  // the block's warps
  __shared__ Mixed<kDim, kGroup> found;
#pragma unroll
  for (int g = 0; g < kGroup; ++g)
#pragma unroll
    for (int i = 0; i < kPer; ++i) found.values[warp][g][in_warp * kPer + i] = mixed[g][i];
  if (in_warp < kGroup) {
    found.greatest[warp][in_warp] = greatest;
    found.sums[warp][in_warp] = sum;
  }
  join(given, found);
}

#define NEREID_ATTENTION(DIM, GROUP)                                             \
  extern "C" __global__ void __launch_bounds__(kAttentionThreads, 2)             \
      attention_##DIM##_##GROUP(const __grid_constant__ Attention given) {       \
    attention<DIM, GROUP>(given);                                                \
  }
NEREID_ATTENTION(64, 4)
NEREID_ATTENTION(64, 8)
NEREID_ATTENTION(128, 4)
NEREID_ATTENTION(128, 8)

}  // namespace nereid::policy::cuda

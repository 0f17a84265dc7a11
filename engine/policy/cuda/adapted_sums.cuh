// SPDX-License-Identifier: GPL-3.0-or-later
// What a linear with an adapter makes of the sums of many lanes: the adapter's second half by mma.m16n8k16,
// lanes as its rows. A warp takes 32 rows of the weights and 16 lanes; a thread has four rows that lie side
// by side, and four 16 rows on, of two lanes, so that it reads and writes them together.
#pragma once

#include "engine/policy/cuda/products.cuh"

namespace nereid::policy::cuda {

constexpr int kAdaptedInner = 16;  // of the rank, that are multiplied at once

// Rows that a thread has of a tile: 4 in_quad and the three behind, in each half of the warp's 32. Columns
// of the mma's second operand are chosen so.
__device__ inline int adapted_row(int mma, int column) {
  return mma / 2 * 16 + column / 2 * 4 + mma % 2 * 2 + column % 2;
}

// One part's values for two lanes and eight rows, with all that its linear adds.
struct AdaptedValues {
  float of[2][2][4];  // lane, half of the rows, row
};

// The second half's weights of some ranks: four products' columns.
__device__ inline void read_up(const Product& given, const Part& part, int row, int rank, int in_warp,
                               uint2 (&up)[4]) {
#pragma unroll
  for (int mma = 0; mma < 4; ++mma)
    up[mma] = *reinterpret_cast<const uint2*>(
        static_cast<const bf16*>(part.lora_b) +
        static_cast<std::int64_t>(row + adapted_row(mma, in_warp / 4)) * given.rank + rank + in_warp % 4 * 4);
}

// The first half's result of some ranks for one lane.
__device__ inline uint2 read_low(const Product& given, const Part& part, int lane, int rank, int in_quad) {
  if (part.low_sums == nullptr)
    return *reinterpret_cast<const uint2*>(static_cast<const bf16*>(part.low_rank) +
                                           static_cast<std::int64_t>(lane) * given.low_stride + rank + in_quad * 4);
  const float4 sums = *reinterpret_cast<const float4*>(
      part.low_sums + static_cast<std::int64_t>(lane) * given.sums_stride + rank + in_quad * 4);
  return {packed(sums.x * given.scaling, sums.y * given.scaling), packed(sums.z * given.scaling, sums.w * given.scaling)};
}

__device__ inline void add_to(float (&sum)[4], const float4& more) {
  sum[0] += more.x, sum[1] += more.y, sum[2] += more.z, sum[3] += more.w;
}

// The bare sums of a part. Where somebody else found them all are asked for at once.
__device__ inline void read_bare(const Product& given, int number, int row, const int (&lanes)[2], AdaptedValues& out) {
  if (given.blocks == 0) {
    const float* const from = given.sums + rows_before(given, number) + row;
    float4 read[2][2];
#pragma unroll
    for (int lane = 0; lane < 2; ++lane)
#pragma unroll
      for (int half = 0; half < 2; ++half)
        read[lane][half] = *reinterpret_cast<const float4*>(
            from + static_cast<std::int64_t>(lanes[lane]) * given.sums_stride + half * 16);
#pragma unroll
    for (int lane = 0; lane < 2; ++lane)
#pragma unroll
      for (int half = 0; half < 2; ++half) add_to(out.of[lane][half], read[lane][half]);
    return;
  }
#pragma unroll
  for (int lane = 0; lane < 2; ++lane) {
    const Found found = found_at(given, number, row, lanes[lane]);
#pragma unroll 2
    for (int block = 0; block < found.blocks; ++block) {
      const auto* from = reinterpret_cast<const float4*>(found.from + block * found.block_stride);
      const float4 near = from[0], far = from[4];
      add_to(out.of[lane][0], near);
      add_to(out.of[lane][1], far);
    }
  }
}

// `row`: the first of the thread's.
__device__ inline void adapted_values(const Product& given, int number, int row, const int (&lanes)[2], uint2 (&up)[4],
                                      AdaptedValues& out) {
  const Part& part = given.parts[number];
  const int in_warp = threadIdx.x % kWarp, in_quad = in_warp % 4;
  read_bare(given, number, row, lanes, out);
  float low[4][4] = {};
  for (int rank = 0; rank < given.rank; rank += kAdaptedInner) {
    if (rank > 0) read_up(given, part, row - in_quad * 4, rank, in_warp, up);
    const uint2 first = read_low(given, part, lanes[0], rank, in_quad), second = read_low(given, part, lanes[1], rank, in_quad);
    const unsigned down[4] = {first.x, second.x, first.y, second.y};
#pragma unroll
    for (int mma = 0; mma < 4; ++mma) multiply_add(low[mma], down, up[mma].x, up[mma].y);
  }
  if (given.lane_scales != nullptr) {
#pragma unroll
    for (int lane = 0; lane < 2; ++lane) {
      const float scale = given.lane_scales[lanes[lane]];
#pragma unroll
      for (int i = 0; i < 8; ++i) out.of[lane][i / 4][i % 4] *= scale;
    }
  }
#pragma unroll
  for (int half = 0; half < 2; ++half)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int at = row + half * 16 + i;
      const float scale = part.scale != nullptr ? part.scale[at] : 1;
      const float bias = part.bias != nullptr ? __bfloat162float(static_cast<const bf16*>(part.bias)[at]) : 0;
#pragma unroll
      for (int lane = 0; lane < 2; ++lane) {
        float& value = out.of[lane][half][i];
        value = rounded(__fadd_rn(__fmul_rn(value, scale), bias)) + low[half * 2 + i / 2][lane * 2 + i % 2];
      }
    }
}

template <Ending kEnding>
__device__ void finish_adapted(const Product& given) {
  constexpr bool kIsGate = kEnding == Ending::kGate;
  let_next_start();
  const int in_warp = threadIdx.x % kWarp, quad = in_warp / 4, in_quad = in_warp % 4;
  const Place place(given, (blockIdx.x * kAdaptedWarps + threadIdx.x / kWarp) * kAdaptedRows, 1);
  const int number = kIsGate ? 0 : place.number, row = place.row;
  const bool is_mine = row < given.parts[number].rows && !(kIsGate && place.number > 0);
  uint2 up[4], other_up[4];
  if (is_mine) {
    read_up(given, given.parts[number], row, 0, in_warp, up);
    if constexpr (kIsGate) read_up(given, given.parts[1], row, 0, in_warp, other_up);
  }
  wait_for_earlier();
  if (!is_mine) return;
  const int lane = blockIdx.y * kAdaptedLanes + quad;
  const int lanes[2] = {min(lane, given.batch - 1), min(lane + 8, given.batch - 1)};
  const int mine = row + in_quad * 4;
  AdaptedValues values = {}, others = {};
  adapted_values(given, number, mine, lanes, up, values);
  if constexpr (kIsGate) adapted_values(given, 1, mine, lanes, other_up, others);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    if (lane + i * 8 >= given.batch) continue;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      bf16* const to = static_cast<bf16*>(given.out) + static_cast<std::int64_t>(lane + i * 8) * given.out_stride +
                       place.before + mine + half * 16;
      float (&other)[4] = others.of[i][half];
      if constexpr (kEnding == Ending::kAdd) {
        const uint2 four = *reinterpret_cast<const uint2*>(to);
        other[0] = __uint_as_float(four.x << 16), other[1] = __uint_as_float(four.x & 0xffff0000u);
        other[2] = __uint_as_float(four.y << 16), other[3] = __uint_as_float(four.y & 0xffff0000u);
      }
      float each[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) each[j] = ended<kEnding>(given, values.of[i][half][j], other[j]);
      *reinterpret_cast<uint2*>(to) = {packed(each[0], each[1]), packed(each[2], each[3])};
    }
  }
}

#define NEREID_FINISH_ADAPTED(NAME, ENDING)                                     \
  extern "C" __global__ void __launch_bounds__(kAdaptedWarps * kWarp, 10)       \
      finish_adapted_##NAME(const __grid_constant__ Product given) {            \
    finish_adapted<Ending::ENDING>(given);                                      \
  }
NEREID_FINISH_ADAPTED(store, kStore)
NEREID_FINISH_ADAPTED(add, kAdd)
NEREID_FINISH_ADAPTED(gate, kGate)

}  // namespace nereid::policy::cuda

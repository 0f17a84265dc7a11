// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of the training pass: what libtorch's operators would do in many passes over memory.
// A thread takes eight values of bfloat16 at once and computes in float32.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include "engine/policy/cuda/arguments.h"

namespace nereid::policy::cuda {
namespace training {

struct Eight {
  float values[8];
};

__device__ inline Eight unpacked(const uint4& bits) {
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

__device__ inline Eight load_eight(const void* from, std::int64_t index) {
  return unpacked(__ldg(static_cast<const uint4*>(from) + index));
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

// A block takes a token; a thread eight values of the first half of a head and those they turn with.
extern "C" __global__ void __launch_bounds__(256) training_rotate(const __grid_constant__ Rotate given) {
  const std::int64_t token = blockIdx.x;
  const int half = given.head_dim / 16, eights = given.heads * half;  // of eights
  const std::int64_t place = given.positions[token] * given.head_dim;
  for (int at = threadIdx.x; at < eights; at += blockDim.x) {
    const int head = at / half, inner = at % half;
    const std::int64_t index = (token * given.heads + head) * 2 * half + inner;
    const Eight low = load_eight(given.x, index), high = load_eight(given.x, index + half);
    Eight to_low, to_high;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const float cosine = rounded(given.cosine[place + inner * 8 + i]),
                  sine = rounded(given.sine[place + inner * 8 + i]) * given.direction;
      to_low.values[i] = low.values[i] * cosine - high.values[i] * sine;
      to_high.values[i] = high.values[i] * cosine + low.values[i] * sine;
    }
    store_eight(given.out, index, to_low);
    store_eight(given.out, index + half, to_high);
  }
}

constexpr int kChooseThreads = 1024;

// Sums relative to the greatest logit so far: of e^(l - greatest), and of that times (l - greatest).
struct Tally {
  float greatest = -INFINITY, sum = 0, weighted = 0;

  __device__ void add(float logit) {
    if (logit > greatest) {
      *this = moved_to(logit);
    }
    const float off = logit - greatest, share = __expf(off);
    sum += share;
    weighted += share * off;
  }
  __device__ Tally moved_to(float other) const {
    if (sum == 0) return {other, 0, 0};
    const float off = greatest - other, factor = __expf(off);
    return {other, sum * factor, factor * (weighted + sum * off)};
  }
  __device__ Tally joined(const Tally& other) const {
    const float most = fmaxf(greatest, other.greatest);
    const Tally one = moved_to(most), two = other.moved_to(most);
    return {most, one.sum + two.sum, one.weighted + two.weighted};
  }
};

// Of all threads, in an order that is always the same; for all of them.
__device__ inline Tally tally_of_block(Tally mine) {
  __shared__ Tally shared[kChooseThreads / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const auto of_warp = [&] {
    for (int apart = 16; apart > 0; apart /= 2) {
      const Tally other{__shfl_xor_sync(~0U, mine.greatest, apart),
                        __shfl_xor_sync(~0U, mine.sum, apart),
                        __shfl_xor_sync(~0U, mine.weighted, apart)};
      // The same two in the same order in both lanes.
      mine = (lane & apart) == 0 ? mine.joined(other) : other.joined(mine);
    }
  };
  of_warp();
  if (lane == 0) shared[warp] = mine;
  __syncthreads();
  mine = shared[lane];
  of_warp();
  return mine;
}

// A block takes a row.
extern "C" __global__ void __launch_bounds__(kChooseThreads)
    training_choose(const __grid_constant__ Choose given) {
  const std::int64_t row = blockIdx.x;
  const float* logits = given.logits + row * given.vocabulary;
  const float inverse = 1.0F / given.temperature;
  const auto eight_of = [&](int at) {
    const float4 first = reinterpret_cast<const float4*>(logits)[2 * at],
                 second = reinterpret_cast<const float4*>(logits)[2 * at + 1];
    return Eight{{first.x * inverse, first.y * inverse, first.z * inverse, first.w * inverse,
                  second.x * inverse, second.y * inverse, second.z * inverse, second.w * inverse}};
  };
  const int eights = given.vocabulary / 8;
  Tally tally;
  for (int at = threadIdx.x; at < eights; at += kChooseThreads) {
    const Eight found = eight_of(at);
#pragma unroll
    for (int i = 0; i < 8; ++i) tally.add(found.values[i]);
  }
  tally = tally_of_block(tally);
  const float log_sum = logf(tally.sum), log_z = tally.greatest + log_sum;
  if (threadIdx.x == 0) {
    given.logprobs[row] = logits[given.targets[row]] * inverse - log_z;
    given.entropies[row] = log_sum - tally.weighted / tally.sum;
  }
  if (given.probabilities == nullptr) return;
  for (int at = threadIdx.x; at < eights; at += kChooseThreads) {
    Eight found = eight_of(at);
#pragma unroll
    for (int i = 0; i < 8; ++i) found.values[i] = __expf(found.values[i] - log_z);
    store_eight(given.probabilities, row * eights + at, found);
  }
}

constexpr float kGreatestFp8 = 448;

__device__ inline std::uint32_t four_in_fp8(const float* values) {
  const auto pair = [&](int at) {
    return static_cast<std::uint32_t>(
        __nv_cvt_float2_to_fp8x2({values[at], values[at + 1]}, __NV_SATFINITE, __NV_E4M3));
  };
  return pair(0) | pair(2) << 16;
}

// A row to each `kTeam` threads of a block, which hold most of it while they look for its greatest
// value.
template <int kTeam>
__device__ void narrow_rows(const NarrowRows& given) {
  constexpr int kHeld = 16, kTeams = kNarrowThreads / kTeam;
  const int thread = threadIdx.x % kTeam, eights = given.columns / 8;
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * kTeams + threadIdx.x / kTeam;
  if (row >= given.rows) return;  // of one warp each, where there are several teams
  const uint4* from = static_cast<const uint4*>(given.x) + row * eights;
  const auto scaled = [&](const uint4& bits, int at) {
    Eight x = unpacked(bits);
    if (given.factors != nullptr) {
#pragma unroll
      for (int i = 0; i < 8; ++i) x.values[i] *= given.factors[at * 8 + i];
    }
    return x;
  };
  uint4 held[kHeld];
#pragma unroll
  for (int i = 0; i < kHeld; ++i) {
    const int at = thread + i * kTeam;
    held[i] = at < eights ? __ldg(from + at) : uint4{0, 0, 0, 0};
  }
  float greatest = 0;
  const auto look_at = [&](const Eight& x) {
#pragma unroll
    for (int i = 0; i < 8; ++i) greatest = fmaxf(greatest, fabsf(x.values[i]));
  };
#pragma unroll
  for (int i = 0; i < kHeld; ++i)
    if (thread + i * kTeam < eights) look_at(scaled(held[i], thread + i * kTeam));
  for (int at = thread + kHeld * kTeam; at < eights; at += kTeam)
    look_at(scaled(__ldg(from + at), at));
  for (int apart = 16; apart > 0; apart /= 2)
    greatest = fmaxf(greatest, __shfl_xor_sync(~0U, greatest, apart));
  if constexpr (kTeam > 32) {
    __shared__ float shared[kTeam / 32];
    if (thread % 32 == 0) shared[thread / 32] = greatest;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTeam / 32; ++i) greatest = fmaxf(greatest, shared[i]);
  }
  const float scale = fmaxf(greatest, 1e-30F) / kGreatestFp8, inverse = 1 / scale;
  if (thread == 0) given.scales[row] = scale;
  uint2* to = static_cast<uint2*>(given.out) + row * eights;
  const auto store = [&](Eight x, int at) {
#pragma unroll
    for (int i = 0; i < 8; ++i) x.values[i] *= inverse;
    to[at] = make_uint2(four_in_fp8(x.values), four_in_fp8(x.values + 4));
  };
#pragma unroll
  for (int i = 0; i < kHeld; ++i)
    if (thread + i * kTeam < eights) store(scaled(held[i], thread + i * kTeam), thread + i * kTeam);
  for (int at = thread + kHeld * kTeam; at < eights; at += kTeam)
    store(scaled(__ldg(from + at), at), at);
}

extern "C" __global__ void __launch_bounds__(kNarrowThreads)
    training_narrow_rows(const __grid_constant__ NarrowRows given) {
  narrow_rows<kNarrowThreads>(given);
}
// A warp to each row: rows of at most 4096 columns.
extern "C" __global__ void __launch_bounds__(kNarrowThreads)
    training_narrow_short_rows(const __grid_constant__ NarrowRows given) {
  narrow_rows<32>(given);
}

// Bytes of a row of the square, so that columns lie in other banks.
constexpr int kTurnedStride = kTurnedSide + 4;

extern "C" __global__ void __launch_bounds__(256)
    training_narrow_turned(const __grid_constant__ NarrowTurned given) {
  constexpr int kEights = kTurnedSide / 8;
  __shared__ std::uint8_t square[kTurnedSide * kTurnedStride];
  const int first_row = blockIdx.y * kTurnedSide, first_column = blockIdx.x * kTurnedSide;
  for (int at = threadIdx.x; at < kTurnedSide * kEights; at += 256) {
    const int row = first_row + at / kEights, column = first_column + at % kEights * 8;
    if (row >= given.rows || column >= given.columns) continue;
    Eight x = load_eight(given.x, (static_cast<std::int64_t>(row) * given.columns + column) / 8);
    const float inverse = 1 / given.scales[row];
#pragma unroll
    for (int i = 0; i < 8; ++i) x.values[i] *= inverse;
    auto* to = reinterpret_cast<std::uint32_t*>(square + at / kEights * kTurnedStride +
                                                at % kEights * 8);
    to[0] = four_in_fp8(x.values);
    to[1] = four_in_fp8(x.values + 4);
  }
  __syncthreads();
  for (int at = threadIdx.x; at < kTurnedSide * kEights; at += 256) {
    const int column = first_column + at / kEights, row = first_row + at % kEights * 8;
    if (row >= given.rows || column >= given.columns) continue;
    std::uint64_t eight = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i)
      eight |= static_cast<std::uint64_t>(square[(at % kEights * 8 + i) * kTurnedStride +
                                                 at / kEights])
               << 8 * i;
    static_cast<std::uint64_t*>(
        given.out)[(static_cast<std::int64_t>(column) * given.rows + row) / 8] = eight;
  }
}

}  // namespace training
}  // namespace nereid::policy::cuda

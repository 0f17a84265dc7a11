// SPDX-License-Identifier: GPL-3.0-or-later
// One token of a batch in bfloat16: products with weights in 8 or 16 bits, attention over a shared
// prompt and own tokens, norm, rotary embedding, sampling. Sums are in float32; each result is
// rounded where libtorch's operators round theirs. No result depends on timing: partial sums are
// added in a fixed order.
#include <cuda_bf16.h>

#include "engine/policy/cuda/arguments.h"
#include "engine/policy/cuda/training_kernels.cuh"

namespace nereid::policy::cuda {
namespace {

using bf16 = __nv_bfloat16;

constexpr int kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;

__device__ float rounded(float value) { return __bfloat162float(__float2bfloat16_rn(value)); }

__device__ float warp_sum(float value) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    value += __shfl_xor_sync(kAll, value, offset);
  return value;
}

// ---- products -------------------------------------------------------------------------------
// A warp multiplies 16 rows of the weights with 8 lanes of the batch by mma.m16n8k16: weights are
// its first operand, lanes its second. The order of the inputs within a product is free as long as
// both operands agree, so a thread takes 16 inputs that lie side by side: wide loads, and four
// products out of each. The eight warps of a block share the inputs out and add up in the end.

constexpr int kWarps = 8;
constexpr int kTileRows = 16;
constexpr int kChunk = 64;  // inputs that a warp takes at once

struct Fragment {
  unsigned pair[8];  // 16 bfloat16 of one row
};

__device__ Fragment load(const bf16* from) {
  Fragment out;
  const uint4 low = __ldg(reinterpret_cast<const uint4*>(from));
  const uint4 high = __ldg(reinterpret_cast<const uint4*>(from) + 1);
  out.pair[0] = low.x, out.pair[1] = low.y, out.pair[2] = low.z, out.pair[3] = low.w;
  out.pair[4] = high.x, out.pair[5] = high.y, out.pair[6] = high.z, out.pair[7] = high.w;
  return out;
}

// Weights are read once: they need no place in a cache.
struct Bf16Weights {
  using Element = bf16;
  uint4 low, high;
  __device__ void load(const bf16* from) {
    low = __ldcs(reinterpret_cast<const uint4*>(from));
    high = __ldcs(reinterpret_cast<const uint4*>(from) + 1);
  }
  __device__ Fragment fragment() const {
    return {{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
  }
};

// Four bytes become four bfloat16: as the low mantissa bits of 2^23 in float32, less 2^23 + 128.
__device__ void widen(unsigned bytes, unsigned& first, unsigned& second) {
  const unsigned biased = bytes ^ 0x80808080u;
  float wide[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    wide[i] = __uint_as_float(__byte_perm(biased, 0x4b000000u, 0x7540u + i)) - 8388736.0f;
  first = __byte_perm(__float_as_uint(wide[0]), __float_as_uint(wide[1]), 0x7632);
  second = __byte_perm(__float_as_uint(wide[2]), __float_as_uint(wide[3]), 0x7632);
}

struct Int8Weights {
  using Element = signed char;
  uint4 bytes;
  __device__ void load(const signed char* from) {
    bytes = __ldcs(reinterpret_cast<const uint4*>(from));
  }
  __device__ Fragment fragment() const {
    Fragment out;
    widen(bytes.x, out.pair[0], out.pair[1]);
    widen(bytes.y, out.pair[2], out.pair[3]);
    widen(bytes.z, out.pair[4], out.pair[5]);
    widen(bytes.w, out.pair[6], out.pair[7]);
    return out;
  }
};

__device__ void multiply_add(float (&sum)[4], const Fragment& upper, const Fragment& lower,
                             const Fragment& lanes) {
#pragma unroll
  for (int i = 0; i < 4; ++i)
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
        "{%8,%9}, {%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(upper.pair[2 * i]), "r"(lower.pair[2 * i]), "r"(upper.pair[2 * i + 1]),
          "r"(lower.pair[2 * i + 1]), "r"(lanes.pair[2 * i]), "r"(lanes.pair[2 * i + 1]));
}

enum class Ending { kStore, kAdd, kGate, kLogits };

// The value of one row and lane with all that a linear adds to the bare product.
__device__ float finished(const Product& given, const Part& part, int row, int lane, float sum) {
  if (part.scale != nullptr) sum *= part.scale[row];
  if (part.bias != nullptr) sum += __bfloat162float(static_cast<const bf16*>(part.bias)[row]);
  if (part.lora_b == nullptr) return sum;
  const float* down = part.low_rank + lane * given.rank;
  const float* up = part.lora_b + static_cast<std::int64_t>(row) * given.rank;
  float low = 0;
  if (given.rank % 4 == 0) {
    for (int r = 0; r < given.rank; r += 4) {
      const float4 one = *reinterpret_cast<const float4*>(down + r);
      const float4 other = __ldg(reinterpret_cast<const float4*>(up + r));
      low += one.x * other.x + one.y * other.y + one.z * other.z + one.w * other.w;
    }
  } else {
    for (int r = 0; r < given.rank; ++r) low += down[r] * up[r];
  }
  return rounded(sum) + rounded(low * given.lora_scaling);
}

// Tiles: 16 rows each that a block computes. For kGate the first is of the gate and the second, of
// the same rows, of the other projection.
template <class Weights, int kTiles, int kLaneTiles, Ending kEnding>
__device__ void product(const Product& given) {
  using Element = typename Weights::Element;
  constexpr int kWanted = 64 / static_cast<int>(sizeof(Weights)) / kTiles;
  constexpr int kAhead = kWanted > 2 ? kWanted : 2;
  const int thread = threadIdx.x, warp = thread / kWarp, in_warp = thread % kWarp;
  const int quad = in_warp / 4, in_quad = in_warp % 4;
  const int first_lane = blockIdx.y * kLaneTiles * 8;
  // which part, and which of its rows
  int first_row = blockIdx.x * kTileRows * (kEnding == Ending::kGate ? 1 : kTiles), number = 0, before = 0;
  if (kEnding != Ending::kGate) {
    constexpr int kBlockRows = kTileRows * kTiles;
    for (int padded; number < 2; ++number) {
      padded = (given.parts[number].rows + kBlockRows - 1) / kBlockRows * kBlockRows;
      if (first_row < padded) break;
      first_row -= padded;
      before += given.parts[number].rows;
    }
  }
  const Element* upper[kTiles];
  const Element* lower[kTiles];
#pragma unroll
  for (int tile = 0; tile < kTiles; ++tile) {
    const Part& part = given.parts[kEnding == Ending::kGate ? tile : number];
    const int row = first_row + (kEnding == Ending::kGate ? 0 : tile * kTileRows) + quad;
    const auto* weight = static_cast<const Element*>(part.weight) + in_quad * 16;
    upper[tile] = weight + static_cast<std::int64_t>(min(row, part.rows - 1)) * given.columns;
    lower[tile] = weight + static_cast<std::int64_t>(min(row + 8, part.rows - 1)) * given.columns;
  }
  const bf16* inputs[kLaneTiles];
#pragma unroll
  for (int i = 0; i < kLaneTiles; ++i)
    inputs[i] = static_cast<const bf16*>(given.x) + in_quad * 16 +
                static_cast<std::int64_t>(min(first_lane + i * 8 + quad, given.batch - 1)) * given.columns;
  float sums[kTiles][kLaneTiles][4] = {};
  const int chunks = given.columns / kChunk;
  // Two chunks that lie side by side at a time: memory is read in lines of 128 bytes.
  const auto chunk_at = [](int begin, int i) { return begin + i / 2 * kWarps * 2 + i % 2; };
  for (int begin = warp * 2; begin < chunks; begin += kWarps * kAhead) {
    Weights ups[kAhead][kTiles], lows[kAhead][kTiles];
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      const int chunk = chunk_at(begin, i);
      if (chunk >= chunks) continue;
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        ups[i][tile].load(upper[tile] + chunk * kChunk);
        lows[i][tile].load(lower[tile] + chunk * kChunk);
      }
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      const int chunk = chunk_at(begin, i);
      if (chunk >= chunks) continue;
      Fragment up[kTiles], low[kTiles];
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        up[tile] = ups[i][tile].fragment();
        low[tile] = lows[i][tile].fragment();
      }
#pragma unroll
      for (int lane = 0; lane < kLaneTiles; ++lane) {
        const Fragment values = load(inputs[lane] + chunk * kChunk);
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile)
          multiply_add(sums[tile][lane], up[tile], low[tile], values);
      }
    }
  }
  // Eight warps' sums, one tile of lanes after the other.
  __shared__ float shared[kWarps][kTiles][kTileRows * 8];
  for (int lane_tile = 0; lane_tile < kLaneTiles; ++lane_tile) {
    if (lane_tile > 0) __syncthreads();
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile)
#pragma unroll
      for (int i = 0; i < 4; ++i)
        shared[warp][tile][(in_quad * 2 + i % 2) * kTileRows + quad + i / 2 * 8] =
            sums[tile][0][i];
    // Static indices keep the sums in registers: the next tile moves to the front.
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile)
#pragma unroll
      for (int next = 0; next + 1 < kLaneTiles; ++next)
#pragma unroll
        for (int i = 0; i < 4; ++i) sums[tile][next][i] = sums[tile][next + 1][i];
    __syncthreads();
    constexpr int kValues = kTileRows * 8 * (kEnding == Ending::kGate ? 1 : kTiles);
    for (int at = thread; at < kValues; at += kWarps * kWarp) {
      const int tile = at / (kTileRows * 8), place = at % (kTileRows * 8);
      const int lane = first_lane + lane_tile * 8 + place / kTileRows;
      const int row = first_row + tile * kTileRows + place % kTileRows;
      const Part& part = given.parts[kEnding == Ending::kGate ? 0 : number];
      if (lane >= given.batch || row >= part.rows) continue;
      float sum = 0;
#pragma unroll
      for (int w = 0; w < kWarps; ++w) sum += shared[w][tile][place];
      sum = finished(given, part, row, lane, sum);
      const std::int64_t to = static_cast<std::int64_t>(lane) * given.out_stride + before + row;
      if constexpr (kEnding == Ending::kLogits) {
        static_cast<float*>(given.out)[to] = sum;
      } else if constexpr (kEnding == Ending::kAdd) {
        bf16* out = static_cast<bf16*>(given.out) + to;
        *out = __float2bfloat16_rn(__bfloat162float(*out) + rounded(sum));
      } else if constexpr (kEnding == Ending::kGate) {
        float other = 0;
#pragma unroll
        for (int w = 0; w < kWarps; ++w) other += shared[w][kTiles - 1][place];
        other = rounded(finished(given, given.parts[1], row, lane, other));
        const float gate = rounded(sum);
        static_cast<bf16*>(given.out)[to] =
            __float2bfloat16_rn(rounded(gate / (1.0f + __expf(-gate))) * other);
      } else {
        static_cast<bf16*>(given.out)[to] = __float2bfloat16_rn(sum);
      }
    }
  }
}

// ---- products of many lanes -------------------------------------------------------------------
// Here each warp has 16 rows of its own and all lanes; the lanes' numbers come through shared
// memory, several chunks ahead. Blocks share the inputs out where there are few rows; the one that
// ends last adds up what all of them found, in their order.

constexpr int kWideRows = kWarps * kTileRows;
constexpr int kPaddedChunk = kChunk + 8;  // bfloat16: rows of shared memory begin at other banks

__device__ void copy_ahead(bf16* to, const bf16* from) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from));
}

template <class Weights, int kLaneTiles, Ending kEnding>
__device__ void wide_product(const Product& given) {
  using Element = typename Weights::Element;
  constexpr int kLanes = kLaneTiles * 8, kThreads = kWarps * kWarp;
  constexpr int kStages = kLaneTiles >= 16 ? 2 : kLaneTiles >= 8 ? 3 : 4;
  constexpr int kRing = sizeof(Weights) == 16 ? 4 : 2;
  constexpr int kTogether = sizeof(Weights) == 16 ? 2 : 1;  // chunks of 64 or 128 bytes a row
  constexpr int kHalf = kWideRows / 2;
  __shared__ alignas(16) bf16 stages[kStages][kLanes][kPaddedChunk];
  const int thread = threadIdx.x, warp = thread / kWarp, in_warp = thread % kWarp;
  const int quad = in_warp / 4, in_quad = in_warp % 4;
  const int first_lane = blockIdx.y * kLanes;
  // which part, and which of its rows; of a gate one half of the block takes each projection
  int number = 0, before = 0, first_row = blockIdx.x * (kEnding == Ending::kGate ? kHalf : kWideRows);
  if constexpr (kEnding == Ending::kGate) {
    number = warp / (kWarps / 2);
    first_row += warp % (kWarps / 2) * kTileRows;
  } else {
    for (; number < 2; ++number) {
      const int padded = (given.parts[number].rows + kWideRows - 1) / kWideRows * kWideRows;
      if (first_row < padded) break;
      first_row -= padded;
      before += given.parts[number].rows;
    }
    first_row += warp * kTileRows;
  }
  const Part& part = given.parts[number];
  const auto* weight = static_cast<const Element*>(part.weight) + in_quad * 16;
  const Element* upper = weight + static_cast<std::int64_t>(min(first_row + quad, part.rows - 1)) * given.columns;
  const Element* lower = weight + static_cast<std::int64_t>(min(first_row + quad + 8, part.rows - 1)) * given.columns;
  const int chunks = given.columns / kChunk, splits = gridDim.z, split = blockIdx.z;
  // Two chunks that lie side by side go together: memory is read in lines of 128 bytes.
  const int pairs = (chunks + 1) / 2;
  const int begin = pairs * split / splits * 2, end = min(chunks, pairs * (split + 1) / splits * 2);
  const auto fetch = [&](int chunk) {
    if (chunk < end) {
#pragma unroll
      for (int at = thread; at < kLanes * (kChunk / 8); at += kThreads) {
        const int lane = at / (kChunk / 8), piece = at % (kChunk / 8) * 8;
        copy_ahead(&stages[(chunk - begin) % kStages][lane][piece],
                   static_cast<const bf16*>(given.x) +
                       static_cast<std::int64_t>(min(first_lane + lane, given.batch - 1)) * given.columns +
                       chunk * kChunk + piece);
      }
    }
    asm volatile("cp.async.commit_group;");
  };
  float sums[kLaneTiles][4] = {};
  Weights ups[kRing], lows[kRing];
#pragma unroll
  for (int i = 0; i < kStages - 1; ++i) fetch(begin + i);
#pragma unroll
  for (int i = 0; i < kRing; ++i)
    if (begin + i < end) {
      ups[i].load(upper + (begin + i) * kChunk);
      lows[i].load(lower + (begin + i) * kChunk);
    }
  for (int round = begin; round < end; round += kRing) {
#pragma unroll
    for (int i = 0; i < kRing; ++i) {
      const int chunk = round + i;
      if (chunk >= end) break;
      asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2));
      __syncthreads();
      fetch(chunk + kStages - 1);
      const Fragment up = ups[i].fragment(), low = lows[i].fragment();
      if (i % kTogether == kTogether - 1) {
#pragma unroll
        for (int j = i + 1 - kTogether; j <= i; ++j) {
          const int next = round + j + kRing;
          if (next >= end) continue;
          ups[j].load(upper + next * kChunk);
          lows[j].load(lower + next * kChunk);
        }
      }
      const bf16* values = &stages[(chunk - begin) % kStages][quad][in_quad * 16];
#pragma unroll
      for (int tile = 0; tile < kLaneTiles; ++tile) {
        const auto* from = reinterpret_cast<const uint4*>(values + tile * 8 * kPaddedChunk);
        const uint4 first = from[0], second = from[1];
        multiply_add(sums[tile], up, low,
                     {{first.x, first.y, first.z, first.w, second.x, second.y, second.z, second.w}});
      }
    }
  }
  if (splits > 1) {
    constexpr int kValues = kLaneTiles * 4;
    const std::int64_t block = blockIdx.y * gridDim.x + blockIdx.x;
    float* const partial = given.partial + block * splits * kValues * kThreads + thread;
#pragma unroll
    for (int i = 0; i < kValues; ++i) partial[(split * kValues + i) * kThreads] = sums[i / 4][i % 4];
    __threadfence();
    __syncthreads();
    __shared__ bool is_last;
    if (thread == 0)
      is_last = atomicInc(given.arrived + block, splits - 1) == static_cast<unsigned>(splits - 1);
    __syncthreads();
    if (!is_last) return;
    __threadfence();
#pragma unroll
    for (int i = 0; i < kValues; ++i) sums[i / 4][i % 4] = 0;
    for (int other = 0; other < splits; ++other)
#pragma unroll
      for (int i = 0; i < kValues; ++i)
        sums[i / 4][i % 4] += __ldcg(partial + (other * kValues + i) * kThreads);
  }
  // sums[tile][i]: row quad + i / 2 * 8, lane tile * 8 + in_quad * 2 + i % 2
  const bool is_other = kEnding == Ending::kGate && number == 1;
  float* const exchanged = reinterpret_cast<float*>(stages);
  const auto place = [&](int tile, int i) {
    return ((warp % (kWarps / 2) * kLaneTiles + tile) * 4 + i) * kWarp + in_warp;
  };
  if constexpr (kEnding == Ending::kGate) {
    static_assert(sizeof(stages) >= sizeof(float) * (kWarps / 2) * kLaneTiles * 4 * kWarp);
    __syncthreads();
  }
#pragma unroll
  for (int tile = 0; tile < kLaneTiles; ++tile)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int row = first_row + quad + i / 2 * 8;
      const int lane = first_lane + tile * 8 + in_quad * 2 + i % 2;
      const bool exists = lane < given.batch && row < part.rows;
      sums[tile][i] = exists ? finished(given, part, row, lane, sums[tile][i]) : 0;
      if (kEnding == Ending::kGate && is_other) exchanged[place(tile, i)] = rounded(sums[tile][i]);
    }
  if constexpr (kEnding == Ending::kGate) {
    __syncthreads();
    if (is_other) return;
  }
#pragma unroll
  for (int tile = 0; tile < kLaneTiles; ++tile)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int row = first_row + quad + i / 2 * 8;
      const int lane = first_lane + tile * 8 + in_quad * 2 + i % 2;
      if (lane >= given.batch || row >= part.rows) continue;
      const float sum = sums[tile][i];
      const std::int64_t to = static_cast<std::int64_t>(lane) * given.out_stride + before + row;
      if constexpr (kEnding == Ending::kLogits) {
        static_cast<float*>(given.out)[to] = sum;
      } else if constexpr (kEnding == Ending::kAdd) {
        bf16* out = static_cast<bf16*>(given.out) + to;
        *out = __float2bfloat16_rn(__bfloat162float(*out) + rounded(sum));
      } else if constexpr (kEnding == Ending::kGate) {
        const float gate = rounded(sum);
        static_cast<bf16*>(given.out)[to] = __float2bfloat16_rn(
            rounded(gate / (1.0f + __expf(-gate))) * exchanged[place(tile, i)]);
      } else {
        static_cast<bf16*>(given.out)[to] = __float2bfloat16_rn(sum);
      }
    }
}

}  // namespace

#define NEREID_PRODUCT(NAME, WEIGHTS, TILES, LANE_TILES, ENDING)                                \
  extern "C" __global__ void __launch_bounds__(kWarps* kWarp, 2)                                \
      NAME(const __grid_constant__ Product given) {                                             \
    product<WEIGHTS, TILES, LANE_TILES, Ending::ENDING>(given);                                 \
  }
#define NEREID_PRODUCTS(WEIGHT, WEIGHTS, LANE_TILES, TILES)                          \
  NEREID_PRODUCT(product_##WEIGHT##_store_##LANE_TILES, WEIGHTS, TILES, LANE_TILES, kStore) \
  NEREID_PRODUCT(product_##WEIGHT##_add_##LANE_TILES, WEIGHTS, TILES, LANE_TILES, kAdd)     \
  NEREID_PRODUCT(product_##WEIGHT##_gate_##LANE_TILES, WEIGHTS, 2, LANE_TILES, kGate)

NEREID_PRODUCTS(int8, Int8Weights, 1, 1)
NEREID_PRODUCTS(int8, Int8Weights, 2, 1)
NEREID_PRODUCTS(bf16, Bf16Weights, 1, 1)
NEREID_PRODUCTS(bf16, Bf16Weights, 2, 1)
NEREID_PRODUCT(product_bf16_logits_1, Bf16Weights, 1, 1, kLogits)
NEREID_PRODUCT(product_bf16_logits_2, Bf16Weights, 1, 2, kLogits)

#define NEREID_WIDE(WEIGHT, WEIGHTS, ENDING, NAME, LANE_TILES)                                  \
  extern "C" __global__ void __launch_bounds__(kWarps* kWarp, LANE_TILES >= 16 ? 1 : 2)         \
      wide_##WEIGHT##_##NAME##_##LANE_TILES(const __grid_constant__ Product given) {            \
    wide_product<WEIGHTS, LANE_TILES, Ending::ENDING>(given);                                   \
  }
#define NEREID_WIDES(LANE_TILES)                              \
  NEREID_WIDE(int8, Int8Weights, kStore, store, LANE_TILES)   \
  NEREID_WIDE(int8, Int8Weights, kAdd, add, LANE_TILES)       \
  NEREID_WIDE(int8, Int8Weights, kGate, gate, LANE_TILES)     \
  NEREID_WIDE(bf16, Bf16Weights, kStore, store, LANE_TILES)   \
  NEREID_WIDE(bf16, Bf16Weights, kAdd, add, LANE_TILES)       \
  NEREID_WIDE(bf16, Bf16Weights, kGate, gate, LANE_TILES)     \
  NEREID_WIDE(bf16, Bf16Weights, kLogits, logits, LANE_TILES)
NEREID_WIDES(4)
NEREID_WIDES(8)
NEREID_WIDES(16)

// A block for each row of lora_a and eight lanes.
extern "C" __global__ void __launch_bounds__(kWarps* kWarp)
    decode_low_rank(const __grid_constant__ LowRank given) {
  const int part = blockIdx.x / given.rank, r = blockIdx.x % given.rank;
  if (given.lora_a[part] == nullptr) return;
  const float* a = given.lora_a[part] + static_cast<std::int64_t>(r) * given.columns;
  const int first = blockIdx.y * 8;
  float sums[8] = {};
  for (int column = threadIdx.x * 4; column < given.columns; column += kWarps * kWarp * 4) {
    const float4 weight = __ldg(reinterpret_cast<const float4*>(a + column));
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if (first + i >= given.batch) break;
      const auto* x = static_cast<const bf16*>(given.x) +
                      static_cast<std::int64_t>(first + i) * given.columns + column;
      const uint2 four = __ldg(reinterpret_cast<const uint2*>(x));
      const auto low = __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162*>(&four.x));
      const auto high = __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162*>(&four.y));
      sums[i] += weight.x * low.x + weight.y * low.y + weight.z * high.x + weight.w * high.y;
    }
  }
  __shared__ float shared[kWarps][8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const float sum = warp_sum(sums[i]);
    if (threadIdx.x % kWarp == 0) shared[threadIdx.x / kWarp][i] = sum;
  }
  __syncthreads();
  if (threadIdx.x >= 8 || first + static_cast<int>(threadIdx.x) >= given.batch) return;
  float sum = 0;
  for (int w = 0; w < kWarps; ++w) sum += shared[w][threadIdx.x];
  given.out[part][(first + threadIdx.x) * given.rank + r] = sum;
}

// ---- what lies between the products ---------------------------------------------------------------

extern "C" __global__ void decode_embed(const __grid_constant__ Embed given) {
  const int token = given.lanes.token[blockIdx.x];
  const auto* from = static_cast<const uint4*>(given.embedding) +
                     static_cast<std::int64_t>(token) * (given.hidden / 8);
  auto* to = static_cast<uint4*>(given.x) + static_cast<std::int64_t>(blockIdx.x) * (given.hidden / 8);
  for (int i = threadIdx.x; i < given.hidden / 8; i += blockDim.x) to[i] = from[i];
}

extern "C" __global__ void __launch_bounds__(256) decode_norm(const __grid_constant__ Norm given) {
  const auto* x = static_cast<const __nv_bfloat162*>(given.x) +
                  static_cast<std::int64_t>(blockIdx.x) * (given.hidden / 2);
  auto* out = static_cast<__nv_bfloat162*>(given.out) +
              static_cast<std::int64_t>(blockIdx.x) * (given.hidden / 2);
  float squares = 0;
  for (int i = threadIdx.x; i < given.hidden / 2; i += 256) {
    const float2 two = __bfloat1622float2(x[i]);
    squares += two.x * two.x + two.y * two.y;
  }
  __shared__ float shared[8];
  squares = warp_sum(squares);
  if (threadIdx.x % kWarp == 0) shared[threadIdx.x / kWarp] = squares;
  __syncthreads();
  squares = 0;
  for (int w = 0; w < 8; ++w) squares += shared[w];
  const float factor = rsqrtf(squares / given.hidden + given.eps);
  const auto* weight = static_cast<const __nv_bfloat162*>(given.weight);
  for (int i = threadIdx.x; i < given.hidden / 2; i += 256) {
    const float2 two = __bfloat1622float2(x[i]), scale = __bfloat1622float2(weight[i]);
    out[i] = __floats2bfloat162_rn(two.x * factor * scale.x, two.y * factor * scale.y);
  }
}

// A warp for each head of q, k and v: norm of the head (Qwen3), rotation, the place in the cache.
extern "C" __global__ void decode_rope(const __grid_constant__ Rope given) {
  const int lane = blockIdx.x, head = blockIdx.y, d = given.head_dim, half = d / 2;
  const int heads = given.heads + 2 * given.kv_heads, in_warp = threadIdx.x;
  bf16* x = static_cast<bf16*>(given.qkv) + (static_cast<std::int64_t>(lane) * heads + head) * d;
  const int made = given.lanes.made[lane];
  const int position = given.cache.width - given.lanes.start[lane] + made - 1;
  const bool is_query = head < given.heads, is_value = head >= given.heads + given.kv_heads;
  bf16* to = x;
  if (!is_query) {
    const int kv = (head - given.heads) % given.kv_heads;
    void* cache = is_value ? given.cache.own_values : given.cache.own_keys;
    to = static_cast<bf16*>(cache) +
         ((static_cast<std::int64_t>(given.lanes.slot[lane]) * given.kv_heads + kv) *
              given.cache.room + made - 1) * d;
  }
  if (is_value) {
    for (int i = in_warp; i < d; i += kWarp) to[i] = x[i];
    return;
  }
  const auto* weight = static_cast<const bf16*>(is_query ? given.q_norm : given.k_norm);
  float factor = 1;
  if (weight != nullptr) {
    float squares = 0;
    for (int i = in_warp; i < d; i += kWarp) {
      const float value = __bfloat162float(x[i]);
      squares += value * value;
    }
    factor = rsqrtf(warp_sum(squares) / d + given.eps);
  }
  const float* cosine = given.cosine + static_cast<std::int64_t>(position) * d;
  const float* sine = given.sine + static_cast<std::int64_t>(position) * d;
  for (int i = in_warp; i < half; i += kWarp) {
    float first = __bfloat162float(x[i]), second = __bfloat162float(x[i + half]);
    if (weight != nullptr) {
      first = rounded(first * factor * __bfloat162float(weight[i]));
      second = rounded(second * factor * __bfloat162float(weight[i + half]));
    }
    const float c1 = rounded(cosine[i]), s1 = rounded(sine[i]);
    const float c2 = rounded(cosine[i + half]), s2 = rounded(sine[i + half]);
    to[i] = __float2bfloat16_rn(rounded(first * c1) + rounded(-second * s1));
    to[i + half] = __float2bfloat16_rn(rounded(second * c2) + rounded(first * s2));
  }
}

// ---- attention --------------------------------------------------------------------------------------
// A block takes a share of the keys of one lane and of the query heads that read them. A lane of a
// warp holds d / 32 numbers of each vector. 32 scores (some keys times kGroup heads) are summed over
// the warp at once: after five exchanges each lane holds the one of its own number.

constexpr int kAttentionWarps = 4;

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

template <int kDim, int kGroup>
__device__ void attention(const Attention& given) {
  constexpr int kPer = kDim / kWarp, kKeys = kWarp / kGroup;
  const int split = blockIdx.x, kv = blockIdx.y, lane = blockIdx.z;
  const int warp = threadIdx.x / kWarp, in_warp = threadIdx.x % kWarp;
  const int group = given.heads / given.kv_heads;
  const int heads = given.heads + 2 * given.kv_heads;
  const auto* queries = static_cast<const bf16*>(given.qkv) +
                        (static_cast<std::int64_t>(lane) * heads + kv * group) * kDim;
  float q[kGroup][kPer];
#pragma unroll
  for (int g = 0; g < kGroup; ++g) {
    Numbers<kPer> read;
    read.load(queries + min(g, group - 1) * kDim + in_warp * kPer);
    read.widen(q[g]);
#pragma unroll
    for (int i = 0; i < kPer; ++i) q[g][i] *= given.scale;
  }
  const int start = given.lanes.start[lane], width = given.cache.width;
  const int shared_keys = width - start, keys = shared_keys + given.lanes.made[lane];
  const auto prefix = ((static_cast<std::int64_t>(given.lanes.prefix[lane]) * given.kv_heads + kv) *
                           width + start) * kDim + in_warp * kPer;
  const auto own = (static_cast<std::int64_t>(given.lanes.slot[lane]) * given.kv_heads + kv) *
                       given.cache.room * kDim + in_warp * kPer;
  const auto vector = [&](const void* shared, const void* mine, int key) {
    return key < shared_keys
               ? static_cast<const bf16*>(shared) + prefix + static_cast<std::int64_t>(key) * kDim
               : static_cast<const bf16*>(mine) + own +
                     static_cast<std::int64_t>(key - shared_keys) * kDim;
  };
  const int share = (keys + given.splits - 1) / given.splits;
  const int first = split * share, last = min(keys, first + share);
  float greatest = -INFINITY, sum = 0, mixed[kGroup][kPer] = {};
  for (int key = first + warp * kKeys; key < last; key += kAttentionWarps * kKeys) {
    // All loads first: they wait together.
    Numbers<kPer> keys_read[kKeys], values_read[kKeys];
#pragma unroll
    for (int j = 0; j < kKeys; ++j)
      keys_read[j].load(vector(given.cache.prefix_keys, given.cache.own_keys, min(key + j, last - 1)));
#pragma unroll
    for (int j = 0; j < kKeys; ++j)
      values_read[j].load(
          vector(given.cache.prefix_values, given.cache.own_values, min(key + j, last - 1)));
    float scores[kWarp];
#pragma unroll
    for (int j = 0; j < kKeys; ++j) {
      float k[kPer];
      keys_read[j].widen(k);
#pragma unroll
      for (int g = 0; g < kGroup; ++g) {
        float score = 0;
#pragma unroll
        for (int i = 0; i < kPer; ++i) score += q[g][i] * k[i];
        scores[j * kGroup + g] = score;
      }
    }
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
      values_read[j].widen(v);
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
  __shared__ float all_mixed[kAttentionWarps][kGroup][kDim];
  __shared__ float all_greatest[kAttentionWarps][kGroup], all_sums[kAttentionWarps][kGroup];
#pragma unroll
  for (int g = 0; g < kGroup; ++g)
#pragma unroll
    for (int i = 0; i < kPer; ++i) all_mixed[warp][g][in_warp * kPer + i] = mixed[g][i];
  if (in_warp < kGroup) {
    all_greatest[warp][in_warp] = greatest;
    all_sums[warp][in_warp] = sum;
  }
  __syncthreads();
  auto* out = static_cast<bf16*>(given.out) +
              static_cast<std::int64_t>(lane) * given.heads * kDim + kv * group * kDim;
  float* partial = given.partial + (static_cast<std::int64_t>(lane) * given.heads + kv * group) *
                                       given.splits * (kDim + 2);
  for (int at = threadIdx.x; at < group * kDim; at += kAttentionWarps * kWarp) {
    const int g = at / kDim, i = at % kDim;
    float highest = -INFINITY, total = 0, value = 0;
    for (int w = 0; w < kAttentionWarps; ++w) highest = fmaxf(highest, all_greatest[w][g]);
    for (int w = 0; w < kAttentionWarps && highest > -INFINITY; ++w) {
      const float factor = __expf(all_greatest[w][g] - highest);
      total += all_sums[w][g] * factor;
      value += all_mixed[w][g][i] * factor;
    }
    if (given.splits == 1) {
      out[at] = __float2bfloat16_rn(value / total);
      continue;
    }
    float* to = partial + (g * given.splits + split) * (kDim + 2);
    to[i] = value;
    if (i == 0) to[kDim] = highest, to[kDim + 1] = total;
  }
  if (given.splits == 1) return;
  // The block that comes last adds up what all of them found, in the order of the keys.
  __threadfence();
  __syncthreads();
  __shared__ bool is_last;
  if (threadIdx.x == 0)
    is_last = atomicInc(given.arrived + lane * given.kv_heads + kv, given.splits - 1) ==
              static_cast<unsigned>(given.splits - 1);
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  for (int at = threadIdx.x; at < group * kDim; at += kAttentionWarps * kWarp) {
    const volatile float* from = partial + (at / kDim) * given.splits * (kDim + 2);
    float highest = -INFINITY, total = 0, value = 0;
    for (int s = 0; s < given.splits; ++s) highest = fmaxf(highest, from[s * (kDim + 2) + kDim]);
    for (int s = 0; s < given.splits; ++s) {
      const float factor = __expf(from[s * (kDim + 2) + kDim] - highest);
      total += from[s * (kDim + 2) + kDim + 1] * factor;
      value += from[s * (kDim + 2) + at % kDim] * factor;
    }
    out[at] = __float2bfloat16_rn(value / total);
  }
}

#define NEREID_ATTENTION(DIM, GROUP)                                             \
  extern "C" __global__ void __launch_bounds__(kAttentionWarps* kWarp)           \
      attention_##DIM##_##GROUP(const __grid_constant__ Attention given) {       \
    attention<DIM, GROUP>(given);                                                \
  }
NEREID_ATTENTION(64, 4)
NEREID_ATTENTION(64, 8)
NEREID_ATTENTION(128, 4)
NEREID_ATTENTION(128, 8)

// ---- sampling ---------------------------------------------------------------------------------------

constexpr int kSampleThreads = 1024, kSampleWarps = kSampleThreads / kWarp;

// Of `value` over the block, by `combine`; every thread gets it.
template <class T, class Combine>
__device__ T over_block(T value, Combine combine) {
  __shared__ T shared[kSampleWarps];
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    value = combine(value, __shfl_xor_sync(kAll, value, offset));
  __syncthreads();
  if (threadIdx.x % kWarp == 0) shared[threadIdx.x / kWarp] = value;
  __syncthreads();
  value = shared[0];
  for (int w = 1; w < kSampleWarps; ++w) value = combine(value, shared[w]);
  return value;
}

// Draws the next token of one lane, and says how probable it was: log-probability and entropy of the
// whole vocabulary at the temperature, in nats, and the number of tokens that were more probable.
extern "C" __global__ void __launch_bounds__(kSampleThreads)
    decode_sample(const __grid_constant__ Sample given) {
  const int lane = given.lane != nullptr ? given.lane[blockIdx.x] : blockIdx.x;
  if (given.lanes.done[lane] != 0) return;
  const int from = given.logits_row != nullptr ? given.logits_row[blockIdx.x] : blockIdx.x;
  const float* logits = given.logits + static_cast<std::int64_t>(from) * given.vocabulary;
  const bool greedy = given.temperature <= 0;
  const int n = given.vocabulary, thread = threadIdx.x;
  const bool plain = greedy || given.temperature == 1;
  const auto logit = [&](int i) { return plain ? logits[i] : logits[i] / given.temperature; };
  const auto more = [](float a, float b) { return fmaxf(a, b); };
  const auto plus = [](float a, float b) { return a + b; };
  // Each warp has a stretch of the vocabulary, so that the draw goes through one of them only.
  const int warp = thread / kWarp, in_warp = thread % kWarp;
  const int stretch = (n + kSampleWarps * kWarp - 1) / (kSampleWarps * kWarp) * kWarp;
  const int first = warp * stretch, last = min(n, first + stretch);
  float highest = -INFINITY;
#pragma unroll 8
  for (int i = first + in_warp; i < last; i += kWarp) highest = fmaxf(highest, logit(i));
  highest = over_block(highest, more);
  float sum = 0, weighted = 0;
  double share = 0;  // of the warp's stretch, in units of the most probable token
  int best = n;
#pragma unroll 8
  for (int i = first + in_warp; i < last; i += kWarp) {
    const float below = logit(i) - highest, p = expf(below);
    sum += p;
    share += p;
    if (p > 0) weighted += p * below;
    if (below == 0) best = min(best, i);
  }
  sum = over_block(sum, plus);
  weighted = over_block(weighted, plus);
  const float log_sum = logf(sum), entropy = log_sum - weighted / sum;
  const int row = given.lanes.row[lane], made = given.lanes.made[lane];
  __shared__ int token;
  if (given.forced != nullptr) {
    if (thread == 0) token = static_cast<int>(given.forced[blockIdx.x]);
  } else if (greedy) {
    best = over_block(best, [](int a, int b) { return min(a, b); });
    if (thread == 0) token = best;
  } else {
    __shared__ double shares[kSampleWarps];
    for (int offset = kWarp / 2; offset > 0; offset /= 2)
      share += __shfl_xor_sync(kAll, share, offset);
    if (in_warp == 0) shares[warp] = share;
    if (thread == 0) token = n - 1;
    __syncthreads();
    double total = 0, before = 0;
    for (int w = 0; w < kSampleWarps; ++w) total += shares[w];
    // Just below the sum, so that rounding cannot choose a token past the last possible one.
    const double uniform = given.uniforms[static_cast<std::int64_t>(row) * given.steps + made];
    const double target = fmin(uniform * total, total * (1 - 1e-12));
    int chosen = kSampleWarps - 1;
    for (int w = 0; w < kSampleWarps; ++w) {
      if (before + shares[w] > target) {
        chosen = w;
        break;
      }
      before += shares[w];
    }
    if (warp == chosen) {
      for (int begin = first; begin < last; begin += kWarp) {
        const int i = begin + in_warp;
        const double p = i < last ? expf(logit(i) - highest) : 0.0f;
        double up_to = p;
        for (int offset = 1; offset < kWarp; offset *= 2) {
          const double other = __shfl_up_sync(kAll, up_to, offset);
          if (in_warp >= offset) up_to += other;
        }
        const unsigned passed = __ballot_sync(kAll, before + up_to > target && p > 0);
        if (passed != 0) {
          if (in_warp == 0) token = begin + __ffs(passed) - 1;
          break;
        }
        before += __shfl_sync(kAll, up_to, kWarp - 1);
      }
    }
  }
  __syncthreads();
  const float chosen = logit(token);
  int above = 0;
#pragma unroll 8
  for (int i = first + in_warp; i < last; i += kWarp) above += logit(i) > chosen;
  above = over_block(above, [](int a, int b) { return a + b; });
  if (thread != 0) return;
  const std::int64_t at = static_cast<std::int64_t>(row) * given.steps + made;
  given.tokens[at] = token;
  given.logprobs[at] = chosen - highest - log_sum;
  given.entropies[at] = entropy;
  given.ranks[at] = above + 1;
  given.lanes.token[lane] = token;
  given.lanes.made[lane] = made + 1;
  bool ends = made + 1 >= given.lanes.limit[lane];
  for (int i = 0; i < given.end_count; ++i) ends = ends || given.ends[i] == token;
  if (ends) given.lanes.done[lane] = 1;
}

}  // namespace nereid::policy::cuda

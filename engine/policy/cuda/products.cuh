// SPDX-License-Identifier: GPL-3.0-or-later
// Products with weights in 8 or 16 bits. A warp multiplies 16 rows of the weights with 8 lanes of the
// batch by mma.m16n8k16: weights are its first operand, lanes its second. The order of the inputs
// within a product is free as long as both operands agree, so a thread takes 16 inputs that lie side
// by side: wide loads, and four products out of each.
//
// Weights and inputs come through shared memory, several chunks ahead. Weights depend on no earlier
// kernel: the first chunks are on their way before the wait.
#pragma once

#include "engine/policy/cuda/common.cuh"

namespace nereid::policy::cuda {

constexpr int kWarps = 8, kThreads = kWarps * kWarp;
constexpr int kTileRows = 16;
constexpr int kChunk = 64;              // inputs that a warp takes at once
constexpr int kPaddedChunk = kChunk + 8;  // bfloat16: rows of shared memory begin at other banks
constexpr int kFinishLanes = 4;         // that a thread takes where sums are finished

struct Fragment {
  unsigned pair[8];  // 16 bfloat16 of one row
};

__device__ inline Fragment fragment_at(const void* from) {
  const uint4 low = static_cast<const uint4*>(from)[0], high = static_cast<const uint4*>(from)[1];
  return {{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
}

// Four bytes become four bfloat16: as the low mantissa bits of 2^23 in float32, less 2^23 + 128.
__device__ inline void widen(unsigned bytes, unsigned& first, unsigned& second) {
  const unsigned biased = bytes ^ 0x80808080u;
  float wide[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    wide[i] = __uint_as_float(__byte_perm(biased, 0x4b000000u, 0x7540u + i)) - 8388736.0f;
  first = __byte_perm(__float_as_uint(wide[0]), __float_as_uint(wide[1]), 0x7632);
  second = __byte_perm(__float_as_uint(wide[2]), __float_as_uint(wide[3]), 0x7632);
}

__device__ inline Fragment widened(const uint4& bytes) {
  Fragment out;
  widen(bytes.x, out.pair[0], out.pair[1]);
  widen(bytes.y, out.pair[2], out.pair[3]);
  widen(bytes.z, out.pair[4], out.pair[5]);
  widen(bytes.w, out.pair[6], out.pair[7]);
  return out;
}

// Weights are fetched in lines of 128 bytes of a row, kLineChunks chunks in eight pieces. They lie in
// shared memory as they come, since a sector of 32 bytes that is torn apart takes twice the time; only
// odd rows have pieces change places, so that threads read from all banks at once. Chunk `chunk` of a
// line holds 16 inputs for thread in_quad of the row's four.
struct Bf16Weights {
  using Element = bf16;
  static constexpr bool kIsHalf = false;
  static constexpr int kLineChunks = 1;
  __device__ static int place(int piece, int row) { return piece ^ (row & 1); }
  __device__ static Fragment fragment(const uint4* line, int row, int, int in_quad) {
    const uint4 low = line[place(in_quad * 2, row)], high = line[place(in_quad * 2 + 1, row)];
    return {{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
  }
};
struct Int8Weights {
  using Element = signed char;
  static constexpr bool kIsHalf = false;
  static constexpr int kLineChunks = 2;
  __device__ static int place(int piece, int row) { return piece ^ (row & 1) * 4; }
  __device__ static Fragment fragment(const uint4* line, int row, int chunk, int in_quad) {
    return widened(line[place(chunk * 4 + in_quad, row)]);
  }
};

// The same in float16, which holds all of -128 to 127, for inputs that it holds as well: a third of
// the work on integers, which is what bounds the products in 8 bits where memory is fast. Pairs are of
// bytes 0 and 2, and 1 and 3, of each four; so they are of the inputs (Norm::half_out).
struct HalfInt8Weights : Int8Weights {
  static constexpr bool kIsHalf = true;
  // Bytes 0 and 2 of `bytes`: 1024 + 128 + byte in float16, less 1152.
  __device__ static unsigned half_pair(unsigned bytes) {
    const unsigned offset = 0x64806480u;
    unsigned biased;  // (bytes & mask) ^ offset, which the compiler makes two of
    asm("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(biased) : "r"(bytes), "r"(0x00ff00ffu), "r"(offset));
    const __half2 pair = __hsub2(reinterpret_cast<const __half2&>(biased),
                                 reinterpret_cast<const __half2&>(offset));
    return reinterpret_cast<const unsigned&>(pair);
  }
  __device__ static Fragment fragment(const uint4* line, int row, int chunk, int in_quad) {
    const uint4 bytes = line[place(chunk * 4 + in_quad, row)];
    return {{half_pair(bytes.x), half_pair(bytes.x >> 8), half_pair(bytes.y), half_pair(bytes.y >> 8),
             half_pair(bytes.z), half_pair(bytes.z >> 8), half_pair(bytes.w), half_pair(bytes.w >> 8)}};
  }
};

template <bool kIsHalf = false>
__device__ inline void multiply_add(float (&sum)[4], const Fragment& upper, const Fragment& lower,
                                    const Fragment& lanes) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if constexpr (kIsHalf) {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
          "{%8,%9}, {%0,%1,%2,%3};"
          : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
          : "r"(upper.pair[2 * i]), "r"(lower.pair[2 * i]), "r"(upper.pair[2 * i + 1]),
            "r"(lower.pair[2 * i + 1]), "r"(lanes.pair[2 * i]), "r"(lanes.pair[2 * i + 1]));
    } else {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
          "{%8,%9}, {%0,%1,%2,%3};"
          : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
          : "r"(upper.pair[2 * i]), "r"(lower.pair[2 * i]), "r"(upper.pair[2 * i + 1]),
            "r"(lower.pair[2 * i + 1]), "r"(lanes.pair[2 * i]), "r"(lanes.pair[2 * i + 1]));
    }
  }
}

__device__ inline void copy_ahead(void* to, const void* from) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from) : "memory");
}
// Weights are read once a step: they need no place in a cache.
__device__ inline std::uint64_t read_once_policy() {
  std::uint64_t policy;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}
__device__ inline void copy_once(void* to, const void* from, std::uint64_t policy) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(address),
               "l"(from), "l"(policy)
               : "memory");
}
__device__ inline void end_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft>
__device__ inline void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory");
}
__device__ inline void prefetch(const void* from) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
}

enum class Ending { kStore, kAdd, kGate, kLogits, kInner };

// Which of the parts a row of all of them belongs to, where each part begins at a multiple of `each`.
struct Place {
  int number = 0, row, before = 0;  // the part, the row in it, rows of the parts before it
  __device__ Place(const Product& given, int padded_row, int each) : row(padded_row) {
    for (; number < 2; ++number) {
      const int padded = (given.parts[number].rows + each - 1) / each * each;
      if (row < padded) break;
      row -= padded;
      before += given.parts[number].rows;
    }
  }
};

__device__ inline void unpack(const void* from, float (&to)[8]) {
  const uint4 eight = *static_cast<const uint4*>(from);
  const unsigned pairs[] = {eight.x, eight.y, eight.z, eight.w};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    to[2 * i] = __uint_as_float(pairs[i] << 16);
    to[2 * i + 1] = __uint_as_float(pairs[i] & 0xffff0000u);
  }
}

// What the adapter adds to a row of some lanes, one after the other.
template <int kLanes>
__device__ void low_rank_sums(const Product& given, const Part& part, int row, int first_lane,
                              float (&sums)[kLanes]) {
  const auto* up = static_cast<const bf16*>(part.lora_b) + static_cast<std::int64_t>(row) * given.rank;
  const auto* down = static_cast<const bf16*>(part.low_rank);
#pragma unroll
  for (int i = 0; i < kLanes; ++i) sums[i] = 0;
  const int wide = given.rank % 8 == 0 ? given.rank : 0;
  for (int r = 0; r < wide; r += 8) {
    float one[8];
    unpack(up + r, one);
#pragma unroll
    for (int i = 0; i < kLanes; ++i) {
      float other[8];
      unpack(down + min(first_lane + i, given.batch - 1) * given.low_stride + r, other);
#pragma unroll
      for (int j = 0; j < 8; ++j) sums[i] += one[j] * other[j];
    }
  }
  for (int r = wide; r < given.rank; ++r)
#pragma unroll
    for (int i = 0; i < kLanes; ++i)
      sums[i] += __bfloat162float(up[r]) *
                 __bfloat162float(down[min(first_lane + i, given.batch - 1) * given.low_stride + r]);
}

// The value of one row and lane with all that a linear adds to the bare product, but for the adapter.
__device__ inline float scaled(const Part& part, int row, float sum) {
  if (part.scale != nullptr) sum *= part.scale[row];
  if (part.bias != nullptr) sum += __bfloat162float(static_cast<const bf16*>(part.bias)[row]);
  return sum;
}
__device__ inline float with_adapter(const Product& given, const Part& part, int row, int lane, float sum) {
  if (part.lora_b == nullptr) return sum;
  float low[1];
  low_rank_sums(given, part, row, lane, low);
  return rounded(sum) + low[0];
}
__device__ inline float finished(const Product& given, const Part& part, int row, int lane, float sum) {
  return with_adapter(given, part, row, lane, scaled(part, row, sum));
}

// What a result is added to.
__device__ inline float before_at(const Product& given, std::int64_t at) {
  return __bfloat162float(static_cast<const bf16*>(given.out)[at]);
}
// What is rounded at the end; `other` is that of the second projection of a gate, or what it is added to.
template <Ending kEnding>
__device__ float ended(const Product& given, float sum, float other) {
  if constexpr (kEnding == Ending::kAdd) return other + rounded(sum);
  if constexpr (kEnding == Ending::kInner) return sum * given.scaling;
  if constexpr (kEnding == Ending::kGate) {
    const float gate = rounded(sum);
    return rounded(gate / (1.0f + __expf(-gate))) * rounded(other);
  }
  return sum;
}
// Writes one value.
template <Ending kEnding>
__device__ void write(const Product& given, std::int64_t to, float sum, float other) {
  const float value = ended<kEnding>(given, sum, other);
  if constexpr (kEnding == Ending::kLogits) {
    static_cast<float*>(given.out)[to] = value;
  } else {
    static_cast<bf16*>(given.out)[to] = __float2bfloat16_rn(value);
  }
}

// ---- few lanes ----------------------------------------------------------------------------------
// A block has some rows of the weights; its warps share the inputs out, each with a ring of its own,
// and add up in the end. Of a gate the upper half of each tile is the gate and the lower half the
// other projection. For kInner blocks share the inputs out as well; the one that ends last adds up
// what all of them found, in their order.
template <class Weights, int kTiles, int kLaneTiles, Ending kEnding>
__device__ void product(const Product& given) {
  using Element = typename Weights::Element;
  constexpr bool kGates = kEnding == Ending::kGate, kInt8 = sizeof(Element) == 1;
  constexpr int kStages = thin_stages(kInt8), kLineChunks = Weights::kLineChunks;
  constexpr int kWarpWeights = kTiles * kTileRows * 8, kWeightVectors = kWarps * kWarpWeights;
  constexpr int kVectors = thin_stage_bytes(kInt8, kTiles, kLaneTiles) / 16;
  constexpr int kValues = kTileRows * 8;
  constexpr int kRows = kTiles * (kGates ? kTileRows / 2 : kTileRows);  // of the result
  static_assert(kVectors == kWeightVectors + kLineChunks * kLaneTiles * 2 * kThreads);
  static_assert(kStages * kVectors * 16 >= kWarps * kTiles * kValues * 4);
  extern __shared__ uint4 ring[];
  let_next_start();
  const int thread = threadIdx.x, warp = thread / kWarp, in_warp = thread % kWarp;
  const int quad = in_warp / 4, in_quad = in_warp % 4;
  const int first_lane = blockIdx.y * kLaneTiles * 8;
  const Place place(given, kGates ? 0 : blockIdx.x * kRows, kRows);
  const int first_row = kGates ? blockIdx.x * kRows : place.row;
  const Part& part = given.parts[kGates ? 0 : place.number];
  // A warp fetches four lines at once, eight threads a line: of rows 4 four + line of a tile.
  const int piece = in_warp % 8, line = in_warp / 8;
  const Element* rows[kTiles][4];
#pragma unroll
  for (int tile = 0; tile < kTiles; ++tile)
#pragma unroll
    for (int four = 0; four < 4; ++four) {
      const Part& of = given.parts[kGates ? four / 2 : place.number];
      const int row = first_row + line + (kGates ? tile * 8 + four % 2 * 4 : tile * kTileRows + four * 4);
      rows[tile][four] = static_cast<const Element*>(of.weight) + piece * (16 / sizeof(Element)) +
                         static_cast<std::int64_t>(min(row, of.rows - 1)) * given.columns;
    }
  const int chunks = given.columns / kChunk, lines = (chunks + kLineChunks - 1) / kLineChunks;
  const int splits = kEnding == Ending::kInner ? gridDim.z : 1;
  const int split = kEnding == Ending::kInner ? blockIdx.z : 0;
  const int first_line = lines * split / splits + warp, end_line = lines * (split + 1) / splits;
  const int mine = first_line < end_line ? (end_line - first_line + kWarps - 1) / kWarps : 0;
  const auto chunk_at = [&](int i) { return (first_line + i * kWarps) * kLineChunks; };
  const int of_chunk = piece / (8 / kLineChunks);
  uint4* const weights_to =
      ring + warp * kWarpWeights + line * 8 + Weights::place(piece, line);
  const std::uint64_t policy = read_once_policy();
  const auto fetch_weights = [&](int i, int stage) {
    if (kLineChunks > 1 && chunk_at(i) + of_chunk >= chunks) return;
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile)
#pragma unroll
      for (int four = 0; four < 4; ++four)
        copy_once(weights_to + stage * kVectors + (tile * kTileRows + four * 4) * 8,
                  rows[tile][four] + chunk_at(i) * kChunk, policy);
  };
  // Four lanes at once. Pieces of odd lanes change places in pairs, so that threads read from all banks
  // of shared memory at once.
  const bf16* const inputs = static_cast<const bf16*>(given.x) + piece * 8 +
                             static_cast<std::int64_t>(first_lane + line) * given.columns;
  const int lanes = given.batch - first_lane;
  uint4* const inputs_to = ring + kWeightVectors + warp * kLineChunks * kLaneTiles * 64 + line * 8 +
                           (piece ^ (line & 1));
  const auto fetch_inputs = [&](int i, int stage) {
#pragma unroll
    for (int j = 0; j < kLineChunks; ++j)
#pragma unroll
      for (int four = 0; four < kLaneTiles * 2; ++four)
        if (four * 4 + line < lanes && chunk_at(i) + j < chunks)
          copy_ahead(inputs_to + stage * kVectors + j * kLaneTiles * 64 + four * 32,
                     inputs + static_cast<std::int64_t>(four * 4) * given.columns +
                         (chunk_at(i) + j) * kChunk);
  };
#pragma unroll
  for (int i = 0; i < kStages; ++i)
    if (i < mine) fetch_weights(i, i);
  if (kEnding != Ending::kLogits && kEnding != Ending::kInner && thread < kTiles * kTileRows) {
    const Part& of = given.parts[kGates ? thread / kRows : place.number];
    const int row = min(first_row + (kGates ? thread % kRows : thread), of.rows - 1);
    if (of.lora_b != nullptr)
      prefetch(static_cast<const bf16*>(of.lora_b) + static_cast<std::int64_t>(row) * given.rank);
    if (of.scale != nullptr) prefetch(of.scale + row);
    if (of.bias != nullptr) prefetch(static_cast<const bf16*>(of.bias) + row);
  }
  wait_for_earlier();
#pragma unroll
  for (int i = 0; i < kStages; ++i) {
    if (i < mine) fetch_inputs(i, i);
    end_copies();
  }
  float sums[kTiles][kLaneTiles][4] = {};
  for (int i = 0, stage = 0; i < mine; ++i) {
    wait_for_copies<kStages - 1>();
    __syncwarp();
#pragma unroll
    for (int j = 0; j < kLineChunks; ++j) {
      if (j > 0 && chunk_at(i) + j >= chunks) break;
      const uint4* const from = ring + stage * kVectors + warp * kWarpWeights + quad * 8;
      Fragment halves[kTiles][2];
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile)
#pragma unroll
        for (int half = 0; half < 2; ++half)
          halves[tile][half] =
              Weights::fragment(from + (tile * 2 + half) * 64, quad, j, in_quad);
      const uint4* const values = ring + stage * kVectors + kWeightVectors +
                                  (warp * kLineChunks + j) * kLaneTiles * 64 + quad * 8 + in_quad * 2;
#pragma unroll
      for (int lane = 0; lane < kLaneTiles; ++lane) {
        const uint4 low = values[lane * 64 + (quad & 1)], high = values[lane * 64 + 1 - (quad & 1)];
        const Fragment read{{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile)
          multiply_add<Weights::kIsHalf>(sums[tile][lane], halves[tile][0], halves[tile][1], read);
      }
    }
    // After the products: the place in the ring has been read then.
    __syncwarp();
    if (i + kStages < mine) {
      fetch_weights(i + kStages, stage);
      fetch_inputs(i + kStages, stage);
    }
    end_copies();
    if (++stage == kStages) stage = 0;
  }
  // Eight warps' sums, one tile of lanes after the other, where the rings were.
  auto& shared = *reinterpret_cast<float (*)[kWarps][kTiles][kValues]>(ring);
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  float* const partial = given.sums + static_cast<std::int64_t>(block) * splits * kLaneTiles * kValues;
#pragma unroll
  for (int lane_tile = 0; lane_tile < kLaneTiles; ++lane_tile) {
    __syncthreads();
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile)
#pragma unroll
      for (int i = 0; i < 4; ++i)
        shared[warp][tile][(in_quad * 2 + i % 2) * kTileRows + quad + i / 2 * 8] =
            sums[tile][lane_tile][i];
    __syncthreads();
    for (int at = thread; at < kRows * 8; at += kThreads) {
      const int in_block = at % kRows, in_tile = kGates ? 8 : kTileRows;
      const int tile = in_block / in_tile, value = at / kRows * kTileRows + in_block % in_tile;
      const int lane = first_lane + lane_tile * 8 + at / kRows, row = first_row + in_block;
      float sum = 0, other = 0;
#pragma unroll
      for (int w = 0; w < kWarps; ++w) sum += shared[w][tile][value];
      if (kEnding == Ending::kInner && splits > 1) {
        partial[(split * kLaneTiles + lane_tile) * kValues + at] = sum;
        continue;
      }
      if (lane >= given.batch || row >= part.rows) continue;
      if constexpr (kGates) {
#pragma unroll
        for (int w = 0; w < kWarps; ++w) other += shared[w][tile][value + 8];
        other = finished(given, given.parts[1], row, lane, other);
      }
      if constexpr (kEnding != Ending::kInner) sum = finished(given, part, row, lane, sum);
      const std::int64_t to = static_cast<std::int64_t>(lane) * given.out_stride + place.before + row;
      write<kEnding>(given, to, sum, kEnding == Ending::kAdd ? before_at(given, to) : other);
    }
  }
  if (kEnding != Ending::kInner || splits == 1) return;
  if (!is_last_of(given.arrived + block, splits)) return;
  for (int at = thread; at < kLaneTiles * kValues; at += kThreads) {
    const int lane = first_lane + at / kTileRows, row = first_row + at % kTileRows;
    if (lane >= given.batch || row >= part.rows) continue;
    float sum = 0;
#pragma unroll 4
    for (int s = 0; s < splits; ++s) sum += __ldcg(partial + s * kLaneTiles * kValues + at);
    write<kEnding>(given, static_cast<std::int64_t>(lane) * given.out_stride + place.before + row, sum, 0);
  }
}

#define NEREID_PRODUCT(NAME, WEIGHTS, IS_INT8, LANE_TILES, ENDING)                                 \
  extern "C" __global__ void                                                                       \
  __launch_bounds__(kThreads, thin_ring_bytes(IS_INT8, thin_tiles(IS_INT8, Ending::ENDING == Ending::kGate, LANE_TILES), LANE_TILES) > 74 * 1024 ? 2 : 3) \
      NAME##_##LANE_TILES(const __grid_constant__ Product given) {                                 \
    product<WEIGHTS, thin_tiles(IS_INT8, Ending::ENDING == Ending::kGate, LANE_TILES), LANE_TILES, \
            Ending::ENDING>(given);                                                                \
  }
#define NEREID_PRODUCTS(WEIGHT, WEIGHTS, IS_INT8, LANE_TILES)                         \
  NEREID_PRODUCT(product_##WEIGHT##_store, WEIGHTS, IS_INT8, LANE_TILES, kStore)      \
  NEREID_PRODUCT(product_##WEIGHT##_add, WEIGHTS, IS_INT8, LANE_TILES, kAdd)          \
  NEREID_PRODUCT(product_##WEIGHT##_gate, WEIGHTS, IS_INT8, LANE_TILES, kGate)
NEREID_PRODUCTS(int8, Int8Weights, true, 1)
NEREID_PRODUCTS(int8, Int8Weights, true, 2)
NEREID_PRODUCT(product_int8half_store, HalfInt8Weights, true, 1, kStore)
NEREID_PRODUCT(product_int8half_store, HalfInt8Weights, true, 2, kStore)
NEREID_PRODUCT(product_int8half_gate, HalfInt8Weights, true, 1, kGate)
NEREID_PRODUCT(product_int8half_gate, HalfInt8Weights, true, 2, kGate)
NEREID_PRODUCTS(bf16, Bf16Weights, false, 1)
NEREID_PRODUCTS(bf16, Bf16Weights, false, 2)
NEREID_PRODUCT(product_bf16_logits, Bf16Weights, false, 1, kLogits)
NEREID_PRODUCT(product_bf16_logits, Bf16Weights, false, 2, kLogits)
NEREID_PRODUCT(product_bf16_inner, Bf16Weights, false, 1, kInner)
NEREID_PRODUCT(product_bf16_inner, Bf16Weights, false, 2, kInner)

// ---- many lanes ---------------------------------------------------------------------------------
// Weights in 8 bits. A warp has 32 rows and all lanes of its group, whose numbers all warps share.
// Each block takes an equal share of all pairs of chunks of all tiles of rows, in their order, and
// leaves what it found of each tile for decode_finish_*: block b of tile t at number b + t, which no
// other has.

// Pairs of chunks before block `block`.
__device__ inline int units_before(int units, int block, int blocks) {
  return static_cast<int>(static_cast<std::int64_t>(units) * block / blocks);
}

template <int kLaneTiles>
__device__ void wide_product(const Product& given) {
  constexpr int kLanes = kLaneTiles * 8, kTiles = kWideRows / kWarps / kTileRows;
  constexpr int kWeightVectors = kTiles * 2 * kThreads;
  constexpr int kVectors = kWeightVectors + kLanes * kPaddedChunk / 8;
  constexpr int kStages = kWideRingBytes / 16 / kVectors;
  extern __shared__ uint4 ring[];
  let_next_start();
  const int thread = threadIdx.x, warp = thread / kWarp, in_warp = thread % kWarp;
  const int quad = in_warp / 4, in_quad = in_warp % 4;
  const int first_lane = blockIdx.y * kLanes;
  const int chunks = given.columns / kChunk, pairs = (chunks + 1) / 2;
  int tiles = 0;
  for (const Part& part : given.parts) tiles += (part.rows + kWideRows - 1) / kWideRows;
  const int first = units_before(tiles * pairs, blockIdx.x, gridDim.x);
  const int steps = (units_before(tiles * pairs, blockIdx.x + 1, gridDim.x) - first) * 2;
  const std::uint64_t policy = read_once_policy();
  // Where the next weights come from.
  const signed char* rows[kTiles][2];
  const auto turn_to = [&](int tile) {
    const Place place(given, tile * kWideRows, kWideRows);
    const Part& part = given.parts[place.number];
#pragma unroll
    for (int i = 0; i < kTiles; ++i)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int row = place.row + (warp * kTiles + i) * kTileRows + quad + half * 8;
        rows[i][half] = static_cast<const signed char*>(part.weight) + in_quad * 16 +
                        static_cast<std::int64_t>(min(row, part.rows - 1)) * given.columns;
      }
  };
  int ahead_tile = first / pairs, ahead_pair = first % pairs;
  turn_to(ahead_tile);
  const auto fetch_weights = [&](int step) {
    if (step >= steps) return;
    const int chunk = ahead_pair * 2 + step % 2;
    if (chunk < chunks) {
      uint4* to = ring + step % kStages * kVectors + thread;
#pragma unroll
      for (int i = 0; i < kTiles; ++i)
#pragma unroll
        for (int half = 0; half < 2; ++half, to += kThreads)
          copy_once(to, rows[i][half] + chunk * kChunk, policy);
    }
    if (step % 2 == 1 && ++ahead_pair == pairs && step + 1 < steps) {
      ahead_pair = 0;
      turn_to(++ahead_tile);
    }
  };
  int inputs_pair = first % pairs;
  const auto fetch_inputs = [&](int step) {
    const int chunk = inputs_pair * 2 + step % 2;
    if (step < steps && chunk < chunks) {
      auto* to = reinterpret_cast<bf16*>(ring + step % kStages * kVectors + kWeightVectors);
#pragma unroll
      for (int at = thread; at < kLanes * (kChunk / 8); at += kThreads) {
        const int lane = at / (kChunk / 8), piece = at % (kChunk / 8) * 8;
        copy_ahead(to + lane * kPaddedChunk + piece,
                   static_cast<const bf16*>(given.x) + chunk * kChunk + piece +
                       static_cast<std::int64_t>(min(first_lane + lane, given.batch - 1)) * given.columns);
      }
    }
    if (step % 2 == 1 && ++inputs_pair == pairs) inputs_pair = 0;
    end_copies();
  };
#pragma unroll
  for (int i = 0; i < kStages - 1; ++i) fetch_weights(i);
  wait_for_earlier();
#pragma unroll
  for (int i = 0; i < kStages - 1; ++i) fetch_inputs(i);
  float sums[kTiles][kLaneTiles][4] = {};
  int tile = first / pairs, pair = first % pairs, stage = 0;
  float* const group = given.sums +
                       static_cast<std::int64_t>(blockIdx.y) * (gridDim.x + tiles) * kLanes * kWideRows;
  for (int step = 0; step < steps; ++step) {
    wait_for_copies<kStages - 2>();
    __syncthreads();  // the place that is filled next has been read by all warps
    fetch_weights(step + kStages - 1);
    fetch_inputs(step + kStages - 1);
    if (pair * 2 + step % 2 < chunks) {
      const uint4* from = ring + stage * kVectors + thread;
      Fragment halves[kTiles][2];
#pragma unroll
      for (int i = 0; i < kTiles; ++i)
#pragma unroll
        for (int half = 0; half < 2; ++half, from += kThreads)
          halves[i][half] = widened(*from);
      const auto* values = reinterpret_cast<const bf16*>(ring + stage * kVectors + kWeightVectors) +
                           quad * kPaddedChunk + in_quad * 16;
#pragma unroll
      for (int lane = 0; lane < kLaneTiles; ++lane) {
        const Fragment inputs = fragment_at(values + lane * 8 * kPaddedChunk);
#pragma unroll
        for (int i = 0; i < kTiles; ++i)
          multiply_add(sums[i][lane], halves[i][0], halves[i][1], inputs);
      }
    }
    if (++stage == kStages) stage = 0;
    if (step % 2 == 0) continue;
    if (++pair < pairs && step + 1 < steps) continue;
    float* const to = group + static_cast<std::int64_t>(blockIdx.x + tile) * kLanes * kWideRows +
                      warp * kTiles * kTileRows + quad;
#pragma unroll
    for (int i = 0; i < kTiles; ++i)
#pragma unroll
      for (int lane = 0; lane < kLaneTiles; ++lane)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          to[(lane * 8 + in_quad * 2 + j % 2) * kWideRows + i * kTileRows + j / 2 * 8] = sums[i][lane][j];
          sums[i][lane][j] = 0;
        }
    pair = 0;
    ++tile;
  }
}

#define NEREID_WIDE(LANE_TILES)                                   \
  extern "C" __global__ void __launch_bounds__(kThreads, 2)       \
      wide_int8_##LANE_TILES(const __grid_constant__ Product given) { \
    wide_product<LANE_TILES>(given);                              \
  }
NEREID_WIDE(4)
NEREID_WIDE(8)

// Rows of the parts before one.
__device__ inline int rows_before(const Product& given, int number) {
  return (number > 0 ? given.parts[0].rows : 0) + (number > 1 ? given.parts[1].rows : 0);
}
// Where blocks of ours have left the sums of a row and a lane: the value is the sum over `blocks`.
struct Found {
  const float* from;
  std::int64_t block_stride;
  int blocks;
};
__device__ inline Found found_at(const Product& given, int number, int row, int lane) {
  int tiles_before = 0, tiles = 0;
  for (int i = 0; i < 3; ++i) {
    const int own = (given.parts[i].rows + kWideRows - 1) / kWideRows;
    if (i < number) tiles_before += own;
    tiles += own;
  }
  const int chunks = given.columns / kChunk, pairs = (chunks + 1) / 2, units = tiles * pairs;
  const int tile = tiles_before + row / kWideRows;
  const auto block_of = [&](int unit) {
    return static_cast<int>((static_cast<std::int64_t>(unit + 1) * given.blocks - 1) / units);
  };
  const int first = block_of(tile * pairs), last = block_of((tile + 1) * pairs - 1);
  const std::int64_t before_group = static_cast<std::int64_t>(lane / given.group_size) * (given.blocks + tiles);
  return {given.sums + ((before_group + tile + first) * given.group_size + lane % given.group_size) * kWideRows +
              row % kWideRows,
          static_cast<std::int64_t>(given.group_size) * kWideRows, last - first + 1};
}

// The sums of a row of a part over some lanes, whoever found them.
__device__ inline void read_sums(const Product& given, int number, int row, int first_lane,
                                 float (&sums)[kFinishLanes]) {
  if (given.blocks == 0) {
    const int at = rows_before(given, number) + row;
#pragma unroll
    for (int i = 0; i < kFinishLanes; ++i)
      sums[i] = given.sums[static_cast<std::int64_t>(min(first_lane + i, given.batch - 1)) * given.sums_stride + at];
    return;
  }
  const Found found = found_at(given, number, row, first_lane);
#pragma unroll
  for (int i = 0; i < kFinishLanes; ++i) sums[i] = 0;
  constexpr int kTogether = 4;
  for (int block = 0; block < found.blocks; block += kTogether) {
    float each[kTogether][kFinishLanes];
#pragma unroll
    for (int j = 0; j < kTogether; ++j)
#pragma unroll
      for (int i = 0; i < kFinishLanes; ++i)
        each[j][i] = block + j < found.blocks ? found.from[(block + j) * found.block_stride + i * kWideRows] : 0;
#pragma unroll
    for (int j = 0; j < kTogether; ++j)
#pragma unroll
      for (int i = 0; i < kFinishLanes; ++i) sums[i] += each[j][i];
  }
}

// A thread for each row and kFinishLanes lanes.
template <Ending kEnding>
__device__ void finish(const Product& given) {
  let_next_start();
  wait_for_earlier();
  const Place place(given, blockIdx.x * kThreads + threadIdx.x, 1);
  const int number = kEnding == Ending::kGate ? 0 : place.number, first_lane = blockIdx.y * kFinishLanes;
  const int row = place.row;
  if (row >= given.parts[number].rows || (kEnding == Ending::kGate && place.number > 0)) return;
  float sums[kFinishLanes], others[kFinishLanes];
  const auto read = [&](int which, float (&to)[kFinishLanes]) {
    const Part& part = given.parts[which];
    read_sums(given, which, row, first_lane, to);
#pragma unroll
    for (int i = 0; i < kFinishLanes; ++i) {
      if (given.lane_scales != nullptr) to[i] *= given.lane_scales[min(first_lane + i, given.batch - 1)];
      to[i] = scaled(part, row, to[i]);
    }
    if (part.lora_b == nullptr) return;
    float low[kFinishLanes];
    low_rank_sums(given, part, row, first_lane, low);
#pragma unroll
    for (int i = 0; i < kFinishLanes; ++i) to[i] = rounded(to[i]) + low[i];
  };
  read(number, sums);
  if (kEnding == Ending::kGate) read(1, others);
#pragma unroll
  for (int i = 0; i < kFinishLanes; ++i)
    if (first_lane + i < given.batch) {
      const std::int64_t to = static_cast<std::int64_t>(first_lane + i) * given.out_stride + place.before + row;
      write<kEnding>(given, to, sums[i],
                     kEnding == Ending::kAdd    ? before_at(given, to)
                     : kEnding == Ending::kGate ? others[i]
                                                : 0);
    }
}

#define NEREID_FINISH(NAME, ENDING)                               \
  extern "C" __global__ void __launch_bounds__(kThreads)          \
      finish_##NAME(const __grid_constant__ Product given) {      \
    finish<Ending::ENDING>(given);                                \
  }
NEREID_FINISH(store, kStore)
NEREID_FINISH(add, kAdd)
NEREID_FINISH(gate, kGate)

}  // namespace nereid::policy::cuda

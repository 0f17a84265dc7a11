// SPDX-License-Identifier: GPL-3.0-or-later
// Products of at most four lanes with weights in 8 bits on Hopper, by tensor cores for whole numbers
// (digits.cuh).
//
// A block stays and takes one tile of rows after the other. Four warps bring pieces of rows and of inputs
// into a ring, eight multiply, each an eighth of the inputs, and two finish the sums of a tile while the
// eight are at the next: so the memory never waits for anybody.
#pragma once

#include "engine/policy/cuda/digits.cuh"
#include "engine/policy/cuda/products.cuh"

namespace nereid::policy::cuda {

constexpr int kSlice = kWarps * kChunk;  // inputs that are brought at once
constexpr int kBringWarps = 4, kFinishWarps = kStreamThreads / kWarp - kWarps - kBringWarps;
static_assert(kSlice == kStreamSlice && kBringWarps == kStreamLanes && kStreamFinishers == kFinishWarps * kWarp);
// Of odd rows pieces change places, so that eight threads read from all banks of shared memory at once.
__device__ inline int place_of_piece(int row, int byte) { return byte ^ row % 2 * kChunk; }

// ---- who waits for whom ------------------------------------------------------------------------------
using Barrier = std::uint64_t;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__device__ inline unsigned shared_address(const void* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}
__device__ inline void prepare(Barrier& barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(count) : "memory");
}
__device__ inline void arrive(Barrier& barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier)) : "memory");
}
// Arrives, and has the barrier wait for so many bytes as well.
__device__ inline void arrive_before(Barrier& barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(bytes)
               : "memory");
}
// Arrives once all copies that this thread has begun are there.
__device__ inline void arrive_after_copies(Barrier& barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&barrier)) : "memory");
}
// Waits for the end of the barrier's turn number `turn`.
__device__ inline void wait_for(Barrier& barrier, int turn) {
  asm volatile(
      "{\n.reg .pred done;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n}" ::"r"(shared_address(&barrier)), "r"(turn & 1)
      : "memory");
}
__device__ inline void bring(void* to, const void* from, unsigned bytes, Barrier& barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)),
               "l"(from), "r"(bytes), "r"(shared_address(&barrier))
               : "memory");
}

// ---- what a block has --------------------------------------------------------------------------------
struct StreamMemory {
  struct Stage {
    unsigned char weights[2 * kTileRows][kSlice];
    bf16 inputs[kStreamLanes][kSlice];
  };
  Stage stages[kStreamStages];
  float sums[kWarps][kStreamLanes][2 * kTileRows];
  Barrier full[kStreamStages], empty[kStreamStages], summed, read;
  int is_last;
};
static_assert(sizeof(StreamMemory) <= kStreamBytes);

// The sums of a warp lie in shared memory by lanes; rows change places, so that threads write to all banks.
__device__ inline int place_of_sum(int row, int lane) { return row ^ lane * 8; }

// The rows of tile number `tile` of a block's: those of a gate begin at the same one of both parts.
template <bool kGates>
__device__ inline Place place_of_tile(const Product& given, int tile) {
  Place place(given, kGates ? 0 : tile * given.tile_rows, given.tile_rows);
  if (kGates) place.row = tile * given.tile_rows;
  return place;
}

// The slices of a block's: where there are few tiles two blocks share the inputs of one.
struct Share {
  int first, last;
  __device__ explicit Share(const Product& given) {
    const int slices = (given.columns + kSlice - 1) / kSlice;
    first = slices * blockIdx.y / gridDim.y;
    last = slices * (blockIdx.y + 1) / gridDim.y;
  }
};

// A warp of those that bring has a lane, and eight rows of a tile, 512 bytes of a row at once.
template <bool kGates>
__device__ void bring_all(const Product& given, StreamMemory& memory, int tiles) {
  constexpr int kStages = kStreamStages, kRows = 2 * kTileRows / kBringWarps, kPiece = 16;
  const int warp = threadIdx.x / kWarp - kWarps, piece = threadIdx.x % kWarp * kPiece;
  const Share share(given);
  const int lanes = min(given.batch, kStreamLanes);
  const std::uint64_t policy = read_once_policy();
  const signed char* weights = nullptr;
  int rows = 0, tile = blockIdx.x, slice = share.first, inputs_slice = share.first;
  const auto bring_weights = [&](int stage) {
    if (slice == share.first) {
      const Place place = place_of_tile<kGates>(given, tile);
      const Part& part = given.parts[kGates ? warp * kRows / kTileRows : place.number];
      const int in_tile = kGates ? warp * kRows % kTileRows : warp * kRows;
      rows = min(min(given.tile_rows, part.rows - place.row) - in_tile, kRows);
      weights = static_cast<const signed char*>(part.weight) + piece +
                static_cast<std::int64_t>(place.row + in_tile) * given.columns;
    }
    const signed char* from = weights + slice * kSlice;
    if (slice * kSlice + piece < given.columns)
#pragma unroll
      for (int i = 0; i < kRows; ++i, from += given.columns)
        if (i < rows)
          copy_once(&memory.stages[stage].weights[warp * kRows + i][place_of_piece(i, piece)], from, policy);
    if (++slice == share.last) slice = share.first, tile += gridDim.x;
  };
  const bf16* const inputs = static_cast<const bf16*>(given.x) + piece / 2;
  const auto bring_inputs = [&](int stage) {
    const int first = inputs_slice * kSlice;
    if (warp < lanes) {
      const bf16* const from = inputs + static_cast<std::int64_t>(warp) * given.columns + first;
#pragma unroll
      for (int half = 0; half < kSlice; half += kSlice / 2)
        if (first + half + piece / 2 < given.columns)
          copy_ahead(&memory.stages[stage].inputs[warp][half + piece / 2], from + half);
    }
    arrive_after_copies(memory.full[stage]);
    if (++inputs_slice == share.last) inputs_slice = share.first;
  };
  const int units = tiles * (share.last - share.first);
  for (int i = 0; i < min(units, kStages); ++i) bring_weights(i);
  wait_for_earlier();
  for (int i = 0; i < min(units, kStages); ++i) bring_inputs(i);
  for (int i = kStages, stage = 0, turn = 0; i < units; ++i) {
    wait_for(memory.empty[stage], turn);
    bring_weights(stage);
    bring_inputs(stage);
    if (++stage == kStages) stage = 0, ++turn;
  }
}

// Four warps have the even slices, four the odd ones; each has two chunks of a slice, since what makes
// digits of one has many steps that wait for one another.
__device__ inline void multiply_all(const Product& given, StreamMemory& memory, int tiles) {
  constexpr int kTeam = kWarps / 2;
  const int warp = threadIdx.x / kWarp, in_warp = threadIdx.x % kWarp, quad = in_warp / 4, in_quad = in_warp % 4;
  const int chunks = given.columns / kChunk;
  const Share share(given);
  int stage = 0, turn = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    float sums[2][2] = {};  // of rows quad and quad + 8 of two tiles, of lane in_quad
    for (int slice = share.first; slice < share.last; ++slice) {
      wait_for(memory.full[stage], turn);
      if (slice % 2 == warp / kTeam) {
        const auto& from = memory.stages[stage];
        Columns columns[2];
#pragma unroll
        for (int j = 0; j < 2; ++j)
          columns[j].read(from.inputs[quad / 2] + (warp % kTeam + j * kTeam) * kChunk, quad, in_quad);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
          const int chunk = warp % kTeam + j * kTeam;
          if (slice * kWarps + chunk >= chunks) break;
#pragma unroll
          for (int i = 0; i < 2; ++i) {
            const auto at = [&](int row) {
              return *reinterpret_cast<const uint4*>(
                  &from.weights[i * kTileRows + row][place_of_piece(quad, chunk * kChunk + in_quad * 16)]);
            };
            columns[j].add(at(quad), at(quad + 8), sums[i]);
          }
        }
      }
      __syncwarp();
      if (in_warp == 0) arrive(memory.empty[stage]);
      if (++stage == kStreamStages) stage = 0, ++turn;
    }
    if (tile > 0) wait_for(memory.read, tile - 1);
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int half = 0; half < 2; ++half)
        memory.sums[warp][in_quad][place_of_sum(i * kTileRows + half * 8 + quad, in_quad)] = sums[i][half];
    __syncwarp();
    if (in_warp == 0) arrive(memory.summed);
  }
}

__device__ inline void wait_for_finishers() { asm volatile("bar.sync 1, %0;" ::"n"(kStreamFinishers) : "memory"); }

template <Ending kEnding>
__device__ void finish_all(const Product& given, StreamMemory& memory, int tiles) {
  constexpr bool kGates = kEnding == Ending::kGate;
  constexpr int kRows = kGates ? kTileRows : 2 * kTileRows, kValues = kRows * kStreamLanes;
  constexpr int kFinishThreads = kFinishWarps * kWarp, kEach = kValues / kFinishThreads;
  static_assert(kFinishThreads % kRows == 0 && kValues % kFinishThreads == 0);
  const int thread = threadIdx.x % kFinishThreads, in_tile = thread % kRows, first_lane = thread / kRows;
  wait_for_earlier();
  for (int i = 0; i < tiles; ++i) {
    const Place place = place_of_tile<kGates>(given, blockIdx.x + i * gridDim.x);
    const Part& part = given.parts[kGates ? 0 : place.number];
    const int row = place.row + in_tile;
    const bool is_one = in_tile < given.tile_rows && row < part.rows;
    if (is_one && first_lane == 0)
      for (int which = kGates ? 0 : place.number; which <= (kGates ? 1 : place.number); ++which) {
        const Part& of = given.parts[which];
        prefetch(of.scale + row);
        if (of.lora_b != nullptr)
          prefetch(static_cast<const bf16*>(of.lora_b) + static_cast<std::int64_t>(row) * given.rank);
        if (of.bias != nullptr) prefetch(static_cast<const bf16*>(of.bias) + row);
      }
    wait_for(memory.summed, i);
    float sums[kEach], others[kEach];
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const int lane = first_lane + j * (kFinishThreads / kRows);
      sums[j] = others[j] = 0;
      if (lane >= given.batch) continue;
#pragma unroll
      for (int warp = 0; warp < kWarps; ++warp) {
        sums[j] += memory.sums[warp][lane][place_of_sum(in_tile, lane)];
        if (kGates) others[j] += memory.sums[warp][lane][place_of_sum(in_tile + kTileRows, lane)];
      }
    }
    __syncwarp();
    if (thread % kWarp == 0) arrive(memory.read);
    if (gridDim.y > 1) {
      // Whoever of the two comes last adds up what both found.
      float* const partial = given.sums + (blockIdx.x + i * gridDim.x) * (2 * kValues) + thread;
#pragma unroll
      for (int j = 0; j < kEach; ++j) partial[blockIdx.y * kValues + j * kFinishThreads] = sums[j];
      __threadfence();
      wait_for_finishers();
      if (thread == 0) memory.is_last = atomicInc(given.arrived + blockIdx.x + i * gridDim.x, 1) == 1;
      wait_for_finishers();
      if (memory.is_last == 0) continue;
      __threadfence();
#pragma unroll
      for (int j = 0; j < kEach; ++j)
        sums[j] = __ldcg(partial + j * kFinishThreads) + __ldcg(partial + kValues + j * kFinishThreads);
    }
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const int lane = first_lane + j * (kFinishThreads / kRows);
      if (lane >= given.batch || !is_one) continue;
      sums[j] = finished(given, part, row, lane, sums[j]);
      if (kGates) others[j] = finished(given, given.parts[1], row, lane, others[j]);
      write<kEnding>(given, static_cast<std::int64_t>(lane) * given.out_stride + place.before + row, sums[j], others[j]);
    }
  }
}
#endif

template <Ending kEnding>
__device__ void streamed_product(const Product& given) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  constexpr bool kGates = kEnding == Ending::kGate;
  extern __shared__ uint4 ring[];
  auto& memory = *reinterpret_cast<StreamMemory*>(ring);
  let_next_start();
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStreamStages; ++i) {
      prepare(memory.full[i], kBringWarps * kWarp);
      prepare(memory.empty[i], kWarps);
    }
    prepare(memory.summed, kWarps);
    prepare(memory.read, kFinishWarps);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  int all = 0;
  for (int i = 0; i < (kGates ? 1 : 3); ++i) all += (given.parts[i].rows + given.tile_rows - 1) / given.tile_rows;
  const int tiles = (all - static_cast<int>(blockIdx.x) + static_cast<int>(gridDim.x) - 1) / static_cast<int>(gridDim.x);
  const int warp = threadIdx.x / kWarp;
  if (warp < kWarps)
    multiply_all(given, memory, tiles);
  else if (warp < kWarps + kBringWarps)
    bring_all<kGates>(given, memory, tiles);
  else
    finish_all<kEnding>(given, memory, tiles);
#endif
}

#define NEREID_STREAMED(NAME, ENDING)                             \
  extern "C" __global__ void __launch_bounds__(kStreamThreads, 2) \
      streamed_##NAME(const __grid_constant__ Product given) {    \
    streamed_product<Ending::ENDING>(given);                      \
  }
NEREID_STREAMED(store, kStore)
NEREID_STREAMED(add, kAdd)
NEREID_STREAMED(gate, kGate)

}  // namespace nereid::policy::cuda

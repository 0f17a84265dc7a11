// SPDX-License-Identifier: GPL-3.0-or-later
// Products of at most eight lanes with weights in 8 bits on Hopper, by tensor cores for whole numbers
// (digits.cuh). With more than four a kernel ahead makes the whole numbers of the inputs.
//
// A block stays and takes one tile of rows after the other. Four warps bring pieces of rows and of inputs
// into a ring, eight multiply, each an eighth of the inputs, and two finish the sums of a tile while the
// eight are at the next: so the memory never waits for anybody. Where a pair of blocks shares the inputs of
// a tile, the second leaves its sums in the shared memory of the first.
#pragma once

#include "engine/policy/cuda/digits.cuh"
#include "engine/policy/cuda/products.cuh"

namespace nereid::policy::cuda {

constexpr int kSlice = kWarps * kChunk;  // inputs that are brought at once
constexpr int kFours = 4;  // lanes that a thread's columns have
constexpr int kBringWarps = 4, kFinishWarps = kStreamThreads / kWarp - kWarps - kBringWarps;
static_assert(kSlice == kStreamSlice && kBringWarps == kFours && kStreamFinishers == kFinishWarps * kWarp);
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

// What the two blocks of a pair have of each other: the place of `own` in the first one's shared memory.
__device__ inline unsigned address_in_first(const void* own) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(address) : "r"(shared_address(own)));
  return address;
}
__device__ inline void leave(unsigned to, float value, unsigned barrier) {
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.f32 [%0], %1, [%2];" ::"r"(to), "f"(value),
               "r"(barrier)
               : "memory");
}
__device__ inline void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
// Between those that multiply and those that finish: sums are there, or have been read.
enum Turn { kSummed = 1, kRead = 2 };
constexpr int kWhoTakeTurns = kThreads + kStreamFinishers;
__device__ inline void tell(Turn which) { asm volatile("bar.arrive %0, %1;" ::"r"(int{which}), "n"(kWhoTakeTurns) : "memory"); }
__device__ inline void await(Turn which) { asm volatile("bar.sync %0, %1;" ::"r"(int{which}), "n"(kWhoTakeTurns) : "memory"); }

// ---- what a block has --------------------------------------------------------------------------------
template <int kLanes>
struct StreamMemory {
  static constexpr int kStages = stream_stages(kLanes), kMostValues = 2 * kTileRows * kLanes;
  static constexpr bool kHasDigits = kLanes > kStreamOwnDigits;
  struct Stage {
    unsigned char weights[2 * kTileRows][kSlice];
    alignas(16) unsigned char inputs[stream_input_bytes(kLanes)];
  };
  Stage stages[kStages];
  float sums[kWarps][kLanes][2 * kTileRows];
  float others_sums[kMostValues];  // of the other block of a pair
  Barrier full[kStages], empty[kStages], others_came;
};
static_assert(sizeof(StreamMemory<4>) <= stream_bytes(4) && sizeof(StreamMemory<8>) <= stream_bytes(8));

// The sums of a warp lie in shared memory by lanes; rows change places, so that threads write to all banks.
__device__ inline int place_of_sum(int row, int lane) { return row ^ lane % kFours * 8; }

// The rows of tile number `tile` of a block's: those of a gate begin at the same one of both parts.
template <bool kGates>
__device__ inline Place place_of_tile(const Product& given, int tile) {
  Place place(given, kGates ? 0 : tile * given.tile_rows, given.tile_rows);
  if (kGates) place.row = tile * given.tile_rows;
  return place;
}

// The slices of a block's: where there are few tiles a pair of blocks shares the inputs of one.
struct Share {
  int first, last;
  __device__ explicit Share(const Product& given) {
    const int slices = (given.columns + kSlice - 1) / kSlice;
    first = slices * blockIdx.y / gridDim.y;
    last = slices * (blockIdx.y + 1) / gridDim.y;
  }
};

// A warp of those that bring has a lane, and eight rows of a tile, 512 bytes of a row at once.
template <bool kGates, int kLanes>
__device__ void bring_all(const Product& given, StreamMemory<kLanes>& memory, int tiles) {
  constexpr int kStages = memory.kStages, kRows = 2 * kTileRows / kBringWarps, kPiece = 16;
  const int warp = threadIdx.x / kWarp - kWarps, piece = threadIdx.x % kWarp * kPiece;
  const Share share(given);
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
  const int chunks = given.columns / kChunk;
  const auto bring_inputs = [&](int stage) {
    auto& to = memory.stages[stage].inputs;
    if constexpr (memory.kHasDigits) {
      if (threadIdx.x == kThreads) {
        constexpr int kBytes = kLanes / kFours * kStreamFourBytes;
        const int first = inputs_slice * kWarps, bytes = min(chunks - first, kWarps) * kBytes;
        arrive_before(memory.full[stage], bytes);
        bring(to, static_cast<const unsigned char*>(given.x) + static_cast<std::int64_t>(first) * kBytes, bytes,
              memory.full[stage]);
      }
    } else if (warp < given.batch) {
      const int first = inputs_slice * kSlice + piece / 2;
      const bf16* const from = static_cast<const bf16*>(given.x) + static_cast<std::int64_t>(warp) * given.columns + first;
#pragma unroll
      for (int half = 0; half < kSlice; half += kSlice / 2)
        if (first + half < given.columns)
          copy_ahead(reinterpret_cast<bf16*>(to) + warp * kSlice + half + piece / 2, from + half);
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
template <int kLanes>
__device__ void multiply_all(const Product& given, StreamMemory<kLanes>& memory, int tiles) {
  constexpr int kTeam = kWarps / 2, kGroups = kLanes / kFours;
  const int warp = threadIdx.x / kWarp, in_warp = threadIdx.x % kWarp, quad = in_warp / 4, in_quad = in_warp % 4;
  const int chunks = given.columns / kChunk;
  const Share share(given);
  const auto weights_at = [&](const auto& from, int i, int half, int chunk) {
    return *reinterpret_cast<const uint4*>(
        &from.weights[i * kTileRows + quad + half * 8][place_of_piece(quad, chunk * kChunk + in_quad * 16)]);
  };
  int stage = 0, turn = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    float sums[2][kGroups][2] = {};  // of rows quad and quad + 8 of two tiles, of lane in_quad of each four
    for (int slice = share.first; slice < share.last; ++slice) {
      wait_for(memory.full[stage], turn);
      if (slice % 2 == warp / kTeam) {
        const auto& from = memory.stages[stage];
        if constexpr (memory.kHasDigits) {
#pragma unroll
          for (int j = 0; j < 2; ++j) {
            const int chunk = warp % kTeam + j * kTeam;
            if (slice * kWarps + chunk >= chunks) break;
            uint4 rows[2][2];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
              for (int half = 0; half < 2; ++half) rows[i][half] = weights_at(from, i, half, chunk);
#pragma unroll
            for (int group = 0; group < kGroups; ++group) {
              const unsigned char* const digits = from.inputs + (chunk * kGroups + group) * kStreamFourBytes;
              Columns columns;
              const uint4 four = reinterpret_cast<const uint4*>(digits)[in_warp];
              columns.lanes[0] = four.x, columns.lanes[1] = four.y, columns.lanes[2] = four.z, columns.lanes[3] = four.w;
              columns.scale = reinterpret_cast<const float*>(digits + 512)[in_quad];
#pragma unroll
              for (int i = 0; i < 2; ++i) columns.add(rows[i][0], rows[i][1], sums[i][group]);
            }
          }
        } else {
          const auto* const inputs = reinterpret_cast<const bf16*>(from.inputs) + quad / 2 * kSlice;
          Columns columns[2];
#pragma unroll
          for (int j = 0; j < 2; ++j) columns[j].read(inputs + (warp % kTeam + j * kTeam) * kChunk, quad, in_quad);
#pragma unroll
          for (int j = 0; j < 2; ++j) {
            const int chunk = warp % kTeam + j * kTeam;
            if (slice * kWarps + chunk >= chunks) break;
#pragma unroll
            for (int i = 0; i < 2; ++i)
              columns[j].add(weights_at(from, i, 0, chunk), weights_at(from, i, 1, chunk), sums[i][0]);
          }
        }
      }
      __syncwarp();
      if (in_warp == 0) arrive(memory.empty[stage]);
      if (++stage == memory.kStages) stage = 0, ++turn;
    }
    if (tile > 0) await(kRead);
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int group = 0; group < kGroups; ++group)
#pragma unroll
        for (int half = 0; half < 2; ++half)
          memory.sums[warp][group * kFours + in_quad][place_of_sum(i * kTileRows + half * 8 + quad, in_quad)] =
              sums[i][group][half];
    tell(kSummed);
  }
}

// Whatever is added to the sums is on its way while they are found.
template <Ending kEnding, int kLanes>
__device__ void finish_all(const Product& given, StreamMemory<kLanes>& memory, int tiles) {
  constexpr bool kGates = kEnding == Ending::kGate;
  constexpr int kParts = kGates ? 2 : 1, kRows = kGates ? kTileRows : 2 * kTileRows;
  constexpr int kFinishThreads = kFinishWarps * kWarp, kEach = kRows * kLanes / kFinishThreads;
  static_assert(kFinishThreads % kRows == 0 && kRows * kLanes % kFinishThreads == 0);
  const int thread = threadIdx.x % kFinishThreads, in_tile = thread % kRows, first_lane = thread / kRows;
  for (int i = 0; i < tiles; ++i) {
    const Place place = place_of_tile<kGates>(given, blockIdx.x + i * gridDim.x);
    const int row = place.row + in_tile;
    const bool is_one = in_tile < given.tile_rows && row < given.parts[kGates ? 0 : place.number].rows;
    float scale[kParts] = {}, bias[kParts] = {};
#pragma unroll
    for (int which = 0; which < kParts; ++which) {
      const Part& part = given.parts[kGates ? which : place.number];
      if (!is_one) continue;
      scale[which] = part.scale[row];
      if (part.bias != nullptr) bias[which] = __bfloat162float(static_cast<const bf16*>(part.bias)[row]);
      if (part.lora_b != nullptr && first_lane == 0)
        prefetch(static_cast<const bf16*>(part.lora_b) + static_cast<std::int64_t>(row) * given.rank);
    }
    if (i == 0) wait_for_earlier();
    const auto lane_of = [&](int j) { return first_lane + j * (kFinishThreads / kRows); };
    const auto place_in_out = [&](int j) {
      return static_cast<std::int64_t>(lane_of(j)) * given.out_stride + place.before + row;
    };
    float before[kEach];
    if (kEnding == Ending::kAdd && is_one)
#pragma unroll
      for (int j = 0; j < kEach; ++j)
        if (lane_of(j) < given.batch) before[j] = before_at(given, place_in_out(j));
    await(kSummed);
    float sums[kEach], others[kEach];
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const int lane = lane_of(j);
      sums[j] = others[j] = 0;
      if (lane >= given.batch) continue;
#pragma unroll
      for (int warp = 0; warp < kWarps; ++warp) {
        sums[j] += memory.sums[warp][lane][place_of_sum(in_tile, lane)];
        if (kGates) others[j] += memory.sums[warp][lane][place_of_sum(in_tile + kTileRows, lane)];
      }
    }
    if (i + 1 < tiles) tell(kRead);
    if (!kGates && gridDim.y > 1) {
      if (blockIdx.y > 0) {
        const unsigned to = address_in_first(memory.others_sums), barrier = address_in_first(&memory.others_came);
#pragma unroll
        for (int j = 0; j < kEach; ++j)
          leave(to + (j * kFinishThreads + thread) * sizeof(float), sums[j], barrier);
        return;
      }
      wait_for(memory.others_came, 0);
#pragma unroll
      for (int j = 0; j < kEach; ++j) sums[j] += memory.others_sums[j * kFinishThreads + thread];
    }
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const int lane = lane_of(j);
      if (lane >= given.batch || !is_one) continue;
      const auto finish = [&](int which, float sum) {
        const Part& part = given.parts[kGates ? which : place.number];
        sum *= scale[which];
        if (part.bias != nullptr) sum += bias[which];
        return with_adapter(given, part, row, lane, sum);
      };
      sums[j] = finish(0, sums[j]);
      if (kGates) others[j] = finish(kParts - 1, others[j]);
      write<kEnding>(given, place_in_out(j), sums[j], kEnding == Ending::kAdd ? before[j] : others[j]);
    }
  }
}
#endif

template <Ending kEnding, int kLanes>
__device__ void streamed_product(const Product& given) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  constexpr bool kGates = kEnding == Ending::kGate;
  extern __shared__ uint4 ring[];
  auto& memory = *reinterpret_cast<StreamMemory<kLanes>*>(ring);
  let_next_start();
  if (threadIdx.x == 0) {
    for (int i = 0; i < memory.kStages; ++i) {
      prepare(memory.full[i], kBringWarps * kWarp + (memory.kHasDigits ? 1 : 0));
      prepare(memory.empty[i], kWarps);
    }
    prepare(memory.others_came, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    if (!kGates && gridDim.y > 1 && blockIdx.y == 0) arrive_before(memory.others_came, memory.kMostValues * sizeof(float));
  }
  if (!kGates && gridDim.y > 1)
    wait_for_cluster();
  else
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

// A warp for each four lanes and 64 inputs.
extern "C" __global__ void __launch_bounds__(kThreads) stream_digits(const __grid_constant__ StreamDigits given) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  let_next_start();
  const int in_warp = threadIdx.x % kWarp, unit = blockIdx.x * kWarps + threadIdx.x / kWarp;
  constexpr int kGroups = kStreamLanes / kFours;
  const int chunk = unit / kGroups, group = unit % kGroups;
  wait_for_earlier();
  if (chunk >= given.columns / kChunk) return;
  const int lane = min(group * kFours + in_warp / 8, given.batch - 1);
  Columns columns;
  columns.read(static_cast<const bf16*>(given.x) + static_cast<std::int64_t>(lane) * given.columns + chunk * kChunk,
               in_warp / 4, in_warp % 4);
  auto* const out = static_cast<unsigned char*>(given.out) + static_cast<std::int64_t>(unit) * kStreamFourBytes;
  reinterpret_cast<uint4*>(out)[in_warp] = {columns.lanes[0], columns.lanes[1], columns.lanes[2], columns.lanes[3]};
  if (in_warp < kFours) reinterpret_cast<float*>(out + 512)[in_warp] = columns.scale;
#endif
}

#define NEREID_STREAMED_ONE(NAME, ENDING, LANES)                         \
  extern "C" __global__ void __launch_bounds__(kStreamThreads, 2)        \
      streamed_##NAME##_##LANES(const __grid_constant__ Product given) { \
    streamed_product<Ending::ENDING, LANES>(given);                      \
  }
#define NEREID_STREAMED(LANES)              \
  NEREID_STREAMED_ONE(store, kStore, LANES) \
  NEREID_STREAMED_ONE(add, kAdd, LANES)     \
  NEREID_STREAMED_ONE(gate, kGate, LANES)
NEREID_STREAMED(4)
NEREID_STREAMED(8)

}  // namespace nereid::policy::cuda

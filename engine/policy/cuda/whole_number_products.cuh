// SPDX-License-Identifier: GPL-3.0-or-later
// Products of many lanes with weights in 8 bits on Hopper, by its tensor cores for integers (wgmma); as in
// streamed_products.cuh the weights stay as they are and the inputs become two digits, here of 128 inputs
// at once, by a kernel ahead of the product. It leaves them as they are to lie in shared memory.
//
// A warp group of four takes 64 rows of the weights, out of registers, and all lanes of its group. Blocks
// share the work out as in wide_product() and leave sums for the same kernels.
#pragma once

#include "engine/policy/cuda/streamed_products.cuh"

namespace nereid::policy::cuda {

constexpr int kPairInputs = 2 * kChunk;  // 128, a line of shared memory

// What the digits of 128 inputs of a group of lanes take: two lines a lane, then the scales.
__device__ constexpr int image_bytes(int lanes) { return lanes * kImageBytesALane; }
// Whose place in shared memory is a multiple of 1024, the period of the order of its pieces.
__device__ constexpr int image_room(int lanes) { return (image_bytes(lanes) + 1023) / 1024 * 1024; }

// A warp for each lane and 128 inputs.
extern "C" __global__ void __launch_bounds__(kThreads) wide_digits(const __grid_constant__ WideDigits given) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  let_next_start();
  const int in_warp = threadIdx.x % kWarp, pair = blockIdx.x * kWarps + threadIdx.x / kWarp;
  const int pairs = (given.columns / kChunk + 1) / 2, lane = blockIdx.y;
  if (pair >= pairs) return;
  wait_for_earlier();
  const int first = pair * kPairInputs + in_warp * 4;
  uint2 four = {0, 0};
  if (first < given.columns)
    four = *reinterpret_cast<const uint2*>(static_cast<const bf16*>(given.x) +
                                           static_cast<std::int64_t>(lane) * given.columns + first);
  unsigned both = __vmaxu2(four.x & 0x7fff7fffU, four.y & 0x7fff7fffU);
  both = max(both >> 16, both & 0xffffU);
  const unsigned exponent = exponent_for(__reduce_max_sync(kAll, both));
  unsigned high, low;
  digits(four.x, four.y, inverse_of(exponent), high, low);
  // The four inputs of the product that belong together are those that a thread has of a row of weights:
  // 16 that lie side by side, for two products of two fours.
  const int in_quad = in_warp / 4 % 4, sixteen = in_warp / 16 * 4 + in_warp % 4;
  const int group = lane / given.group_size, in_group = lane % given.group_size;
  auto* const image = static_cast<unsigned char*>(given.out) +
                      (static_cast<std::int64_t>(group) * pairs + pair) * image_bytes(given.group_size);
  for (int digit = 0; digit < 2; ++digit) {
    const int line = in_group * 2 + digit;
    *reinterpret_cast<unsigned*>(image + line * kPairInputs + (sixteen ^ line % 8) * 16 + in_quad * 4) =
        digit == 0 ? high : low;
  }
  if (in_warp == 0)
    reinterpret_cast<float*>(image + given.group_size * 2 * kPairInputs)[in_group % 4 * (given.group_size / 4) +
                                                                        in_group / 4] = scale_of(exponent);
#endif
}

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
// 64 rows of the weights, of which the thread has its share, times 32 inputs of 64 columns in shared memory.
__device__ inline void multiply_group(int (&d)[32], unsigned upper, unsigned lower, unsigned upper_next,
                                      unsigned lower_next, std::uint64_t lanes, int adds) {
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %37, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8 "
      "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,"
      "%30,%31}, {%32,%33,%34,%35}, %36, adds;\n}"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]),
        "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15]), "+r"(d[16]),
        "+r"(d[17]), "+r"(d[18]), "+r"(d[19]), "+r"(d[20]), "+r"(d[21]), "+r"(d[22]), "+r"(d[23]), "+r"(d[24]),
        "+r"(d[25]), "+r"(d[26]), "+r"(d[27]), "+r"(d[28]), "+r"(d[29]), "+r"(d[30]), "+r"(d[31])
      : "r"(upper), "r"(lower), "r"(upper_next), "r"(lower_next), "l"(lanes), "r"(adds));
}
__device__ inline void begin_group() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void end_group() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int kLeft>
__device__ inline void wait_for_group() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
}
// Lines of 128 bytes whose pieces of 16 are in the order of the hardware's 128-byte swizzle.
__device__ inline std::uint64_t described(const void* lines) {
  return (shared_address(lines) >> 4 & 0x3fff) | std::uint64_t{1} << 16 | std::uint64_t{1024 >> 4} << 32 |
         std::uint64_t{1} << 62;
}

template <int kLanes>
struct WholeMemory {
  unsigned char images[kWholeStages][image_room(kLanes)];
  uint4 weights[kWholeStages][4][kWholeThreads];  // of two chunks the upper and the lower rows
  Barrier full[kWholeStages], empty[kWholeStages];
};
static_assert(sizeof(WholeMemory<32>) + 1024 <= whole_bytes(32) && sizeof(WholeMemory<64>) + 1024 <= whole_bytes(64));
static_assert(kWholeThreads / kWarp * kTileRows == kWideRows);
#endif

template <int kLanes>
__device__ void whole_product(const Product& given) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  constexpr int kImagesAhead = kWholeStages - 2, kAhead = kWholeStages - 1;
  extern __shared__ uint4 ring[];
  auto& memory = *reinterpret_cast<WholeMemory<kLanes>*>(
      (reinterpret_cast<std::uintptr_t>(ring) + 1023) / 1024 * 1024);
  let_next_start();
  const int thread = threadIdx.x, warp = thread / kWarp, in_warp = thread % kWarp;
  const int quad = in_warp / 4, in_quad = in_warp % 4;
  const int chunks = given.columns / kChunk, pairs = (chunks + 1) / 2;
  int tiles = 0;
  for (const Part& part : given.parts) tiles += (part.rows + kWideRows - 1) / kWideRows;
  const int first = units_before(tiles * pairs, blockIdx.x, gridDim.x);
  const int units = units_before(tiles * pairs, blockIdx.x + 1, gridDim.x) - first;
  const std::uint64_t policy = read_once_policy();
  // Each thread brings what it multiplies itself.
  const signed char* rows[2];
  const auto turn_to = [&](int tile, int pair) {
    const Place place(given, tile * kWideRows, kWideRows);
    const Part& part = given.parts[place.number];
#pragma unroll
    for (int half = 0; half < 2; ++half)
      rows[half] = static_cast<const signed char*>(part.weight) + pair * kPairInputs + in_quad * 16 +
                   static_cast<std::int64_t>(min(place.row + warp * kTileRows + quad + half * 8, part.rows - 1)) *
                       given.columns;
  };
  int ahead_tile = first / pairs, ahead_pair = first % pairs;
  turn_to(ahead_tile, ahead_pair);
  const auto fetch_weights = [&](int unit) {
    if (unit < units) {
      uint4* const to = &memory.weights[unit % kWholeStages][0][thread];
      copy_once(to, rows[0], policy);
      copy_once(to + kWholeThreads, rows[1], policy);
      if (ahead_pair * 2 + 1 < chunks) {
        copy_once(to + 2 * kWholeThreads, rows[0] + kChunk, policy);
        copy_once(to + 3 * kWholeThreads, rows[1] + kChunk, policy);
      }
      rows[0] += kPairInputs;
      rows[1] += kPairInputs;
      if (++ahead_pair == pairs && unit + 1 < units) {
        ahead_pair = 0;
        turn_to(++ahead_tile, 0);
      }
    }
    end_copies();
  };
  const auto* const images =
      static_cast<const unsigned char*>(given.x) + static_cast<std::int64_t>(blockIdx.y) * pairs * image_bytes(kLanes);
  const auto bring_image = [&](int unit) {
    if (unit >= units) return;
    const int stage = unit % kWholeStages;
    if (unit >= kWholeStages) wait_for(memory.empty[stage], unit / kWholeStages - 1);
    arrive_before(memory.full[stage], image_bytes(kLanes));
    bring(memory.images[stage], images + static_cast<std::int64_t>((first + unit) % pairs) * image_bytes(kLanes),
          image_bytes(kLanes), memory.full[stage]);
  };
#pragma unroll
  for (int i = 0; i < kAhead; ++i) fetch_weights(i);
  if (thread == 0) {
    for (int i = 0; i < kWholeStages; ++i) {
      prepare(memory.full[i], 1);
      prepare(memory.empty[i], kWholeThreads / kWarp);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  wait_for_earlier();
  if (thread == 0)
    for (int i = 0; i < kImagesAhead; ++i) bring_image(i);
  __syncwarp();
  float sums[2][kLanes / 4] = {};  // of rows quad and quad + 8; lanes in_quad, in_quad + 4, ...
  int tile = first / pairs, pair = first % pairs;
  float* const group = given.sums + static_cast<std::int64_t>(blockIdx.y) * (gridDim.x + tiles) * kLanes * kWideRows;
  for (int unit = 0; unit < units; ++unit) {
    const int stage = unit % kWholeStages;
    if (thread == 0) bring_image(unit + kImagesAhead);
    __syncwarp();
    wait_for_copies<kAhead - 1>();
    uint4 weights[2][2];  // rows, chunks
#pragma unroll
    for (int half = 0; half < 2; ++half)
#pragma unroll
      for (int chunk = 0; chunk < 2; ++chunk) weights[half][chunk] = memory.weights[stage][chunk * 2 + half][thread];
    fetch_weights(unit + kAhead);
    wait_for(memory.full[stage], unit / kWholeStages);
    const auto* const scales = reinterpret_cast<const float4*>(memory.images[stage] + kLanes * 2 * kPairInputs) +
                               in_quad * (kLanes / 16);
    // One after the other: other groups multiply while this one adds up, and registers are few.
#pragma unroll
    for (int part = 0; part < kLanes / 32; ++part) {
      int whole[32];
      const std::uint64_t lanes = described(memory.images[stage] + part * 64 * kPairInputs);
      begin_group();
#pragma unroll
      for (int chunk = 0; chunk < 2; ++chunk) {
        const uint4 &upper = weights[0][chunk], &lower = weights[1][chunk];
        multiply_group(whole, upper.x, lower.x, upper.y, lower.y, lanes + chunk * 4, chunk > 0);
        multiply_group(whole, upper.z, lower.z, upper.w, lower.w, lanes + chunk * 4 + 2, 1);
      }
      end_group();
      wait_for_group<0>();
#pragma unroll
      for (int four = 0; four < 2; ++four) {
        const float4 read = scales[part * 2 + four];
        const float scale[4] = {read.x, read.y, read.z, read.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
          for (int row = 0; row < 2; ++row) {
            const int at = four * 4 + j;
            float& sum = sums[row][part * 8 + at];
            sum = added(sum, whole[at * 4 + row * 2], whole[at * 4 + row * 2 + 1], scale[j]);
          }
      }
    }
    __syncwarp();
    if (in_warp == 0) arrive(memory.empty[stage]);
    if (++pair < pairs && unit + 1 < units) continue;
    float* const to = group + static_cast<std::int64_t>(blockIdx.x + tile) * kLanes * kWideRows + warp * kTileRows + quad;
#pragma unroll
    for (int at = 0; at < kLanes / 4; ++at)
#pragma unroll
      for (int row = 0; row < 2; ++row) {
        to[(at * 4 + in_quad) * kWideRows + row * 8] = sums[row][at];
        sums[row][at] = 0;
      }
    pair = 0;
    ++tile;
  }
#endif
}

#define NEREID_WHOLE(LANES)                                       \
  extern "C" __global__ void __launch_bounds__(kWholeThreads, 1)  \
      whole_int8_##LANES(const __grid_constant__ Product given) { \
    whole_product<LANES>(given);                                  \
  }
NEREID_WHOLE(32)
NEREID_WHOLE(64)

}  // namespace nereid::policy::cuda

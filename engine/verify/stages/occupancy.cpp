// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/occupancy.h"

#include <algorithm>

namespace nereid::verify {
namespace {

// Of one multiprocessor.
constexpr std::int64_t kWarps = 64;
constexpr std::int64_t kBlocks = 32;
constexpr std::int64_t kRegisters = 65536;
constexpr std::int64_t kSharedBytes = 228 << 10;
constexpr std::int64_t kSubPartitions = 4;
// Of one block or thread.
constexpr std::int64_t kReservedBytes = 1 << 10;
constexpr std::int64_t kMaxSharedBytes = 227 << 10;
constexpr std::int64_t kMaxWarps = 32;
constexpr std::int64_t kMaxRegisters = 255;
constexpr std::int64_t kRegisterUnit = 256;
constexpr std::int64_t kSharedUnit = 128;
constexpr std::int64_t kWarpSize = 32;

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::int64_t blocks_by_registers(std::int64_t registers, std::int64_t warps) {
  const std::int64_t per_warp = round_up(registers * kWarpSize, kRegisterUnit);
  if (per_warp == 0) return kBlocks;
  // The launch is checked as if a block's warps filled all sub-partitions alike.
  if (per_warp * round_up(warps, kSubPartitions) > kRegisters) return 0;
  return kRegisters / kSubPartitions / per_warp * kSubPartitions / warps;
}

std::int64_t blocks_by_shared(std::int64_t shared_bytes) {
  if (shared_bytes > kMaxSharedBytes) return 0;
  return kSharedBytes / round_up(shared_bytes + kReservedBytes, kSharedUnit);
}

}  // namespace

Occupancy occupancy_of(int registers, std::int64_t shared_bytes, int warps) {
  Occupancy result;
  if (warps < 1 || registers < 0 || shared_bytes < 0) return result;
  // What a block of more threads or registers would take is no launch.
  const bool fits = warps <= kMaxWarps && registers <= kMaxRegisters;
  struct Limit {
    std::int64_t blocks;
    const char* name;
  };
  const Limit limits[] = {{kWarps / warps, "warps"},
                          {kBlocks, "blocks"},
                          {blocks_by_registers(registers, warps), "registers"},
                          {blocks_by_shared(shared_bytes), "shared memory"}};
  const Limit& least =
      *std::min_element(std::begin(limits), std::end(limits),
                        [](const Limit& a, const Limit& b) { return a.blocks < b.blocks; });
  result.blocks_per_sm = fits ? static_cast<int>(least.blocks) : 0;
  result.warps_per_sm = result.blocks_per_sm * warps;
  result.share = static_cast<double>(result.warps_per_sm) / static_cast<double>(kWarps);
  result.limit = least.name;
  return result;
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/occupancy.h"

#include <gtest/gtest.h>

#include <string>

namespace nereid::verify {
namespace {

struct Row {
  int registers;
  std::int64_t shared_bytes;
  int warps;
  int blocks;
  const char* limit;
};

// What CUDA's own occupancy calculator (cuda_occupancy.h of CUDA 13, compute capability 9.0, 227 KB
// of opt-in shared memory, all of it configured as such) answers for these.
constexpr Row kRows[] = {
    {32, 0, 4, 16, "warps"},
    {16, 0, 1, 32, "blocks"},
    {16, 0, 2, 32, "warps"},
    {33, 0, 4, 12, "registers"},
    {64, 0, 4, 8, "registers"},
    {128, 0, 8, 2, "registers"},
    {168, 0, 4, 3, "registers"},
    {255, 0, 1, 8, "registers"},
    {255, 0, 8, 1, "registers"},
    {255, 0, 16, 0, "registers"},
    {32, 32768, 4, 6, "shared memory"},
    {32, 65536, 8, 3, "shared memory"},
    {32, 115712, 4, 2, "shared memory"},
    {32, 115713, 4, 1, "shared memory"},
    {32, 232448, 4, 1, "shared memory"},
    {32, 232449, 4, 0, "shared memory"},
    {64, 0, 32, 1, "registers"},
    {65, 0, 32, 0, "registers"},
};

TEST(Occupancy, AgreesWithTheCalculatorOfCuda) {
  for (const Row& row : kRows) {
    const Occupancy found = occupancy_of(row.registers, row.shared_bytes, row.warps);
    const std::string what = std::to_string(row.registers) + " registers, " +
                             std::to_string(row.shared_bytes) + " B, " + std::to_string(row.warps) +
                             " warps";
    EXPECT_EQ(found.blocks_per_sm, row.blocks) << what;
    EXPECT_EQ(found.limit, row.limit) << what;
    EXPECT_EQ(found.warps_per_sm, row.blocks * row.warps) << what;
    EXPECT_DOUBLE_EQ(found.share, row.blocks * row.warps / 64.0) << what;
  }
}

TEST(Occupancy, MoreOfAnythingNeverFitsMoreBlocks) {
  for (int warps = 1; warps <= 32; warps *= 2)
    for (int registers = 8; registers < 255; ++registers)
      for (std::int64_t shared = 0; shared < 232448; shared += 9000) {
        const int blocks = occupancy_of(registers, shared, warps).blocks_per_sm;
        EXPECT_GE(blocks, occupancy_of(registers + 1, shared, warps).blocks_per_sm);
        EXPECT_GE(blocks, occupancy_of(registers, shared + 9000, warps).blocks_per_sm);
        EXPECT_LE(blocks * warps, 64);
      }
}

TEST(Occupancy, WhatIsNoLaunchHasNoBlocks) {
  EXPECT_EQ(occupancy_of(32, 0, 0).blocks_per_sm, 0);
  EXPECT_TRUE(occupancy_of(32, 0, 0).limit.empty());
  EXPECT_EQ(occupancy_of(-1, 0, 4).blocks_per_sm, 0);
  EXPECT_EQ(occupancy_of(32, -1, 4).blocks_per_sm, 0);
  EXPECT_EQ(occupancy_of(32, 0, 64).blocks_per_sm, 0);
  EXPECT_EQ(occupancy_of(256, 0, 1).blocks_per_sm, 0);
}

}  // namespace
}  // namespace nereid::verify

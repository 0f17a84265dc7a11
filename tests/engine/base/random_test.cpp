// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/random.h"

#include <gtest/gtest.h>

#include <limits>

namespace nereid {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// The first two numbers of the published generator from state 0, the first from state 1234567.
TEST(Random, OneRoundIsSplitmix64) {
  EXPECT_EQ(mix64(0), 0xE220A8397B1DCDAFULL);
  EXPECT_EQ(mix64(0x9E3779B97F4A7C15ULL), 0x6E789E6AA1B965F4ULL);
  EXPECT_EQ(mix64(1234567), 6457827717110365317ULL);
  EXPECT_EQ(mix64(kMost), 0xE4D971771B652C20ULL);
}

// Samples of evaluations rest on these bits.
TEST(Random, SeedsOfPlacesStayWhatTheyAre) {
  EXPECT_EQ(mix_seed(0, 0, 0), 0x379C1E9F8D23AF2AULL);
  EXPECT_EQ(mix_seed(1, 2, 3), 0x5B1C0134F847FB51ULL);
  EXPECT_EQ(mix_seed(1, 3, 2), 0x0768592ABA4277A8ULL);
  EXPECT_EQ(mix_seed(7, 5, kMost), 0xA20B064FC38DB2F3ULL);
}

TEST(Random, UnitDoubleIsBelowOne) {
  EXPECT_EQ(unit_double(0), 0.0);
  EXPECT_EQ(unit_double(kMost), 1.0 - 0x1.0p-53);
  EXPECT_EQ(unit_double(mix64(0)), 0x1.c4415072f63b9p-1);
  EXPECT_EQ(unit_double(0x7FF), 0.0) << "the lower 11 bits do not count";
}

}  // namespace
}  // namespace nereid

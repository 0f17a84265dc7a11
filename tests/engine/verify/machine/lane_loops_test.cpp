// SPDX-License-Identifier: GPL-3.0-or-later
// Loops in the form that this processor runs, each beside a slow plain one.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include "engine/base/random.h"
#include "engine/verify/machine/internal/half.h"
#include "engine/verify/machine/internal/lane_operation.h"
#include "engine/verify/machine/internal/mark.h"

namespace nereid::verify::machine {
namespace {

// NaN with their bits, numbers next to 0 and both infinities among them.
TEST(LaneLoops, EveryF16BecomesTheFloatThatItIs) {
  std::vector<std::uint16_t> halves(1U << 16U);
  std::iota(halves.begin(), halves.end(), std::uint16_t{0});
  const LaneFunction widen = lane_function(LaneOperation::kFpCast, Element::kF16, Element::kF32);
  for (const std::size_t skipped : {0U, 5U}) {  // whole registers, and a rest
    std::vector<float> wide(halves.size() - skipped);
    const void* in = halves.data();
    widen(wide.data(), &in, wide.size());
    for (std::size_t i = 0; i < wide.size(); ++i)
      ASSERT_EQ(std::bit_cast<std::uint32_t>(wide[i]),
                std::bit_cast<std::uint32_t>(float_of_f16(halves[i])))
          << "f16 " << halves[i];
  }
}

TEST(LaneLoops, ARunIsContiguousIfAllLanesFollowAndAreOn) {
  constexpr std::size_t kRuns = 64, kLanes = kRuns * kRunLanes;
  std::vector<std::uint64_t> addresses(kLanes);
  for (std::size_t i = 0; i < kLanes; ++i) addresses[i] = 4096 + i * 2;
  std::vector<std::uint8_t> mask(kLanes, 1);
  const auto follow = [&](const std::uint8_t* on, std::size_t runs) {
    return lane_loops().contiguous_runs(addresses.data(), on, runs, 2);
  };
  EXPECT_EQ(follow(nullptr, kRuns), ~0ULL);
  EXPECT_EQ(follow(mask.data(), 3), 7U);
  for (std::size_t lane = 1; lane < kLanes; lane += 37) {
    const std::uint64_t others = ~(1ULL << (lane / kRunLanes));
    mask[lane] = 0;
    EXPECT_EQ(follow(mask.data(), kRuns), others) << lane;
    mask[lane] = 1;
    addresses[lane] += 2;
    // A run whose first lane lies elsewhere does not follow either.
    EXPECT_EQ(follow(mask.data(), kRuns), others) << lane;
    addresses[lane] -= 2;
  }
}

TEST(LaneLoops, MarksAreCountedByWhatTheySay) {
  constexpr std::size_t kMarks = 77;
  std::array<std::uint64_t, kMarks> stored = {}, loaded = {};
  MarkCounts both, stores, loads;
  for (std::size_t i = 0; i < kMarks; ++i) {
    const std::uint64_t drawn = mix_seed(1, 2, i);
    const bool atomic = drawn % 3 == 0;
    if (drawn % 2 == 0) stored.at(i) = Mark::of(1, 2, atomic ? Mark::kAtomicShape : 3) + (i << 1U);
    if (drawn % 5 < 2) loaded.at(i) = Mark::of(4, 2, 1) + (i << 1U);
    const bool updated = stored.at(i) != 0 && atomic;
    both.stored += stored.at(i) != 0 ? 1 : 0;
    both.updated += updated ? 1 : 0;
    both.loaded += loaded.at(i) != 0 || updated ? 1 : 0;
    stores.loaded += updated ? 1 : 0;
    loads.loaded += loaded.at(i) != 0 ? 1 : 0;
  }
  stores.stored = both.stored;
  stores.updated = both.updated;
  const auto expect = [](const MarkCounts& found, const MarkCounts& wanted) {
    EXPECT_EQ(found.loaded, wanted.loaded);
    EXPECT_EQ(found.stored, wanted.stored);
    EXPECT_EQ(found.updated, wanted.updated);
  };
  expect(lane_loops().count_marks(stored.data(), loaded.data(), kMarks), both);
  expect(lane_loops().count_marks(stored.data(), nullptr, kMarks), stores);
  expect(lane_loops().count_marks(nullptr, loaded.data(), kMarks), loads);
}

}  // namespace
}  // namespace nereid::verify::machine

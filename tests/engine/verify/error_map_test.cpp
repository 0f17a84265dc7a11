// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/error_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace nereid::verify {
namespace {

ErrorMap map_of(std::vector<std::int64_t> shape, const std::vector<std::uint8_t>& levels) {
  ErrorMapper mapper(std::move(shape));
  for (const std::uint8_t level : levels) mapper.add(level);
  return mapper.take();
}

TEST(ErrorLevel, TellsWithinFromBeyondTheBound) {
  EXPECT_EQ(error_level(0), 0);
  EXPECT_FALSE(is_beyond(error_level(1)));
  EXPECT_TRUE(is_beyond(error_level(1.0001)));
  EXPECT_FALSE(is_beyond(error_level(0.999)));
  EXPECT_EQ(error_level(1e-30), 1);
  EXPECT_EQ(error_level(1e30), kMismatchLevel - 1);
  EXPECT_EQ(error_level(INFINITY), kMismatchLevel - 1);
  EXPECT_EQ(error_level(NAN), kMismatchLevel);
  EXPECT_TRUE(is_beyond(kMismatchLevel));
}

TEST(ErrorLevel, HoldsRatiosUpToItsOwn) {
  for (const double ratio : {1e-7, 3e-4, 0.5, 1.0, 2.0, 77.0, 1e6}) {
    const int level = error_level(ratio);
    EXPECT_LE(ratio, level_ratio(level) * (1 + 1e-9)) << ratio;
    EXPECT_GT(ratio, level_ratio(level - 1) * (1 - 1e-9)) << ratio;
  }
}

TEST(LevelsText, ComesBack) {
  std::vector<std::uint8_t> levels(kErrorLevels);
  std::iota(levels.begin(), levels.end(), std::uint8_t{0});
  EXPECT_EQ(levels_from_text(levels_text(levels)), levels);
  EXPECT_TRUE(levels_from_text("AB!").empty());
}

TEST(ErrorMapper, KeepsSmallOutputsWhole) {
  const ErrorMap map = map_of({2, 3}, {0, 1, 2, 3, 4, 63});
  EXPECT_EQ(map.rows, 2);
  EXPECT_EQ(map.columns, 3);
  EXPECT_EQ(map.levels, (std::vector<std::uint8_t>{0, 1, 2, 3, 4, 63}));
  EXPECT_EQ(map.histogram[63], 1);
  EXPECT_EQ(std::accumulate(map.histogram.begin(), map.histogram.end(), std::int64_t{0}), 6);
}

TEST(ErrorMapper, TakesScalarsVectorsAndEmptyOutputs) {
  EXPECT_EQ(map_of({}, {7}).levels, std::vector<std::uint8_t>{7});
  const ErrorMap line = map_of({4}, {1, 2, 3, 4});
  EXPECT_EQ(line.rows, 1);
  EXPECT_EQ(line.columns, 4);
  EXPECT_TRUE(map_of({0, 5}, {}).levels.empty());
}

TEST(CellOf, IsTheCellWhoseRangeHasTheElement) {
  for (const std::int64_t length : {1, 3, 48, 49, 101}) {
    for (const int cells : {1, 2, 31, 48, 200}) {  // a picture may have fewer pixels than cells
      for (std::int64_t index = 0; index < length; ++index) {
        const auto cell = static_cast<int>(cell_of(index, cells, length));
        const auto [begin, end] = cell_range(cell, cells, length);
        ASSERT_TRUE(begin <= index && index < end) << index << " " << cells << " " << length;
      }
    }
  }
}

// The worst of each cell, with the ranges that cell_range tells; sizes that cells do not divide.
TEST(ErrorMapper, KeepsTheWorstOfEachCell) {
  constexpr std::int64_t kHeight = 5 * 21, kWidth = 101;
  std::vector<std::uint8_t> levels(kHeight * kWidth);
  for (std::size_t i = 0; i < levels.size(); ++i)
    levels[i] = static_cast<std::uint8_t>(i * 2654435761U % 63);
  const ErrorMap map = map_of({5, 21, kWidth}, levels);
  ASSERT_EQ(map.rows, kMapRows);
  ASSERT_EQ(map.columns, kMapColumns);
  for (int row = 0; row < map.rows; ++row) {
    const auto [top, bottom] = cell_range(row, map.rows, kHeight);
    for (int column = 0; column < map.columns; ++column) {
      const auto [left, right] = cell_range(column, map.columns, kWidth);
      std::uint8_t worst = 0;
      for (std::int64_t y = top; y < bottom; ++y)
        for (std::int64_t x = left; x < right; ++x)
          worst = std::max(worst, levels[static_cast<std::size_t>(y * kWidth + x)]);
      ASSERT_EQ(map.level(row, column), worst) << row << " " << column;
    }
  }
}

}  // namespace
}  // namespace nereid::verify

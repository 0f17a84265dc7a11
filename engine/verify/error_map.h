// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nereid::verify {

/// Where and how much one output differs from the fp64 reference: a picture of at most
/// kMapRows x kMapColumns cells and a histogram, small enough to be kept with a verdict.
/// Rows are all leading dimensions together, columns are the last one.
struct ErrorMap {
  int output = 0;                   ///< index of the output
  std::vector<std::int64_t> shape;  ///< of the output
  int rows = 0;                     ///< of cells
  int columns = 0;
  std::vector<std::uint8_t> levels;     ///< of the worst element of each cell, row by row
  std::vector<std::int64_t> histogram;  ///< elements of each level, kErrorLevels long

  /// Of the output as a matrix.
  std::int64_t height() const;
  std::int64_t width() const { return shape.empty() ? 1 : shape.back(); }
  std::uint8_t level(int row, int column) const {
    return levels[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
};

inline constexpr int kMapRows = 32;
inline constexpr int kMapColumns = 48;
/// Level 0: exact. 1 to 62: error / bound, by powers of ten from 1e-8 to 1e8. 63: NaN or infinity
/// where the reference has none, or the reverse; integers that differ.
inline constexpr int kErrorLevels = 64;
inline constexpr std::uint8_t kMismatchLevel = kErrorLevels - 1;

/// The level of an error relative to the bound of its element; negative or NaN: kMismatchLevel.
std::uint8_t error_level(double ratio);
/// The largest error / bound of a level: 0 for level 0, infinite for kMismatchLevel.
double level_ratio(int level);
/// True where elements of this level are beyond the bound.
inline bool is_beyond(int level) {
  return level_ratio(level) > 1.0000001;
}

/// Elements [begin, end) that a cell's row (or column) stands for, of `length` in `cells` cells.
std::pair<std::int64_t, std::int64_t> cell_range(int cell, int cells, std::int64_t length);
/// The cell that has element `index`, 0 to length - 1, in its cell_range.
constexpr std::int64_t cell_of(std::int64_t index, std::int64_t cells, std::int64_t length) {
  return ((index + 1) * cells - 1) / length;
}

/// Levels as text, one character each, and back; text of other characters gives an empty vector.
std::string levels_text(const std::vector<std::uint8_t>& levels);
std::vector<std::uint8_t> levels_from_text(std::string_view text);

/// Collects the elements of one output, in order.
class ErrorMapper {
 public:
  explicit ErrorMapper(std::vector<std::int64_t> shape);
  void add(std::uint8_t level);
  ErrorMap take() { return std::move(map_); }

 private:
  ErrorMap map_;
  std::int64_t height_ = 0, width_ = 0;  // of the output as a matrix
  std::int64_t row_ = 0, column_ = 0;    // of the next element
};

}  // namespace nereid::verify

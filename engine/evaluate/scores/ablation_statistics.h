// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "engine/config/ablation.h"

namespace nereid::evaluate {

/// Mean and range of values that come one by one.
struct MeanRange {
  double sum = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  int count = 0;
  void add(double value);
  double mean() const;  ///< NaN without any value
};

/// One number of each run of an ablation, by cell of config::ablation_matrix(), and what each
/// switch changes.
class AblationStatistics {
 public:
  /// The value of one run; it is finite.
  void add(std::size_t cell, double value);
  const MeanRange& cell(std::size_t cell) const { return cells_[cell]; }
  /// Mean of a cell minus that of the cell without any extension; NaN where either has no run.
  double gain(std::size_t cell) const;
  /// Over the pairs of cells that differ in this switch alone: mean with it minus mean without it.
  MeanRange pair_effect(std::size_t which) const;
  /// Mean over all runs with the switch on minus that over all with it off; a side without runs
  /// counts as 0. Equals the mean of pair_effect where all cells have equally many runs.
  double main_effect(std::size_t which) const;

 private:
  struct Sides {
    MeanRange on, off;
  };
  std::array<MeanRange, config::kAblationCells> cells_;
  std::array<Sides, config::kExtensionCount> sides_;
};

}  // namespace nereid::evaluate

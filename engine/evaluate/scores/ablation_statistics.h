// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "engine/config/ablation.h"
#include "engine/evaluate/scores/contrast.h"

namespace nereid::evaluate {

/// What a run of an ablation scored under the evaluation that all share, as a metric in its record.
inline constexpr const char* kStrictScoreMetric = "strict_pass@1";

/// Mean and range of values that come one by one.
struct MeanRange {
  double sum = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  int count = 0;
  void add(double value);
  double mean() const;  ///< NaN without any value
};

/// What a switch, or two of them, change; and of how many comparisons in each seed at least.
struct AblationEffect {
  Contrast contrast;
  int comparisons = 0;  ///< pairs of cells for a main effect, fours for an interaction
};

/// One number of each run of an ablation, by cell of config::ablation_matrix() and seed, and what
/// each switch changes. Effects are paired by seed: one contrast a seed, from the runs of that seed
/// alone, then the mean over seeds with its t-interval. What a seed has in common (its tasks, its
/// draws) falls out of it. Several values of one cell and seed count as their mean.
class AblationStatistics {
 public:
  /// The value of one run; it is finite.
  void add(std::size_t cell, std::uint64_t seed, double value);
  const MeanRange& cell(std::size_t cell) const { return cells_[cell]; }
  /// The same over seeds, with its interval.
  Contrast cell_over_seeds(std::size_t cell) const;
  /// Mean of a cell minus that of the cell without any extension; NaN where either has no run.
  double gain(std::size_t cell) const;
  /// Over the pairs of cells that differ in this switch alone: mean with it minus mean without it.
  MeanRange pair_effect(std::size_t which) const;
  /// Of each seed: the mean, over the pairs of cells that differ in this switch alone, of with
  /// minus without. A pair of which a seed lacks a run is left out there, a seed without any pair
  /// altogether.
  AblationEffect main_effect(std::size_t which) const;
  /// Of each seed: half of what `a` changes with `b` on minus what it changes with `b` off, the
  /// mean over the fours of cells that differ in these two alone (the usual interaction of a 2^k
  /// design; symmetric in a and b). Left out is as with main_effect().
  AblationEffect interaction(std::size_t a, std::size_t b) const;

 private:
  using OneSeed = std::array<MeanRange, config::kAblationCells>;
  template <class Compare>
  AblationEffect over_seeds(std::size_t mask, const Compare& compare) const;

  OneSeed cells_;
  std::map<std::uint64_t, OneSeed> seeds_;
};

}  // namespace nereid::evaluate

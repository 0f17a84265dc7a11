// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/ablation_statistics.h"

#include <algorithm>
#include <cmath>

#include "engine/base/check.h"

namespace nereid::evaluate {

void MeanRange::add(double value) {
  sum += value;
  low = std::min(low, value);
  high = std::max(high, value);
  ++count;
}

double MeanRange::mean() const {
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count;
}

void AblationStatistics::add(std::size_t cell, std::uint64_t seed, double value) {
  cells_[cell].add(value);
  seeds_[seed][cell].add(value);
}

Contrast AblationStatistics::cell_over_seeds(std::size_t cell) const {
  std::vector<double> values;
  for (const auto& [seed, cells] : seeds_)
    if (cells[cell].count > 0) values.push_back(cells[cell].mean());
  return contrast_over_seeds(values);
}

double AblationStatistics::gain(std::size_t cell) const {
  return cells_[cell].mean() - cells_[0].mean();
}

MeanRange AblationStatistics::pair_effect(std::size_t which) const {
  const std::size_t bit = std::size_t{1} << which;
  MeanRange effect;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    if ((cell & bit) != 0) continue;
    const double change = cells_[cell | bit].mean() - cells_[cell].mean();
    if (std::isfinite(change)) effect.add(change);
  }
  return effect;
}

// `compare` answers NaN where a run is missing; it is asked for each cell with the switches of
// `mask` off.
template <class Compare>
AblationEffect AblationStatistics::over_seeds(std::size_t mask, const Compare& compare) const {
  std::vector<double> values;
  AblationEffect effect;
  for (const auto& [seed, cells] : seeds_) {
    MeanRange changes;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if ((cell & mask) != 0) continue;
      const double change = compare(cells, cell);
      if (std::isfinite(change)) changes.add(change);
    }
    if (changes.count == 0) continue;
    effect.comparisons =
        values.empty() ? changes.count : std::min(effect.comparisons, changes.count);
    values.push_back(changes.mean());
  }
  effect.contrast = contrast_over_seeds(values);
  return effect;
}

AblationEffect AblationStatistics::main_effect(std::size_t which) const {
  const std::size_t bit = std::size_t{1} << which;
  return over_seeds(bit, [bit](const OneSeed& cells, std::size_t cell) {
    return cells[cell | bit].mean() - cells[cell].mean();
  });
}

AblationEffect AblationStatistics::interaction(std::size_t a, std::size_t b) const {
  NEREID_CHECK(a != b, "an interaction is of two switches");
  const std::size_t one = std::size_t{1} << a, other = std::size_t{1} << b;
  return over_seeds(one | other, [one, other](const OneSeed& cells, std::size_t cell) {
    const double with = cells[cell | one | other].mean() - cells[cell | other].mean();
    const double without = cells[cell | one].mean() - cells[cell].mean();
    return (with - without) / 2;
  });
}

}  // namespace nereid::evaluate

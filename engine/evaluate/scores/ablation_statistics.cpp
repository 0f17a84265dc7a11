// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/ablation_statistics.h"

#include <algorithm>
#include <cmath>

namespace nereid::evaluate {
namespace {

bool is_on(std::size_t cell, std::size_t which) {
  return (cell >> which & 1U) != 0;
}

double mean_or_zero(const MeanRange& side) {
  return side.sum / std::max(1.0, static_cast<double>(side.count));
}

}  // namespace

void MeanRange::add(double value) {
  sum += value;
  low = std::min(low, value);
  high = std::max(high, value);
  ++count;
}

double MeanRange::mean() const {
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count;
}

void AblationStatistics::add(std::size_t cell, double value) {
  cells_[cell].add(value);
  for (std::size_t which = 0; which < sides_.size(); ++which)
    (is_on(cell, which) ? sides_[which].on : sides_[which].off).add(value);
}

double AblationStatistics::gain(std::size_t cell) const {
  return cells_[cell].mean() - cells_[0].mean();
}

MeanRange AblationStatistics::pair_effect(std::size_t which) const {
  MeanRange effect;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    if (is_on(cell, which)) continue;
    const double change = cells_[cell | 1U << which].mean() - cells_[cell].mean();
    if (std::isfinite(change)) effect.add(change);
  }
  return effect;
}

double AblationStatistics::main_effect(std::size_t which) const {
  return mean_or_zero(sides_[which].on) - mean_or_zero(sides_[which].off);
}

}  // namespace nereid::evaluate

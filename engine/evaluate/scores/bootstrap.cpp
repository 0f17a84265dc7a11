// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/bootstrap.h"

#include <algorithm>
#include <vector>

#include "engine/base/numbers.h"
#include "engine/base/random.h"

namespace nereid::evaluate {

std::size_t resampled(std::uint64_t seed, std::size_t resample, std::size_t i, std::size_t size) {
  return mix_seed(seed, resample, i) % size;
}

Interval bootstrap_ratio(std::span<const double> above, std::span<const double> below,
                         std::uint64_t seed) {
  if (above.size() < 2) return {kNaN, kNaN};  // one task says nothing of another
  std::vector<double> ratios;
  ratios.reserve(kResamples);
  for (std::size_t resample = 0; resample < kResamples; ++resample) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < above.size(); ++i) {
      const std::size_t at = resampled(seed, resample, i, above.size());
      sum += above[at];
      count += below[at];
    }
    if (count != 0) ratios.push_back(sum / count);
  }
  if (ratios.empty()) return {kNaN, kNaN};
  std::sort(ratios.begin(), ratios.end());
  const std::size_t tail = ratios.size() / 40;
  return {ratios[tail], ratios[ratios.size() - 1 - tail]};
}

}  // namespace nereid::evaluate

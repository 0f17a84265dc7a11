// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/pass_at_k.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/base/numbers.h"
#include "engine/base/random.h"

namespace nereid::evaluate {

double pass_at_k(int samples, int correct, int k) {
  if (k > samples) return kNaN;  // fewer draws than asked for say nothing of k draws
  if (k <= 0 || correct <= 0) return 0.0;
  if (samples - correct < k) return 1.0;
  double all_wrong = 1.0;
  for (int i = samples - correct + 1; i <= samples; ++i) {
    all_wrong *= 1.0 - static_cast<double>(k) / i;
  }
  return 1.0 - all_wrong;
}

Interval wilson_interval(int correct, int trials) {
  if (trials <= 0) return {0, 1};
  constexpr double kZ = 1.959963984540054;
  const double n = trials, p = correct / n;
  const double scale = 1.0 + kZ * kZ / n;
  const double centre = (p + kZ * kZ / (2 * n)) / scale;
  const double half = kZ / scale * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Interval bootstrap_interval(std::span<const double> per_task, std::uint64_t seed) {
  if (per_task.size() < 2) return {0, 1};  // one task says nothing of another
  constexpr std::size_t kResamples = 2000;
  std::vector<double> means;
  means.reserve(kResamples);
  for (std::size_t resample = 0; resample < kResamples; ++resample) {
    double sum = 0;
    for (std::size_t i = 0; i < per_task.size(); ++i) {
      sum += per_task[mix_seed(seed, resample, i) % per_task.size()];
    }
    means.push_back(sum / static_cast<double>(per_task.size()));
  }
  std::sort(means.begin(), means.end());
  return {means[kResamples / 40], means[kResamples - 1 - kResamples / 40]};
}

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace nereid::evaluate {

/// Unbiased estimate of the chance that at least one of k samples is right, from `correct` of
/// `samples`: 1 - C(n - c, k) / C(n, k), as a product that does not overflow. NaN for
/// k > samples. Source: Chen et al., arXiv:2107.03374, eq. 1.
double pass_at_k(int samples, int correct, int k);

struct Interval {
  double low = 0, high = 1;
};
/// 95% score interval of a proportion. Source: Wilson 1927. No trials give [0, 1].
Interval wilson_interval(int correct, int trials);
/// 95% percentile bootstrap of the mean over tasks, 2000 resamples; deterministic by `seed`. Fewer
/// than two tasks give [0, 1].
Interval bootstrap_interval(std::span<const double> per_task, std::uint64_t seed);

}  // namespace nereid::evaluate

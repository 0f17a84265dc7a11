// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/verify/verdict.h"

namespace nereid::verify {

double median(std::vector<double> values);  ///< 0 for none

/// Median with a 95% percentile bootstrap interval (2,000 resamples, fixed seed).
TimingEstimate median_interval(const std::vector<double>& samples);

struct Ratio {
  double value = 0, low = 0, high = 0;
};
/// reference / candidate from paired blocks: the geometric mean of the block ratios and its 95%
/// bootstrap interval over blocks.
Ratio ratio_interval(const std::vector<double>& candidate_blocks,
                     const std::vector<double>& reference_blocks);

/// FASTER, SLOWER, SAME or AMBIGUOUS: the interval against 1 +- delta.
std::string timing_decision(const Ratio& ratio, double delta = 0.01);

}  // namespace nereid::verify

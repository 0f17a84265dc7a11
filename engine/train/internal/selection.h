// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace nereid::train {

/// One of the N samples of a prompt, as best-of-N selection sees it.
struct Sample {
  double reward = 0;
  double latency_us = std::numeric_limits<double>::infinity();  ///< infinite where not measured
  std::string candidate;  ///< extracted source; equal texts are duplicates
  bool truncated = false;
};

/// What is kept of a prompt's samples. kThreshold: those at or above a minimum reward. kAlways: the
/// best ones whatever they earned, as the report reads literally.
enum class Keep { kThreshold, kAlways };

/// Indices of the samples to learn from, best first, at most `keep`: higher reward, then
/// lower latency, then earlier (Beyond TritonRL report, phase 2). Of equal candidates only the best
/// stays. Truncated samples, samples without a reward and samples without a candidate are never
/// kept, those below `min_reward` with Keep::kAlways only.
std::vector<int> select_best(std::span<const Sample> samples, int keep, double min_reward,
                             Keep rule = Keep::kThreshold);

}  // namespace nereid::train

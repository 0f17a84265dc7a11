// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/verify/verdict.h"

namespace nereid::verify {

double median(std::vector<double> values);  ///< 0 for none

/// Mean without the smallest and the largest `share` of the values (10 of 50 in all for 0.1); 0 for
/// none.
double trimmed_mean(std::vector<double> values, double share);

/// Median with a 95% percentile bootstrap interval (2,000 resamples, fixed seed).
TimingEstimate median_interval(const std::vector<double>& samples);
/// The same for the mean without 10% at both ends.
TimingEstimate trimmed_interval(const std::vector<double>& samples);

struct Ratio {
  double value = 0, low = 0, high = 0;
};
/// reference / candidate from paired blocks: the geometric mean of the block ratios and its 95%
/// bootstrap interval over blocks. The interval is widened for few blocks, for which percentiles
/// of resamples are too narrow: by Student's t against the normal, and by sqrt(n / (n - 1)).
Ratio ratio_interval(const std::vector<double>& candidate_blocks,
                     const std::vector<double>& reference_blocks);
/// reference / candidate of two trimmed means; both sides are resampled by themselves.
Ratio trimmed_ratio(const std::vector<double>& candidate, const std::vector<double>& reference);

/// Two sides that differ by less are the same.
inline constexpr double kSameWithin = 0.005;
/// The same where a side takes hardly longer than a kernel that does nothing: the cost of a launch
/// in a graph differs between captures.
inline constexpr double kLaunchBoundWithin = 0.05;
/// Microseconds by which a kernel too short to hide the next launch may differ from itself between
/// processes: 167 pairs of equal sides of 2 us on an H200 differed by up to 0.01.
inline constexpr double kLaunchUs = 0.03;
inline constexpr double kShortUs = 5;
/// Which of these holds for the shorter side and an empty kernel's time.
double same_within(double shorter_us, double launch_us);

/// FASTER if the whole interval is above 1 + delta, SLOWER below 1 - delta, SAME within 1 +- delta,
/// else AMBIGUOUS.
std::string timing_decision(const Ratio& ratio, double delta = kSameWithin);

/// What no candidate can be faster than.
struct TimingFloor {
  double bytes = 0;              ///< that have to be moved for one call
  double peak_bytes_per_us = 0;  ///< of the GPU's memory; 0 if unknown
  double launch_us = 0;          ///< a kernel that does nothing, in the same kind of graph
  bool is_cold = false;          ///< the bytes come from memory, not from the L2 cache
};
/// Microseconds below which a time is not believed; 0 if there is no such bound. `reference_us`: a
/// reference below the bound shows that the bytes need not be moved.
double timing_floor_us(const TimingFloor& floor, double reference_us);

}  // namespace nereid::verify

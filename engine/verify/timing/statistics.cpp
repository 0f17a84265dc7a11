// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>

namespace nereid::verify {
namespace {

constexpr int kResamples = 2000;
constexpr unsigned kSeed = 20240229;
constexpr double kTrimmed = 0.1;
// Shares of a bound that are believed: clocks are rated, not measured, and an empty kernel is.
constexpr double kBytesShare = 0.9;
constexpr double kLaunchShare = 0.5;
constexpr double kLaunchBound = 1.5;

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

struct Interval {
  double low = 0, high = 0;
};

// How much too narrow the percentiles of resamples of n values are: Student's t (97.5%, expanded
// around the normal quantile) against the normal one, and the spread's missing n / (n - 1).
double widening(std::size_t count) {
  if (count < 2) return 1;
  constexpr double kZ = 1.959964;
  const double z3 = kZ * kZ * kZ, z5 = z3 * kZ * kZ;
  const double n = static_cast<double>(count), freedom = n - 1;
  const double t =
      kZ + (z3 + kZ) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * kZ) / (96 * freedom * freedom);
  return t / kZ * std::sqrt(n / freedom);
}

Interval percentiles(std::vector<double> results) {
  std::sort(results.begin(), results.end());
  const auto at = [&](double share) {
    return results[static_cast<std::size_t>(static_cast<double>(results.size()) * share)];
  };
  return {at(0.025), at(0.975)};
}

// Percentiles 2.5 and 97.5 of `statistic` over resamples with replacement.
template <class Statistic>
Interval bootstrap(const std::vector<double>& samples, Statistic statistic) {
  std::mt19937 random(kSeed);
  std::vector<double> resample(samples.size()), results(kResamples);
  for (double& result : results) {
    for (double& value : resample) value = samples[random() % samples.size()];
    result = statistic(resample);
  }
  return percentiles(std::move(results));
}

double trimmed(const std::vector<double>& values) {
  return trimmed_mean(values, kTrimmed);
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle),
                   values.end());
  const double upper = values[middle];
  if (values.size() % 2 == 1) return upper;
  return (upper +
          *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) /
         2;
}

double trimmed_mean(std::vector<double> values, double share) {
  const auto cut = static_cast<std::ptrdiff_t>(static_cast<double>(values.size()) * share);
  std::sort(values.begin(), values.end());
  return mean(std::vector<double>(values.begin() + cut, values.end() - cut));
}

TimingEstimate median_interval(const std::vector<double>& samples) {
  if (samples.empty()) return {};
  const Interval interval =
      bootstrap(samples, [](const std::vector<double>& values) { return median(values); });
  return {median(samples), interval.low, interval.high};
}

TimingEstimate trimmed_interval(const std::vector<double>& samples) {
  if (samples.empty()) return {};
  const Interval interval = bootstrap(samples, trimmed);
  return {trimmed(samples), interval.low, interval.high};
}

Ratio ratio_interval(const std::vector<double>& candidate_blocks,
                     const std::vector<double>& reference_blocks) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < std::min(candidate_blocks.size(), reference_blocks.size()); ++i)
    if (candidate_blocks[i] > 0 && reference_blocks[i] > 0)
      logs.push_back(std::log(reference_blocks[i] / candidate_blocks[i]));
  if (logs.empty()) return {};
  const Interval interval = bootstrap(logs, mean);
  const double centre = mean(logs), wider = widening(logs.size());
  return {std::exp(centre), std::exp(centre - wider * (centre - interval.low)),
          std::exp(centre + wider * (interval.high - centre))};
}

Ratio trimmed_ratio(const std::vector<double>& candidate, const std::vector<double>& reference) {
  if (candidate.empty() || reference.empty()) return {};
  std::mt19937 random(kSeed);
  const auto resampled = [&random](const std::vector<double>& values) {
    std::vector<double> resample(values.size());
    for (double& value : resample) value = values[random() % values.size()];
    return trimmed(resample);
  };
  std::vector<double> ratios(kResamples);
  for (double& ratio : ratios) ratio = resampled(reference) / resampled(candidate);
  const Interval interval = percentiles(std::move(ratios));
  return {trimmed(reference) / trimmed(candidate), interval.low, interval.high};
}

std::string timing_decision(const Ratio& ratio, double delta) {
  if (ratio.low > 1 + delta) return "FASTER";
  if (ratio.high < 1 - delta) return "SLOWER";
  if (ratio.low >= 1 - delta && ratio.high <= 1 + delta) return "SAME";
  return "AMBIGUOUS";
}

double same_within(double shorter_us, double launch_us) {
  if (shorter_us <= 0 || shorter_us >= kShortUs) return kSameWithin;
  const double least = shorter_us < kLaunchBound * launch_us ? kLaunchBoundWithin : kSameWithin;
  return std::max(least, kLaunchUs / shorter_us);
}

double timing_floor_us(const TimingFloor& floor, double reference_us) {
  const double launch = kLaunchShare * floor.launch_us;
  if (!floor.is_cold || floor.peak_bytes_per_us <= 0) return launch;
  const double moving = kBytesShare * floor.bytes / floor.peak_bytes_per_us;
  return reference_us < moving ? launch : std::max(launch, moving);
}

}  // namespace nereid::verify

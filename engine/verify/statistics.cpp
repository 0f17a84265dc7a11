// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/internal/statistics.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace nereid::verify {
namespace {

constexpr int kResamples = 2000;
constexpr unsigned kSeed = 20240229;

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

struct Interval {
  double low = 0, high = 0;
};

// Percentiles 2.5 and 97.5 of `statistic` over resamples with replacement.
template <class Statistic>
Interval bootstrap(const std::vector<double>& samples, Statistic statistic) {
  std::mt19937 random(kSeed);
  std::vector<double> resample(samples.size()), results(kResamples);
  for (double& result : results) {
    for (double& value : resample) value = samples[random() % samples.size()];
    result = statistic(resample);
  }
  std::sort(results.begin(), results.end());
  return {results[static_cast<std::size_t>(kResamples * 0.025)],
          results[static_cast<std::size_t>(kResamples * 0.975)]};
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

TimingEstimate median_interval(const std::vector<double>& samples) {
  if (samples.empty()) return {};
  const Interval interval =
      bootstrap(samples, [](const std::vector<double>& values) { return median(values); });
  return {median(samples), interval.low, interval.high};
}

Ratio ratio_interval(const std::vector<double>& candidate_blocks,
                     const std::vector<double>& reference_blocks) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < std::min(candidate_blocks.size(), reference_blocks.size()); ++i)
    if (candidate_blocks[i] > 0 && reference_blocks[i] > 0)
      logs.push_back(std::log(reference_blocks[i] / candidate_blocks[i]));
  if (logs.empty()) return {};
  const Interval interval = bootstrap(logs, mean);
  return {std::exp(mean(logs)), std::exp(interval.low), std::exp(interval.high)};
}

std::string timing_decision(const Ratio& ratio, double delta) {
  if (ratio.low > 1 + delta) return "FASTER";
  if (ratio.high < 1 - delta) return "SLOWER";
  if (ratio.low >= 1 - delta && ratio.high <= 1 + delta) return "SAME";
  return "AMBIGUOUS";
}

}  // namespace nereid::verify

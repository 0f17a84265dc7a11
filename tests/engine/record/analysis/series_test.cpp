// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "engine/record/analysis/series.h"
#include "engine/record/metrics.h"

namespace nereid::record {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The plain twin: the same bins by walking every point.
CurveView slow_query(const std::vector<double>& steps, const std::vector<double>& values, double x0,
                     double x1, int columns) {
  CurveView view;
  std::size_t begin = 0;
  while (begin < steps.size() && steps[begin] < x0) ++begin;
  std::size_t end = begin;
  while (end < steps.size() && steps[end] <= x1) ++end;
  if (begin == end || columns < 1) return view;
  view.total_points = static_cast<std::int64_t>(end - begin);
  std::size_t width = 1;
  while ((end - 1) / width - begin / width + 1 > static_cast<std::size_t>(columns)) width *= 2;
  for (std::size_t at = begin / width * width; at < end; at += width) {
    const std::size_t stop = std::min(at + width, steps.size());
    CurveBin bin{.x0 = steps[at],
                 .x1 = steps[stop - 1],
                 .min = kNaN,
                 .max = kNaN,
                 .first = kNaN,
                 .last = kNaN};
    for (std::size_t i = at; i < stop; ++i) {
      if (!std::isfinite(values[i])) continue;
      if (bin.count++ == 0) bin.min = bin.max = bin.first = values[i];
      bin.min = std::min(bin.min, values[i]);
      bin.max = std::max(bin.max, values[i]);
      bin.last = values[i];
    }
    view.bins.push_back(bin);
  }
  for (std::size_t i = begin; i < end; ++i)
    if (!std::isfinite(values[i])) view.non_finite.emplace_back(steps[i], values[i]);
  return view;
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same(const CurveBin& a, const CurveBin& b) {
  return a.x0 == b.x0 && a.x1 == b.x1 && same(a.min, b.min) && same(a.max, b.max) &&
         same(a.first, b.first) && same(a.last, b.last) && a.count == b.count;
}

void expect_same(const CurveView& fast, const CurveView& slow) {
  EXPECT_EQ(fast.total_points, slow.total_points);
  ASSERT_EQ(fast.bins.size(), slow.bins.size());
  for (std::size_t i = 0; i < fast.bins.size(); ++i)
    ASSERT_TRUE(same(fast.bins[i], slow.bins[i]))
        << "bin " << i << " from " << slow.bins[i].x0 << ": " << fast.bins[i].min << ".."
        << fast.bins[i].max << " for " << slow.bins[i].min << ".." << slow.bins[i].max << ", "
        << fast.bins[i].first << " / " << fast.bins[i].last << " for " << slow.bins[i].first
        << " / " << slow.bins[i].last;
  ASSERT_EQ(fast.non_finite.size(), slow.non_finite.size());
  for (std::size_t i = 0; i < fast.non_finite.size(); ++i) {
    EXPECT_EQ(fast.non_finite[i].first, slow.non_finite[i].first);
    EXPECT_TRUE(same(fast.non_finite[i].second, slow.non_finite[i].second));
  }
}

/// A series beside plain columns. `odd` = share of values that are not finite.
struct Pair {
  MetricSeries series;
  std::vector<double> steps, values;
  void append(double step, double value) {
    series.append(step, value);
    const auto from = std::lower_bound(steps.begin(), steps.end(), step) - steps.begin();
    steps.resize(static_cast<std::size_t>(from));
    values.resize(static_cast<std::size_t>(from));
    steps.push_back(step);
    values.push_back(value);
  }
};

double random_value(std::mt19937& random, double odd) {
  if (std::uniform_real_distribution<>(0, 1)(random) >= odd)
    return std::normal_distribution<>()(random);
  constexpr double kOdd[] = {kNaN, kInfinity, -kInfinity};
  return kOdd[random() % 3];
}

void compare_everywhere(const Pair& pair, std::mt19937& random, int queries) {
  const double last = pair.steps.empty() ? 1 : pair.steps.back();
  for (int i = 0; i < queries; ++i) {
    std::uniform_real_distribution<> anywhere(-0.1 * last, 1.1 * last);
    double x0 = anywhere(random);
    double x1 = anywhere(random);
    if (x0 > x1) std::swap(x0, x1);
    const int columns = static_cast<int>(random() % 300);
    expect_same(pair.series.query(x0, x1, columns),
                slow_query(pair.steps, pair.values, x0, x1, columns));
    if (testing::Test::HasFatalFailure()) return;
  }
  expect_same(pair.series.query(-kInfinity, kInfinity, 1000),
              slow_query(pair.steps, pair.values, -kInfinity, kInfinity, 1000));
}

TEST(MetricSeries, QueriesEqualThePlainTwin) {
  std::mt19937 random(1);
  for (const std::size_t size : {0, 1, 2, 63, 64, 65, 127, 4095, 4096, 4097, 20'000, 300'001})
    for (const double odd : {0.0, 0.01, 0.9, 1.0}) {
      Pair pair;
      double step = 0;
      for (std::size_t i = 0; i < size; ++i)
        pair.append(step += 1 + static_cast<double>(random() % 3), random_value(random, odd));
      compare_everywhere(pair, random, size > 100'000 ? 10 : 40);
      if (HasFatalFailure()) FAIL() << size << " points, " << odd << " not finite";
    }
}

TEST(MetricSeries, LongGapsOfNaNAreSkippedRight) {
  std::mt19937 random(2);
  Pair pair;
  for (int i = 1; i <= 50'000; ++i) pair.append(i, i % 10'000 < 9'500 ? kNaN : i);
  compare_everywhere(pair, random, 60);
}

TEST(MetricSeries, RepeatedStepReplacesTheTail) {
  std::mt19937 random(3);
  Pair pair;
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < 3000; ++i)
      pair.append(pair.steps.empty() ? 1 : pair.steps.back() + 1, random_value(random, 0.05));
    const double back = pair.steps[random() % pair.steps.size()];
    pair.append(back, random_value(random, 0.05));
    EXPECT_EQ(pair.series.size(), pair.steps.size());
    compare_everywhere(pair, random, 20);
    if (HasFatalFailure()) return;
  }
}

TEST(MetricSeries, BinsStayWhereTheyAreWhilePointsArrive) {
  MetricSeries series;
  std::map<double, CurveBin> seen;  // by first step, of the present width
  std::size_t width = 0;
  std::mt19937 random(4);
  for (int i = 0; i < 20'000; ++i) {
    series.append(i, random_value(random, 0));
    const CurveView view = series.query(-kInfinity, kInfinity, 500);
    ASSERT_LE(view.bins.size(), 500U);
    const std::size_t now =
        view.bins.size() < 2 ? width : static_cast<std::size_t>(view.bins[1].x0);
    if (now != width) seen.clear();  // a doubling, fourteen times at most here
    width = now;
    for (std::size_t b = 0; b + 1 < view.bins.size(); ++b) {
      const auto [before, is_new] = seen.try_emplace(view.bins[b].x0, view.bins[b]);
      ASSERT_TRUE(same(before->second, view.bins[b]))
          << "bin of step " << view.bins[b].x0 << " changed at " << i;
    }
  }
}

TEST(MetricSeries, PanningShowsTheSameBins) {
  MetricSeries series;
  std::mt19937 random(5);
  for (int i = 0; i < 100'000; ++i) series.append(i, random_value(random, 0));
  std::map<double, CurveBin> seen;
  for (int shift = 0; shift < 500; ++shift)
    for (const CurveBin& bin : series.query(20'000 + shift, 60'000 + shift, 700).bins) {
      const auto [before, is_new] = seen.try_emplace(bin.x0, bin);
      ASSERT_TRUE(same(before->second, bin)) << "bin of step " << bin.x0;
    }
}

TEST(MetricSeries, OneSpikeAmongManyIsNeverLost) {
  MetricSeries series;
  for (int i = 0; i < 1'000'000; ++i) series.append(i, i == 777'777 ? 1e9 : 0);
  const CurveView view = series.query(0, 1e6, 100);
  const auto spike =
      std::max_element(view.bins.begin(), view.bins.end(),
                       [](const CurveBin& a, const CurveBin& b) { return a.max < b.max; });
  EXPECT_EQ(spike->max, 1e9);
  EXPECT_LE(spike->x0, 777'777);
  EXPECT_GE(spike->x1, 777'777);
}

/// The twin: the weighted mean of all finite values so far, weights by age.
std::vector<double> slow_smooth(const std::vector<double>& values, double weight) {
  std::vector<double> out;
  std::vector<double> finite;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      out.push_back(value);
      continue;
    }
    finite.push_back(value);
    double sum = 0, total = 0;
    for (std::size_t age = 0; age < finite.size(); ++age) {
      const double share = std::pow(weight, static_cast<double>(age));
      sum += share * finite[finite.size() - 1 - age];
      total += share;
    }
    out.push_back(sum / total);
  }
  return out;
}

TEST(Smooth, EqualsTheWeightedMean) {
  std::mt19937 random(6);
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(random_value(random, 0.05));
  for (const double weight : {0.0, 0.5, 0.9, 0.99}) {
    const std::vector<double> fast = smooth(values, weight);
    const std::vector<double> slow = slow_smooth(values, weight);
    ASSERT_EQ(fast.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i]))
        EXPECT_TRUE(same(fast[i], values[i])) << i;
      else  // 400 additions and divisions of numbers near 1, condition 1/(1 - weight^n) <= 100
        EXPECT_NEAR(fast[i], slow[i], 1e-11) << i << " at weight " << weight;
    }
  }
  EXPECT_TRUE(smooth({}, 0.9).empty());
}

TEST(MetricTable, KeysAreUniqueAndExplained) {
  std::set<std::string_view> keys;
  for (const MetricInfo& info : metric_table()) {
    EXPECT_TRUE(keys.insert(info.key).second) << info.key;
    EXPECT_FALSE(info.label.empty()) << info.key;
    EXPECT_TRUE(info.help.ends_with(".")) << info.key;
    EXPECT_EQ(find_metric(info.key), &info);
  }
  EXPECT_EQ(find_metric("no/such"), nullptr);
  for (const char* key :
       {"reward", "reward_std", "frac_reward_zero_std", "kl", "entropy", "clip_ratio/high_mean",
        "funnel/timing", "pass_rate/level2", "time/update", "eval_pass@1/level1"})
    EXPECT_TRUE(keys.contains(key)) << key;
}

}  // namespace
}  // namespace nereid::record

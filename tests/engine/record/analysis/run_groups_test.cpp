// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/run_groups.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nereid::record {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

MetricSeries series_of(const std::vector<std::pair<double, double>>& points) {
  MetricSeries series;
  for (const auto& [step, value] : points) series.append(step, value);
  return series;
}

std::vector<double> list(std::span<const double> values) {
  return {values.begin(), values.end()};
}

TEST(RunGroups, SeedsNameAndPlaceDoNotTellRunsApart) {
  const std::vector<SettingTexts> runs = {
      {{"name", "a"}, {"seed", "0"}, {"tasks.seed", "1"}, {"grpo.beta", "0"}},
      {{"name", "b"}, {"seed", "1"}, {"tasks.seed", "2"}, {"grpo.beta", "0"}},
      {{"name", "c"}, {"seed", "2"}, {"tasks.seed", "3"}, {"grpo.beta", "0.04"}}};
  EXPECT_EQ(differing_settings(runs), std::vector<std::string>{"grpo.beta"});
  const auto groups = group_runs(runs, GroupBy::kSameSettings);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].label, "grpo.beta 0");
  EXPECT_EQ(groups[0].members, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(groups[1].label, "grpo.beta 0.04");
  EXPECT_EQ(groups[1].members, std::vector<std::size_t>{2});
}

TEST(RunGroups, OneSettingGathersWhatDiffersElsewhere) {
  const std::vector<SettingTexts> runs = {{{"grpo.beta", "0"}, {"grpo.epsilon", "0.2"}},
                                          {{"grpo.beta", "1"}, {"grpo.epsilon", "0.2"}},
                                          {{"grpo.beta", "1"}, {"grpo.epsilon", "0.3"}}};
  const auto groups = group_runs(runs, GroupBy::kSetting, "grpo.epsilon");
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].members, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(groups[1].label, "grpo.epsilon 0.3");
}

TEST(RunGroups, UnknownSettingsStandAloneExceptAmongAll) {
  const std::vector<SettingTexts> runs = {{{"grpo.beta", "0"}}, {}, {{"grpo.beta", "0"}}};
  const auto same = group_runs(runs, GroupBy::kSameSettings);
  ASSERT_EQ(same.size(), 2U);
  EXPECT_EQ(same[0].members, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(same[1].members, std::vector<std::size_t>{1});
  EXPECT_EQ(group_runs(runs, GroupBy::kAll).size(), 1U);
  EXPECT_EQ(group_runs(runs, GroupBy::kNothing).size(), 3U);
}

// By hand. Step 1: 1, 2, 6: mean 3, deviations -2, -1, 3: sqrt((4 + 1 + 9) / 2) = sqrt 7.
// Step 2: the third run has no step 2: 4 and 8: mean 6, sqrt((4 + 4) / 1) = sqrt 8.
// Step 3: NaN does not count: 5 alone. Step 4: nothing is finite.
TEST(GroupBand, MeanRangeAndDeviationByHand) {
  const MetricSeries a = series_of({{1, 1}, {2, 4}, {3, 5}, {4, kNaN}});
  const MetricSeries b = series_of({{1, 2}, {2, 8}, {3, kNaN}});
  const MetricSeries c = series_of({{1, 6}});
  const std::vector<const MetricSeries*> members = {&a, &b, &c, nullptr};
  GroupBand range(BandKind::kRange);
  range.update(members);
  EXPECT_EQ(list(range.mean().steps()), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(list(range.mean().values().first(3)), (std::vector<double>{3, 6, 5}));
  EXPECT_EQ(list(range.low().values().first(3)), (std::vector<double>{1, 4, 5}));
  EXPECT_EQ(list(range.high().values().first(3)), (std::vector<double>{6, 8, 5}));
  EXPECT_TRUE(std::isnan(range.mean().values()[3]));
  EXPECT_EQ(std::vector<int>(range.counts().begin(), range.counts().end()),
            (std::vector<int>{3, 2, 1, 0}));
  GroupBand deviation(BandKind::kStd);
  deviation.update(members);
  EXPECT_DOUBLE_EQ(deviation.low().values()[0], 3 - std::sqrt(7.0));
  EXPECT_DOUBLE_EQ(deviation.high().values()[1], 6 + std::sqrt(8.0));
  EXPECT_EQ(deviation.low().values()[2], 5);
}

// Runs that arrive piece by piece, one behind the other, one cut back: the same as all at once.
TEST(GroupBand, GrowingMembersEqualThoseReadAtOnce) {
  MetricSeries a, b;
  GroupBand grown;
  const std::vector<const MetricSeries*> members = {&a, &b};
  for (int step = 1; step <= 200; ++step) {
    a.append(step, std::sin(step * 0.3));
    const int pair = step / 3;  // two steps of b for three of a
    if (step % 3 == 0) b.append(pair * 2, std::cos(step * 0.2));
    if (step % 7 == 0) grown.update(members);
    if (step == 100) a.append(60, 2);
  }
  for (int step = 61; step <= 250; ++step) a.append(step, std::sin(step * 0.3));
  grown.update(members);
  GroupBand fresh;
  fresh.update(members);
  EXPECT_EQ(list(grown.mean().steps()), list(fresh.mean().steps()));
  EXPECT_EQ(list(grown.mean().values()), list(fresh.mean().values()));
  EXPECT_EQ(list(grown.high().values()), list(fresh.high().values()));
  EXPECT_EQ(grown.counts().size(), fresh.counts().size());
}

TEST(GroupBand, AnotherMemberIsAnotherMean) {
  const MetricSeries a = series_of({{1, 1}});
  const MetricSeries b = series_of({{1, 3}});
  GroupBand band;
  band.update(std::vector<const MetricSeries*>{&a});
  EXPECT_EQ(band.mean().values()[0], 1);
  band.update(std::vector<const MetricSeries*>{&a, &b});
  EXPECT_EQ(band.mean().values()[0], 2);
  band.update(std::vector<const MetricSeries*>{});
  EXPECT_EQ(band.mean().size(), 0U);
}

}  // namespace
}  // namespace nereid::record

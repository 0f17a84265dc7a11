// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/turns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/numbers.h"

namespace nereid::train {
namespace {

/// Two completions of a task in three turns, of which the second ended after two; and one of
/// another task. Rows by turn, as a rollout has them.
const std::vector<TurnPlace> kPlaces = {
    {.task = 0, .turn = 1},
    {.task = 0, .turn = 1},
    {.task = 7, .turn = 1},
    {.task = 0, .turn = 2, .before = 0},
    {.task = 0, .turn = 2, .before = 1},
    {.task = 0, .turn = 3, .before = 3},
};

config::TurnSettings settings(double discount) {
  return {.count = 3, .discount = discount};
}

// The definition, followed forward from each row.
double slow_return(const std::vector<double>& rewards, const std::vector<TurnPlace>& places,
                   const config::TurnSettings& settings, std::size_t row) {
  double sum = 0, weight = 1;
  for (std::size_t at = row; at < places.size();) {
    sum += weight * rewards[at];
    weight *= settings.discount;
    std::size_t next = at + 1;
    while (next < places.size() && places[next].before != static_cast<int>(at)) ++next;
    if (places[at].settled)
      for (int left = settings.count - places[at].turn; left > 0; --left) {
        sum += weight * rewards[at];
        weight *= settings.discount;
      }
    at = next;
  }
  return sum;
}

TEST(TurnReturns, AreDiscountedSumsOfWhatFollows) {
  const std::vector<double> rewards = {0.3, 0, 0.7, 0.5, 0.7, 1};
  const std::vector<double> returns = turn_returns(rewards, kPlaces, settings(0.4));
  EXPECT_DOUBLE_EQ(returns[0], 0.3 + 0.4 * 0.5 + 0.16 * 1);
  EXPECT_DOUBLE_EQ(returns[1], 0.4 * 0.7);
  EXPECT_DOUBLE_EQ(returns[2], 0.7);
  EXPECT_DOUBLE_EQ(returns[3], 0.5 + 0.4 * 1);
  EXPECT_DOUBLE_EQ(returns[4], 0.7);
  EXPECT_DOUBLE_EQ(returns[5], 1);
  EXPECT_EQ(turn_returns(rewards, kPlaces, settings(0)), rewards) << "each stands for itself";
}

TEST(TurnReturns, EqualTheDefinition) {
  std::vector<TurnPlace> places = kPlaces;
  places[2].settled = places[4].settled = true;
  const std::vector<double> rewards = {-10, 0.25, 0.7, 0.5, 1.7, 1};
  for (const double discount : {0.0, 0.4, 1.0}) {
    const std::vector<double> returns = turn_returns(rewards, places, settings(discount));
    for (std::size_t row = 0; row < rewards.size(); ++row)
      EXPECT_NEAR(returns[row], slow_return(rewards, places, settings(discount), row), 1e-12)
          << "row " << row << ", discount " << discount;
  }
}

// Partial credit, then right, must not be worth more than right at once.
TEST(TurnReturns, BeingRightAtOnceEarnsNoLessThanBeingRepaired) {
  const std::vector<TurnPlace> places = {{.task = 0, .turn = 1, .settled = true},
                                         {.task = 0, .turn = 1},
                                         {.task = 0, .turn = 2, .before = 1, .settled = true}};
  const std::vector<double> returns =
      turn_returns(std::vector<double>{0.7, 0.5, 0.7}, places, settings(0.4));
  EXPECT_DOUBLE_EQ(returns[0], 0.7 * (1 + 0.4 + 0.16));
  EXPECT_GT(returns[0], returns[1]);
}

TEST(TurnReturns, WhatWasNotJudgedLeavesThoseBeforeItUnknown) {
  const std::vector<double> rewards = {0.3, 0, 0.7, 0.5, 0.7, kNaN};
  const std::vector<double> returns = turn_returns(rewards, kPlaces, settings(0.4));
  for (const std::size_t row : {0u, 3u, 5u}) EXPECT_TRUE(std::isnan(returns[row])) << row;
  for (const std::size_t row : {1u, 2u, 4u}) EXPECT_FALSE(std::isnan(returns[row])) << row;
  const std::vector<double> alone = turn_returns(rewards, kPlaces, settings(0));
  EXPECT_EQ(alone[3], 0.5);
}

TEST(TurnGroups, AreOfTaskAndTurnOrOfTheTask) {
  EXPECT_EQ(turn_groups(kPlaces, false), (std::vector<int>{0, 0, 1, 2, 2, 3}));
  EXPECT_EQ(turn_groups(kPlaces, true), (std::vector<int>{0, 0, 1, 0, 0, 0}));
}

// Each group by itself, which group_advantages' own tests cover.
TEST(RaggedAdvantages, AreThoseOfEachGroupAlone) {
  const std::vector<double> values = {0.3, 1, 0.5, 0, kNaN, 0.7, 0.2, 0.9};
  const std::vector<int> groups = {0, 0, 1, 2, 0, 2, 2, 0};
  for (const GroupBaseline baseline : {GroupBaseline::kMean, GroupBaseline::kLeaveOneOut})
    for (const ScaleRewards scale : {ScaleRewards::kGroup, ScaleRewards::kNone}) {
      const AdvantageRules rules{.scale = scale, .baseline = baseline};
      const Advantages all = ragged_advantages(values, groups, rules);
      ASSERT_EQ(all.advantage.size(), values.size());
      ASSERT_EQ(all.zero_std, (std::vector<bool>{false, true, false}));
      for (int group = 0; group < 3; ++group) {
        std::vector<double> own;
        for (std::size_t i = 0; i < values.size(); ++i)
          if (groups[i] == group) own.push_back(values[i]);
        const Advantages alone = group_advantages(own, static_cast<int>(own.size()), rules);
        EXPECT_EQ(alone.group_mean[0], all.group_mean[static_cast<std::size_t>(group)]);
        EXPECT_EQ(alone.group_std[0], all.group_std[static_cast<std::size_t>(group)]);
        for (std::size_t i = 0, at = 0; i < values.size(); ++i)
          if (groups[i] == group) {
            EXPECT_EQ(alone.advantage[at++], all.advantage[i]) << i;
          }
      }
    }
}

TEST(Settled, AsTheSettingSays) {
  config::RunConfig config;
  verify::Verdict right, timed, wrong;
  right.accepted = timed.accepted = true;
  timed.timing.emplace();
  EXPECT_TRUE(is_settled(right, config)) << "nobody knows its speed";
  EXPECT_FALSE(is_settled(timed, config)) << "it can be made faster";
  EXPECT_FALSE(is_settled(wrong, config));
  config.reward.speed = "modelled";
  EXPECT_TRUE(is_settled(timed, config)) << "what was measured is not what is paid";
  config.turns.end = "accepted";
  EXPECT_TRUE(is_settled(timed, config));
  EXPECT_FALSE(is_settled(wrong, config));
  config.turns.end = "never";
  EXPECT_FALSE(is_settled(right, config));
}

}  // namespace
}  // namespace nereid::train

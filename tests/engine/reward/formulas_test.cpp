// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "engine/config/form.h"
#include "engine/reward/reward.h"

namespace nereid::reward {
namespace {

using verify::Stage;

struct Case {
  Stage furthest;
  bool accepted;
  bool timed;
  std::string decision;
  double speedup;
  double compiled = 0;  ///< time under torch.compile / candidate time; 0 = not measured
};

// Every furthest stage, with and without a measured time, and each kind of timing decision.
std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Stage stage : {Stage::kNone, Stage::kStatic, Stage::kCompile, Stage::kTiny}) {
    cases.push_back({stage, false, false, "", 0});
  }
  cases.push_back({Stage::kFull, true, false, "", 0});
  cases.push_back({Stage::kFull, false, true, "IMPOSSIBLE", 900});
  for (const double speedup : {0.1, 0.5, 1.0, 1.7, 2.0, 2.5, 80.0}) {
    cases.push_back({Stage::kTiming, true, true, speedup > 1 ? "FASTER" : "SLOWER", speedup});
  }
  cases.push_back({Stage::kTiming, true, true, "SAME", 1.04});
  cases.push_back({Stage::kTiming, true, true, "AMBIGUOUS", 1.9});
  cases.push_back({Stage::kTiming, true, true, "FASTER", 1.9, 0.8});
  cases.push_back({Stage::kTiming, true, true, "SLOWER", 0.6, 1.4});
  return cases;
}

verify::Verdict verdict_of(const Case& c) {
  verify::Verdict verdict;
  verdict.accepted = c.accepted;
  verdict.furthest_stage = c.furthest;
  if (c.timed) {
    verdict.timing = verify::Timing{};
    verdict.timing->decision = c.decision;
    verdict.timing->speedup = c.speedup;
    verdict.timing->candidate.median_us = 10;
    if (c.compiled > 0) verdict.timing->compiled = verify::TimingEstimate{10 * c.compiled, 0, 0};
  }
  return verdict;
}

// The formulas once more, as one plain function written from the text of the recipes.
double slow_twin(const std::string& name, const Case& c, const RewardSettings& settings) {
  double speedup = c.speedup;
  if (c.decision == "SAME" || c.decision == "AMBIGUOUS") speedup = 1;
  bool paid = c.accepted && c.timed;
  if (settings.baseline == "min_eager_compile") {
    if (c.compiled == 0) paid = false;
    if (c.compiled < speedup) speedup = c.compiled;
  }
  double score = settings.score == "log2" ? std::log2(1 + speedup) / 2 : speedup / 2;
  if (score > 1 || settings.score == "literal_1.0") score = 1;
  if (settings.score == "milestones") {
    double reached = 0;
    for (const double milestone : settings.milestones) reached += speedup < milestone ? 0 : 1;
    score = reached / static_cast<double>(settings.milestones.size());
  }
  if (name == "binary") return c.accepted ? 1 : 0;
  if (name == "weighted") return c.accepted ? 0.7 + (paid ? 0.3 * score : 0) : 0;
  if (name == "two_agent") {
    if (!c.accepted) return settings.failure;
    if (settings.role == "frontend" || !paid) return 1;
    if (settings.score == "log2") return 1 + std::log2(1 + speedup);
    if (settings.score == "milestones") return 1 + score;
    return 1 + (settings.speedup_cap > 0 && speedup > settings.speedup_cap ? settings.speedup_cap
                                                                           : speedup);
  }
  if (name == "hierarchical") {
    if (settings.code_reward == "correct") return c.accepted ? 1 : 0;
    return paid ? (speedup > 2 ? 2 : speedup) : 0;
  }
  double credit = 0;
  if (c.furthest == Stage::kCompile) credit = 0.3;
  if (c.furthest == Stage::kTiny) credit = 0.5;
  if (c.furthest == Stage::kFull || c.furthest == Stage::kTiming) credit = 0.7;
  if (!settings.partial_credit && !c.accepted) credit = 0;
  return credit + (paid ? 0.3 * score : 0);
}

std::vector<RewardSettings> all_settings() {
  std::vector<RewardSettings> all;
  for (const char* role : {"frontend", "midend"}) {
    for (const double cap : {3.0, 0.0}) {
      for (const bool partial : {true, false}) {
        all.push_back({.failure = cap > 0 ? -10.0 : 0.0,
                       .speedup_cap = cap,
                       .role = role,
                       .partial_credit = partial});
        for (const char* score : {"log2", "milestones", "literal_1.0"}) {
          all.push_back(all.back());
          all.back().score = score;
          all.back().baseline = cap > 0 ? "min_eager_compile" : "eager";
          all.back().code_reward = partial ? "correct" : "speed";
        }
      }
    }
  }
  return all;
}

TEST(Reward, TheSettingOffersEveryFormula) {
  for (const config::SettingInfo& field : config::schema()) {
    if (field.key == "reward.name") {
      EXPECT_EQ(field.choices, reward_names());
      return;
    }
  }
  ADD_FAILURE() << "there is no setting reward.name";
}

TEST(Reward, EveryFormulaAgreesWithItsSlowTwin) {
  for (const std::string& name : reward_names()) {
    const Result<RewardFunction> function = find_reward(name);
    ASSERT_TRUE(function);
    for (const RewardSettings& settings : all_settings()) {
      for (const Case& c : all_cases()) {
        const Reward reward = (*function)(verdict_of(c), settings);
        EXPECT_DOUBLE_EQ(reward.total, slow_twin(name, c, settings))
            << name << " role " << settings.role << " stage " << verify::stage_name(c.furthest)
            << " decision " << c.decision << " speedup " << c.speedup;
      }
    }
  }
}

TEST(Reward, MilestonesPayTheShareThatIsReached) {
  const RewardSettings settings = {
      .name = "weighted", .score = "milestones", .milestones = {1, 1.5, 2, 3}};
  const auto paid = [&](double speedup, const std::string& decision) {
    const Case c{Stage::kTiming, true, true, decision, speedup};
    return (**find_reward("weighted"))(verdict_of(c), settings).total;
  };
  EXPECT_DOUBLE_EQ(paid(0.9, "SLOWER"), 0.7);
  EXPECT_DOUBLE_EQ(paid(0.98, "SAME"), 0.7 + 0.3 / 4) << "what is not told apart is as fast";
  EXPECT_DOUBLE_EQ(paid(1.5, "FASTER"), 0.7 + 0.3 / 2) << "a milestone is reached at itself";
  EXPECT_DOUBLE_EQ(paid(2.9, "FASTER"), 0.7 + 0.3 * 3 / 4);
  EXPECT_DOUBLE_EQ(paid(40, "FASTER"), 1);
  EXPECT_DOUBLE_EQ(paid(40, "IMPOSSIBLE"), 0.7);
}

TEST(Reward, PartsAddUpToTheTotal) {
  for (const std::string& name : reward_names()) {
    for (const Case& c : all_cases()) {
      const Reward reward = (**find_reward(name))(verdict_of(c), {.role = "midend"});
      ASSERT_FALSE(reward.parts.empty()) << name;
      const double sum =
          std::accumulate(reward.parts.begin(), reward.parts.end(), 0.0,
                          [](double a, const auto& part) { return a + part.second; });
      EXPECT_DOUBLE_EQ(sum, reward.total) << name;
    }
  }
}

TEST(Reward, SpeedThatNobodyMeasuredIsZeroAndSaysSo) {
  const verify::Verdict verdict = verdict_of({Stage::kFull, true, false, "", 0});
  for (const char* name : {"staged", "weighted", "two_agent"}) {
    const Reward reward = (**find_reward(name))(verdict, {.role = "midend"});
    ASSERT_EQ(reward.parts.size(), 2u) << name;
    EXPECT_EQ(reward.parts[1].first, "speed (not measured)");
    EXPECT_EQ(reward.parts[1].second, 0.0);
  }
}

TEST(Reward, AModelledSpeedIsPaidWhereAskedForAndNeverMixed) {
  verify::Verdict verdict = verdict_of({Stage::kTiming, true, true, "FASTER", 1.2});
  verdict.modelled = verify::ModelledTime{.speedup = 1.8};
  const RewardFunction reward = *find_reward("two_agent");
  EXPECT_DOUBLE_EQ(reward(verdict, {.role = "midend"}).total, 2.2);
  const Reward modelled = reward(verdict, {.role = "midend", .speed = "modelled"});
  EXPECT_DOUBLE_EQ(modelled.total, 2.8);
  EXPECT_EQ(modelled.parts.back().first, "modelled speed");
  verdict.modelled.reset();
  EXPECT_DOUBLE_EQ(reward(verdict, {.role = "midend", .speed = "modelled"}).total, 1.0);
}

TEST(Reward, ASingleMeasurementPaysItsRatio) {
  verify::Verdict verdict = verdict_of({Stage::kTiming, true, true, "AMBIGUOUS", 1.8});
  EXPECT_DOUBLE_EQ((**find_reward("staged"))(verdict, {}).total, 0.7 + 0.3 * 0.5);
  verdict.timing->method = "single";
  EXPECT_DOUBLE_EQ((**find_reward("staged"))(verdict, {}).total, 0.7 + 0.3 * 0.9);
}

TEST(Reward, SpeedThatIsNotANumberPaysNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const verify::Verdict verdict = verdict_of({Stage::kTiming, true, true, "FASTER", nan});
  EXPECT_DOUBLE_EQ((**find_reward("staged"))(verdict, {}).total, 0.7);
}

TEST(Reward, APlanIsPaidForTheSpeedOfARightAnswerAlone) {
  const RewardFunction reward = *find_reward("hierarchical");
  EXPECT_EQ(reward(verdict_of({Stage::kTiming, true, true, "FASTER", 1.5}), {}).plan, 1.5);
  EXPECT_EQ(reward(verdict_of({Stage::kTiming, true, true, "FASTER", 80}), {}).plan, 2.0);
  EXPECT_EQ(reward(verdict_of({Stage::kFull, false, true, "FASTER", 80}), {}).plan, 0.0);
  EXPECT_EQ(reward(verdict_of({Stage::kFull, true, false, "", 0}), {}).plan, 0.0);
  EXPECT_FALSE((**find_reward("staged"))(verdict_of({Stage::kFull, true, false, "", 0}), {}).plan);
}

TEST(Reward, UnknownNameListsTheKnownOnes) {
  const Result<RewardFunction> none = find_reward("stagd");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kInvalidArgument);
  for (const std::string& name : reward_names()) {
    EXPECT_NE(none.error().message.find(name), std::string::npos) << none.error().message;
  }
}

}  // namespace
}  // namespace nereid::reward

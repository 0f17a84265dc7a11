// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/alarms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

namespace nereid::record {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kSteps = 100;

/// A run whose metrics are functions of the step.
class SyntheticRun {
 public:
  template <class Value>
  SyntheticRun& with(const std::string& key, const Value& value) {
    for (int step = 1; step <= kSteps; ++step) series_[key].append(step, value(step));
    return *this;
  }
  std::vector<Alarm> alarms() const {
    return find_alarms([this](std::string_view key) -> const MetricSeries* {
      const auto found = series_.find(key);
      return found == series_.end() ? nullptr : &found->second;
    });
  }

 private:
  std::map<std::string, MetricSeries, std::less<>> series_;
};

double noise(int step) {
  return 0.05 * std::sin(step * 12.9898) * std::cos(step * 4.1);
}

TEST(Alarms, AHealthyRunHasNone) {
  const SyntheticRun run =
      SyntheticRun()
          .with("reward", [](int step) { return 0.3 + 0.004 * step + noise(step); })
          .with("entropy", [](int step) { return 0.9 - 0.005 * step; })
          .with("loss", noise)
          .with("frac_reward_zero_std", [](int step) { return step % 4 * 0.25; })
          .with("sampling/sampling_logp_difference/mean", [](int) { return 0.01; })
          .with(std::string(kShortcutKey), [](int step) { return 0.1 + noise(step); });
  EXPECT_TRUE(run.alarms().empty());
  EXPECT_TRUE(SyntheticRun().alarms().empty());
}

TEST(Alarms, AreEqualToTheirCopiesEvenWithNaN) {
  const Alarm alarm{.kind = AlarmKind::kNotFinite,
                    .metric = "loss",
                    .first_step = 3,
                    .last_step = 4,
                    .value = kNaN,
                    .reference = kNaN,
                    .ongoing = true};
  const Alarm copy = alarm;
  EXPECT_EQ(alarm, copy);
  const auto differs = [&](auto Alarm::*member, const auto& value) {
    Alarm other = alarm;
    other.*member = value;
    return !(other == alarm) && !(alarm == other);
  };
  EXPECT_TRUE(differs(&Alarm::kind, AlarmKind::kShortcuts));
  EXPECT_TRUE(differs(&Alarm::metric, "kl"));
  EXPECT_TRUE(differs(&Alarm::first_step, 2.0));
  EXPECT_TRUE(differs(&Alarm::last_step, 5.0));
  EXPECT_TRUE(differs(&Alarm::value, 1.0));
  EXPECT_TRUE(differs(&Alarm::reference, 1.0));
  EXPECT_TRUE(differs(&Alarm::ongoing, false));
}

TEST(Alarms, NonFiniteStepsAreOneStretchEach) {
  const auto alarms =
      SyntheticRun()
          .with("loss",
                [](int step) { return (step >= 20 && step <= 22) || step == kSteps ? kNaN : 1.0; })
          .alarms();
  ASSERT_EQ(alarms.size(), 2U);
  EXPECT_EQ(alarms[0].kind, AlarmKind::kNotFinite);
  EXPECT_EQ(alarms[0].metric, "loss");
  EXPECT_EQ(alarms[0].first_step, 20);
  EXPECT_EQ(alarms[0].last_step, 22);
  EXPECT_FALSE(alarms[0].ongoing);
  EXPECT_EQ(alarms[1].first_step, kSteps);
  EXPECT_TRUE(alarms[1].ongoing);
}

TEST(Alarms, NoSignalNeedsThreeStepsInARow) {
  const auto equal = [](int last) {
    return SyntheticRun()
        .with("frac_reward_zero_std",
              [last](int step) { return step >= 40 && step <= last ? 1.0 : 0.75; })
        .alarms();
  };
  EXPECT_TRUE(equal(41).empty());
  const auto alarms = equal(42);
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0].kind, AlarmKind::kNoSignal);
  EXPECT_EQ(alarms[0].first_step, 40);
  EXPECT_EQ(alarms[0].last_step, 42);
}

TEST(Alarms, SamplerMismatchTellsTheLargestDifference) {
  const auto alarms = SyntheticRun()
                          .with("sampling/sampling_logp_difference/mean",
                                [](int step) { return step < 60 ? 0.002 : 0.0005 * step * step; })
                          .alarms();
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0].kind, AlarmKind::kSamplerMismatch);
  EXPECT_EQ(alarms[0].first_step, 60);
  EXPECT_DOUBLE_EQ(alarms[0].value, 0.0005 * kSteps * kSteps);
  EXPECT_TRUE(alarms[0].ongoing);
}

// Entropy 1 for 50 steps, then 0.01: the mean of the last ten falls below 0.2 when nine of ten are
// low: (1 + 9 * 0.01) / 10 = 0.109 at step 59; with eight it is 0.208.
TEST(Alarms, CollapseIsMeasuredAgainstTheFirstSteps) {
  const auto alarms =
      SyntheticRun().with("entropy", [](int step) { return step <= 50 ? 1.0 : 0.01; }).alarms();
  ASSERT_EQ(alarms.size(), 1U);
  EXPECT_EQ(alarms[0].kind, AlarmKind::kEntropyCollapse);
  EXPECT_EQ(alarms[0].first_step, 59);
  EXPECT_DOUBLE_EQ(alarms[0].reference, 1);
  EXPECT_NEAR(alarms[0].value, 0.01, 1e-12);
  EXPECT_TRUE(SyntheticRun().with("entropy", [](int) { return 0.01; }).alarms().empty());
}

TEST(Alarms, ShortcutsCountOnlyWhileTheRewardStandsStill) {
  const auto shortcuts = [](int step) { return step <= 50 ? 0.05 : 0.5; };
  const auto flat = SyntheticRun()
                        .with("reward", [](int step) { return 0.5 + 0.1 * noise(step); })
                        .with(std::string(kShortcutKey), shortcuts)
                        .alarms();
  ASSERT_EQ(flat.size(), 1U);
  EXPECT_EQ(flat[0].kind, AlarmKind::kShortcuts);
  EXPECT_GT(flat[0].first_step, 50);
  EXPECT_LT(flat[0].first_step, 66);
  EXPECT_FALSE(flat[0].ongoing);
  const auto rising = SyntheticRun()
                          .with("reward", [](int step) { return 0.01 * step; })
                          .with(std::string(kShortcutKey), shortcuts)
                          .alarms();
  EXPECT_TRUE(rising.empty());
}

// What a run records itself counts accepted candidates, too; it goes before what episodes tell.
TEST(Alarms, FlaggedShareGoesBeforeRejections) {
  const auto flat = [](int step) { return 0.5 + 0.1 * noise(step); };
  const auto rising = [](int step) { return step <= 50 ? 0.05 : 0.5; };
  const auto flagged = SyntheticRun()
                           .with("reward", flat)
                           .with(std::string(kFlaggedKey), rising)
                           .with(std::string(kShortcutKey), [](int) { return 0.0; })
                           .alarms();
  ASSERT_EQ(flagged.size(), 1U);
  EXPECT_EQ(flagged[0].kind, AlarmKind::kShortcuts);
  EXPECT_NEAR(flagged[0].value, 0.5, 0.01);
  EXPECT_TRUE(SyntheticRun()
                  .with("reward", flat)
                  .with(std::string(kFlaggedKey), [](int) { return 0.0; })
                  .with(std::string(kShortcutKey), rising)
                  .alarms()
                  .empty());
}

TEST(Alarms, GettingAroundIsAReasonOrAFlag) {
  const auto verdict = [](bool accepted, const std::string& code, const std::string& flag = {}) {
    verify::Verdict verdict;
    verdict.accepted = accepted;
    verdict.reason.code = code;
    if (!flag.empty()) verdict.flags.push_back(flag);
    return verdict;
  };
  EXPECT_TRUE(gets_around(verdict(false, "torch_fallback")));
  EXPECT_TRUE(gets_around(verdict(true, "ok", "try_with_fallback")));
  EXPECT_TRUE(gets_around(verdict(true, "ok", "impossible_time")));
  EXPECT_FALSE(gets_around(verdict(true, "ok")));
  EXPECT_FALSE(gets_around(verdict(false, "wrong_values")));
  for (const char* innocent :
       {"smaller_shapes", "typed_tolerance", "tf32", "state_not_updated", "compiler_crash"})
    EXPECT_FALSE(gets_around(verdict(true, "ok", innocent))) << innocent;
}

EpisodeRow row(std::int64_t step, const std::string& code, const std::string& phase = "train") {
  EpisodeRow row;
  row.key.step = step;
  row.phase = phase;
  row.accepted = code == "ok";
  row.reason_code = code;
  return row;
}

TEST(ShortcutShare, CountsTrainingCandidatesThatComeInParts) {
  ShortcutShare share;
  share.add(std::vector{row(1, "ok"), row(1, "torch_fallback"), row(2, "wrong_values")});
  share.add(std::vector{row(2, "no_kernel_launch"), row(2, "no_kernel_launch"),
                        row(2, "torch_fallback"), row(2, "torch_fallback", "evaluate"),
                        row(3, "ok")});
  ASSERT_EQ(share.series().size(), 3U);
  EXPECT_EQ(share.series().values()[0], 0.5);
  EXPECT_EQ(share.series().values()[1], 0.75);
  EXPECT_EQ(share.series().values()[2], 0);
  share.clear();
  EXPECT_EQ(share.series().size(), 0U);
}

}  // namespace
}  // namespace nereid::record

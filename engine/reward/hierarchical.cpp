// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/reward/internal/formulas.h"

namespace nereid::reward {
namespace {

constexpr double kLargestSpeedup = 2;

}  // namespace

// Code tokens: valid x correct. Plan tokens: valid x correct x min(speedup, 2), 0 where nobody
// measured a speed. Source: TritonRL, arXiv:2510.17891; the verifier's acceptance is its valid x
// correct. With code_reward = speed both are paid as the plan is: the paper's uniform reward.
Reward hierarchical_reward(const verify::Verdict& verdict, const RewardSettings& settings) {
  Reward reward;
  const bool correct = verdict.accepted;
  const std::optional<double> speedup =
      correct ? paid_speedup(verdict, settings) : std::optional<double>();
  const double speed = speedup ? std::min(*speedup, kLargestSpeedup) : 0.0;
  reward.plan = speed;
  if (settings.code_reward != "speed") {
    add_part(reward, "correct", correct ? 1.0 : 0.0);
  } else if (correct && !speedup) {
    add_part(reward, kSpeedNotMeasured, 0.0);
  } else {
    add_part(reward, speed_part(settings), speed);
  }
  return reward;
}

}  // namespace nereid::reward

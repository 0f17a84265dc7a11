// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reward/internal/formulas.h"

namespace nereid::reward {

// 0.7 * [correct] + 0.3 * score, speed only when correct: the printed form of the Beyond TritonRL
// report.
Reward weighted_reward(const verify::Verdict& verdict, const RewardSettings& settings) {
  Reward reward;
  add_part(reward, "correct", verdict.accepted ? 0.7 : 0.0);
  if (verdict.accepted) add_speed_part(reward, verdict, settings);
  return reward;
}

}  // namespace nereid::reward

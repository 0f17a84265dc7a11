// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/reward/internal/formulas.h"

namespace nereid::reward {

// Frontend: failure or 1. Mid-end and backend: failure or 1 + min(speedup, cap), with score = log2
// 1 + log2(1 + speedup), with score = milestones 1 + the share of them that is reached.
// Source: two-agent GRPO paper, sec. 3; its failure is -10 and it has no cap. The default failure
// is 0: with advantages over a group's standard deviation -10 and 1 teach what 0 and 1 do, and
// without it one failure rules the group.
Reward two_agent_reward(const verify::Verdict& verdict, const RewardSettings& settings) {
  Reward reward;
  if (!verdict.accepted) {
    add_part(reward, "failure", settings.failure);
    return reward;
  }
  add_part(reward, "correct", 1.0);
  if (settings.role == "frontend") return reward;
  const std::optional<double> speedup = paid_speedup(verdict, settings);
  if (!speedup) {
    add_part(reward, kSpeedNotMeasured, 0.0);
  } else if (settings.score == "log2") {
    add_part(reward, speed_part(settings), std::log2(1 + *speedup));
  } else if (settings.score == "milestones") {
    add_part(reward, speed_part(settings), speedup_score(*speedup, settings));
  } else {
    const bool capped = settings.speedup_cap > 0;
    add_part(reward, speed_part(settings),
             capped ? std::min(*speedup, settings.speedup_cap) : *speedup);
  }
  return reward;
}

}  // namespace nereid::reward

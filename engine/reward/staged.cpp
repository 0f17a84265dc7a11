// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reward/internal/formulas.h"

namespace nereid::reward {

// Credit of the furthest stage passed, plus 0.3 * score for a measured speed of an accepted
// candidate. Source: Beyond TritonRL report, default reading (notes/recipes.md 1.2).
Reward staged_reward(const verify::Verdict& verdict, const RewardSettings& settings) {
  Reward reward;
  const bool pays = verdict.accepted || settings.partial_credit;
  add_part(reward, "stage", pays ? verify::stage_credit(verdict.furthest_stage) : 0.0);
  if (verdict.accepted) add_speed_part(reward, verdict, settings);
  return reward;
}

}  // namespace nereid::reward

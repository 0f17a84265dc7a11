// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reward/internal/formulas.h"

namespace nereid::reward {

// 1 if accepted, else 0: the alternative that the Beyond TritonRL report proposes itself.
Reward binary_reward(const verify::Verdict& verdict, const RewardSettings&) {
  Reward reward;
  add_part(reward, "correct", verdict.accepted ? 1.0 : 0.0);
  return reward;
}

}  // namespace nereid::reward

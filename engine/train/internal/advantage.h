// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/config/settings.h"

namespace nereid::train {

/// What the centred reward is divided by: the std of its group, of the whole batch, or nothing.
enum class ScaleRewards { kGroup, kBatch, kNone };
/// "group", "batch" or "none"; anything else is kGroup, since the settings were checked before.
ScaleRewards scale_from_name(std::string_view name);

/// What a reward is compared with: the mean of its group, or that of the others in it.
enum class GroupBaseline { kMean, kLeaveOneOut };

struct AdvantageRules {
  ScaleRewards scale = ScaleRewards::kGroup;
  GroupBaseline baseline = GroupBaseline::kMean;
  double clip = 0;  ///< largest size of an advantage; 0 = no bound
};
/// Those of the settings.
AdvantageRules advantage_rules(const config::GrpoSettings& settings);

struct Advantages {
  std::vector<double> advantage;   ///< one a reward
  std::vector<double> group_mean;  ///< one a group
  std::vector<double> group_std;   ///< one a group, unbiased
  std::vector<bool>
      zero_std;           ///< one a group: all rewards equal, so that nothing can be learnt from it
  double reward_std = 0;  ///< mean of group_std; with kBatch the std over all rewards
};

/// (r - mean of its group) / (std + 1e-4) with the unbiased std (K - 1); all equal gives 0, not
/// noise. rewards: [G * K], group-major. A reward that is NaN stays out of mean and std and gets
/// advantage 0. Source: GRPO, arXiv:2402.03300 eq. 4.1, with TRL's epsilon and scale_rewards.
/// Leaving the reward itself out of the mean (RLOO, arXiv:2402.14740) makes the centred reward K /
/// (K - 1) times as large.
Advantages group_advantages(std::span<const double> rewards, int group_size,
                            const AdvantageRules& rules);

}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/reward/reward.h"

namespace nereid::reward {

/// Name of the part that stands for a speed nobody measured; its value is 0.
inline constexpr const char* kSpeedNotMeasured = "speed (not measured)";

/// Reference time / candidate time that may be paid for: nothing when not measured, impossible or
/// not finite, 1 when the measurement does not tell them apart (SAME, AMBIGUOUS).
std::optional<double> paid_speedup(const verify::Verdict& verdict);
/// clip(speedup / 2, 0, 1): eager speed earns 0.5, twice that or more 1.
double speedup_score(double speedup);
/// Appends `value` under `name` and adds it to the total.
void add_part(Reward& reward, const char* name, double value);
/// Adds 0.3 * speedup_score as "speed", or 0 under the name that says that nobody measured.
void add_speed_part(Reward& reward, const verify::Verdict& verdict);

// One file each; the table is in reward.cpp.
Reward staged_reward(const verify::Verdict& verdict, const RewardSettings& settings);
Reward binary_reward(const verify::Verdict& verdict, const RewardSettings& settings);
Reward weighted_reward(const verify::Verdict& verdict, const RewardSettings& settings);
Reward two_agent_reward(const verify::Verdict& verdict, const RewardSettings& settings);

}  // namespace nereid::reward

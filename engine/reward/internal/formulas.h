// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/reward/reward.h"

namespace nereid::reward {

/// Name of the part that stands for a speed nobody measured; its value is 0.
inline constexpr const char* kSpeedNotMeasured = "speed (not measured)";

/// Name of the part that speed earns: a modelled one is called so.
const char* speed_part(const RewardSettings& settings);

/// Reference time / candidate time that may be paid for. Modelled: that of Verdict::modelled.
/// Measured: nothing when not measured, impossible or
/// not finite, 1 when the measurement does not tell them apart (SAME, AMBIGUOUS). With the baseline
/// min_eager_compile the shorter time of the two counts, and nothing where torch.compile was not
/// measured.
std::optional<double> paid_speedup(const verify::Verdict& verdict, const RewardSettings& settings);
/// What a speedup earns, 0 to 1. clip2: min(speedup / 2, 1), the form of the Beyond TritonRL
/// repository's results; log2: min(log2(1 + speedup) / 2, 1); milestones: the share of
/// settings.milestones that it reaches; literal_1.0: 1, as the report prints for the last stage.
/// The first two give eager speed 0.5.
double speedup_score(double speedup, const RewardSettings& settings);
/// Appends `value` under `name` and adds it to the total.
void add_part(Reward& reward, const char* name, double value);
/// Adds 0.3 * speedup_score as "speed", or 0 under the name that says that nobody measured.
void add_speed_part(Reward& reward, const verify::Verdict& verdict, const RewardSettings& settings);

// One file each; the table is in reward.cpp.
Reward staged_reward(const verify::Verdict& verdict, const RewardSettings& settings);
Reward binary_reward(const verify::Verdict& verdict, const RewardSettings& settings);
Reward weighted_reward(const verify::Verdict& verdict, const RewardSettings& settings);
Reward hierarchical_reward(const verify::Verdict& verdict, const RewardSettings& settings);
Reward two_agent_reward(const verify::Verdict& verdict, const RewardSettings& settings);

}  // namespace nereid::reward

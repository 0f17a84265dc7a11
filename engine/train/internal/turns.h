// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "engine/config/settings.h"
#include "engine/train/internal/advantage.h"
#include "engine/verify/verdict.h"

namespace nereid::train {

/// Where a row of a rollout stands among the answers that follow one another.
struct TurnPlace {
  int task = 0;          ///< number of its group in the step
  int turn = 1;          ///< from 1
  int before = -1;       ///< row of the answer before it, a smaller number; -1: it is the first
  bool settled = false;  ///< the last one, as it left nothing to better
};

/// Is no further answer asked for after one with this verdict? By turns.end: after an accepted one,
/// always ("accepted") or where its speed, as the reward has it, is not known ("settled").
bool is_settled(const verify::Verdict& verdict, const config::RunConfig& config);

/// R_t = sum over i >= t of discount^(i - t) * r_i, one a row, over the answers that follow it.
/// A settled answer counts as if it had been given again in the turns that are left, so that being
/// right at once earns no less than being repaired. An answer that could not be judged (NaN) leaves
/// the returns of those before it unknown, unless the discount is 0.
/// Source: Kevin, arXiv:2507.11948, sec. 3.2.
std::vector<double> turn_returns(std::span<const double> rewards, std::span<const TurnPlace> places,
                                 const config::TurnSettings& settings);

/// With whom each row is compared, as numbers from 0 in the order of their first rows: those of the
/// same task and turn (Dr. Kernel, arXiv:2602.05885), or of the same task (Kevin).
std::vector<int> turn_groups(std::span<const TurnPlace> places, bool by_task);

/// group_advantages over groups of any size: `groups` holds the group of each value, numbered
/// without gaps. Advantages come in the order of the values.
Advantages ragged_advantages(std::span<const double> values, std::span<const int> groups,
                             const AdvantageRules& rules);

}  // namespace nereid::train

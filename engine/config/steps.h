// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/config/settings.h"

namespace nereid::config {

/// Does the length of the run depend on how many tasks its folder holds (best_of_n.steps = 0, in
/// any phase)?
bool steps_follow_tasks(const RunConfig& config);

/// Steps of one pass over the tasks of best-of-N. `tasks`: those that are trained on, where
/// steps_follow_tasks().
std::int64_t steps_of_epoch(const RunConfig& config, std::int64_t tasks);

/// Steps of the whole run, over its phases: those of the method's settings, with best-of-N epochs
/// times steps_of_epoch().
std::int64_t planned_steps(const RunConfig& config, std::int64_t tasks = 0);

/// Makes it a run of this many steps, in each of its phases; with best-of-N in one epoch.
void set_steps(RunConfig& config, int steps);

}  // namespace nereid::config

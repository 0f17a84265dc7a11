// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/config/settings.h"
#include "engine/module/session.h"

namespace nereid::app {

/// A run that can be started.
struct RunPlan {
  config::RunConfig config;
  train::StartOptions options;
};

/// The plan of a preset with `steps` steps (0 = as the preset says) in a new folder under the runs
/// folder.
Result<RunPlan> planOf(const QString& preset, int steps);
/// A folder under the runs folder that no run has: the name and the time.
QString newRunFolder(const QString& name);
/// Key of the setting that says how many steps the method takes, e.g. "grpo.steps".
QString stepsKey(const config::RunConfig& config);
/// Steps of the whole run; NaN where they follow from the number of tasks in its folder.
double stepsOf(const config::RunConfig& config);
/// "GRPO of pocket: 4 prompts a step, 8 completions each"
QString describe(const config::RunConfig& config);
/// "GRPO · 150 steps"
QString describeShortly(const config::RunConfig& config);

}  // namespace nereid::app

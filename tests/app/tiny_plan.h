// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/launch/run_plan.h"

/// A real run, as small as it gets: a new model of one layer, two completions, a few tokens each.
nereid::Result<nereid::app::RunPlan> tinyPlan(const QString& folder, int steps);

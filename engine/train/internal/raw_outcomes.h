// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/train/internal/draw.h"

namespace nereid::train {

/// Does the curriculum of these settings count what a checker of outputs alone would accept? Not
/// where it is off, or has one level alone: it would choose nothing.
bool counts_raw(const config::RunConfig& settings);

/// Of each drawn episode: 1 where its outputs are right on the task's own inputs, however they came
/// about, else 0; NaN where nothing was judged, and of other levels than 1, which no curriculum
/// counts. Judges again what the verdict does not tell.
std::vector<double> raw_outcomes(Workshop& shop, const Drawn& drawn,
                                 const config::RunConfig& settings);

}  // namespace nereid::train

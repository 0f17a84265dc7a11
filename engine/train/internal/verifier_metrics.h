// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/verify/verifier_stats.h"

namespace nereid::train {

/// What the verifier did between two looks at it, as metrics of a step: queue, use of its lanes,
/// seconds per stage, restarts. Stages at which nothing was judged are left out.
void add_verifier_metrics(std::vector<std::pair<std::string, double>>& metrics,
                          const verify::VerifierStats& before, const verify::VerifierStats& after);

}  // namespace nereid::train

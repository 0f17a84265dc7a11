// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/config/settings.h"

namespace nereid::config {

/// One cell of the 2^4 ablation.
struct AblationCell {
  std::string
      name;  ///< "none", "all" or the switches that are on, e.g. "multi_input+calibrated_timing"
  Extensions extensions;
};

/// The 16 combinations of the extensions, "none" first, "all" last; bit i of the index is the i-th
/// switch.
std::vector<AblationCell> ablation_matrix();
/// `base` with the switches of each cell; the name of a run is "BASE-CELL". Everything else is
/// equal.
std::vector<RunConfig> ablation_runs(const RunConfig& base);

}  // namespace nereid::config

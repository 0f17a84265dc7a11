// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/settings.h"

namespace nereid::config {

/// One of the switches of Extensions.
struct ExtensionSwitch {
  std::string_view name;  ///< "multi_input"; the setting is "extensions.multi_input"
  bool Extensions::*member;
  std::string key() const { return "extensions." + std::string(name); }
};
/// The one list of them; settings, ablation, statistics and tables walk it. Bit i of an ablation
/// cell is the i-th switch.
inline constexpr std::array kExtensionSwitches = {
    ExtensionSwitch{"multi_input", &Extensions::multi_input},
    ExtensionSwitch{"staged_evaluation", &Extensions::staged_evaluation},
    ExtensionSwitch{"adaptive_curriculum", &Extensions::adaptive_curriculum},
    ExtensionSwitch{"calibrated_timing", &Extensions::calibrated_timing},
};
inline constexpr std::size_t kExtensionCount = kExtensionSwitches.size();
inline constexpr std::size_t kAblationCells = std::size_t{1} << kExtensionCount;

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/config/settings.h"

namespace nereid::config {

/// A setting's value as somebody would type it: texts without quotes. Empty for an unknown key, and
/// for a "phase.NAME.KEY" that the phase leaves to the run.
std::string setting_text(const RunConfig& config, const std::string& key);
/// Stores one setting without a look at the others. nullopt if all is well, else what is wrong:
/// "expected ..., got ..."; the config is unchanged then.
std::optional<std::string> assign_setting(RunConfig& config, const std::string& key,
                                          const std::string& text);

/// Takes a setting out of a phase's block, so that the run's holds there; `key`: "phase.NAME.KEY".
/// A block without settings goes too.
void unset_setting(RunConfig& config, const std::string& key);
/// Another list of phases; blocks of phases that are in it no more go.
void set_phases(RunConfig& config, std::vector<std::string> names);

/// Two settings that do not go together, told at the one to change.
struct SettingConflict {
  std::string key;
  std::string message;  ///< "expected ..., got ..."
  std::string phase;    ///< in which it is so, though the run's setting is to be changed; or empty
};
std::optional<SettingConflict> find_conflict(const RunConfig& config);

/// The command that starts the same run in a shell: `nereid train BASE --set KEY=VALUE ...`, with
/// what differs from `base_config`, the settings of the preset or file `base`.
std::string train_command(const std::string& base, const RunConfig& base_config,
                          const RunConfig& config);

}  // namespace nereid::config

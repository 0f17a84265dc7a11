// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/config/settings.h"

namespace nereid::config {

/// A setting's value as somebody would type it: texts without quotes. Empty for an unknown key.
std::string setting_text(const RunConfig& config, const std::string& key);
/// Stores one setting without a look at the others. nullopt if all is well, else what is wrong:
/// "expected ..., got ..."; the config is unchanged then.
std::optional<std::string> assign_setting(RunConfig& config, const std::string& key,
                                          const std::string& text);

/// Two settings that do not go together, told at the one to change.
struct SettingConflict {
  std::string key;
  std::string message;  ///< "expected ..., got ..."
};
std::optional<SettingConflict> find_conflict(const RunConfig& config);

/// The command that starts the same run in a shell: `nereid train BASE --set KEY=VALUE ...`, with
/// what differs from `base_config`, the settings of the preset or file `base`.
std::string train_command(const std::string& base, const RunConfig& base_config,
                          const RunConfig& config);

}  // namespace nereid::config

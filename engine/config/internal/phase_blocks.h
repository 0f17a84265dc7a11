// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/config/internal/values.h"
#include "engine/config/settings.h"

namespace nereid::config {

inline constexpr std::string_view kPhasePrefix = "phase.";

/// "phase.NAME.KEY" taken apart.
struct PhaseKey {
  std::string phase, key;
};
std::optional<PhaseKey> split_phase_key(const std::string& key);

/// The value of `key` in the block of a phase; nullopt where the block leaves it to the run.
std::optional<std::string> block_value(const RunConfig& config, const PhaseKey& key);
/// Checks and stores a value as somebody would type it; makes the block if there is none. nullopt
/// if all is well, else "expected ..., got ...", and the config is unchanged.
std::optional<std::string> set_block_value(RunConfig& config, const PhaseKey& key,
                                           const WrittenValue& written);
/// A list has its items written out of one line: the value as typed, for the setting `key`.
WrittenValue written_for(const std::string& key, const std::string& text);

/// The values of a block as YAML writes them, in the order of the settings.
std::vector<std::pair<std::string, std::string>> block_lines(const PhaseBlock& block);

}  // namespace nereid::config

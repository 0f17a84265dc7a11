// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/config/settings.h"

namespace nereid::config {

/// A part of a recipe and the settings that it runs under.
struct Phase {
  std::string name;
  RunConfig settings;  ///< of this phase alone: without phases and blocks
};

/// The phases of a run in their order; one, named after its method, where the settings name none.
/// A phase has the settings of the run, then what its name says, then its block: "sft", "grpo" and
/// "best_of_n" are methods; "frontend", "midend" and "backend" are agents, which learn by GRPO, are
/// paid by that role and begin with the last phase before them that is no agent. All but the first
/// have a seed of their own. The settings must have passed check_settings().
std::vector<Phase> phases_of(const RunConfig& config);

/// The phase whose weights phase `index` begins with; nullopt for those of model.path.
std::optional<std::size_t> start_of(const std::vector<Phase>& phases, std::size_t index);

/// The names of the phases, joined by "+"; of a run without phases its method.
std::string method_text(const RunConfig& config);

/// Does the setting belong to the run as a whole, so that no phase may have another value?
bool is_of_whole_run(const std::string& key);

}  // namespace nereid::config

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/phases.h"

namespace nereid::train {

/// An agent of a run, as others than its trainer ask it.
struct RunAgent {
  std::string phase;            ///< its name
  config::RunConfig settings;   ///< of that phase
  std::filesystem::path place;  ///< of its weights, relative to the run; empty: it has none yet
};

/// The agents of a run in the order in which they work; none for a run without agents. Weights are
/// those that a phase ended with (phases/NAME); of a phase in work those of the newest checkpoint
/// in it (checkpoints/step-N).
Result<std::vector<RunAgent>> agents_of_run(const std::filesystem::path& run_dir,
                                            const config::RunConfig& config);

/// The phase of a run whose weights a folder in it holds: phases/NAME, checkpoints/step-N, or
/// model, which is the last one's. nullopt for any other folder.
Result<std::optional<config::Phase>> phase_of_weights(const std::filesystem::path& run_dir,
                                                      const config::RunConfig& config,
                                                      const std::filesystem::path& folder);

/// SHA-256 of the weights in a folder: of its adapter where it holds one, else of its model.
Result<std::string> hash_of_weights(const std::filesystem::path& folder);

}  // namespace nereid::train

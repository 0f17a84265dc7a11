// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"

namespace nereid::train {

/// A phase with its place among the steps of the run. Inside a phase steps count from 1 again:
/// schedules, epochs and random streams are those of the phase alone; the record has the run's.
struct PlannedPhase {
  std::string name;
  config::RunConfig settings;
  std::int64_t before = 0;           ///< steps of the run before the first of this phase
  std::int64_t steps = 0;            ///< at least 1
  std::optional<std::size_t> start;  ///< the phase whose weights it begins with; else the model's
  std::int64_t last() const { return before + steps; }
};

/// The phases of a run in their order, never none. Reads the folders of tasks where the settings
/// leave the length to their number.
Result<std::vector<PlannedPhase>> plan_phases(const config::RunConfig& config);

/// The phase that a step belongs to; a step 0 to the first, one beyond all to the last.
std::size_t phase_of_step(const std::vector<PlannedPhase>& phases, std::int64_t step);

/// The fact "phases" of a record of several phases: [{"name", "method", "agent", "first_step",
/// "last_step"}] in one line of JSON.
std::string describe_phases(const std::vector<PlannedPhase>& phases);

}  // namespace nereid::train

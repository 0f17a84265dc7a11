// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/store.h"

namespace nereid::record {

/// A part of a recipe, with its steps among those of the run.
struct RunPhase {
  std::string name;    ///< of its episodes too
  std::string method;  ///< "sft", "grpo" or "best_of_n"
  std::string agent;   ///< "none", "frontend", "midend" or "backend"
  std::int64_t first_step = 1;
  std::int64_t last_step = 1;  ///< at least first_step
  std::int64_t steps() const { return last_step - first_step + 1; }
  bool operator==(const RunPhase&) const = default;
};

/// The phases of a run in their order, out of its fact "phases". Empty for a run without several,
/// and where the fact cannot be read or its steps do not follow each other: such a run is shown as
/// one part rather than with boundaries in the wrong places.
std::vector<RunPhase> run_phases(const RunInfo& info);
/// The same out of the fact's text: [{"name", "method", "agent", "first_step", "last_step"}].
std::vector<RunPhase> parse_run_phases(std::string_view json);

/// Index of the phase that a step belongs to: a step before all to the first, one after all to the
/// last. nullopt without phases.
std::optional<std::size_t> phase_at(std::span<const RunPhase> phases, std::int64_t step);
/// How many steps of a phase are behind a run that has come to `step`: 0 to steps().
std::int64_t steps_done(const RunPhase& phase, std::int64_t step);

/// Is it what episodes of evaluations have as their phase? All others are those of a trained
/// policy or, in an agent's phase, of an earlier agent at work for it.
bool is_evaluation(std::string_view phase);

}  // namespace nereid::record

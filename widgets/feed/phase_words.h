// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <span>
#include <string>
#include <string_view>

#include "engine/record/analysis/run_phases.h"

namespace nereid::widgets {

/// The phase of an episode: its name, "evaluation", or nothing for a run without phases.
QString episodePhaseWord(std::string_view phase);

/// "sft \u203A best_of_n"; empty without phases.
QString phasesText(std::span<const record::RunPhase> phases);
/// The phase that comes next after `step` finished steps, or the last one, and how far it is:
/// "best_of_n 2 of 50". Empty without phases.
QString phasePlace(std::span<const record::RunPhase> phases, std::int64_t step);
/// One line a phase, each with a mark for done, in work or to come:
/// "\u25B8 best_of_n (best-of-N): 2 of 50 steps, 51 to 100".
QString phasesDetail(std::span<const record::RunPhase> phases, std::int64_t step);

}  // namespace nereid::widgets

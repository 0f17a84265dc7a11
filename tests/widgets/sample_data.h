// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/record/analysis/series.h"
#include "engine/record/episode.h"
#include "widgets/run_feed.h"
#include "widgets/run_list.h"

/// Generated values for the tests and the gallery of the widgets; equal on every call.
namespace nereid::widgets::samples {

/// A rejected level-2 episode (wrong values at larger dims) with two kernels' worth of everything.
record::Episode rejectedEpisode();
/// The same task, accepted.
record::Episode acceptedEpisode();
/// The accepted verdict with occupancy, roofline, coverage and artefacts: of one kernel, without
/// LLIR, with a note instead of SASS.
verify::Verdict compiledVerdict();
/// The same with a time that no GPU measured: the engine's own protocol, statistics and decision,
/// run on two simulated sides (of `candidateUs` and 5 us, with noise of 0.3%, a clock that drops
/// once, and a temperature that rises).
verify::Verdict timedVerdict(double candidateUs = 3.6);
/// A completion without any code.
record::Episode emptyEpisode();
/// `steps` steps of `perStep` rows, ids from `firstId`.
std::vector<record::EpisodeRow> rows(int steps, int perStep, std::int64_t firstId = 1,
                                     int firstStep = 1);
EpisodeRowsPtr shared(std::vector<record::EpisodeRow> rows);
/// The series of the default curve groups over `steps` steps.
std::map<QString, record::MetricSeries> metrics(int steps);
QList<RunEntry> runs();
std::vector<record::Event> events();

}  // namespace nereid::widgets::samples

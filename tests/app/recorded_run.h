// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/config/settings.h"
#include "engine/record/store.h"

/// Writes a finished run with the record room's own writer: `steps` steps with two groups of four
/// completions, some accepted, some rejected at each stage. Returns the folder, or an empty text
/// with a line on standard error.
QString writeRecordedRun(const QString& parent, const QString& name, int steps,
                         nereid::config::RunConfig settings = {});

/// The pieces of such a run, for records that are written in another way.
nereid::record::RunInfo recordedInfo(const std::string& name, int steps,
                                     nereid::config::RunConfig settings = {});
nereid::record::MetricBatch recordedMetrics(int step, int steps);
nereid::record::Episode recordedEpisode(int step, int group, int index);

/// What a validation after `step` leaves in the run's folder, stopped after `judged` of its
/// samples.
bool writeEvaluation(const QString& run, int step, int judged);
constexpr int kEvaluationSamples = 6;  ///< two for each of three tasks

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/record/analysis/run_groups.h"
#include "engine/record/analysis/run_phases.h"
#include "engine/record/store.h"

namespace nereid::widgets {

/// What a table of runs says about one metric of a run. NaN where there is no finite value.
struct MetricFacts {
  double last = std::numeric_limits<double>::quiet_NaN();      ///< as stored, at the last step
  double smoothed = std::numeric_limits<double>::quiet_NaN();  ///< as the curve ends
  /// Of the smoothed curve, from where it averages over enough steps: its first values are single
  /// steps. Its end, where it never does.
  double best = std::numeric_limits<double>::quiet_NaN();
  qint64 bestStep = 0;
};

/// A run as a row of a table. Immutable once read.
struct RunSummary {
  QString dir;   ///< identity
  QString name;  ///< on the screen: what people called it, else what the record says
  record::RunInfo info;
  record::SettingTexts settings;         ///< empty if they cannot be read
  std::vector<record::RunPhase> phases;  ///< none for a run of a single part
  std::map<std::string, MetricFacts> metrics;
  double durationMs = std::numeric_limits<double>::quiet_NaN();  ///< start to last metric
  QString problem;  ///< why it could not be read; empty if it could
};
using RunSummaryPtr = std::shared_ptr<const RunSummary>;

/// Every setting of a run with its text, defaults written out, and what phases set for themselves
/// as "phase.NAME.KEY"; empty if the YAML cannot be read.
record::SettingTexts settingTexts(const std::string& yaml);
/// The same for a run without a settings file.
const record::SettingTexts& defaultSettingTexts();

/// When and how large the files of a record are: another text when something was written. Empty:
/// not there.
QString recordStamp(const QString& dir);

/// Opens the record and reads all metrics: for a worker thread. Never fails: see `problem`.
RunSummaryPtr readRunSummary(const QString& dir);

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/record/analysis/settings_tally.h"
#include "widgets/feed/run_summary.h"

namespace nereid::widgets {

/// What can be said of every run: a column of the table of runs, and an axis of their parallel
/// coordinates.
struct RunColumn {
  enum class Kind {
    kName,
    kState,
    kMethod,
    kPhase,  ///< in work, and how far it is; of runs with phases
    kSteps,
    kEpisodes,
    kStarted,
    kDuration,
    kFinal,  ///< a metric where the smoothed curve ends
    kBest,   ///< the best place of the smoothed curve
    kSetting
  };
  Kind kind = Kind::kName;
  QString key = {};  ///< of the metric or setting

  bool operator==(const RunColumn&) const = default;
  QString id() const;  ///< e.g. "final:reward", "setting:grpo.beta"; stable between starts
  QString title() const;
  QString tip() const;
  bool isMetric() const { return kind == Kind::kFinal || kind == Kind::kBest; }
  /// Right-aligned and sorted by value; settings say it by their texts.
  bool isNumber() const;
};

/// The value as a number; NaN if it is missing or a word.
double runNumber(const RunSummary& run, const RunColumn& column);
/// The value as the table shows it; a missing one is an en dash.
QString runText(const RunSummary& run, const RunColumn& column);
/// Exactly as stored, for files: full precision, empty if missing.
QString runExact(const RunSummary& run, const RunColumn& column);
bool isMissing(const RunSummary& run, const RunColumn& column);

/// Every column that runs can fill: facts, the settings that differ, and their metrics. It is kept
/// while they come and go: reading a thousand of them asks for it again and again.
class OfferedColumns {
 public:
  /// Looks only at those that were not there before or are there no more.
  void setRuns(std::span<const RunSummaryPtr> runs);
  std::vector<RunColumn> columns() const;
  /// Are all values of the setting numbers, where there is one?
  bool isNumeric(const QString& setting) const;

 private:
  void add(const RunSummary& run);
  void remove(const RunSummary& run);

  std::vector<RunSummaryPtr> m_runs;  ///< sorted by address
  record::SettingsTally m_settings;
  std::map<std::string, int> m_metrics;  ///< runs that have it
  int m_withPhases = 0;
};

/// The same for runs that do not change.
std::vector<RunColumn> offeredColumns(std::span<const RunSummaryPtr> runs);
/// Shown until the user chooses: facts, differing settings and what a recipe is judged by.
bool isUsualColumn(const RunColumn& column);

}  // namespace nereid::widgets

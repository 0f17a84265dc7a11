// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>
#include <vector>

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

/// Every column that these runs can fill: facts, the settings that differ, and their metrics.
std::vector<RunColumn> offeredColumns(std::span<const RunSummaryPtr> runs);
/// Shown until the user chooses: facts, differing settings and what a recipe is judged by.
bool isUsualColumn(const RunColumn& column);

}  // namespace nereid::widgets

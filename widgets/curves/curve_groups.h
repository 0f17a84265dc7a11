// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "engine/verify/verdict.h"

namespace nereid::widgets {

/// One curve of a plot.
struct CurveSeries {
  QString key;                                 ///< for the lookup; a metric of the shown run
  QString label;                               ///< short, for the legend
  int color = 0;                               ///< index of seriesColor, fixed per metric
  verify::Stage stage = verify::Stage::kNone;  ///< instead of `color` in funnel plots
  // Where several runs lie over each other:
  QString run = {};     ///< name of the run or group of runs; empty: there is only one
  QString metric = {};  ///< curves of one metric share a switch in the legend; empty: `key`
  int dash = 0;         ///< index of the dash pattern, 0 = solid
  bool on = true;       ///< until the user switches its metric on or off
  bool member = false;  ///< one of the runs behind a mean: thin, without raw points
  QString low = {};     ///< keys of the edges of the band around a mean
  QString high = {};
  bool onlyWithData = false;  ///< the legend leaves it out while it has no values

  const QString& switchKey() const { return metric.isEmpty() ? key : metric; }
};

/// One plot. kFunnel: the metrics are shares of candidates that passed each stage (non-increasing
/// from stage to stage); drawn as stacked areas of the furthest stage passed.
struct CurveGroup {
  enum class Kind { kLines, kFunnel };
  QString id;
  QString title;
  QString unit;  ///< axis title and note
  QList<CurveSeries> series;
  Kind kind = Kind::kLines;
  bool unitInterval = false;  ///< y starts as 0 to 1
  bool onlyWithData = false;  ///< takes no place where the run has none of its metrics
};

/// Reward, pass rate, pass@1 of evaluations where there are some, funnel, and loss with entropy and
/// KL.
QList<CurveGroup> defaultCurveGroups();
/// A group for one metric of the table, for "show any metric".
CurveGroup singleCurveGroup(const QString& key);
/// Name of a metric; its key where the table has none.
QString metricTitle(const QString& key);
QString metricUnit(const QString& key);  ///< translated; empty if it has none
/// What it means, empty where the table does not say.
QString metricHelp(const QString& key);

}  // namespace nereid::widgets

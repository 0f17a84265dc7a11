// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "engine/verify/verdict.h"

namespace nereid::widgets {

/// One curve of a plot.
struct CurveSeries {
  QString key;                                 ///< metric key
  QString label;                               ///< short, for the legend
  int color = 0;                               ///< index of seriesColor, fixed per metric
  verify::Stage stage = verify::Stage::kNone;  ///< instead of `color` in funnel plots
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
};

/// Reward, pass rate, funnel, and loss with entropy and KL.
QList<CurveGroup> defaultCurveGroups();
/// A group for one metric of the table, for "show any metric".
CurveGroup singleCurveGroup(const QString& key);

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <QSizeF>
#include <QStringList>
#include <vector>

#include "engine/record/analysis/funnel.h"

namespace nereid::widgets {

/// A stage: a bar as high as the candidates that reached it.
struct FunnelNode {
  verify::Stage stage = verify::Stage::kNone;
  std::int64_t reached = 0;
  std::int64_t passed = 0;
  QRectF bar;
  QRectF head;      ///< place of its name and count, above the bar
  QPainterPath on;  ///< band of those that go on to the next stage; empty after the last one
};

/// Candidates that leave: for one reason, for the rest of the reasons of a stage, or accepted.
struct FunnelExit {
  record::FunnelFlow flow;  ///< count and stage of all that it stands for
  QStringList listed;       ///< of "other reasons": those that have exits of their own
  int others = 0;           ///< number of reasons that share this exit; 0: one reason, or accepted
  int column = 0;
  QPainterPath band;
  QRectF bar;    ///< its end
  QRectF label;  ///< place of its words
};

/// The picture of a funnel: survivors from left to right along the top, the others bend down to
/// their reasons. Pure geometry; heights are in proportion to counts, with a least height for what
/// would not be seen.
struct FunnelLayout {
  std::vector<FunnelNode> nodes;
  std::vector<FunnelExit> exits;  ///< by column, from top to bottom; accepted in the last column
  int columns = 0;
  /// Bar, band or label at a place; -1 if there is none.
  int exitAt(QPointF place) const;
  int nodeAt(QPointF place) const;
};

/// `row`: height of a line of text.
FunnelLayout layoutFunnel(const record::FunnelSummary& summary, QSizeF size, double row);

}  // namespace nereid::widgets

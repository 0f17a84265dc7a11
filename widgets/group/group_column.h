// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "engine/record/episode.h"
#include "widgets/feed/run_feed.h"

namespace nereid::widgets {

class CodeEditor;

/// What a column of the group says above its code; a click or Space selects the completion.
class GroupHead : public QAbstractButton {
  Q_OBJECT

 public:
  explicit GroupHead(QWidget* parent = nullptr);
  /// `widest`: largest absolute advantage of the group.
  void setRow(const record::EpisodeRow& row, int groupSize, double widest, bool isSelected);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintBar(QPainter& painter, const QRectF& box) const;

  record::EpisodeRow m_row;
  int m_groupSize = 0;
  double m_widest = 1;
  bool m_isSelected = false;
};

/// One completion of the group. GUI thread only.
class GroupColumn : public QWidget {
  Q_OBJECT

 public:
  explicit GroupColumn(QWidget* parent = nullptr);
  GroupHead* head() const { return m_head; }
  CodeEditor* editor() const { return m_editor; }
  qint64 rowId() const { return m_rowId; }
  void setRow(const record::EpisodeRow& row, int groupSize, double widest, bool isSelected);
  /// Null while it is being read. `against`: the selected episode, whose differing words are
  /// marked; null for none.
  void setEpisode(const EpisodePtr& episode, const EpisodePtr& against);

 Q_SIGNALS:
  void selected(qint64 rowId);

 private:
  GroupHead* m_head;
  CodeEditor* m_editor;
  qint64 m_rowId = 0;
  EpisodePtr m_shown;
  EpisodePtr m_against;
};

/// The candidate, or the whole completion where no candidate could be extracted.
QString candidateText(const record::Episode& episode);

}  // namespace nereid::widgets

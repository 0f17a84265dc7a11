// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "widgets/replay/replay_model.h"

class QAction;
class QComboBox;
class QToolButton;

namespace nereid::widgets {

class EpisodeTimeline;
class PanelHead;

/// The timeline as coloured, labelled segments. Drag or click scrubs; Left and Right step, Home and
/// End jump, Space plays.
class ReplayTimeline : public QWidget {
  Q_OBJECT

 public:
  explicit ReplayTimeline(ReplayModel* model, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  /// Rectangle of a segment in widget coordinates, for tests and tooltips.
  QRectF segmentRect(int segment) const;
  int segmentCount() const { return static_cast<int>(m_segments.size()); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// One drawn piece: a phase, or a stage with all its inputs.
  struct Segment {
    int first = 0, last = 0;  ///< phases, last included
    QRectF rect;
    bool isShort = false;  ///< a stage without its time
  };
  void layoutSegments();
  double timeAt(double x) const;
  double placeOf(double ms) const;
  QColor segmentColor(const Segment& segment) const;
  QString segmentText(const Segment& segment) const;
  void paintSegment(QPainter& painter, const Segment& segment) const;

  ReplayModel* m_model;
  std::vector<Segment> m_segments;
};

/// Transport: to start, step back, play, step on, speed, and the timeline; in lanes with zoom too,
/// where the dock is tall enough.
class ReplayBar : public QWidget {
  Q_OBJECT

 public:
  explicit ReplayBar(ReplayModel* model, QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  ReplayTimeline* timeline() const { return m_timeline; }
  EpisodeTimeline* lanes() const { return m_lanes; }  ///< shown where there is room for them
  QAction* scaleAction() const { return m_scale; }
  QToolButton* playButton() const { return m_play; }
  QToolButton* stepBackButton() const { return m_back; }
  QToolButton* stepForwardButton() const { return m_forward; }
  QComboBox* speedBox() const { return m_speed; }
  /// Motion only where it explains: with reduced motion, play jumps from phase to phase.
  void setReducedMotion(bool reduced);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void refreshNote();
  void runTimer(bool playing);

  ReplayModel* m_model;
  PanelHead* m_head;
  ReplayTimeline* m_timeline;
  EpisodeTimeline* m_lanes;
  QAction* m_scale;
  QToolButton* m_start;
  QToolButton* m_back;
  QToolButton* m_play;
  QToolButton* m_forward;
  QComboBox* m_speed;
  QTimer m_timer;
  bool m_reduced = false;
};

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/replay/timeline_scale.h"
#include "widgets/replay/token_colors.h"

namespace nereid::widgets {

/// The events of an episode in lanes (generation with its tokens, extraction, stages, inputs,
/// reward), with zoom. Wheel and Ctrl+wheel (finer) zoom, Shift+wheel and dragging pan, double
/// click and 0 show all; + and - zoom, Z shows the chosen event alone. Clicking chooses an event or
/// token; the ruler moves the replay. Left and Right go event by event, [ and ] token by token. GUI
/// thread only.
class EpisodeTimeline : public QWidget {
  Q_OBJECT

 public:
  explicit EpisodeTimeline(ReplayModel* model, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  void setMode(TimelineMode mode);
  void setQuantity(TokenQuantity quantity);
  const TimelineScale& scale() const { return m_scale; }
  const TimelineZoom& zoom() const { return m_zoom; }
  void zoomBy(double factor);  ///< around the middle
  void fit();
  /// Where a phase is drawn, in widget coordinates; not clipped to the widget.
  QRectF phaseRect(int phase) const;
  QRectF rulerRect() const;
  QRectF tokenRect(int token) const;
  QString tipAt(const QPointF& point) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  enum Lane { kGeneration, kExtraction, kStages, kInputs, kReward, kLaneCount };
  static Lane laneOf(const ReplayPhase& phase);
  QRectF plotRect() const;
  double laneHeight() const;
  double xOf(double axis) const;
  double axisAt(double x) const;
  TimelineScale::Span spanOf(int phase) const;
  int phaseAt(const QPointF& point) const;
  int tokenAt(const QPointF& point) const;
  int tokensPhase() const;
  std::vector<double> namesNeed() const;
  QString nameIn(const ReplayPhase& phase, double room) const;
  void readEpisode();
  void changed();
  void seekTo(double x);
  void moveToken(int delta);
  QString tipOf(int phase) const;
  void paintRuler(QPainter& painter) const;
  void paintLanes(QPainter& painter) const;
  void paintPhase(QPainter& painter, int phase) const;
  void paintTokens(QPainter& painter) const;
  void paintManyTokens(QPainter& painter) const;
  void paintPosition(QPainter& painter) const;

  ReplayModel* m_model;
  TimelineMode m_mode = TimelineMode::kOrder;
  TokenQuantity m_quantity = TokenQuantity::kLogprob;
  TimelineScale m_scale;
  TimelineZoom m_zoom;
  std::vector<record::TokenShare> m_kinds;
  enum class Drag { kNone, kRuler, kPress, kPan };
  Drag m_drag = Drag::kNone;
  QPointF m_pressed;
  double m_lastX = 0;
};

}  // namespace nereid::widgets

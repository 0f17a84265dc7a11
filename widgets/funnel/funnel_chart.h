// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/record/analysis/funnel.h"
#include "engine/record/analysis/run_phases.h"

namespace nereid::widgets {

/// Shares of the furthest stage passed, stacked over the steps of the run. A drag chooses a range
/// of steps, a click moves the shared cursor; Left and Right move it too, with Shift they choose.
/// Escape or a double click takes the range away. GUI thread only.
class FunnelChart : public QWidget {
  Q_OBJECT

 public:
  using Range = std::pair<double, double>;
  explicit FunnelChart(QWidget* parent = nullptr);

  /// Bins of the whole run, and its first and last step.
  void setBins(std::vector<record::FunnelBin> bins, Range steps);
  const std::vector<record::FunnelBin>& bins() const { return m_bins; }
  /// Parts of the run, whose borders and names are drawn; none for a run of a single part.
  void setPhases(std::vector<record::RunPhase> phases);
  const std::vector<record::RunPhase>& phases() const { return m_phases; }
  void setRange(std::optional<Range> range);
  const std::optional<Range>& range() const { return m_range; }
  void setCursorStep(std::optional<double> step);
  /// Place of a step, and back; for tests too.
  double xOf(double step) const;
  double stepAt(double x) const;
  QRectF plotRect() const;
  QSize sizeHint() const override { return {480, 150}; }
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void rangeChosen(double first, double last);
  void rangeCleared();
  void cursorMoved(double step);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  const record::FunnelBin* binAt(double step) const;
  double centre(const record::FunnelBin& bin) const;
  double clamped(double step) const;
  void moveCursor(double step, bool chooses);
  void paintAreas(QPainter& painter) const;
  QRectF nameBox(int stage, double width, double height) const;
  void paintNames(QPainter& painter) const;
  void paintAxes(QPainter& painter) const;
  void paintPhases(QPainter& painter) const;
  void paintRange(QPainter& painter) const;

  std::vector<record::FunnelBin> m_bins;
  std::vector<record::RunPhase> m_phases;
  Range m_steps{0, 1};
  std::optional<Range> m_range;
  std::optional<double> m_cursor;
  std::optional<double> m_anchor;  ///< where a choice by keys began
  std::optional<double> m_pressed;
  bool m_dragging = false;
};

}  // namespace nereid::widgets

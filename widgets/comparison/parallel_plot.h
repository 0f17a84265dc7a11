// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPixmap>
#include <QSet>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "widgets/comparison/parallel_axes.h"

namespace nereid::widgets {

/// Place on a ramp from 0 to 1, readable on the panel of either theme and told apart with any
/// colour vision: from blue to amber, growing away from the background.
QColor rampColor(bool dark, double place);

/// Parallel coordinates: an axis for each setting and metric, a line for each run. Drag along an
/// axis to brush a range, drag its title to move it; all of it works with the keyboard too. It is
/// as wide as the numbers beside its axes need, so that it wants to lie in a scroll area. GUI
/// thread only.
class ParallelPlot : public QWidget {
  Q_OBJECT

 public:
  explicit ParallelPlot(QWidget* parent = nullptr);

  void setContent(std::vector<RunSummaryPtr> runs, const std::vector<RunColumn>& columns);
  const ParallelAxes& state() const { return m_state; }
  /// Order of the axes by their ids, to be kept between starts.
  void setOrder(const QStringList& ids);
  void moveAxis(int from, int to);
  /// The axis whose values colour the lines; an unknown id: the last metric.
  void setColorBy(const QString& columnId);
  QString colorBy() const;
  void setBrush(int axis, std::optional<ParallelAxes::Range> range);
  void clearBrushes();
  /// Runs chosen in the table: drawn over the others.
  void setChosen(const QStringList& dirs);
  QString hoveredRun() const;
  int focusedAxis() const { return m_focus; }

  /// In the coordinates of the widget.
  double axisX(int axis) const;
  double yOf(double position) const;  ///< NaN: the mark for missing values
  QRectF titleBox(int axis) const;

  Result<void> exportPng(const QString& file, double scale = 2);
  Result<void> exportSvg(const QString& file);
  /// Draws everything anew; for benches and tests.
  QPixmap drawNow();

  QSize sizeHint() const override { return {900, 320}; }
  QSize minimumSizeHint() const override { return {360, 200}; }

 Q_SIGNALS:
  void brushed();                                     ///< state().passing()
  void orderChanged();                                ///< by the user
  void runClicked(const QString& dir, bool extends);  ///< extends: Ctrl or Shift
  void colorByChanged();
  void focusMoved(int axis);  ///< by keys or a click

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  enum class Grip { kNone, kNew, kLow, kHigh, kWhole, kTitle };
  struct Drag {
    Grip grip = Grip::kNone;
    int axis = -1;
    QPointF start;
    ParallelAxes::Range before{0, 0};
    bool moved = false;
  };
  // parallel_paint.cpp
  void paintAll(QPainter& painter, bool forPrint);
  struct Line {
    std::size_t run;
    bool passes, isDashed;
    QColor color;
  };
  std::vector<Line> linesInOrder() const;  ///< those that pass the brushes last
  void drawLines();
  void printLines(QPainter& painter);
  void paintAxes(QPainter& painter, bool forPrint);
  void paintAxis(QPainter& painter, int axis);
  void paintTitle(QPainter& painter, int axis, bool forPrint);
  void paintBrush(QPainter& painter, int axis);
  void paintMarked(QPainter& painter);
  void paintScale(QPainter& painter);
  QColor lineColor(std::size_t run) const;
  std::vector<QPointF> lineOf(std::size_t run) const;
  // parallel_input.cpp
  int axisAt(QPointF place) const;
  double positionAt(double y) const;
  std::optional<std::size_t> runAt(QPointF place) const;
  Grip gripAt(int axis, double y) const;
  void dragBrush(QPointF place);
  void moveEdge(int direction, bool upper);
  void setFocusedAxis(int axis);
  void setHovered(std::optional<std::size_t> run, QPoint globalPlace);
  QString describe(std::size_t run) const;

  void redraw();
  void takeRoom();
  void tellAccessibility();
  int colorAxis() const;
  QRectF area() const;

  ParallelAxes m_state;
  QString m_colorBy;
  QSet<QString> m_chosen;
  std::optional<std::size_t> m_hovered;
  int m_focus = 0;
  Drag m_drag;
  int m_colorAxis = -1;
  QImage m_lines;  ///< all lines, until something about them changes
};

}  // namespace nereid::widgets

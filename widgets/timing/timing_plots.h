// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/look/qcp.h"

#include <array>
#include <optional>
#include <vector>

#include "widgets/timing/timing_words.h"

namespace nereid::widgets {

/// Four plots of one timing: samples by block, their distributions, the speedups against the bounds
/// of the decision, clocks by block. They stand in two columns, or beside each other where there
/// is little height. GUI thread only.
class TimingPlots : public QCustomPlot {
  Q_OBJECT

 public:
  explicit TimingPlots(QWidget* parent = nullptr);
  /// Copies what it draws.
  void setTiming(const verify::Timing& timing);
  /// All four with their titles, `size` large, in the colours of the theme.
  void paintPicture(QCPPainter& painter, QSize size);

  /// What stands under the pointer; empty if nothing does.
  QString textAt(QPointF place) const;
  /// Points of the samples plot: candidate, reference, measured again.
  std::array<int, 3> pointCounts() const;
  /// The place of a sample on the widget, in the order of measurement; for tests.
  std::optional<QPointF> placeOfSample(int index) const;
  int columns() const { return m_columns; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  class Title;
  enum Part { kSamples, kDistribution, kSpeedups, kClocks, kParts };
  struct Cell {
    QCPLayoutGrid* grid = nullptr;
    Title* title = nullptr;
    QCPAxisRect* rect = nullptr;
  };
  struct Point {
    double x = 0, y = 0;
    bool ours = false, repeated = false;
    QString text;
  };

  void arrange(int columns);
  int fittingColumns(QSize size) const;
  void restyle();
  void redraw();
  void drawSamples();
  void drawBands();
  void drawDistribution();
  void drawSpeedups();
  void drawClocks();
  void setLabel(Part part, const QString& text);
  bool isRow() const { return m_columns == kParts; }
  void addLine(Part part, double x0, double y0, double x1, double y1, const QPen& pen);
  void addBand(Part part, double x0, double y0, double x1, double y1, const QColor& color);
  void addText(Part part, const QString& text, QPointF ratio, double y, Qt::Alignment alignment);
  QCPAxis* x(Part part) const { return m_cells[part].rect->axis(QCPAxis::atBottom); }
  QCPAxis* y(Part part) const { return m_cells[part].rect->axis(QCPAxis::atLeft); }

  std::array<Cell, kParts> m_cells;
  verify::Timing m_timing;
  std::vector<Point> m_points;
  int m_columns = 0;
};

}  // namespace nereid::widgets

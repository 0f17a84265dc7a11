// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/look/qcp.h"

#include <QImage>
#include <functional>
#include <optional>
#include <vector>

#include "widgets/curves/column_spans.h"

namespace nereid::widgets {

class CurveGraph;

/// QCustomPlot with another way to the screen: one opaque picture, kept until the next replot, on
/// which dense curves write their pixels themselves; the lines of the cursors are painted over it.
/// Files and printers go the way of QCustomPlot.
class CurveCanvas : public QCustomPlot {
 public:
  explicit CurveCanvas(QWidget* parent = nullptr);

  struct Cursor {
    QCPItemStraightLine* line;
    QString name;  ///< beside the line, where there is more than one
  };
  /// Lines that move without a replot. Their layer is kept out of the picture.
  void setCursors(QCPLayer* layer, const QList<Cursor>& cursors);
  /// Called when the place for curves has another size.
  void setResized(std::function<void()> resized) { m_resized = std::move(resized); }
  /// The picture is out of date; painted at once or with the next frame. Hides the slot of
  /// QCustomPlot, which knows nothing of the picture.
  void replot(RefreshPriority priority = rpQueuedReplot);
  /// Pixels of the place for curves while the picture is painted; nothing at other times.
  std::optional<PixelArea> pixels() const;
  /// Upper left corner of that place, in pixels of the screen.
  QPoint origin() const;
  /// An opaque line of a dense curve: so many pixels wide, cut into dashes unless there are none.
  struct Line {
    const CurveGraph* graph;
    QColor color;
    int width = 1;
    std::vector<double> dashes;
  };
  /// Puts it on top of those before. It is traced, and in the picture, after finishLines().
  void addLine(Line line) { m_lines.push_back(std::move(line)); }
  /// Before anything else paints on the picture that must lie over the lines.
  void finishLines();
  /// Of the screen that the picture is painted for.
  double scale() const { return m_picture.devicePixelRatio(); }
  /// Memory for the lines of one curve after the other.
  ColumnSpans& spans() { return m_spans; }
  ColumnSpans& otherSpans() { return m_otherSpans; }
  /// How often the picture was painted.
  int paintedPictures() const { return m_paintedPictures; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void paintPicture(double scale);
  void paintCursors(QPainter& painter) const;
  void setPictureSize(QSize pixels);
  bool isStale(double scale) const;

  QImage m_picture;  ///< in m_memory
  std::vector<std::uint32_t> m_memory;
  bool m_painting = false;
  bool m_stale = true;
  QCPLayer* m_cursorLayer = nullptr;
  QList<Cursor> m_cursors;
  std::function<void()> m_resized;
  std::vector<Line> m_lines;
  SpanStack m_stack;
  ColumnSpans m_spans;
  ColumnSpans m_otherSpans;
  int m_paintedPictures = 0;
};

/// A curve that may have more points than the plot has columns. Dense ones are painted pixel by
/// pixel, others by QCustomPlot.
class CurveGraph : public QCPGraph {
 public:
  explicit CurveGraph(CurveCanvas& canvas);

  /// More points than columns, or one of very many curves: a line of one pixel without smooth
  /// edges; dashes are counted along the x axis.
  void setDense(bool dense);
  bool isDense() const { return m_dense; }
  /// Its line as rows of pixels. Several curves may be traced at once, while none is changed.
  void trace(ColumnSpans& spans, const PixelArea& area) const;

 protected:
  void draw(QCPPainter* painter) override;

 private:
  CurveCanvas& m_canvas;
  bool m_dense = false;
};

}  // namespace nereid::widgets

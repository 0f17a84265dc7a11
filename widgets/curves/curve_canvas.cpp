// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curve_canvas.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "widgets/curves/side_by_side.h"

namespace nereid::widgets {

namespace {

int scaled(int length, double scale) {
  return static_cast<int>(std::lround(length * scale));
}

// Position on the screen as a linear function of the value, or of its logarithm.
class Scale {
 public:
  Scale(const QCPAxis& axis, double pixelRatio, double origin)
      : m_log(axis.scaleType() == QCPAxis::stLogarithmic) {
    const QCPRange range = axis.range();
    const double low = axis.coordToPixel(range.lower);
    const double high = axis.coordToPixel(range.upper);
    const double from = m_log ? std::log(range.lower) : range.lower;
    const double to = m_log ? std::log(range.upper) : range.upper;
    m_factor = (high - low) / (to - from) * pixelRatio;
    // Half a pixel: lines without smooth edges fill the pixel that they are nearest to.
    m_offset = low * pixelRatio - from * m_factor - origin + 0.5;
    m_nowhere = high > low ? -1e6 : 1e6;  // zero on a logarithmic axis: far below
  }
  double operator()(double value) const {
    if (!m_log) {
      return m_offset + value * m_factor;
    }
    return value > 0 ? m_offset + std::log(value) * m_factor : value <= 0 ? m_nowhere : value;
  }

 private:
  bool m_log;
  double m_factor = 0;
  double m_offset = 0;
  double m_nowhere = 0;
};

std::vector<double> dashesOf(const QPen& pen, double scale) {
  std::vector<double> dashes;
  for (const qreal length : pen.dashPattern()) {
    dashes.push_back(length * std::max(1.0, pen.widthF()) * scale);
  }
  return dashes;
}

}  // namespace

CurveCanvas::CurveCanvas(QWidget* parent) : QCustomPlot(parent) {
  // QCustomPlot has asked for a first replot of its own into buffers that nobody will see.
  mReplotting = true;
  setAttribute(Qt::WA_OpaquePaintEvent);
}

void CurveCanvas::setCursors(QCPLayer* layer, const QList<Cursor>& cursors) {
  m_cursorLayer = layer;
  m_cursors = cursors;
}

void CurveCanvas::replot(RefreshPriority priority) {
  m_stale = true;
  if (priority == rpImmediateRefresh) {
    repaint();
  } else {
    update();
  }
}

bool CurveCanvas::isStale(double scale) const {
  return m_stale || m_picture.devicePixelRatio() != scale ||
         m_picture.size() != (QSizeF(size()) * scale).toSize();
}

void CurveCanvas::paintEvent(QPaintEvent*) {
  const double ratio = devicePixelRatioF();
  if (isStale(ratio)) {
    paintPicture(ratio);
  }
  QPainter painter(this);
  painter.drawImage(QPoint(), m_picture);
  paintCursors(painter);
}

void CurveCanvas::paintCursors(QPainter& painter) const {
  const QRect area = axisRect()->rect();
  const bool both = std::all_of(m_cursors.begin(), m_cursors.end(),
                                [](const Cursor& cursor) { return cursor.line->visible(); });
  painter.setClipRect(area, Qt::IntersectClip);
  painter.setFont(xAxis->tickLabelFont());
  for (const Cursor& cursor : m_cursors) {
    if (!cursor.line->visible()) {
      continue;
    }
    const auto x = static_cast<int>(std::lround(cursor.line->point1->pixelPosition().x()));
    painter.setPen(cursor.line->pen());
    painter.drawLine(x, area.top(), x, area.bottom());
    if (both) {
      const QFontMetrics metrics(painter.font());
      QRect box(x + 2, area.bottom() - metrics.height() - 12,
                metrics.horizontalAdvance(cursor.name) + 4, metrics.height());
      if (box.right() > area.right()) {
        box.moveRight(x - 2);
      }
      painter.fillRect(box, mBackgroundBrush);
      painter.drawText(box, Qt::AlignCenter, cursor.name);
    }
  }
}

// Rows are an odd number of cache lines apart: the pixels of a column then do not compete for the
// same few places of the cache.
void CurveCanvas::setPictureSize(QSize pixels) {
  constexpr int kLine = 16;
  const int lines = (pixels.width() + kLine - 1) / kLine | 1;
  m_memory.resize(static_cast<std::size_t>(lines) * kLine *
                  static_cast<std::size_t>(pixels.height()));
  m_picture = QImage(reinterpret_cast<uchar*>(m_memory.data()), pixels.width(), pixels.height(),
                     lines * kLine * qsizetype{4}, QImage::Format_RGB32);
}

void CurveCanvas::paintPicture(double scale) {
  const QSize pixels = (QSizeF(size()) * scale).toSize();
  if (m_picture.size() != pixels) {
    setPictureSize(pixels);
  }
  m_picture.setDevicePixelRatio(scale);
  if (bufferDevicePixelRatio() != scale) {
    setBufferDevicePixelRatio(scale);  // numbers of the axes are kept as pictures of that scale
  }
  m_picture.fill(mBackgroundBrush.color());
  m_painting = true;
  if (m_cursorLayer != nullptr) {
    m_cursorLayer->setVisible(false);
  }
  {
    QCPPainter painter(&m_picture);
    draw(&painter);
    finishLines();
  }
  if (m_cursorLayer != nullptr) {
    m_cursorLayer->setVisible(true);
  }
  m_painting = false;
  m_stale = false;
  ++m_paintedPictures;
}

void CurveCanvas::resizeEvent(QResizeEvent*) {
  setViewport(rect());
  updateLayout();
  m_stale = true;
  if (m_resized) {
    m_resized();
  }
}

QPoint CurveCanvas::origin() const {
  const QRect place = axisRect()->rect();
  return {scaled(place.left(), scale()), scaled(place.top(), scale())};
}

std::optional<PixelArea> CurveCanvas::pixels() const {
  if (!m_painting) {
    return std::nullopt;
  }
  const QRect place = axisRect()->rect();
  const QPoint end(scaled(place.left() + place.width(), scale()),
                   scaled(place.top() + place.height(), scale()));
  const QRect part = QRect(origin(), end - QPoint(1, 1)) & QRect(QPoint(), m_picture.size());
  const std::ptrdiff_t stride = m_picture.bytesPerLine() / 4;
  // QPainter writes there as well; the picture has no other owner.
  auto* all = const_cast<std::uint32_t*>(m_memory.data());
  return PixelArea{all + part.top() * stride + part.left(), stride, part.width(), part.height()};
}

void CurveCanvas::finishLines() {
  constexpr int kLinesOfThread = 64;
  constexpr int kStripsOfThread = 16;
  const auto area = pixels();
  const int lines = static_cast<int>(m_lines.size());
  if (!area || lines == 0) {
    return;
  }
  m_stack.begin(lines, area->width);
  sideBySide(lines, kLinesOfThread, [&](int first, int last) {
    ColumnSpans spans;
    for (int i = first; i < last; ++i) {
      const Line& line = m_lines[static_cast<std::size_t>(i)];
      line.graph->trace(spans, *area);
      spans.widen(line.width);
      spans.cut(line.dashes);
      m_stack.set(i, spans, line.color);
    }
  });
  sideBySide(m_stack.strips(), lines < kLinesOfThread ? m_stack.strips() : kStripsOfThread,
             [&](int first, int last) {
               for (int strip = first; strip < last; ++strip) {
                 m_stack.paint(strip, *area);
               }
             });
  m_lines.clear();
}

CurveGraph::CurveGraph(CurveCanvas& canvas)
    : QCPGraph(canvas.xAxis, canvas.yAxis), m_canvas(canvas) {}

void CurveGraph::setDense(bool dense) {
  m_dense = dense;
  setAntialiased(!dense);
}

void CurveGraph::trace(ColumnSpans& spans, const PixelArea& area) const {
  const Scale x(*keyAxis(), m_canvas.scale(), m_canvas.origin().x());
  const Scale y(*valueAxis(), m_canvas.scale(), m_canvas.origin().y());
  spans.reset(area.width, area.height);
  for (const QCPGraphData& point : *data()) {
    spans.add(x(point.key), y(point.value));
  }
}

void CurveGraph::draw(QCPPainter* painter) {
  const auto* channel = dynamic_cast<const CurveGraph*>(channelFillGraph());
  const bool band = brush().style() != Qt::NoBrush;
  const bool dense = m_dense && (!band || (channel != nullptr && channel->isDense()));
  const auto area = dense ? m_canvas.pixels() : std::nullopt;
  if (!area) {
    m_canvas.finishLines();
    QCPGraph::draw(painter);
    return;
  }
  const QColor color = pen().color();
  const bool line = pen().style() != Qt::NoPen;
  const int width = std::max(1, static_cast<int>(pen().widthF() * m_canvas.scale()));
  const auto dashes =
      pen().style() == Qt::SolidLine ? std::vector<double>() : dashesOf(pen(), m_canvas.scale());
  if (!band && line && color.alpha() == 255) {
    m_canvas.addLine({this, color, width, dashes});
    return;
  }
  m_canvas.finishLines();
  ColumnSpans& spans = m_canvas.spans();
  trace(spans, *area);
  if (band) {
    channel->trace(m_canvas.otherSpans(), *area);
    spans.unite(m_canvas.otherSpans());
    spans.paint(*area, brush().color());
  }
  if (!line) {
    return;
  }
  spans.widen(width);
  spans.cut(dashes);
  spans.paint(*area, color);
}

}  // namespace nereid::widgets

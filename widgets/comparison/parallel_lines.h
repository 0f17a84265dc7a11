// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPointF>
#include <cstddef>
#include <cstdint>

namespace nereid::widgets {

/// Draws straight lines with soft edges into a picture, several times as fast as QPainter, so that
/// a thousand runs follow a range that is being dragged. One thread at a time.
class LineRaster {
 public:
  /// `image`: Format_RGB32, kept by the caller; coordinates and widths are its device pixels.
  explicit LineRaster(QImage& image);
  /// `dash`: length of dashes and gaps along the line; 0: solid.
  void draw(QPointF from, QPointF to, QRgb color, double width, double dash = 0);

 private:
  QRgb* m_bits;
  std::ptrdiff_t m_row;  ///< pixels from one line to the next
  int m_width, m_height;
};

}  // namespace nereid::widgets

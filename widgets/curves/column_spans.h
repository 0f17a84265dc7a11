// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace nereid::widgets {

/// A rectangle of 32-bit pixels without transparency. Rows are `stride` pixels apart.
struct PixelArea {
  std::uint32_t* pixels = nullptr;
  std::ptrdiff_t stride = 0;
  int width = 0;
  int height = 0;
};

/// The rows that a line one pixel wide touches in each column of pixels. Where a curve has more
/// points than columns, painting these is painting the line, for a small part of the time. Keeps
/// its memory from line to line.
///
/// Pixel (column, row) reaches from (column, row) to (column + 1, row + 1). As with other lines
/// without smooth edges, a flat piece has one pixel in each column, a steep one in each row.
class ColumnSpans {
 public:
  /// Begins a line in an area of this size.
  void reset(int width, int height);
  /// The next point, not left of the one before. A coordinate that is not finite ends the piece.
  void add(double x, double y);
  /// Joins the rows between this line and another: a band.
  void unite(const ColumnSpans& other);
  /// As drawn by a square pen of so many pixels.
  void widen(int pixels);
  /// Leaves out the columns of gaps. `dashes`: lengths of dash and gap in turn, in columns; empty:
  /// a whole line.
  void cut(std::span<const double> dashes);
  /// Each touched pixel once, however often the line passes.
  void paint(const PixelArea& area, const QColor& color) const;
  /// First and last row of a column, both inside the area; empty if first > last.
  std::pair<int, int> rows(int column) const {
    const Span span = m_spans[static_cast<std::size_t>(column)];
    return {std::max(span.first, 0), std::min(span.last, m_height - 1)};
  }
  int columns() const { return static_cast<int>(m_spans.size()); }

 private:
  struct Span {
    std::int32_t first = std::numeric_limits<std::int32_t>::max();
    std::int32_t last = std::numeric_limits<std::int32_t>::min();

    bool isEmpty() const { return first > last; }
    void add(std::int32_t row) {
      first = std::min(first, row);
      last = std::max(last, row);
    }
  };
  void touchPoint(double x, double y);
  void addFlat(double x, double y);
  void addSteep(double x, double y);
  int rowOf(double y) const;
  bool isNear(double y) const;

  std::vector<Span> m_spans;
  std::vector<Span> m_wide;
  int m_height = 0;
  bool m_down = false;  ///< the pen
  double m_x = 0;
  double m_y = 0;
};

/// Opaque lines that lie over each other, painted together strip by strip, so that the pixels stay
/// in the cache. Keeps its memory.
class SpanStack {
 public:
  /// Makes room for so many lines, the first at the bottom, in an area with so many columns.
  void begin(int lines, int columns);
  /// Different lines may be set from different threads.
  void set(int line, const ColumnSpans& spans, const QColor& color);
  /// Strips of columns, side by side; each may be painted from another thread.
  int strips() const { return static_cast<int>(m_strips.size()); }
  void paint(int strip, const PixelArea& area) const;

 private:
  static constexpr int kStrip = 16;  ///< columns, whose spans of one line fill a line of the cache
  struct Rows {
    std::int16_t first;
    std::int16_t last;
  };
  using Strip = std::array<Rows, kStrip>;
  std::vector<std::vector<Strip>> m_strips;  ///< from left to right; in each, one for every line
  std::vector<std::uint32_t> m_colors;
};

}  // namespace nereid::widgets

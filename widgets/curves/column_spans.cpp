// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/column_spans.h"

#include <algorithm>
#include <cmath>

namespace nereid::widgets {

namespace {

// color over what is there, per channel rounded as (a * c + (255 - a) * old) / 255.
std::uint32_t over(std::uint32_t old, std::uint32_t color, std::uint32_t alpha) {
  const auto mix = [&](unsigned shift) {
    const std::uint32_t sum =
        ((color >> shift) & 0xffU) * alpha + ((old >> shift) & 0xffU) * (255U - alpha) + 127U;
    return (sum / 255U) << shift;
  };
  return 0xff000000U | mix(16) | mix(8) | mix(0);
}

// Is this column inside a dash?
class Dashes {
 public:
  explicit Dashes(std::span<const double> lengths) : m_lengths(lengths) {
    for (const double length : lengths) {
      m_period += length;
    }
  }
  bool covers(int column) const {
    double rest = m_period > 0 ? std::fmod(column + 0.5, m_period) : 0;
    for (std::size_t i = 0; i < m_lengths.size(); ++i) {
      if (rest < m_lengths[i]) {
        return i % 2 == 0;
      }
      rest -= m_lengths[i];
    }
    return true;
  }

 private:
  std::span<const double> m_lengths;
  double m_period = 0;
};

// A row as a number with 32 binary places: a step from column to column is one addition.
std::int64_t fixedRow(double y) {
  constexpr double kOne = 4294967296.0;
  return static_cast<std::int64_t>(y * kOne);
}
int wholeRow(std::int64_t fixed) {
  return static_cast<int>(fixed >> 32);
}

}  // namespace

void ColumnSpans::reset(int width, int height) {
  m_spans.assign(static_cast<std::size_t>(std::max(0, width)), Span());
  m_height = height;
  m_down = false;
}

// Far outside is just outside: numbers stay small, and the order of rows does not change.
int ColumnSpans::rowOf(double y) const {
  constexpr double kOutside = 2;
  const double inside = std::min(std::max(y, -kOutside), m_height + kOutside);
  return static_cast<int>(inside + kOutside) - static_cast<int>(kOutside);
}

void ColumnSpans::touchPoint(double x, double y) {
  if (x >= 0 && x < static_cast<double>(m_spans.size())) {
    m_spans[static_cast<std::size_t>(x)].add(rowOf(y));
  }
}

void ColumnSpans::add(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y)) {
    m_down = false;
    return;
  }
  touchPoint(x, y);
  if (m_down && x >= 0 && m_x < static_cast<double>(m_spans.size())) {
    if (std::fabs(y - m_y) <= x - m_x) {
      addFlat(x, y);
    } else {
      addSteep(x, y);
    }
  }
  m_down = true;
  m_x = x;
  m_y = y;
}

// Within what an area may have, so that a row needs no bounds.
bool ColumnSpans::isNear(double y) const {
  return y >= 0 && y < m_height;
}

// One pixel in each column whose middle the piece passes.
void ColumnSpans::addFlat(double x, double y) {
  const double slope = x > m_x ? (y - m_y) / (x - m_x) : 0;
  const auto columns = static_cast<double>(m_spans.size());
  const int first = static_cast<int>(std::lround(std::max(m_x, 0.0)));
  const int last = static_cast<int>(std::lround(std::min(x, columns))) - 1;
  double at = m_y + (first + 0.5 - m_x) * slope;
  if (isNear(m_y) && isNear(y)) {
    const std::int64_t step = fixedRow(slope);
    std::int64_t fixed = fixedRow(at);
    for (int column = first; column <= last; ++column, fixed += step) {
      m_spans[static_cast<std::size_t>(column)].add(wholeRow(fixed));
    }
    return;
  }
  for (int column = first; column <= last; ++column, at += slope) {
    m_spans[static_cast<std::size_t>(column)].add(rowOf(at));
  }
}

// One pixel in each row whose middle the piece passes; they are taken column by column.
void ColumnSpans::addSteep(double x, double y) {
  const auto columns = static_cast<double>(m_spans.size());
  const int first = static_cast<int>(std::max(m_x, 0.0));
  const int last = static_cast<int>(std::min(x, columns - 1));
  const double slope = x > m_x ? (y - m_y) / (x - m_x) : 0;
  // The first row whose middle is at or below the piece, where it enters and leaves a column.
  int from = rowOf((first > m_x ? m_y + (first - m_x) * slope : m_y) + 0.5);
  double at = m_y + (first + 1 - m_x) * slope + 0.5;
  const auto join = [&](int column, int to) {
    if (from != to) {
      Span& span = m_spans[static_cast<std::size_t>(column)];
      span.add(std::min(from, to));
      span.add(std::max(from, to) - 1);
    }
    from = to;
  };
  int column = first;
  // Over more than a column the slope is no more than the height.
  if (last > first + 1 && isNear(m_y) && isNear(y)) {
    const std::int64_t step = fixedRow(slope);
    std::int64_t fixed = fixedRow(at);
    for (; column < last; ++column, fixed += step) {
      join(column, wholeRow(fixed));
    }
    at = m_y + (column + 1 - m_x) * slope + 0.5;
  }
  for (; column <= last; ++column, at += slope) {
    join(column, rowOf(column == last && x < columns ? y + 0.5 : at));
  }
}

void ColumnSpans::unite(const ColumnSpans& other) {
  const std::size_t columns = std::min(m_spans.size(), other.m_spans.size());
  for (std::size_t i = 0; i < columns; ++i) {
    Span& span = m_spans[i];
    const Span& theirs = other.m_spans[i];
    if (span.isEmpty() || theirs.isEmpty()) {
      span = Span();
    } else {
      span = {std::min(span.first, theirs.first), std::max(span.last, theirs.last)};
    }
  }
}

void ColumnSpans::widen(int pixels) {
  const int before = (pixels - 1) / 2;
  const int after = pixels - 1 - before;
  if (pixels <= 1) {
    return;
  }
  m_wide.assign(m_spans.size(), Span());
  const auto columns = static_cast<int>(m_spans.size());
  for (int column = 0; column < columns; ++column) {
    const Span span = m_spans[static_cast<std::size_t>(column)];
    if (span.isEmpty()) {
      continue;
    }
    const int last = std::min(columns - 1, column + after);
    for (int other = std::max(0, column - before); other <= last; ++other) {
      Span& wide = m_wide[static_cast<std::size_t>(other)];
      wide.first = std::min(wide.first, span.first - before);
      wide.last = std::max(wide.last, span.last + after);
    }
  }
  m_spans.swap(m_wide);
}

void ColumnSpans::cut(std::span<const double> dashes) {
  if (dashes.empty()) {
    return;
  }
  const Dashes pattern(dashes);
  for (int column = 0; column < columns(); ++column) {
    if (!pattern.covers(column)) {
      m_spans[static_cast<std::size_t>(column)] = Span();
    }
  }
}

void ColumnSpans::paint(const PixelArea& area, const QColor& color) const {
  const auto alpha = static_cast<std::uint32_t>(color.alpha());
  const std::uint32_t opaque = color.rgb() | 0xff000000U;
  for (int column = 0; column < std::min(area.width, columns()); ++column) {
    const auto [first, last] = rows(column);
    std::uint32_t* pixel = area.pixels + first * area.stride + column;
    for (int row = first; row <= last; ++row, pixel += area.stride) {
      *pixel = over(*pixel, opaque, alpha);
    }
  }
}

void SpanStack::begin(int lines, int columns) {
  m_strips.resize(static_cast<std::size_t>((columns + kStrip - 1) / kStrip));
  for (std::vector<Strip>& strip : m_strips) {
    strip.resize(static_cast<std::size_t>(lines));
  }
  m_colors.resize(static_cast<std::size_t>(lines));
}

void SpanStack::set(int line, const ColumnSpans& spans, const QColor& color) {
  m_colors[static_cast<std::size_t>(line)] = color.rgb() | 0xff000000U;
  int column = 0;
  for (std::vector<Strip>& lines : m_strips) {
    for (Rows& rows : lines[static_cast<std::size_t>(line)]) {
      rows = {1, 0};
      if (column < spans.columns()) {
        const auto [first, last] = spans.rows(column++);
        rows = first > last
                   ? rows
                   : Rows{static_cast<std::int16_t>(first), static_cast<std::int16_t>(last)};
      }
    }
  }
}

void SpanStack::paint(int strip, const PixelArea& area) const {
  const std::vector<Strip>& lines = m_strips[static_cast<std::size_t>(strip)];
  std::uint32_t* const left = area.pixels + static_cast<std::ptrdiff_t>(strip) * kStrip;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const std::uint32_t color = m_colors[line];
    std::uint32_t* column = left;
    for (const Rows& rows : lines[line]) {
      std::uint32_t* pixel = column++ + rows.first * area.stride;
      for (int row = rows.first; row <= rows.last; ++row, pixel += area.stride) {
        *pixel = color;
      }
    }
  }
}

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/comparison/parallel_lines.h"

#include <algorithm>
#include <cmath>

namespace nereid::widgets {

namespace {

constexpr int kShift = 16;  // places across the line are counted in 1/65536 pixels
constexpr std::int64_t kOne = std::int64_t{1} << kShift;

/// `share` of 256.
void blend(QRgb& pixel, QRgb color, std::uint32_t share) {
  // Red and blue at once, then green: eight bits of room between them.
  const std::uint32_t rest = 256 - share;
  const std::uint32_t rb = ((color & 0xff00ffU) * share + (pixel & 0xff00ffU) * rest) >> 8;
  const std::uint32_t g = ((color & 0x00ff00U) * share + (pixel & 0x00ff00U) * rest) >> 8;
  pixel = 0xff000000U | (rb & 0xff00ffU) | (g & 0x00ff00U);
}

std::uint32_t shareOf(std::int64_t covered) {
  return static_cast<std::uint32_t>(covered >> (kShift - 8));
}

}  // namespace

LineRaster::LineRaster(QImage& image)
    : m_bits(reinterpret_cast<QRgb*>(image.bits())),
      m_row(image.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb))),
      m_width(image.width()),
      m_height(image.height()) {}

void LineRaster::draw(QPointF from, QPointF to, QRgb color, double width, double dash) {
  // Along its longer direction a line covers a few pixels of the other one at each step.
  const bool steep = std::fabs(to.y() - from.y()) > std::fabs(to.x() - from.x());
  if (steep) {
    from = from.transposed();
    to = to.transposed();
  }
  if (from.x() > to.x()) {
    std::swap(from, to);
  }
  const double length = to.x() - from.x();
  const double slope = length == 0 ? 0 : (to.y() - from.y()) / length;
  const double stretch = std::sqrt(1 + slope * slope);
  const std::ptrdiff_t along = steep ? m_row : 1;
  const std::ptrdiff_t across = steep ? 1 : m_row;
  const int alongLimit = steep ? m_height : m_width;
  const std::int64_t acrossLimit = steep ? m_width : m_height;
  const int first = std::max(0, static_cast<int>(std::floor(from.x())));
  const int last = std::min(alongLimit - 1, static_cast<int>(std::ceil(to.x())) - 1);
  const auto thick = static_cast<std::int64_t>(width * stretch * kOne);
  const auto step = static_cast<std::int64_t>(slope * kOne);
  auto low =
      static_cast<std::int64_t>((from.y() + slope * (first + 0.5 - from.x())) * kOne) - thick / 2;
  QRgb* place = m_bits + first * along;
  for (int x = first; x <= last; ++x, low += step, place += along) {
    if (dash > 0 && static_cast<int>((x - first) * stretch / dash) % 2 != 0) {
      continue;
    }
    const std::int64_t high = low + thick;
    const std::int64_t begin = low >> kShift;
    const std::int64_t end = (high - 1) >> kShift;
    if (begin < 0 || end >= acrossLimit) {
      continue;
    }
    QRgb* pixel = place + begin * across;
    if (begin == end) {
      blend(*pixel, color, shareOf(thick));
      continue;
    }
    blend(*pixel, color, shareOf(((begin + 1) << kShift) - low));
    for (std::int64_t full = begin + 1; full < end; ++full) {
      pixel += across;
      *pixel = color;
    }
    blend(*(pixel + across), color, shareOf(high - (end << kShift)));
  }
}

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parallel_lines.h"

#include <algorithm>
#include <cmath>

namespace nereid::widgets {

void LineRaster::blend(int x, int y, QRgb color, double coverage) {
  auto* pixel = reinterpret_cast<QRgb*>(m_image.scanLine(y)) + x;
  const auto share = static_cast<std::uint32_t>(coverage * 256);
  if (share >= 256) {
    *pixel = color | 0xff000000U;
    return;
  }
  const QRgb under = *pixel;
  // Red and blue at once, then green: eight bits of room between them.
  const std::uint32_t rb =
      (((color & 0xff00ffU) * share + (under & 0xff00ffU) * (256 - share)) >> 8) & 0xff00ffU;
  const std::uint32_t g =
      (((color & 0xff00U) * share + (under & 0xff00U) * (256 - share)) >> 8) & 0xff00U;
  *pixel = 0xff000000U | rb | g;
}

// One pixel of the longer direction: what lies between low and high of the other one.
void LineRaster::column(int major, double low, double high, QRgb color, bool steep) {
  const int limit = steep ? m_image.width() : m_image.height();
  const int first = std::max(0, static_cast<int>(std::floor(low)));
  const int last = std::min(limit - 1, static_cast<int>(std::ceil(high)) - 1);
  for (int minor = first; minor <= last; ++minor) {
    const double covered = std::min(high, minor + 1.0) - std::max(low, static_cast<double>(minor));
    steep ? blend(minor, major, color, covered) : blend(major, minor, color, covered);
  }
}

void LineRaster::draw(QPointF from, QPointF to, QRgb color, double width, double dash) {
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
  const double half = width * stretch / 2;
  const int limit = steep ? m_image.height() : m_image.width();
  const int first = std::max(0, static_cast<int>(std::floor(from.x())));
  const int last = std::min(limit - 1, static_cast<int>(std::ceil(to.x())) - 1);
  for (int x = first; x <= last; ++x) {
    const double along = x + 0.5 - from.x();
    if (dash > 0 && static_cast<long>(along * stretch / dash) % 2 != 0) {
      continue;
    }
    const double y = from.y() + slope * along;
    column(x, y - half, y + half, color, steep);
  }
}

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
// What ParallelPlot looks like: lines in a cached picture, axes, brushes and marked runs over it.
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_set>

#include "widgets/comparison/parallel_lines.h"
#include "widgets/comparison/parallel_plot.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr int kRampColors = 64;
constexpr double kBrushWidth = 12;
constexpr double kScaleLeft = 6;

struct Stop {
  int r, g, b;
};

// Blue to amber: the pair that all kinds of colour vision tell apart. Each stop has at least 3:1
// against the panel of its theme, which a test computes.
constexpr std::array<Stop, 5> kLightRamp{
    {{28, 40, 110}, {36, 84, 160}, {86, 104, 134}, {152, 104, 52}, {200, 106, 0}}};
constexpr std::array<Stop, 5> kDarkRamp{
    {{86, 120, 232}, {92, 158, 214}, {150, 170, 176}, {206, 182, 110}, {255, 216, 110}}};

std::vector<QColor> rampOf(bool dark) {
  std::vector<QColor> ramp;
  for (int i = 0; i < kRampColors; ++i) {
    ramp.push_back(rampColor(dark, i / (kRampColors - 1.0)));
  }
  return ramp;
}

}  // namespace

QColor rampColor(bool dark, double place) {
  const auto& stops = dark ? kDarkRamp : kLightRamp;
  const double at = std::clamp(place, 0.0, 1.0) * (stops.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const double share = at - static_cast<double>(low);
  const Stop &a = stops[low], &b = stops[low + 1];
  const auto mix = [share](int x, int y) {
    return static_cast<int>(std::lround(x + share * (y - x)));
  };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

QColor ParallelPlot::lineColor(std::size_t run) const {
  static const std::vector<QColor> ramps[] = {rampOf(false), rampOf(true)};
  const double place =
      m_colorAxis < 0 ? std::nan("") : m_state.position(run, static_cast<std::size_t>(m_colorAxis));
  if (std::isnan(place)) {
    return theme().color(Role::kSecondary);
  }
  const double at = std::clamp(place, 0.0, 1.0) * (kRampColors - 1);
  return ramps[theme().isDark() ? 1 : 0][static_cast<std::size_t>(std::lround(at))];
}

std::vector<QPointF> ParallelPlot::lineOf(std::size_t run) const {
  std::vector<QPointF> points;
  for (std::size_t k = 0; k < m_state.axes().size(); ++k) {
    points.emplace_back(axisX(static_cast<int>(k)), yOf(m_state.position(run, k)));
  }
  return points;
}

std::vector<ParallelPlot::Line> ParallelPlot::linesInOrder() const {
  std::vector<Line> lines;
  const auto axis = static_cast<std::size_t>(std::max(0, m_colorAxis));
  for (std::size_t i = 0; i < m_state.runs().size(); ++i) {
    const bool passes = m_state.passes(i);
    // Runs without the metric are told from the others by their dashes.
    const bool isDashed = passes && (m_colorAxis < 0 || std::isnan(m_state.position(i, axis)));
    lines.push_back({i, passes, isDashed, passes ? lineColor(i) : theme().color(Role::kLine)});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.passes < b.passes; });
  return lines;
}

void ParallelPlot::drawLines() {
  const double scale = devicePixelRatioF();
  m_lines = QImage((QSizeF(size()) * scale).toSize(), QImage::Format_RGB32);
  m_lines.fill(theme().color(Role::kPanel));
  LineRaster raster(m_lines);
  std::vector<double> x;
  for (std::size_t k = 0; k < m_state.axes().size(); ++k) {
    x.push_back(axisX(static_cast<int>(k)) * scale);
  }
  const std::vector<Line> lines = linesInOrder();
  // Runs that agree in two settings lie on one line there: only the last of them is seen.
  std::vector<std::uint8_t> isHidden(lines.size() * x.size());
  std::unordered_set<std::uint64_t> seen;
  for (std::size_t k = 1; k < x.size(); ++k) {
    seen.clear();
    for (std::size_t i = lines.size(); i-- > 0;) {
      const auto left = std::llround(4 * yOf(m_state.position(lines[i].run, k - 1)));
      const auto right = std::llround(4 * yOf(m_state.position(lines[i].run, k)));
      const auto key = static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
      isHidden[i * x.size() + k] = !seen.insert(key).second;
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const QRgb color = line.color.rgb();
    for (std::size_t k = 1; k < x.size(); ++k) {
      if (isHidden[i * x.size() + k]) {
        continue;
      }
      raster.draw({x[k - 1], yOf(m_state.position(line.run, k - 1)) * scale},
                  {x[k], yOf(m_state.position(line.run, k)) * scale}, color, scale,
                  line.isDashed ? 5 * scale : 0);
    }
  }
  m_lines.setDevicePixelRatio(scale);
}

// For files: as vectors where they are.
void ParallelPlot::printLines(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Line& line : linesInOrder()) {
    QPen pen(line.color, 1);
    if (line.isDashed) {
      pen.setDashPattern({5, 5});
    }
    painter.setPen(pen);
    const std::vector<QPointF> points = lineOf(line.run);
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
  }
}

void ParallelPlot::paintAxis(QPainter& painter, int axis) {
  const double x = axisX(axis);
  const ParallelAxis& one = m_state.axes()[static_cast<std::size_t>(axis)];
  painter.setRenderHint(QPainter::Antialiasing, false);
  const bool focused = hasFocus() && axis == m_focus;
  painter.setPen(QPen(theme().color(focused ? Role::kAccent : Role::kSecondary), focused ? 2 : 1));
  painter.drawLine(QPointF(x, yOf(0)), QPointF(x, yOf(1)));
  painter.setFont(theme().smallFont());
  const QFontMetrics metrics(theme().smallFont());
  const double room = axis + 1 < static_cast<int>(m_state.axes().size()) ? axisX(axis + 1) - x - 14
                                                                         : width() - x - 8;
  double free = yOf(0) + metrics.height();  // bottom up: a label needs its height
  for (const ParallelAxis::Tick& tick : one.ticks) {
    if (tick.position < -1e-9 || tick.position > 1 + 1e-9) {
      continue;
    }
    const double y = yOf(tick.position);
    painter.setPen(theme().color(Role::kSecondary));
    painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
    if (y > free - metrics.height() + 2 && free <= yOf(0)) {
      continue;
    }
    free = y;
    const bool isNumber = one.scale != ParallelAxis::Scale::kCategories;
    const QString label =
        isNumber ? tick.text
                 : metrics.elidedText(tick.text, Qt::ElideMiddle, static_cast<int>(room));
    const QRectF box(x + 7, y - metrics.height() / 2.0, metrics.horizontalAdvance(label) + 4,
                     metrics.height());
    // Lines run through here; a plate keeps the letters readable.
    QColor plate = theme().color(Role::kPanel);
    plate.setAlpha(225);
    painter.fillRect(box.adjusted(-2, 0, 1, 0), plate);
    painter.setPen(theme().color(Role::kText));
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, label);
  }
}

// The section of a setting above its name, which would not fit beside it.
void ParallelPlot::paintTitle(QPainter& painter, int axis, bool forPrint) {
  const ParallelAxis& one = m_state.axes()[static_cast<std::size_t>(axis)];
  const QRectF box = titleBox(axis);
  const QFontMetrics metrics(theme().smallFont());
  QString name = one.column.title();
  QString above;
  if (one.column.kind == RunColumn::Kind::kSetting && name.contains(QLatin1Char('.'))) {
    above = name.section(QLatin1Char('.'), 0, -2);
    name = name.section(QLatin1Char('.'), -1);
  }
  if (one.scale == ParallelAxis::Scale::kLog) {
    above = above.isEmpty() ? tr("log") : tr("%1 \u00B7 log").arg(above);
  }
  const int room = static_cast<int>(box.width()) - 4;
  const QString shown = metrics.elidedText(name, Qt::ElideMiddle, room);
  painter.setFont(theme().smallFont());
  if (!forPrint && hasFocus() && axis == m_focus) {
    const double half = metrics.horizontalAdvance(shown) / 2.0 + 5;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().color(Role::kAccent), 1));
    painter.drawRect(QRectF(box.center().x() - half, box.bottom() - metrics.height() - 1, 2 * half,
                            metrics.height() + 1));
  }
  painter.setPen(theme().color(Role::kSecondary));
  painter.drawText(box, Qt::AlignTop | Qt::AlignHCenter,
                   metrics.elidedText(above, Qt::ElideMiddle, room));
  painter.setPen(theme().color(Role::kText));
  painter.drawText(box, Qt::AlignBottom | Qt::AlignHCenter, shown);
}

void ParallelPlot::paintBrush(QPainter& painter, int axis) {
  const auto range = m_state.brush(axis);
  if (!range) {
    return;
  }
  const double x = axisX(axis);
  const double top = yOf(std::min(range->second, 1.0)), bottom = yOf(std::max(range->first, 0.0));
  QColor fill = theme().color(Role::kAccent);
  fill.setAlpha(60);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(QRectF(x - kBrushWidth / 2, top, kBrushWidth, bottom - top), fill);
  painter.setPen(QPen(theme().color(Role::kAccent), 2));
  painter.drawLine(QPointF(x - kBrushWidth / 2, top), QPointF(x + kBrushWidth / 2, top));
  painter.drawLine(QPointF(x - kBrushWidth / 2, bottom), QPointF(x + kBrushWidth / 2, bottom));
}

// Chosen and hovered runs, with their names at the last axis.
void ParallelPlot::paintMarked(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  const auto draw = [&](std::size_t run, double pen) {
    const std::vector<QPointF> points = lineOf(run);
    painter.setPen(
        QPen(theme().color(Role::kPanel), pen + 2.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    painter.setPen(QPen(lineColor(run), pen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    painter.setBrush(lineColor(run));
    painter.setPen(Qt::NoPen);
    for (const QPointF& point : points) {
      painter.drawEllipse(point, pen + 0.7, pen + 0.7);
    }
    painter.setBrush(Qt::NoBrush);
  };
  for (std::size_t i = 0; i < m_state.runs().size(); ++i) {
    if (m_chosen.contains(m_state.runs()[i]->dir) && m_state.passes(i)) {
      draw(i, 2);
    }
  }
  if (m_hovered) {
    draw(*m_hovered, 3);
  }
}

// What the colours mean, below on the left, and what the lane of missing values is.
void ParallelPlot::paintScale(QPainter& painter) {
  const int axis = m_colorAxis;
  const QFontMetrics metrics(theme().smallFont());
  painter.setFont(theme().smallFont());
  const double row = height() - metrics.height() - 5.0;
  if (axis < 0) {
    return;
  }
  const ParallelAxis& one = m_state.axes()[static_cast<std::size_t>(axis)];
  const QString low = one.valueText(0), high = one.valueText(1);
  const QString name = one.column.title();
  constexpr double kBar = 120;
  double x = kScaleLeft;  // where a wide plot that is scrolled begins
  painter.setPen(theme().color(Role::kText));
  painter.drawText(QPointF(x, row + metrics.ascent()), name);
  x += metrics.horizontalAdvance(name) + 10;
  painter.setPen(theme().color(Role::kSecondary));
  painter.drawText(QPointF(x, row + metrics.ascent()), low);
  x += metrics.horizontalAdvance(low) + 6;
  for (int i = 0; i < kRampColors; ++i) {
    const double step = kBar / kRampColors;
    painter.fillRect(QRectF(x + i * step, row + 3, step + 0.5, metrics.height() - 6),
                     rampColor(theme().isDark(), i / (kRampColors - 1.0)));
  }
  x += kBar + 6;
  painter.drawText(QPointF(x, row + metrics.ascent()), high);
}

void ParallelPlot::paintAxes(QPainter& painter, bool forPrint) {
  bool anyMissing = false;
  for (std::size_t k = 0; k < m_state.axes().size(); ++k) {
    const int axis = static_cast<int>(k);
    paintAxis(painter, axis);
    paintTitle(painter, axis, forPrint);
    paintBrush(painter, axis);
    bool isMissingHere = false;
    for (std::size_t i = 0; i < m_state.runs().size() && !isMissingHere; ++i) {
      isMissingHere = std::isnan(m_state.position(i, k));
    }
    if (isMissingHere) {
      // Missing values have a mark of their own, apart from the axis.
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(QPen(theme().color(Role::kSecondary), 1));
      painter.setBrush(theme().color(Role::kPanel));
      painter.drawEllipse(QPointF(axisX(axis), yOf(std::nan(""))), 3.5, 3.5);
      painter.setBrush(Qt::NoBrush);
      anyMissing = true;
    }
  }
  if (anyMissing) {
    const QFontMetrics metrics(theme().smallFont());
    painter.setPen(theme().color(Role::kSecondary));
    painter.setFont(theme().smallFont());
    painter.drawText(QPointF(6, yOf(std::nan("")) + metrics.ascent() / 2.0 - 1), tr("missing"));
  }
}

void ParallelPlot::paintAll(QPainter& painter, bool forPrint) {
  painter.fillRect(rect(), theme().color(Role::kPanel));
  if (m_state.axes().empty()) {
    painter.setPen(theme().color(Role::kSecondary));
    painter.setFont(theme().textFont());
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("No axes yet. Settings in which the runs differ and the columns of the "
                        "table appear here."));
    return;
  }
  if (forPrint) {
    printLines(painter);
  } else {
    if (m_lines.isNull() || m_lines.devicePixelRatio() != devicePixelRatioF()) {
      drawLines();
    }
    painter.drawImage(0, 0, m_lines);
  }
  paintMarked(painter);
  paintAxes(painter, forPrint);
  paintScale(painter);
}

void ParallelPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paintAll(painter, false);
}

}  // namespace nereid::widgets

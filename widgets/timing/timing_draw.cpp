// SPDX-License-Identifier: GPL-3.0-or-later
// What TimingPlots draws into its four plots.
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/look/theme.h"
#include "widgets/timing/timing_plots.h"
#include "widgets/timing/timing_title.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr double kFloorShare = 0.5;  // of the least sample, above which the floor is in the picture

QColor sideColor(bool ours) {
  return theme().series(ours ? 0 : 1);
}

QColor pale(QColor color, float alpha) {
  color.setAlphaF(alpha);
  return color;
}

// Lowest and highest of some values, with room around them.
QCPRange roomFor(double low, double high, double share = 0.08) {
  const double room = high > low ? (high - low) * share : std::max(1e-3, std::abs(low) * share);
  return {low - room, high + room};
}

}  // namespace

// Which unit is which: every other one is tinted.
void TimingPlots::drawBands() {
  const double low = y(kSamples)->range().lower, high = y(kSamples)->range().upper;
  for (std::size_t i = 0; i < m_timing.blocks.size(); ++i) {
    if (m_timing.blocks[i].unit % 2 == 0) continue;
    addBand(kSamples, static_cast<double>(i), low, static_cast<double>(i + 1), high,
            theme().color(Role::kSoft));
  }
}

// Beside each other the names of the axes have no room; the titles say enough.
void TimingPlots::setLabel(Part part, const QString& text) {
  x(part)->setLabel(isRow() ? QString() : text);
  for (QCPAxis* axis : {x(part), y(part)}) axis->ticker()->setTickCount(isRow() ? 3 : 4);
}

void TimingPlots::drawSamples() {
  m_points.clear();
  const auto side = [](bool ours) { return ours ? tr("candidate") : tr("eager PyTorch"); };
  for (std::size_t i = 0; i < m_timing.blocks.size(); ++i) {
    const verify::TimingBlock& block = m_timing.blocks[i];
    const auto count = static_cast<double>(block.us.size());
    for (std::size_t k = 0; k < block.us.size(); ++k) {
      QString text = tr("%1: %2 \u00B5s\nunit %3, block %4")
                         .arg(side(block.is_candidate), formatNumber(block.us[k], 4))
                         .arg(block.unit + 1)
                         .arg(i + 1);
      if (block.at_ms > 0) text += tr(", after %1").arg(formatDuration(block.at_ms));
      if (block.sm_mhz > 0)
        text += tr("\nSM clock %1 MHz").arg(formatCount(std::llround(block.sm_mhz)));
      if (block.repeated) text += tr("\nnot counted: the clock had moved");
      m_points.push_back({static_cast<double>(i) + (static_cast<double>(k) + 0.5) / count,
                          block.us[k], block.is_candidate, block.repeated, text});
    }
  }
  if (m_timing.blocks.empty()) {
    for (const bool ours : {true, false}) {
      const auto& samples = ours ? m_timing.candidate_samples_us : m_timing.reference_samples_us;
      for (std::size_t k = 0; k < samples.size(); ++k) {
        m_points.push_back({static_cast<double>(k) + 0.5, samples[k], ours, false,
                            tr("%1: %2 \u00B5s\nsample %3")
                                .arg(side(ours), formatNumber(samples[k], 4))
                                .arg(k + 1)});
      }
    }
  }
  m_cells[kSamples].title->setText(
      isRow()
          ? tr("\u25CF candidate  \u25A1 eager \u00B7 \u00B5s")
          : tr("\u25CF candidate   \u25A1 eager PyTorch   \u2715 not counted \u00B7 \u00B5s per "
               "call"));
  setLabel(kSamples, m_timing.blocks.empty() ? tr("sample") : tr("block, in order"));
  double low = m_timing.candidate.median_us, high = low, right = 1;
  low = std::min(low, m_timing.reference.median_us);
  high = std::max(high, m_timing.reference.median_us);
  for (const Point& point : m_points) {
    low = std::min(low, point.y);
    high = std::max(high, point.y);
    right = std::max(right, std::ceil(point.x));
  }
  const double floor = condition(m_timing, "floor_us").value_or(0);
  const bool hasFloor = floor > 0 && floor > kFloorShare * low;
  if (hasFloor) low = std::min(low, floor);
  y(kSamples)->setRange(roomFor(low, high));
  x(kSamples)->setRange(0, right);
  drawBands();
  for (const bool ours : {true, false}) {
    const verify::TimingEstimate& estimate = ours ? m_timing.candidate : m_timing.reference;
    addBand(kSamples, 0, estimate.low_us, right, estimate.high_us, pale(sideColor(ours), 0.25F));
    QPen pen(sideColor(ours), 1);
    if (!ours) pen.setStyle(Qt::DashLine);
    addLine(kSamples, 0, estimate.median_us, right, estimate.median_us, pen);
  }
  if (hasFloor) {
    addLine(kSamples, 0, floor, right, floor,
            QPen(theme().color(Role::kSecondary), 1, Qt::DotLine));
    addText(kSamples, tr("floor"), {0.99, 0}, floor, Qt::AlignRight | Qt::AlignBottom);
  }
  struct Style {
    QCPScatterStyle::ScatterShape shape;
    QColor color;
    bool filled;
  };
  const Style styles[] = {{QCPScatterStyle::ssDisc, sideColor(true), true},
                          {QCPScatterStyle::ssSquare, sideColor(false), false},
                          {QCPScatterStyle::ssCross, theme().color(Role::kWarning), false}};
  for (int kind = 0; kind < 3; ++kind) {
    QVector<double> xs, ys;
    for (const Point& point : m_points) {
      if (kind != (point.repeated ? 2 : point.ours ? 0 : 1)) continue;
      xs << point.x;
      ys << point.y;
    }
    QCPGraph* graph = addGraph(x(kSamples), y(kSamples));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(
        styles[kind].shape, QPen(styles[kind].color, 1.3),
        styles[kind].filled ? QBrush(styles[kind].color) : QBrush(Qt::NoBrush), kind == 2 ? 7 : 5));
    graph->setData(xs, ys, true);
  }
}

void TimingPlots::drawDistribution() {
  m_cells[kDistribution].title->setText(
      isRow() ? tr("samples up to \u00B5s \u00B7 %")
              : tr("share of samples that take at most so long \u00B7 %"));
  setLabel(kDistribution, tr("\u00B5s"));
  double low = std::numeric_limits<double>::max(), high = 0;
  for (const bool ours : {true, false}) {
    const auto& samples = ours ? m_timing.candidate_samples_us : m_timing.reference_samples_us;
    for (const double us : samples) {
      low = std::min(low, us);
      high = std::max(high, us);
    }
  }
  if (high <= 0) low = 0, high = 1;
  const QCPRange range = roomFor(low, high);
  for (const bool ours : {true, false}) {
    std::vector<double> sorted =
        ours ? m_timing.candidate_samples_us : m_timing.reference_samples_us;
    std::sort(sorted.begin(), sorted.end());
    QVector<double> xs{range.lower}, ys{0};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      xs << sorted[i];
      ys << 100.0 * static_cast<double>(i + 1) / static_cast<double>(sorted.size());
    }
    xs << range.upper;
    ys << ys.last();
    QCPGraph* graph = addGraph(x(kDistribution), y(kDistribution));
    graph->setLineStyle(QCPGraph::lsStepLeft);
    QPen pen(sideColor(ours), 1.8);
    if (!ours) pen.setDashPattern({4, 2});
    graph->setPen(pen);
    graph->setAdaptiveSampling(false);
    graph->setData(xs, ys, true);
  }
  x(kDistribution)->setRange(range);
  y(kDistribution)->setRange(0, 104);
}

void TimingPlots::drawSpeedups() {
  const std::vector<SpeedupBar> bars = speedupBars(m_timing);
  const double within = sameWithin(m_timing);
  m_cells[kSpeedups].title->setText(
      isRow() ? tr("speedup")
              : tr("speedup \u00B7 shaded: the same (%1 to %2)")
                    .arg(formatFixed(1 - within, 3), formatFixed(1 + within, 3)));
  setLabel(kSpeedups, tr("time of the baseline / time of the candidate"));
  const auto count = static_cast<double>(bars.size());
  double low = 1 - within, high = 1 + within;
  for (const SpeedupBar& bar : bars) {
    low = std::min(low, bar.low);
    high = std::max(high, bar.high);
  }
  x(kSpeedups)->setRange(roomFor(low, high));
  y(kSpeedups)->setRange(0, count);
  y(kSpeedups)->setTicks(false);
  y(kSpeedups)->grid()->setVisible(false);
  addBand(kSpeedups, 1 - within, 0, 1 + within, count, theme().color(Role::kSoft));
  for (const double bound : {1 - within, 1 + within})
    addLine(kSpeedups, bound, 0, bound, count,
            QPen(theme().color(Role::kSecondary), 1, Qt::DashLine));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const SpeedupBar& bar = bars[i];
    const double row = count - static_cast<double>(i) - 0.7;
    const QColor color = theme().color(bar.decides ? Role::kAccent : Role::kSecondary);
    addLine(kSpeedups, bar.low, row, bar.high, row, QPen(color, bar.decides ? 3 : 2));
    QCPGraph* graph = addGraph(x(kSpeedups), y(kSpeedups));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(color, 1.5),
                                           QBrush(theme().color(Role::kPanel)), 8));
    graph->setData({bar.value}, {row});
    addText(kSpeedups,
            isRow() ? bar.name : tr("%1  %2\u00D7").arg(bar.name, formatFixed(bar.value, 3)),
            {0.01, 0}, row + 0.2, Qt::AlignLeft | Qt::AlignBottom);
  }
}

void TimingPlots::drawClocks() {
  QVector<double> xs, ys, again, againAt;
  double low = std::numeric_limits<double>::max(), high = 0;
  for (std::size_t i = 0; i < m_timing.blocks.size(); ++i) {
    const verify::TimingBlock& block = m_timing.blocks[i];
    if (block.sm_mhz <= 0) continue;
    (block.repeated ? againAt : xs) << static_cast<double>(i) + 0.5;
    (block.repeated ? again : ys) << block.sm_mhz;
    low = std::min(low, block.sm_mhz);
    high = std::max(high, block.sm_mhz);
  }
  const double right = std::max(1.0, static_cast<double>(m_timing.blocks.size()));
  QCPAxis* heatAxis = m_cells[kClocks].rect->axis(QCPAxis::atRight);
  const bool hasHeat = !m_timing.readings.empty() && m_timing.readings.front().temperature_c > 0;
  heatAxis->setVisible(hasHeat);
  heatAxis->setTickLabels(hasHeat);
  setLabel(kClocks, m_timing.blocks.empty() ? QString() : tr("block, in order"));
  x(kClocks)->setRange(0, right);
  QString title = tr("\u25CF SM clock, MHz");
  if (hasHeat)
    title += isRow() ? tr("  \u25C7 \u00B0C") : tr("   \u25C7 temperature, \u00B0C (right)");
  if (!isRow() && !m_timing.readings.empty() && m_timing.readings.back().memory_mhz > 0) {
    title +=
        tr("   memory %1 MHz").arg(formatCount(std::llround(m_timing.readings.back().memory_mhz)));
  }
  m_cells[kClocks].title->setText(title);
  if (high <= 0) {
    y(kClocks)->setRange(0, 1);
    y(kClocks)->setTicks(false);
    addText(kClocks, isRow() ? tr("not recorded") : tr("No clocks were recorded."), {0.5, 0.5},
            std::numeric_limits<double>::quiet_NaN(), Qt::AlignCenter);
    return;
  }
  y(kClocks)->setTicks(true);
  // A change of a percent is to be seen as that: the axis spans at least a tenth.
  const double middle = (low + high) / 2;
  y(kClocks)->setRange(roomFor(std::min(low, 0.96 * middle), std::max(high, 1.04 * middle)));
  QCPGraph* clock = addGraph(x(kClocks), y(kClocks));
  clock->setPen(QPen(pale(theme().series(2), 0.6F), 1));
  clock->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(theme().series(2), 1),
                                         QBrush(theme().series(2)), 5));
  clock->setData(xs, ys, true);
  QCPGraph* moved = addGraph(x(kClocks), y(kClocks));
  moved->setLineStyle(QCPGraph::lsNone);
  moved->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCross,
                                         QPen(theme().color(Role::kWarning), 1.5), Qt::NoBrush, 7));
  moved->setData(againAt, again, true);
  if (!hasHeat) return;
  const verify::GpuReading& first = m_timing.readings.front();
  const verify::GpuReading& last = m_timing.readings.back();
  QCPGraph* heat = addGraph(x(kClocks), heatAxis);
  heat->setPen(QPen(theme().color(Role::kSecondary), 1, Qt::DashLine));
  heat->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond,
                                        QPen(theme().color(Role::kSecondary), 1.3),
                                        QBrush(theme().color(Role::kPanel)), 8));
  heat->setData({0.02 * right, 0.98 * right}, {first.temperature_c, last.temperature_c}, true);
  auto ticker = QSharedPointer<QCPAxisTickerFixed>::create();
  ticker->setTickStep(isRow() ? 5 : 2);
  heatAxis->setTicker(ticker);
  heatAxis->setRange(std::min(first.temperature_c, last.temperature_c) - 5,
                     std::max(first.temperature_c, last.temperature_c) + 5);
}

}  // namespace nereid::widgets

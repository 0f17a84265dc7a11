// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timing/timing_plots.h"

#include <QMouseEvent>
#include <QToolTip>
#include <cmath>

#include "widgets/look/theme.h"
#include "widgets/timing/timing_title.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kLowHeight = 330;    // below it all four stand in one row
constexpr int kNarrowWidth = 460;  // below it they stand in one column, where there is the height
constexpr double kReach = 9;       // pixels between pointer and sample

}  // namespace

TimingPlots::TimingPlots(QWidget* parent) : QCustomPlot(parent) {
  setAccessibleName(tr("Plots of the timing"));
  setAccessibleDescription(
      tr("Samples by block, distributions, speedups and clocks; the table holds the numbers."));
  setMouseTracking(true);
  setAutoAddPlottableToLegend(false);
  setMinimumSize(240, 110);
  plotLayout()->clear();
  plotLayout()->setRowSpacing(0);
  plotLayout()->setColumnSpacing(4);
  for (Cell& cell : m_cells) {
    cell.grid = new QCPLayoutGrid;
    cell.title = new Title(this);
    cell.rect = new QCPAxisRect(this);
    cell.grid->setRowSpacing(0);
    cell.grid->addElement(0, 0, cell.title);
    cell.grid->addElement(1, 0, cell.rect);
    cell.rect->setMinimumMargins(QMargins(6, 4, 8, 4));
    for (QCPAxis* axis : cell.rect->axes()) {
      axis->setLayer(QStringLiteral("axes"));
      axis->grid()->setLayer(QStringLiteral("grid"));
      axis->setTickLength(0, 0);
      axis->setSubTicks(false);
      axis->setTickLabelPadding(4);
      axis->ticker()->setTickCount(4);
    }
  }
  arrange(2);
  connect(&theme(), &Theme::themeChanged, this, [this] { redraw(); });
}

int TimingPlots::fittingColumns(QSize size) const {
  if (size.height() < kLowHeight) return kParts;
  return size.width() < kNarrowWidth && size.height() > 2 * kLowHeight ? 1 : 2;
}

void TimingPlots::arrange(int columns) {
  if (columns == m_columns) return;
  m_columns = columns;
  for (const Cell& cell : m_cells) {
    if (cell.grid->layout() == plotLayout()) plotLayout()->take(cell.grid);
  }
  plotLayout()->simplify();
  // Samples and clocks have the same axis: they stand in one column where there are two.
  constexpr std::array<Part, kParts> kByTwo = {kSamples, kDistribution, kClocks, kSpeedups};
  constexpr std::array<Part, kParts> kInRow = {kSamples, kDistribution, kSpeedups, kClocks};
  const auto& order = columns == 2 ? kByTwo : kInRow;
  for (int i = 0; i < kParts; ++i) {
    plotLayout()->addElement(
        i / columns, i % columns,
        m_cells[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])].grid);
  }
  for (int row = 0; row < plotLayout()->rowCount(); ++row)
    plotLayout()->setRowStretchFactor(row, columns == 2 && row == 0 ? 3 : 2);
  for (int column = 0; column < plotLayout()->columnCount(); ++column)
    plotLayout()->setColumnStretchFactor(column, column == 0 ? 3 : 2);
}

void TimingPlots::restyle() {
  const QColor line = theme().color(Role::kLine);
  setBackground(theme().color(Role::kPanel));
  for (const Cell& cell : m_cells) {
    for (QCPAxis* axis : cell.rect->axes()) {
      axis->setBasePen(QPen(line, 1));
      axis->setTickPen(Qt::NoPen);
      axis->setTickLabelColor(theme().color(Role::kSecondary));
      axis->setTickLabelFont(theme().smallFont());
      axis->setLabelColor(theme().color(Role::kSecondary));
      axis->setLabelFont(theme().smallFont());
      axis->setLabelPadding(1);
      axis->grid()->setPen(QPen(line, 1));
      axis->grid()->setZeroLinePen(QPen(line, 1));
    }
    cell.rect->axis(QCPAxis::atBottom)->grid()->setVisible(false);
  }
}

void TimingPlots::setTiming(const verify::Timing& timing) {
  m_timing = timing;
  m_timing.blocks = timingBlocks(timing);
  redraw();
}

void TimingPlots::redraw() {
  clearPlottables();
  clearItems();
  restyle();
  drawSamples();
  drawDistribution();
  drawSpeedups();
  drawClocks();
  replot(rpQueuedReplot);
}

void TimingPlots::addLine(Part part, double x0, double y0, double x1, double y1, const QPen& pen) {
  auto* line = new QCPItemLine(this);
  line->setClipAxisRect(m_cells[part].rect);
  for (QCPItemPosition* end : {line->start, line->end}) end->setAxes(x(part), y(part));
  line->start->setCoords(x0, y0);
  line->end->setCoords(x1, y1);
  line->setPen(pen);
}

void TimingPlots::addBand(Part part, double x0, double y0, double x1, double y1,
                          const QColor& color) {
  auto* band = new QCPItemRect(this);
  band->setLayer(QStringLiteral("grid"));
  band->setClipAxisRect(m_cells[part].rect);
  for (QCPItemPosition* corner : {band->topLeft, band->bottomRight})
    corner->setAxes(x(part), y(part));
  band->topLeft->setCoords(x0, y1);
  band->bottomRight->setCoords(x1, y0);
  band->setPen(Qt::NoPen);
  band->setBrush(color);
}

// `ratio`: across the plot, and down it where `y` is not a number.
void TimingPlots::addText(Part part, const QString& text, QPointF ratio, double at,
                          Qt::Alignment alignment) {
  auto* item = new QCPItemText(this);
  item->setClipAxisRect(m_cells[part].rect);
  item->position->setAxisRect(m_cells[part].rect);
  item->position->setAxes(x(part), y(part));
  item->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  item->position->setTypeY(std::isnan(at) ? QCPItemPosition::ptAxisRectRatio
                                          : QCPItemPosition::ptPlotCoords);
  item->position->setCoords(ratio.x(), std::isnan(at) ? ratio.y() : at);
  item->setPositionAlignment(alignment);
  item->setText(text);
  item->setFont(theme().smallFont());
  item->setColor(theme().color(Role::kText));
  QColor ground = theme().color(Role::kPanel);  // lines behind it do not strike it out
  ground.setAlphaF(0.85F);
  item->setBrush(ground);
}

std::array<int, 3> TimingPlots::pointCounts() const {
  std::array<int, 3> counts{};
  for (const Point& point : m_points) ++counts[point.repeated ? 2 : point.ours ? 0 : 1];
  return counts;
}

std::optional<QPointF> TimingPlots::placeOfSample(int index) const {
  if (index < 0 || index >= static_cast<int>(m_points.size())) return std::nullopt;
  const Point& point = m_points[static_cast<std::size_t>(index)];
  return QPointF(x(kSamples)->coordToPixel(point.x), y(kSamples)->coordToPixel(point.y));
}

QString TimingPlots::textAt(QPointF place) const {
  const Point* nearest = nullptr;
  double least = kReach;
  for (const Point& point : m_points) {
    const QPointF there(x(kSamples)->coordToPixel(point.x), y(kSamples)->coordToPixel(point.y));
    const double distance = std::hypot(there.x() - place.x(), there.y() - place.y());
    if (distance < least) {
      least = distance;
      nearest = &point;
    }
  }
  return nearest == nullptr ? QString() : nearest->text;
}

void TimingPlots::mouseMoveEvent(QMouseEvent* event) {
  QCustomPlot::mouseMoveEvent(event);
  QToolTip::showText(event->globalPosition().toPoint(), textAt(event->position()), this);
}

void TimingPlots::resizeEvent(QResizeEvent* event) {
  const int before = m_columns;
  arrange(fittingColumns(event->size()));
  if (m_columns != before) redraw();
  QCustomPlot::resizeEvent(event);
}

void TimingPlots::paintPicture(QCPPainter& painter, QSize size) {
  const int before = m_columns;
  arrange(2);
  redraw();
  toPainter(&painter, size.width(), size.height());
  arrange(before);
  redraw();
}

}  // namespace nereid::widgets

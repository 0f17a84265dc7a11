// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/funnel/funnel_chart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/funnel/funnel_words.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using record::FunnelBin;
using verify::Stage;

constexpr int kAreas = verify::kStageCount + 1;

// Top edge of an area as a share: everything up to and with this stage.
double topOf(const FunnelBin& bin, int stage) {
  std::int64_t sum = 0;
  for (int s = 0; s <= stage; ++s) sum += bin.furthest[static_cast<std::size_t>(s)];
  return static_cast<double>(sum) / static_cast<double>(bin.total);
}

double shareOf(const FunnelBin& bin, int stage) {
  return static_cast<double>(bin.furthest[static_cast<std::size_t>(stage)]) /
         static_cast<double>(bin.total);
}

// 1, 2 or 5 times a power of ten, so that about `most` ticks fit.
double tickStep(double span, double most) {
  const double raw = std::max(1.0, span / std::max(1.0, most));
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw) return factor * power;
  }
  return 10 * power;
}

}  // namespace

FunnelChart::FunnelChart(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Furthest stage passed, by step"));
  setAccessibleDescription(
      tr("Left and Right move the step, with Shift they choose a range, Escape takes it away. The "
         "table holds the numbers of the range."));
  connect(&theme(), &Theme::themeChanged, this, qOverload<>(&QWidget::update));
}

QSize FunnelChart::minimumSizeHint() const {
  return {200, 4 * theme().rowHeight()};
}

void FunnelChart::setBins(std::vector<FunnelBin> bins, Range steps) {
  m_bins = std::move(bins);
  m_steps = {steps.first, std::max(steps.second, steps.first + 1)};
  update();
}

void FunnelChart::setPhases(std::vector<record::RunPhase> phases) {
  m_phases = std::move(phases);
  update();
}

void FunnelChart::setRange(std::optional<Range> range) {
  m_range = range;
  if (!range) m_anchor.reset();
  update();
}

void FunnelChart::setCursorStep(std::optional<double> step) {
  m_cursor = step;
  update();
}

QRectF FunnelChart::plotRect() const {
  const QFontMetricsF metrics(theme().smallFont());
  const double left = metrics.horizontalAdvance(QStringLiteral("100 %")) + 16;
  const double top = m_phases.empty() ? 8 : metrics.height() + 6;  // names of phases stand above
  return QRectF(left, top, width() - left - 14, height() - top - metrics.height() - 8);
}

double FunnelChart::xOf(double step) const {
  const QRectF plot = plotRect();
  return plot.left() + (step - m_steps.first) / (m_steps.second - m_steps.first) * plot.width();
}

double FunnelChart::stepAt(double x) const {
  const QRectF plot = plotRect();
  return m_steps.first +
         (x - plot.left()) / std::max(1.0, plot.width()) * (m_steps.second - m_steps.first);
}

double FunnelChart::clamped(double step) const {
  return std::clamp(std::round(step), m_steps.first, m_steps.second);
}

double FunnelChart::centre(const FunnelBin& bin) const {
  const auto middle = static_cast<double>(bin.first_step + bin.last_step) / 2;
  return std::clamp(middle, m_steps.first, m_steps.second);
}

const FunnelBin* FunnelChart::binAt(double step) const {
  const FunnelBin* best = nullptr;
  for (const FunnelBin& bin : m_bins) {
    if (best == nullptr || std::fabs(centre(bin) - step) < std::fabs(centre(*best) - step)) {
      best = &bin;
    }
  }
  return best;
}

void FunnelChart::paintAreas(QPainter& painter) const {
  const QRectF plot = plotRect();
  // Beside a phase without candidates an area ends where they do.
  const double left =
      m_phases.empty()
          ? plot.left()
          : std::max(plot.left(), xOf(static_cast<double>(m_bins.front().first_step) - 0.5));
  const double right =
      m_phases.empty()
          ? plot.right()
          : std::min(plot.right(), xOf(static_cast<double>(m_bins.back().last_step) + 0.5));
  // From the top down: each area is painted over the one above, so that no seam shows.
  for (int stage = kAreas - 1; stage >= 0; --stage) {
    QPainterPath area(QPointF(left, plot.bottom()));
    const auto point = [&](const FunnelBin& bin, double x) {
      area.lineTo(x, plot.bottom() - topOf(bin, stage) * plot.height());
    };
    point(m_bins.front(), left);
    for (const FunnelBin& bin : m_bins) point(bin, xOf(centre(bin)));
    point(m_bins.back(), right);
    area.lineTo(right, plot.bottom());
    area.closeSubpath();
    painter.fillPath(area, theme().stage(static_cast<Stage>(stage)));
  }
}

// Where a name fits best into its area: the highest free strip as wide as the name. Null if there
// is none.
QRectF FunnelChart::nameBox(int stage, double width, double height) const {
  const QRectF plot = plotRect();
  const double left = m_range ? std::max(plot.left(), xOf(m_range->first)) : plot.left();
  const double right = m_range ? std::min(plot.right(), xOf(m_range->second)) : plot.right();
  QRectF best;
  for (const FunnelBin& bin : m_bins) {
    const double x = xOf(centre(bin));
    if (x - width / 2 < left || x + width / 2 > right) continue;
    double low = 0;
    double high = 1;
    for (const FunnelBin& other : m_bins) {
      if (std::fabs(xOf(centre(other)) - x) > width / 2) continue;
      low = std::max(low, topOf(other, stage) - shareOf(other, stage));
      high = std::min(high, topOf(other, stage));
    }
    const double room = (high - low) * plot.height();
    if (room < height || room <= best.height()) continue;
    best = QRectF(x - width / 2, plot.bottom() - high * plot.height(), width, room);
  }
  return best;
}

// Not by colour alone.
void FunnelChart::paintNames(QPainter& painter) const {
  const QFontMetricsF metrics(theme().smallFont());
  painter.setFont(theme().smallFont());
  for (int stage = 0; stage < kAreas; ++stage) {
    const QString name = stage == 0 ? tr("passed nothing") : stageWord(static_cast<Stage>(stage));
    const QRectF box = nameBox(stage, metrics.horizontalAdvance(name) + 8, metrics.height());
    if (box.isNull()) continue;
    painter.setPen(readableOn(theme().stage(static_cast<Stage>(stage))));
    painter.drawText(box, Qt::AlignCenter, name);
  }
}

void FunnelChart::paintAxes(QPainter& painter) const {
  const QRectF plot = plotRect();
  const QFontMetricsF metrics(theme().smallFont());
  painter.setFont(theme().smallFont());
  painter.setPen(theme().color(Role::kSecondary));
  for (const double share : {0.0, 0.5, 1.0}) {
    const double y = plot.bottom() - share * plot.height();
    painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - 6, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 %").arg(formatFixed(share * 100, 0)));
  }
  constexpr double kTickRoom = 70;
  const double step = tickStep(m_steps.second - m_steps.first, plot.width() / kTickRoom);
  for (double at = std::ceil(m_steps.first / step) * step; at <= m_steps.second; at += step) {
    const QString label = formatCount(std::llround(at));
    const double half = metrics.horizontalAdvance(label) / 2 + 1;
    const double x = std::clamp(xOf(at), plot.left() + half, plot.right() - half + 12);
    painter.drawText(QRectF(x - half, plot.bottom() + 4, 2 * half, metrics.height()),
                     Qt::AlignCenter, label);
  }
}

// A line where a phase begins, and its name above its steps where there is room for it.
void FunnelChart::paintPhases(QPainter& painter) const {
  const QRectF plot = plotRect();
  const QFontMetricsF metrics(theme().smallFont());
  painter.setFont(theme().smallFont());
  for (const record::RunPhase& phase : m_phases) {
    const double left = std::max(plot.left(), xOf(static_cast<double>(phase.first_step) - 0.5));
    const double right = std::min(plot.right(), xOf(static_cast<double>(phase.last_step) + 0.5));
    if (right <= left) continue;
    if (left > plot.left()) {
      painter.setPen(QPen(theme().color(Role::kText), 1, Qt::DashDotLine));
      painter.drawLine(QPointF(left, plot.top() - 3), QPointF(left, plot.bottom()));
    }
    painter.setPen(theme().color(Role::kSecondary));
    const QRectF box(left + 2, plot.top() - metrics.height() - 3, right - left - 4,
                     metrics.height());
    painter.drawText(box, Qt::AlignCenter,
                     metrics.elidedText(text(phase.name), Qt::ElideRight, box.width()));
  }
}

void FunnelChart::paintRange(QPainter& painter) const {
  const QRectF plot = plotRect();
  if (m_range) {
    QColor veil = theme().color(Role::kPanel);
    veil.setAlphaF(0.66F);
    const double left = std::clamp(xOf(m_range->first - 0.5), plot.left(), plot.right());
    const double right = std::clamp(xOf(m_range->second + 0.5), plot.left(), plot.right());
    painter.fillRect(QRectF(plot.left(), plot.top(), left - plot.left(), plot.height()), veil);
    painter.fillRect(QRectF(right, plot.top(), plot.right() - right, plot.height()), veil);
    painter.setPen(QPen(theme().color(Role::kText), 1));
    for (const double x : {left, right}) {
      painter.drawLine(QPointF(x, plot.top() - 3), QPointF(x, plot.bottom() + 3));
    }
  }
  if (m_cursor && *m_cursor >= m_steps.first && *m_cursor <= m_steps.second) {
    const double x = xOf(*m_cursor);
    painter.setPen(QPen(theme().color(Role::kText), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }
  if (hasFocus()) {
    painter.setPen(QPen(theme().color(Role::kAccent), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot.adjusted(-1.5, -1.5, 1.5, 1.5));
  }
}

void FunnelChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().color(Role::kPanel));
  if (m_bins.empty() && m_phases.empty()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  if (!m_bins.empty()) paintAreas(painter);
  paintNames(painter);
  painter.setRenderHint(QPainter::Antialiasing, false);
  paintPhases(painter);
  paintRange(painter);
  paintAxes(painter);
}

void FunnelChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    QWidget::mousePressEvent(event);
    return;
  }
  m_pressed = event->position().x();
  m_dragging = false;
}

void FunnelChart::mouseMoveEvent(QMouseEvent* event) {
  if (!m_pressed || !(event->buttons() & Qt::LeftButton)) return;
  const double x = event->position().x();
  m_dragging = m_dragging || std::fabs(x - *m_pressed) >= QApplication::startDragDistance();
  if (m_dragging) {
    const double a = clamped(stepAt(*m_pressed));
    const double b = clamped(stepAt(x));
    setRange(Range{std::min(a, b), std::max(a, b)});
  }
}

void FunnelChart::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_pressed || event->button() != Qt::LeftButton) return;
  m_pressed.reset();
  if (m_dragging && m_range) {
    m_anchor = m_range->first;
    Q_EMIT rangeChosen(m_range->first, m_range->second);
  } else if (!m_bins.empty()) {
    moveCursor(stepAt(event->position().x()), false);
  }
  m_dragging = false;
}

void FunnelChart::mouseDoubleClickEvent(QMouseEvent*) {
  m_pressed.reset();
  Q_EMIT rangeCleared();
}

void FunnelChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  QToolTip::hideText();
}

void FunnelChart::moveCursor(double step, bool chooses) {
  const double from = m_cursor.value_or(m_steps.second);
  const double to = clamped(step);
  if (chooses && !m_anchor) m_anchor = clamped(from);
  if (!chooses) m_anchor.reset();
  m_cursor = to;
  update();
  Q_EMIT cursorMoved(to);
  if (chooses) {
    setRange(Range{std::min(*m_anchor, to), std::max(*m_anchor, to)});
    Q_EMIT rangeChosen(m_range->first, m_range->second);
  }
}

void FunnelChart::keyPressEvent(QKeyEvent* event) {
  if (m_bins.empty()) {
    QWidget::keyPressEvent(event);
    return;
  }
  const bool chooses = event->modifiers() & Qt::ShiftModifier;
  const double from = m_cursor.value_or(m_steps.second);
  // One bin at a time: a step of a long run is less than a pixel.
  const double stride =
      static_cast<double>(m_bins.front().last_step - m_bins.front().first_step + 1);
  switch (event->key()) {
    case Qt::Key_Left:
      moveCursor(from - stride, chooses);
      break;
    case Qt::Key_Right:
      moveCursor(from + stride, chooses);
      break;
    case Qt::Key_PageUp:
      moveCursor(from - 10 * stride, chooses);
      break;
    case Qt::Key_PageDown:
      moveCursor(from + 10 * stride, chooses);
      break;
    case Qt::Key_Home:
      moveCursor(m_steps.first, chooses);
      break;
    case Qt::Key_End:
      moveCursor(m_steps.second, chooses);
      break;
    case Qt::Key_Escape:
      if (!m_range) {
        QWidget::keyPressEvent(event);
        return;
      }
      Q_EMIT rangeCleared();
      break;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  event->accept();
}

void FunnelChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) update();
}

bool FunnelChart::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const FunnelBin* bin = binAt(stepAt(help->pos().x()));
    if (bin == nullptr || !plotRect().contains(help->pos())) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(), binText(*bin), this);
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
// What ParallelPlot does with the mouse and the keyboard.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/comparison/parallel_plot.h"

namespace nereid::widgets {

namespace {

constexpr double kReach = 10;     // of an axis, to either side
constexpr double kLineReach = 6;  // of a line
constexpr double kEdge = 5;       // of the ends of a brush
constexpr double kDragFrom = 3;

double distanceTo(QPointF a, QPointF b, QPointF place) {
  const QPointF along = b - a;
  const double length = QPointF::dotProduct(along, along);
  const double share =
      length == 0 ? 0 : std::clamp(QPointF::dotProduct(place - a, along) / length, 0.0, 1.0);
  const QPointF gap = place - (a + share * along);
  return std::hypot(gap.x(), gap.y());
}

}  // namespace

int ParallelPlot::axisAt(QPointF place) const {
  for (int k = 0; k < static_cast<int>(m_state.axes().size()); ++k) {
    if (std::fabs(place.x() - axisX(k)) <= kReach) {
      return k;
    }
  }
  return -1;
}

double ParallelPlot::positionAt(double y) const {
  return std::clamp((yOf(0) - y) / (yOf(0) - yOf(1)), 0.0, 1.0);
}

std::optional<std::size_t> ParallelPlot::runAt(QPointF place) const {
  const auto& axes = m_state.axes();
  std::optional<std::size_t> nearest;
  double best = kLineReach;
  for (std::size_t k = 1; k < axes.size(); ++k) {
    const double left = axisX(static_cast<int>(k) - 1), right = axisX(static_cast<int>(k));
    if (place.x() < left || place.x() > right) {
      continue;
    }
    for (std::size_t i = 0; i < m_state.runs().size(); ++i) {
      const double gap = distanceTo({left, yOf(m_state.position(i, k - 1))},
                                    {right, yOf(m_state.position(i, k))}, place);
      if (gap < best && m_state.passes(i)) {
        best = gap;
        nearest = i;
      }
    }
  }
  return nearest;
}

ParallelPlot::Grip ParallelPlot::gripAt(int axis, double y) const {
  const auto range = m_state.brush(axis);
  if (!range) {
    return Grip::kNew;
  }
  const double low = yOf(range->first), high = yOf(range->second);
  if (std::fabs(y - high) <= kEdge) {
    return Grip::kHigh;
  }
  if (std::fabs(y - low) <= kEdge) {
    return Grip::kLow;
  }
  return y > high && y < low ? Grip::kWhole : Grip::kNew;
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    return QWidget::mousePressEvent(event);
  }
  const QPointF place = event->position();
  m_drag = {};
  m_drag.start = place;
  for (int k = 0; k < static_cast<int>(m_state.axes().size()); ++k) {
    if (titleBox(k).contains(place)) {
      m_drag.grip = Grip::kTitle;
      m_drag.axis = k;
      setFocusedAxis(k);
      return;
    }
  }
  const int axis = axisAt(place);
  const bool beside = place.y() < yOf(1) - kReach || place.y() > yOf(0) + kReach;
  if (axis >= 0 && !beside) {
    m_drag.grip = gripAt(axis, place.y());
    m_drag.axis = axis;
    const double at = positionAt(place.y());
    m_drag.before = m_drag.grip == Grip::kNew ? ParallelAxes::Range(at, at) : *m_state.brush(axis);
    setFocusedAxis(axis);
    return;
  }
  if (const auto run = runAt(place)) {
    Q_EMIT runClicked(m_state.runs()[*run]->dir,
                      event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier));
  }
}

void ParallelPlot::dragBrush(QPointF place) {
  const double now = positionAt(place.y());
  ParallelAxes::Range range = m_drag.before;
  switch (m_drag.grip) {
    case Grip::kNew:
      range = std::minmax(m_drag.before.first, now);
      break;
    case Grip::kLow:
      range = std::minmax(m_drag.before.second, now);
      break;
    case Grip::kHigh:
      range = std::minmax(m_drag.before.first, now);
      break;
    case Grip::kWhole: {
      const double wanted = now - positionAt(m_drag.start.y());
      const double by = std::clamp(wanted, -range.first, 1 - range.second);
      range = {range.first + by, range.second + by};
      break;
    }
    case Grip::kTitle:
    case Grip::kNone:
      return;
  }
  setBrush(m_drag.axis, range);
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
  const QPointF place = event->position();
  if (m_drag.grip == Grip::kNone) {
    const int axis = axisAt(place);
    const bool onAxis = axis >= 0 && place.y() > yOf(1) - kReach && place.y() < yOf(0) + kReach;
    bool onTitle = false;
    for (int k = 0; k < static_cast<int>(m_state.axes().size()); ++k) {
      onTitle = onTitle || titleBox(k).contains(place);
    }
    setCursor(onTitle ? Qt::OpenHandCursor : onAxis ? Qt::SplitVCursor : Qt::ArrowCursor);
    setHovered(onAxis || onTitle ? std::nullopt : runAt(place), event->globalPosition().toPoint());
    return;
  }
  if (!m_drag.moved && (place - m_drag.start).manhattanLength() < kDragFrom) {
    return;
  }
  m_drag.moved = true;
  if (m_drag.grip != Grip::kTitle) {
    dragBrush(place);
    return;
  }
  // The axis goes where its title is; the others make room.
  const int count = static_cast<int>(m_state.axes().size());
  const double gap = count < 2 ? 1 : axisX(1) - axisX(0);
  const int target = std::clamp(static_cast<int>(std::lround((place.x() - axisX(0)) / gap)), 0,
                                std::max(0, count - 1));
  if (target != m_drag.axis) {
    moveAxis(m_drag.axis, target);
    m_drag.axis = target;
  }
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = m_drag;
  m_drag = {};
  if (event->button() == Qt::LeftButton && !drag.moved && drag.axis >= 0 &&
      drag.grip != Grip::kTitle && m_state.brush(drag.axis)) {
    setBrush(drag.axis, std::nullopt);  // a click takes the range away
  }
}

void ParallelPlot::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    clearBrushes();
  }
}

void ParallelPlot::leaveEvent(QEvent* event) {
  setHovered(std::nullopt, {});
  QWidget::leaveEvent(event);
}

QString ParallelPlot::describe(std::size_t run) const {
  const RunSummary& one = *m_state.runs()[run];
  QStringList lines{one.name};
  for (const ParallelAxis& axis : m_state.axes()) {
    lines << tr("%1: %2").arg(axis.column.title(), runText(one, axis.column));
  }
  return lines.join(QLatin1Char('\n'));
}

void ParallelPlot::setHovered(std::optional<std::size_t> run, QPoint globalPlace) {
  if (run == m_hovered) {
    return;
  }
  m_hovered = run;
  if (run) {
    QToolTip::showText(globalPlace + QPoint(12, 12), describe(*run), this);
  } else {
    QToolTip::hideText();
  }
  update();
}

void ParallelPlot::setFocusedAxis(int axis) {
  const int last = static_cast<int>(m_state.axes().size()) - 1;
  m_focus = std::clamp(axis, 0, std::max(0, last));
  update();
  tellAccessibility();
  Q_EMIT focusMoved(m_focus);
}

void ParallelPlot::moveEdge(int direction, bool upper) {
  const ParallelAxis& axis = m_state.axes()[static_cast<std::size_t>(m_focus)];
  ParallelAxes::Range range = m_state.brush(m_focus).value_or(ParallelAxes::Range(0, 1));
  const double step = axis.step();
  const bool words = axis.scale == ParallelAxis::Scale::kCategories;
  const double least = words ? step : 0;  // at least one category stays
  double& end = upper ? range.second : range.first;
  // On the grid of the steps, so that as many back undo it.
  end = std::round((end + direction * step) / step) * step;
  end = upper ? std::clamp(end, range.first + least, 1.0)
              : std::clamp(end, 0.0, range.second - least);
  const bool isAll = range.first <= 0 && range.second >= 1;
  setBrush(m_focus, isAll ? std::nullopt : std::optional(range));
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
  if (m_state.axes().empty()) {
    return QWidget::keyPressEvent(event);
  }
  const bool control = event->modifiers() & Qt::ControlModifier;
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const int next = m_focus + (event->key() == Qt::Key_Left ? -1 : 1);
      control ? moveAxis(m_focus, next) : setFocusedAxis(next);
      return;
    }
    case Qt::Key_Home:
      return setFocusedAxis(0);
    case Qt::Key_End:
      return setFocusedAxis(static_cast<int>(m_state.axes().size()) - 1);
    case Qt::Key_Up:
      return moveEdge(1, shift);
    case Qt::Key_Down:
      return moveEdge(-1, shift);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      return setBrush(m_focus, std::nullopt);
    case Qt::Key_Escape:
      if (m_state.isBrushed()) {
        return clearBrushes();
      }
      break;
    case Qt::Key_C:
      if (event->modifiers() == Qt::NoModifier) {
        return setColorBy(m_state.axes()[static_cast<std::size_t>(m_focus)].id);
      }
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

// Alt+arrow and others are the window's; the plain arrows are of this plot.
bool ParallelPlot::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    auto* key = static_cast<QKeyEvent*>(event);
    const bool isOwn = (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) &&
                       key->modifiers() == Qt::ControlModifier;
    if (isOwn) {
      event->accept();
      return true;
    }
  }
  return QWidget::event(event);
}

void ParallelPlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
  tellAccessibility();
}

void ParallelPlot::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void ParallelPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  redraw();
}

}  // namespace nereid::widgets

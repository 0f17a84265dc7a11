// SPDX-License-Identifier: GPL-3.0-or-later
// The hands of CurvePlot: wheel, drag, clicks and keys become signals for the view.
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <cmath>

#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr double kZoomPerNotch = 1.2;
constexpr double kDragThreshold = 4;

}  // namespace

bool CurvePlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_plot) {
    return QWidget::eventFilter(watched, event);
  }
  switch (event->type()) {
    case QEvent::Paint:
      if (m_dirty) {
        replotNow();  // scrolled into view
      }
      return false;
    case QEvent::Wheel:
      wheel(static_cast<QWheelEvent*>(event));
      return true;
    case QEvent::MouseButtonPress:
      pressed(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseMove:
      moved(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseButtonRelease:
      released(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseButtonDblClick:
      m_yFixed = false;
      Q_EMIT resetRequested();
      return true;
    case QEvent::ContextMenu: {
      const auto* menu = static_cast<QContextMenuEvent*>(event);
      Q_EMIT menuRequested(menu->globalPos(), m_plot->xAxis->pixelToCoord(menu->pos().x()));
      return true;
    }
    case QEvent::Leave:
      Q_EMIT cursorLeft();
      return false;
    default:
      return false;
  }
}

void CurvePlot::wheel(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  const double factor = std::pow(kZoomPerNotch, -notches);
  if (event->modifiers() & Qt::ControlModifier) {
    m_plot->yAxis->scaleRange(factor, m_plot->yAxis->pixelToCoord(event->position().y()));
    m_yFixed = true;
    refresh();
  } else {
    const double centre = m_plot->xAxis->pixelToCoord(event->position().x());
    Q_EMIT xRangeRequested(centre + (xLow() - centre) * factor,
                           centre + (xHigh() - centre) * factor);
  }
  event->accept();
}

void CurvePlot::hover(QPointF place) {
  Q_EMIT cursorMoved(m_plot->xAxis->pixelToCoord(place.x()));
  QStringList lines = readout(m_plot->xAxis->pixelToCoord(place.x()));
  for (const PlotMark& mark : marksAt(place)) {
    lines << mark.text;
  }
  if (lines.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(m_plot->mapToGlobal(place.toPoint()), lines.join(QLatin1Char('\n')), m_plot);
  }
}

QStringList CurvePlot::readout(double step) const {
  constexpr int kMost = 8;
  QStringList lines;
  int more = 0;
  const std::vector<CursorValue> values = valuesAt(step);
  for (const CursorValue& value : values) {
    if (!value.isThere) continue;
    if (lines.isEmpty()) lines << tr("step %1").arg(formatCount(std::llround(value.step)));
    if (lines.size() > kMost) {
      ++more;
      continue;
    }
    const QString name = value.run.isEmpty() ? value.label : value.run;
    lines << (value.isSmoothed
                  ? tr("%1: %2, smoothed %3")
                        .arg(name, formatNumber(value.raw), formatNumber(value.smoothed))
                  : tr("%1: %2").arg(name, formatNumber(value.raw)));
  }
  if (more > 0) lines << tr("and %n more", nullptr, more);
  return lines;
}

void CurvePlot::pressed(QMouseEvent* event) {
  QWidget::setFocus(Qt::MouseFocusReason);
  if (event->button() == Qt::LeftButton) {
    m_pressPlace = event->position();
    m_dragPlace = event->position();
    m_dragging = false;
  }
}

void CurvePlot::moved(QMouseEvent* event) {
  const QPointF place = event->position();
  if (!m_pressPlace) {
    hover(place);
    return;
  }
  if (!m_dragging && (place - *m_pressPlace).manhattanLength() < kDragThreshold) {
    return;
  }
  m_dragging = true;
  const double shift =
      m_plot->xAxis->pixelToCoord(m_dragPlace.x()) - m_plot->xAxis->pixelToCoord(place.x());
  const double before = m_plot->yAxis->pixelToCoord(m_dragPlace.y());
  if (m_yFixed && !m_log) {
    m_plot->yAxis->moveRange(before - m_plot->yAxis->pixelToCoord(place.y()));
  }
  m_dragPlace = place;
  Q_EMIT xRangeRequested(xLow() + shift, xHigh() + shift);
}

void CurvePlot::released(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_pressPlace) {
    return;
  }
  const bool clicked = !m_dragging;
  m_pressPlace.reset();
  m_dragging = false;
  if (clicked) {
    const double step = m_plot->xAxis->pixelToCoord(event->position().x());
    if (event->modifiers() & Qt::ShiftModifier) {
      Q_EMIT secondCursorSet(step);
      return;
    }
    for (const PlotMark& mark : marksAt(event->position())) {
      if (mark.kind == PlotMark::Kind::kPhase &&
          event->position().y() < m_plot->axisRect()->top()) {
        Q_EMIT phaseClicked(mark.id);
        return;
      }
      if (mark.kind == PlotMark::Kind::kAlarm) {
        Q_EMIT markClicked(mark);
        return;
      }
    }
    Q_EMIT stepClicked(step);
  }
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
  const double span = xHigh() - xLow();
  const double centre = (xLow() + xHigh()) / 2;
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const int columns = (event->modifiers() & Qt::ShiftModifier ? 10 : 1) *
                          (event->key() == Qt::Key_Left ? -1 : 1);
      if (event->modifiers() & Qt::ControlModifier) {
        Q_EMIT secondCursorMoveRequested(columns);
      } else {
        Q_EMIT moveRequested(columns);
      }
      break;
    }
    case Qt::Key_P:
      Q_EMIT pinToggleRequested();
      break;
    case Qt::Key_B:
      Q_EMIT secondCursorToggleRequested();
      break;
    case Qt::Key_Escape:
      Q_EMIT escapePressed();
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      Q_EMIT xRangeRequested(centre - span / 2 / kZoomPerNotch, centre + span / 2 / kZoomPerNotch);
      break;
    case Qt::Key_Minus:
      Q_EMIT xRangeRequested(centre - span / 2 * kZoomPerNotch, centre + span / 2 * kZoomPerNotch);
      break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      Q_EMIT phaseMoveRequested(event->key() == Qt::Key_PageUp ? -1 : 1);
      break;
    case Qt::Key_Home:
      m_yFixed = false;
      Q_EMIT resetRequested();
      break;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace nereid::widgets

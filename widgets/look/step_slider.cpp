// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/step_slider.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {
constexpr double kMargin = 10;
constexpr double kTrack = 4;
constexpr double kHandle = 6;  // radius of the step's handle
constexpr double kGrab = 7;    // how far from a handle the pointer still takes it
constexpr double kPages = 10;  // of the whole run
}  // namespace

StepSlider::StepSlider(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Step"));
  setToolTip(
      tr("Step that all panels show. Drag to move, Shift+drag for a range of steps that funnel and "
         "list are limited to, double click for the whole run."));
  connect(&theme(), &Theme::themeChanged, this, qOverload<>(&QWidget::update));
  refreshText();
}

QSize StepSlider::sizeHint() const {
  return {320, theme().rowHeight() - 2};
}

QSize StepSlider::minimumSizeHint() const {
  return {90, theme().rowHeight() - 2};
}

void StepSlider::setSteps(double first, double last) {
  if (first == m_first && last == m_last) return;
  m_first = first;
  m_last = std::max(first, last);
  refreshText();
  update();
}

void StepSlider::setStep(std::optional<double> step) {
  if (step == m_step) return;
  m_step = step;
  refreshText();
  update();
}

void StepSlider::setRange(std::optional<Range> range) {
  if (range == m_range) return;
  m_range = range;
  if (!range) m_anchor.reset();
  refreshText();
  update();
}

void StepSlider::refreshText() {
  QString words =
      m_step ? tr("Step %1 of %2")
                   .arg(formatCount(std::llround(*m_step)), formatCount(std::llround(m_last)))
             : tr("No step chosen, %1 steps").arg(formatCount(std::llround(m_last)));
  if (m_range) {
    words += QStringLiteral(", ") + tr("range %1 to %2")
                                        .arg(formatCount(std::llround(m_range->first)),
                                             formatCount(std::llround(m_range->second)));
  }
  if (words == accessibleDescription()) return;
  setAccessibleDescription(words);
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
}

double StepSlider::xOf(double step) const {
  const double room = std::max(1.0, width() - 2 * kMargin);
  return kMargin + (step - m_first) / std::max(1.0, m_last - m_first) * room;
}

double StepSlider::stepAt(double x) const {
  const double room = std::max(1.0, width() - 2 * kMargin);
  const double step = m_first + (x - kMargin) / room * (m_last - m_first);
  return std::clamp(std::round(step), m_first, m_last);
}

StepSlider::Grip StepSlider::gripAt(double x) const {
  if (m_step && std::fabs(x - xOf(*m_step)) <= kGrab) return Grip::kStep;
  if (m_range && std::fabs(x - xOf(m_range->first)) <= kGrab) return Grip::kLow;
  if (m_range && std::fabs(x - xOf(m_range->second)) <= kGrab) return Grip::kHigh;
  return Grip::kStep;
}

void StepSlider::choose(double a, double b) {
  const Range range{std::min(a, b), std::max(a, b)};
  if (range == m_range) return;
  setRange(range);
  Q_EMIT rangeChosen(range.first, range.second);
}

void StepSlider::moveTo(double step, bool chooses) {
  const double from = m_step.value_or(m_last);
  const double to = std::clamp(std::round(step), m_first, m_last);
  if (chooses && !m_anchor) m_anchor = from;
  if (!chooses) m_anchor.reset();
  setStep(to);
  Q_EMIT stepMoved(to);
  if (chooses) choose(*m_anchor, to);
}

void StepSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) {
    QWidget::mousePressEvent(event);
    return;
  }
  const double x = event->position().x();
  m_grip = event->modifiers() & Qt::ShiftModifier ? Grip::kNewRange : gripAt(x);
  switch (m_grip) {
    case Grip::kNewRange:
      m_anchor = stepAt(x);
      break;
    case Grip::kLow:
      m_anchor = m_range->second;
      break;
    case Grip::kHigh:
      m_anchor = m_range->first;
      break;
    case Grip::kStep:
    case Grip::kNone:
      moveTo(stepAt(x), false);
      break;
  }
}

void StepSlider::mouseMoveEvent(QMouseEvent* event) {
  if (m_grip == Grip::kNone) return;
  const double step = stepAt(event->position().x());
  if (m_grip == Grip::kStep) {
    if (step != m_step) moveTo(step, false);
  } else {
    choose(*m_anchor, step);
  }
}

void StepSlider::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) m_grip = Grip::kNone;
}

void StepSlider::mouseDoubleClickEvent(QMouseEvent*) {
  if (m_range) Q_EMIT rangeCleared();
}

void StepSlider::keyPressEvent(QKeyEvent* event) {
  const bool chooses = event->modifiers() & Qt::ShiftModifier;
  const double from = m_step.value_or(m_last);
  const double page = std::max(1.0, std::round((m_last - m_first) / kPages));
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
      moveTo(from - 1, chooses);
      break;
    case Qt::Key_Right:
    case Qt::Key_Up:
      moveTo(from + 1, chooses);
      break;
    case Qt::Key_PageDown:
      moveTo(from - page, chooses);
      break;
    case Qt::Key_PageUp:
      moveTo(from + page, chooses);
      break;
    case Qt::Key_Home:
      moveTo(m_first, chooses);
      break;
    case Qt::Key_End:
      moveTo(m_last, chooses);
      break;
    case Qt::Key_Escape:
      if (m_range) {
        Q_EMIT rangeCleared();
        break;
      }
      [[fallthrough]];
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  event->accept();
}

void StepSlider::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double middle = height() / 2.0;
  const QRectF track(kMargin, middle - kTrack / 2, width() - 2 * kMargin, kTrack);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().color(Role::kLine));
  painter.drawRoundedRect(track, kTrack / 2, kTrack / 2);
  const QColor accent = theme().color(Role::kAccent);
  if (m_range) {
    const double low = xOf(m_range->first);
    const double high = xOf(m_range->second);
    QColor soft = accent;
    soft.setAlphaF(0.45F);
    painter.fillRect(QRectF(low, track.top(), std::max(1.0, high - low), kTrack), soft);
    painter.setPen(QPen(accent, 2));
    for (const double x : {low, high}) {
      painter.drawLine(QPointF(x, middle - kHandle), QPointF(x, middle + kHandle));
    }
  }
  if (m_step) {
    painter.setPen(hasFocus() ? QPen(theme().color(Role::kText), 1.5) : QPen(Qt::NoPen));
    painter.setBrush(accent);
    painter.drawEllipse(QPointF(xOf(*m_step), middle), kHandle, kHandle);
  } else if (hasFocus()) {
    painter.setPen(QPen(accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
  }
}

}  // namespace nereid::widgets

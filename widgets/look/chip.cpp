// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/chip.h"

#include <QEvent>
#include <QPainter>

#include "widgets/look/look.h"

namespace nereid::widgets {

namespace {
constexpr int kPadding = 10;
constexpr int kDot = 8;
constexpr int kGap = 6;
}  // namespace

StatusChip::StatusChip(QWidget* parent) : QAbstractButton(parent) {
  setClickable(false);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&theme(), &Theme::themeChanged, this, [this] {
    updateGeometry();
    update();
  });
}

StatusChip::StatusChip(const QString& text, QWidget* parent) : StatusChip(parent) {
  setText(text);
}

void StatusChip::setTone(Tone tone) {
  m_tone = tone;
  update();
}

void StatusChip::setDotVisible(bool visible) {
  m_dot = visible;
  updateGeometry();
  update();
}

void StatusChip::setClickable(bool clickable) {
  setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
  setAttribute(Qt::WA_TransparentForMouseEvents, !clickable);
  setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QSize StatusChip::sizeHint() const {
  const QFontMetrics metrics(theme().smallFont());
  const int dot = m_dot ? kDot + kGap : 0;
  return {metrics.horizontalAdvance(text()) + 2 * kPadding + dot, metrics.height() + 8};
}

QSize StatusChip::minimumSizeHint() const {
  return sizeHint();
}

QColor StatusChip::toneColor() const {
  switch (m_tone) {
    case Tone::kNeutral:
      return theme().color(Role::kSecondary);
    case Tone::kGood:
      return theme().color(Role::kAccepted);
    case Tone::kBusy:
    case Tone::kAccent:
      return theme().color(Role::kAccent);
    case Tone::kWarning:
      return theme().color(Role::kWarning);
    case Tone::kBad:
      return theme().color(Role::kRejected);
  }
  return {};
}

void StatusChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  const bool raised = m_tone == Tone::kAccent;
  painter.setPen(hasFocus() ? QPen(theme().color(Role::kAccent)) : QPen(Qt::NoPen));
  painter.setBrush(theme().color(raised ? Role::kSelection : Role::kSoft));
  painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
  int left = kPadding;
  if (m_dot) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(toneColor());
    painter.drawEllipse(QRectF(left, (height() - kDot) / 2.0, kDot, kDot));
    left += kDot + kGap;
  }
  painter.setFont(theme().smallFont());
  painter.setPen(raised ? toneColor() : theme().color(Role::kText));
  const QRect room(left, 0, width() - left - kPadding / 2, height());
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                   elidedWords(painter.fontMetrics(), text(), room.width()));
}

void StatusChip::changeEvent(QEvent* event) {
  QAbstractButton::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    updateGeometry();
  }
}

}  // namespace nereid::widgets

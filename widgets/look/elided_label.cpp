// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/elided_label.h"

#include <QPainter>

#include "widgets/look/look.h"

namespace nereid::widgets {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const {
  return {0, QLabel::sizeHint().height()};
}

QSize ElidedLabel::sizeHint() const {
  const QMargins margins = contentsMargins();
  return {fontMetrics().horizontalAdvance(text()) + 2 + margins.left() + margins.right(),
          QLabel::sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  const QRect box = contentsRect();
  const QString shown = elidedWords(fontMetrics(), text(), box.width());
  if (toolTip().isEmpty() != (shown == text())) {
    setToolTip(shown == text() ? QString() : text());
  }
  // A lone ellipsis says nothing: better no text at all.
  if ((m_whole || shown.size() <= 2) && shown != text()) {
    return;
  }
  QPainter painter(this);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, shown);
}

void setRole(QLabel* label, Role role) {
  QPalette palette = label->palette();
  palette.setColor(QPalette::WindowText, theme().color(role));
  label->setPalette(palette);
}

}  // namespace nereid::widgets

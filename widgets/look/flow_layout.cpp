// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace nereid::widgets {

FlowLayout::FlowLayout(QWidget* parent, int spacing, int rowSpacing)
    : QLayout(parent), m_spacing(spacing), m_rowSpacing(rowSpacing) {}

FlowLayout::~FlowLayout() {
  qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem* item) {
  m_items << item;
}

int FlowLayout::count() const {
  return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return m_items.value(index);
}

QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const {
  return arrange({0, 0, width, 0}, false);
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : m_items) size = size.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool move) const {
  const QRect room = rect.marginsRemoved(contentsMargins());
  int x = room.left();
  int y = room.top();
  int row = 0;
  for (QLayoutItem* item : m_items) {
    if (item->isEmpty()) continue;  // hidden
    const QSize size = item->sizeHint();
    if (x > room.left() && x + size.width() > room.right() + 1) {
      x = room.left();
      y += row + m_rowSpacing;
      row = 0;
    }
    if (move) item->setGeometry(QRect(QPoint(x, y), size));
    x += size.width() + m_spacing;
    row = std::max(row, size.height());
  }
  return y + row - rect.top() + contentsMargins().bottom();
}

}  // namespace nereid::widgets

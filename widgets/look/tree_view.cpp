// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/tree_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr int kPadding = 6;
constexpr int kIndent = 20;
constexpr int kWidest = 280;  // of a column that is not the first

// Text alone: the row paints its background, so that the band also reaches under the chevron.
class TextDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    const int left = index.column() == 0 ? 2 : kPadding;
    paintCellText(*painter, item, index, option.rect.adjusted(left, 0, -kPadding, -1));
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    return {QFontMetrics(item.font).horizontalAdvance(item.text) + 2 * kPadding + 2,
            theme().rowHeight()};
  }
};

}  // namespace

TreeView::TreeView(QWidget* parent) : QTreeView(parent) {
  setItemDelegate(new TextDelegate(this));
  setUniformRowHeights(true);
  setIndentation(kIndent);
  setAllColumnsShowFocus(false);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setExpandsOnDoubleClick(true);
  setFrameShape(QFrame::NoFrame);
  header()->setStretchLastSection(false);
  header()->setHighlightSections(false);
  header()->setSectionsMovable(false);
  header()->setSectionsClickable(true);
  connect(&theme(), &Theme::themeChanged, this, &TreeView::refresh);
  refresh();
}

void TreeView::setModel(QAbstractItemModel* model) {
  QTreeView::setModel(model);
  refresh();
}

void TreeView::fitColumns(int firstWidth, const std::map<int, int>& atLeast) {
  m_firstWidth = firstWidth;
  if (model() == nullptr) {
    return;
  }
  const QFontMetrics head(theme().smallFont());
  for (int c = 1; c < model()->columnCount(); ++c) {
    int width = head.horizontalAdvance(model()->headerData(c, Qt::Horizontal).toString()) +
                2 * kPadding + 4;
    const auto least = atLeast.find(c);
    width = std::min(std::max(width, sizeHintForColumn(c)), kWidest);
    setColumnWidth(c, least == atLeast.end() ? width : std::max(width, least->second));
  }
  widenFirst();
}

void TreeView::widenFirst() {
  if (m_firstWidth == 0 || model() == nullptr) {
    return;
  }
  int others = 0;
  for (int c = 1; c < model()->columnCount(); ++c) {
    others += columnWidth(c);
  }
  setColumnWidth(0, std::max(m_firstWidth, viewport()->width() - others));
}

void TreeView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                       const QModelIndex& index) const {
  QStyleOptionViewItem row(option);
  if (selectionModel() != nullptr && selectionModel()->isSelected(index)) {
    row.state |= QStyle::State_Selected;
  }
  row.rect.setLeft(0);
  row.rect.setRight(viewport()->width());
  paintRowBackground(*painter, row);
  QTreeView::drawRow(painter, option, index);
}

void TreeView::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  if (!model()->hasChildren(index)) {
    return;
  }
  const QPointF middle(rect.right() - kIndent / 2.0 + 2, rect.center().y() + 0.5);
  const QPointF right[] = {{-2, -4}, {2, 0}, {-2, 4}};
  const QPointF down[] = {{-4, -2}, {0, 2}, {4, -2}};
  QPolygonF chevron;
  for (const QPointF& point : isExpanded(index) ? down : right) {
    chevron << middle + point;
  }
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(theme().color(Role::kSecondary), 1.3, Qt::SolidLine, Qt::RoundCap));
  painter->drawPolyline(chevron);
  painter->restore();
}

void TreeView::changeEvent(QEvent* event) {
  QTreeView::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    refresh();
  }
}

void TreeView::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  widenFirst();
}

void TreeView::refresh() {
  header()->setFont(theme().smallFont());
  header()->setFixedHeight(theme().rowHeight());
  viewport()->update();
}

}  // namespace nereid::widgets

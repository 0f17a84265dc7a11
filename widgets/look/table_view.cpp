// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <numeric>
#include <utility>

#include "widgets/look/look.h"

namespace nereid::widgets {

namespace {

constexpr int kPadding = 6;
constexpr int kFirstPadding = 10;

int leftPadding(const QModelIndex& index) {
  return index.column() == 0 ? kFirstPadding : kPadding;
}

// Selection as a plain band and one line under each row. The style would draw focus frames per
// cell, and its text would not stand under the heads.
class RowDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    paintRowBackground(*painter, option);
    paintCellText(*painter, item, index,
                  option.rect.adjusted(leftPadding(index), 0, -kPadding, -1));
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    return {
        QFontMetrics(item.font).horizontalAdvance(item.text) + leftPadding(index) + kPadding + 1,
        theme().rowHeight()};
  }
};

}  // namespace

void paintRowBackground(QPainter& painter, const QStyleOptionViewItem& option) {
  const bool selected = option.state & QStyle::State_Selected;
  if (selected) {
    painter.fillRect(option.rect, theme().color(Role::kSelection));
  }
  painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                   theme().color(Role::kLine));
}

void paintCellText(QPainter& painter, const QStyleOptionViewItem& item, const QModelIndex& index,
                   const QRect& box) {
  painter.setFont(item.font);
  const QVariant color = index.data(Qt::ForegroundRole);
  painter.setPen(color.isValid() ? color.value<QBrush>().color() : theme().color(Role::kText));
  const QFontMetrics metrics(item.font);
  const bool isNumber = item.displayAlignment.testFlag(Qt::AlignRight);
  const int missing = metrics.horizontalAdvance(item.text) - box.width();
  QString shown = item.textElideMode == Qt::ElideRight
                      ? elidedWords(metrics, item.text, box.width())
                      : metrics.elidedText(item.text, item.textElideMode, box.width());
  if (isNumber && missing > 0) {
    // Half a number is another number.
    shown = QStringLiteral("\u2026");
    auto* view = qobject_cast<TableView*>(const_cast<QWidget*>(item.widget));
    if (view != nullptr) view->giveRoom(index.column(), item.rect.width() + missing);
  }
  painter.drawText(box, static_cast<int>(item.displayAlignment | Qt::TextSingleLine), shown);
}

void CellModel::setColumns(std::vector<Column> columns) {
  beginResetModel();
  m_columns = std::move(columns);
  m_rows.clear();
  endResetModel();
}

void CellModel::setTitle(int column, const QString& title) {
  QString& shown = m_columns[static_cast<std::size_t>(column)].title;
  if (shown != title) {
    shown = title;
    Q_EMIT headerDataChanged(Qt::Horizontal, column, column);
  }
}

void CellModel::setRows(std::vector<std::vector<Cell>> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  endResetModel();
}

void CellModel::updateRows(std::vector<std::vector<Cell>> rows) {
  if (rows.size() != m_rows.size() || rows.empty()) {
    setRows(std::move(rows));
    return;
  }
  m_rows = std::move(rows);
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int CellModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CellModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant CellModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const auto& row = m_rows[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<std::size_t>(index.column());
  if (column >= row.size()) {
    return {};
  }
  const Cell& cell = row[column];
  switch (role) {
    case Qt::DisplayRole:
      return cell.text;
    case Qt::ToolTipRole:
      return cell.tooltip.isEmpty() ? QVariant() : QVariant(cell.tooltip);
    case Qt::TextAlignmentRole:
      return int((m_columns[column].right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
      return cell.color ? QVariant(QBrush(theme().color(*cell.color))) : QVariant();
    case Qt::FontRole:
      if (m_columns[column].mono) {
        return theme().codeFont();
      }
      return cell.strong ? QVariant(theme().strongFont()) : QVariant();
    case kSortRole:
      return cell.sortKey.isValid() ? cell.sortKey : QVariant(cell.text);
    case kDataRole:
      return cell.data;
    default:
      return {};
  }
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= columnCount()) {
    return {};
  }
  const Column& column = m_columns[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return column.title;
    case Qt::ToolTipRole:
      // A narrow column cuts its head.
      return column.tooltip.isEmpty() ? column.title : column.tooltip;
    case Qt::TextAlignmentRole:
      return int((column.right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
      return {};
  }
}

void CellModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= columnCount()) {
    return;
  }
  const auto key = [&](const std::vector<Cell>& row) {
    const Cell& cell = row[static_cast<std::size_t>(column)];
    return cell.sortKey.isValid() ? cell.sortKey : QVariant(cell.text);
  };
  Q_EMIT layoutAboutToBeChanged();
  std::stable_sort(m_rows.begin(), m_rows.end(), [&](const auto& a, const auto& b) {
    const QPartialOrdering relation = QVariant::compare(key(a), key(b));
    return order == Qt::AscendingOrder ? relation == QPartialOrdering::Less
                                       : relation == QPartialOrdering::Greater;
  });
  Q_EMIT layoutChanged();
}

TableView::TableView(QWidget* parent) : QTableView(parent) {
  setShowGrid(false);
  setWordWrap(false);
  setAlternatingRowColors(false);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(NoEditTriggers);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollMode(ScrollPerPixel);
  setTabKeyNavigation(false);
  setFrameShape(NoFrame);
  setCornerButtonEnabled(false);
  setItemDelegate(new RowDelegate(this));
  verticalHeader()->hide();
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsClickable(true);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  connect(&theme(), &Theme::themeChanged, this, &TableView::refresh);
  refresh();
}

void TableView::setModel(QAbstractItemModel* model) {
  QTableView::setModel(model);
  refresh();
}

void TableView::setStretchColumn(int column) {
  for (int i = 0; i < horizontalHeader()->count(); ++i) {
    horizontalHeader()->setSectionResizeMode(
        i, i == column ? QHeaderView::Stretch : QHeaderView::Interactive);
  }
}

QString TableView::selectionAsText() const {
  if (model() == nullptr) {
    return {};
  }
  std::vector<int> rows;
  for (const QModelIndex& index : selectionModel()->selectedRows()) {
    rows.push_back(index.row());
  }
  if (rows.empty()) {
    rows.resize(static_cast<std::size_t>(model()->rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
  }
  std::sort(rows.begin(), rows.end());
  QStringList lines;
  QStringList cells;
  const int columns = model()->columnCount();
  for (int c = 0; c < columns; ++c) {
    cells << model()->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
  }
  lines << cells.join(QLatin1Char('\t'));
  for (const int row : rows) {
    cells.clear();
    for (int c = 0; c < columns; ++c) {
      // Spreadsheets read a hyphen as minus, not U+2212.
      cells << model()->index(row, c).data().toString().replace(QChar(u'\u2212'), QLatin1Char('-'));
    }
    lines << cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n'));
}

void TableView::copySelection() const {
  QApplication::clipboard()->setText(selectionAsText());
}

void TableView::fitColumns(int sample) {
  if (model() == nullptr) {
    return;
  }
  const int rows = std::min(sample, model()->rowCount());
  const QFontMetrics head(theme().smallFont());
  for (int c = 0; c < model()->columnCount(); ++c) {
    int width = head.horizontalAdvance(model()->headerData(c, Qt::Horizontal).toString()) +
                2 * kPadding + 4;
    for (int r = 0; r < rows; ++r) {
      width = std::max(width, sizeHintForIndex(model()->index(r, c)).width());
    }
    setColumnWidth(c, std::min(c == 0 ? width + kFirstPadding - kPadding : width, 480));
  }
}

int TableView::fullHeight() const {
  const int rows = model() == nullptr ? 0 : model()->rowCount();
  return horizontalHeader()->height() + rows * theme().rowHeight() + 2;
}

void TableView::giveRoom(int column, int width) {
  if (m_wanted.empty()) {
    QMetaObject::invokeMethod(
        this, [this] { widen(); }, Qt::QueuedConnection);
  }
  m_wanted[column] = std::max(m_wanted[column], width);
}

void TableView::widen() {
  bool wider = false;
  for (const auto& [column, width] : std::exchange(m_wanted, {})) {
    if (columnWidth(column) >= width) continue;
    setColumnWidth(column, width);
    wider = wider || columnWidth(column) >= width;
  }
  if (wider) Q_EMIT numbersWidened();
}

void TableView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copySelection();
    event->accept();
    return;
  }
  QTableView::keyPressEvent(event);
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
  if (contextMenuPolicy() != Qt::DefaultContextMenu) {
    return;
  }
  QMenu menu(this);
  QAction* copy = menu.addAction(tr("Copy as text"), this, &TableView::copySelection);
  copy->setShortcut(QKeySequence::Copy);
  menu.addAction(tr("Select all"), this, &TableView::selectAll);
  menu.exec(event->globalPos());
}

void TableView::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    refresh();
  }
}

void TableView::refresh() {
  verticalHeader()->setMinimumSectionSize(theme().rowHeight());
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(theme().rowHeight());
  horizontalHeader()->setFont(theme().smallFont());
  horizontalHeader()->setFixedHeight(theme().rowHeight());
  // Also the column that takes the rest keeps room for a word.
  horizontalHeader()->setMinimumSectionSize(3 * theme().basePixelSize());
  // Columns grow and shrink with their text.
  const int before = std::exchange(m_pixels, theme().basePixelSize());
  for (int column = 0; before != 0 && before != m_pixels && column < horizontalHeader()->count();
       ++column) {
    setColumnWidth(column, (columnWidth(column) * m_pixels + before - 1) / before);
  }
  viewport()->update();
}

}  // namespace nereid::widgets

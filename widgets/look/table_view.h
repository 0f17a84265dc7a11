// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStyleOptionViewItem>
#include <QTableView>
#include <map>
#include <optional>
#include <vector>

#include "widgets/look/theme.h"

namespace nereid::widgets {

/// One cell of a small table.
struct Cell {
  QString text;
  QVariant sortKey = {};           ///< empty: the text
  std::optional<Role> color = {};  ///< nothing: normal text
  QString tooltip = {};
  bool strong = false;
  QVariant data = {};  ///< what the row stands for; of kDataRole
};

/// A column of a small table.
struct Column {
  QString title;
  QString tooltip = {};
  bool right = false;  ///< numbers
  bool mono = false;
};

/// A small read-only table of ready-made cells (inputs, kernel facts, reward parts, cursor values).
class CellModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setColumns(std::vector<Column> columns);
  /// Another head for a column; rows, order and widths stay.
  void setTitle(int column, const QString& title);
  void setRows(std::vector<std::vector<Cell>> rows);
  /// Like setRows, but keeps selection and scroll place when the number of rows is the same.
  void updateRows(std::vector<std::vector<Cell>> rows);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

  static constexpr int kSortRole = Qt::UserRole;
  static constexpr int kDataRole = Qt::UserRole + 2;

 private:
  std::vector<Column> m_columns;
  std::vector<std::vector<Cell>> m_rows;
};

/// Background of a cell: a plain band when selected, and a line below. For delegates of a
/// TableView.
void paintRowBackground(QPainter& painter, const QStyleOptionViewItem& option);
/// The text of a cell in its font and colour, elided to the box. A number (right-aligned) is never
/// cut: its column of a TableView gets the width that it needs. `item` as of initStyleOption.
void paintCellText(QPainter& painter, const QStyleOptionViewItem& item, const QModelIndex& index,
                   const QRect& box);

/// The table of the house: rows of 26 px, one-pixel lines, no grid, heads in small secondary text,
/// copies as text.
class TableView : public QTableView {
  Q_OBJECT

 public:
  explicit TableView(QWidget* parent = nullptr);
  void setModel(QAbstractItemModel* model) override;
  /// Column that takes the free room; -1 = none.
  void setStretchColumn(int column);
  /// Selected rows (all, if none is selected) as tab-separated text with a head line.
  QString selectionAsText() const;
  void copySelection() const;
  /// Width of each column from its head and up to `sample` rows.
  void fitColumns(int sample = 50);
  /// Height that shows all rows without a scroll bar.
  int fullHeight() const;
  /// Makes a column at least so wide, as soon as painting is over.
  void giveRoom(int column, int width);

 Q_SIGNALS:
  void numbersWidened();  ///< columns have got more room for their numbers

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void widen();

  std::map<int, int> m_wanted;  ///< widths of columns whose numbers do not fit
  int m_pixels = 0;             ///< text size that the columns were made for
};

}  // namespace nereid::widgets

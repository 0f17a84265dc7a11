// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>
#include <map>

namespace nereid::widgets {

/// The tree of the house: rows, lines and heads as in TableView, a chevron where a row has more
/// below it. Return and double click activate; Left, Right, + and - fold.
class TreeView : public QTreeView {
  Q_OBJECT

 public:
  explicit TreeView(QWidget* parent = nullptr);
  void setModel(QAbstractItemModel* model) override;
  /// Width of each column from its head and its rows; the first column is at least `firstWidth`
  /// wide and takes what is left over.
  /// `atLeast`: widths of columns whose rows are folded away, or still to come.
  void fitColumns(int firstWidth, const std::map<int, int>& atLeast = {});

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void widenFirst();

  int m_firstWidth = 0;
};

}  // namespace nereid::widgets

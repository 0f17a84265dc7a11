// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace nereid::widgets {

struct RunEntry;

/// Phase, state, step and pass rate of a run in one line: "step 84 of 150 · pass 0.71"; of an
/// evaluation what is judged: "evaluation · 120 of 500 judged".
QString runStateLine(const RunEntry& run);
/// What of it has room in so many pixels: whole parts, never a piece of a number.
QString runStateLineIn(const RunEntry& run, int width);

/// The ground of a row of two lines in the lists of runs: its colour, the line below it, and an
/// edge when it is selected with the keyboard.
void paintRunGround(QPainter& painter, const QStyleOptionViewItem& option);

/// Draws a run of the list: dot, name and sparkline, below them the state and the tags.
class RunDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  /// A line for the name, in the place of the name.
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const override;
};

}  // namespace nereid::widgets

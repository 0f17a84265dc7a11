// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace nereid::widgets {

/// Draws the bookmark and the note of an episode: a ribbon, and a dot beside it.
class MarkDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  static constexpr int kWidth = 26;
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace nereid::widgets

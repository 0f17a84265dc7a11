// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace nereid::widgets {

/// Widgets side by side in their preferred sizes, in as many rows as they need. Its height follows
/// its width.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent = nullptr, int spacing = 4, int rowSpacing = 4);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override;
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize minimumSize() const override;
  QSize sizeHint() const override { return minimumSize(); }
  void setGeometry(const QRect& rect) override;

 private:
  /// Places the items where `move` says so; answers the height.
  int arrange(const QRect& rect, bool move) const;

  QList<QLayoutItem*> m_items;
  int m_spacing, m_rowSpacing;
};

}  // namespace nereid::widgets

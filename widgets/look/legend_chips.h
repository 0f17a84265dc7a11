// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace nereid::widgets {

class ElidedLabel;

/// Title, unit and one switch per curve above a plot, in one line or in two; of very many the later
/// ones are in a menu. A
/// hidden curve has a hollow mark: not by colour alone.
class LegendChips : public QWidget {
  Q_OBJECT

 public:
  struct Item {
    QString label;
    QColor color;
    bool on = true;
  };
  explicit LegendChips(QWidget* parent = nullptr);
  void setTitle(const QString& title, const QString& unit);
  void setItems(const QList<Item>& items);
  void setItemVisible(int index, bool visible);
  /// Opens the menu of the switches that have no room; hidden while all have.
  QToolButton* moreButton() const { return m_more; }
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void toggled(int index, bool on);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fillMenu(QMenu* menu);
  void fit();

  QLabel* m_title;
  ElidedLabel* m_unit;
  QHBoxLayout* m_first;   ///< title, unit and, where they have room, the switches
  QHBoxLayout* m_second;  ///< else the switches stand here
  QHBoxLayout* m_marks;
  QHBoxLayout* m_chips;
  QToolButton* m_more;
  QList<Item> m_items;
  bool m_isBelow = false;
};

}  // namespace nereid::widgets

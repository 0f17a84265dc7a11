// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace nereid::widgets {

/// Title, unit and one switch per curve above a plot. A hidden curve has a hollow mark: not by
/// colour alone.
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

 Q_SIGNALS:
  void toggled(int index, bool on);

 private:
  QLabel* m_title;
  QLabel* m_unit;
  QHBoxLayout* m_chips;
  QList<Item> m_items;
};

}  // namespace nereid::widgets

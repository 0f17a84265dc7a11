// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/look/icons.h"

class QLabel;
class QPushButton;

namespace nereid::widgets {

/// What is shown where there is nothing yet: an icon, what will appear here, how to get it, and at
/// most one button.
class EmptyState : public QWidget {
  Q_OBJECT

 public:
  explicit EmptyState(QWidget* parent = nullptr);
  void setContent(IconId icon, const QString& title, const QString& sentence,
                  const QString& button = {});
  QPushButton* button() const { return m_button; }

 Q_SIGNALS:
  void triggered();  ///< the button was pressed

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  IconId m_iconId = IconId::kRuns;
  QLabel* m_icon;
  QLabel* m_title;
  QLabel* m_sentence;
  QPushButton* m_button;
};

}  // namespace nereid::widgets

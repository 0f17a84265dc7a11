// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QApplication;

namespace nereid::widgets {

/// Keeps every dialog of the application on its screen: no higher and no wider than the desktop has
/// room for, whatever size of text. The program has one; pictures are taken without.
class ScreenFit : public QObject {
  Q_OBJECT

 public:
  explicit ScreenFit(QApplication& application);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace nereid::widgets

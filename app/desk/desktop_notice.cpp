// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/desktop_notice.h"

#include <QApplication>
#include <QProcess>
#include <QStandardPaths>
#include <QWidget>

namespace nereid::app {

void notifyDesktop(QWidget* window, const QString& title, const QString& text) {
  if (window->isActiveWindow()) return;
  QApplication::alert(window);
  const QString program = QStandardPaths::findExecutable(QStringLiteral("notify-send"));
  if (program.isEmpty()) return;
  QProcess::startDetached(program,
                          {QStringLiteral("--app-name=Nereid"), QStringLiteral("--icon=nereid"),
                           QStringLiteral("--"), title, text});
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"

#include <QApplication>
#include <QMainWindow>

namespace nereid::app {

int run_workbench(const WorkbenchOptions& options, int argc, char** argv) {
  if (!options.screenshot.empty()) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QMainWindow window;
  window.setWindowTitle(QStringLiteral("Nereid"));
  window.show();
  return QApplication::exec();
}

}  // namespace nereid::app

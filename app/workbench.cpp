// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include "app/main_window.h"
#include "app/run_flow.h"
#include "app/screenshots.h"
#include "app/signal_watch.h"
#include "widgets/theme.h"

namespace nereid::app {
namespace {

void nameApplication() {
  QCoreApplication::setOrganizationName(QStringLiteral("nereid"));
  QCoreApplication::setApplicationName(QStringLiteral("nereid"));
  QCoreApplication::setApplicationVersion(QStringLiteral(NEREID_VERSION));
  QGuiApplication::setDesktopFileName(QStringLiteral("nereid"));
}

/// No display, no saved layout, no saved theme: the same pictures on every machine.
int runScreenshots(const WorkbenchOptions& options, int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  if (options.scale > 1) qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
  QTemporaryDir settings;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  widgets::applyTheme(application, widgets::ThemeMode::kLight);
  MainWindow window;
  window.begin(QString::fromStdString(options.run), false);
  return takeScreenshots(window, options);
}

/// After the first paint, so that nothing heavy comes before it.
void beginAfterFirstPaint(MainWindow& window, const WorkbenchOptions& options) {
  QTimer::singleShot(0, &window, [&window, options] {
    const bool openLast = !options.no_run && !options.start_run;
    window.begin(QString::fromStdString(options.run), openLast);
    if (options.start_run) window.flow().startPocket(options.steps);
  });
}

}  // namespace

int run_workbench(const WorkbenchOptions& options, int argc, char** argv) {
  nameApplication();
  if (!options.screenshot.empty()) return runScreenshots(options, argc, argv);
  QApplication application(argc, argv);
  applySavedTheme();
  MainWindow window;
  SignalWatch signals_;
  QObject::connect(&signals_, &SignalWatch::endRequested, &window, &MainWindow::stopAndQuit);
  window.show();
  beginAfterFirstPaint(window, options);
  return QApplication::exec();
}

}  // namespace nereid::app

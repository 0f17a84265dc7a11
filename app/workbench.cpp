// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>
#include <utility>

#include <time.h>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/desk/language.h"
#include "app/help/manual.h"
#include "app/pictures/screenshots.h"
#include "app/runs/run_flow.h"
#include "app/signal_watch.h"
#include "app/window/main_window.h"
#include "app/window/view_settings.h"
#include "widgets/look/platform_noise.h"
#include "widgets/look/screen_fit.h"
#include "widgets/look/theme.h"

namespace nereid::app {
namespace {

void nameApplication() {
  QCoreApplication::setOrganizationName(QStringLiteral("nereid"));
  QCoreApplication::setApplicationName(QStringLiteral("nereid"));
  QCoreApplication::setApplicationVersion(QStringLiteral(NEREID_VERSION));
  QGuiApplication::setDesktopFileName(QStringLiteral("nereid"));
}

/// A path that is still the same after the program went to another folder.
std::string absolute(const std::string& path) {
  return path.empty() ? path
                      : QFileInfo(QString::fromStdString(path)).absoluteFilePath().toStdString();
}

/// No display, and nothing of the user or the place: neither layout nor theme, runs, judgements or
/// time zone. The same pictures on every machine with the same fonts.
int runScreenshots(WorkbenchOptions options, int argc, char** argv) {
  for (std::string* path : {&options.run, &options.screenshot, &options.beside, &options.verdict})
    *path = absolute(*path);
  QTemporaryDir home;
  qputenv("XDG_DATA_HOME", (home.path() + QStringLiteral("/data")).toUtf8());
  qputenv("XDG_CONFIG_HOME", (home.path() + QStringLiteral("/config")).toUtf8());
  qputenv("NEREID_RUNS", (home.path() + QStringLiteral("/runs")).toUtf8());
  qputenv("TZ", "UTC");
  QDir::setCurrent(home.path());
  qputenv("QT_QPA_PLATFORM", "offscreen");
  if (options.scale > 1) qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                     home.path() + QStringLiteral("/config"));
  QApplication application(argc, argv);
  applyLanguage(options.language.empty() ? QStringLiteral("en")
                                         : QString::fromStdString(options.language));
  widgets::applyTheme(application, widgets::ThemeMode::kLight, options.text_size);
  MainWindow window;
  window.begin({}, false);
  return takeScreenshots(window, options);
}

int runManualExport(const WorkbenchOptions& options, int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyLanguage(options.language.empty() ? QStringLiteral("en")
                                         : QString::fromStdString(options.language));
  const QString problem = exportManual(QString::fromStdString(options.manual));
  if (problem.isEmpty()) return kExitDone;
  return report_error({ErrorCode::kUnavailable, problem.toStdString()});
}

/// Since the kernel started this process, to its tick of 10 ms.
double processAgeMs() {
  QFile stat(QStringLiteral("/proc/self/stat"));
  if (!stat.open(QIODevice::ReadOnly)) return 0;
  const QByteArray line = stat.readAll();
  // The name of the program, in brackets, may hold spaces; the start is the 20th field after it.
  const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
  constexpr int kStart = 19;
  if (fields.size() <= kStart) return 0;
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const double started =
      fields[kStart].toDouble() * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6 - started;
}

/// Begins the work of the window after its first paint, so that nothing heavy comes before it.
class FirstPaint : public QObject {
 public:
  FirstPaint(MainWindow& window, WorkbenchOptions options)
      : QObject(&window), m_window(window), m_options(std::move(options)) {
    window.installEventFilter(this);
  }

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) {
      m_window.removeEventFilter(this);
      QTimer::singleShot(0, this, [this] { begin(); });
    }
    return QObject::eventFilter(watched, event);
  }

 private:
  void begin() {
    if (m_options.first_paint) {
      std::printf("first paint: %.0f ms\n", processAgeMs());
      std::fflush(stdout);
      QCoreApplication::quit();
      return;
    }
    const bool openLast = !m_options.no_run && !m_options.start_run;
    m_window.begin(QString::fromStdString(m_options.run), openLast);
    if (m_options.start_run) m_window.flow().startPocket(m_options.steps);
    deleteLater();
  }

  MainWindow& m_window;
  WorkbenchOptions m_options;
};

}  // namespace

int run_workbench(const WorkbenchOptions& options, int argc, char** argv) {
  nameApplication();
  qInstallMessageHandler(widgets::dropPlatformNoise);
  if (!options.manual.empty()) return runManualExport(options, argc, argv);
  if (options.list_pictures) return listScreenshots();
  if (!options.screenshot.empty()) return runScreenshots(options, argc, argv);
  QApplication application(argc, argv);
  applyLanguage(options.language.empty() ? savedLanguage()
                                         : QString::fromStdString(options.language));
  applySavedTheme();
  const widgets::ScreenFit fit(application);
  MainWindow window;
  SignalWatch signals_;
  QObject::connect(&signals_, &SignalWatch::endRequested, &window, &MainWindow::stopAndQuit);
  new FirstPaint(window, options);  // owned by the window
  window.show();
  return QApplication::exec();
}

}  // namespace nereid::app

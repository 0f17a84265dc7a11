// SPDX-License-Identifier: GPL-3.0-or-later
// The gates of the window (docs/performance.md) as a markdown table; exit status 1 when one is
// missed. window_bench [--nereid PROGRAM] [--large FOLDER] [--rounds N] [--idle SECONDS]
// [--stream SECONDS] [--only GATE], GATE one of paint, idle, plots, open, stream, runs, tokens,
// launch; or pocket [--pocket SECONDS], which is no matter of the window and only measured by name.
#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <cstdio>

#include "engine/base/paths.h"
#include "tests/bench/window/program_gates.h"
#include "tests/bench/window/records.h"
#include "tests/bench/window/view_gates.h"
#include "widgets/look/platform_noise.h"
#include "widgets/look/theme.h"

int main(int argc, char** argv) {
  qInstallMessageHandler(nereid::widgets::dropPlatformNoise);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a slow gate must not hide those before it
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QCoreApplication::setOrganizationName(QStringLiteral("nereid-tests"));
  QCoreApplication::setApplicationName(QStringLiteral("window_bench"));
  QApplication application(argc, argv);
  nereid::widgets::applyTheme(application, nereid::widgets::ThemeMode::kLight);
  QCommandLineParser parser;
  const auto option = [&](const char* name, const char* help, const QString& usual) {
    const QCommandLineOption made(QString::fromLatin1(name), QString::fromLatin1(help),
                                  QStringLiteral("VALUE"), usual);
    parser.addOption(made);
  };
  const QString beside = QCoreApplication::applicationDirPath();
  option("nereid", "the program to measure", beside + QStringLiteral("/nereid"));
  option("large", "where the record of 100,000 episodes is, or is to be kept", {});
  option("rounds", "repeats of each measurement, of which the median counts", QStringLiteral("5"));
  option("idle", "seconds over which the idle program is watched", QStringLiteral("30"));
  option("stream", "seconds of arriving points", QStringLiteral("12"));
  option("pocket", "seconds of the pocket run", QStringLiteral("600"));
  option("seeds", "seeds of the pocket runs, one after the other", QStringLiteral("0,1,2"));
  option("only", "paint, idle, plots, open, stream, runs, tokens, launch or pocket", {});
  parser.addHelpOption();
  parser.process(application);
  const auto value = [&](const char* name) { return parser.value(QString::fromLatin1(name)); };
  const auto wanted = [&](const char* gate) {
    return value("only").isEmpty() || value("only") == QLatin1String(gate);
  };

  const int rounds = std::max(1, value("rounds").toInt());
  const QString example =
      QString::fromStdString((nereid::resource_dir() / "runs/example").string());
  QTemporaryDir place;
  QString large =
      value("large").isEmpty() ? place.filePath(QStringLiteral("large")) : value("large");
  if (wanted("open") || wanted("idle")) large = writeLargeRecord(large);

  GateTable table;
  ProgramGates programs(table, value("nereid"), rounds);
  if (wanted("paint")) programs.firstPaint(example);
  if (wanted("idle")) programs.idle(example, large, value("idle").toInt());
  if (value("only") == QLatin1String("pocket")) {
    for (const QString& seed : value("seeds").split(QLatin1Char(',')))
      programs.pocketRun(value("pocket").toInt(), seed.toInt());
  }
  ViewGates views(table, rounds);
  if (wanted("plots")) views.replot();
  if (wanted("open")) views.openLargeRecord(large);
  if (wanted("stream")) views.streamPoints(value("stream").toInt());
  if (wanted("runs")) {
    for (const int runs : {300, 1000}) views.showManyRuns(runs);
  }
  if (wanted("tokens")) views.showLongEpisode(16'000);
  if (wanted("launch")) views.openLaunchDialog();
  return table.missed() > 0 ? 1 : 0;
}

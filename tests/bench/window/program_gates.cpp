// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/program_gates.h"

#include <fmt/format.h>

#include <QElapsedTimer>
#include <QThread>
#include <algorithm>
#include <utility>

#include "tests/bench/window/program.h"
#include "tests/bench/window/records.h"

namespace {

constexpr double kFirstPaintMs = 500;
constexpr double kIdlePercent = 1;
constexpr int kSettleMs = 8000;  // the window has read the run, and no gathering timer is left
constexpr int kTurnMs = 2000;
constexpr int kMostTurns = 30;
constexpr double kOpenedSeconds = 0.05;  // of processor time in a turn

}  // namespace

ProgramGates::ProgramGates(GateTable& table, QString binary, int rounds)
    : m_table(table), m_binary(std::move(binary)), m_rounds(rounds) {}

void ProgramGates::firstPaint(const QString& run) {
  firstPaint(run, {});
  const VirtualDisplay display;
  if (display.name().isEmpty()) {
    m_table.fail("first paint on an X server", "there is no Xvfb; install the package xvfb");
  } else {
    firstPaint(run, display.name());
  }
}

void ProgramGates::firstPaint(const QString& run, const QString& display) {
  QStringList files;
  {
    Program warm(m_binary, display);
    warm.start({QStringLiteral("--no-run")});
    QThread::msleep(kSettleMs / 4);
    files = warm.mappedFiles();
  }
  const std::string where = display.isEmpty() ? "offscreen" : "X server";
  for (const bool isCold : {true, false}) {
    for (const QString& argument : {run, QStringLiteral("--no-run")}) {
      const std::string what = fmt::format("first paint, {}, {}, {}", isCold ? "cold" : "warm",
                                           where, argument == run ? "example run" : "no run");
      std::vector<Reading> times;
      QString how;
      for (int round = 0; round < m_rounds; ++round) {
        if (isCold) how = dropFileCache(files);
        Program program(m_binary, display);
        if (const auto ms = program.firstPaintMs({argument})) times.push_back({*ms, 0});
      }
      if (times.empty()) {
        m_table.fail(what, m_binary.toStdString() + " painted nothing");
        continue;
      }
      m_table.add(what, "ms", kFirstPaintMs, middle(times).wall, how.toStdString());
    }
  }
}

void ProgramGates::idle(const QString& run, const QString& large, int seconds) {
  struct Case {
    std::string what;
    std::unique_ptr<Program> program;
    QStringList arguments;
    bool statesMemory = false;
    double before = 0;
  };
  const QTemporaryDir place;
  const GrowingRun paused(place.filePath(QStringLiteral("paused")),
                          {.metrics = 13, .groups = 2, .isPaused = true});
  const GrowingRun growing(place.filePath(QStringLiteral("growing")),
                           {.metrics = 13, .stepsPerSecond = 0.5, .groups = 2});
  QThread::msleep(kSettleMs / 8);  // both have a record
  std::vector<Case> cases;
  const auto add = [&](const std::string& what, const QString& workspace, const QString& argument,
                       bool statesMemory = false) {
    cases.push_back({what,
                     std::make_unique<Program>(m_binary, QString(), workspace),
                     {argument},
                     statesMemory});
  };
  const QString none = QStringLiteral("--no-run");
  const QString monitor = QStringLiteral("monitor");
  for (const char* workspace : {"monitor", "inspect", "replay", "compare", "verify"})
    add(std::string("recorded run, ") + workspace, QString::fromLatin1(workspace), run);
  add("no run", monitor, none, true);
  add("paused run, monitor", monitor, paused.folder());
  add("run that adds a step every 2 s, monitor", monitor, growing.folder());
  add("100,000 episodes, 300 curves, monitor", monitor, large, true);
  for (Case& one : cases) one.program->start(one.arguments);
  QThread::msleep(kSettleMs);
  const auto read = [&] {
    double most = 0;
    for (Case& one : cases) {
      const double now = one.program->processorSeconds();
      most = std::max(most, now - std::exchange(one.before, now));
    }
    return most;
  };
  // A busy machine takes longer to open them all.
  read();
  for (int turn = 0; turn < kMostTurns; ++turn) {
    QThread::msleep(kTurnMs);
    if (read() < kOpenedSeconds) break;
  }
  QElapsedTimer clock;
  clock.start();
  QThread::sleep(static_cast<unsigned long>(seconds));
  for (Case& one : cases) {
    const double used = one.program->processorSeconds() - one.before;
    const double wall = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    m_table.add("idle: " + one.what, "% of a core", kIdlePercent, 100 * used / wall);
  }
  for (const Case& one : cases) {
    if (one.statesMemory)
      m_table.add("resident memory: " + one.what, "MiB", {}, one.program->residentMiB());
  }
}

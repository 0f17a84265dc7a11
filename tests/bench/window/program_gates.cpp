// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/program_gates.h"

#include <fmt/format.h>

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
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

struct Step {
  double afterSeconds = 0;  ///< from the start of the program
  double seconds = 0;
  double update = 0;  ///< of which the update, behind the rewards
  double passRate = 0;
};

/// The steps that `nereid train --json` tells of within the time.
std::vector<Step> stepsOf(QProcess& program, int seconds) {
  std::vector<Step> steps;
  QElapsedTimer clock;
  clock.start();
  while (clock.elapsed() < seconds * 1000 && program.state() != QProcess::NotRunning) {
    program.waitForReadyRead(kTurnMs / 4);
    while (program.canReadLine()) {
      const QJsonObject said = QJsonDocument::fromJson(program.readLine()).object();
      const auto value = [&](const char* key) { return said[QLatin1String(key)].toDouble(); };
      if (said[QLatin1String("event")].toString() != QLatin1String("step")) continue;
      steps.push_back({static_cast<double>(clock.elapsed()) / 1000, value("step_s"),
                       value("update_s"), value("pass_rate")});
    }
  }
  return steps;
}

double meanRate(const std::vector<Step>& steps, std::size_t first, std::size_t count) {
  double sum = 0;
  for (std::size_t i = first; i < first + count; ++i) sum += steps[i].passRate;
  return sum / static_cast<double>(count);
}

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

void ProgramGates::pocketRun(int seconds, int seed) {
  constexpr double kFirstRewardSeconds = 20;
  constexpr double kStepSeconds = 5;
  constexpr double kGain = 0.2;
  constexpr std::size_t kMeanOf = 10;
  const std::string name = fmt::format("pocket run, seed {}", seed);
  const QTemporaryDir place;
  QProcess program;
  program.setStandardErrorFile(QProcess::nullDevice());
  program.start(m_binary,
                {QStringLiteral("train"), QStringLiteral("pocket"), QStringLiteral("--json"),
                 QStringLiteral("--set"), QStringLiteral("seed=%1").arg(seed),
                 // Verdicts of an earlier run would flatter this one.
                 QStringLiteral("--set"), QStringLiteral("verify.keep=false"),
                 QStringLiteral("--out"), place.filePath(QStringLiteral("run"))});
  const std::vector<Step> steps = stepsOf(program, seconds);
  program.terminate();
  if (!program.waitForFinished(kSettleMs * 4)) program.kill();
  program.waitForFinished();
  if (steps.size() < 2 * kMeanOf) {
    m_table.fail(name, fmt::format("{} steps in {} s", steps.size(), seconds));
    return;
  }
  std::vector<Reading> times;
  for (const Step& step : steps) times.push_back({step.seconds, 0});
  const double begin = meanRate(steps, 0, kMeanOf);
  double best = 0;
  for (std::size_t i = kMeanOf; i + kMeanOf <= steps.size(); ++i)
    best = std::max(best, meanRate(steps, i, kMeanOf));
  m_table.add(name + ": first reward after the launch", "s", kFirstRewardSeconds,
              steps.front().afterSeconds - steps.front().update);
  m_table.add(name + ": a step", "s", kStepSeconds, middle(times).wall,
              fmt::format("median of {}", steps.size()));
  m_table.addAtLeast(fmt::format("{}: rise of the rollouts' pass rate in {} s", name, seconds), "",
                     kGain, best - begin,
                     fmt::format("from {:.2f} to {:.2f}, means of {} steps", begin, best, kMeanOf));
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/view_gates.h"

#include <fmt/format.h>

#include <QAction>
#include <QElapsedTimer>
#include <QPlainTextEdit>

#include "app/comparison/run_comparison.h"
#include "app/desk/actions.h"
#include "app/desk/selection.h"
#include "app/desk/workspaces.h"
#include "app/launch/start_dialog.h"
#include "app/runs/run_flow.h"
#include "tests/bench/replots.h"
#include "tests/bench/window/records.h"
#include "widgets/comparison/run_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/feed/run_summaries.h"
#include "widgets/look/table_view.h"
#include "widgets/look/watchdog.h"
#include "widgets/replay/replay_view.h"

using namespace nereid;
using namespace nereid::app;

namespace {

constexpr double kLongestTurnMs = 50;
constexpr double kOpenMs = 300;
constexpr int kLimitMs = 60'000;
constexpr int kQuietMs = 600;  // longer than every gathering timer of the views

void spin(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

}  // namespace

std::optional<ViewGates::Turn> ViewGates::watch(const std::function<void()>& work,
                                                const std::function<bool()>& isDone) {
  spin(kQuietMs);
  widgets::GuiWatchdog watchdog;
  watchdog.start();
  spin(20);
  watchdog.reset();
  QElapsedTimer clock;
  clock.start();
  // As a key or a click would: from the event loop, where the watchdog sees it.
  QTimer::singleShot(0, &window(), work);
  while (!isDone()) {
    if (clock.elapsed() > kLimitMs) return std::nullopt;
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
  }
  QCoreApplication::processEvents();  // what was changed is painted
  Turn turn;
  turn.ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  spin(kQuietMs);  // what it set going later counts too
  turn.longest = {watchdog.longestBlockMs(), watchdog.longestBusyMs()};
  return turn;
}

// As at the first start: no workspace, run or choice of the round before comes back.
bool ViewGates::openWindow() {
  m_fixture.forgetSettings();
  return m_fixture.openWindow();
}

void ViewGates::addTurn(const std::string& what, std::vector<Reading> turns) {
  if (turns.empty()) {
    m_table.fail(what, "it was not done in a minute");
    return;
  }
  const Reading one = middle(std::move(turns));
  m_table.add(what, "ms", kLongestTurnMs, one.wall,
              fmt::format("of which the thread worked {:.0f} ms", one.busy));
}

bool ViewGates::isShown(int rows, double lastStep) {
  auto* episodes = window().docks().view<widgets::EpisodeList>("episodes");
  auto* curves = window().docks().view<widgets::CurvesView>("curves");
  return episodes->proxy()->rowCount() >= rows && !curves->plots().empty() &&
         curves->xRange().second >= lastStep &&
         std::all_of(curves->plots().begin(), curves->plots().end(),
                     [](const widgets::CurvePlot* plot) { return plot->drawnPoints() > 0; });
}

void ViewGates::replot() {
  constexpr double kOneCurveMs = 5;
  constexpr double kManyCurvesMs = 33;
  const auto add = [this](const std::string& what, double limit, const Replots& times) {
    m_table.add(what, "ms", limit, times.median(),
                fmt::format("of which the thread worked {:.1f} ms; worst of {} {:.1f} ms",
                            times.medianBusy(), times.wall.size(), times.wall.back()));
  };
  add("full replot of 1e7 points", kOneCurveMs, replotCurve(10'000'000));
  add("full replot of 300 curves of 1e4 points", kManyCurvesMs, replotCurves(300, 0));
  add("the same, smoothed", kManyCurvesMs, replotCurves(300, 0.88));
  add("full replot of 2000 curves of 1e4 points", kManyCurvesMs, replotCurves(2000, 0));
}

void ViewGates::openLargeRecord(const QString& record) {
  constexpr int kFirstRows = 100;
  constexpr int kEpisodes = 100'000;
  constexpr double kLastStep = 3125;
  std::vector<Reading> first;
  std::vector<Reading> whole;
  std::vector<Reading> turns;
  for (int round = 0; round < m_rounds; ++round) {
    if (!openWindow()) break;
    window().workspaces().show(QStringLiteral("monitor"));
    const auto open = [&] { window().flow().openRun(record); };
    const auto turn = watch(open, [&] { return isShown(kFirstRows, kLastStep); });
    if (!turn) break;
    first.push_back({turn->ms, 0});
    // Another time until all of it is there, with the longest turn on the way.
    m_fixture.closeWindow();
    if (!openWindow()) break;
    const auto all =
        watch(open, [&] { return window().feed().isCaughtUp() && isShown(kEpisodes, kLastStep); });
    if (!all) break;
    whole.push_back({all->ms, 0});
    turns.push_back(all->longest);
    m_fixture.closeWindow();
  }
  const std::string what = "100,000 episodes, 300 curves: ";
  if (whole.empty()) {
    m_table.fail(what + "opening", "it did not appear in a minute");
    return;
  }
  m_table.add(what + "first rows and whole curves shown", "ms", kOpenMs, middle(first).wall);
  m_table.add(what + "all rows listed", "ms", {}, middle(whole).wall);
  addTurn(what + "longest turn meanwhile", turns);
  walkWorkspaces(record, what);
}

void ViewGates::walkWorkspaces(const QString& record, const std::string& what) {
  constexpr int kEpisodes = 100'000;
  if (!openWindow()) return;
  window().workspaces().show(QStringLiteral("monitor"));
  if (!watch([&] { window().flow().openRun(record); }, [&] { return isShown(kEpisodes, 0); }))
    return;
  for (const Workspace& workspace : window().workspaces().all()) {
    std::vector<Reading> turns;
    for (int round = 0; round < m_rounds; ++round) {
      bool isThere = false;
      const auto turn = watch(
          [&] {
            window().workspaces().show(workspace.id);
            isThere = true;
          },
          [&] { return isThere; });
      if (turn) turns.push_back(turn->longest);
      const QString other =
          QString::fromLatin1(workspace.id == QLatin1String("monitor") ? "inspect" : "monitor");
      window().workspaces().show(other);
    }
    addTurn(what + "longest turn while the workspace " + workspace.id.toStdString() + " comes up",
            turns);
  }
  m_fixture.closeWindow();
}

void ViewGates::streamPoints(int seconds) {
  constexpr double kPointsPerSecond = 100'000;
  struct Case {
    const char* what;
    int metrics;
  };
  const Case cases[] = {{"300 metrics", 300}, {"13 metrics, all of them drawn", 13}};
  for (const Case& one : cases) {
    if (!openWindow()) return;
    window().workspaces().show(QStringLiteral("monitor"));
    const GrowingRun run(
        m_fixture.folder() + QStringLiteral("/stream%1").arg(one.metrics),
        {.metrics = one.metrics, .stepsPerSecond = kPointsPerSecond / one.metrics});
    QElapsedTimer clock;
    clock.start();
    long long before = 0;
    bool isOpen = false;
    const auto turn = watch(
        [&] {
          window().flow().openRun(run.folder());
          before = run.points();
          isOpen = true;
          clock.restart();
        },
        [&] { return isOpen && clock.elapsed() >= seconds * 1000; });
    const double rate =
        static_cast<double>(run.points() - before) / (static_cast<double>(clock.elapsed()) / 1000);
    const std::string what = fmt::format("100,000 points/s for {} s ({})", seconds, one.what);
    if (turn) addTurn(what + ": longest turn", {turn->longest});
    auto* curves = window().docks().view<widgets::CurvesView>("curves");
    m_table.add(what + ": written", "points/s", {}, rate,
                fmt::format("step {:.0f} drawn", curves->xRange().second));
    m_fixture.closeWindow();
  }
}

void ViewGates::showManyRuns(int runs) {
  const std::string what = fmt::format("table of {} runs", runs);
  if (!writeManyRuns(m_fixture.folder() + QStringLiteral("/runs"), runs)) {
    m_table.fail(what, "the runs could not be written");
    return;
  }
  std::vector<Reading> turns;
  std::vector<Reading> times;
  std::vector<Reading> drawTurns;
  std::vector<Reading> drawTimes;
  for (int round = 0; round < m_rounds; ++round) {
    if (!openWindow()) break;
    auto* view = window().docks().view<RunComparison>("runtable");
    const auto turn = watch([&] { window().workspaces().show(QStringLiteral("compare")); },
                            [&] {
                              return view->table()->proxy()->rowCount() >= runs &&
                                     !view->summaries()->isReading();
                            });
    if (!turn) break;
    turns.push_back(turn->longest);
    times.push_back({turn->ms, 0});
    auto* overlay = view->curves()->overlay();
    view->showPage(RunComparison::kCurvesPage);
    const auto isDrawn = [&](const widgets::OverlaidRun& run) {
      return overlay->series(run.dir + QLatin1String("\nreward")) != nullptr;
    };
    const auto draw = watch([&] { view->table()->view()->selectAll(); },
                            [&] {
                              return std::ssize(overlay->runs()) >= runs &&
                                     std::ranges::all_of(overlay->runs(), isDrawn);
                            });
    if (!draw) break;
    drawTurns.push_back(draw->longest);
    drawTimes.push_back({draw->ms, 0});
    m_fixture.closeWindow();
  }
  addTurn(what + ": longest turn while they are read", turns);
  if (!times.empty()) m_table.add(what + ": all listed", "ms", {}, middle(times).wall);
  addTurn(what + ": longest turn while the curves of all are drawn", drawTurns);
  if (!drawTimes.empty()) m_table.add(what + ": all drawn", "ms", {}, middle(drawTimes).wall);
  QDir(m_fixture.folder() + QStringLiteral("/runs")).removeRecursively();
}

void ViewGates::showLongEpisode(int tokens) {
  const std::string what = fmt::format("episode of {} tokens", tokens);
  const QString run = writeLongEpisode(m_fixture.folder() + QStringLiteral("/long"), tokens);
  std::vector<Reading> turns;
  std::vector<Reading> colours;
  std::vector<Reading> times;
  for (int round = 0; round < m_rounds && !run.isEmpty(); ++round) {
    if (!openWindow()) break;
    window().workspaces().show(QStringLiteral("replay"));
    auto* story = window().docks().view<widgets::ReplayView>("story");
    window().docks().activate(QStringLiteral("story"));
    const auto turn = watch([&] { window().flow().openRun(run); },
                            [&] {
                              return window().feed().isCaughtUp() &&
                                     story->completionView()->document()->characterCount() > tokens;
                            });
    if (!turn) break;
    turns.push_back(turn->longest);
    times.push_back({turn->ms, 0});
    bool isColoured = false;
    const auto recoloured = watch(
        [&] {
          m_fixture.trigger("replay.colour");
          isColoured = true;
        },
        [&] { return isColoured; });
    if (recoloured) colours.push_back(recoloured->longest);
    m_fixture.closeWindow();
  }
  addTurn(what + ": longest turn while it is opened in Replay", turns);
  addTurn(what + ": longest turn while it is coloured by something else", colours);
  if (!times.empty()) m_table.add(what + ": shown whole", "ms", {}, middle(times).wall);
}

void ViewGates::openLaunchDialog() {
  std::vector<Reading> turns;
  std::vector<Reading> times;
  for (int round = 0; round < m_rounds; ++round) {
    if (!openWindow()) break;
    bool isShown = false;
    const auto turn = watch(
        [&] {
          QTimer::singleShot(0, &window(), [&] {
            QTimer look;
            QObject::connect(&look, &QTimer::timeout, &window(), [&] {
              auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
              if (dialog == nullptr || !dialog->isVisible()) return;
              look.stop();
              QTimer::singleShot(kQuietMs, dialog, &QDialog::reject);
            });
            look.start(1);
            m_fixture.trigger("run.start");  // until it is closed
            isShown = true;
          });
        },
        [&] { return isShown; });
    if (!turn) break;
    turns.push_back(turn->longest);
    times.push_back({turn->ms - kQuietMs, 0});
    m_fixture.closeWindow();
  }
  addTurn("launch dialog: longest turn while it opens", turns);
  if (!times.empty()) m_table.add("launch dialog: shown", "ms", {}, middle(times).wall);
}

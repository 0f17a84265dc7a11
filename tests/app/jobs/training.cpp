// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on a run that trains the pocket model on this machine: launch, monitor, stop and continue.
#include <QFile>
#include <QPushButton>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/subject.h"
#include "app/runs/run_controller.h"
#include "app/runs/top_bar.h"
#include "engine/config/settings.h"
#include "engine/record/store.h"
#include "tests/app/jobs/jobs.h"
#include "tests/patience.h"
#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curve_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/funnel/funnel_flow.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/look/table_view.h"
#include "widgets/runs/run_delegate.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::app;
using widgets::CurvesView;
using widgets::EpisodeList;

namespace {

struct Content {
  std::vector<record::MetricBatch> steps;
  std::vector<record::EpisodeRow> episodes;
  std::vector<record::Event> events;
};

Content contentOf(const QString& run) {
  Content content;
  auto reader = record::RunReader::open(run.toStdString());
  if (!reader) return content;
  std::int64_t metrics = 0, episodes = 0, events = 0;
  if (auto steps = (*reader)->metrics_since(metrics)) content.steps = std::move(*steps);
  if (auto rows = (*reader)->episodes_since(episodes, 1'000'000))
    content.episodes = std::move(*rows);
  if (auto all = (*reader)->events_since(events)) content.events = std::move(*all);
  return content;
}

double valueOf(const record::MetricBatch& step, const std::string& key) {
  for (const auto& [name, value] : step.values) {
    if (name == key) return value;
  }
  return std::nan("");
}

/// By step, NaN where nothing was learnt; validations have batches of their own.
std::map<std::int64_t, double> lossesOf(const Content& content) {
  std::map<std::int64_t, double> losses;
  for (const record::MetricBatch& step : content.steps) {
    const bool isValidation =
        std::all_of(step.values.begin(), step.values.end(),
                    [](const auto& value) { return value.first.starts_with("eval_"); });
    if (!isValidation) losses[step.step] = valueOf(step, "loss");
  }
  return losses;
}

/// What is wrong with a record, empty if nothing is.
QString faultOf(const QString& run) {
  const auto report = record::check_record(run.toStdString());
  if (!report) return QString::fromStdString(report.error().message);
  return report->ok ? QString() : QString::fromStdString(report->problems.front());
}

}  // namespace

void TestJobs::launch() {
  QVERIFY(openProgram());
  // An empty program says what to do.
  QTRY_VERIFY(m_user.see<QPushButton>(QStringLiteral("Start the pocket run")) != nullptr);
  QTRY_VERIFY(m_user.reads(QStringLiteral("There is no run yet")));

  m_user.inDialog(QStringLiteral("Start a run"), [this](QDialog&) {
    USER_DOES(chooseIn(QStringLiteral("Recipe"), QStringLiteral("pocket-sft")));
    QVERIFY(m_user.reads(QStringLiteral("Supervised fine-tuning")));  // what it is stands below
    USER_DOES(chooseIn(QStringLiteral("Recipe"), QStringLiteral("pocket")));
    USER_DOES(press("Alt+T"));
    USER_DOES(replace(QStringLiteral("0")));
    QVERIFY(m_user.reads(QStringLiteral("grpo.steps: expected a whole number")));
    QVERIFY(!m_user.see(QStringLiteral("Start"))->isEnabled());
    USER_DOES(press("Return"));  // starts nothing
    QVERIFY(m_user.see(QStringLiteral("Start")) != nullptr);
    USER_DOES(press("Escape"));
  });
  USER_DOES(press("Ctrl+R"));
  QVERIFY2(m_user.isDone(), qPrintable(m_user.problem()));
  QVERIFY(!window().controller().isActive());

  startSmallRun(2);
  QVERIFY(window().controller().isActive());
  auto& curves = view<CurvesView>("curves");
  QTRY_VERIFY_WITH_TIMEOUT(!curves.plots().front()->valuesAt(1).empty(), kRunMs);
  QTRY_VERIFY_WITH_TIMEOUT(view<EpisodeList>("episodes").proxy()->rowCount() >= 2, kRunMs);
  QTRY_VERIFY_WITH_TIMEOUT(m_user.reads(QStringLiteral("Finished")), kRunMs);

  // What was chosen is what ran, and all of it is on the disk.
  const QString run = onlyRun();
  QVERIFY(!run.isEmpty());
  const auto settings =
      config::load_settings((run + QStringLiteral("/settings.yaml")).toStdString());
  QVERIFY(settings);
  QCOMPARE(settings->grpo.num_generations, 2);
  QCOMPARE(settings->grpo.prompts_per_step, 1);
  QCOMPARE(settings->model.path, std::string("pocket"));
  QCOMPARE(faultOf(run), QString());
  const Content content = contentOf(run);
  QCOMPARE(content.steps.size(), std::size_t{2});
  QCOMPARE(content.episodes.size(), std::size_t{4});
  QCOMPARE(view<EpisodeList>("episodes").proxy()->rowCount(), 4);
  const auto shown = curves.plots().front()->valuesAt(1);
  QCOMPARE(shown.front().raw, valueOf(content.steps.front(), "reward"));
}

void TestJobs::monitor() {
  QVERIFY(openProgram());
  startSmallRun(10'000);
  auto& curves = view<CurvesView>("curves");
  auto& list = view<EpisodeList>("episodes");
  widgets::CurvePlot* plot = nullptr;
  QTRY_VERIFY_WITH_TIMEOUT(curves.xRange().second >= 2, kRunMs);
  plot = curves.plots().front();

  // The view is held, the data are not.
  USER_DOES(press("Ctrl+Shift+P"));
  const double heldAt = curves.xRange().second;
  const int rowsThen = list.model()->rowCount();
  QTRY_VERIFY_WITH_TIMEOUT(list.model()->rowCount() >= rowsThen + 4, kRunMs);
  QCOMPARE(curves.xRange().second, heldAt);
  USER_DOES(click(QStringLiteral("pause view"), m_user.dock(QStringLiteral("Curves"))));
  QTRY_VERIFY(curves.xRange().second > heldAt);

  // Wheel and double click on a plot.
  const auto whole = curves.xRange();
  const QPoint middle = plot->plot()->rect().center();
  USER_DOES(turnWheel(plot->plot(), middle, 3));
  const auto zoomed = curves.xRange();
  QVERIFY(zoomed.second - zoomed.first < whole.second - whole.first);
  USER_DOES(doubleClickAt(plot->plot(), middle));
  QVERIFY(curves.xRange().first <= whole.first && curves.xRange().second >= whole.second);

  // Click by click from the funnel to the episodes behind it.
  USER_DOES(press("Alt+F"));
  auto& funnel = view<widgets::FunnelView>("funnel");
  QTRY_VERIFY(!funnel.flows()->layoutOfFlows().exits.empty());
  const auto exit = funnel.flows()->layoutOfFlows().exits.front();
  USER_DOES(clickAt(funnel.flows(), exit.label.center().toPoint()));
  QTRY_VERIFY(list.proxy()->rowCount() > 0);
  for (int row = 0; row < list.proxy()->rowCount(); ++row) {
    if (!exit.flow.accepted) QCOMPARE(list.proxy()->row(row).rejected_at, exit.flow.stage);
  }

  USER_DOES(press("Ctrl+."));
  QTRY_VERIFY_WITH_TIMEOUT(!window().controller().isActive(), kRunMs);
  QTRY_VERIFY(m_user.reads(QStringLiteral("Stopped")));
  // Nothing was lost while the view was held.
  const Content content = contentOf(onlyRun());
  QTRY_COMPARE(std::size_t(list.model()->rowCount()), content.episodes.size());
  USER_DOES(press("Alt+2"));
  for (const record::MetricBatch& step : content.steps) {
    const auto values = plot->valuesAt(double(step.step));
    QVERIFY(!values.empty());
    QCOMPARE(values.front().raw, valueOf(step, "reward"));
  }

  // The hover table says what the record holds.
  USER_DOES(click(QStringLiteral("values"), m_user.dock(QStringLiteral("Curves"))));
  USER_DOES(moveTo(plot->plot(), QPoint(plot->plot()->width() / 3, middle.y())));
  QTRY_VERIFY(curves.cursorStep().has_value());
  const auto cursor = std::size_t(std::llround(*curves.cursorStep()));
  QVERIFY(cursor >= 1 && cursor <= content.steps.size());
  const QModelIndex row =
      m_user.findRow(QStringLiteral("Values at the cursor"), QStringLiteral("reward"));
  QVERIFY2(row.isValid(), qPrintable(m_user.problem()));

  // The list by a filter, exactly.
  USER_DOES(press("Ctrl+Shift+E"));
  USER_DOES(replace(QStringLiteral("stage:full")));
  const auto passed = std::count_if(
      content.episodes.begin(), content.episodes.end(),
      [](const record::EpisodeRow& row) { return row.furthest_stage == verify::Stage::kFull; });
  QTRY_COMPARE(list.proxy()->rowCount(), int(passed));
}

void TestJobs::phases() {
  QVERIFY(openProgram());
  startPhasedRun(2);
  auto& curves = view<CurvesView>("curves");
  QTRY_COMPARE_WITH_TIMEOUT(curves.phases().size(), std::size_t{2}, kRunMs);
  // Stopped in one phase or the other, and continued over what is left.
  QTRY_VERIFY_WITH_TIMEOUT(m_user.reads(QStringLiteral("sft 1 of 2")) ||
                               m_user.reads(QStringLiteral("best_of_n 0 of 2")),
                           kRunMs);
  USER_DOES(click(QStringLiteral("Stop")));
  QTRY_VERIFY_WITH_TIMEOUT(!window().controller().isActive(), kRunMs);
  QTRY_VERIFY(m_user.reads(QStringLiteral("Stopped")));
  const Content before = contentOf(onlyRun());
  // What can be continued is looked for on a thread of its own.
  QTRY_VERIFY_WITH_TIMEOUT(window().actions().action(QStringLiteral("run.continue"))->isEnabled(),
                           kRunMs);
  USER_DOES(press("Ctrl+Shift+C"));
  QTRY_VERIFY_WITH_TIMEOUT(window().controller().isActive(), kRunMs);
  QTRY_VERIFY_WITH_TIMEOUT(m_user.reads(QStringLiteral("Finished")), kRunMs);
  const QString run = onlyRun();
  QCOMPARE(faultOf(run), QString());
  const Content content = contentOf(run);
  const std::map<std::int64_t, double> losses = lossesOf(content);
  QCOMPARE(losses.size(), std::size_t{4});
  for (const auto& [step, loss] : lossesOf(before)) QCOMPARE(losses.at(step), loss);
  for (const record::EpisodeRow& row : content.episodes) {
    QCOMPARE(row.phase, std::string("best_of_n"));
    QVERIFY(row.key.step > 2);
  }

  // The marks are there; by keys to each phase.
  widgets::CurvePlot* plot = curves.plots().front();
  QTRY_COMPARE(plot->phaseNames().size(), qsizetype{2});
  USER_DOES(clickAt(plot->plot(), plot->plot()->rect().center()));
  USER_DOES(press("PgDown"));
  QCOMPARE(curves.xRange(), (std::pair<double, double>(0.5, 2.5)));
  USER_DOES(press("PgDown"));
  QCOMPARE(curves.xRange(), (std::pair<double, double>(2.5, 4.5)));
  QTRY_COMPARE(plot->phaseNames(), QStringList{QStringLiteral("best_of_n")});
  // The list of runs says it.
  const widgets::RunListModel* runs = view<widgets::RunList>("runs").model();
  QTRY_VERIFY(widgets::runStateLine(runs->run(runs->rowOf(run)))
                  .contains(QStringLiteral("sft \u203A best_of_n")));

  // An episode of the phase that samples, in replay.
  chooseEpisode(QStringLiteral("phase:best_of_n step:4"));
  QCOMPARE(window().subject().episode()->phase, std::string("best_of_n"));
  USER_DOES(press("Ctrl+3"));
  QTRY_VERIFY(m_user.reads(QStringLiteral("best_of_n \u00b7 step 4")));
}

void TestJobs::stopAndContinue() {
  QVERIFY(openProgram());
  QTRY_VERIFY(m_user.see(QStringLiteral("Start the pocket run")) != nullptr);
  USER_DOES(click(QStringLiteral("Start the pocket run")));
  QTRY_VERIFY_WITH_TIMEOUT(m_user.reads(QStringLiteral("step 1 of 150")), kRunMs);
  USER_DOES(click(QStringLiteral("Stop")));
  QTRY_VERIFY(m_user.reads(QStringLiteral("Stopping")));
  QTRY_VERIFY_WITH_TIMEOUT(!window().controller().isActive(), kRunMs);
  QTRY_VERIFY(m_user.reads(QStringLiteral("Stopped")));
  const QString run = onlyRun();
  QVERIFY(!run.isEmpty());
  const Content before = contentOf(run);
  QVERIFY(!before.steps.empty());

  USER_DOES(press("Ctrl+Q"));
  QTRY_VERIFY(!window().isVisible());
  m_fixture->closeWindow();

  QVERIFY(openProgram());
  const auto stoppedAt = qlonglong(before.steps.size());
  const QString offer = QStringLiteral("Continue pocket-grpo from step %1").arg(stoppedAt);
  QTRY_VERIFY_WITH_TIMEOUT(m_user.see(offer) != nullptr, kRunMs);
  USER_DOES(click(offer));
  const QString next = QStringLiteral("step %1 of 150").arg(stoppedAt + 1);
  QTRY_VERIFY_WITH_TIMEOUT(m_user.reads(next), kRunMs);
  USER_DOES(click(QStringLiteral("Stop")));
  QTRY_VERIFY_WITH_TIMEOUT(!window().controller().isActive(), kRunMs);

  // One record: what was there is as it was, and every step and episode is there once.
  QCOMPARE(onlyRun(), run);
  QCOMPARE(faultOf(run), QString());
  const Content after = contentOf(run);
  QVERIFY(after.steps.size() > before.steps.size());
  for (std::size_t i = 0; i < after.steps.size(); ++i)
    QCOMPARE(after.steps[i].step, std::int64_t(i) + 1);
  for (std::size_t i = 0; i < before.steps.size(); ++i)
    QCOMPARE(valueOf(after.steps[i], "reward"), valueOf(before.steps[i], "reward"));
  std::set<std::tuple<std::int64_t, int, int>> keys;
  for (const record::EpisodeRow& row : after.episodes)
    keys.insert({row.key.step, row.key.group, row.key.index});
  QCOMPARE(keys.size(), after.episodes.size());
  QCOMPARE(after.episodes.size(), after.steps.size() * 32);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace Compare runs: one selection for table, curves, parallel coordinates and settings.
#include <QAction>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QToolButton>

#include "app/comparison/ablation_view.h"
#include "app/comparison/run_comparison.h"
#include "app/comparison/run_table_tools.h"
#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/workspaces.h"
#include "engine/config/ablation.h"
#include "engine/record/store.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/comparison/parallel_plot.h"
#include "widgets/comparison/run_table.h"
#include "widgets/comparison/settings_comparison.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/curves/run_strip.h"
#include "widgets/feed/run_summaries.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::app;

namespace {

constexpr int kReadMs = 30'000;

}  // namespace

class TestRunComparison : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void selectionIsSharedWithTheCurves();
  void chipTakesARunOutOfTheSelection();
  void brushFiltersTheTable();
  void hiddenPlotKeepsUp();
  void folderOfRunsIsAdded();
  void runThatGrowsIsShownAnew();
  void hundredsOfRunsDoNotHoldTheWindow();
  void ablationAveragesOverSeeds();
  void choicesComeBack();

 private:
  QString write(const QString& folder, const QString& name, double level,
                const std::string& settings);
  RunComparison& comparison() { return view<RunComparison>("runtable"); }
  QStringList drawn();
  bool show(int runs);

  QString m_runs;
};

void TestRunComparison::init() {
  m_fixture.forgetSettings();
  m_runs = m_fixture.folder() + QStringLiteral("/runs");
  QDir(m_runs).removeRecursively();
  QVERIFY(QDir().mkpath(m_runs));
  QVERIFY(!write(m_runs, QStringLiteral("ash"), 0.2, "grpo: {beta: 0}\n").isEmpty());
  QVERIFY(!write(m_runs, QStringLiteral("birch"), 0.6, "grpo: {beta: 0.04}\n").isEmpty());
  QVERIFY(!write(m_runs, QStringLiteral("cedar"), 0.9, "grpo: {beta: 0.1}\n").isEmpty());
  QVERIFY(!write(m_runs, QStringLiteral("duke"), 0.5, "grpo: {beta: 0.1}\n").isEmpty());
  QVERIFY(m_fixture.openWindow());
}

QString TestRunComparison::write(const QString& folder, const QString& name, double level,
                                 const std::string& settings) {
  record::RunInfo info;
  info.run_id = info.name = name.toStdString();
  info.settings_yaml = "name: " + info.name + "\n" + settings;
  info.method = "grpo";
  const QString dir = folder + QLatin1Char('/') + name;
  auto writer = record::RunWriter::open(dir.toStdString(), info, {});
  if (!writer) return {};
  for (int step = 1; step <= 10; ++step)
    (*writer)->write_metrics({step, 1000 + step, {{"reward", level}, {"pass_rate/all", level}}});
  (*writer)->write_state(record::RunState::kFinished, "", 10);
  return (*writer)->flush() ? dir : QString();
}

/// Opens the workspace and waits until so many runs are in the table.
bool TestRunComparison::show(int runs) {
  window().workspaces().show(QStringLiteral("compare"));
  return QTest::qWaitFor(
      [&] {
        return comparison().table()->proxy()->rowCount() == runs &&
               !comparison().summaries()->isReading();
      },
      kReadMs);
}

QStringList TestRunComparison::drawn() {
  QStringList names;
  for (const auto& run : comparison().curves()->overlay()->runs())
    names << QFileInfo(run.dir).fileName();
  names.sort();
  return names;
}

void TestRunComparison::selectionIsSharedWithTheCurves() {
  QVERIFY(show(4));
  QTRY_COMPARE(drawn().size(), 3);  // until the user chooses
  widgets::RunTable* table = comparison().table();
  table->view()->sortByColumn(0, Qt::AscendingOrder);
  const auto click = [&](int row, Qt::KeyboardModifiers keys) {
    const QRect box = table->view()->visualRect(table->proxy()->index(row, 0));
    QTest::mouseClick(table->view()->viewport(), Qt::LeftButton, keys, box.center());
  };
  click(1, Qt::NoModifier);
  QCOMPARE(drawn(), QStringList(QStringLiteral("birch")));
  QVERIFY(comparison().curves()->strip()->isVisible());
  click(3, Qt::ControlModifier);
  QCOMPARE(drawn(), QStringList({QStringLiteral("birch"), QStringLiteral("duke")}));
  QTRY_VERIFY_WITH_TIMEOUT(!comparison().curves()->plots().front()->valuesAt(5).empty(), kReadMs);
  // The settings of the same two.
  comparison().showPage(RunComparison::kSettingsPage);
  QCOMPARE(comparison().settings()->model()->columnCount(), 3);
  QCOMPARE(comparison().differences()->index(0, 1).data().toString(), QStringLiteral("birch"));
}

void TestRunComparison::chipTakesARunOutOfTheSelection() {
  QVERIFY(show(4));
  comparison().table()->chooseRuns(
      {m_runs + QStringLiteral("/ash"), m_runs + QStringLiteral("/cedar")});
  QTRY_COMPARE(drawn().size(), 2);
  QAbstractButton* chip = comparison().curves()->strip()->chip(m_runs + QStringLiteral("/ash"));
  QVERIFY(chip != nullptr);
  QTest::keyClick(chip, Qt::Key_Delete);
  QTRY_COMPARE(comparison().table()->chosenRuns(), QStringList(m_runs + QStringLiteral("/cedar")));
}

void TestRunComparison::brushFiltersTheTable() {
  QVERIFY(show(4));
  m_fixture.trigger("compare.parallel");
  widgets::ParallelPlot* plot = comparison().plot();
  QVERIFY(plot->isVisible());
  const auto axis = static_cast<int>(plot->state().order().indexOf(QStringLiteral("final:reward")));
  QVERIFY(axis >= 0);
  const auto at = [&](double position) {
    return QPoint(qRound(plot->axisX(axis)), qRound(plot->yOf(position)));
  };
  QTest::mousePress(plot, Qt::LeftButton, Qt::NoModifier, at(0.5));
  QTest::mouseMove(plot, at(0.8));
  QTest::mouseMove(plot, at(1));
  QTest::mouseRelease(plot, Qt::LeftButton, Qt::NoModifier, at(1));
  QCOMPARE(comparison().table()->proxy()->rowCount(), 2);  // birch and cedar
  // The way back is in the table too.
  const auto buttons = comparison().table()->findChildren<QToolButton*>();
  const auto clear = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
    return button->accessibleName() == QStringLiteral("Show the hidden runs again");
  });
  QVERIFY(clear != buttons.end() && (*clear)->isVisible());
  QTest::mouseClick(*clear, Qt::LeftButton);
  QCOMPARE(comparison().table()->proxy()->rowCount(), 4);
  QVERIFY(!plot->state().isBrushed());
}

// A range holds for runs that come while another page is shown; without one the axes wait.
void TestRunComparison::hiddenPlotKeepsUp() {
  QVERIFY(show(4));
  comparison().showPage(RunComparison::kParallelPage);
  widgets::ParallelPlot* plot = comparison().plot();
  QCOMPARE(plot->state().runs().size(), 4U);
  const auto axis = static_cast<int>(plot->state().order().indexOf(QStringLiteral("final:reward")));
  QVERIFY(axis >= 0);
  plot->setBrush(axis, std::pair(0.5, 1.0));
  QCOMPARE(comparison().table()->proxy()->rowCount(), 2);  // birch and cedar
  comparison().showPage(RunComparison::kCurvesPage);
  QVERIFY(!write(m_runs, QStringLiteral("elm"), 0.8, "").isEmpty());
  comparison().refresh();
  QTRY_COMPARE_WITH_TIMEOUT(comparison().table()->proxy()->rowCount(), 3, kReadMs);
  plot->clearBrushes();
  QVERIFY(!write(m_runs, QStringLiteral("fir"), 0.8, "").isEmpty());
  comparison().refresh();
  QTRY_COMPARE_WITH_TIMEOUT(comparison().table()->proxy()->rowCount(), 6, kReadMs);
  comparison().showPage(RunComparison::kParallelPage);
  QCOMPARE(plot->state().runs().size(), 6U);
}

void TestRunComparison::folderOfRunsIsAdded() {
  QVERIFY(show(4));
  const QString sweep = m_fixture.folder() + QStringLiteral("/sweep/deep");
  QVERIFY(!write(sweep, QStringLiteral("elm"), 0.4, "").isEmpty());
  QVERIFY(!write(sweep, QStringLiteral("fir"), 0.4, "").isEmpty());
  Q_EMIT comparison().foldersAdded({m_fixture.folder() + QStringLiteral("/sweep")});
  QTRY_COMPARE_WITH_TIMEOUT(comparison().table()->proxy()->rowCount(), 6, kReadMs);
  // And in the list of runs.
  const auto* list = view<widgets::RunList>("runs").model();
  for (const char* name : {"/elm", "/fir"})
    QTRY_VERIFY_WITH_TIMEOUT(list->rowOf(sweep + QLatin1String(name)) >= 0, kReadMs);
  Q_EMIT comparison().foldersAdded({QStringLiteral("/usr/share/doc")});
  QVERIFY(window().messages().text().contains(QStringLiteral("holds no run")));
}

void TestRunComparison::runThatGrowsIsShownAnew() {
  QVERIFY(show(4));
  record::RunInfo info;
  info.name = "ash";
  info.settings_yaml = "name: ash\n";
  auto writer = record::RunWriter::open((m_runs + QStringLiteral("/ash")).toStdString(), info, {});
  QVERIFY(writer);
  (*writer)->write_metrics({11, 2000, {{"reward", 0.3}}});
  QVERIFY((*writer)->flush());
  // By itself: nobody asks for it.
  QTRY_VERIFY_WITH_TIMEOUT(
      std::any_of(comparison().table()->runs().begin(), comparison().table()->runs().end(),
                  [](const auto& run) { return run->info.last_step == 11; }),
      kReadMs);
}

void TestRunComparison::hundredsOfRunsDoNotHoldTheWindow() {
  QVERIFY(show(4));
  // A record in WAL mode is one file once it is closed: copied, it is another run.
  for (int i = 0; i < 300; ++i) {
    const QString dir = QStringLiteral("%1/copy%2").arg(m_runs).arg(i);
    QVERIFY(QDir().mkpath(dir));
    QVERIFY(QFile::copy(m_runs + QStringLiteral("/birch/record.sqlite"),
                        dir + QStringLiteral("/record.sqlite")));
  }
  comparison().refresh();
  // Turns of the event loop while the worker reads: a GUI thread that waited would have none.
  int turns = 0;
  QElapsedTimer clock;
  qint64 longest = 0;
  while (comparison().table()->proxy()->rowCount() < 304 && turns < 1'000'000) {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 50);
    clock.start();
    QCoreApplication::processEvents();
    longest = std::max(longest, clock.elapsed());
    ++turns;
  }
  QCOMPARE(comparison().table()->proxy()->rowCount(), 304);
  // All of them chosen, all have their curves.
  comparison().showPage(RunComparison::kCurvesPage);
  comparison().table()->view()->setFocus();
  QTest::keySequence(comparison().table()->view(), QKeySequence(QKeySequence::SelectAll));
  auto* overlay = comparison().curves()->overlay();
  QCOMPARE(overlay->runs().size(), std::size_t{304});
  QTRY_VERIFY_WITH_TIMEOUT(
      std::all_of(overlay->runs().begin(), overlay->runs().end(),
                  [&](const auto& run) {
                    return overlay->series(run.dir + QStringLiteral("\nreward")) != nullptr;
                  }),
      kReadMs);
  // What was read is drawn a pause later.
  QTRY_VERIFY(comparison().curves()->plots().front()->drawnPoints() > 304);
  QVERIFY2(turns > 20, qPrintable(QString::number(turns)));
  qInfo("%d turns, the longest %lld ms", turns, longest);
}

void TestRunComparison::ablationAveragesOverSeeds() {
  const QString folder = m_fixture.folder() + QStringLiteral("/ablation");
  int number = 0;
  for (const config::AblationCell& cell : config::ablation_matrix()) {
    for (int seed = 1; seed <= 2; ++seed) {
      config::RunConfig config;
      config.name = "base-" + cell.name;
      config.seed = static_cast<std::uint64_t>(seed);
      config.grpo.prompts_per_step = 2;  // another recipe than that of the other runs
      config.extensions = cell.extensions;
      const double level = 0.3 + 0.2 * cell.extensions.staged_evaluation + 0.02 * seed;
      std::string yaml = config::to_yaml(config);
      record::RunInfo info;
      info.run_id = info.name = config.name;
      info.settings_yaml = yaml;
      const QString dir = QStringLiteral("%1/%2").arg(folder).arg(number++);
      auto writer = record::RunWriter::open(dir.toStdString(), info, {});
      QVERIFY(writer);
      (*writer)->write_metrics({1, 1000, {{"pass_rate/all", level}}});
      QVERIFY((*writer)->flush());
    }
  }
  QVERIFY(show(4));
  Q_EMIT comparison().foldersAdded({folder});
  QTRY_COMPARE_WITH_TIMEOUT(comparison().table()->proxy()->rowCount(), 36, kReadMs);
  comparison().showPage(RunComparison::kAblationPage);
  auto* ablation = comparison().findChild<AblationView*>();
  QTRY_COMPARE_WITH_TIMEOUT(ablation->model()->rowCount(), 16, kReadMs);
  QVERIFY(ablation->recipe()->currentText().startsWith(QStringLiteral("base")));
  QCOMPARE(ablation->model()->index(0, 4).data().toString(), QStringLiteral("2"));
  QCOMPARE(ablation->model()->index(0, 5).data().toString(), QStringLiteral("0.330"));
  QVERIFY2(ablation->effects()->text().contains(
               QStringLiteral("Staged evaluation: +0.200 (95% interval +0.200 to +0.200, 2 seeds) "
                              "on average over 8 pairs")),
           qPrintable(ablation->effects()->text()));
  QVERIFY(ablation->effects()->text().contains(QStringLiteral("Multi-input testing: 0.000")));
}

void TestRunComparison::choicesComeBack() {
  QVERIFY(show(4));
  const widgets::RunColumn method{widgets::RunColumn::Kind::kMethod};
  comparison().table()->setColumnShown(method, true);
  comparison().showPage(RunComparison::kParallelPage);
  comparison().plot()->moveAxis(0, 1);
  const QStringList order = comparison().plot()->state().order();
  m_fixture.closeWindow();
  QVERIFY(m_fixture.openWindow());
  QVERIFY(show(4));
  const auto& columns = comparison().table()->columns();
  QVERIFY(std::find(columns.begin(), columns.end(), method) != columns.end());
  QCOMPARE(comparison().tabs()->currentIndex(), int(RunComparison::kParallelPage));
  QCOMPARE(comparison().plot()->state().order(), order);
}

NEREID_APP_TEST_MAIN(TestRunComparison)
#include "tst_run_comparison.moc"

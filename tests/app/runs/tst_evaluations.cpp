// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QListView>
#include <QMenu>
#include <QTimer>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_text.h"
#include "app/window/step_bar.h"
#include "engine/record/store.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/feed/run_feed.h"
#include "widgets/runs/run_delegate.h"
#include "widgets/runs/run_list.h"

using namespace nereid::app;
using namespace nereid;
using widgets::RunList;

namespace {

constexpr int kLoadMs = 20'000;
constexpr int kTasks = 3, kSamples = kEvaluationSamples / kTasks;

}  // namespace

/// Evaluations of a run, found and opened from the list of runs.
class TestEvaluations : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void menuOpensOneOfThem();
  void commandOpensTheLastOne();
  void cutEvaluationIsNoRunToContinue();

 private:
  RunList& list() { return view<RunList>("runs"); }
  void open(const QString& folder) {
    window().flow().openRun(folder);
    QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
    QTRY_COMPARE_WITH_TIMEOUT(list().selectedRun(), folder, kLoadMs);
  }
  widgets::RunEntry entry(const QString& folder) {
    const int row = list().model()->rowOf(folder);
    return row < 0 ? widgets::RunEntry() : list().model()->run(row);
  }
  QString place(int step) { return QStringLiteral("%1/evaluations/step-%2").arg(m_run).arg(step); }

  QString m_run;
};

void TestEvaluations::init() {
  m_fixture.forgetSettings();
  m_run =
      writeRecordedRun(m_fixture.folder() + QStringLiteral("/runs"), QStringLiteral("pocket"), 3);
  QVERIFY(writeEvaluation(m_run, 2, kTasks * kSamples));
  QVERIFY(writeEvaluation(m_run, 3, kTasks * kSamples));
  QVERIFY(m_fixture.openWindow());
  window().begin(QString(), false);
  open(m_run);
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_run).evaluations, (QList<qint64>{2, 3}), kLoadMs);
}

void TestEvaluations::cleanup() {
  m_fixture.closeWindow();
  QDir(m_fixture.folder() + QStringLiteral("/runs")).removeRecursively();
}

void TestEvaluations::menuOpensOneOfThem() {
  QTimer::singleShot(0, this, [this] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QMenu* evaluations = nullptr;
    for (QAction* action : menu->actions())
      if (action->text() == QLatin1String("Open an evaluation")) evaluations = action->menu();
    QVERIFY(evaluations != nullptr);
    QCOMPARE(evaluations->actions().size(), 2);
    QCOMPARE(evaluations->actions().first()->text(), QStringLiteral("After step 2"));
    evaluations->actions().first()->trigger();
    menu->close();
  });
  const QRect row = list().view()->visualRect(list().view()->currentIndex());
  Q_EMIT list().view()->customContextMenuRequested(row.center());
  QTRY_COMPARE_WITH_TIMEOUT(window().feed().runDir(), place(2), kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
  QCOMPARE(window().feed().info().episode_count, kTasks * kSamples);
  QTRY_COMPARE_WITH_TIMEOUT(entry(place(2)).isEvaluation, true, kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(
      widgets::runStateLine(entry(place(2))).endsWith(QStringLiteral("6 judged \u00B7 pass 0.50")),
      kLoadMs);
  const RunLine line = lineOf(window().feed());
  QVERIFY2(line.state.endsWith(QLatin1String("6 of 6 judged")), qPrintable(line.state));
  QVERIFY(!window().findChild<StepBar*>()->isVisible());
}

void TestEvaluations::commandOpensTheLastOne() {
  QAction* command =
      window().findChild<ActionRegistry*>()->action(QStringLiteral("runs.evaluation"));
  QVERIFY(command->isEnabled());
  command->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window().feed().runDir(), place(3), kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(!command->isEnabled(), kLoadMs);  // it has none of its own
}

void TestEvaluations::cutEvaluationIsNoRunToContinue() {
  QVERIFY(writeEvaluation(m_run, 9, 4));
  open(place(9));
  const RunLine line = lineOf(window().feed());
  QVERIFY2(line.state.contains(QLatin1String("4 of 6 judged")), qPrintable(line.state));
  QVERIFY(std::abs(line.progress - 4.0 / 6) < 1e-9);
  QVERIFY(!unfinishedRun(place(9)));
}

NEREID_APP_TEST_MAIN(TestEvaluations)
#include "tst_evaluations.moc"

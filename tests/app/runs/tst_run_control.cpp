// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListView>
#include <QProcess>
#include <QPushButton>
#include <QTimer>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/runs/close_question.h"
#include "app/runs/run_controller.h"
#include "app/runs/run_flow.h"
#include "app/runs/top_bar.h"
#include "engine/module/module.h"
#include "tests/app/recorded_run.h"
#include "tests/app/tiny_plan.h"
#include "tests/app/user.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/curves/curves_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/feed/run_feed.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/look/watchdog.h"
#include "widgets/runs/run_list.h"

using namespace nereid::app;
using nereid::record::RunState;
using nereid::widgets::EpisodeList;

namespace {

constexpr int kLoadMs = 180'000;  // libtorch, the model and the zygotes on a busy machine
// The gate is 50 ms on a machine of its own; beside other work the same takes longer.
constexpr double kLongestBusyMs = 150;

/// What this process and those that it forks write to the terminal, into a file in its place.
class Terminal {
 public:
  explicit Terminal(const QString& path) : m_file(path), m_before(::dup(STDERR_FILENO)) {
    if (m_file.open(QIODevice::ReadWrite)) ::dup2(m_file.handle(), STDERR_FILENO);
  }
  ~Terminal() {
    ::dup2(m_before, STDERR_FILENO);
    ::close(m_before);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  QByteArray text() {
    m_file.seek(0);
    return m_file.readAll();
  }

 private:
  QFile m_file;
  int m_before;
};

}  // namespace

/// Start, pause, resume, stop and close on a real run of the training module.
class TestRunControl : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void cleanup() { m_fixture.closeWindow(); }
  void runStreamsPausesResumesAndStops();
  void theKeyThatPausedResumes();
  void aNewRunLeavesNoWordsOfTheOneBefore();
  void stoppedRunIsOfferedAndContinues();
  void closingAsksAndStopsAfterACheckpoint();
  void theEndOfARunIsTold();
  void aRunOfAnotherProcessIsPausedAndStopped();
  void aRunThatWasKilledCanBeContinued();
  void aWindowThatIsGoneEndsItsRun();
  void aRunThatCannotStartSaysWhy();

 private:
  /// A run of `nereid train` as it stands after its first step; null if it does not come to that.
  std::unique_ptr<QProcess> trainElsewhere(const QString& run);
  QPushButton& pause() { return *window().topBar().pauseButton(); }
  MainWindow& window() { return m_fixture.window(); }
  RunController& controller() { return window().controller(); }

  WindowFixture m_fixture;
};

void TestRunControl::initTestCase() {
  const auto module = nereid::load_training_module();
  if (!module) QSKIP(module.error().message.c_str());
}

void TestRunControl::runStreamsPausesResumesAndStops() {
  QVERIFY(m_fixture.openWindow());
  const auto plan = tinyPlan(m_fixture.folder() + QStringLiteral("/runs/first"), 10'000);
  QVERIFY2(plan, plan ? "" : plan.error().message.c_str());
  nereid::widgets::GuiWatchdog watchdog;
  watchdog.start();
  window().flow().startPlan(*plan);
  QVERIFY(window().topBar().stateChip()->text().contains(QStringLiteral("Loading")));
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  auto* episodes = window().docks().view<EpisodeList>("episodes");
  QTRY_VERIFY_WITH_TIMEOUT(episodes->model()->rowCount() >= 2, kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().episode() != nullptr, kLoadMs);

  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+P")));
  QTRY_VERIFY_WITH_TIMEOUT(controller().isPaused(), kLoadMs);
  QVERIFY(window().topBar().stateChip()->text().contains(QStringLiteral("aused")));
  QCOMPARE(window().actions().action(QStringLiteral("run.pause"))->text(),
           QStringLiteral("Resume"));
  const auto pausedAt = controller().status().step->step;

  QTest::mouseClick(window().topBar().pauseButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step->step > pausedAt, kLoadMs);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+.")));
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  QCOMPARE(controller().status().state, RunState::kStopped);
  watchdog.stop();
  // Processor time of the GUI thread in one go: the wall clock also counts what other processes
  // take.
  QVERIFY2(watchdog.longestBusyMs() < kLongestBusyMs,
           qPrintable(
               QStringLiteral("the GUI thread was busy for %1 ms").arg(watchdog.longestBusyMs())));
}

// Qt gives the keyboard of a button that disables itself to the next one, which was "Stop".
void TestRunControl::theKeyThatPausedResumes() {
  Terminal terminal(m_fixture.folder() + QStringLiteral("/terminal"));
  QVERIFY(m_fixture.openWindow());
  const auto plan = tinyPlan(m_fixture.folder() + QStringLiteral("/runs/space"), 10'000);
  QVERIFY(plan);
  window().flow().startPlan(*plan);
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  pause().setFocus();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QVERIFY(pause().hasFocus());
  QTRY_VERIFY_WITH_TIMEOUT(controller().isPaused(), kLoadMs);
  QVERIFY(pause().hasFocus());
  QCOMPARE(pause().text(), QStringLiteral("Resume"));
  const auto pausedAt = controller().status().step->step;
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step->step > pausedAt, kLoadMs);
  // The same place continues a run that was stopped.
  QTest::mouseClick(window().topBar().stopButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  QTRY_COMPARE_WITH_TIMEOUT(pause().text(), QStringLiteral("Continue"), kLoadMs);
  QVERIFY(pause().isEnabled());
  const auto stoppedAt = controller().status().step->step;
  // Who reads an episode of the first step goes on reading it, and the heads say which run it is.
  auto& episodes = *window().docks().view<EpisodeList>("episodes");
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().episode() != nullptr, kLoadMs);
  const int first = episodes.model()->rowOfKey({1, 0, 0}, window().subject().episode()->phase);
  QVERIFY(first >= 0);
  const int shown = episodes.proxy()->proxyRowOfId(episodes.model()->row(first).id);
  const QModelIndex row = episodes.proxy()->index(shown, nereid::widgets::EpisodeModel::kTask);
  episodes.view()->scrollTo(row);
  QTest::mouseClick(episodes.view()->viewport(), Qt::LeftButton, {},
                    episodes.view()->visualRect(row).center());
  QTRY_COMPARE(window().subject().episode()->key.step, 1);
  QCOMPARE(window().selection().step(), 1.0);
  pause().setFocus();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QVERIFY(controller().isActive());
  // Whoever closes the window before its first step here hears how far it is, not of step 0.
  QString asked;
  QTimer::singleShot(0, this, [this, &asked] {
    auto* question = window().findChild<CloseQuestion*>();
    asked = question->findChild<QLabel*>()->text();
    QTest::keyClick(question, Qt::Key_Escape);
  });
  window().close();
  QVERIFY2(asked.contains(QStringLiteral("at step %1.").arg(stoppedAt)), qPrintable(asked));
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  QVERIFY(controller().status().step->step > stoppedAt);
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().episode() != nullptr, kLoadMs);
  QCOMPARE(window().subject().episode()->key.step, 1);
  QCOMPARE(window().selection().step(), 1.0);
  const auto* curves = window().docks().view<nereid::widgets::CurvesView>("curves");
  QTRY_COMPARE(curves->cursorStep(), std::optional(1.0));
  QTRY_VERIFY2(curves->head()->note().contains(QStringLiteral("tiny")),
               qPrintable(curves->head()->note()));
  QTest::mouseClick(window().topBar().stopButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  // The second run of a process forks its judges after the first one has used the tokenizer.
  QVERIFY2(!terminal.text().contains("tokenizers"), terminal.text().constData());
}

// From the moment at which the new run is there until its first episode, nothing tells of another.
void TestRunControl::aNewRunLeavesNoWordsOfTheOneBefore() {
  QVERIFY(m_fixture.openWindow());
  const QString before = writeRecordedRun(m_fixture.folder(), QStringLiteral("before"), 3);
  QVERIFY(m_fixture.openRun(before));
  const auto& compare = *window().docks().view<nereid::widgets::CodeCompare>("compare");
  const auto& inputs = *window().docks().view<nereid::widgets::InputsTable>("inputs");
  QVERIFY(!compare.right()->source().isEmpty());
  QVERIFY(inputs.model()->rowCount() > 0);
  const QString run = m_fixture.folder() + QStringLiteral("/runs/after");
  const auto plan = tinyPlan(run, 10'000);
  QVERIFY(plan);
  window().flow().startPlan(*plan);
  QTRY_COMPARE_WITH_TIMEOUT(window().feed().runDir(), run, kLoadMs);
  QVERIFY(window().subject().episode() == nullptr);
  QVERIFY(!compare.right()->isVisible());
  QCOMPARE(compare.head()->note(), QString());
  QCOMPARE(inputs.model()->rowCount(), 0);
  QCOMPARE(inputs.head()->note(), QString());
  QVERIFY(window().selection().step() < 0);
  QTRY_VERIFY_WITH_TIMEOUT(window().subject().episode() != nullptr, kLoadMs);
  QCOMPARE(window().selection().step(), double(window().subject().episode()->key.step));
  QTest::mouseClick(window().topBar().stopButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
}

// In the window, and by the desktop where the window is not in front.
void TestRunControl::theEndOfARunIsTold() {
  const QString told = m_fixture.folder() + QStringLiteral("/told");
  const QString tools = m_fixture.folder() + QStringLiteral("/tools");
  QVERIFY(QDir().mkpath(tools));
  QFile notify(tools + QStringLiteral("/notify-send"));
  QVERIFY(notify.open(QIODevice::WriteOnly));
  notify.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > " + told.toUtf8() + ".new && mv " +
               told.toUtf8() + ".new " + told.toUtf8() + "\n");
  notify.close();
  QVERIFY(notify.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
  const QByteArray before = qgetenv("PATH");
  qputenv("PATH", tools.toUtf8() + ':' + before);
  QVERIFY(m_fixture.openWindow());
  const QString run = m_fixture.folder() + QStringLiteral("/runs/short");
  const auto plan = tinyPlan(run, 1);
  QVERIFY(plan);
  window().flow().startPlan(*plan);
  QWidget other;
  other.show();
  QVERIFY(QTest::qWaitForWindowActive(&other));
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  QCOMPARE(controller().status().state, RunState::kFinished);
  QVERIFY2(window().messages().text().contains(QStringLiteral("The run \"tiny\" is finished")),
           qPrintable(window().messages().text()));
  QCOMPARE(window().messages().button()->text(), QStringLiteral("Show"));
  QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(told), kLoadMs);
  QFile words(told);
  QVERIFY(words.open(QIODevice::ReadOnly));
  QVERIFY(words.readAll().contains("The run \"tiny\" is finished"));
  qputenv("PATH", before);
  other.close();
  QTest::mouseClick(window().messages().button(), Qt::LeftButton);
  QCOMPARE(window().feed().runDir(), run);
}

std::unique_ptr<QProcess> TestRunControl::trainElsewhere(const QString& run) {
  const auto plan = tinyPlan(run, 10'000);
  const QString settings = m_fixture.write(
      "elsewhere.yaml",
      plan ? QByteArray::fromStdString(nereid::config::to_yaml(plan->config)) : QByteArray());
  auto process = std::make_unique<QProcess>();
  process->start(
      QStringLiteral(NEREID_TEST_PROGRAM),
      {QStringLiteral("train"), settings, QStringLiteral("--out"), run, QStringLiteral("--json")});
  QByteArray said;
  const bool isThere = QTest::qWaitFor(
      [&] { return (said += process->readAllStandardOutput()).contains("\"event\":\"step\""); },
      kLoadMs);
  return isThere ? std::move(process) : nullptr;
}

void TestRunControl::aRunOfAnotherProcessIsPausedAndStopped() {
  const QString run = m_fixture.folder() + QStringLiteral("/runs/elsewhere");
  QVERIFY(m_fixture.openWindow());
  const auto process = trainElsewhere(run);
  QVERIFY(process);
  QVERIFY(m_fixture.openRun(run));
  const auto chip = [this] { return window().topBar().stateChip()->text(); };
  QTRY_VERIFY_WITH_TIMEOUT(chip().contains(QString::number(process->processId())), kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(pause().isEnabled(), kLoadMs);
  QCOMPARE(pause().text(), QStringLiteral("Pause"));
  QTest::mouseClick(&pause(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(chip().startsWith(QStringLiteral("Paused")), kLoadMs);
  QCOMPARE(pause().text(), QStringLiteral("Resume"));
  QTest::mouseClick(&pause(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(chip().startsWith(QStringLiteral("Running")), kLoadMs);
  // Through the menu of the list.
  auto& list = *window().docks().view<nereid::widgets::RunList>("runs");
  QTRY_VERIFY_WITH_TIMEOUT(list.model()->rowOf(run) >= 0, kLoadMs);
  const QRect row = list.view()->visualRect(list.model()->index(list.model()->rowOf(run)));
  User user;
  QVERIFY2(user.chooseFrom(
               [&] {
                 Q_EMIT list.view()->customContextMenuRequested(row.center());
                 return true;
               },
               {QStringLiteral("Stop")}),
           qPrintable(user.problem()));
  QVERIFY(process->waitForFinished(kLoadMs));
  QCOMPARE(process->exitCode(), 0);
  QTRY_VERIFY_WITH_TIMEOUT(chip().startsWith(QStringLiteral("Stopped")), kLoadMs);
  QTRY_COMPARE_WITH_TIMEOUT(pause().text(), QStringLiteral("Continue"), kLoadMs);
  const auto reader = nereid::record::RunReader::open(run.toStdString());
  QVERIFY(reader);
  std::int64_t cursor = 0;
  QString told;
  const auto events = (*reader)->events_since(cursor);
  QVERIFY(events);
  for (const auto& event : *events)
    told += QString::fromStdString(event.message) + QLatin1Char('\n');
  const QString asker = QStringLiteral(" asked for by window, process %1").arg(::getpid());
  for (const char* command : {"pause", "resume", "stop"})
    QVERIFY2(told.contains(QLatin1String(command) + asker), qPrintable(told));
}

void TestRunControl::aRunThatWasKilledCanBeContinued() {
  const QString run = m_fixture.folder() + QStringLiteral("/runs/killed");
  QVERIFY(m_fixture.openWindow());
  const auto process = trainElsewhere(run);
  QVERIFY(process);
  QVERIFY(m_fixture.openRun(run));
  QTRY_VERIFY_WITH_TIMEOUT(pause().isEnabled(), kLoadMs);
  process->kill();
  QVERIFY(process->waitForFinished());
  const auto chip = [this] { return window().topBar().stateChip()->text(); };
  QTRY_VERIFY_WITH_TIMEOUT(chip().startsWith(QStringLiteral("Interrupted")), kLoadMs);
  QTRY_COMPARE_WITH_TIMEOUT(pause().text(), QStringLiteral("Continue"), kLoadMs);
  QVERIFY(!window().topBar().stopButton()->isEnabled());
}

void TestRunControl::stoppedRunIsOfferedAndContinues() {
  QVERIFY(m_fixture.openWindow());
  window().begin(QString(), true);
  QTRY_VERIFY_WITH_TIMEOUT(window().messages().text().contains(QStringLiteral("tiny")), kLoadMs);
  QVERIFY2(window().messages().text().contains(QStringLiteral("was stopped")),
           qPrintable(window().messages().text()));
  QTest::mouseClick(window().messages().button(), Qt::LeftButton);
  QVERIFY(controller().isActive());
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  QVERIFY(controller().status().step->step > 1);
  QTest::mouseClick(window().topBar().stopButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
}

void TestRunControl::closingAsksAndStopsAfterACheckpoint() {
  QVERIFY(m_fixture.openWindow());
  const auto plan = tinyPlan(m_fixture.folder() + QStringLiteral("/runs/closed"), 10'000);
  QVERIFY(plan);
  window().flow().startPlan(*plan);
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  const auto press = [this](Qt::Key key) {
    auto* question = window().findChild<CloseQuestion*>();
    QTest::keyClick(question, key);
  };
  QTimer::singleShot(0, this, [press] { press(Qt::Key_Escape); });
  window().close();
  QVERIFY2(window().isVisible() && controller().isActive(), "Escape must change nothing");
  QTimer::singleShot(0, this, [press] { press(Qt::Key_Return); });
  window().close();
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  QTRY_VERIFY(!window().isVisible());
  const auto left = unfinishedRun(m_fixture.folder() + QStringLiteral("/runs/closed"));
  QVERIFY2(left && left->step > 0, "no checkpoint to continue from");
}

// As at the end of the program without a question: the run hears of it, parts of the window that
// are gone already do not.
void TestRunControl::aWindowThatIsGoneEndsItsRun() {
  QVERIFY(m_fixture.openWindow());
  const QString run = m_fixture.folder() + QStringLiteral("/runs/gone");
  const auto plan = tinyPlan(run, 10'000);
  QVERIFY(plan);
  window().flow().startPlan(*plan);
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  m_fixture.closeWindow();
  QVERIFY(unfinishedRun(run));
}

void TestRunControl::aRunThatCannotStartSaysWhy() {
  QVERIFY(m_fixture.openWindow());
  auto plan = tinyPlan(m_fixture.folder() + QStringLiteral("/runs/none"), 1);
  QVERIFY(plan);
  plan->config.model.path = "/nowhere/model";
  window().flow().startPlan(*plan);
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  QVERIFY2(window().messages().text().contains(QStringLiteral("/nowhere/model")),
           qPrintable(window().messages().text()));
  QVERIFY(window().actions().action(QStringLiteral("run.start"))->isEnabled());
}

NEREID_APP_TEST_MAIN(TestRunControl)
#include "tst_run_control.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/runs/close_question.h"
#include "app/runs/queue_tools.h"
#include "app/runs/recent_runs.h"
#include "app/runs/run_controller.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_tools.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/module/module.h"
#include "engine/train/estimate/estimate.h"
#include "tests/app/recorded_run.h"
#include "tests/app/tiny_plan.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/feed/run_feed.h"
#include "widgets/look/theme.h"
#include "widgets/runs/queue_list.h"
#include "widgets/runs/run_list.h"

using namespace nereid::app;
using nereid::record::RunState;
using nereid::widgets::QueueList;
using nereid::widgets::RunList;

namespace {

constexpr int kLoadMs = 180'000;  // libtorch, the model and the zygotes on a busy machine

}  // namespace

/// The queue on real runs of the training module, by keys and clicks.
class TestRunQueue : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void runsFollowEachOther();
  void whoReadsAnotherRunGoesOnReadingIt();
  void aFailureKeepsTheOthers();
  void stoppingGoesOnWithTheNext();
  void orderIsChangedByKeysAndUndone();
  void aPausedQueueWaits();
  void aRestartBringsTheQueueBack();
  void closingStartsNothingMore();
  void aSecondWindowIsToldWhoKeepsTheQueue();
  void aRunThatNeverBeganComesBackFirst();
  void aQueueOfAnotherVersionIsLeftAlone();
  void aRealRunStaysWithinItsEstimate();

 private:
  RunController& controller() { return window().controller(); }
  RunQueue& queue() { return window().runTools().queue().queue(); }
  QueueList& list() { return *view<RunList>("runs").queue(); }
  QString folder(const QString& name) {
    return m_fixture.folder() + QStringLiteral("/runs/") + name;
  }
  QString queueFile() { return m_fixture.folder() + QStringLiteral("/nereid/queue.json"); }
  /// Queues a real run of a few steps under this name.
  void add(const QString& name, int steps = 1, const char* model = "new") {
    auto plan = tinyPlan(folder(name), steps);
    QVERIFY2(plan, plan ? "" : plan.error().message.c_str());
    plan->config.name = name.toStdString();
    plan->config.model.path = model;
    window().runTools().queue().add(*plan, QStringLiteral("pocket"));
  }
  QStringList waiting() {
    QStringList names;
    for (const QueuedRun& run : queue().runs()) names << run.name();
    return names;
  }
  RunState stateOf(const QString& name) {
    const auto reader = nereid::record::RunReader::open(folder(name).toStdString());
    const auto info =
        reader ? (*reader)->info() : nereid::Result<nereid::record::RunInfo>(reader.error());
    return info ? info->state : RunState::kStarting;
  }
};

void TestRunQueue::initTestCase() {
  const auto module = nereid::load_training_module();
  if (!module) QSKIP(module.error().message.c_str());
}

void TestRunQueue::init() {
  QFile::remove(queueFile());
  QVERIFY(m_fixture.openWindow());
  QSignalSpy loaded(&queue(), &RunQueue::loaded);
  window().begin(QString(), false);
  QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, kLoadMs);
}

void TestRunQueue::runsFollowEachOther() {
  QVERIFY(!list().isVisible());
  add(QStringLiteral("one"));
  QVERIFY2(controller().isActive(), "nothing runs, so the first starts at once");
  add(QStringLiteral("two"));
  add(QStringLiteral("three"));
  QVERIFY(list().isVisible());
  QCOMPARE(waiting(), (QStringList{QStringLiteral("two"), QStringLiteral("three")}));
  QVERIFY(list().model()->stateLine(1).startsWith(QStringLiteral("queued, 2nd")));
  QTRY_VERIFY_WITH_TIMEOUT(queue().runs().isEmpty() && !controller().isActive() &&
                               stateOf(QStringLiteral("three")) == RunState::kFinished,
                           kLoadMs);
  QCOMPARE(stateOf(QStringLiteral("one")), RunState::kFinished);
  QCOMPARE(stateOf(QStringLiteral("two")), RunState::kFinished);
  QVERIFY(!list().isVisible());
  QCOMPARE(window().feed().runDir(), folder(QStringLiteral("three")));
}

void TestRunQueue::whoReadsAnotherRunGoesOnReadingIt() {
  const QString other = writeRecordedRun(m_fixture.folder(), QStringLiteral("read"), 2);
  add(QStringLiteral("before"), 10'000);
  add(QStringLiteral("behind"));
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  window().flow().openRun(other);
  controller().stop();
  QTRY_VERIFY_WITH_TIMEOUT(
      stateOf(QStringLiteral("behind")) == RunState::kFinished && !controller().isActive(),
      kLoadMs);
  QCOMPARE(window().feed().runDir(), other);
}

void TestRunQueue::aFailureKeepsTheOthers() {
  add(QStringLiteral("lost"), 1, "/nowhere/model");
  add(QStringLiteral("after"));
  QTRY_VERIFY_WITH_TIMEOUT(
      stateOf(QStringLiteral("after")) == RunState::kFinished && !controller().isActive(), kLoadMs);
  // The failed one has a record or a place in the list: its reason is to be read in either.
  const bool isListed = isRunFolder(folder(QStringLiteral("lost")));
  QVERIFY(isListed || waiting() == QStringList{QStringLiteral("lost")});
  QVERIFY2(window().messages().text().contains(QStringLiteral("/nowhere/model")),
           qPrintable(window().messages().text()));
}

void TestRunQueue::stoppingGoesOnWithTheNext() {
  add(QStringLiteral("long"), 10'000);
  add(QStringLiteral("next"));
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+.")));
  QTRY_VERIFY_WITH_TIMEOUT(
      stateOf(QStringLiteral("next")) == RunState::kFinished && !controller().isActive(), kLoadMs);
  QCOMPARE(stateOf(QStringLiteral("long")), RunState::kStopped);
}

void TestRunQueue::orderIsChangedByKeysAndUndone() {
  queue().setHeld(true);
  for (const char* name : {"a", "b", "c"}) add(QString::fromLatin1(name));
  QVERIFY(!controller().isActive());
  list().view()->setFocus();
  list().select(folder(QStringLiteral("c")));
  QTest::keyClick(list().view(), Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
  QCOMPARE(waiting().join(QString()), QStringLiteral("acb"));
  QCOMPARE(list().selected(), folder(QStringLiteral("c")));
  QTest::keyClick(list().view(), Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
  QTest::keyClick(list().view(), Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
  QCOMPARE(waiting().join(QString()), QStringLiteral("cab"));
  QTest::keyClick(list().view(), Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
  QCOMPARE(waiting().join(QString()), QStringLiteral("acb"));
  QTest::keyClick(list().view(), Qt::Key_Delete);
  QCOMPARE(waiting().join(QString()), QStringLiteral("ab"));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Z")));
  QCOMPARE(waiting().join(QString()), QStringLiteral("acb"));
  // Dragged onto the first place, as the view tells its model.
  const std::unique_ptr<QMimeData> data(list().model()->mimeData({list().model()->index(2)}));
  list().model()->dropMimeData(data.get(), Qt::MoveAction, 0, 0, {});
  QCOMPARE(waiting().join(QString()), QStringLiteral("bac"));
}

void TestRunQueue::aPausedQueueWaits() {
  add(QStringLiteral("first"), 10'000);
  add(QStringLiteral("second"));
  QTest::mouseClick(list().holdButton(), Qt::LeftButton);
  QVERIFY(queue().isHeld());
  QVERIFY(list().model()->stateLine(0).contains(QStringLiteral("queue paused")));
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  controller().stop();
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  QCOMPARE(waiting(), QStringList{QStringLiteral("second")});
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Alt+P")));
  QVERIFY(!queue().isHeld());
  QVERIFY(controller().isActive());
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive(), kLoadMs);
  QCOMPARE(stateOf(QStringLiteral("second")), RunState::kFinished);
}

void TestRunQueue::aRestartBringsTheQueueBack() {
  queue().setHeld(true);
  add(QStringLiteral("kept 1"));
  add(QStringLiteral("kept 2"), 7);
  m_fixture.closeWindow();
  QVERIFY(m_fixture.openWindow());
  window().begin(QString(), false);
  QTRY_COMPARE_WITH_TIMEOUT(queue().runs().size(), 2, kLoadMs);
  QCOMPARE(waiting(), (QStringList{QStringLiteral("kept 1"), QStringLiteral("kept 2")}));
  QCOMPARE(queue().runs()[1].plan.config.grpo.steps, 7);
  QVERIFY2(queue().isHeld() && !controller().isActive(), "nothing starts unasked");
  QTRY_VERIFY(window().messages().text().contains(QStringLiteral("2 runs")));
  QTest::mouseClick(window().messages().button(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(
      stateOf(QStringLiteral("kept 2")) == RunState::kFinished && !controller().isActive(),
      kLoadMs);
  QVERIFY(queue().runs().isEmpty());
}

void TestRunQueue::closingStartsNothingMore() {
  add(QStringLiteral("closing"), 10'000);
  add(QStringLiteral("not started"));
  QTRY_VERIFY_WITH_TIMEOUT(controller().status().step != nullptr, kLoadMs);
  QTimer::singleShot(0, this, [this] {
    auto* question = window().findChild<CloseQuestion*>();
    QTest::keyClick(question, Qt::Key_Return);
  });
  window().close();
  QTRY_VERIFY_WITH_TIMEOUT(!controller().isActive() && !window().isVisible(), kLoadMs);
  QCOMPARE(waiting(), QStringList{QStringLiteral("not started")});
  m_fixture.closeWindow();
  const auto text = nereid::read_file(queueFile().toStdString());
  QVERIFY(text);
  const auto json = nereid::parse_json(*text);
  QVERIFY(json);
  QCOMPARE((*json)["runs"].size(), std::size_t(1));
  QVERIFY(!json->contains("running"));
  QVERIFY(!isRunFolder(folder(QStringLiteral("not started"))));
}

void TestRunQueue::aSecondWindowIsToldWhoKeepsTheQueue() {
  queue().setHeld(true);
  add(QStringLiteral("mine"));
  RunQueue other(queueFile().toStdString());
  QSignalSpy loaded(&other, &RunQueue::loaded);
  QSignalSpy failed(&other, &RunQueue::failed);
  other.load();
  QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, kLoadMs);
  QVERIFY(other.runs().isEmpty());
  const auto plan = tinyPlan(folder(QStringLiteral("theirs")), 1);
  QVERIFY(!other.add({*plan, QStringLiteral("pocket")}));
  QCOMPARE(failed.count(), 1);
  QVERIFY(failed.first().first().toString().contains(QStringLiteral("keeps the queue")));
}

// What is left in the file when the program ends at any instant.
void TestRunQueue::aRunThatNeverBeganComesBackFirst() {
  const std::string file = m_fixture.folder().toStdString() + "/cut/queue.json";
  const auto plan = tinyPlan(folder(QStringLiteral("cut")), 3);
  QVERIFY(plan);
  {
    RunQueue queue(file);
    QVERIFY(queue.add({*plan, QStringLiteral("pocket")}));
    auto other = *plan;
    other.options.run_dir = folder(QStringLiteral("later")).toStdString();
    QVERIFY(queue.add({other, QStringLiteral("pocket")}));
    QVERIFY(queue.begin(queue.next()->id()));
  }
  const auto namesOf = [](RunQueue& queue) {
    QSignalSpy loaded(&queue, &RunQueue::loaded);
    queue.load();
    loaded.wait(kLoadMs);
    QStringList names;
    for (const QueuedRun& run : queue.runs()) names << QFileInfo(run.id()).fileName();
    return names;
  };
  {
    RunQueue again(file);
    QCOMPARE(namesOf(again), (QStringList{QStringLiteral("cut"), QStringLiteral("later")}));
    QVERIFY(again.isHeld());
  }
  // With a record it is a run that was cut short, which the list of runs continues.
  QVERIFY(!writeRecordedRun(m_fixture.folder() + QStringLiteral("/runs"), QStringLiteral("cut"), 1)
               .isEmpty());
  RunQueue third(file);
  QCOMPARE(namesOf(third), QStringList{QStringLiteral("later")});
}

void TestRunQueue::aQueueOfAnotherVersionIsLeftAlone() {
  const std::string file = m_fixture.folder().toStdString() + "/other/queue.json";
  QVERIFY(nereid::make_directories(std::filesystem::path(file).parent_path()));
  const std::string foreign = R"({"schema": "nereid.queue/9"})";
  QVERIFY(nereid::atomic_write_file(file, foreign));
  {
    RunQueue queue(file);
    QSignalSpy loaded(&queue, &RunQueue::loaded), failed(&queue, &RunQueue::failed);
    queue.load();
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 1, kLoadMs);
    const auto plan = tinyPlan(folder(QStringLiteral("refused")), 1);
    QVERIFY(plan && !queue.add({*plan, QStringLiteral("pocket")}));
    QVERIFY(failed.first().first().toString().contains(QStringLiteral("move the file away")));
  }
  QCOMPARE(*nereid::read_file(file), foreign);
}

/// The most memory of a program and of those that it started and waited for, bytes.
static std::uint64_t peakMemoryOf(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t pid = 0;
  if (::posix_spawn(&pid, words[0], nullptr, nullptr, words.data(), environ) != 0) return 0;
  int status = 0;
  struct rusage usage {};
  if (::wait4(pid, &status, 0, &usage) != pid || status != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void TestRunQueue::aRealRunStaysWithinItsEstimate() {
  auto plan = tinyPlan(folder(QStringLiteral("measured")), 1);
  QVERIFY(plan);
  plan->config.model.hidden_size = 256;
  plan->config.model.layers = 4;
  plan->config.model.heads = plan->config.model.kv_heads = 4;
  plan->config.model.intermediate_size = 704;
  plan->config.generation.max_completion_length = 400;
  plan->config.grpo.prompts_per_step = 2;
  plan->config.grpo.num_generations = 4;
  plan->config.grpo.beta = 0.01;  // every completion is learnt from, whatever its reward
  const auto estimate = nereid::train::estimate_run(plan->config, false);
  QVERIFY(estimate);
  const std::string file = m_fixture.folder().toStdString() + "/measured.yaml";
  QVERIFY(nereid::atomic_write_file(file, nereid::config::to_yaml(plan->config)));
  const auto nereid = QCoreApplication::applicationDirPath() + QStringLiteral("/../nereid");
  const std::uint64_t peak =
      peakMemoryOf({nereid.toStdString(), "train", file, "--out", plan->options.run_dir.string()});
  QVERIFY(peak > 0);
  qInfo("estimate %.0f MB, measured %.0f MB", double(estimate->trainer_bytes) / 1e6,
        double(peak) / 1e6);
  QVERIFY2(peak <= estimate->trainer_bytes, "the estimate is what a run takes at most");
  QVERIFY2(peak * 2 >= estimate->trainer_bytes, "an estimate of twice what is taken helps nobody");
}

NEREID_APP_TEST_MAIN(TestRunQueue)
#include "tst_run_queue.moc"

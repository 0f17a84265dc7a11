// SPDX-License-Identifier: GPL-3.0-or-later
// Time travel: the index of answers by task, the walk through them, and the view.
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <set>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"
#include "widgets/replay/answer_track.h"
#include "widgets/replay/travel_view.h"

using namespace nereid;
using namespace nereid::widgets;

class TestTravel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void indexKeepsEveryAnswerInOrder();
  void answersOfPhasesAreApart();
  void tasksOfOneNameLieTogether();
  void replacedRowsCountOnce();
  void anotherRunForgetsTheFirst();
  void hundredThousandRowsLeaveTheWindowFree();
  void stopsSumUpTheirAnswers();
  void walkGoesFromBestToBest();
  void pinHoldsTheComparison();
  void liveAnswersKeepThePlace();
  void playingStopsAtTheEnd();
  void trackIsAScrubber();
  void answersStayWithinTheTrack();
  void viewShowsTheDifference();
  void taskIsFoundByAPartOfItsName();
  void nothingToTravelThrough();

 private:
  TaskAnswersPtr answersTo(TaskIndex& index, const QString& task);
  static record::EpisodeRow row(qint64 id, int step, int index, double reward, bool accepted,
                                const char* task = "t");
  static TaskAnswersPtr walk();
  double m_now = 0;
  std::unique_ptr<TravelModel> m_model;
};

void TestTravel::init() {
  m_now = 0;
  m_model = std::make_unique<TravelModel>([this] { return m_now; });
  m_model->setAnswers(QStringLiteral("t"), walk());
}

record::EpisodeRow TestTravel::row(qint64 id, int step, int index, double reward, bool accepted,
                                   const char* task) {
  record::EpisodeRow row;
  row.id = id;
  row.key = {step, 0, index};
  row.phase = "train";
  row.task_id = task;
  row.task_name = std::string("name of ") + task;
  row.accepted = accepted;
  row.rejected_at = accepted ? verify::Stage::kNone : verify::Stage::kCompile;
  row.reward = reward;
  return row;
}

// Three stops: step 2 (best: 12), step 5 (best: 21), step 9 (best: 30).
TaskAnswersPtr TestTravel::walk() {
  const auto answer = [](qint64 id, int step, int index, double reward, bool accepted) {
    return TaskAnswer{.id = id, .key = {step, 0, index}, .accepted = accepted, .reward = reward};
  };
  return std::make_shared<const TaskAnswers>(TaskAnswers{
      answer(10, 2, 0, 0, false), answer(11, 2, 1, 0.9, false), answer(12, 2, 2, 0.5, true),
      answer(20, 5, 0, NAN, false), answer(21, 5, 1, 0.3, false), answer(30, 9, 0, 1, true),
      answer(31, 9, 1, 1, true)});
}

TaskAnswersPtr TestTravel::answersTo(TaskIndex& index, const QString& task) {
  QSignalSpy ready(&index, &TaskIndex::answersReady);
  index.wantAnswers(task);
  if (!ready.wait(kPatienceMs)) return nullptr;
  return ready.last().at(1).value<TaskAnswersPtr>();
}

// The mid-end works on kernels of the front-end: both answer the same prompt of the same step.
void TestTravel::answersOfPhasesAreApart() {
  TaskIndex index;
  std::vector<record::EpisodeRow> rows{row(1, 5, 0, 0.5, true, "t"), row(2, 5, 0, 0.7, true, "t"),
                                       row(3, 5, 0, 0.2, false, "t")};
  rows[0].phase = "frontend";
  rows[1].phase = "midend";
  rows[2].phase = "evaluate";
  index.addRows(samples::shared(rows));
  const TaskAnswersPtr answers = answersTo(index, QStringLiteral("t"));
  QVERIFY(answers);
  QCOMPARE(answers->size(), std::size_t{3});
  QCOMPARE((*answers)[1].phase, std::string("midend"));
  QVERIFY(!(*answers)[0].isEvaluation && !(*answers)[1].isEvaluation);
  QVERIFY((*answers)[2].isEvaluation);
  QVERIFY(answerLine((*answers)[1]).contains(QStringLiteral("midend")));
  QVERIFY(answerLine((*answers)[2]).contains(QStringLiteral("evaluation")));
}

void TestTravel::indexKeepsEveryAnswerInOrder() {
  TaskIndex index;
  const auto first = samples::shared(samples::rows(30, 8));
  const auto second = samples::shared(samples::rows(20, 8, 241, 31));
  index.addRows(first);
  index.addRows(second);
  std::map<std::string, std::vector<qint64>> wanted;
  for (const auto& rows : {first, second}) {
    for (const record::EpisodeRow& row : *rows) wanted[row.task_id].push_back(row.id);
  }
  for (const auto& [task, ids] : wanted) {
    const TaskAnswersPtr answers = answersTo(index, QString::fromStdString(task));
    QVERIFY(answers);
    std::vector<qint64> got;
    for (const TaskAnswer& answer : *answers) got.push_back(answer.id);
    QCOMPARE(got, ids);
  }
  QCOMPARE(answersTo(index, QStringLiteral("unknown"))->size(), std::size_t{0});
}

void TestTravel::tasksOfOneNameLieTogether() {
  TaskIndex index;
  auto other = row(2, 1, 0, 0.2, false, "u");
  other.task_name = "name of t";
  index.addRows(samples::shared({row(1, 3, 0, 0.1, false), other, row(3, 2, 0, 0.7, true, "v")}));
  QSignalSpy ready(&index, &TaskIndex::answersReady);
  index.wantAnswers(QStringLiteral("t"), true);
  QVERIFY(ready.wait(kPatienceMs));
  const auto answers = ready.last().at(1).value<TaskAnswersPtr>();
  QCOMPARE(answers->size(), std::size_t{2});
  QCOMPARE(answers->front().id, qint64{2});  // in the order of steps
}

void TestTravel::replacedRowsCountOnce() {
  TaskIndex index;
  index.addRows(samples::shared({row(1, 1, 0, 0.1, false), row(2, 1, 1, 0.2, false)}));
  index.addRows(samples::shared({row(3, 1, 0, 0.7, true)}));
  const TaskAnswersPtr answers = answersTo(index, QStringLiteral("t"));
  QCOMPARE(answers->size(), std::size_t{2});
  QCOMPARE(answers->front().id, qint64{3});
}

void TestTravel::anotherRunForgetsTheFirst() {
  TaskIndex index;
  index.addRows(samples::shared({row(1, 1, 0, 0.1, false)}));
  index.wantAnswers(QStringLiteral("t"));
  index.clear();
  QSignalSpy ready(&index, &TaskIndex::answersReady);
  QCOMPARE(answersTo(index, QStringLiteral("t"))->size(), std::size_t{0});
  QCOMPARE(ready.count(), 1);  // the question of before is never answered
}

// The window hands rows over and asks; all the going through happens elsewhere.
void TestTravel::hundredThousandRowsLeaveTheWindowFree() {
  TaskIndex index;
  std::vector<EpisodeRowsPtr> batches;
  for (int i = 0; i < 50; ++i) {
    batches.push_back(samples::shared(samples::rows(250, 8, 1 + i * 2000, 1 + i * 250)));
  }
  QElapsedTimer handing;
  handing.start();
  for (const EpisodeRowsPtr& batch : batches) index.addRows(batch);
  qInfo("handing over 100,000 rows: %.2f ms", static_cast<double>(handing.nsecsElapsed()) / 1e6);
  QElapsedTimer answering;
  answering.start();
  const QString task = QString::fromStdString(batches.front()->front().task_id);
  const TaskAnswersPtr answers = answersTo(index, task);
  qInfo("index and first answer: %.2f ms", static_cast<double>(answering.nsecsElapsed()) / 1e6);
  QVERIFY(answers);
  QVERIFY(answers->size() > 10'000);
  answering.restart();
  QVERIFY(answersTo(index, task));
  qInfo("the next answer: %.2f ms", static_cast<double>(answering.nsecsElapsed()) / 1e6);
  QSignalSpy tasks(&index, &TaskIndex::tasksReady);
  index.wantTasks();
  QVERIFY(tasks.wait(kPatienceMs));
  int sum = 0;
  for (const TaskEntry& entry : *tasks.last().at(0).value<TaskEntriesPtr>()) sum += entry.answers;
  QCOMPARE(sum, 100'000);
}

void TestTravel::stopsSumUpTheirAnswers() {
  const auto& stops = m_model->stops();
  QCOMPARE(stops.size(), std::size_t{3});
  QCOMPARE(stops[0].accepted, 1);
  QCOMPARE(stops[0].count, 3);
  QVERIFY(std::fabs(stops[0].meanReward - 1.4 / 3) < 1e-12);
  QCOMPARE(stops[1].meanReward, 0.3);  // NaN stays out
  QCOMPARE(m_model->answer()->id, qint64{30});
}

void TestTravel::walkGoesFromBestToBest() {
  m_model->moveStop(-1);
  QCOMPARE(m_model->answer()->id, qint64{21});
  QCOMPARE(m_model->answers()[static_cast<std::size_t>(m_model->compared())].id, qint64{12});
  m_model->moveStop(-1);
  QCOMPARE(m_model->answer()->id, qint64{12});  // accepted beats a higher reward
  QCOMPARE(m_model->compared(), -1);
  m_model->moveStop(-1);
  QCOMPARE(m_model->answer()->id, qint64{12});
  m_model->moveWithin(-1);
  QCOMPARE(m_model->answer()->id, qint64{11});
  QCOMPARE(m_model->answers()[static_cast<std::size_t>(m_model->compared())].id, qint64{12});
  m_model->moveWithin(-5);
  QCOMPARE(m_model->answer()->id, qint64{10});
  m_model->setCurrentId(31);
  QCOMPARE(m_model->stop(), 2);
  m_model->setCurrentId(999);
  QCOMPARE(m_model->answer()->id, qint64{31});
}

void TestTravel::pinHoldsTheComparison() {
  m_model->setCurrentId(10);
  m_model->togglePin();
  m_model->toEnd();
  QCOMPARE(m_model->compared(), 0);
  m_model->setCurrentId(10);
  m_model->togglePin();
  QVERIFY(!m_model->isPinned());
}

void TestTravel::liveAnswersKeepThePlace() {
  m_model->setCurrentId(21);
  m_model->togglePin();
  TaskAnswers more = m_model->answers();
  more.insert(more.begin(), TaskAnswer{.id = 5, .key = {1, 0, 0}});
  m_model->setAnswers(QStringLiteral("t"), std::make_shared<const TaskAnswers>(more));
  QCOMPARE(m_model->answer()->id, qint64{21});
  QCOMPARE(m_model->answers()[static_cast<std::size_t>(m_model->pinned())].id, qint64{21});
  m_model->setAnswers(QStringLiteral("other"), walk());
  QVERIFY(!m_model->isPinned());
  QCOMPARE(m_model->answer()->id, qint64{30});
}

void TestTravel::playingStopsAtTheEnd() {
  QSignalSpy playing(m_model.get(), &TravelModel::playingChanged);
  m_model->play();  // from the start, as it stood at the end
  QCOMPARE(m_model->stop(), 0);
  m_now += TravelModel::kStopMs - 1;
  m_model->tick();
  QCOMPARE(m_model->stop(), 0);
  m_now += 2;
  m_model->tick();
  QCOMPARE(m_model->stop(), 1);
  m_now += TravelModel::kStopMs;
  m_model->tick();
  QCOMPARE(m_model->stop(), 2);
  QVERIFY(!m_model->isPlaying());
  QCOMPARE(playing.count(), 2);
}

void TestTravel::trackIsAScrubber() {
  AnswerTrack track(m_model.get());
  track.resize(700, 140);
  track.show();
  for (int i = 0; i < static_cast<int>(m_model->answers().size()); ++i) {
    QVERIFY(track.rect().contains(track.placeOf(i).toPoint()));
    QTest::mouseClick(&track, Qt::LeftButton, {}, track.placeOf(i).toPoint());
    QCOMPARE(m_model->current(), i);
  }
  QTest::mousePress(&track, Qt::LeftButton, {}, track.placeOf(5).toPoint());
  QTest::mouseMove(&track, track.placeOf(0).toPoint());
  QCOMPARE(m_model->current(), 0);
  QTest::mouseRelease(&track, Qt::LeftButton, {}, track.placeOf(0).toPoint());
  track.setFocus();
  QTest::keyClick(&track, Qt::Key_End);
  QCOMPARE(m_model->answer()->id, qint64{30});
  QTest::keyClick(&track, Qt::Key_Left);
  QCOMPARE(m_model->answer()->id, qint64{21});
  QTest::keyClick(&track, Qt::Key_Up);
  QCOMPARE(m_model->answer()->id, qint64{20});
  QTest::keyClick(&track, Qt::Key_P);
  QCOMPARE(m_model->pinned(), 3);
  QVERIFY(track.accessibleDescription().contains(QStringLiteral("step 5")));
  QSignalSpy activated(&track, &AnswerTrack::activated);
  QTest::keyClick(&track, Qt::Key_Return);
  QCOMPARE(activated.count(), 1);
  QTest::keyClick(&track, Qt::Key_Space);
  QVERIFY(m_model->isPlaying());
}

void TestTravel::answersStayWithinTheTrack() {
  TravelView view;
  view.resize(700, 500);
  view.show();
  std::vector<record::EpisodeRow> rows;
  for (int i = 0; i < 16; ++i) rows.push_back(row(1 + i, 3, i, 0.5, true));
  for (int i = 0; i < 16; ++i) rows.push_back(row(101 + i, 9, i, 0.5, true));
  view.addRows(samples::shared(rows));
  view.showEpisode(1, QStringLiteral("t"));
  QTRY_COMPARE(view.model()->answers().size(), std::size_t{32});
  for (int i = 0; i < 32; ++i) {
    const double x = view.track()->placeOf(i).x();
    QVERIFY2(x >= 52 && x <= view.track()->width() - 16, qPrintable(QString::number(x)));
  }
}

void TestTravel::viewShowsTheDifference() {
  TravelView view;
  view.resize(900, 600);
  view.show();
  QSignalSpy wanted(&view, &TravelView::episodesWanted);
  std::set<qint64> asked;
  view.addRows(samples::shared({row(1, 3, 0, 0.1, false), row(2, 7, 0, 0.9, true)}));
  view.showEpisode(2, QStringLiteral("t"));
  QTRY_VERIFY(!wanted.isEmpty());
  for (const auto& call : wanted) {
    for (const qint64 id : call.at(0).value<QList<qint64>>()) asked.insert(id);
  }
  QCOMPARE(asked, (std::set<qint64>{1, 2}));
  record::Episode before = samples::rejectedEpisode();
  before.task_id = "t";
  before.candidate = "a = 1\n";
  record::Episode now = samples::acceptedEpisode();
  now.task_id = "t";
  now.candidate = "a = 2\n";
  view.addEpisode(1, std::make_shared<record::Episode>(before));
  view.addEpisode(2, std::make_shared<record::Episode>(now));
  QVERIFY(view.code() != nullptr);
  QCOMPARE(view.code()->left()->text(), QStringLiteral("a = 1\n"));
  QCOMPARE(view.code()->right()->text(), QStringLiteral("a = 2\n"));
  QCOMPARE(view.code()->diff().hunks.size(), std::size_t{1});
  QVERIFY(view.line().contains(QStringLiteral("step 7")));
  QVERIFY(view.head()->note().contains(QStringLiteral("2 answers")));
  view.model()->moveStop(-1);
  QCOMPARE(view.code()->right()->text(), QStringLiteral("a = 1\n"));
  QVERIFY(!view.code()->left()->isVisible());  // nothing to compare with
  QSignalSpy opened(&view, &TravelView::episodeActivated);
  QTest::keyClick(view.track(), Qt::Key_Return);
  QCOMPARE(opened.last().at(0).toLongLong(), qint64{1});
}

void TestTravel::taskIsFoundByAPartOfItsName() {
  TravelView view;
  view.resize(900, 600);
  view.show();
  QVERIFY(QTest::qWaitForWindowActive(&view));
  view.addRows(
      samples::shared({row(1, 1, 0, 0.1, false, "softmax"), row(2, 1, 1, 0.1, false, "relu"),
                       row(3, 2, 0, 0.1, true, "relu")}));
  QTRY_COMPARE(view.taskBox()->count(), 2);
  QVERIFY(view.taskBox()->itemText(0).contains(QStringLiteral("relu")));  // the most answers first
  view.taskBox()->lineEdit()->setFocus();
  QTest::keyClicks(view.taskBox()->lineEdit(), QStringLiteral("softm"));
  QAbstractItemView* popup = view.taskBox()->completer()->popup();
  QTRY_VERIFY(popup->isVisible());
  QTest::keyClick(popup, Qt::Key_Down);
  QTest::keyClick(popup, Qt::Key_Return);
  QTRY_COMPARE(view.model()->taskId(), QStringLiteral("softmax"));
  QCOMPARE(view.model()->answers().size(), std::size_t{1});
}

void TestTravel::nothingToTravelThrough() {
  TravelView view;
  view.show();
  view.model()->play();
  view.model()->moveStop(1);
  view.model()->togglePin();
  QVERIFY(!view.model()->isPlaying());
  QCOMPARE(view.model()->current(), -1);
  QVERIFY(!view.playButton()->isEnabled());
}

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  applyTheme(application, ThemeMode::kLight);
  TestTravel test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_travel.moc"

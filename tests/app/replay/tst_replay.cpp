// SPDX-License-Identifier: GPL-3.0-or-later
// The Replay workspace by keys and clicks: tokens, neighbours, time travel, and episode files that
// another instance of the program opens.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QProcess>
#include <QSignalSpy>
#include <QToolButton>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/replay/replay_tools.h"
#include "app/runs/example_runs.h"
#include "app/runs/run_flow.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/replay/episode_timeline.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"
#include "widgets/replay/token_panel.h"
#include "widgets/replay/token_text.h"
#include "widgets/replay/travel_view.h"
#include "widgets/verdict/verdict_difference.h"
#include "widgets/words/format.h"

using namespace nereid;
using namespace nereid::app;
using widgets::EpisodeList;
using widgets::ReplayView;
using widgets::TravelView;

namespace {

/// What must be the same in both instances.
QByteArray digestOf(const record::Episode& episode) {
  Sha256 hash;
  for (const std::string* text : {&episode.prompt, &episode.completion, &episode.candidate,
                                  &episode.reference, &episode.task_id})
    hash.update(*text);
  hash.update(verify::to_json_text(episode.verdict));
  hash.update(std::as_bytes(std::span(episode.tokens)));
  hash.update(std::as_bytes(std::span(episode.logprobs)));
  hash.update(std::as_bytes(std::span(episode.entropies)));
  hash.update(std::as_bytes(std::span(episode.ranks)));
  return QByteArray::fromStdString(hash.hex());
}

/// The other instance: opens the file as `nereid FILE` does and prints what its window shows.
int showElsewhere(const QString& file) {
  WindowFixture fixture;
  if (!fixture.openWindow()) return 2;
  MainWindow& window = fixture.window();
  window.begin(file, false);
  const bool isThere =
      QTest::qWaitFor([&] { return window.subject().episode() != nullptr; }, 60'000);
  if (!isThere) {
    std::printf("%s\n", qPrintable(window.messages().text()));
    return 1;
  }
  std::printf("%s %d\n", digestOf(*window.subject().episode()).constData(),
              window.subject().groupSize());
  return 0;
}

}  // namespace

class TestReplay : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void anotherInstanceShowsTheSameEpisode();
  void openedFileStandsInTheReplay();
  void historyTravelsToo();
  void damagedFileIsTold();
  void otherFilesAreTold();
  void droppedFileOpens();
  void unlikelyTokensByKey();
  void neighboursByKey();
  void turnsByKeyAndClick();
  void contextTellsGroupAndStep();
  void timeTravelShowsEveryAnswer();
  void lanesAndTextShareTheToken();
  void motionIsRemembered();
  void verifyAgainWorksOnAFile();

 private:
  QString exported(const char* name, const record::EpisodeFileOptions& options = {});
};

void TestReplay::initTestCase() {
  QVERIFY(record(12));
}

void TestReplay::init() {
  QVERIFY(begin());
  QVERIFY(m_fixture.openRun(run()));
}

QString TestReplay::exported(const char* name, const record::EpisodeFileOptions& options) {
  const QString file = m_fixture.folder() + QLatin1Char('/') + QLatin1String(name) +
                       QLatin1String(".nereid-episode");
  QSignalSpy done(&window().replayTools(), &ReplayTools::exported);
  window().replayTools().exportTo(file, options);
  return done.wait(kPatienceMs) ? file : QString();
}

void TestReplay::anotherInstanceShowsTheSameEpisode() {
  select({5, 1, 2});
  const QByteArray wanted = digestOf(*window().subject().episode()) + " 4\n";
  const QString file = exported("elsewhere");
  QVERIFY(!file.isEmpty());
  QVERIFY(window().messages().text().contains(QStringLiteral("elsewhere")));
  QProcess other;  // makes settings, data and runs folders of its own
  other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--elsewhere"), file});
  QVERIFY(other.waitForFinished(120'000));
  QCOMPARE(other.readAllStandardOutput(), wanted);
  QCOMPARE(other.exitCode(), 0);
}

void TestReplay::openedFileStandsInTheReplay() {
  select({7, 0, 3});
  const QString file = exported("stands");
  window().workspaces().show(QStringLiteral("monitor"));
  window().flow().openRun(file);
  QTRY_COMPARE(window().workspaces().current(), QStringLiteral("replay"));
  const record::EpisodeKey wanted{7, 0, 3};
  QTRY_VERIFY(window().subject().episode() && window().subject().episode()->key == wanted);
  QCOMPARE(view<EpisodeList>("episodes").proxy()->rowCount(), 4);
  QVERIFY(isRunFolder(file));
  QVERIFY(RecentRuns().folders().contains(file));
  QVERIFY(!window().actions().action(QStringLiteral("run.continue"))->isEnabled());
}

void TestReplay::historyTravelsToo() {
  select({7, 0, 3});
  const QString file = exported("history", {.with_history = true});
  QVERIFY(m_fixture.openRun(file));
  QTRY_COMPARE(view<TravelView>("travel").model()->stops().size(), std::size_t{12});
}

void TestReplay::damagedFileIsTold() {
  const QString file = exported("damaged");
  QFile content(file);
  QVERIFY(content.open(QIODevice::ReadWrite));
  QVERIFY(content.resize(content.size() / 2));
  content.close();
  window().flow().openRun(file);
  QTRY_VERIFY2(window().messages().text().contains(QStringLiteral("cut short")),
               qPrintable(window().messages().text()));
}

void TestReplay::otherFilesAreTold() {
  QFile text(m_fixture.folder() + QStringLiteral("/notes.txt"));
  QVERIFY(text.open(QIODevice::WriteOnly));
  text.close();
  window().flow().openRun(text.fileName());
  QVERIFY(window().messages().text().contains(QStringLiteral("nor an episode file")));
  window().flow().openRun(m_fixture.folder() + QStringLiteral("/absent.nereid-episode"));
  QVERIFY(window().messages().text().contains(QStringLiteral("There is no file")));
}

void TestReplay::droppedFileOpens() {
  const QString file = exported("dropped");
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window(), &drop);
  QTRY_COMPARE(window().feed().runDir(), file);
  QTRY_VERIFY(window().feed().isCaughtUp());
}

void TestReplay::unlikelyTokensByKey() {
  window().workspaces().show(QStringLiteral("monitor"));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("F9")));
  auto& story = view<ReplayView>("story");
  QVERIFY(story.isVisible());  // it came to the front
  const auto order = record::tokens_by_probability(*window().subject().episode());
  QCOMPARE(story.tokens()->text()->currentToken(), static_cast<int>(order[0]));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("F9")));
  QCOMPARE(story.tokens()->text()->currentToken(), static_cast<int>(order[1]));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Shift+F9")));
  QCOMPARE(story.tokens()->text()->currentToken(), static_cast<int>(order[0]));
  const auto before = story.tokens()->text()->quantity();
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+H")));
  QVERIFY(story.tokens()->text()->quantity() != before);
}

void TestReplay::neighboursByKey() {
  select({5, 0, 1});
  const auto isAt = [this](int step, int index) {
    const auto& episode = window().subject().episode();
    return episode && episode->key == record::EpisodeKey{step, 0, index};
  };
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+PgDown")));
  QTRY_VERIFY(isAt(5, 2));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+PgUp")));
  QTRY_VERIFY(isAt(5, 1));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+PgUp")));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+PgUp")));
  QTRY_VERIFY(isAt(5, 3));  // around
  // The table of the group marks the episode that is shown.
  const auto* group = view<ReplayView>("story").groupModel();
  QTRY_VERIFY(group->index(3, 0).data().toString().startsWith(QChar(0x25B8)));
  QTRY_COMPARE(view<TravelView>("travel").model()->stops().size(), std::size_t{12});
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+PgDown")));
  QTRY_VERIFY(window().subject().episode() && window().subject().episode()->key.step == 6);
  QCOMPARE(window().subject().episode()->task_name, std::string("row_max"));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+PgUp")));
  QTRY_VERIFY(window().subject().episode() && window().subject().episode()->key.step == 5);
}

// Completions 1 and 2 of each group are first answers, 3 follows 1 and 4 follows 3.
void TestReplay::turnsByKeyAndClick() {
  const QString folder = m_fixture.folder() + QStringLiteral("/turns");
  {
    auto writer = record::RunWriter::open(folder.toStdString(), recordedInfo("turns", 2), {});
    QVERIFY(writer);
    for (const int step : {1, 2}) {
      std::vector<record::Episode> episodes;
      for (int index = 0; index < 4; ++index) {
        episodes.push_back(recordedEpisode(step, 0, index));
        if (index > 1) episodes.back().turn = {index, index == 2 ? 0 : 2};
      }
      (*writer)->write_episodes(std::move(episodes));
      (*writer)->write_metrics(recordedMetrics(step, 2));
    }
    (*writer)->write_state(record::RunState::kFinished, "", 2);
    QVERIFY((*writer)->flush());
  }
  QVERIFY(m_fixture.openRun(folder));
  const auto isAt = [this](int index) {
    const auto& episode = window().subject().episode();
    return episode && episode->key == record::EpisodeKey{2, 0, index};
  };
  QAction* back = window().actions().action(QStringLiteral("replay.turnBack"));
  QAction* next = window().actions().action(QStringLiteral("replay.turnNext"));
  window().workspaces().show(QStringLiteral("replay"));
  select({2, 0, 0});
  auto& story = view<ReplayView>("story");
  QTRY_VERIFY(next->isEnabled());
  QVERIFY(!back->isEnabled());
  QVERIFY(!story.head()->note().contains(QStringLiteral("turn")));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+Shift+PgDown")));
  QTRY_VERIFY(isAt(2));
  QTRY_VERIFY2(story.head()->note().contains(QStringLiteral("turn 2")),
               qPrintable(story.head()->note()));
  QTRY_VERIFY(back->isEnabled());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+Shift+PgDown")));
  QTRY_VERIFY(isAt(3));
  QTRY_VERIFY(!next->isEnabled());
  const auto buttonOf = [&story](QAction* action) -> QToolButton* {
    for (QToolButton* button : story.head()->findChildren<QToolButton*>())
      if (button->defaultAction() == action || button->text() == action->text()) return button;
    return nullptr;
  };
  QToolButton* before = buttonOf(story.turnBackAction());
  QVERIFY(before != nullptr);
  QTRY_VERIFY(before->isVisible());
  QVERIFY(!buttonOf(story.turnNextAction())->isVisible());
  QTest::mouseClick(before, Qt::LeftButton);
  QTRY_VERIFY(isAt(2));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+Shift+PgUp")));
  QTRY_VERIFY(isAt(0));
  select({2, 0, 1});
  QTRY_VERIFY(!next->isEnabled() && !back->isEnabled());
  QVERIFY(!before->isVisible());
}

void TestReplay::contextTellsGroupAndStep() {
  select({5, 0, 1});
  auto& story = view<ReplayView>("story");
  QTRY_VERIFY(story.context().contains(QStringLiteral("12 steps")));
  QVERIFY(story.context().contains(QStringLiteral("completion 2 of 4")));
  QVERIFY(story.context().contains(QStringLiteral("rank 1 in the group")));
  QVERIFY2(story.context().contains(QStringLiteral("mean of step 5")), qPrintable(story.context()));
}

void TestReplay::timeTravelShowsEveryAnswer() {
  select({12, 0, 1});
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+T")));
  auto& travel = view<TravelView>("travel");
  QTRY_VERIFY(travel.isVisible());
  QTRY_COMPARE(travel.model()->answers().size(), std::size_t{48});
  QTRY_VERIFY(travel.code() != nullptr && !travel.code()->right()->text().isEmpty());
  travel.model()->moveStop(-3);
  QTRY_VERIFY(travel.line().contains(QStringLiteral("step 9")));
  travel.model()->moveWithin(-1);
  QTRY_VERIFY(travel.code()->right()->text().contains(QStringLiteral("row of 0")));
  QTRY_VERIFY(travel.code()->left()->text().contains(QStringLiteral("row of 1")) ||
              travel.code()->left()->text().contains(QStringLiteral("row of 3")));
  QCOMPARE(window().subject().episode()->key.step, std::int64_t{12});  // looking is not selecting
}

void TestReplay::lanesAndTextShareTheToken() {
  window().workspaces().show(QStringLiteral("replay"));
  auto& bar = view<widgets::ReplayBar>("replay");
  QTRY_VERIFY(bar.lanes()->isVisible());
  window().replay().chooseToken(17);
  QCOMPARE(view<ReplayView>("story").tokens()->text()->currentToken(), 17);
}

void TestReplay::motionIsRemembered() {
  QAction* motion = window().actions().action(QStringLiteral("view.motion"));
  QVERIFY(!motion->isChecked());
  motion->trigger();
  QVERIFY(m_fixture.openWindow());
  QVERIFY(window().actions().action(QStringLiteral("view.motion"))->isChecked());
}

void TestReplay::verifyAgainWorksOnAFile() {
  QVERIFY(m_fixture.openRun(exampleRun()));
  const auto* model = view<EpisodeList>("episodes").model();
  for (int row = 0; row < model->rowCount(); ++row) {
    if (model->row(row).accepted) {
      select(model->row(row).key);
      break;
    }
  }
  QVERIFY(window().subject().episode()->verdict.accepted);
  const QString file = exported("again");
  QVERIFY(!file.isEmpty());
  window().flow().openRun(file);
  QTRY_VERIFY(window().feed().runDir() == file && window().subject().episode() != nullptr);
  auto& story = view<ReplayView>("story");
  QTRY_VERIFY(story.verifyAction()->isEnabled());
  story.verifyAction()->trigger();
  auto& difference = view<widgets::VerdictDifferenceView>("difference");
  QVERIFY(difference.isVisible());
  const auto isAnswered = [&] {
    return difference.summary()->text().startsWith(QChar(widgets::kTick)) ||
           difference.summary()->text().startsWith(QChar(widgets::kCross));
  };
  QTRY_VERIFY2_WITH_TIMEOUT(isAnswered(), qPrintable(difference.summary()->text()), 240'000);
  // The record may be older than some inputs and versions; the decision is the same.
  for (const widgets::VerdictDifference& point : widgets::compareVerdicts(
           window().subject().episode()->verdict, *window().subject().compiled())) {
    QVERIFY2(point.what != QStringLiteral("decision"), qPrintable(point.now));
  }
  QVERIFY(window().subject().compiled()->accepted);
}

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  prepareApplication(application, "TestReplay");
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.size() == 3 && arguments[1] == QLatin1String("--elsewhere"))
    return showElsewhere(arguments[2]);
  TestReplay test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_replay.moc"

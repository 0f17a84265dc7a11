// SPDX-License-Identifier: GPL-3.0-or-later
// Undo of view changes, and what comes back after the program was killed.
#include <signal.h>

#include <QProcess>
#include <QSettings>

#include "app/bench/verify_page.h"
#include "app/desk/actions.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/undo_stack.h"
#include "app/desk/workspaces.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_tools.h"
#include "app/window/view_history.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_editor.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/curves/curves_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/filter/filter_line.h"
#include "widgets/look/theme.h"

using namespace nereid::app;
using nereid::widgets::CurvesView;
using nereid::widgets::EpisodeList;

namespace {

constexpr int kSteps = 12;

}  // namespace

class TestViewMemory : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void filterZoomAndHiddenCurvesAreUndone();
  void layoutAndWorkspaceAreUndone();
  void quickChangesAreOne();
  void aDraggedDockIsFramedAgain();
  void aNewLayoutAtOnceAfterADropIsSafe();
  void runsShareTheUndo();
  void aHundredAreKept();
  void editorsKeepTheirOwnUndo();
  void resizingTheWindowIsNoChange();
  void killedProgramComesBackAsItWas();

 private:
  CurvesView& curves() { return view<CurvesView>("curves"); }
  void settle() { window().history().capture(); }
  /// From the middle of a head to a place in its coordinates.
  void drag(QWidget* head, QPoint to) {
    const QPoint from(head->width() / 2, head->height() / 2);
    constexpr int kMoves = 6;
    QTest::mousePress(head, Qt::LeftButton, {}, from);
    for (int i = 1; i <= kMoves; ++i) QTest::mouseMove(head, from + (to - from) * i / kMoves);
    QTest::mouseRelease(head, Qt::LeftButton, {}, to);
  }
  void undo() { QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Z"))); }
  void redo() { QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+Z"))); }
};

void TestViewMemory::initTestCase() {
  QVERIFY(record(kSteps));
}

void TestViewMemory::init() {
  QVERIFY(begin());
  QVERIFY(m_fixture.openRun(run()));
  settle();
}

void TestViewMemory::filterZoomAndHiddenCurvesAreUndone() {
  window().docks().activate(QStringLiteral("curves"));
  settle();
  const int all = episodes().proxy()->rowCount();
  episodes().setFilter(QStringLiteral("is:accepted"));
  settle();
  curves().setFollowing(false);
  curves().setXRange(2, 5);
  settle();
  curves().plots().front()->setSeriesVisible(0, false);
  settle();
  window().dockArea()->setFocus();
  undo();
  QVERIFY(curves().plots().front()->switchedOff().isEmpty());
  QCOMPARE(curves().xRange(), std::pair(2.0, 5.0));
  undo();
  QVERIFY(curves().isFollowing());
  QTRY_VERIFY(episodes().proxy()->rowCount() < all);
  undo();
  QCOMPARE(episodes().filterLine()->text(), QString());
  QTRY_COMPARE(episodes().proxy()->rowCount(), all);
  redo();
  redo();
  redo();
  QCOMPARE(episodes().filterLine()->text(), QStringLiteral("is:accepted"));
  QCOMPARE(curves().xRange(), std::pair(2.0, 5.0));
  QCOMPARE(curves().plots().front()->switchedOff().size(), 1);
  QVERIFY(!window().actions().action(QStringLiteral("view.redo"))->isEnabled());
}

void TestViewMemory::layoutAndWorkspaceAreUndone() {
  Panel* inputs = window().docks().panel(QStringLiteral("inputs"));
  QVERIFY(!inputs->isHidden());
  inputs->close();
  settle();
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+2")));
  settle();
  QCOMPARE(window().workspaces().current(), QStringLiteral("inspect"));
  undo();
  QCOMPARE(window().workspaces().current(), QStringLiteral("monitor"));
  QVERIFY(inputs->isHidden());
  undo();
  QVERIFY(!inputs->isHidden());
  redo();
  QVERIFY(inputs->isHidden());
}

// Drawn out of its place by the mouse, with an edge of its own while it floats.
void TestViewMemory::aDraggedDockIsFramedAgain() {
  Panel* list = window().docks().panel(QStringLiteral("episodes"));
  QWidget* head = list->titleBarWidget();
  const QRect place = list->geometry();
  // Over the top bar there is no place for a dock.
  drag(head, head->mapFrom(&window(), QPoint(700, 12)));
  QTRY_VERIFY(list->isFloating());
  QVERIFY(list->contentsMargins().left() > 0);
  QCOMPARE(list->grab().toImage().pixelColor(0, list->height() / 2),
           nereid::widgets::theme().color(nereid::widgets::Role::kAccent));
  // Its line for the filter takes the keyboard with it, and has nothing to undo.
  list->activateWindow();
  episodes().filterLine()->setFocus();
  QTRY_VERIFY(episodes().filterLine()->hasFocus());
  settle();
  QTest::keyClick(list->windowHandle(), Qt::Key_Z, Qt::ControlModifier);
  QTRY_VERIFY(!list->isFloating());
  QCOMPARE(list->contentsMargins(), QMargins());
  QTRY_COMPARE(list->geometry(), place);
  QVERIFY(list->grab().toImage().pixelColor(0, list->height() / 2) !=
          nereid::widgets::theme().color(nereid::widgets::Role::kAccent));
}

// Into the place of another: no dock glides there, which a new layout meanwhile would not survive.
void TestViewMemory::aNewLayoutAtOnceAfterADropIsSafe() {
  Panel* list = window().docks().panel(QStringLiteral("episodes"));
  QWidget* head = list->titleBarWidget();
  const QRect place = list->geometry();
  const QPoint from(head->width() / 2, head->height() / 2);
  QTest::mousePress(head, Qt::LeftButton, {}, from);
  for (const int far : {20, 60, 120}) QTest::mouseMove(head, from + QPoint(far, -far));
  QTest::mouseRelease(head, Qt::LeftButton, {}, from + QPoint(120, -120));
  QVERIFY(!list->isFloating());
  window().history().undo();
  m_fixture.trigger("view.restore");
  QTRY_COMPARE(list->geometry(), place);
}

void TestViewMemory::runsShareTheUndo() {
  episodes().filterLine()->setText(QStringLiteral("is:accepted"));
  settle();
  bool isTakenBack = false;
  window().runTools().undo().push(QStringLiteral("Archived"), [&] { isTakenBack = true; });
  window().dockArea()->setFocus();
  undo();
  QVERIFY(isTakenBack);
  QCOMPARE(episodes().filterLine()->text(), QStringLiteral("is:accepted"));
  undo();
  QCOMPARE(episodes().filterLine()->text(), QString());
}

void TestViewMemory::quickChangesAreOne() {
  episodes().filterLine()->setFocus();
  QTest::keyClicks(episodes().filterLine(), QStringLiteral("level:2"));
  settle();
  window().dockArea()->setFocus();
  undo();
  QCOMPARE(episodes().filterLine()->text(), QString());
}

void TestViewMemory::aHundredAreKept() {
  for (int i = 0; i < ViewHistory::kDepth + 20; ++i) {
    episodes().setFilter(QStringLiteral("step:>%1").arg(i));
    settle();
  }
  for (int i = 0; i < ViewHistory::kDepth; ++i) {
    QVERIFY(window().history().canUndo());
    window().history().undo();
  }
  QVERIFY(!window().history().canUndo());
  QCOMPARE(episodes().filterLine()->text(), QStringLiteral("step:>19"));
}

void TestViewMemory::editorsKeepTheirOwnUndo() {
  window().workspaces().show(QStringLiteral("verify"));
  settle();
  auto* editor = window().docks().view<VerifyPage>("editors")->candidateEditor();
  const QString before = editor->source();
  editor->setFocus();
  QTest::keyClicks(editor, QStringLiteral("abc"));
  QVERIFY(editor->source() != before);
  QTest::keyClick(editor, Qt::Key_Z, Qt::ControlModifier);
  QTRY_COMPARE(editor->source(), before);
  QCOMPARE(window().workspaces().current(), QStringLiteral("verify"));
  window().workspaces().show(QStringLiteral("monitor"));
  episodes().filterLine()->setFocus();
  QTest::keyClicks(episodes().filterLine(), QStringLiteral("x"));
  QTest::keyClick(episodes().filterLine(), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(episodes().filterLine()->text(), QString());
  QCOMPARE(window().workspaces().current(), QStringLiteral("monitor"));
}

void TestViewMemory::resizingTheWindowIsNoChange() {
  const bool could = window().history().canUndo();
  window().resize(1500, 900);
  QCoreApplication::processEvents();
  settle();
  QCOMPARE(window().history().canUndo(), could);
}

void TestViewMemory::killedProgramComesBackAsItWas() {
  const qint64 wanted = episodes().proxy()->row(5).id;
  m_fixture.closeWindow();
  m_fixture.forgetSettings();
  QSettings().sync();
  QProcess other;
  other.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  other.start(QCoreApplication::applicationFilePath(),
              {QStringLiteral("--child"), m_fixture.folder(), run(), QString::number(wanted)});
  QVERIFY(other.waitForStarted());
  QVERIFY(other.waitForReadyRead(60'000));
  QCOMPARE(other.readLine().trimmed(), QByteArray("ready"));
  ::kill(static_cast<pid_t>(other.processId()), SIGKILL);
  QVERIFY(other.waitForFinished());
  QCOMPARE(other.exitStatus(), QProcess::CrashExit);

  QSettings().sync();
  QVERIFY(m_fixture.openWindow());
  window().begin(QString(), true);
  QVERIFY(isRunShown(window()));
  QCOMPARE(window().feed().runDir(), run());
  QCOMPARE(window().workspaces().current(), QStringLiteral("inspect"));
  QVERIFY(window().docks().panel(QStringLiteral("reward"))->isHidden());
  QCOMPARE(episodes().filterLine()->text(), QStringLiteral("step:>1"));
  QTRY_COMPARE(window().selection().episode(), wanted);
}

/// What the killed program did: `--child FOLDER RUN EPISODE`. Says "ready" when all is kept.
static int beKilled(const QStringList& arguments) {
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, arguments[2]);
  MainWindow window;
  window.resize(1600, 960);
  window.show();
  window.flow().openRun(arguments[3]);
  if (!isRunShown(window)) return 1;
  window.workspaces().show(QStringLiteral("inspect"));
  window.docks().panel(QStringLiteral("reward"))->close();
  window.docks().view<EpisodeList>("episodes")->setFilter(QStringLiteral("step:>1"));
  const qint64 episode = arguments[4].toLongLong();
  window.selection().setEpisode(episode);
  window.history().capture();
  const bool isKept = QTest::qWaitFor(
      [&] {
        QSettings settings;
        settings.sync();
        return settings.value(QStringLiteral("session/episode")).toLongLong() == episode &&
               settings.value(QStringLiteral("session/filter")).toString() ==
                   QLatin1String("step:>1");
      },
      kPatienceMs);
  if (!isKept) return 1;
  std::puts("ready");
  std::fflush(stdout);
  return QApplication::exec();
}

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  prepareApplication(application, "TestViewMemory");
  if (QApplication::arguments().value(1) == QLatin1String("--child"))
    return beKilled(QApplication::arguments());
  TestViewMemory test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_view_memory.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "app/bench/verify_history.h"
#include "app/bench/verify_page.h"
#include "app/comparison/run_comparison.h"
#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/docks/dock_table.h"
#include "app/launch/start_dialog.h"
#include "app/runs/run_flow.h"
#include "app/runs/status_line.h"
#include "app/runs/top_bar.h"
#include "app/window/command_palette.h"
#include "app/window/start_page.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/level_view.h"
#include "widgets/comparison/run_table.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/runs/run_list.h"

using namespace nereid::app;
using nereid::widgets::CodeCompare;
using nereid::widgets::CodeEditor;
using nereid::widgets::InputsTable;
using nereid::widgets::LevelView;
using nereid::widgets::RunList;

namespace {

constexpr int kSteps = 12;
constexpr int kEpisodes = kSteps * 8;
constexpr int kLoadMs = 15'000;     // generous: the machine may be busy
constexpr int kVerifyMs = 120'000;  // the zygotes import torch first

/// Qt hands a drop to whoever took the entering drag.
void dropOn(QWidget& widget, QPoint place, const QMimeData& data) {
  QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&widget, &enter);
  QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&widget, &drop);
}

}  // namespace

/// Whole-window flows on a recorded run, by real keys and clicks.
class TestWindow : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void startsWithAnEmptyStateThatOffersThePocketRun();
  void opensARecordedRun();
  void selectsAnEpisodeByKeyboard();
  void filterShowsWhatMatches();
  void shortcutsSwitchWorkspaces();
  void paletteRunsACommand();
  void paletteFindsBySynonymsAndSaysWhyNot();
  void anotherWorkspaceLeavesNoControlChosen();
  void anotherLanguageOffersToRestart();
  void theMenuHasAMark();
  void replayStepsByKeyboard();
  void themeSwitchRecolours();
  void everyDockCanBeReachedByItsAction();
  void everyFocusableControlHasAName();
  void everyActionHasWordsAndOwnKeys();
  void missingFolderIsNamed();
  void folderWithoutRecordIsNamed();
  void corruptRecordLeavesTheWindowUsable();
  void droppedFolderIsOpened();
  void startDialogRefusesAFolderThatIsNotEmpty();
  void verifyPageRefusesAFileThatIsNotUtf8();
  void verifyPageJudgesWithTheRealVerifier();
  void recordedVerdictsOfferToKeepArtefacts();
  void comparesTwoRuns();
  void fitsASmallScreen();
};

void TestWindow::initTestCase() {
  QVERIFY(record(kSteps));
}

void TestWindow::startsWithAnEmptyStateThatOffersThePocketRun() {
  window().begin(QString(), true);
  QVERIFY(window().startPage().isVisible());
  const QList<QPushButton*> buttons = window().startPage().findChildren<QPushButton*>();
  QVERIFY(std::any_of(buttons.begin(), buttons.end(), [](const QPushButton* button) {
    return button->isVisible() && button->text().contains(QStringLiteral("pocket run"));
  }));
  QVERIFY(window().actions().action(QStringLiteral("run.start"))->isEnabled());
  QVERIFY(!window().actions().action(QStringLiteral("run.stop"))->isEnabled());
  QCOMPARE(window().workspaces().current(), QStringLiteral("monitor"));
}

void TestWindow::opensARecordedRun() {
  QVERIFY(m_fixture.openRun(run()));
  QCOMPARE(episodes().proxy()->rowCount(), kEpisodes);
  QTRY_VERIFY(window().statusLine().recordText().contains(QStringLiteral("96 episodes")));
  QVERIFY(window().windowTitle().contains(QStringLiteral("recorded")));
  QTRY_VERIFY(window().topBar().stateChip()->text().contains(QStringLiteral("12 of 12")));
  auto* runs = window().docks().view<RunList>("runs");
  QTRY_COMPARE(runs->selectedRun(), run());
}

void TestWindow::selectsAnEpisodeByKeyboard() {
  QVERIFY(m_fixture.openRun(run()));
  const qint64 before = window().selection().episode();
  window().docks().activate(QStringLiteral("episodes"));
  episodes().view()->setFocus();
  QTest::keyClick(episodes().view(), Qt::Key_Down);
  QTRY_VERIFY(window().selection().episode() != before);
  const qint64 wanted = window().selection().episode();
  QTRY_VERIFY(window().subject().episode() && episodes().selectedEpisode() == wanted);
  // The same episode everywhere: code, inputs and step.
  QTRY_COMPARE(window().docks().view<CodeCompare>("compare")->right()->source().trimmed(),
               QString::fromStdString(window().subject().episode()->candidate).trimmed());
  QCOMPARE(window().selection().step(), double(window().subject().episode()->key.step));
  QCOMPARE(window().docks().view<InputsTable>("inputs")->model()->rowCount(),
           int(window().subject().episode()->verdict.inputs.size()));
}

void TestWindow::filterShowsWhatMatches() {
  QVERIFY(m_fixture.openRun(run()));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+E")));
  QTRY_VERIFY(episodes().filterLine()->hasFocus());
  QTest::keyClicks(episodes().filterLine(), QStringLiteral("is:accepted step:12"));
  QTRY_COMPARE(episodes().proxy()->rowCount(), 4);
}

void TestWindow::shortcutsSwitchWorkspaces() {
  const QList<std::pair<QString, QString>> expected = {
      {QStringLiteral("Ctrl+2"), QStringLiteral("inspect")},
      {QStringLiteral("Ctrl+3"), QStringLiteral("replay")},
      {QStringLiteral("Ctrl+4"), QStringLiteral("compare")},
      {QStringLiteral("Ctrl+5"), QStringLiteral("verify")},
      {QStringLiteral("Ctrl+1"), QStringLiteral("monitor")}};
  for (const auto& [keys, id] : expected) {
    QTest::keySequence(&window(), QKeySequence(keys));
    QCOMPARE(window().workspaces().current(), id);
    QVERIFY(window().actions().action(QLatin1String("view.") + id)->isChecked());
  }
  QVERIFY(window().docks().panel(QStringLiteral("curves"))->isVisible());
  QVERIFY(!window().docks().panel(QStringLiteral("editors"))->isVisible());
}

void TestWindow::paletteRunsACommand() {
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+K")));
  CommandPalette& palette = window().palette();
  QTRY_VERIFY(palette.isVisible());
  auto* search = palette.findChild<QLineEdit*>();
  QTest::keyClicks(search, QStringLiteral("view insp"));
  QCOMPARE(palette.visibleCount(), 1);
  QTest::keyClick(search, Qt::Key_Return);
  QVERIFY(!palette.isVisible());
  QCOMPARE(window().workspaces().current(), QStringLiteral("inspect"));
}

void TestWindow::paletteFindsBySynonymsAndSaysWhyNot() {
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+K")));
  CommandPalette& palette = window().palette();
  QTRY_VERIFY(palette.isVisible());
  auto* search = palette.findChild<QLineEdit*>();
  auto* list = palette.findChild<QListView*>();
  auto* nothing = palette.findChild<QLabel*>(QStringLiteral("nothing"));
  const auto shows = [&](const QString& words) {
    for (int row = 0; row < list->model()->rowCount(); ++row) {
      if (list->model()->index(row, 0).data(Qt::AccessibleTextRole).toString().contains(words))
        return true;
    }
    return false;
  };
  const auto type = [&](const char* words) {
    search->clear();
    QTest::keyClicks(search, QLatin1String(words));
  };
  type("resume");
  QVERIFY(shows(QStringLiteral("Run: Pause")));
  QVERIFY(shows(QStringLiteral("needs a run that goes on, or one that can be continued")));
  type("abort");
  QVERIFY(shows(QStringLiteral("Run: Stop, needs a run that goes on")));
  // What cannot be given leaves the palette as it is.
  QTest::keyClick(search, Qt::Key_Return);
  QVERIFY(palette.isVisible());
  QVERIFY(!nothing->isVisible());
  type("zzzz");
  QVERIFY(nothing->isVisible());
  QVERIFY(nothing->text().contains(QStringLiteral("zzzz")));
  QTest::keyClick(search, Qt::Key_Return);
  type("eval");
  QVERIFY(shows(QStringLiteral("Open last evaluation of the run")));
  // What says little more than was typed comes before what says much more.
  type("history");
  QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("Go to History"));
  type("name call");
  QVERIFY(shows(QStringLiteral("Rename run")));
  // Words in any order, and first what they name themselves.
  type("run start");
  QCOMPARE(list->model()->index(0, 0).data().toString(),
           window().actions().action(QStringLiteral("run.start"))->text());
  QCOMPARE(list->currentIndex().row(), 0);
  type("replay");
  QVERIFY(list->model()->index(0, 0).data().toString().startsWith(QStringLiteral("Replay")));
}

// Qt gives the keyboard of a dock that goes to the next control, where a space would act.
void TestWindow::anotherWorkspaceLeavesNoControlChosen() {
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+5")));
  auto* editor = window().docks().view<VerifyPage>("editors")->candidateEditor();
  editor->setFocus();
  QTRY_VERIFY(editor->hasFocus());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+1")));
  QTRY_VERIFY(!editor->isVisible());
  QCOMPARE(QApplication::focusWidget(), window().dockArea());
}

void TestWindow::anotherLanguageOffersToRestart() {
  m_fixture.trigger("language.de");
  QVERIFY(window().messages().text().contains(QStringLiteral("language")));
  QCOMPARE(window().messages().button()->text(), QStringLiteral("Restart now"));
  m_fixture.trigger("language.system");
}

// The word "Nereid" hides all commands: its mark says so, and F10 opens it.
void TestWindow::theMenuHasAMark() {
  auto* name = window().topBar().findChild<QToolButton*>(QStringLiteral("name"));
  QVERIFY(name != nullptr && !name->icon().isNull());
  QCOMPARE(name->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
  QTimer::singleShot(0, this, [name] {
    QVERIFY(QTest::qWaitFor([name] { return name->menu()->isVisible(); }, kPatienceMs));
    QVERIFY(name->menu()->actions().size() > 4);
    // The mark stands at the right; the menu and those below it open as one reads.
    QCOMPARE(name->menu()->layoutDirection(), Qt::LeftToRight);
    QTest::keyClick(name->menu(), Qt::Key_Down);
    QTest::keyClick(name->menu(), Qt::Key_Right);
    const auto* below = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(below != nullptr && below != name->menu());
    QCOMPARE(below->layoutDirection(), Qt::LeftToRight);
    QVERIFY(below->x() > name->menu()->x());
    QTest::keyClick(name->menu(), Qt::Key_Left);
    name->menu()->close();
  });
  QTest::keyClick(&window(), Qt::Key_F10);
  QTRY_VERIFY(!name->menu()->isVisible());
}

void TestWindow::replayStepsByKeyboard() {
  QVERIFY(m_fixture.openRun(run()));
  auto& replay = window().replay();
  QTRY_VERIFY(replay.episode() != nullptr);
  replay.toStart();
  const double start = replay.positionMs();
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+Right")));
  QVERIFY(replay.positionMs() > start);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Space")));
  QVERIFY(replay.isPlaying());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Space")));
  QVERIFY(!replay.isPlaying());
}

void TestWindow::themeSwitchRecolours() {
  const QColor before = window().topBar().grab().toImage().pixelColor(2, 2);
  m_fixture.trigger("view.theme");
  QVERIFY(nereid::widgets::theme().isDark());
  QTRY_VERIFY(window().topBar().grab().toImage().pixelColor(2, 2) != before);
  m_fixture.trigger("view.theme");
  QVERIFY(!nereid::widgets::theme().isDark());
}

void TestWindow::everyDockCanBeReachedByItsAction() {
  for (const DockInfo& info : dockTable()) {
    m_fixture.trigger(qPrintable(QStringLiteral("dock.%1").arg(QLatin1String(info.id))));
    QVERIFY2(window().docks().panel(QString::fromLatin1(info.id))->isVisible(), info.id);
  }
}

void TestWindow::everyFocusableControlHasAName() {
  QVERIFY(m_fixture.openRun(run()));
  QStringList nameless;
  for (const Workspace& workspace : window().workspaces().all()) {
    window().workspaces().show(workspace.id);
    const auto controls = window().findChildren<QWidget*>();
    for (QWidget* control : controls) {
      if (!control->isVisible() || !(control->focusPolicy() & Qt::TabFocus)) continue;
      // Qt keeps used-up tab bars of docks for later; a bar in use is named by its current tab.
      if (const auto* bar = qobject_cast<QTabBar*>(control); bar != nullptr && bar->count() == 0)
        continue;
      QAccessibleInterface* face = QAccessible::queryAccessibleInterface(control);
      if (face != nullptr && face->text(QAccessible::Name).isEmpty()) {
        nameless << workspace.id + QLatin1String(": ") +
                        QLatin1String(control->metaObject()->className()) + QLatin1Char(' ') +
                        control->objectName();
      }
    }
  }
  QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void TestWindow::everyActionHasWordsAndOwnKeys() {
  QHash<QString, QString> owners;
  for (const QAction* action : window().actions().all()) {
    QVERIFY2(!action->text().isEmpty() && !action->statusTip().isEmpty(),
             qPrintable(action->objectName()));
    const auto shortcuts = action->shortcuts();
    for (const QKeySequence& keys : shortcuts) {
      const QString text = keys.toString();
      QVERIFY2(
          !owners.contains(text),
          qPrintable(
              QStringLiteral("%1: %2 and %3").arg(text, owners.value(text), action->objectName())));
      owners.insert(text, action->objectName());
    }
  }
}

void TestWindow::missingFolderIsNamed() {
  window().flow().openRun(QStringLiteral("/nowhere/at/all"));
  QVERIFY(window().messages().text().contains(QStringLiteral("/nowhere/at/all")));
}

void TestWindow::folderWithoutRecordIsNamed() {
  window().flow().openRun(m_fixture.folder());
  QVERIFY(window().messages().text().contains(QStringLiteral("record.sqlite")));
}

void TestWindow::corruptRecordLeavesTheWindowUsable() {
  QDir().mkpath(m_fixture.folder() + QStringLiteral("/broken"));
  QFile record(m_fixture.folder() + QStringLiteral("/broken/record.sqlite"));
  QVERIFY(record.open(QIODevice::WriteOnly));
  record.write(QByteArray(8192, 'x'));
  record.close();
  window().flow().openRun(m_fixture.folder() + QStringLiteral("/broken"));
  QTRY_VERIFY_WITH_TIMEOUT(window().messages().text().contains(QStringLiteral("broken")), kLoadMs);
  QVERIFY(m_fixture.openRun(run()));
  QCOMPARE(episodes().proxy()->rowCount(), kEpisodes);
  QVERIFY(window().messages().text().isEmpty());
}

void TestWindow::droppedFolderIsOpened() {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(run())});
  dropOn(window(), QPoint(400, 300), data);
  QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
  QCOMPARE(window().feed().runDir(), run());
}

void TestWindow::startDialogRefusesAFolderThatIsNotEmpty() {
  StartDialog dialog(&window());
  dialog.show();
  QVERIFY(dialog.problem().isEmpty());
  auto* start = dialog.findChild<QPushButton*>(QStringLiteral("startRun"));
  QVERIFY(start->isEnabled());
  auto* folder = dialog.findChild<QLineEdit*>(QStringLiteral("folder"));
  folder->setFocus();
  folder->selectAll();
  QTest::keyClicks(folder, run());
  QVERIFY(!start->isEnabled());
  QVERIFY(dialog.problem().contains(QStringLiteral("not empty")));
  auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("name"));
  name->selectAll();
  QTest::keyClick(name, Qt::Key_Delete);
  QVERIFY(!dialog.problem().isEmpty());
}

void TestWindow::verifyPageRefusesAFileThatIsNotUtf8() {
  window().workspaces().show(QStringLiteral("verify"));
  auto* page = window().docks().view<VerifyPage>("editors");
  QSignalSpy failed(page, &VerifyPage::failed);
  QFile file(m_fixture.folder() + QStringLiteral("/latin1.py"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("x = '\xe4'\n");
  file.close();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file.fileName())});
  dropOn(*page, QPoint(20, 60), data);
  QTRY_COMPARE(failed.count(), 1);
  QVERIFY(failed.first().first().toString().contains(QStringLiteral("not UTF-8")));
}

void TestWindow::verifyPageJudgesWithTheRealVerifier() {
  QVERIFY(m_fixture.openRun(run()));
  m_fixture.trigger("episode.toVerify");
  QCOMPARE(window().workspaces().current(), QStringLiteral("verify"));
  QVERIFY2(window().subject().verdict() == nullptr,
           "an old verdict beside a source that was not judged");
  auto* page = window().docks().view<VerifyPage>("editors");
  QSignalSpy judged(page, &VerifyPage::judged);
  page->candidateEditor()->setFocus();
  QTest::keyClick(page->candidateEditor(), Qt::Key_Return, Qt::ControlModifier);
  QTRY_COMPARE_WITH_TIMEOUT(judged.count(), 1, kVerifyMs);
  const auto record = judged.first().first().value<VerifyRecordPtr>();
  QVERIFY2(!record->verdict->accepted, "a row of 200 is wrong beside B=256 and a larger input");
  QCOMPARE(window().subject().verdict(), record->verdict);
  QTRY_COMPARE(window().docks().view<VerifyHistory>("history")->count(), 1);

  // What was compiled is there, and its lines are those of the editor, both ways.
  auto* levels = window().docks().view<LevelView>("levels");
  QVERIFY(levels->isShowingText());
  CodeEditor* candidate = page->candidateEditor();
  const int load =
      candidate->source().left(candidate->source().indexOf(QLatin1String("tl.load"))).count(u'\n');
  candidate->setFocus();
  candidate->setCursorPosition(load, 4);
  QTRY_COMPARE(window().selection().line(), load + 1);
  QCOMPARE(levels->sourceLine(), load + 1);
  QVERIFY(levels->highlightedLines() > 0);
  window().docks().activate(QStringLiteral("levels"));
  levels->editor()->setFocus();
  const QString text = levels->editor()->source();
  const int store = text.left(text.indexOf(QLatin1String("tt.store"))).count(u'\n');
  levels->editor()->setCursorPosition(store, 4);
  QTRY_VERIFY(window().selection().line() > load + 1);
  QCOMPARE(candidate->bandedLines(), 1);
}

void TestWindow::recordedVerdictsOfferToKeepArtefacts() {
  QVERIFY(m_fixture.openRun(run()));
  auto* levels = window().docks().view<LevelView>("levels");
  window().docks().activate(QStringLiteral("levels"));
  QVERIFY(!levels->isShowingText());
  QVERIFY(window().subject().isOfEpisode());
  QTRY_VERIFY(levels->emptyState()->button()->isVisible());
  QTest::mouseClick(levels->emptyState()->button(), Qt::LeftButton);
  QVERIFY(levels->isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(levels->isShowingText(), kVerifyMs);
  QVERIFY2(window().subject().isOfEpisode(), "the recorded verdict stays the one that is shown");
}

void TestWindow::comparesTwoRuns() {
  const QString other = writeRecordedRun(m_fixture.folder(), QStringLiteral("other"), 6);
  QVERIFY(!other.isEmpty());
  auto* comparison = window().docks().view<RunComparison>("runtable");
  window().workspaces().show(QStringLiteral("compare"));
  comparison->setRuns({run(), other});
  QTRY_COMPARE_WITH_TIMEOUT(comparison->table()->proxy()->rowCount(), 2, kLoadMs);
  QTRY_VERIFY(comparison->differences()->rowCount() >= 1);  // at least the name
}

void TestWindow::fitsASmallScreen() {
  window().resize(1280, 800);
  QVERIFY(m_fixture.openRun(run()));
  for (const Workspace& workspace : window().workspaces().all()) {
    window().workspaces().show(workspace.id);
    QCoreApplication::processEvents();
    QVERIFY2(window().width() <= 1280 && window().height() <= 800,
             qPrintable(QStringLiteral("%1 needs %2 x %3")
                            .arg(workspace.id)
                            .arg(window().width())
                            .arg(window().height())));
  }
  QVERIFY(window().topBar().stateChip()->isVisible());
  QVERIFY(window().topBar().searchButton()->geometry().right() <= window().topBar().width());
}

NEREID_APP_TEST_MAIN(TestWindow)
#include "tst_window.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "app/comparison/run_comparison.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/runs/recent_runs.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "app/runs/run_tools.h"
#include "app/runs/tags_dialog.h"
#include "app/runs/trash_dialog.h"
#include "engine/record/library/run_labels.h"
#include "engine/record/library/run_trash.h"
#include "engine/record/store.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/comparison/run_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/curves/run_strip.h"
#include "widgets/feed/run_feed.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/runs/run_list.h"

using namespace nereid::app;
using namespace nereid;
using widgets::RunList;

namespace {

constexpr int kLoadMs = 20'000;

}  // namespace

/// Tags, archive, delete, undo and the trash, on recorded runs by real keys and clicks.
class TestRunKeeping : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void tagsAreSetByKeysAndFiltered();
  void tagsOfOtherRunsAreOffered();
  void aNewNameOutlivesTheWindowAndCanBeTakenBack();
  void aNewNameIsTheNameEverywhere();
  void aRunOfAnotherProcessIsListed();
  void aClickShowsTheRunThatDeleteIsAbout();
  void archivedRunsAreOutOfTheWay();
  void deleteGoesToTheTrashAndComesBack();
  void undoTakesBackTheLastFirst();
  void aRunThatIsBeingWrittenIsKept();
  void aRunElsewhereIsKept();
  void trashRestoresAndEmptiesOnSecondPress();

 private:
  RunList& list() { return view<RunList>("runs"); }
  QString runs() { return m_fixture.folder() + QStringLiteral("/runs"); }
  void open(const QString& folder) {
    window().flow().openRun(folder);
    QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
    QTRY_COMPARE_WITH_TIMEOUT(list().selectedRun(), folder, kLoadMs);
  }
  widgets::RunEntry entry(const QString& folder) {
    const int row = list().model()->rowOf(folder);
    return row < 0 ? widgets::RunEntry() : list().model()->run(row);
  }
  /// What the next modal dialog is given.
  template <class Dialog>
  void answer(std::function<void(Dialog&)> keys) {
    QTimer::singleShot(0, this, [this, keys] {
      auto* dialog = window().findChild<Dialog*>();
      QVERIFY(dialog != nullptr);
      keys(*dialog);
    });
  }
  std::vector<record::TrashedRun> trash() { return record::list_trash(runs().toStdString()); }

  QString m_first, m_second;
};

void TestRunKeeping::init() {
  m_fixture.forgetSettings();
  m_first = writeRecordedRun(runs(), QStringLiteral("first"), 3);
  m_second = writeRecordedRun(runs(), QStringLiteral("second"), 3);
  QVERIFY(m_fixture.openWindow());
  window().begin(QString(), false);
  QTRY_COMPARE_WITH_TIMEOUT(list().model()->rowCount(), 2, kLoadMs);
  open(m_first);
}

void TestRunKeeping::cleanup() {
  m_fixture.closeWindow();
  QDir(runs()).removeRecursively();
  QDir().mkpath(runs());
}

void TestRunKeeping::tagsAreSetByKeysAndFiltered() {
  answer<TagsDialog>([](TagsDialog& dialog) {
    QTest::keyClicks(dialog.line(), QStringLiteral("base,  seed 1"));
    QTest::keyClick(&dialog, Qt::Key_Return);
  });
  list().view()->setFocus();
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+T")));
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_first).tags,
                            (QStringList{QStringLiteral("base"), QStringLiteral("seed 1")}),
                            kLoadMs);
  QCOMPARE(record::read_labels(m_first.toStdString(), "")->tags,
           (std::vector<std::string>{"base", "seed 1"}));
  // The platform of the tests gives no window the keyboard back when a dialog closes.
  window().activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&window()));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Alt+F")));
  QTRY_VERIFY(list().filterLine()->hasFocus());
  QTest::keyClicks(list().filterLine(), QStringLiteral("tag:base"));
  QCOMPARE(list().shownRuns(), QStringList{m_first});
  QTest::keyClicks(list().filterLine(), QStringLiteral("x"));
  QVERIFY(list().shownRuns().isEmpty());
  QVERIFY(list().emptyState()->isVisible());
  QTest::mouseClick(list().emptyState()->button(), Qt::LeftButton);
  QCOMPARE(list().shownRuns().size(), 2);
  // They outlive the window, and the feed's updates of the shown run.
  m_fixture.closeWindow();
  QVERIFY(m_fixture.openWindow());
  window().begin(m_first, false);
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_first).tags.size(), 2, kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
  QCOMPARE(entry(m_first).tags.size(), 2);
}

void TestRunKeeping::tagsOfOtherRunsAreOffered() {
  QVERIFY(record::write_labels(m_second.toStdString(), "", {{"base"}, false}));
  window().begin(QString(), false);
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_second).tags, QStringList{QStringLiteral("base")}, kLoadMs);
  answer<TagsDialog>([](TagsDialog& dialog) {
    auto* offer = dialog.findChild<QToolButton*>();
    QCOMPARE(offer->text(), QStringLiteral("base"));
    QTest::mouseClick(offer, Qt::LeftButton);
    QCOMPARE(dialog.line()->text(), QStringLiteral("base"));
    QTest::keyClick(&dialog, Qt::Key_Return);
  });
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+T")));
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_first).tags, QStringList{QStringLiteral("base")}, kLoadMs);
}

void TestRunKeeping::aNewNameOutlivesTheWindowAndCanBeTakenBack() {
  const QString before = entry(m_first).name;
  list().view()->setFocus();
  QTest::keyClick(list().view(), Qt::Key_F2);
  auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  QVERIFY(line != nullptr && list().isAncestorOf(line));
  QTest::keyClicks(line, QStringLiteral("my first"));
  QTest::keyClick(line, Qt::Key_Return);
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_first).title, QStringLiteral("my first"), kLoadMs);
  QTRY_VERIFY(window().windowTitle().startsWith(QStringLiteral("my first")));
  m_fixture.closeWindow();
  QVERIFY(m_fixture.openWindow());
  window().begin(m_first, false);
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_first).title, QStringLiteral("my first"), kLoadMs);
  // Nothing typed: the name of the settings.
  list().view()->setFocus();
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("F2")));
  line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  QVERIFY(line != nullptr);
  line->selectAll();
  QTest::keyClick(line, Qt::Key_Delete);
  QTest::keyClick(line, Qt::Key_Return);
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_first).name, before, kLoadMs);
  QTest::mouseClick(window().messages().button(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(entry(m_first).name, QStringLiteral("my first"), kLoadMs);
}

// The head of the curves, the chips of runs laid over each other, the table of runs.
void TestRunKeeping::aNewNameIsTheNameEverywhere() {
  auto& curves = view<widgets::CurvesView>("curves");
  curves.overlay()->add(m_second);
  list().view()->setFocus();
  QTest::keyClick(list().view(), Qt::Key_F2);
  auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  QVERIFY(line != nullptr);
  QTest::keyClicks(line, QStringLiteral("baseline"));
  QTest::keyClick(line, Qt::Key_Return);
  QTRY_VERIFY_WITH_TIMEOUT(curves.head()->note().startsWith(QStringLiteral("baseline")), kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(curves.strip()->chip(m_first) != nullptr &&
                               curves.strip()->chip(m_first)->text() == QLatin1String("baseline"),
                           kLoadMs);
  m_fixture.trigger("view.compare");
  auto& comparison = view<RunComparison>("runtable");
  const auto named = [&](const QString& name) {
    const auto& all = comparison.table()->runs();
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& run) { return run->name == name && run->dir == m_first; });
  };
  QTRY_VERIFY_WITH_TIMEOUT(named(QStringLiteral("baseline")), kLoadMs);
  QTRY_VERIFY_WITH_TIMEOUT(
      comparison.curves()->strip()->chip(m_first) != nullptr &&
          comparison.curves()->strip()->chip(m_first)->text() == QLatin1String("baseline"),
      kLoadMs);
}

// Whoever comes back to the window finds what was started, or has ended, elsewhere.
void TestRunKeeping::aRunOfAnotherProcessIsListed() {
  const auto leaveAndComeBack = [this] {
    QWidget other;
    other.show();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    other.close();
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
  };
  const QString dir = writeRecordedRun(runs(), QStringLiteral("elsewhere"), 2);
  QVERIFY(!dir.isEmpty());
  QVERIFY(list().model()->rowOf(dir) < 0);
  leaveAndComeBack();
  QTRY_VERIFY_WITH_TIMEOUT(list().model()->rowOf(dir) >= 0, kLoadMs);
  QTRY_COMPARE_WITH_TIMEOUT(entry(dir).step, 2, kLoadMs);
  {
    auto writer = record::RunWriter::open(dir.toStdString(), recordedInfo("elsewhere", 9), {});
    QVERIFY(writer);
    (*writer)->write_state(record::RunState::kStopped, "", 7);
    QVERIFY((*writer)->flush());
  }
  leaveAndComeBack();
  QTRY_COMPARE_WITH_TIMEOUT(entry(dir).state, record::RunState::kStopped, kLoadMs);
  // What the user took out of the list stays out.
  Q_EMIT list().removeRequested(dir);
  QVERIFY(list().model()->rowOf(dir) < 0);
  leaveAndComeBack();
  const QString later = writeRecordedRun(runs(), QStringLiteral("later"), 2);
  leaveAndComeBack();
  QTRY_VERIFY_WITH_TIMEOUT(list().model()->rowOf(later) >= 0, kLoadMs);
  QVERIFY(list().model()->rowOf(dir) < 0);
}

void TestRunKeeping::aClickShowsTheRunThatDeleteIsAbout() {
  const auto place = [&](const QString& dir) {
    return list().view()->visualRect(list().model()->index(list().model()->rowOf(dir))).center();
  };
  for (const QString& dir : {m_second, m_first, m_second}) {
    QTest::mouseClick(list().view()->viewport(), Qt::LeftButton, {}, place(dir));
    QCOMPARE(list().selectedRun(), dir);
    QTRY_COMPARE_WITH_TIMEOUT(window().feed().runDir(), dir, kLoadMs);
    QTRY_VERIFY_WITH_TIMEOUT(window().feed().isCaughtUp(), kLoadMs);
    QCOMPARE(list().selectedRun(), dir);
  }
}

void TestRunKeeping::archivedRunsAreOutOfTheWay() {
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Alt+A")));
  QTRY_COMPARE_WITH_TIMEOUT(list().shownRuns(), QStringList{m_second}, kLoadMs);
  QVERIFY2(isRunFolder(m_first), "archived runs stay where they are");
  list().filterLine()->setText(QStringLiteral("is:archived"));
  QCOMPARE(list().shownRuns(), QStringList{m_first});
  list().filterLine()->clear();
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Alt+H")));
  QCOMPARE(list().shownRuns().size(), 2);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Alt+H")));
  QCOMPARE(list().shownRuns().size(), 1);
  QVERIFY(window().messages().text().contains(QStringLiteral("archive")));
  QTest::mouseClick(window().messages().button(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(list().shownRuns().size(), 2, kLoadMs);
}

void TestRunKeeping::deleteGoesToTheTrashAndComesBack() {
  list().view()->setFocus();
  QTest::keyClick(list().view(), Qt::Key_Delete);
  QTRY_COMPARE_WITH_TIMEOUT(list().model()->rowOf(m_first), -1, kLoadMs);
  QVERIFY(!QFileInfo::exists(m_first));
  QCOMPARE(trash().size(), std::size_t(1));
  QVERIFY(window().messages().text().contains(QStringLiteral("first")));
  QVERIFY(window().feed().runDir() != m_first);
  QTest::mouseClick(window().messages().button(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(isRunFolder(m_first) && list().model()->rowOf(m_first) >= 0, kLoadMs);
  QTRY_COMPARE_WITH_TIMEOUT(window().feed().runDir(), m_first, kLoadMs);
  QVERIFY(trash().empty());
  const auto report = record::check_record(m_first.toStdString());
  QVERIFY(report && report->ok);
}

void TestRunKeeping::undoTakesBackTheLastFirst() {
  QAction* undo = window().actions().action(QStringLiteral("runs.undo"));
  QVERIFY(!undo->isEnabled());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Alt+A")));
  QTRY_VERIFY_WITH_TIMEOUT(entry(m_first).archived, kLoadMs);
  open(m_second);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+Del")));
  QTRY_COMPARE_WITH_TIMEOUT(list().model()->rowOf(m_second), -1, kLoadMs);
  QVERIFY(undo->isEnabled());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Z")));
  QTRY_VERIFY_WITH_TIMEOUT(list().model()->rowOf(m_second) >= 0, kLoadMs);
  QVERIFY(entry(m_first).archived);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Z")));
  QTRY_VERIFY_WITH_TIMEOUT(!entry(m_first).archived, kLoadMs);
  QVERIFY(!undo->isEnabled());
}

void TestRunKeeping::aRunThatIsBeingWrittenIsKept() {
  record::RunInfo info;
  info.run_id = info.name = "live";
  const QString live = runs() + QStringLiteral("/live");
  const auto writer = record::RunWriter::open(live.toStdString(), info, {});
  QVERIFY(writer);
  QVERIFY((*writer)->flush());
  open(live);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+Del")));
  QTRY_VERIFY_WITH_TIMEOUT(
      window().messages().text().contains(QStringLiteral("being written; stop it first")), kLoadMs);
  QVERIFY(isRunFolder(live));
  QVERIFY(list().model()->rowOf(live) >= 0);
  QVERIFY(trash().empty());
}

void TestRunKeeping::aRunElsewhereIsKept() {
  const QString other = writeRecordedRun(m_fixture.folder(), QStringLiteral("elsewhere"), 2);
  open(other);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+Del")));
  QTRY_VERIFY_WITH_TIMEOUT(
      window().messages().text().contains(QStringLiteral("outside the runs folder")), kLoadMs);
  QVERIFY(isRunFolder(other));
}

void TestRunKeeping::trashRestoresAndEmptiesOnSecondPress() {
  QVERIFY(record::move_to_trash(m_first.toStdString(), runs().toStdString()));
  QVERIFY(record::move_to_trash(m_second.toStdString(), runs().toStdString()));
  TrashDialog dialog(runs().toStdString());
  QSignalSpy restored(&dialog, &TrashDialog::restored);
  dialog.show();
  QVERIFY(QTest::qWaitForWindowActive(&dialog));
  QTRY_COMPARE_WITH_TIMEOUT(dialog.table()->model()->rowCount(), 2, kLoadMs);
  QVERIFY(!dialog.restoreButton()->isEnabled());
  const int row =
      dialog.table()->model()->index(0, 0).data().toString() == QLatin1String("first") ? 0 : 1;
  QTest::mouseClick(dialog.table()->viewport(), Qt::LeftButton, Qt::NoModifier,
                    dialog.table()->visualRect(dialog.table()->model()->index(row, 0)).center());
  QTest::mouseClick(dialog.restoreButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(restored.count(), 1, kLoadMs);
  QCOMPARE(restored.first().first().toString(), m_first);
  QVERIFY(isRunFolder(m_first));
  QTRY_COMPARE_WITH_TIMEOUT(dialog.table()->model()->rowCount(), 1, kLoadMs);
  QTRY_VERIFY(dialog.emptyButton()->isEnabled());
  QTest::mouseClick(dialog.emptyButton(), Qt::LeftButton);
  QVERIFY(dialog.statusText().contains(QStringLiteral("cannot be undone")));
  QCOMPARE(trash().size(), std::size_t(1));
  QTest::mouseClick(dialog.emptyButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(dialog.table()->model()->rowCount(), 0, kLoadMs);
  QVERIFY(trash().empty());
  QVERIFY(!QFileInfo::exists(m_second));
}

NEREID_APP_TEST_MAIN(TestRunKeeping)
#include "tst_run_keeping.moc"

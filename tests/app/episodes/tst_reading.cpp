// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a recorded run by keys and clicks: funnel, bookmarks and notes, groups, two candidates,
// and the one step slider.
#include <QCheckBox>
#include <QFile>
#include <QListView>
#include <QPlainTextEdit>
#include <QToolButton>

#include "app/desk/actions.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/episodes/note_dialog.h"
#include "app/episodes/reading_tools.h"
#include "app/runs/run_flow.h"
#include "app/window/step_bar.h"
#include "engine/base/hash.h"
#include "engine/record/store.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/reason_line.h"
#include "widgets/curves/curves_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/funnel/funnel_chart.h"
#include "widgets/funnel/funnel_flow.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/funnel/reason_list.h"
#include "widgets/group/group_column.h"
#include "widgets/group/group_view.h"
#include "widgets/look/chip.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/step_slider.h"
#include "widgets/look/table_view.h"

using namespace nereid;
using namespace nereid::app;
using widgets::CodeCompare;
using widgets::FunnelView;
using widgets::GroupView;

class TestReading : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void funnelLeadsToTheEpisodes();
  void reasonsOfTheFunnelListTheirEpisodes();
  void theNearestAcceptedAnswerStandsBesideTheReason();
  void rangeOfTheFunnelLimitsTheList();
  void sliderMovesEveryPanel();
  void sliderIsThereForOneRunOnly();
  void bookmarkIsKeptBesideTheRecord();
  void noteIsWrittenAndFound();
  void groupStandsSideBySide();
  void arrowsGoThroughTheGroup();
  void episodeThatIsReadTwiceStaysTheSame();
  void twoCandidatesAreCompared();
  void twoSelectedRowsAreCompared();
  void flagsAreReadWhenAFilterAsks();

 private:
  void selectRow(int row);
};

void TestReading::initTestCase() {
  QVERIFY(record(12));
}

void TestReading::init() {
  QFile::remove(run() + QStringLiteral("/notes.json"));
  QVERIFY(begin());
  QVERIFY(m_fixture.openRun(run()));
}

void TestReading::selectRow(int row) {
  select(episodes().proxy()->row(row).key);
}

void TestReading::funnelLeadsToTheEpisodes() {
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+F")));
  auto& funnel = view<FunnelView>("funnel");
  QTRY_COMPARE(funnel.summary().total, std::int64_t{96});
  QTRY_VERIFY(!funnel.flows()->layoutOfFlows().exits.empty());
  const widgets::FunnelExit exit = funnel.flows()->layoutOfFlows().exits.front();
  QVERIFY(!exit.flow.accepted);
  QTest::mouseClick(funnel.flows(), Qt::LeftButton, {}, exit.label.center().toPoint());
  QCOMPARE(episodes().proxy()->rowCount(), int(exit.flow.count));
  for (int row = 0; row < episodes().proxy()->rowCount(); ++row) {
    QCOMPARE(episodes().proxy()->row(row).rejected_at, exit.flow.stage);
  }
  QCOMPARE(window().selection().episode(), episodes().proxy()->row(0).id);
}

void TestReading::reasonsOfTheFunnelListTheirEpisodes() {
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+F")));
  auto& funnel = view<FunnelView>("funnel");
  QTRY_COMPARE(funnel.summary().total, std::int64_t{96});
  funnel.reasonsAction()->trigger();
  auto* table = funnel.reasons()->table();
  QTRY_VERIFY(table->isVisible());
  QVERIFY(table->model()->rowCount() > 0);
  const QString sentence = table->model()->index(0, 0).data().toString();
  table->setFocus();
  table->setCurrentIndex(table->model()->index(0, 0));
  QTest::keyClick(table, Qt::Key_Return);
  QVERIFY(episodes().proxy()->rowCount() > 0);
  // List, head of Compare and funnel say the same.
  const QModelIndex verdict = episodes().proxy()->index(0, widgets::EpisodeModel::kVerdict);
  QCOMPARE(verdict.data().toString(), QStringLiteral("\u2715 ") + sentence);
  const auto* reason = view<CodeCompare>("compare").reasonLine();
  QTRY_COMPARE(reason->sentence(), sentence);
}

void TestReading::theNearestAcceptedAnswerStandsBesideTheReason() {
  // Of each group some are accepted.
  int row = 0;
  while (row < episodes().proxy()->rowCount() && episodes().proxy()->row(row).accepted) ++row;
  selectRow(row);
  window().docks().activate(QStringLiteral("compare"));
  const auto* reason = view<CodeCompare>("compare").reasonLine();
  QTRY_VERIFY(reason->acceptedButton()->isVisible());
  QVERIFY(reason->acceptedButton()->text().startsWith(QStringLiteral("accepted")));
  QTest::mouseClick(reason->acceptedButton(), Qt::LeftButton);
  auto& pair = view<CodeCompare>("pair");
  QTRY_VERIFY(pair.isVisible());
  QVERIFY(!pair.left()->source().isEmpty());
}

void TestReading::rangeOfTheFunnelLimitsTheList() {
  window().docks().activate(QStringLiteral("funnel"));
  auto& funnel = view<FunnelView>("funnel");
  QTRY_COMPARE(funnel.summary().total, std::int64_t{96});
  window().selection().setStep(4);
  funnel.chart()->setFocus();
  QTest::keyClick(funnel.chart(), Qt::Key_Right, Qt::ShiftModifier);
  QCOMPARE(episodes().proxy()->rowCount(), 16);
  QTRY_COMPARE(funnel.summary().total, std::int64_t{16});
  QVERIFY(episodes().rangeChip()->isVisible());
  const auto& plots = view<widgets::CurvesView>("curves").plots();
  QVERIFY(!plots.empty());
  for (const widgets::CurvePlot* plot : plots) QVERIFY(plot->isRangeShaded());
  QVERIFY(window().stepBar().wholeRunButton()->isVisible());
  QTest::mouseClick(episodes().rangeChip(), Qt::LeftButton);
  QCOMPARE(episodes().proxy()->rowCount(), 96);
  QTRY_COMPARE(funnel.summary().total, std::int64_t{96});
  QVERIFY(!window().selection().stepRange());
  for (const widgets::CurvePlot* plot : plots) QVERIFY(!plot->isRangeShaded());
}

void TestReading::sliderMovesEveryPanel() {
  widgets::StepSlider* slider = window().stepBar().slider();
  QVERIFY(slider->isVisible());
  QCOMPARE(slider->last(), 12.0);
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_Home);
  QCOMPARE(window().selection().step(), 1.0);
  QCOMPARE(view<widgets::CurvesView>("curves").cursorStep(), std::optional(1.0));
  // The list shows the step: its first row is in sight.
  const int row = episodes().proxy()->firstRowOfStep(1);
  QCOMPARE(episodes().proxy()->row(row).key.step, std::int64_t{1});
  const QRect place =
      episodes().view()->visualRect(episodes().proxy()->index(row, widgets::EpisodeModel::kStep));
  QVERIFY(episodes().view()->viewport()->rect().intersects(place));
  QTest::mouseClick(slider, Qt::LeftButton, {},
                    QPoint(int(std::lround(slider->xOf(7))), slider->height() / 2));
  QCOMPARE(window().selection().step(), 7.0);
  QTest::keyClick(slider, Qt::Key_Left, Qt::ShiftModifier);
  QCOMPARE(window().selection().stepRange(), (Selection::StepRange{{6.0, 7.0}}));
  QCOMPARE(episodes().proxy()->rowCount(), 16);
  QTest::keyClick(slider, Qt::Key_Escape);
  QVERIFY(!window().selection().stepRange());
}

void TestReading::sliderIsThereForOneRunOnly() {
  QVERIFY(window().stepBar().isVisible());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+4")));
  QVERIFY(!window().stepBar().isVisible());
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+1")));
  QVERIFY(window().stepBar().isVisible());
  m_fixture.trigger("view.steps");
  QVERIFY(!window().stepBar().isVisible());
  m_fixture.trigger("view.steps");
  QVERIFY(window().stepBar().isVisible());
}

void TestReading::bookmarkIsKeptBesideTheRecord() {
  const std::string record = record::record_path(run().toStdString()).string();
  const Result<std::string> before = sha256_file(record);
  selectRow(5);
  const record::EpisodeKey key = window().subject().episode()->key;
  QSignalSpy written(&window().reading().notes(), &NotesStore::written);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+D")));
  QVERIFY(window().actions().action(QStringLiteral("episode.bookmark"))->isChecked());
  QTRY_COMPARE(written.count(), 1);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+B")));
  QCOMPARE(episodes().proxy()->rowCount(), 1);
  QCOMPARE(episodes().proxy()->row(0).key, key);
  QVERIFY(!episodes().view()->isColumnHidden(widgets::EpisodeModel::kMark));
  QCOMPARE(*sha256_file(record), *before);
  // The next start, and another window, have it too.
  QVERIFY(m_fixture.openWindow());
  QVERIFY(m_fixture.openRun(run()));
  QTRY_COMPARE(episodes().model()->bookmarkCount(), 1);
  episodes().setFilter(QStringLiteral("bookmarked:yes"));
  QCOMPARE(episodes().proxy()->row(0).key, key);
  // A click on the mark takes it away, and the row with it.
  const QModelIndex mark = episodes().proxy()->index(0, widgets::EpisodeModel::kMark);
  QTest::mouseClick(episodes().view()->viewport(), Qt::LeftButton, {},
                    episodes().view()->visualRect(mark).center());
  QCOMPARE(episodes().proxy()->rowCount(), 0);
  QCOMPARE(episodes().model()->bookmarkCount(), 0);
}

void TestReading::noteIsWrittenAndFound() {
  selectRow(3);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+N")));
  auto* dialog = window().findChild<NoteDialog*>();
  QVERIFY(dialog != nullptr);
  QTRY_VERIFY(dialog->editor()->hasFocus());
  QTest::keyClicks(dialog->editor(), QStringLiteral("the mask is missing"));
  QTest::keyClick(dialog->editor(), Qt::Key_Return, Qt::ControlModifier);
  QTRY_VERIFY(window().findChild<NoteDialog*>() == nullptr);
  episodes().setFilter(QStringLiteral("note:\"mask is\" bookmarked:no"));
  QCOMPARE(episodes().proxy()->rowCount(), 1);
  // Escape leaves the note as it is.
  window().activateWindow();  // offscreen nobody else does
  QVERIFY(QTest::qWaitForWindowActive(&window()));
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+N")));
  dialog = window().findChild<NoteDialog*>();
  QVERIFY(dialog != nullptr);
  QCOMPARE(dialog->editor()->toPlainText(), QStringLiteral("the mask is missing"));
  QTest::keyClicks(dialog->editor(), QStringLiteral(" or not"));
  QTest::keyClick(dialog, Qt::Key_Escape);
  QTRY_VERIFY(window().findChild<NoteDialog*>() == nullptr);
  QCOMPARE(
      episodes().model()->note(episodes().model()->rowOfId(window().selection().episode())).text,
      std::string("the mask is missing"));
}

void TestReading::groupStandsSideBySide() {
  auto& group = view<GroupView>("group");
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Alt+G")));
  QCOMPARE(group.groupSize(), 4);
  QVERIFY(group.columns().size() >= 2);
  for (const widgets::GroupColumn* column : group.columns()) {
    QTRY_VERIFY(column->editor()->source().contains(QStringLiteral("@triton.jit")));
    QVERIFY(column->head()->accessibleName().contains(QStringLiteral("advantage")));
  }
  const qint64 second = group.columns()[1]->rowId();
  QTest::mouseClick(group.columns()[1]->head(), Qt::LeftButton);
  QCOMPARE(window().selection().episode(), second);
  QTRY_VERIFY(group.columns()[1]->head()->accessibleName().contains(QStringLiteral("selected")));
  group.rewardAction()->trigger();
  for (std::size_t i = 1; i < group.columns().size(); ++i) {
    const auto rewardOf = [&](std::size_t column) {
      const int row = episodes().model()->rowOfId(group.columns()[column]->rowId());
      return episodes().model()->row(row).reward;
    };
    QVERIFY(rewardOf(i - 1) >= rewardOf(i));
  }
  // What differs is marked in the others, nothing in the selected one.
  group.marksAction()->trigger();
  for (const widgets::GroupColumn* column : group.columns()) {
    const bool same = column->rowId() == window().selection().episode();
    QTRY_COMPARE(column->editor()->markedLines(), same ? 0 : 1);
  }
}

void TestReading::arrowsGoThroughTheGroup() {
  auto& group = view<GroupView>("group");
  window().docks().activate(QStringLiteral("group"));
  selectRow(0);
  const int first = window().subject().episode()->key.index;
  for (int i = 1; i < group.groupSize(); ++i) {
    QTest::keyClick(&group, Qt::Key_Right);
    QTRY_COMPARE(window().subject().episode()->key.index, first + i);
    // The selected column is among those that are shown.
    const auto& columns = group.columns();
    QVERIFY(std::any_of(columns.begin(), columns.end(), [&](const auto* column) {
      return column->rowId() == window().selection().episode();
    }));
  }
  QTest::keyClick(&group, Qt::Key_Right);  // there is no more
  QTest::keyClick(&group, Qt::Key_Left);
  QTRY_COMPARE(window().subject().episode()->key.index, first + group.groupSize() - 2);
}

void TestReading::episodeThatIsReadTwiceStaysTheSame() {
  const widgets::EpisodePtr shown = window().subject().episode();
  QSignalSpy loaded(&window().feed(), &widgets::RunFeed::episodeLoaded);
  QSignalSpy changed(&window().subject(), &Subject::episodeChanged);
  const qint64 id = window().selection().episode();
  window().feed().loadEpisode(id);
  // Accepted answers of its group may be read at the same time.
  QTRY_VERIFY(std::any_of(loaded.begin(), loaded.end(), [id](const QVariantList& arguments) {
    return arguments.at(0).toLongLong() == id;
  }));
  QCOMPARE(window().subject().episode(), shown);
  QCOMPARE(changed.count(), 0);
}

void TestReading::twoCandidatesAreCompared() {
  auto& pair = view<CodeCompare>("pair");
  selectRow(0);
  const QString first = QString::fromStdString(window().subject().episode()->candidate);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+M")));
  selectRow(1);
  const QString second = QString::fromStdString(window().subject().episode()->candidate);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+M")));
  QVERIFY(pair.isVisible());
  QVERIFY(!pair.emptyState()->isVisible());
  QCOMPARE(pair.left()->source().trimmed(), first.trimmed());
  QCOMPARE(pair.right()->source().trimmed(), second.trimmed());
  QVERIFY(pair.areMarksShown());
  QCOMPARE(pair.left()->markedLines(), 1);
  QCOMPARE(pair.right()->markedLines(), 1);
  // The reference stays where it was: this is a dock of its own.
  QVERIFY(view<CodeCompare>("compare").left()->source() != pair.left()->source());
}

void TestReading::twoSelectedRowsAreCompared() {
  auto& pair = view<CodeCompare>("pair");
  widgets::TableView* list = episodes().view();
  const auto click = [list, this](int row, Qt::KeyboardModifiers keys) {
    const QModelIndex index = episodes().proxy()->index(row, widgets::EpisodeModel::kTask);
    list->scrollTo(index);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, keys, list->visualRect(index).center());
  };
  click(0, Qt::NoModifier);
  click(1, Qt::ControlModifier);
  QCOMPARE(episodes().selectedEpisodes().size(), 2);
  QTRY_COMPARE(window().subject().episode()->key, episodes().proxy()->row(1).key);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+Shift+M")));
  QTRY_VERIFY(!pair.emptyState()->isVisible());
  QVERIFY(pair.left()->source() != pair.right()->source());
}

void TestReading::flagsAreReadWhenAFilterAsks() {
  QSignalSpy arrived(&window().feed(), &widgets::RunFeed::flagsArrived);
  episodes().setFilter(QStringLiteral("flag:no_such_flag"));
  QTRY_VERIFY(!arrived.isEmpty() && arrived.last().at(1).toBool());
  QCOMPARE(episodes().proxy()->rowCount(), 0);
  episodes().setFilter(QStringLiteral("flag:tf32"));
  QCOMPARE(episodes().proxy()->rowCount(), 24);
  for (int row = 0; row < 24; ++row) QCOMPARE(episodes().proxy()->row(row).key.index, 3);
}

NEREID_APP_TEST_MAIN(TestReading)
#include "tst_reading.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/episodes/episode_model.h"
#include "widgets/look/chip.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;

class TestEpisodeList : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void newRowsDoNotMoveWhatIsRead();
  void theVerdictHasRoomInANarrowList_data();
  void theVerdictHasRoomInANarrowList();
  void aClickBelowTheRowsKeepsTheChosenOne();
  void theReasonStandsInTheList();
  void numbersAreNeverCut_data();
  void numbersAreNeverCut();
  void anEpisodeThatTheFilterTookComesBackChosen();
  void chipJumpsToTheNewest();
  void filterLineFiltersWhileTyping();
  void badFilterIsExplained();
  void episodeSelectionSurvivesFilterAndRows();
};

void TestEpisodeList::newRowsDoNotMoveWhatIsRead() {
  EpisodeList list;
  list.resize(700, 400);
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  list.view()->verticalScrollBar()->setValue(10 * theme().rowHeight() + 7);
  const qint64 anchor = list.proxy()->row(list.view()->rowAt(0)).id;
  const int place = list.view()->rowViewportPosition(list.view()->rowAt(0));
  list.addRows(samples::shared(samples::rows(2, 16, 1000, 21)));
  QCOMPARE(list.proxy()->row(list.view()->rowAt(0)).id, anchor);
  QCOMPARE(list.view()->rowViewportPosition(list.view()->rowAt(0)), place);
  QVERIFY(list.newChip()->isVisible());
  QCOMPARE(list.newChip()->text(), QStringLiteral("32 new"));
}

void TestEpisodeList::theVerdictHasRoomInANarrowList_data() {
  QTest::addColumn<int>("pixels");
  QTest::newRow("11 px") << 11;
  QTest::newRow("13 px") << 13;
  QTest::newRow("16 px") << 16;
}

void TestEpisodeList::theVerdictHasRoomInANarrowList() {
  QFETCH(int, pixels);
  const auto normal = qScopeGuard([] { theme().setBasePixelSize(13); });
  theme().setBasePixelSize(pixels);
  EpisodeList list;
  list.resize(420, 400);
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  const auto width = [&] { return list.view()->columnWidth(EpisodeModel::kVerdict); };
  const int wanted = 18 * QFontMetrics(theme().textFont()).averageCharWidth();
  QVERIFY2(width() >= wanted, qPrintable(QString::number(width())));
  QVERIFY(list.view()->isColumnHidden(EpisodeModel::kJudgedIn));
  QVERIFY(!list.view()->horizontalScrollBar()->isVisible());
  list.resize(1000, 400);
  QTRY_VERIFY(!list.view()->isColumnHidden(EpisodeModel::kJudgedIn));
  QVERIFY(!list.view()->isColumnHidden(EpisodeModel::kAdvantage));
  QVERIFY(width() >= wanted);
  QVERIFY(!list.view()->isColumnHidden(EpisodeModel::kReward));
}

void TestEpisodeList::aClickBelowTheRowsKeepsTheChosenOne() {
  EpisodeList list;
  list.resize(600, 400);
  list.addRows(samples::shared(samples::rows(1, 4)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  const QRect row = list.view()->visualRect(list.proxy()->index(1, EpisodeModel::kTask));
  QTest::mouseClick(list.view()->viewport(), Qt::LeftButton, {}, row.center());
  const qint64 chosen = list.selectedEpisode();
  QVERIFY(chosen != 0);
  QTest::mouseClick(list.view()->viewport(), Qt::LeftButton, {}, QPoint(row.center().x(), 320));
  QCOMPARE(list.selectedEpisodes(), QList<qint64>{chosen});
}

namespace {

/// One episode that the compiler rejected, with a long task name.
record::EpisodeRow rejectedRow(std::int64_t id, int tokens) {
  record::EpisodeRow row;
  row.id = id;
  row.key = {1, 0, static_cast<int>(id)};
  row.phase = "train";
  row.task_id = row.task_name = "sigmoid_divide_by_the_norm";
  row.rejected_at = verify::Stage::kCompile;
  row.furthest_stage = verify::Stage::kStatic;
  row.reason_code = "compile_error";
  row.reason_message =
      "kernel fused_kernel: AttributeError: module 'triton.language' has no attribute 'gelu' in "
      "`x = tl.gelu(x)` (line 11)";
  row.reward = -0.25;
  row.advantage = -1.5;
  row.token_count = tokens;
  row.verify_ms = 12'345'678;
  return row;
}

}  // namespace

void TestEpisodeList::theReasonStandsInTheList() {
  EpisodeList list;
  list.resize(690, 300);
  list.addRows(samples::shared({rejectedRow(1, 250)}));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  const QModelIndex verdict = list.proxy()->index(0, EpisodeModel::kVerdict);
  const QString shown = verdict.data().toString();
  QCOMPARE(shown, QStringLiteral("\u2715 tl.gelu does not exist"));
  const int room = list.view()->columnWidth(EpisodeModel::kVerdict) - 12;
  QVERIFY(QFontMetrics(theme().textFont()).horizontalAdvance(shown) <= room);
  QVERIFY(verdict.data(Qt::ToolTipRole).toString().contains(QStringLiteral("line 11")));
  // What stands there can be typed.
  list.filterLine()->setFocus();
  QTest::keyClicks(list.filterLine(), QStringLiteral("reason:\"gelu does not\""));
  QTRY_VERIFY(list.head()->status().startsWith(QStringLiteral("1 shown")));
  list.setFilter(QStringLiteral("reason=\"tl.tanh does not exist\""));
  QCOMPARE(list.proxy()->rowCount(), 0);
}

void TestEpisodeList::numbersAreNeverCut_data() {
  QTest::addColumn<int>("pixels");
  for (const int pixels : {11, 13, 16}) QTest::addRow("%d px", pixels) << pixels;
}

void TestEpisodeList::numbersAreNeverCut() {
  QFETCH(int, pixels);
  EpisodeList list;
  list.resize(1200, 300);
  list.addRows(samples::shared({rejectedRow(1, 7)}));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  // Later rows have longer numbers, and the text size changes while the list is open.
  list.addRows(samples::shared({rejectedRow(2, 123'456'789)}));
  theme().setBasePixelSize(pixels);
  const auto isWhole = [&] {
    for (int column = 0; column < EpisodeModel::kColumnCount; ++column) {
      if (list.view()->isColumnHidden(column)) continue;
      for (int row = 0; row < list.proxy()->rowCount(); ++row) {
        const QModelIndex index = list.proxy()->index(row, column);
        const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
        if (!alignment.testFlag(Qt::AlignRight)) continue;
        const int needed =
            QFontMetrics(theme().textFont()).horizontalAdvance(index.data().toString()) + 12;
        if (list.view()->columnWidth(column) < needed) return false;
      }
    }
    return true;
  };
  QTRY_VERIFY(isWhole());
  theme().setBasePixelSize(13);
}

void TestEpisodeList::anEpisodeThatTheFilterTookComesBackChosen() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(20, 16)));
  const record::EpisodeRow row = list.proxy()->row(40);
  list.selectEpisode(row.id);
  list.setFilter(QStringLiteral("level:%1").arg(3 - row.level));
  QCOMPARE(list.selectedEpisode(), 0);
  list.setFilter(QString());
  QCOMPARE(list.selectedEpisode(), row.id);
}

void TestEpisodeList::chipJumpsToTheNewest() {
  EpisodeList list;
  list.resize(700, 400);
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  list.view()->verticalScrollBar()->setValue(200);
  list.addRows(samples::shared(samples::rows(1, 16, 1000, 21)));
  QTest::mouseClick(list.newChip(), Qt::LeftButton);
  QCOMPARE(list.view()->verticalScrollBar()->value(), 0);
  QCOMPARE(list.proxy()->row(0).key.step, 21);
  QVERIFY(!list.newChip()->isVisible());
}

void TestEpisodeList::filterLineFiltersWhileTyping() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowActive(&list));
  list.filterLine()->setFocus();
  QTest::keyClicks(list.filterLine(), QStringLiteral("level:1"));
  QTRY_VERIFY(list.proxy()->rowCount() < 320);
  for (int i = 0; i < list.proxy()->rowCount(); ++i) {
    QCOMPARE(list.proxy()->row(i).level, 1);
  }
  QVERIFY(list.head()->status().endsWith(QStringLiteral("shown")));
  list.filterLine()->clear();
  QTRY_COMPARE(list.proxy()->rowCount(), 320);
}

void TestEpisodeList::badFilterIsExplained() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(2, 16)));
  list.setFilter(QStringLiteral("stage:soon"));
  QVERIFY(list.head()->status().contains(QStringLiteral("soon")));
  QCOMPARE(list.proxy()->rowCount(), 32);
}

void TestEpisodeList::episodeSelectionSurvivesFilterAndRows() {
  EpisodeList list;
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QSignalSpy selected(&list, &EpisodeList::episodeSelected);
  list.view()->setFocus();
  QTest::keyClick(list.view(), Qt::Key_Down);
  QTest::keyClick(list.view(), Qt::Key_Down);
  QVERIFY(selected.count() >= 1);
  const qint64 id = list.selectedEpisode();
  QVERIFY(id != 0);
  selected.clear();
  list.addRows(samples::shared(samples::rows(3, 16, 1000, 21)));
  QCOMPARE(list.selectedEpisode(), id);
  list.setFilter(
      QStringLiteral("step:%1").arg(list.model()->row(list.model()->rowOfId(id)).key.step));
  QCOMPARE(list.selectedEpisode(), id);
  QCOMPARE(selected.count(), 0);
}

QTEST_MAIN(TestEpisodeList)
#include "tst_episode_list.moc"

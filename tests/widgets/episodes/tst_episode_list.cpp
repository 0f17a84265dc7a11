// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

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
  void theVerdictHasRoomInANarrowList();
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

void TestEpisodeList::theVerdictHasRoomInANarrowList() {
  EpisodeList list;
  list.resize(420, 400);
  list.addRows(samples::shared(samples::rows(20, 16)));
  list.show();
  QVERIFY(QTest::qWaitForWindowExposed(&list));
  const auto width = [&] { return list.view()->columnWidth(EpisodeModel::kVerdict); };
  const int wanted = 15 * QFontMetrics(theme().textFont()).averageCharWidth();
  QVERIFY2(width() >= wanted, qPrintable(QString::number(width())));
  QVERIFY(list.view()->isColumnHidden(EpisodeModel::kJudgedIn));
  QVERIFY(!list.view()->horizontalScrollBar()->isVisible());
  list.resize(1000, 400);
  QTRY_VERIFY(!list.view()->isColumnHidden(EpisodeModel::kJudgedIn));
  QVERIFY(!list.view()->isColumnHidden(EpisodeModel::kAdvantage));
  QVERIFY(width() >= wanted);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// The curves in the whole window: another run is laid over the shown one, an alarm leads to its
// episodes.
#include <QApplication>
#include <QListView>
#include <QMenu>
#include <QPushButton>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/runs/run_flow.h"
#include "engine/record/store.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/curves/alarm_list.h"
#include "widgets/curves/curve_canvas.h"
#include "widgets/curves/curve_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/curves/run_strip.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/chip.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::app;
using widgets::CurvesView;

class TestCurveTools : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void clickGoesToTheStepAndItsEpisodes();
  void runIsLaidOverFromTheList();
  void folderWithoutARecordIsRefused();
  void runIsAddedByKeys();
  void comparisonComesBackWithItsRuns();
  void lookComesBack();
  void alarmLeadsToItsEpisodes();

 private:
  CurvesView* curves() { return &view<CurvesView>("curves"); }

  QString m_first;
  QString m_second;
};

void TestCurveTools::initTestCase() {
  m_first = writeRecordedRun(m_fixture.folder(), QStringLiteral("first"), 30);
  m_second = writeRecordedRun(m_fixture.folder(), QStringLiteral("second"), 40);
  QVERIFY(!m_first.isEmpty() && !m_second.isEmpty());
}

void TestCurveTools::init() {
  QVERIFY(begin());
  window().flow().openRun(m_second);
  QTRY_VERIFY(window().feed().isCaughtUp());
  window().flow().openRun(m_first);
  QTRY_VERIFY(window().feed().isCaughtUp());
  QTRY_COMPARE(curves()->overlay()->runs().size(), 1U);
}

void TestCurveTools::clickGoesToTheStepAndItsEpisodes() {
  window().docks().activate(QStringLiteral("curves"));
  widgets::CurvePlot* plot = curves()->plots().front();
  QTRY_COMPARE(curves()->xRange().second, 30.0);
  const QPoint place(static_cast<int>(plot->plot()->xAxis->coordToPixel(12)),
                     plot->plot()->height() / 2);
  QTest::mouseClick(plot->plot(), Qt::LeftButton, {}, place);
  QCOMPARE(window().selection().step(), 12.0);
  const auto& list = episodes();
  const int row = list.proxy()->proxyRowOfId(window().selection().episode());
  QVERIFY(row >= 0);
  QCOMPARE(list.proxy()->row(row).key.step, std::int64_t{12});
}

void TestCurveTools::runIsLaidOverFromTheList() {
  auto* runs = window().docks().view<widgets::RunList>("runs");
  QTRY_VERIFY(runs->model()->rowOf(m_second) >= 0);
  const QModelIndex row = runs->model()->index(runs->model()->rowOf(m_second));
  // The menu runs an event loop of its own: its first entry is chosen by Down and Enter.
  QTimer::singleShot(0, this, [] {
    QWidget* menu = QApplication::activePopupWidget();
    QVERIFY(menu != nullptr);
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
  });
  const QPoint place = runs->view()->visualRect(row).center();
  Q_EMIT runs->view()->customContextMenuRequested(place);
  QCOMPARE(curves()->overlay()->runs().size(), 2U);
  QVERIFY(curves()->strip()->isVisible());
  QTRY_VERIFY(curves()->overlay()->series(m_second + QStringLiteral("\nreward")) != nullptr);
  QTRY_COMPARE(curves()->xRange().second, 40.0);
  // Opening the overlaid run makes it the shown one, and it is not drawn twice.
  window().flow().openRun(m_second);
  QTRY_VERIFY(window().feed().isCaughtUp());
  QTRY_COMPARE(curves()->overlay()->runs().size(), 1U);
  QCOMPARE(curves()->overlay()->runs().front().dir, m_second);
}

void TestCurveTools::folderWithoutARecordIsRefused() {
  auto* runs = window().docks().view<widgets::RunList>("runs");
  Q_EMIT runs->overlayRequested(m_fixture.folder() + QStringLiteral("/nothing"));
  QVERIFY(!curves()->overlay()->isActive());
  QVERIFY(window().messages().isVisible());
}

// Ctrl+Shift+A opens the menu of runs; Down and Enter choose the first that can be added.
void TestCurveTools::runIsAddedByKeys() {
  auto* runs = window().docks().view<widgets::RunList>("runs");
  QTRY_VERIFY(runs->model()->rowOf(m_second) >= 0);
  QTimer::singleShot(0, this, [this] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    const auto isChosen = [&] {
      return menu->activeAction() != nullptr && menu->activeAction()->toolTip() == m_second;
    };
    for (qsizetype i = 0; i < menu->actions().size() && !isChosen(); ++i) {
      QTest::keyClick(menu, Qt::Key_Down);
    }
    QTest::keyClick(menu, isChosen() ? Qt::Key_Return : Qt::Key_Escape);
  });
  QAction* action = window().actions().action(QStringLiteral("curves.add"));
  QVERIFY(!action->shortcut().isEmpty());
  QTest::keyClick(&window(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(curves()->overlay()->runs().size(), 2U);
  QCOMPARE(curves()->overlay()->runs().back().dir, m_second);
  m_fixture.trigger("curves.clear");
  QVERIFY(!curves()->overlay()->isActive());
}

void TestCurveTools::comparisonComesBackWithItsRuns() {
  widgets::RunOverlay* overlay = curves()->overlay();
  QVERIFY(overlay->add(m_second));
  overlay->setGrouping(record::GroupBy::kAll);
  overlay->setBand(record::BandKind::kStd);
  overlay->setVisible(m_second, false);
  const auto reopen = [this](const QString& run) {
    m_fixture.closeWindow();
    QVERIFY(m_fixture.openWindow());
    window().flow().openRun(run);
    QTRY_VERIFY(window().feed().isCaughtUp());
    QTRY_VERIFY(!curves()->overlay()->runs().empty());
  };
  reopen(m_first);
  overlay = curves()->overlay();
  QTRY_COMPARE(overlay->runs().size(), 2U);
  QCOMPARE(overlay->runs().back().dir, m_second);
  QVERIFY(!overlay->runs().back().visible);
  QVERIFY(overlay->runs().front().visible);
  QCOMPARE(overlay->grouping(), record::GroupBy::kAll);
  QCOMPARE(overlay->band(), record::BandKind::kStd);
  // Another run is shown alone, and the comparison waits for its own.
  const QString third = writeRecordedRun(m_fixture.folder(), QStringLiteral("third"), 5);
  reopen(third);
  QCOMPARE(curves()->overlay()->runs().size(), 1U);
  reopen(m_second);
  QTRY_COMPARE(curves()->overlay()->runs().size(), 2U);
  QVERIFY(!curves()->overlay()->runs().front().visible);
  // What the user has taken away does not come back.
  m_fixture.trigger("curves.clear");
  reopen(m_second);
  QCOMPARE(curves()->overlay()->runs().size(), 1U);
}

void TestCurveTools::lookComesBack() {
  m_fixture.trigger("curves.log");
  m_fixture.trigger("curves.values");
  QVERIFY(!curves()->valueTable()->isHidden());
  curves()->setSmoothing(0.5);
  curves()->toggleMetric(QStringLiteral("entropy"));
  m_fixture.closeWindow();
  QVERIFY(m_fixture.openWindow());
  QVERIFY(curves()->logAction()->isChecked());
  QVERIFY(window().actions().action(QStringLiteral("curves.log"))->isChecked());
  QVERIFY(!curves()->valueTable()->isHidden());
  QVERIFY(std::fabs(curves()->smoothing() - 0.5) < 0.01);
  QVERIFY(curves()->isMetricShown(QStringLiteral("entropy")));
  QCOMPARE(curves()->plots().size(), 5U);
  m_fixture.trigger("curves.log");
  QVERIFY(!curves()->logAction()->isChecked());
}

// The recorded run has a NaN loss at half of its steps.
void TestCurveTools::alarmLeadsToItsEpisodes() {
  curves()->alarms()->lookNow();
  QVERIFY(curves()->alarmChip()->isVisible());
  QTest::mouseClick(curves()->alarmChip(), Qt::LeftButton);
  QTRY_VERIFY(curves()->alarmList()->isVisible());
  QTest::mouseClick(curves()->alarmList()->episodesButton(), Qt::LeftButton);
  auto* episodes = window().docks().view<widgets::EpisodeList>("episodes");
  QTRY_COMPARE(episodes->proxy()->rowCount(), 8);
  QCOMPARE(episodes->proxy()->row(0).key.step, 15);
  QCOMPARE(window().selection().step(), 15.0);
  QCOMPARE(window().selection().episode(), episodes->proxy()->row(0).id);
}

NEREID_APP_TEST_MAIN(TestCurveTools)
#include "tst_curve_tools.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QPlainTextEdit>
#include <QTest>
#include <QToolButton>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/look/chip.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"

using namespace nereid;
using namespace nereid::widgets;

class TestReplayBar : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void replayBarWorksByKeyboardAndMouse();
  void replayViewShowsOnlyWhatHasHappened();
};

void TestReplayBar::replayBarWorksByKeyboardAndMouse() {
  double now = 0;
  ReplayModel model([&now] { return now; });
  ReplayBar bar(&model);
  bar.resize(900, 90);
  bar.show();
  QVERIFY(QTest::qWaitForWindowActive(&bar));
  QVERIFY(!bar.playButton()->isEnabled());
  model.setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
  bar.timeline()->setFocus();
  QTest::keyClick(bar.timeline(), Qt::Key_Home);
  QCOMPARE(model.positionMs(), 0.0);
  QTest::keyClick(bar.timeline(), Qt::Key_Right);
  QCOMPARE(model.phaseIndex(), 1);
  QTest::keyClick(bar.timeline(), Qt::Key_Space);
  QVERIFY(model.isPlaying());
  now = 100;
  QTRY_VERIFY(model.positionMs() > model.phases()[1].begin_ms);
  QTest::mouseClick(bar.playButton(), Qt::LeftButton);
  QVERIFY(!model.isPlaying());
  // A click in the "full" segment lands in that stage.
  const int full = 6;
  QTest::mouseClick(bar.timeline(), Qt::LeftButton, {},
                    bar.timeline()->segmentRect(full).center().toPoint());
  QCOMPARE(model.phase()->stage, verify::Stage::kFull);
  QTest::mouseClick(bar.stepBackButton(), Qt::LeftButton);
  QTest::mouseClick(bar.stepForwardButton(), Qt::LeftButton);
  for (int i = 1; i < bar.timeline()->segmentCount(); ++i) {
    QVERIFY(bar.timeline()->segmentRect(i).left() >= bar.timeline()->segmentRect(i - 1).right());
  }
  QVERIFY(bar.timeline()->segmentRect(bar.timeline()->segmentCount() - 1).right() <=
          bar.timeline()->width());
}

void TestReplayBar::replayViewShowsOnlyWhatHasHappened() {
  ReplayModel model;
  ReplayView view(&model);
  view.resize(900, 600);
  view.show();
  model.setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
  QCOMPARE(view.eventsModel()->rowCount(), static_cast<int>(model.phases().size()));
  model.toStart();
  QCOMPARE(view.eventsModel()->rowCount(), 0);
  QVERIFY(view.completionView()->toPlainText().isEmpty());
  model.seek(model.phases()[1].begin_ms +
             0.5 * (model.phases()[1].end_ms - model.phases()[1].begin_ms));
  QCOMPARE(view.completionView()->toPlainText(), model.visibleCompletion());
  QVERIFY(!view.completionView()->toPlainText().isEmpty());
  QCOMPARE(view.eventsModel()->rowCount(), 1);
}

QTEST_MAIN(TestReplayBar)
#include "tst_replay_bar.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_data.h"
#include "widgets/code/code_editor.h"
#include "widgets/group/group_column.h"
#include "widgets/group/group_view.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/step_slider.h"

using namespace nereid;
using namespace nereid::widgets;

class TestGroup : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void onlyWhatHasRoomIsShownAndRead();
  void selectedCompletionIsBroughtIntoSight();
  void unseenViewReadsNothing();
  void widerViewShowsMore();
  void noGroupIsAnEmptyState();
  void handleFollowsThePointer();
  void shiftDragChoosesARange();
  void endsOfTheRangeCanBeMoved();
  void keysStayInsideTheRun();
  void stepIsToldToScreenReaders();
};

namespace {

constexpr int kSize = 20;

EpisodeRowsPtr group() {
  auto rows = samples::rows(1, kSize, 100, 7);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].key = {7, 2, static_cast<int>(i)};
  return samples::shared(std::move(rows));
}

EpisodePtr episodeOf(int index) {
  record::Episode episode = samples::acceptedEpisode();
  episode.candidate += "# completion " + std::to_string(index) + "\n";
  return std::make_shared<const record::Episode>(std::move(episode));
}

/// A shown view that is given every episode that it asks for.
class ShownGroup {
 public:
  ShownGroup() {
    QObject::connect(&view, &GroupView::episodesWanted, &view, [this](const QList<qint64>& ids) {
      asked << ids;
      for (const qint64 id : ids) view.addEpisode(id, episodeOf(static_cast<int>(id - 100)));
    });
    view.resize(1100, 500);
    view.show();
    view.setGroup(group(), 100, episodeOf(0));
  }

  QList<qint64> asked;
  GroupView view;
};

QPoint at(const StepSlider& slider, double step) {
  return {static_cast<int>(std::lround(slider.xOf(step))), slider.height() / 2};
}

void drag(StepSlider& slider, double from, double to, Qt::KeyboardModifiers keys = {}) {
  QTest::mousePress(&slider, Qt::LeftButton, keys, at(slider, from));
  for (const double step : {(from + to) / 2, to}) {
    const QPointF place = at(slider, step);
    QMouseEvent move(QEvent::MouseMove, place, slider.mapToGlobal(place), Qt::NoButton,
                     Qt::LeftButton, keys);
    QApplication::sendEvent(&slider, &move);
  }
  QTest::mouseRelease(&slider, Qt::LeftButton, keys, at(slider, to));
}

}  // namespace

void TestGroup::onlyWhatHasRoomIsShownAndRead() {
  ShownGroup shown;
  QCOMPARE(shown.view.groupSize(), kSize);
  QCOMPARE(shown.view.columns().size(), std::size_t{4});
  QCOMPARE(shown.asked, (QList<qint64>{101, 102, 103}));  // the selected one was given
  QVERIFY(shown.view.bar()->isVisible());
  shown.view.bar()->setValue(10);
  QCOMPARE(shown.view.columns().front()->rowId(), qint64{110});
  QVERIFY(shown.view.columns()[2]->editor()->source().contains(QStringLiteral("# completion 12")));
  QCOMPARE(shown.asked.size(), 7);
  shown.view.bar()->setValue(0);
  QCOMPARE(shown.asked.size(), 7);  // what was read is kept
}

void TestGroup::selectedCompletionIsBroughtIntoSight() {
  ShownGroup shown;
  QSignalSpy selected(&shown.view, &GroupView::episodeSelected);
  shown.view.setGroup(group(), 115, episodeOf(15));
  const auto& columns = shown.view.columns();
  QVERIFY(std::any_of(columns.begin(), columns.end(),
                      [](const auto* column) { return column->rowId() == 115; }));
  QTest::keyClick(&shown.view, Qt::Key_Left);
  QCOMPARE(selected.count(), 1);
  QCOMPARE(selected.first().first().toLongLong(), 114);
}

void TestGroup::unseenViewReadsNothing() {
  ShownGroup shown;
  shown.asked.clear();
  shown.view.setSeen(false);
  auto rows = *group();
  for (auto& row : rows) row.id += 1000;
  shown.view.setGroup(samples::shared(std::move(rows)), 1100, episodeOf(0));
  QVERIFY(shown.asked.isEmpty());
  shown.view.setSeen(true);
  QCOMPARE(shown.asked, (QList<qint64>{1101, 1102, 1103}));
}

void TestGroup::widerViewShowsMore() {
  ShownGroup shown;
  shown.view.resize(300, 500);
  QCOMPARE(shown.view.columns().size(), std::size_t{1});
  shown.view.resize(2600, 500);
  QCOMPARE(shown.view.columns().size(), std::size_t{10});
  shown.view.resize(8000, 500);
  QCOMPARE(shown.view.columns().size(), std::size_t{kSize});
  QVERIFY(!shown.view.bar()->isVisible());
}

void TestGroup::noGroupIsAnEmptyState() {
  ShownGroup shown;
  QVERIFY(!shown.view.emptyState()->isVisible());
  shown.view.clear();
  QVERIFY(shown.view.emptyState()->isVisible());
  QTest::keyClick(&shown.view, Qt::Key_Right);
}

void TestGroup::handleFollowsThePointer() {
  StepSlider slider;
  slider.resize(400, 24);
  slider.setSteps(1, 100);
  slider.setStep(10);
  QSignalSpy moved(&slider, &StepSlider::stepMoved);
  drag(slider, 10, 60);
  QCOMPARE(moved.last().first().toDouble(), 60.0);
  QVERIFY(!slider.range());
}

void TestGroup::shiftDragChoosesARange() {
  StepSlider slider;
  slider.resize(400, 24);
  slider.setSteps(1, 100);
  QSignalSpy chosen(&slider, &StepSlider::rangeChosen);
  QSignalSpy moved(&slider, &StepSlider::stepMoved);
  drag(slider, 80, 20, Qt::ShiftModifier);
  QCOMPARE(chosen.last(), (QVariantList{20.0, 80.0}));
  QCOMPARE(moved.count(), 0);
  QSignalSpy cleared(&slider, &StepSlider::rangeCleared);
  QTest::mouseDClick(&slider, Qt::LeftButton, {}, at(slider, 50));
  QCOMPARE(cleared.count(), 1);
}

void TestGroup::endsOfTheRangeCanBeMoved() {
  StepSlider slider;
  slider.resize(400, 24);
  slider.setSteps(1, 100);
  slider.setRange(std::pair(20.0, 80.0));
  drag(slider, 80, 90);
  QCOMPARE(slider.range(), (std::optional<StepSlider::Range>{{20, 90}}));
  drag(slider, 20, 95);  // past the other end
  QCOMPARE(slider.range(), (std::optional<StepSlider::Range>{{90, 95}}));
}

void TestGroup::keysStayInsideTheRun() {
  StepSlider slider;
  slider.setSteps(1, 100);
  slider.setStep(99);
  QTest::keyClick(&slider, Qt::Key_Right);
  QTest::keyClick(&slider, Qt::Key_Right);
  QCOMPARE(slider.step(), std::optional(100.0));
  QTest::keyClick(&slider, Qt::Key_PageDown);
  QCOMPARE(slider.step(), std::optional(90.0));
  QTest::keyClick(&slider, Qt::Key_Home, Qt::ShiftModifier);
  QCOMPARE(slider.range(), (std::optional<StepSlider::Range>{{1, 90}}));
}

void TestGroup::stepIsToldToScreenReaders() {
  StepSlider slider;
  slider.setSteps(1, 150);
  slider.setStep(84);
  slider.setRange(std::pair(60.0, 120.0));
  QCOMPARE(slider.accessibleDescription(), QStringLiteral("Step 84 of 150, range 60 to 120"));
}

QTEST_MAIN(TestGroup)
#include "tst_group.moc"

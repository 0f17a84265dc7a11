// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline in lanes: scale, zoom, choosing by mouse and keys, and the link to text and table.
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/replay/episode_timeline.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"
#include "widgets/replay/token_panel.h"
#include "widgets/replay/token_text.h"

using namespace nereid;
using namespace nereid::widgets;

class TestEpisodeTimeline : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void scaleGoesThereAndBack();
  void measuredLengthsAreTheRecordedOnes();
  void withoutTimesItIsOrderOnly();
  void zoomKeepsWhatIsUnderThePointer();
  void zoomStaysWithinTheWhole();
  void wheelZoomsAndDoubleClickShowsAll();
  void dragPansAndRulerScrubs();
  void clickChoosesAndTheTableFollows();
  void tableChoosesAndTheTimelineFollows();
  void keysGoEventByEvent();
  void tokensAreLinkedWithTheText();
  void tipsSayWhatWasMeasured();
  void lanesNeedRoom();

 private:
  void wheel(double x, int notches, Qt::KeyboardModifiers modifiers = {});
  int phaseOf(ReplayPhase::Kind kind) const;
  std::unique_ptr<ReplayModel> m_model;
  std::unique_ptr<EpisodeTimeline> m_line;
};

using Kind = ReplayPhase::Kind;

void TestEpisodeTimeline::init() {
  m_model = std::make_unique<ReplayModel>();
  m_line = std::make_unique<EpisodeTimeline>(m_model.get());
  m_line->resize(900, 160);
  m_line->show();
  m_model->setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
}

int TestEpisodeTimeline::phaseOf(Kind kind) const {
  const auto& phases = m_model->phases();
  for (std::size_t i = 0; i < phases.size(); ++i) {
    if (phases[i].kind == kind) return static_cast<int>(i);
  }
  return -1;
}

void TestEpisodeTimeline::wheel(double x, int notches, Qt::KeyboardModifiers modifiers) {
  const QPointF place(x, 60);
  QWheelEvent event(place, m_line->mapToGlobal(place.toPoint()), {}, {0, 120 * notches}, {},
                    modifiers, Qt::NoScrollPhase, false);
  QApplication::sendEvent(m_line.get(), &event);
}

void TestEpisodeTimeline::scaleGoesThereAndBack() {
  for (const TimelineMode mode : {TimelineMode::kOrder, TimelineMode::kMeasured}) {
    TimelineScale scale;
    scale.setPhases(m_model->phases(), mode);
    for (std::size_t i = 0; i < m_model->phases().size(); ++i) {
      const ReplayPhase& phase = m_model->phases()[i];
      const auto span = scale.spans()[i];
      if (span.end <= span.begin) continue;
      for (const double share : {0.1, 0.5, 0.9}) {
        const double ms = phase.begin_ms + share * (phase.end_ms - phase.begin_ms);
        QVERIFY(std::fabs(scale.replayOf(scale.axisOf(ms)) - ms) < 1e-6);
      }
    }
    QCOMPARE(scale.axisOf(m_model->durationMs()), scale.length());
    QCOMPARE(scale.replayOf(scale.length()), m_model->durationMs());
  }
}

void TestEpisodeTimeline::measuredLengthsAreTheRecordedOnes() {
  TimelineScale scale;
  scale.setPhases(m_model->phases(), TimelineMode::kMeasured);
  const record::Episode& episode = *m_model->episode();
  double wanted = episode.generate_ms;
  for (const verify::StageResult& stage : episode.verdict.stages) {
    double inputs = 0;
    for (const verify::InputResult& input : episode.verdict.inputs) {
      const bool isOwn = (stage.stage == verify::Stage::kTiny && input.variant == "tiny") ||
                         (stage.stage == verify::Stage::kFull && input.variant != "tiny");
      if (isOwn) inputs += input.elapsed_ms;
    }
    const bool isReached = stage.outcome != verify::StageOutcome::kNotReached;
    if (isReached) wanted += std::max(inputs, stage.elapsed_ms);
  }
  QVERIFY2(std::fabs(scale.length() - wanted) < 1e-6,
           qPrintable(QStringLiteral("%1 %2").arg(scale.length()).arg(wanted)));
  const auto prompt = scale.spans()[static_cast<std::size_t>(phaseOf(Kind::kPrompt))];
  QCOMPARE(prompt.begin, prompt.end);  // an instant
}

void TestEpisodeTimeline::withoutTimesItIsOrderOnly() {
  record::Episode episode = samples::emptyEpisode();
  episode.generate_ms = 0;
  episode.verdict.stages[0].elapsed_ms = 0;
  m_model->setEpisode(std::make_shared<record::Episode>(episode));
  m_line->setMode(TimelineMode::kMeasured);
  QCOMPARE(m_line->scale().mode(), TimelineMode::kOrder);
  QVERIFY(m_line->tipAt(m_line->phaseRect(0).center()).contains(QStringLiteral("order only")));
}

void TestEpisodeTimeline::zoomKeepsWhatIsUnderThePointer() {
  TimelineZoom zoom;
  zoom.setLength(1000);
  const double x = zoom.xOf(300, 500);
  zoom.zoom(8, 300);
  QVERIFY(std::fabs(zoom.xOf(300, 500) - x) < 1e-9);
  QCOMPARE(zoom.factor(), 8.0);
  zoom.zoom(1.0 / 8, 300);
  QVERIFY(zoom.isFitted());
}

void TestEpisodeTimeline::zoomStaysWithinTheWhole() {
  TimelineZoom zoom;
  zoom.setLength(1000);
  zoom.zoom(0.1, 500);
  QVERIFY(zoom.isFitted());
  zoom.zoom(1e12, 999);
  QVERIFY(zoom.begin() >= 0 && zoom.end() <= 1000 && zoom.end() > zoom.begin());
  zoom.pan(1e9);
  QCOMPARE(zoom.end(), 1000.0);
  zoom.pan(-1e9);
  QCOMPARE(zoom.begin(), 0.0);
  zoom.show(200, 300);
  QVERIFY(zoom.begin() < 200 && zoom.end() > 300 && zoom.factor() > 8);
  zoom.reveal(900);
  QVERIFY(zoom.begin() <= 900 && zoom.end() >= 900);
}

void TestEpisodeTimeline::wheelZoomsAndDoubleClickShowsAll() {
  const double x = m_line->phaseRect(phaseOf(Kind::kExtraction)).center().x();
  wheel(x, 3);
  const double coarse = m_line->zoom().factor();
  QVERIFY(coarse > 2);
  QVERIFY(std::fabs(m_line->phaseRect(phaseOf(Kind::kExtraction)).center().x() - x) < 1.5);
  wheel(x, 1, Qt::ControlModifier);
  QVERIFY(m_line->zoom().factor() > coarse && m_line->zoom().factor() < 1.2 * coarse);
  const double begin = m_line->zoom().begin();
  wheel(x, -1, Qt::ShiftModifier);
  QVERIFY(m_line->zoom().begin() > begin);
  QTest::mouseDClick(m_line.get(), Qt::LeftButton, {}, QPoint(400, 60));
  QVERIFY(m_line->zoom().isFitted());
}

void TestEpisodeTimeline::dragPansAndRulerScrubs() {
  QTest::keyClick(m_line.get(), Qt::Key_Plus);
  QTest::keyClick(m_line.get(), Qt::Key_Plus);
  const double begin = m_line->zoom().begin();
  const double position = m_model->positionMs();
  QTest::mousePress(m_line.get(), Qt::LeftButton, {}, QPoint(600, 60));
  QTest::mouseMove(m_line.get(), QPoint(500, 60));
  QTest::mouseRelease(m_line.get(), Qt::LeftButton, {}, QPoint(500, 60));
  QVERIFY(m_line->zoom().begin() > begin);
  QCOMPARE(m_model->positionMs(), position);
  QTest::keyClick(m_line.get(), Qt::Key_0);
  QVERIFY(m_line->zoom().isFitted());
  const QRectF tokens = m_line->phaseRect(phaseOf(Kind::kTokens));
  QTest::mouseClick(m_line.get(), Qt::LeftButton, {},
                    QPoint(static_cast<int>(tokens.center().x()), 5));
  QCOMPARE(m_model->phase()->kind, Kind::kTokens);
}

void TestEpisodeTimeline::clickChoosesAndTheTableFollows() {
  ReplayView view(m_model.get());
  view.resize(900, 600);
  view.show();
  const int input = phaseOf(Kind::kInput);
  QTest::mouseClick(m_line.get(), Qt::LeftButton, {}, m_line->phaseRect(input).center().toPoint());
  QCOMPARE(m_model->chosenPhase(), input);
  QCOMPARE(view.eventsView()->currentIndex().row(), input);
  // What has not happened yet happens when it is chosen.
  m_model->toStart();
  const int extraction = phaseOf(Kind::kExtraction);
  QTest::mouseClick(m_line.get(), Qt::LeftButton, {},
                    m_line->phaseRect(extraction).center().toPoint());
  QCOMPARE(view.eventsModel()->rowCount(), extraction + 1);
  QCOMPARE(view.eventsView()->currentIndex().row(), extraction);
}

void TestEpisodeTimeline::tableChoosesAndTheTimelineFollows() {
  ReplayView view(m_model.get());
  view.resize(900, 600);
  view.show();
  const double position = m_model->positionMs();
  m_line->setFocus();
  for (int i = 0; i < 8; ++i) QTest::keyClick(m_line.get(), Qt::Key_Plus);
  view.eventsView()->setFocus();
  view.eventsView()->setCurrentIndex(view.eventsModel()->index(0, 0));
  QCOMPARE(m_model->chosenPhase(), 0);
  QCOMPARE(m_model->positionMs(), position);  // choosing is not scrubbing
  QVERIFY(m_line->zoom().begin() <= m_line->scale().spans()[0].begin);
  QTest::keyClick(view.eventsView(), Qt::Key_Down);
  QCOMPARE(m_model->chosenPhase(), 1);
}

void TestEpisodeTimeline::keysGoEventByEvent() {
  m_model->toStart();
  m_line->setFocus();
  for (int i = 0; i < static_cast<int>(m_model->phases().size()); ++i) {
    QTest::keyClick(m_line.get(), Qt::Key_Right);
    QCOMPARE(m_model->chosenPhase(), i);
    QCOMPARE(m_model->positionMs(), m_model->phases()[static_cast<std::size_t>(i)].end_ms);
  }
  QTest::keyClick(m_line.get(), Qt::Key_Left);
  QCOMPARE(m_model->chosenPhase(), static_cast<int>(m_model->phases().size()) - 2);
  QTest::keyClick(m_line.get(), Qt::Key_Z);
  QVERIFY(m_line->zoom().factor() > 2);
  QTest::keyClick(m_line.get(), Qt::Key_Home);
  QCOMPARE(m_model->positionMs(), 0.0);
}

void TestEpisodeTimeline::tokensAreLinkedWithTheText() {
  ReplayView view(m_model.get());
  view.resize(900, 600);
  view.show();
  m_line->resize(2400, 160);
  m_model->choosePhase(phaseOf(Kind::kTokens));
  QTest::keyClick(m_line.get(), Qt::Key_Z);
  QVERIFY(m_line->tokenRect(20).width() >= 3);
  QTest::mouseClick(m_line.get(), Qt::LeftButton, {}, m_line->tokenRect(20).center().toPoint());
  QCOMPARE(view.tokens()->text()->currentToken(), 20);
  QTextCursor cursor = view.completionView()->textCursor();
  cursor.setPosition(view.tokens()->text()->rangeOf(31).first);
  view.completionView()->setTextCursor(cursor);
  QCOMPARE(m_model->chosenToken(), 31);
  m_line->setFocus();
  QTest::keyClick(m_line.get(), Qt::Key_BracketRight);
  QCOMPARE(view.tokens()->text()->currentToken(), 32);
  // A token that has not been written yet is written when it is chosen.
  m_model->toStart();
  m_model->chooseToken(5);
  QCOMPARE(m_model->visibleTokens(), 6);
}

void TestEpisodeTimeline::tipsSayWhatWasMeasured() {
  const auto tipOf = [this](Kind kind) {
    const QRectF box = m_line->phaseRect(phaseOf(kind));
    return m_line->tipAt(box.center());
  };
  QVERIFY(tipOf(Kind::kPrompt).contains(QStringLiteral("order only")));
  QVERIFY(tipOf(Kind::kStage).contains(QStringLiteral("measured")));
  QVERIFY(m_line->tipAt(QPointF(2, 2)).isEmpty());
}

void TestEpisodeTimeline::lanesNeedRoom() {
  ReplayBar bar(m_model.get());
  bar.resize(800, 90);
  bar.show();
  QVERIFY(!bar.lanes()->isVisible());
  QVERIFY(!bar.scaleAction()->isVisible());
  bar.resize(800, 300);
  QTRY_VERIFY(bar.lanes()->isVisible());
  // One timeline, which says itself whether it is to scale.
  QVERIFY(!bar.timeline()->isVisible());
  QVERIFY(bar.head()->note().isEmpty());
  bar.scaleAction()->trigger();
  QCOMPARE(bar.lanes()->scale().mode(), TimelineMode::kMeasured);
  bar.resize(800, 90);
  QTRY_VERIFY(!bar.lanes()->isVisible());
  QVERIFY(bar.timeline()->isVisible());
  QCOMPARE(bar.head()->note(), QStringLiteral("not to scale"));
}

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  applyTheme(application, ThemeMode::kLight);
  TestEpisodeTimeline test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_episode_timeline.moc"

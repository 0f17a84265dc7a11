// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/sample_data.h"
#include "widgets/replay/replay_model.h"

using namespace nereid;
using namespace nereid::widgets;

class TestReplayModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void phasesComeInOrder();
  void standsAtTheEndAtFirst();
  void playingFollowsTheClock();
  void speedCountsFromItsChange();
  void stopsAtTheEndAndStartsAgain();
  void stepsWalkEveryPhase();
  void tokensAppearWhole();
  void resultsAreHiddenUntilTheyHappened();
  void episodeWithoutCodeReplays();
  void nothingToReplay();

 private:
  double m_now = 0;
  std::unique_ptr<ReplayModel> m_model;
};

using Kind = ReplayPhase::Kind;

void TestReplayModel::init() {
  m_now = 1000;
  m_model = std::make_unique<ReplayModel>([this] { return m_now; });
  m_model->setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
}

void TestReplayModel::phasesComeInOrder() {
  std::vector<Kind> kinds;
  double end = 0;
  for (const ReplayPhase& phase : m_model->phases()) {
    QCOMPARE(phase.begin_ms, end);
    QVERIFY(phase.end_ms > phase.begin_ms);
    end = phase.end_ms;
    kinds.push_back(phase.kind);
  }
  const std::vector<Kind> expected{Kind::kPrompt, Kind::kTokens, Kind::kExtraction, Kind::kStage,
                                   Kind::kStage,  Kind::kInput,  Kind::kStage,      Kind::kInput,
                                   Kind::kInput,  Kind::kInput,  Kind::kInput,      Kind::kInput,
                                   Kind::kStage,  Kind::kReward, Kind::kAdvantage};
  QCOMPARE(kinds, expected);
}

void TestReplayModel::standsAtTheEndAtFirst() {
  QCOMPARE(m_model->positionMs(), m_model->durationMs());
  QVERIFY(!m_model->isPlaying());
  QVERIFY(m_model->isAdvantageVisible());
  QCOMPARE(m_model->visibleCompletion(),
           QString::fromStdString(samples::rejectedEpisode().completion));
}

void TestReplayModel::playingFollowsTheClock() {
  m_model->toStart();
  m_model->play();
  m_now += 250;
  m_model->tick();
  QCOMPARE(m_model->positionMs(), 250.0);
  m_model->pause();
  m_now += 5000;
  m_model->tick();
  QCOMPARE(m_model->positionMs(), 250.0);
}

void TestReplayModel::speedCountsFromItsChange() {
  m_model->toStart();
  m_model->play();
  m_now += 100;
  m_model->setSpeed(4);
  m_now += 100;
  m_model->tick();
  QCOMPARE(m_model->positionMs(), 500.0);
}

void TestReplayModel::stopsAtTheEndAndStartsAgain() {
  QSignalSpy playing(m_model.get(), &ReplayModel::playingChanged);
  m_model->seek(m_model->durationMs() - 10);
  m_model->play();
  m_now += 100;
  m_model->tick();
  QVERIFY(!m_model->isPlaying());
  QCOMPARE(playing.count(), 2);
  m_model->play();
  QCOMPARE(m_model->positionMs(), 0.0);
}

void TestReplayModel::stepsWalkEveryPhase() {
  m_model->toStart();
  const int count = static_cast<int>(m_model->phases().size());
  for (int i = 0; i < count; ++i) {
    QCOMPARE(m_model->phaseIndex(), i);
    m_model->stepForward();
  }
  QCOMPARE(m_model->positionMs(), m_model->durationMs());
  for (int i = count - 1; i >= 0; --i) {
    m_model->stepBack();
    QCOMPARE(m_model->phaseIndex(), i);
  }
  QCOMPARE(m_model->positionMs(), 0.0);
}

void TestReplayModel::tokensAppearWhole() {
  const record::Episode& episode = *m_model->episode();
  const ReplayPhase& tokens = m_model->phases()[1];
  int last = -1;
  for (int percent = 0; percent <= 100; ++percent) {
    const double share = percent / 100.0;
    m_model->seek(tokens.begin_ms + share * (tokens.end_ms - tokens.begin_ms));
    const int count = m_model->visibleTokens();
    QVERIFY(count >= last);
    last = count;
    const auto bytes = count == 0 ? 0U : episode.token_ends[static_cast<std::size_t>(count) - 1];
    QCOMPARE(m_model->visibleCompletion().toStdString(), episode.completion.substr(0, bytes));
  }
  QCOMPARE(last, static_cast<int>(episode.tokens.size()));
}

void TestReplayModel::resultsAreHiddenUntilTheyHappened() {
  using verify::Stage;
  using verify::StageOutcome;
  m_model->toStart();
  QCOMPARE(m_model->shownOutcome(Stage::kStatic), StageOutcome::kNotReached);
  QVERIFY(!m_model->isExtractionVisible());
  QCOMPARE(m_model->visibleInputs(), 0);
  while (m_model->phase()->kind != Kind::kReward) {
    m_model->stepForward();
  }
  QCOMPARE(m_model->shownOutcome(Stage::kCompile), StageOutcome::kPassed);
  QCOMPARE(m_model->shownOutcome(Stage::kFull), StageOutcome::kRejected);
  QCOMPARE(m_model->visibleInputs(), 6);
  QVERIFY(!m_model->isRewardVisible());
}

void TestReplayModel::episodeWithoutCodeReplays() {
  m_model->setEpisode(std::make_shared<record::Episode>(samples::emptyEpisode()));
  std::vector<Kind> kinds;
  for (const ReplayPhase& phase : m_model->phases()) {
    kinds.push_back(phase.kind);
  }
  const std::vector<Kind> expected{Kind::kPrompt, Kind::kTokens, Kind::kExtraction,
                                   Kind::kStage,  Kind::kReward, Kind::kAdvantage};
  QCOMPARE(kinds, expected);
  QCOMPARE(m_model->phases()[2].outcome, verify::StageOutcome::kRejected);
}

void TestReplayModel::nothingToReplay() {
  m_model->setEpisode(nullptr);
  m_model->play();
  m_model->stepForward();
  m_model->tick();
  QVERIFY(!m_model->isPlaying());
  QCOMPARE(m_model->phaseIndex(), -1);
  QVERIFY(m_model->visibleCompletion().isEmpty());
}

QTEST_GUILESS_MAIN(TestReplayModel)
#include "tst_replay_model.moc"

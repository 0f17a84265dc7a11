// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "engine/record/episode.h"

namespace nereid::widgets {

/// One stretch of the timeline of an episode. Times are of the replay, not of the machine: what
/// took microseconds is held long enough to be seen, and what took minutes is shortened; `real_ms`
/// is what was measured.
struct ReplayPhase {
  enum class Kind { kPrompt, kTokens, kExtraction, kStage, kInput, kReward, kAdvantage };
  Kind kind = Kind::kPrompt;
  verify::Stage stage = verify::Stage::kNone;  ///< of kStage and kInput
  int input = -1;                              ///< index in Verdict::inputs, of kInput
  verify::StageOutcome outcome = verify::StageOutcome::kPassed;
  double begin_ms = 0, end_ms = 0;
  double real_ms = 0;  ///< NaN where nothing was measured
};

/// The state of a replay: which episode, where, playing or not, how fast. No widgets, no timers:
/// whoever shows it calls tick().
class ReplayModel : public QObject {
  Q_OBJECT

 public:
  /// Milliseconds of some steady clock.
  using Clock = std::function<double()>;
  explicit ReplayModel(Clock clock = {}, QObject* parent = nullptr);

  void setEpisode(std::shared_ptr<const record::Episode> episode);  ///< stands at the end, paused
  const record::Episode* episode() const { return m_episode.get(); }
  const std::shared_ptr<const record::Episode>& sharedEpisode() const { return m_episode; }
  /// Does prose outside of the code belong to the plan? A setting of the run, for answers whose
  /// plan is paid apart.
  bool isProsePlan() const { return m_proseIsPlan; }
  void setProseIsPlan(bool isPlan);
  const std::vector<ReplayPhase>& phases() const { return m_phases; }

  double durationMs() const;
  double positionMs() const { return m_position; }
  int phaseIndex() const;  ///< -1 without an episode
  const ReplayPhase* phase() const;
  double phaseProgress() const;  ///< 0 to 1 in the current phase
  bool isPlaying() const { return m_playing; }
  double speed() const { return m_speed; }

  void play();  ///< from the start when it stands at the end
  void pause();
  void togglePlay();
  void setSpeed(double factor);  ///< 0.25 to 16
  void seek(double ms);
  void seekPhase(int index);
  void stepForward();  ///< to the end of the current phase, then to that of the next one
  void stepBack();
  void toStart();
  void toEnd();
  void tick();  ///< moves on by what the clock says

  /// What the user points at, in timeline, table or text; apart from the position. -1: nothing.
  int chosenPhase() const { return m_chosenPhase; }
  int chosenToken() const { return m_chosenToken; }
  /// What is chosen but has not happened at the position is moved to.
  void choosePhase(int index);
  void chooseToken(int token);
  /// From the chosen phase, or else from that of the position; the position goes along.
  void chooseNextPhase(int delta);

  /// What is to be seen at the position.
  int visibleTokens() const;
  QString visibleCompletion() const;  ///< text of the visible tokens
  bool isExtractionVisible() const;
  int visibleInputs() const;  ///< inputs whose result is known by now
  verify::StageOutcome shownOutcome(
      verify::Stage stage) const;  ///< kNotReached until its phase is over
  bool isStageRunning(verify::Stage stage) const;
  bool isRewardVisible() const;
  bool isAdvantageVisible() const;

 Q_SIGNALS:
  void episodeChanged();
  void positionChanged(double ms);
  void phaseChanged(int index);
  void playingChanged(bool playing);
  void speedChanged(double factor);
  void chosenPhaseChanged(int index);
  void chosenTokenChanged(int token);

 private:
  void buildPhases();
  void addPhase(ReplayPhase phase, double length_ms);
  void addStage(const verify::StageResult& result);
  void moveTo(double ms);
  bool isPast(ReplayPhase::Kind kind) const;

  Clock m_clock;
  std::shared_ptr<const record::Episode> m_episode;
  bool m_proseIsPlan = true;
  std::vector<ReplayPhase> m_phases;
  double m_position = 0;
  double m_speed = 1;
  bool m_playing = false;
  double m_lastClock = 0;
  int m_lastPhase = -1;
  int m_chosenPhase = -1;
  int m_chosenToken = -1;
};

/// "compile 118 ms", "171 tokens", "full: larger dims rejected"; translated.
QString phaseLabel(const record::Episode& episode, const ReplayPhase& phase);

}  // namespace nereid::widgets

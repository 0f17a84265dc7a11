// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <utility>
#include <vector>

#include "widgets/feed/task_index.h"

namespace nereid::widgets {

/// What the policy answered to one task in one step of one phase, summed up.
struct TravelStop {
  std::int64_t step = 0;
  bool isEvaluation = false;
  int first = 0, count = 0;  ///< answers, indices in the model's list
  int accepted = 0;
  double meanReward = 0;  ///< of finite rewards; NaN if there are none
};

/// A walk through all answers to one task: which are there, which one is looked at, which one it is
/// compared with, playing or not. No widgets, no timers: whoever shows it calls tick().
class TravelModel : public QObject {
  Q_OBJECT

 public:
  /// Milliseconds of some steady clock.
  using Clock = std::function<double()>;
  explicit TravelModel(Clock clock = {}, QObject* parent = nullptr);

  /// Another task starts at its last answer; more answers to the same one keep the place.
  void setAnswers(const QString& taskId, TaskAnswersPtr answers);
  void clear();
  const QString& taskId() const { return m_taskId; }
  const TaskAnswers& answers() const { return *m_answers; }
  const std::vector<TravelStop>& stops() const { return m_stops; }
  bool isEmpty() const { return m_answers->empty(); }

  int current() const { return m_current; }  ///< index of the answer, -1 if there is none
  const TaskAnswer* answer() const;
  int stopOf(int answer) const;
  int stop() const { return stopOf(m_current); }
  /// The pinned answer; else the best one of the stop before, in the first stop the best of its
  /// own; -1 if that is the current one.
  int compared() const;
  bool isPinned() const { return m_pinned >= 0; }
  int pinned() const { return m_pinned; }
  bool isPlaying() const { return m_playing; }

  void setCurrent(int answer);
  void setCurrentId(qint64 rowId);  ///< nothing happens if it is not among the answers
  /// To the best answer of another stop.
  void moveStop(int delta);
  void setStop(int stop);
  /// Within the stop, in the order of sampling.
  void moveWithin(int delta);
  void toStart() { setStop(0); }
  void toEnd() { setStop(static_cast<int>(m_stops.size()) - 1); }
  /// The current one, or none if it is pinned already.
  void togglePin();

  void play();  ///< from the start when it stands at the end
  void pause();
  void togglePlay();
  void tick();
  static constexpr double kStopMs = 900;  ///< how long a stop is shown while playing
  void setStopMs(double ms) { m_stopMs = ms; }

 Q_SIGNALS:
  void answersChanged();
  void currentChanged(int answer);
  void comparedChanged();
  void playingChanged(bool playing);

 private:
  void buildStops();
  int bestOf(const TravelStop& stop) const;

  Clock m_clock;
  QString m_taskId;
  TaskAnswersPtr m_answers;
  std::vector<TravelStop> m_stops;
  int m_current = -1;
  int m_pinned = -1;
  bool m_playing = false;
  double m_nextMs = 0;
  double m_stopMs = kStopMs;
};

}  // namespace nereid::widgets

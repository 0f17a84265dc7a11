// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/travel_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/clock.h"

namespace nereid::widgets {

namespace {

bool isBetter(const TaskAnswer& a, const TaskAnswer& b) {
  if (a.accepted != b.accepted) {
    return a.accepted;
  }
  return a.reward > b.reward || (std::isnan(b.reward) && !std::isnan(a.reward));
}

}  // namespace

TravelModel::TravelModel(Clock clock, QObject* parent)
    : QObject(parent),
      m_clock(clock ? std::move(clock) : Clock(steady_ms)),
      m_answers(std::make_shared<const TaskAnswers>()) {}

void TravelModel::clear() {
  setAnswers({}, std::make_shared<const TaskAnswers>());
}

void TravelModel::setAnswers(const QString& taskId, TaskAnswersPtr answers) {
  const bool same = taskId == m_taskId;
  const auto idOf = [this](int index) {
    return index < 0 ? 0 : (*m_answers)[static_cast<std::size_t>(index)].id;
  };
  const qint64 current = same ? idOf(m_current) : 0;
  const qint64 pinned = same ? idOf(m_pinned) : 0;
  if (!same) {
    pause();
  }
  m_taskId = taskId;
  m_answers = std::move(answers);
  buildStops();
  m_current = m_pinned = -1;
  for (std::size_t i = 0; i < m_answers->size(); ++i) {
    if ((*m_answers)[i].id == current) m_current = static_cast<int>(i);
    if (pinned != 0 && (*m_answers)[i].id == pinned) m_pinned = static_cast<int>(i);
  }
  if (m_current < 0 && !m_stops.empty()) {
    m_current = bestOf(m_stops.back());
  }
  Q_EMIT answersChanged();
  Q_EMIT currentChanged(m_current);
  Q_EMIT comparedChanged();
}

void TravelModel::buildStops() {
  m_stops.clear();
  for (std::size_t i = 0; i < m_answers->size(); ++i) {
    const TaskAnswer& answer = (*m_answers)[i];
    if (m_stops.empty() || m_stops.back().step != answer.key.step ||
        m_stops.back().isEvaluation != answer.isEvaluation) {
      m_stops.push_back({.step = answer.key.step,
                         .isEvaluation = answer.isEvaluation,
                         .first = static_cast<int>(i)});
    }
    ++m_stops.back().count;
    m_stops.back().accepted += answer.accepted ? 1 : 0;
  }
  for (TravelStop& stop : m_stops) {
    double sum = 0;
    int finite = 0;
    for (int i = stop.first; i < stop.first + stop.count; ++i) {
      const double reward = (*m_answers)[static_cast<std::size_t>(i)].reward;
      if (std::isfinite(reward)) {
        sum += reward;
        ++finite;
      }
    }
    stop.meanReward = finite > 0 ? sum / finite : std::numeric_limits<double>::quiet_NaN();
  }
}

const TaskAnswer* TravelModel::answer() const {
  return m_current < 0 ? nullptr : &(*m_answers)[static_cast<std::size_t>(m_current)];
}

int TravelModel::stopOf(int answer) const {
  if (answer < 0) {
    return -1;
  }
  const auto behind =
      std::upper_bound(m_stops.begin(), m_stops.end(), answer,
                       [](int index, const TravelStop& stop) { return index < stop.first; });
  return static_cast<int>(behind - m_stops.begin()) - 1;
}

int TravelModel::bestOf(const TravelStop& stop) const {
  int best = stop.first;
  for (int i = stop.first + 1; i < stop.first + stop.count; ++i) {
    if (isBetter((*m_answers)[static_cast<std::size_t>(i)],
                 (*m_answers)[static_cast<std::size_t>(best)])) {
      best = i;
    }
  }
  return best;
}

int TravelModel::compared() const {
  if (m_pinned >= 0) {
    return m_pinned;
  }
  const int now = stop();
  if (now < 0) {
    return -1;
  }
  const int best = bestOf(m_stops[static_cast<std::size_t>(std::max(0, now - 1))]);
  return best == m_current ? -1 : best;
}

void TravelModel::setCurrent(int answer) {
  if (answer < 0 || answer >= static_cast<int>(m_answers->size()) || answer == m_current) {
    return;
  }
  m_current = answer;
  Q_EMIT currentChanged(m_current);
  Q_EMIT comparedChanged();
}

void TravelModel::setCurrentId(qint64 rowId) {
  const auto found = std::find_if(m_answers->begin(), m_answers->end(),
                                  [rowId](const TaskAnswer& answer) { return answer.id == rowId; });
  if (found != m_answers->end()) {
    setCurrent(static_cast<int>(found - m_answers->begin()));
  }
}

void TravelModel::setStop(int stop) {
  if (m_stops.empty()) {
    return;
  }
  const int last = static_cast<int>(m_stops.size()) - 1;
  setCurrent(bestOf(m_stops[static_cast<std::size_t>(std::clamp(stop, 0, last))]));
}

void TravelModel::moveStop(int delta) {
  pause();
  setStop(stop() + delta);
}

void TravelModel::moveWithin(int delta) {
  const int now = stop();
  if (now < 0) {
    return;
  }
  pause();
  const TravelStop& range = m_stops[static_cast<std::size_t>(now)];
  setCurrent(std::clamp(m_current + delta, range.first, range.first + range.count - 1));
}

void TravelModel::togglePin() {
  m_pinned = m_pinned == m_current ? -1 : m_current;
  Q_EMIT comparedChanged();
}

void TravelModel::play() {
  if (m_playing || m_stops.size() < 2) {
    return;
  }
  if (stop() == static_cast<int>(m_stops.size()) - 1) {
    toStart();
  }
  m_playing = true;
  m_nextMs = m_clock() + m_stopMs;
  Q_EMIT playingChanged(true);
}

void TravelModel::pause() {
  if (m_playing) {
    m_playing = false;
    Q_EMIT playingChanged(false);
  }
}

void TravelModel::togglePlay() {
  m_playing ? pause() : play();
}

void TravelModel::tick() {
  if (!m_playing || m_clock() < m_nextMs) {
    return;
  }
  m_nextMs = m_clock() + m_stopMs;
  setStop(stop() + 1);
  if (stop() == static_cast<int>(m_stops.size()) - 1) {
    pause();
  }
}

}  // namespace nereid::widgets

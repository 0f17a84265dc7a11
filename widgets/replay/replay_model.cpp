// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/replay_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

using Kind = ReplayPhase::Kind;
using verify::Stage;
using verify::StageOutcome;

constexpr double kPromptMs = 700;
constexpr double kMsPerToken = 14;
constexpr double kExtractionMs = 600;
constexpr double kRewardMs = 700;
constexpr double kAdvantageMs = 800;
constexpr double kShortestMs = 300;
constexpr double kLongestMs = 4000;

// Long enough to be read, short enough to be waited for.
double shownMs(double real) {
  return std::clamp(std::isfinite(real) ? real : 0, kShortestMs, kLongestMs);
}

bool belongsTo(const verify::InputResult& input, Stage stage) {
  const bool tiny = input.variant == "tiny";
  return (stage == Stage::kTiny && tiny) || (stage == Stage::kFull && !tiny);
}

}  // namespace

ReplayModel::ReplayModel(Clock clock, QObject* parent)
    : QObject(parent), m_clock(clock ? std::move(clock) : Clock(steady_ms)) {}

void ReplayModel::setEpisode(std::shared_ptr<const record::Episode> episode) {
  pause();
  m_episode = std::move(episode);
  buildPhases();
  m_lastPhase = -2;
  m_chosenPhase = m_chosenToken = -1;
  Q_EMIT episodeChanged();
  moveTo(durationMs());
}

void ReplayModel::setProseIsPlan(bool isPlan) {
  if (isPlan == m_proseIsPlan) return;
  m_proseIsPlan = isPlan;
  Q_EMIT episodeChanged();
}

void ReplayModel::addPhase(ReplayPhase phase, double length_ms) {
  phase.begin_ms = m_phases.empty() ? 0 : m_phases.back().end_ms;
  phase.end_ms = phase.begin_ms + length_ms;
  m_phases.push_back(phase);
}

void ReplayModel::buildPhases() {
  m_phases.clear();
  if (!m_episode) {
    return;
  }
  const auto tokens = static_cast<double>(m_episode->tokens.size());
  addPhase({.kind = Kind::kPrompt, .real_ms = kNaN}, kPromptMs);
  addPhase({.kind = Kind::kTokens, .real_ms = m_episode->generate_ms},
           shownMs(tokens * kMsPerToken));
  addPhase(
      {.kind = Kind::kExtraction,
       .outcome = m_episode->candidate.empty() ? StageOutcome::kRejected : StageOutcome::kPassed,
       .real_ms = kNaN},
      kExtractionMs);
  for (const verify::StageResult& result : m_episode->verdict.stages) {
    addStage(result);
  }
  addPhase({.kind = Kind::kReward, .real_ms = kNaN}, kRewardMs);
  addPhase({.kind = Kind::kAdvantage, .real_ms = kNaN}, kAdvantageMs);
}

// A stage that ran inputs is shown as those inputs, with the stage's time shared out among them.
void ReplayModel::addStage(const verify::StageResult& result) {
  if (result.outcome == StageOutcome::kNotReached) {
    return;
  }
  const auto& inputs = m_episode->verdict.inputs;
  std::vector<int> own;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (belongsTo(inputs[i], result.stage)) {
      own.push_back(static_cast<int>(i));
    }
  }
  const double length = shownMs(result.elapsed_ms);
  if (own.empty() || result.outcome == StageOutcome::kNotApplicable) {
    addPhase({.kind = Kind::kStage,
              .stage = result.stage,
              .outcome = result.outcome,
              .real_ms = result.elapsed_ms},
             length);
    return;
  }
  for (const int i : own) {
    const verify::InputResult& input = inputs[static_cast<std::size_t>(i)];
    // An advisory input rejects nothing, whatever came out.
    const StageOutcome outcome = !input.applicable ? StageOutcome::kNotApplicable
                                 : input.passed    ? StageOutcome::kPassed
                                 : input.advisory  ? StageOutcome::kNotApplicable
                                                   : StageOutcome::kRejected;
    addPhase({.kind = Kind::kInput,
              .stage = result.stage,
              .input = i,
              .outcome = outcome,
              .real_ms = input.elapsed_ms > 0 ? input.elapsed_ms : kNaN},
             std::max(kShortestMs / 2, length / static_cast<double>(own.size())));
  }
  // The stage closes with its own verdict.
  addPhase({.kind = Kind::kStage,
            .stage = result.stage,
            .outcome = result.outcome,
            .real_ms = result.elapsed_ms},
           kShortestMs / 2);
}

double ReplayModel::durationMs() const {
  return m_phases.empty() ? 0 : m_phases.back().end_ms;
}

int ReplayModel::phaseIndex() const {
  if (m_phases.empty()) {
    return -1;
  }
  const auto past =
      std::upper_bound(m_phases.begin(), m_phases.end(), m_position,
                       [](double ms, const ReplayPhase& phase) { return ms < phase.end_ms; });
  return past == m_phases.end() ? static_cast<int>(m_phases.size()) - 1
                                : static_cast<int>(past - m_phases.begin());
}

const ReplayPhase* ReplayModel::phase() const {
  const int index = phaseIndex();
  return index < 0 ? nullptr : &m_phases[static_cast<std::size_t>(index)];
}

double ReplayModel::phaseProgress() const {
  const ReplayPhase* now = phase();
  return now == nullptr
             ? 0
             : std::clamp((m_position - now->begin_ms) / (now->end_ms - now->begin_ms), 0.0, 1.0);
}

void ReplayModel::play() {
  if (m_playing || m_phases.empty()) {
    return;
  }
  if (m_position >= durationMs()) {
    moveTo(0);
  }
  m_playing = true;
  m_lastClock = m_clock();
  Q_EMIT playingChanged(true);
}

void ReplayModel::pause() {
  if (m_playing) {
    m_playing = false;
    Q_EMIT playingChanged(false);
  }
}

void ReplayModel::togglePlay() {
  m_playing ? pause() : play();
}

void ReplayModel::setSpeed(double factor) {
  tick();  // what has passed by now went at the old speed
  m_speed = std::clamp(factor, 0.25, 16.0);
  Q_EMIT speedChanged(m_speed);
}

void ReplayModel::tick() {
  if (!m_playing) {
    return;
  }
  const double now = m_clock();
  const double passed = std::max(0.0, now - m_lastClock);
  m_lastClock = now;
  moveTo(m_position + passed * m_speed);
  if (m_position >= durationMs()) {
    pause();
  }
}

void ReplayModel::seek(double ms) {
  if (m_playing) {
    m_lastClock = m_clock();
  }
  moveTo(ms);
}

void ReplayModel::seekPhase(int index) {
  if (index >= 0 && index < static_cast<int>(m_phases.size())) {
    seek(m_phases[static_cast<std::size_t>(index)].begin_ms);
  }
}

void ReplayModel::moveTo(double ms) {
  m_position = std::clamp(ms, 0.0, durationMs());
  Q_EMIT positionChanged(m_position);
  const int index = phaseIndex();
  if (index != m_lastPhase) {
    m_lastPhase = index;
    Q_EMIT phaseChanged(index);
  }
}

void ReplayModel::stepForward() {
  pause();
  const int index = phaseIndex();
  if (index >= 0) {
    // Positions on a border belong to the phase that begins there, so this always moves on.
    seek(m_phases[static_cast<std::size_t>(index)].end_ms);
  }
}

void ReplayModel::stepBack() {
  pause();
  const int index = phaseIndex();
  if (index < 0) {
    return;
  }
  const ReplayPhase& now = m_phases[static_cast<std::size_t>(index)];
  const bool atBegin = m_position <= now.begin_ms;
  seek(atBegin && index > 0 ? m_phases[static_cast<std::size_t>(index) - 1].begin_ms
                            : now.begin_ms);
}

void ReplayModel::choosePhase(int index) {
  if (index < -1 || index >= static_cast<int>(m_phases.size()) || index == m_chosenPhase) {
    return;
  }
  m_chosenPhase = index;
  if (index >= 0 && m_phases[static_cast<std::size_t>(index)].end_ms > m_position) {
    pause();
    seek(m_phases[static_cast<std::size_t>(index)].end_ms);
  }
  Q_EMIT chosenPhaseChanged(index);
}

void ReplayModel::chooseNextPhase(int delta) {
  if (m_phases.empty()) {
    return;
  }
  pause();
  const int last = static_cast<int>(m_phases.size()) - 1;
  const bool atEnd = m_position >= durationMs();
  const int from = m_chosenPhase >= 0   ? m_chosenPhase
                   : atEnd && delta < 0 ? last + 1
                                        : phaseIndex() - (delta > 0 ? 1 : 0);
  const int index = std::clamp(from + delta, 0, last);
  seek(m_phases[static_cast<std::size_t>(index)].end_ms);
  choosePhase(index);
}

void ReplayModel::chooseToken(int token) {
  const int count = m_episode ? static_cast<int>(m_episode->tokens.size()) : 0;
  if (token < -1 || token >= count || token == m_chosenToken) {
    return;
  }
  m_chosenToken = token;
  if (token >= visibleTokens()) {
    for (const ReplayPhase& phase : m_phases) {
      if (phase.kind != Kind::kTokens) continue;
      pause();
      seek(phase.begin_ms + (phase.end_ms - phase.begin_ms) * (token + 1) / count);
    }
  }
  Q_EMIT chosenTokenChanged(token);
}

void ReplayModel::toStart() {
  seek(0);
}

void ReplayModel::toEnd() {
  seek(durationMs());
}

bool ReplayModel::isPast(Kind kind) const {
  return std::any_of(m_phases.begin(), m_phases.end(), [&](const ReplayPhase& phase) {
    return phase.kind == kind && m_position >= phase.end_ms;
  });
}

int ReplayModel::visibleTokens() const {
  for (const ReplayPhase& phase : m_phases) {
    if (phase.kind == Kind::kTokens) {
      const double share = (m_position - phase.begin_ms) / (phase.end_ms - phase.begin_ms);
      const auto count = static_cast<double>(m_episode->tokens.size());
      return static_cast<int>(std::floor(count * std::clamp(share, 0.0, 1.0) + 1e-9));
    }
  }
  return 0;
}

QString ReplayModel::visibleCompletion() const {
  if (!m_episode) {
    return {};
  }
  if (isPast(Kind::kTokens)) {
    return text(m_episode->completion);
  }
  const auto tokens = static_cast<std::size_t>(visibleTokens());
  const auto& ends = m_episode->token_ends;
  const std::size_t bytes = tokens == 0    ? 0
                            : ends.empty() ? 0
                                           : ends[std::min(tokens, ends.size()) - 1];
  return text(std::string_view(m_episode->completion).substr(0, bytes));
}

bool ReplayModel::isExtractionVisible() const {
  return std::any_of(m_phases.begin(), m_phases.end(), [&](const ReplayPhase& phase) {
    return phase.kind == Kind::kExtraction && m_position > phase.begin_ms;
  });
}

int ReplayModel::visibleInputs() const {
  return static_cast<int>(
      std::count_if(m_phases.begin(), m_phases.end(), [&](const ReplayPhase& phase) {
        return phase.kind == Kind::kInput && m_position >= phase.end_ms;
      }));
}

StageOutcome ReplayModel::shownOutcome(Stage stage) const {
  for (const ReplayPhase& phase : m_phases) {
    if (phase.kind == Kind::kStage && phase.stage == stage && m_position >= phase.end_ms) {
      return phase.outcome;
    }
  }
  return StageOutcome::kNotReached;
}

bool ReplayModel::isStageRunning(Stage stage) const {
  const ReplayPhase* now = phase();
  return now != nullptr && now->stage == stage && stage != Stage::kNone && m_position < now->end_ms;
}

bool ReplayModel::isRewardVisible() const {
  return isPast(Kind::kReward);
}

bool ReplayModel::isAdvantageVisible() const {
  return isPast(Kind::kAdvantage);
}

QString phaseLabel(const record::Episode& episode, const ReplayPhase& phase) {
  const auto timed = [](const QString& name, double ms) {
    return std::isfinite(ms) && ms > 0 ? name + QLatin1Char(' ') + formatDuration(ms) : name;
  };
  switch (phase.kind) {
    case Kind::kPrompt:
      return ReplayModel::tr("prompt");
    case Kind::kTokens:
      return episode.tokens.size() == 1
                 ? ReplayModel::tr("1 token")
                 : ReplayModel::tr("%n tokens", nullptr, static_cast<int>(episode.tokens.size()));
    case Kind::kExtraction:
      return ReplayModel::tr("extract");
    case Kind::kStage:
      return phase.outcome == StageOutcome::kNotApplicable
                 ? ReplayModel::tr("%1 n/a").arg(stageWord(phase.stage))
                 : timed(stageWord(phase.stage), phase.real_ms);
    case Kind::kInput:
      return ReplayModel::tr("%1: %2").arg(
          stageWord(phase.stage),
          variantWord(episode.verdict.inputs[static_cast<std::size_t>(phase.input)].variant));
    case Kind::kReward:
      if (episode.reward.plan) return ReplayModel::tr("rewards");
      return ReplayModel::tr("reward %1").arg(rewardNumber(episode.reward.total));
    case Kind::kAdvantage:
      if (episode.reward.plan) return ReplayModel::tr("advantages");
      return ReplayModel::tr("advantage %1").arg(advantageNumber(episode.advantage));
  }
  return {};
}

}  // namespace nereid::widgets

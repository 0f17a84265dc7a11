// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/timeline_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nereid::widgets {

namespace {

constexpr double kMostZoom = 200'000;
constexpr double kMargin = 0.05;
constexpr double kLeastShare = 0.9, kMostShare = 2;  ///< of the mean length, in order

using Kind = ReplayPhase::Kind;

}  // namespace

double measuredMs(const std::vector<ReplayPhase>& phases, std::size_t phase) {
  const ReplayPhase& own = phases[phase];
  if (!std::isfinite(own.real_ms) || own.real_ms <= 0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (own.kind != Kind::kStage) {
    return own.real_ms;
  }
  double inputs = 0;
  for (const ReplayPhase& other : phases) {
    if (other.kind == Kind::kInput && other.stage == own.stage && std::isfinite(other.real_ms)) {
      inputs += other.real_ms;
    }
  }
  return std::max(0.0, own.real_ms - inputs);
}

void TimelineScale::setPhases(const std::vector<ReplayPhase>& phases, TimelineMode mode,
                              const std::vector<double>& names) {
  m_replay.clear();
  m_spans.clear();
  m_mode = mode;
  double at = 0;
  // In order only, lengths say nothing: the tokens leave the others room for their names.
  const double mean =
      phases.empty() ? 0 : phases.back().end_ms / static_cast<double>(phases.size());
  const double least = kLeastShare * mean, most = kMostShare * mean;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    m_replay.push_back({phases[i].begin_ms, phases[i].end_ms});
    const double measured = measuredMs(phases, i);
    const double replayed = phases[i].end_ms - phases[i].begin_ms;
    const double inOrder = names.empty() ? std::clamp(replayed, least, most) : names[i];
    const double length = mode == TimelineMode::kOrder ? inOrder
                          : std::isfinite(measured)    ? measured
                                                       : 0;
    m_spans.push_back({at, at + length});
    at += length;
  }
  if (mode == TimelineMode::kMeasured && at <= 0 && !phases.empty()) {
    setPhases(phases, TimelineMode::kOrder, names);  // nothing at all was measured
  }
}

double TimelineScale::axisOf(double replay_ms) const {
  if (m_replay.empty()) {
    return 0;
  }
  const auto behind = std::upper_bound(m_replay.begin(), m_replay.end(), replay_ms,
                                       [](double ms, const Span& span) { return ms < span.end; });
  if (behind == m_replay.end()) {
    return length();
  }
  const Span& axis = m_spans[static_cast<std::size_t>(behind - m_replay.begin())];
  const double share = (replay_ms - behind->begin) / (behind->end - behind->begin);
  return axis.begin + std::clamp(share, 0.0, 1.0) * (axis.end - axis.begin);
}

double TimelineScale::replayOf(double axis) const {
  if (m_spans.empty()) {
    return 0;
  }
  const auto behind = std::upper_bound(m_spans.begin(), m_spans.end(), axis,
                                       [](double at, const Span& span) { return at < span.end; });
  if (behind == m_spans.end()) {
    return m_replay.back().end;
  }
  const Span& replay = m_replay[static_cast<std::size_t>(behind - m_spans.begin())];
  const double share = (axis - behind->begin) / (behind->end - behind->begin);
  return replay.begin + std::clamp(share, 0.0, 1.0) * (replay.end - replay.begin);
}

void TimelineZoom::setLength(double length) {
  m_length = std::max(length, 1e-9);
  fit();
}

double TimelineZoom::factor() const {
  return m_length / std::max(1e-12, m_end - m_begin);
}

double TimelineZoom::xOf(double axis, double width) const {
  return (axis - m_begin) / (m_end - m_begin) * width;
}

double TimelineZoom::axisAt(double x, double width) const {
  return m_begin + x / std::max(1.0, width) * (m_end - m_begin);
}

void TimelineZoom::moveTo(double begin, double span) {
  const double kept = std::clamp(span, m_length / kMostZoom, m_length);
  m_begin = std::clamp(begin, 0.0, m_length - kept);
  m_end = m_begin + kept;
}

void TimelineZoom::zoom(double factor, double anchor) {
  const double span = std::clamp((m_end - m_begin) / factor, m_length / kMostZoom, m_length);
  const double share = (anchor - m_begin) / (m_end - m_begin);
  moveTo(anchor - share * span, span);
}

void TimelineZoom::pan(double delta) {
  moveTo(m_begin + delta, m_end - m_begin);
}

void TimelineZoom::fit() {
  m_begin = 0;
  m_end = m_length;
}

void TimelineZoom::show(double begin, double end) {
  const double span = std::max(end - begin, m_length / kMostZoom);
  moveTo(begin - kMargin * span, span * (1 + 2 * kMargin));
}

void TimelineZoom::reveal(double axis) {
  const double room = kMargin * (m_end - m_begin);
  if (axis < m_begin + room) {
    pan(axis - room - m_begin);
  } else if (axis > m_end - room) {
    pan(axis + room - m_end);
  }
}

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/replay/replay_model.h"

namespace nereid::widgets {

/// How the events of an episode lie along the timeline.
enum class TimelineMode {
  kOrder,     ///< each has room enough to be seen; lengths say nothing
  kMeasured,  ///< a millisecond is as long everywhere; what was not measured is an instant
};

/// Where each phase of a replay lies on the axis of its timeline, and the way between that axis and
/// the time of the replay. The axis counts milliseconds: measured ones, or those of the replay; in
/// order, where names are known, what these need.
/// Beginnings are never recorded: phases follow each other without a gap.
class TimelineScale {
 public:
  struct Span {
    double begin = 0, end = 0;
  };
  /// `names`: how much room the name of each phase takes; empty: not known.
  void setPhases(const std::vector<ReplayPhase>& phases, TimelineMode mode,
                 const std::vector<double>& names = {});
  TimelineMode mode() const { return m_mode; }
  double length() const { return m_spans.empty() ? 0 : m_spans.back().end; }
  const std::vector<Span>& spans() const { return m_spans; }
  double axisOf(double replay_ms) const;
  /// On an instant: the end of its phase.
  double replayOf(double axis) const;

 private:
  TimelineMode m_mode = TimelineMode::kOrder;
  std::vector<Span> m_replay;
  std::vector<Span> m_spans;
};

/// Milliseconds that were measured for a phase alone, i.e. for a stage without its inputs; NaN
/// where nothing was.
double measuredMs(const std::vector<ReplayPhase>& phases, std::size_t phase);

/// The visible part of an axis. Plain state: no widgets.
class TimelineZoom {
 public:
  void setLength(double length);  ///< of another episode: all of it is shown
  double begin() const { return m_begin; }
  double end() const { return m_end; }
  bool isFitted() const { return m_begin <= 0 && m_end >= m_length; }
  double factor() const;  ///< 1: all is shown
  double xOf(double axis, double width) const;
  double axisAt(double x, double width) const;
  /// Above 1 zooms in; what is under `anchor` stays there. Not beyond the whole, nor 200,000-fold.
  void zoom(double factor, double anchor);
  void pan(double delta);
  void fit();
  void show(double begin, double end);  ///< with a margin
  void reveal(double axis);             ///< pans as little as possible

 private:
  void moveTo(double begin, double span);
  double m_length = 0, m_begin = 0, m_end = 0;
};

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <map>
#include <vector>

#include "engine/record/analysis/run_phases.h"
#include "engine/record/store.h"

namespace nereid::widgets {

/// Something that happened at a step, or over steps, drawn over the curves.
struct PlotMark {
  enum class Kind {
    kCheckpoint,  ///< a diamond at the bottom
    kPause,       ///< a dashed line
    kContinue,    ///< a dashed line
    kEnd,         ///< a dashed line: stopped or failed
    kAlarm,       ///< a triangle and a bar at the top
    kPhase,       ///< a line where it begins, its name above the plot
  };
  Kind kind = Kind::kCheckpoint;
  double first = 0;
  double last = 0;      ///< equal to `first` except for alarms and phases
  QString text;         ///< tooltip
  QString metric = {};  ///< plots that have it show the mark; empty: all
  int id = -1;          ///< index of the alarm or phase
  QString label = {};   ///< name of the phase
  bool operator==(const PlotMark&) const = default;
};

/// Checkpoints, pauses, continuations and ends out of the events of a run. One thread at a time.
class RunMarks {
 public:
  void clear();
  /// In the order of the record.
  void add(const std::vector<record::Event>& events);
  /// By step; one per step and kind, as work repeated after a resume leaves its events twice.
  QList<PlotMark> marks() const;

 private:
  void addState(const record::Event& event);
  void put(PlotMark::Kind kind, std::int64_t step, const QString& text);

  std::map<std::pair<std::int64_t, int>, PlotMark> m_marks;
  std::string m_state;  ///< last one seen
};

/// Half a step before its first to half a step behind its last: a phase of one step has a width.
std::pair<double, double> stepRangeOf(const record::RunPhase& phase);
/// One a phase, in their order; none for a run of a single part.
QList<PlotMark> phaseMarks(const std::vector<record::RunPhase>& phases);

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <map>
#include <vector>

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
  };
  Kind kind = Kind::kCheckpoint;
  double first = 0;
  double last = 0;      ///< equal to `first` except for alarms
  QString text;         ///< tooltip
  QString metric = {};  ///< plots that have it show the mark; empty: all
  int id = -1;          ///< index of the alarm
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

}  // namespace nereid::widgets

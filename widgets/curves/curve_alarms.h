// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "engine/record/analysis/alarms.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/feed/run_feed.h"

namespace nereid::widgets {

/// What alarms mean, for people.
QString alarmTitle(record::AlarmKind kind);
QString alarmFinding(const record::Alarm& alarm);  ///< what was measured, one sentence
QString alarmExplanation(record::AlarmKind kind);  ///< why it matters
QString alarmAdvice(record::AlarmKind kind);       ///< what to do
QString alarmSteps(const record::Alarm& alarm);    ///< "20 to 22", "40 to now"

/// The alarms of the shown run, looked for again as it grows, at most once a second. State without
/// widgets; GUI thread only.
class CurveAlarms : public QObject {
  Q_OBJECT

 public:
  explicit CurveAlarms(QObject* parent = nullptr);
  /// Another run; an empty function: none.
  void setSource(SeriesLookup lookup);
  /// Metrics came.
  void dataChanged();
  void addEpisodes(const EpisodeRowsPtr& rows);
  /// Looks now instead of at the next tick.
  void lookNow();
  const std::vector<record::Alarm>& alarms() const { return m_alarms; }
  /// Filter of the episode list for the episodes behind an alarm.
  QString filterOf(const record::Alarm& alarm) const;
  QList<PlotMark> marks() const;

 Q_SIGNALS:
  void changed();

 private:
  SeriesLookup m_lookup;
  record::ShortcutShare m_shortcuts;
  std::vector<record::Alarm> m_alarms;
  QTimer m_timer;
};

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <utility>

#include "engine/verify/artefacts.h"

namespace nereid::app {

/// What the user is looking at. One object shared by all docks: selecting anywhere moves
/// everywhere. A setter signals only a real change, so that two docks may set and listen at once.
/// GUI thread only.
class Selection : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const QString& run() const { return m_run; }  ///< run folder, empty if none
  double step() const { return m_step; }        ///< step under the shared cursor, < 0 if none
  qint64 episode() const { return m_episode; }  ///< row id in the record, 0 if none
  int input() const { return m_input; }         ///< row of the verdict's inputs, -1 if none
  int line() const { return m_place.line; }     ///< of the candidate's source, from 1; 0 if none
  /// The same with the expression or the byte of the line, as far as known.
  const verify::SourcePlace& place() const { return m_place; }
  /// First and last step that funnel and list are limited to; nothing: the whole run.
  using StepRange = std::optional<std::pair<double, double>>;
  const StepRange& stepRange() const { return m_stepRange; }

  /// Another run clears step, range, episode and input.
  void setRun(const QString& folder);
  void setStep(double step);
  void setStepRange(const StepRange& range);
  /// Another episode clears input and line.
  void setEpisode(qint64 rowId);
  void setInput(int row);
  void setLine(int line);
  void setPlace(const verify::SourcePlace& place);

 Q_SIGNALS:
  void runChanged(const QString& folder);
  void stepChanged(double step);
  void stepRangeChanged();
  void episodeChanged(qint64 rowId);
  void inputChanged(int row);
  void lineChanged(int line);
  void placeChanged();  ///< place(); comes with every change of line() too

 private:
  QString m_run;
  double m_step = -1;
  StepRange m_stepRange;
  qint64 m_episode = 0;
  int m_input = -1;
  verify::SourcePlace m_place;
};

}  // namespace nereid::app

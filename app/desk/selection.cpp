// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/selection.h"

namespace nereid::app {

void Selection::setRun(const QString& folder) {
  if (folder == m_run) return;
  m_run = folder;
  setEpisode(0);
  setStep(-1);
  setStepRange({});
  Q_EMIT runChanged(m_run);
}

void Selection::setStep(double step) {
  if (step == m_step) return;
  m_step = step;
  Q_EMIT stepChanged(m_step);
}

void Selection::setStepRange(const StepRange& range) {
  if (range == m_stepRange) return;
  m_stepRange = range;
  Q_EMIT stepRangeChanged();
}

void Selection::setEpisode(qint64 rowId) {
  if (rowId == m_episode) return;
  m_episode = rowId;
  setInput(-1);
  setLine(0);
  Q_EMIT episodeChanged(m_episode);
}

void Selection::setInput(int row) {
  if (row == m_input) return;
  m_input = row;
  Q_EMIT inputChanged(m_input);
}

void Selection::setLine(int line) {
  if (line == m_place.line) return;
  verify::SourcePlace place;
  place.line = line;
  setPlace(place);
}

void Selection::setPlace(const verify::SourcePlace& place) {
  if (place == m_place) return;
  const bool isOtherLine = place.line != m_place.line;
  m_place = place;
  Q_EMIT placeChanged();
  if (isOtherLine) Q_EMIT lineChanged(m_place.line);
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
// What CurvesView shows at and beside the steps: the two cursors with their table, marks, alarms.
#include <QAction>
#include <algorithm>
#include <cmath>

#include "widgets/curves/alarm_list.h"
#include "widgets/curves/curve_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/look/chip.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

CellModel* CurvesView::valueModel() const {
  return m_table->values();
}

// The whole step nearest to it that the data reaches; none without data.
std::optional<double> CurvesView::stepOfData(std::optional<double> step) const {
  const auto range = dataRange();
  if (!step || !range) {
    return std::nullopt;
  }
  return std::clamp(std::round(*step), range->first, range->second);
}

void CurvesView::setCursorStep(std::optional<double> step) {
  if (isPinned() && step && m_cursor) {
    return;
  }
  // The step that is chosen may be there before its data.
  m_wantedCursor = step;
  placeCursor();
}

void CurvesView::placeCursor() {
  const auto step = stepOfData(m_wantedCursor);
  if (step == m_cursor) {
    return;
  }
  m_cursor = step;
  for (CurvePlot* plot : m_plots) {
    plot->setCursor(m_cursor);
  }
  refreshValues();
}

// By the user's own hand: a pinned cursor follows it, and stays pinned at the new place.
void CurvesView::moveCursor(double step) {
  const bool pinned = isPinned();
  m_pinAction->setChecked(false);
  setCursorStep(stepOfData(step));
  m_pinAction->setChecked(pinned);
  if (m_cursor) {
    Q_EMIT cursorStepChanged(*m_cursor);
  }
}

void CurvesView::setSecondCursorStep(std::optional<double> step) {
  step = stepOfData(step);
  if (step == m_second) {
    return;
  }
  m_second = step;
  for (CurvePlot* plot : m_plots) {
    plot->setSecondCursor(m_second);
  }
  refreshValues();
}

void CurvesView::setPinned(bool pinned) {
  m_pinAction->setChecked(pinned && m_cursor.has_value());
}

bool CurvesView::isPinned() const {
  return m_pinAction->isChecked();
}

void CurvesView::refreshValues() {
  const auto range = dataRange();
  if (m_table->isVisibleTo(this) && range) {
    for (CurvePlot* plot : m_plots) {
      plot->updateSmoothed();
    }
    m_table->showValues(m_plots, m_cursor.value_or(range->second), m_second);
  }
}

void CurvesView::setupAlarms() {
  m_alarmList->hide();
  m_alarmChip->setDotVisible(true);
  m_alarmChip->setTone(StatusChip::Tone::kWarning);
  m_alarmChip->setClickable(true);
  m_alarmChip->setToolTip(tr("Show what looks wrong with this run, and what to do"));
  m_alarmChip->hide();
  connect(m_alarmChip, &QAbstractButton::clicked, this,
          [this] { setAlarmsVisible(!m_alarmList->isVisibleTo(this)); });
  connect(m_alarms, &CurveAlarms::changed, this, &CurvesView::refreshAlarms);
  connect(m_alarmList, &AlarmList::alarmSelected, this, &CurvesView::showAlarm);
  connect(m_alarmList, &AlarmList::episodesRequested, this, &CurvesView::episodesRequested);
}

void CurvesView::refreshAlarms() {
  const auto count = static_cast<int>(m_alarms->alarms().size());
  m_alarmChip->setText(count == 1 ? tr("1 alarm") : tr("%1 alarms").arg(formatCount(count)));
  m_alarmChip->setAccessibleName(m_alarmChip->text());
  m_alarmChip->setVisible(count > 0);
  if (count == 0) {
    setAlarmsVisible(false);
  }
  refreshMarks();
}

void CurvesView::setAlarmsVisible(bool visible) {
  m_alarmList->setVisible(visible);
  if (visible) {
    m_alarmList->table()->setFocus(Qt::OtherFocusReason);
  }
}

void CurvesView::showAlarm(const record::Alarm& alarm) {
  moveCursor(alarm.first_step);
}

void CurvesView::addEpisodes(const EpisodeRowsPtr& rows) {
  m_alarms->addEpisodes(rows);
}

void CurvesView::addEvents(const EventsPtr& events) {
  m_runMarks.add(*events);
  refreshMarks();
}

void CurvesView::refreshMarks() {
  const QList<PlotMark> marks =
      m_runMarks.marks() + m_alarms->marks() +
      (m_phaseMarksAction->isChecked() ? phaseMarks(m_phases) : QList<PlotMark>());
  for (CurvePlot* plot : m_plots) {
    plot->setMarks(marks);
  }
}

}  // namespace nereid::widgets

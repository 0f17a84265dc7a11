// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/alarm_list.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/look/look.h"
#include "widgets/look/table_view.h"

namespace nereid::widgets {

AlarmList::AlarmList(CurveAlarms& alarms, QWidget* parent)
    : QWidget(parent),
      m_alarms(alarms),
      m_model(new CellModel(this)),
      m_table(new TableView(this)),
      m_text(new QLabel(this)),
      m_button(new QPushButton(tr("Show episodes"), this)) {
  m_model->setColumns({{tr("alarm")}, {tr("steps"), {}, true}, {tr("finding")}});
  m_table->setModel(m_model);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setStretchColumn(2);
  m_table->setAccessibleName(tr("Alarms of the run"));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  keepRole(m_text, Role::kSecondary);
  m_button->setToolTip(tr("Filter the episode list for those behind this alarm (Enter)"));
  auto* side = new QVBoxLayout;
  side->setContentsMargins(12, 6, 12, 6);
  side->addWidget(m_text, 1);
  side->addWidget(m_button, 0, Qt::AlignLeft);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_table, 3);
  layout->addLayout(side, 2);
  constexpr int kHeight = 132;
  setFixedHeight(kHeight);
  connect(&alarms, &CurveAlarms::changed, this, &AlarmList::refresh);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &AlarmList::showSelected);
  connect(m_table, &QAbstractItemView::activated, this, &AlarmList::requestEpisodes);
  connect(m_button, &QPushButton::clicked, this, &AlarmList::requestEpisodes);
  refresh();
}

int AlarmList::selectedAlarm() const {
  const auto rows = m_table->selectionModel()->selectedRows();
  return rows.isEmpty() ? -1 : rows.first().row();
}

void AlarmList::selectAlarm(int index) {
  if (index >= 0 && index < m_model->rowCount()) {
    m_table->selectRow(index);
    m_table->setCurrentIndex(m_model->index(index, 0));
  }
}

void AlarmList::refresh() {
  const int selected = selectedAlarm();
  std::vector<std::vector<Cell>> rows;
  for (const record::Alarm& alarm : m_alarms.alarms()) {
    rows.push_back({{.text = alarmTitle(alarm.kind), .color = Role::kWarning, .strong = true},
                    {.text = alarmSteps(alarm), .sortKey = alarm.first_step},
                    {.text = alarmFinding(alarm), .tooltip = alarmFinding(alarm)}});
  }
  // Told anew, not chosen anew: the cursor of the plots stays.
  m_quiet = true;
  m_model->setRows(std::move(rows));
  m_table->fitColumns();
  selectAlarm(std::max(0, selected));
  showSelected();
  m_quiet = false;
}

void AlarmList::showSelected() {
  const int index = selectedAlarm();
  m_button->setEnabled(index >= 0);
  if (index < 0) {
    m_text->clear();
    return;
  }
  const record::Alarm& alarm = m_alarms.alarms()[static_cast<std::size_t>(index)];
  m_text->setText(alarmExplanation(alarm.kind) + QLatin1Char('\n') + alarmAdvice(alarm.kind));
  if (!m_quiet) {
    Q_EMIT alarmSelected(alarm);
  }
}

void AlarmList::requestEpisodes() {
  const int index = selectedAlarm();
  if (index >= 0) {
    const record::Alarm& alarm = m_alarms.alarms()[static_cast<std::size_t>(index)];
    Q_EMIT episodesRequested(m_alarms.filterOf(alarm), alarm.first_step);
  }
}

}  // namespace nereid::widgets

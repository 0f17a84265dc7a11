// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/curves/curve_alarms.h"

class QLabel;
class QPushButton;

namespace nereid::widgets {

class CellModel;
class TableView;

/// The alarms of a run as a table, with what the selected one means, what to do, and a way to the
/// episodes behind it.
class AlarmList : public QWidget {
  Q_OBJECT

 public:
  explicit AlarmList(CurveAlarms& alarms, QWidget* parent = nullptr);
  TableView* table() const { return m_table; }
  QLabel* explanation() const { return m_text; }
  QPushButton* episodesButton() const { return m_button; }
  void selectAlarm(int index);
  int selectedAlarm() const;  ///< -1 if none

 Q_SIGNALS:
  void alarmSelected(const nereid::record::Alarm& alarm);
  /// Enter, double click, or the button.
  void episodesRequested(const QString& filter, double firstStep);

 private:
  void refresh();
  void showSelected();
  void requestEpisodes();

  CurveAlarms& m_alarms;
  CellModel* m_model;
  TableView* m_table;
  QLabel* m_text;
  QPushButton* m_button;
  bool m_quiet = false;
};

}  // namespace nereid::widgets

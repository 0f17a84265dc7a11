// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QThreadPool>
#include <QWidget>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/config/settings.h"
#include "engine/record/store.h"

class QStackedLayout;

namespace nereid::widgets {
class CellModel;
class CurvesView;
class EmptyState;
class PanelHead;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

/// A run as the comparison needs it. Immutable once read.
struct ComparedRun {
  QString folder;
  record::RunInfo info;
  config::RunConfig config;
  std::map<std::string, std::shared_ptr<const record::MetricSeries>> series;
  QString problem;  ///< why it could not be read
};
using ComparedRunPtr = std::shared_ptr<const ComparedRun>;

/// Runs beside each other: table, curves of the chosen runs over each other, settings that differ.
/// GUI thread only; the records are read on a worker thread.
class RunComparison : public QWidget {
  Q_OBJECT

 public:
  explicit RunComparison(QWidget* parent = nullptr);
  ~RunComparison() override;
  widgets::PanelHead* head() const { return m_head; }
  widgets::TableView* table() const { return m_table; }
  widgets::CellModel* differences() const { return m_settings; }
  /// Reads these runs again; the first two are chosen until the user chooses.
  void setRuns(const QStringList& folders);

 private:
  void take(const ComparedRunPtr& run);
  void refreshTable();
  void refreshChosen();
  void refreshSettings(const std::vector<int>& rows);
  std::vector<int> chosenRows() const;

  widgets::PanelHead* m_head;
  widgets::CellModel* m_runs;
  widgets::TableView* m_table;
  widgets::CellModel* m_settings;
  widgets::TableView* m_settingsView;
  widgets::CurvesView* m_curves;
  widgets::EmptyState* m_empty;
  QStackedLayout* m_pages;
  QThreadPool m_pool;
  quint64 m_job = 0;  ///< answers of older jobs are dropped
  std::vector<ComparedRunPtr> m_all;
};

}  // namespace nereid::app

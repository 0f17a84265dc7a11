// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>
#include <QTimer>
#include <QWidget>
#include <atomic>
#include <memory>
#include <optional>

#include "engine/base/machine.h"
#include "engine/train/estimate/estimate.h"
#include "engine/train/estimate/run_history.h"

class QLabel;

namespace nereid::widgets {
class CellModel;
class TableView;
}  // namespace nereid::widgets

namespace nereid::app {

/// What a run will take, as far as it is known before it starts.
struct Outlook {
  std::optional<train::RunEstimate> estimate;
  QString problem;                         ///< why there is no estimate
  std::vector<train::RunHistory> history;  ///< one a phase; one for a run without phases
  bool hasHistory = false;                 ///< false: still looking
  MemoryRoom memory;                       ///< zero: not known
  std::uint64_t diskRoom = 0;
};

/// Seconds that the run takes by earlier ones; NaN if there is none like it.
double expectedSeconds(const Outlook& outlook, const config::RunConfig& config);

/// Memory, disk and time of a run in three lines, and where each number comes from in a table of
/// its own. The numbers are made on a worker thread shortly after the last change. GUI thread only.
class EstimateView : public QWidget {
  Q_OBJECT

 public:
  explicit EstimateView(QWidget* parent = nullptr);
  ~EstimateView() override;
  /// `runs`: folders whose records are searched for the same work.
  void setRuns(const QStringList& runs) { m_runs = runs; }
  /// Memory and disk that are taken as free instead of looking: for pictures and tests.
  struct Machine {
    MemoryRoom memory;
    std::uint64_t disk = 0;
  };
  void setMachine(const Machine& machine) { m_machine = machine; }
  void setPlan(const config::RunConfig& config, const QString& folder);
  const Outlook& outlook() const { return m_outlook; }
  /// Settings of outlook(), which may be older than the last plan.
  const config::RunConfig& config() const { return m_shownConfig; }
  /// What will not fit, empty if all seems well.
  QString warning() const { return m_warning; }
  bool isSettled() const { return !m_wait.isActive() && m_done == m_job; }
  QLabel* memoryLine() const { return m_memory; }
  QLabel* diskLine() const { return m_disk; }
  QLabel* timeLine() const { return m_time; }
  /// The table of parts; a child of this widget until it is put elsewhere.
  widgets::TableView* table() const { return m_table; }

 Q_SIGNALS:
  void estimated();

 private:
  void begin();
  void take(quint64 job, const Outlook& outlook, const config::RunConfig& config);
  void refresh();
  void refreshMemory();
  void refreshDisk();
  void refreshTime();
  QString timeOfPhases(const std::vector<config::Phase>& phases) const;
  double recordBytes() const;
  void refreshTable();

  QStringList m_runs;
  std::optional<Machine> m_machine;
  config::RunConfig m_config, m_shownConfig;
  QString m_folder;
  Outlook m_outlook;
  QString m_warning;
  QTimer m_wait;
  quint64 m_job = 0, m_done = 0;  ///< answers of older jobs are dropped
  std::shared_ptr<std::atomic<quint64>> m_wanted;
  QThreadPool m_pool;
  QLabel* m_memory;
  QLabel* m_disk;
  QLabel* m_time;
  QLabel* m_warningLine;
  widgets::CellModel* m_model;
  widgets::TableView* m_table;
};

}  // namespace nereid::app

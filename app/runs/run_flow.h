// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>

#include "app/launch/run_plan.h"
#include "app/launch/start_dialog.h"
#include "app/runs/recent_runs.h"
#include "app/runs/run_controller.h"
#include "app/runs/run_desk.h"

namespace nereid::app {

/// What the user can do with runs: open, start, pause, stop, continue. Joins the controller, the
/// feed and the actions. GUI thread only.
class RunFlow : public QObject {
  Q_OBJECT

 public:
  explicit RunFlow(const RunDesk& desk);
  ~RunFlow() override;

  /// Opens a run folder, or says clearly why not.
  void openRun(const QString& folder);
  void startPocket(int steps);
  void startPlan(const RunPlan& plan);
  /// The next run of the queue: what the message bar says of the one before stays.
  void startQueued(const RunPlan& plan);
  /// Opens the launch dialog, with the settings of a YAML file if one is named.
  void askForPlan(const QString& file = {});
  /// Folders of runs that wait, for the check of a new one.
  void setQueuedFolders(std::function<QStringList()> folders) { m_queued = std::move(folders); }
  void continueRun(const UnfinishedRun& run);
  /// Looks for a run that was cut short and offers to continue it.
  void offerUnfinished();

 Q_SIGNALS:
  /// The run shall wait for its turn.
  void queueRequested(const nereid::app::RunPlan& plan, const QString& source);

 private:
  void bindActions();
  void askForFolder();
  void takeStarted(const QString& folder);
  void refreshActions();
  bool begin(const config::RunConfig& config, const train::StartOptions& options);
  void findUnfinished(const QStringList& folders, bool offer);

  RunDesk m_desk;
  QThreadPool m_pool;
  bool m_staysShown = false;  ///< the run that starts leaves the shown one where it is
  std::function<QStringList()> m_queued = [] { return QStringList(); };
  std::optional<UnfinishedRun> m_unfinished;  ///< what "Continue run" continues
};

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <functional>

#include "app/launch/run_plan.h"
#include "app/launch/start_dialog.h"
#include "app/runs/recent_runs.h"
#include "app/runs/run_controller.h"
#include "app/runs/run_desk.h"
#include "app/runs/run_life.h"
#include "app/runs/run_steering.h"

namespace nereid::app {

/// The run that "Pause" and "Stop" are about: the shown one if somebody works on it, else that of
/// this process, else the shown one, which may be continued.
struct RunTarget {
  QString folder;  ///< empty: none, or one of this process that has no folder yet
  record::RunState state = record::RunState::kStopped;
  bool takesCommands = false;
  bool isOwn = false;  ///< of this process
};

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
  /// Looks whether the run of a folder can be continued, and does so or says why not.
  void continueFolder(const QString& folder);
  RunTarget target() const;
  RunSteering& steering() { return m_steering; }
  RunShelf& shelf() { return m_desk.shelf; }
  /// Looks for a run that was cut short and offers to continue it.
  void offerUnfinished();
  /// Runs may be called otherwise on the screen.
  void renamed();

 Q_SIGNALS:
  /// Who works on the shown run is another, or nobody any more.
  void targetChanged();
  /// The run shall wait for its turn.
  void queueRequested(const nereid::app::RunPlan& plan, const QString& source);

 private:
  void bindActions();
  void connectSteering();
  void tellOwnEnd(const QString& folder);
  void tellEnd(const QString& folder, const QString& recordedName, record::RunState state,
               const QString& detail);
  void pauseOrGoOn();
  void refreshPause(const RunTarget& target);
  void askForFolder();
  void takeStarted(const QString& folder);
  void refreshActions();
  bool begin(const config::RunConfig& config, const train::StartOptions& options);
  enum class Offer { kNever, kIfCut, kAlways };
  void findUnfinished(const QStringList& folders, Offer offer);

  RunDesk m_desk;
  RunSteering m_steering;
  QTimer m_watch;  ///< a process elsewhere may end without a word
  QThreadPool m_pool;
  bool m_staysShown = false;  ///< the run that starts leaves the shown one where it is
  std::function<QStringList()> m_queued = [] { return QStringList(); };
  std::optional<UnfinishedRun> m_unfinished;  ///< the shown run, if it can be continued
};

}  // namespace nereid::app

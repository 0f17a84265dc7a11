// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include "app/recent_runs.h"
#include "app/run_controller.h"
#include "app/start_dialog.h"

class QWidget;

namespace nereid::widgets {
class RunFeed;
}

namespace nereid::app {

class ActionRegistry;
class MessageBar;
class RunShelf;
class Selection;

/// What the user can do with runs: open, start, pause, stop, continue. Joins the controller, the
/// feed and the actions. GUI thread only.
class RunFlow : public QObject {
  Q_OBJECT

 public:
  struct Parts {
    QWidget* window;
    ActionRegistry& actions;
    RunController& controller;
    widgets::RunFeed& feed;
    Selection& selection;
    RunShelf& shelf;
    MessageBar& messages;
  };
  explicit RunFlow(const Parts& parts);
  ~RunFlow() override;

  /// Opens a run folder, or says clearly why not.
  void openRun(const QString& folder);
  void startPocket(int steps);
  void startPlan(const RunPlan& plan);
  void continueRun(const UnfinishedRun& run);
  /// Looks for a run that was cut short and offers to continue it.
  void offerUnfinished();

 private:
  void bindActions();
  void askForFolder();
  void askForPlan();
  void takeStarted(const QString& folder);
  void refreshActions();
  bool begin(const config::RunConfig& config, const train::StartOptions& options);
  void findUnfinished(const QStringList& folders, bool offer);

  Parts m_parts;
  QThreadPool m_pool;
  std::optional<UnfinishedRun> m_unfinished;  ///< what "Continue run" continues
};

}  // namespace nereid::app

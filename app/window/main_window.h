// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <memory>
#include <string>

#include "app/desk/docks.h"
#include "app/runs/run_controller.h"
#include "widgets/feed/run_feed.h"

class QStackedWidget;

namespace nereid::app {

class ActionRegistry;
class AdviceTools;
class CommandPalette;
class EpisodeTools;
class HelpTools;
class ReadingTools;
class ReplayTools;
class MessageBar;
class RemoteRuns;
class RunFlow;
class RunTools;
class RunShelf;
class SetupTools;
class SessionMemory;
class StartPage;
class StatusLine;
class StepBar;
class TopBar;
class ViewHistory;
class ViewSettings;
class Workspaces;

/// The workbench: top bar, docks in workspaces, status line, and the objects they share. It only
/// joins; each part does its own work. GUI thread only.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `factory` starts runs; tests may pass their own.
  explicit MainWindow(SessionFactory factory = moduleSessionFactory());
  ~MainWindow() override;

  /// What is done after the first paint: list of runs, the run to show, the offer to continue.
  void begin(const QString& run, bool openLast);

  /// Closes without a question: a run stops after a checkpoint first.
  void stopAndQuit();

  ActionRegistry& actions() { return *m_actions; }
  Docks& docks() { return *m_docks; }
  Workspaces& workspaces() { return *m_workspaces; }
  Selection& selection() { return *m_selection; }
  Subject& subject() { return *m_subject; }
  RunController& controller() { return *m_controller; }
  RunFlow& flow() { return *m_flow; }
  RunTools& runTools() { return *m_runTools; }
  RemoteRuns& remote() { return *m_remote; }
  widgets::RunFeed& feed() { return *m_feed; }
  widgets::ReplayModel& replay() { return *m_replay; }
  VerifyService& verifier() { return *m_verifier; }
  TopBar& topBar() { return *m_topBar; }
  StatusLine& statusLine() { return *m_status; }
  StepBar& stepBar() { return *m_steps; }
  AdviceTools& advice() { return *m_advice; }
  ReadingTools& reading() { return *m_reading; }
  ReplayTools& replayTools() { return *m_replayTools; }
  MessageBar& messages() { return *m_messages; }
  HelpTools& help() { return *m_help; }
  ViewHistory& history() { return *m_history; }
  CommandPalette& palette() { return *m_palette; }
  StartPage& startPage() { return *m_start; }
  /// The start page in place of the docks, or the docks again.
  void showStartPage(bool shown);
  bool isStartPageShown() const;
  QMainWindow* dockArea() const { return m_area; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void fitDesktop();
  void restart();
  void connectFronts();
  void setupShared(SessionFactory factory);
  void setupArea();
  void styleArea();
  void setupBars();
  void setupFlows();
  void bindView();
  void bindSteps();
  void bindStartPage();
  void bindGo();
  void connectRunList();
  void connectNames();
  void connectEpisodeList();
  void connectBars();
  void refreshBars();
  void selectWhenReady();
  void askBeforeClosing(QCloseEvent* event);

  ActionRegistry* m_actions = nullptr;
  Selection* m_selection = nullptr;
  widgets::RunFeed* m_feed = nullptr;
  RunController* m_controller = nullptr;
  VerifyService* m_verifier = nullptr;
  Subject* m_subject = nullptr;
  widgets::ReplayModel* m_replay = nullptr;
  std::unique_ptr<Desk> m_desk;
  QMainWindow* m_area = nullptr;
  StartPage* m_start = nullptr;
  QStackedWidget* m_pages = nullptr;  ///< docks or start page
  Docks* m_docks = nullptr;
  Workspaces* m_workspaces = nullptr;
  ViewSettings* m_viewSettings = nullptr;
  TopBar* m_topBar = nullptr;
  MessageBar* m_messages = nullptr;
  StatusLine* m_status = nullptr;
  StepBar* m_steps = nullptr;
  CommandPalette* m_palette = nullptr;
  RunShelf* m_shelf = nullptr;
  RunFlow* m_flow = nullptr;
  RunTools* m_runTools = nullptr;
  RemoteRuns* m_remote = nullptr;
  EpisodeTools* m_episodeTools = nullptr;
  AdviceTools* m_advice = nullptr;
  ReadingTools* m_reading = nullptr;
  SetupTools* m_setup = nullptr;
  ReplayTools* m_replayTools = nullptr;
  HelpTools* m_help = nullptr;
  ViewHistory* m_history = nullptr;
  SessionMemory* m_session = nullptr;
  QString m_readFolder;        ///< of the run that was read last
  widgets::EpisodePtr m_kept;  ///< what was read in it before its record was cut
  QTimer m_names;              ///< gathers changes of the names of runs
  QTimer m_refresh;            ///< gathers changes of run and record for the two bars
  std::string m_settingsText;  ///< of the run shown, and the model that it names
  QString m_modelName;
  bool m_closeAfterRun = false;
  bool m_restarts = false;
  bool m_frontsAreFresh = false;  ///< the workspace was shown, and its first episode not yet
  bool m_wasShown = false;
};

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/docks/dock_table.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <utility>

#include "app/bench/bench_tools.h"
#include "app/bench/verify_tools.h"
#include "app/comparison/run_comparison.h"
#include "app/comparison/run_table_tools.h"
#include "app/curves/curve_tools.h"
#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/undo_stack.h"
#include "app/desk/workspaces.h"
#include "app/docks/export_news.h"
#include "app/episodes/advice_tools.h"
#include "app/episodes/debug_tools.h"
#include "app/episodes/episode_tools.h"
#include "app/episodes/evidence_tools.h"
#include "app/episodes/reading_tools.h"
#include "app/help/help_tools.h"
#include "app/remote/remote_runs.h"
#include "app/replay/replay_tools.h"
#include "app/report/report_tools.h"
#include "app/runs/close_question.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "app/runs/run_text.h"
#include "app/runs/run_tools.h"
#include "app/runs/status_line.h"
#include "app/runs/top_bar.h"
#include "app/setup/setup_tools.h"
#include "app/window/command_palette.h"
#include "app/window/dock_tools.h"
#include "app/window/palette_entries.h"
#include "app/window/session_memory.h"
#include "app/window/start_page.h"
#include "app/window/step_bar.h"
#include "app/window/view_history.h"
#include "app/window/view_settings.h"
#include "app/zoo/verifier_metrics.h"
#include "widgets/code/code_compare.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/replay/replay_model.h"
#include "widgets/runs/log_view.h"
#include "widgets/runs/run_list.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::CodeCompare;
using widgets::EpisodeList;
using widgets::RunFeed;
using widgets::RunList;
using widgets::theme;

namespace {

constexpr int kGap = 8;  // between docks and around them
constexpr QSize kDrawnSize(1680, 1010);
constexpr QSize kFrame(8, 40);   // what a window manager may put around the window
constexpr int kRefreshMs = 100;  // of the bars while a run goes

QString geometryKey() {
  return QStringLiteral("window/geometry");
}
QString stepsKey() {
  return QStringLiteral("view/steps");
}
QString workspaceKey() {
  return QStringLiteral("window/workspace");
}

}  // namespace

MainWindow::MainWindow(SessionFactory factory) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowTitle(QStringLiteral("Nereid"));
  setWindowIcon(widgets::icon(widgets::IconId::kNereid));
  setAcceptDrops(true);
  setupShared(std::move(factory));
  setupArea();
  setupBars();
  setupFlows();
  connectFronts();
  bindView();
  bindGo();
  m_help = new HelpTools(*m_actions, this);
  m_history = new ViewHistory(*m_actions, *m_docks, *m_workspaces, *m_selection, m_area, this);
  m_history->joinRuns(m_runTools->undo());
  connectRunList();
  connectNames();
  connectEpisodeList();
  // After the list: what was chosen last goes before what it chooses itself.
  m_session = new SessionMemory(*m_docks, *m_workspaces, *m_selection, *m_feed, *m_history, this);
  connectBars();
  if (!restoreGeometry(QSettings().value(geometryKey()).toByteArray())) fitDesktop();
}

MainWindow::~MainWindow() = default;

// At the first start: as drawn where there is room for it, else as much as there is.
void MainWindow::fitDesktop() {
  const QRect room = screen()->availableGeometry();
  const QSize most(room.width() - kFrame.width(), room.height() - kFrame.height());
  resize(kDrawnSize.boundedTo(most));
  move(room.x() + (room.width() - kFrame.width() - width()) / 2,
       room.y() + (room.height() - kFrame.height() - height()) / 2);
}

void MainWindow::setupShared(SessionFactory factory) {
  m_actions = new ActionRegistry(this);
  m_selection = new Selection(this);
  m_feed = new RunFeed(this);
  m_controller = new RunController(std::move(factory), this);
  m_verifier = new VerifyService(this);
  m_subject = new Subject(*m_selection, *m_feed, this);
  m_replay = new widgets::ReplayModel({}, this);
  m_desk.reset(new Desk{*m_actions, *m_selection, *m_subject, *m_feed, *m_replay, *m_verifier});
}

void MainWindow::setupArea() {
  auto* whole = new QWidget(this);
  m_messages = new MessageBar(whole);
  // Docks live in a window of their own inside the frame, so that there is a gap around them as
  // between them.
  m_area = new QMainWindow(whole);
  m_area->setWindowFlags(Qt::Widget);  // its constructor makes it a window of its own
  m_area->setObjectName(QStringLiteral("dockArea"));
  m_area->setAccessibleName(tr("Docks of the workspace"));
  m_area->setDockNestingEnabled(true);
  // Docks take their place at once: Qt cannot lay out anew while one glides to it.
  m_area->setAnimated(false);
  m_area->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  m_area->setDocumentMode(true);
  m_area->setContextMenuPolicy(Qt::PreventContextMenu);
  // Holds the keyboard at the start, so that no control looks chosen before the user chose one.
  m_area->setFocusPolicy(Qt::ClickFocus);
  styleArea();
  connect(&theme(), &widgets::Theme::themeChanged, this, &MainWindow::styleArea);
  auto* margin = new QVBoxLayout;
  margin->setContentsMargins(kGap, kGap, kGap, kGap);
  m_start = new StartPage(*m_actions, whole);
  m_pages = new QStackedWidget(whole);
  m_pages->addWidget(m_area);
  m_pages->addWidget(m_start);
  margin->addWidget(m_pages);
  auto* layout = widgets::tightColumn(whole);
  layout->addWidget(m_messages);
  layout->addLayout(margin, 1);
  setCentralWidget(whole);
  m_docks = new Docks(dockTable(), *m_desk, m_area);
  new DockTools(*m_actions, *m_docks, m_area);  // owned by the area
  m_viewSettings = new ViewSettings(*m_actions, this);
  m_viewSettings->setMessages(m_messages);
  connect(m_viewSettings, &ViewSettings::restartRequested, this, &MainWindow::restart);
  m_workspaces = new Workspaces(m_area, m_docks->panels(), this);
}

void MainWindow::styleArea() {
  const auto hex = [](widgets::Role role) { return theme().color(role).name(); };
  m_area->setStyleSheet(
      QStringLiteral(
          "QMainWindow#dockArea::separator { width: %1px; height: %1px; background: transparent; }"
          "QMainWindow#dockArea > QTabBar { background: transparent; }"
          "QMainWindow#dockArea > QTabBar::tab { background: transparent; color: %2; border: none;"
          " border-bottom: 2px solid transparent; padding: 5px 10px; }"
          "QMainWindow#dockArea > QTabBar::tab:selected { color: %3; border-bottom-color: %4; }"
          "QMainWindow#dockArea > QTabBar::tab:hover { color: %3; }")
          .arg(kGap)
          .arg(hex(widgets::Role::kSecondary), hex(widgets::Role::kText),
               hex(widgets::Role::kAccent)));
}

void MainWindow::setupBars() {
  auto* menu = new QMenu(this);
  m_actions->fillMenu(menu);
  QStringList workspaceActions;
  for (const Workspace& workspace : m_workspaces->all())
    workspaceActions << QLatin1String("view.") + workspace.id;
  m_topBar = new TopBar(*m_actions, menu, workspaceActions, this);
  setMenuWidget(m_topBar);
  m_steps = new StepBar(*m_selection, *m_feed, *m_docks->view<EpisodeList>("episodes"), this);
  m_status = new StatusLine(this);
  auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
  column->addWidget(m_steps);
  column->addWidget(m_status);
  m_palette = new CommandPalette(this);
}

void MainWindow::setupFlows() {
  m_shelf = new RunShelf(*m_docks->view<RunList>("runs"), *m_feed, this);
  const RunDesk runs{this, *m_actions, *m_controller, *m_feed, *m_selection, *m_shelf, *m_messages};
  m_flow = new RunFlow(runs);
  m_runTools = new RunTools({runs, *m_flow}, *m_docks);
  m_episodeTools = new EpisodeTools(this, *m_desk, *m_docks);
  new EvidenceTools(this, *m_desk, *m_docks, *m_messages);  // owned by the window
  new DebugTools(this, *m_desk, *m_docks);                  // owned by the window
  new ReportTools(this, *m_desk, *m_messages);              // owned by the window
  m_reading = new ReadingTools(this, *m_desk, *m_docks, *m_messages);
  m_advice = new AdviceTools(this, *m_desk, *m_docks, *m_messages);
  m_setup = new SetupTools({runs, *m_verifier});
  m_replayTools = new ReplayTools(this, *m_desk, *m_docks, *m_messages);
  connect(m_replayTools, &ReplayTools::openRequested, m_flow, &RunFlow::openRun);
  new CurveTools(*m_actions, *m_docks, *m_selection, *m_messages, this);  // owned by the window
  m_remote = new RemoteRuns({runs, *m_flow, *m_docks->view<RunList>("runs")}, this);
  new RunTableTools({*m_actions, *m_docks, *m_workspaces, *m_flow, *m_messages}, this);
  auto* verify = new VerifyTools(*m_desk, *m_docks, *m_workspaces, *m_messages, this);
  connect(m_episodeTools, &EpisodeTools::editRequested, verify, &VerifyTools::edit);
  auto* bench = new BenchTools(this, *m_desk, *m_docks, *m_messages);
  connect(bench, &BenchTools::benchWanted, verify, &VerifyTools::showWorkspace);
  connect(m_subject, &Subject::failed, this, [this](const QString& message) {
    m_messages->showError(tr("The episode cannot be read"), message);
  });
  tellExports(*m_docks, *m_messages, this);
}

// Tabs are remembered, but an empty dock in front of a full one answers nothing.
void MainWindow::connectFronts() {
  connect(m_workspaces, &Workspaces::currentChanged, this, [this] {
    m_frontsAreFresh = true;
    QMetaObject::invokeMethod(m_workspaces, &Workspaces::raiseFullOnes, Qt::QueuedConnection);
  });
  connect(m_subject, &Subject::episodeChanged, this, [this] {
    if (!m_subject->episode() || !std::exchange(m_frontsAreFresh, false)) return;
    QMetaObject::invokeMethod(m_workspaces, &Workspaces::raiseFullOnes, Qt::QueuedConnection);
  });
}

void MainWindow::bindView() {
  for (const Workspace& workspace : m_workspaces->all()) {
    const QString id = workspace.id;
    m_actions->bind(QLatin1String("view.") + id, this, [this, id] { m_workspaces->show(id); });
  }
  connect(m_workspaces, &Workspaces::currentChanged, this, [this](const QString& current) {
    for (const Workspace& workspace : m_workspaces->all()) {
      m_actions->action(QLatin1String("view.") + workspace.id)->setChecked(workspace.id == current);
    }
    QSettings().setValue(workspaceKey(), current);
  });
  m_actions->bind(QStringLiteral("view.restore"), this, [this] { m_workspaces->restoreDefault(); });
  m_actions->bind(QStringLiteral("file.close"), this, [this] { close(); });
  bindSteps();
  bindStartPage();
}

// Whatever shows something in a dock leaves the start page.
void MainWindow::bindStartPage() {
  m_actions->bind(QStringLiteral("file.example"), this, [this] { showStartPage(true); });
  connect(m_start, &StartPage::exampleChosen, m_flow, &RunFlow::openRun);
  const auto leave = [this] { showStartPage(false); };
  connect(m_start, &StartPage::closeRequested, this, leave);
  connect(m_workspaces, &Workspaces::currentChanged, this, leave);
  connect(m_docks, &Docks::activated, this, leave);
  connect(m_feed, &RunFeed::runReset, this, [this](const QString& folder) {
    if (!folder.isEmpty()) showStartPage(false);
  });
}

void MainWindow::showStartPage(bool shown) {
  if (shown) {
    m_start->setHasRun(!m_feed->runDir().isEmpty());
    m_start->refresh();
  }
  if (shown == isStartPageShown()) return;
  m_pages->setCurrentWidget(shown ? static_cast<QWidget*>(m_start) : m_area);
  m_pages->currentWidget()->setFocus();
}

bool MainWindow::isStartPageShown() const {
  return m_pages->currentWidget() == m_start;
}

// The slider belongs to one run: not to the comparison of several, nor to an own kernel.
void MainWindow::bindSteps() {
  QAction* shown = m_actions->action(QStringLiteral("view.steps"));
  shown->setChecked(QSettings().value(stepsKey(), true).toBool());
  m_steps->setWanted(shown->isChecked());
  connect(shown, &QAction::toggled, this, [this](bool on) {
    QSettings().setValue(stepsKey(), on);
    m_steps->setWanted(on);
  });
  connect(m_workspaces, &Workspaces::currentChanged, this, [this](const QString& current) {
    m_steps->setFitting(current != QLatin1String("compare") && current != QLatin1String("verify"));
  });
}

void MainWindow::bindGo() {
  auto* episodes = m_docks->view<EpisodeList>("episodes");
  auto* code = m_docks->view<CodeCompare>("compare");
  m_actions->bind(QStringLiteral("go.palette"), this, [this] {
    m_palette->open(paletteEntries(*m_actions, *m_docks, *m_flow, *m_selection));
  });
  m_actions->bind(QStringLiteral("go.filter"), this, [this, episodes] {
    m_docks->activate(QStringLiteral("episodes"));
    episodes->filterLine()->setFocus(Qt::ShortcutFocusReason);
    episodes->filterLine()->selectAll();
  });
  m_actions->bind(QStringLiteral("go.next"), this, [episodes] { episodes->selectNext(1); });
  m_actions->bind(QStringLiteral("go.previous"), this, [episodes] { episodes->selectNext(-1); });
  auto* pair = m_docks->view<CodeCompare>("pair");
  for (CodeCompare* view : {code, pair}) view->leaveDifferenceKeys();
  const auto shown = [code, pair] {
    return pair->isAncestorOf(QApplication::focusWidget()) ? pair : code;
  };
  m_actions->bind(QStringLiteral("go.nextChange"), this, [shown] { shown()->nextDifference(); });
  m_actions->bind(QStringLiteral("go.previousChange"), this,
                  [shown] { shown()->previousDifference(); });
  m_actions->bind(QStringLiteral("replay.play"), this, [this] { m_replay->togglePlay(); });
  m_actions->bind(QStringLiteral("replay.back"), this, [this] { m_replay->stepBack(); });
  m_actions->bind(QStringLiteral("replay.on"), this, [this] { m_replay->stepForward(); });
}

void MainWindow::connectRunList() {
  auto* runs = m_docks->view<RunList>("runs");
  connect(runs, &RunList::runSelected, this, [this](const QString& folder) {
    if (folder != m_feed->runDir()) m_flow->openRun(folder);
  });
  connect(runs, &RunList::runActivated, m_flow, &RunFlow::openRun);
  connect(runs, &RunList::startRequested, m_flow, [this] { m_flow->startPocket(0); });
  connect(runs, &RunList::folderDropped, m_flow, &RunFlow::openRun);
  connect(runs, &RunList::removeRequested, m_shelf, &RunShelf::remove);
  connect(runs, &RunList::showFolderRequested, this,
          [this] { m_actions->action(QStringLiteral("file.folder"))->trigger(); });
}

// A run has one name, that of the list, wherever it is spoken of.
void MainWindow::connectNames() {
  const auto* runs = m_docks->view<RunList>("runs")->model();
  const auto naming = [runs](const QString& folder) { return runs->titleOf(folder); };
  auto* overlay = m_docks->view<widgets::CurvesView>("curves")->overlay();
  auto* comparison = m_docks->view<RunComparison>("runtable");
  overlay->setNaming(naming);
  comparison->setNaming(naming);
  m_names.setSingleShot(true);
  m_names.setInterval(kRefreshMs);
  connect(&m_names, &QTimer::timeout, this, [this, overlay, comparison] {
    overlay->renamed();
    comparison->renamed();
    m_flow->renamed();
  });
  const auto later = [this] {
    if (!m_names.isActive()) m_names.start();
  };
  connect(runs, &QAbstractItemModel::dataChanged, this, later);
  connect(runs, &QAbstractItemModel::rowsInserted, this, later);
  connect(runs, &QAbstractItemModel::rowsRemoved, this, later);
  connect(runs, &QAbstractItemModel::modelReset, this, later);
}

void MainWindow::connectEpisodeList() {
  auto* episodes = m_docks->view<EpisodeList>("episodes");
  connect(episodes->emptyState(), &widgets::EmptyState::triggered, this,
          [this] { m_flow->startPocket(0); });
  connect(episodes, &EpisodeList::episodeActivated, this,
          [this] { m_workspaces->show(QStringLiteral("inspect")); });
  connect(m_feed, &RunFeed::caughtUp, this, &MainWindow::selectWhenReady);
  connect(m_feed, &RunFeed::episodesArrived, this, [this] {
    if (m_feed->isCaughtUp()) selectWhenReady();
  });
  // A run that is continued loses its last steps; who reads another episode goes on reading it.
  connect(m_feed, &RunFeed::runReset, this, [this](const QString& folder) {
    const bool isSame = !folder.isEmpty() && folder == std::exchange(m_readFolder, folder);
    if (!isSame) m_kept.reset();
    if (isSame && m_subject->episode()) m_kept = m_subject->episode();
    m_selection->setEpisode(0);
  });
  connect(m_subject, &Subject::episodeChanged, this, [this] {
    if (m_subject->episode() && m_selection->step() < 0)
      m_selection->setStep(static_cast<double>(m_subject->episode()->key.step));
  });
}

void MainWindow::selectWhenReady() {
  auto* episodes = m_docks->view<EpisodeList>("episodes");
  const bool follows = m_actions->action(QStringLiteral("view.follow"))->isChecked();
  if (m_feed->isCaughtUp() && m_kept) {
    const widgets::EpisodePtr kept = std::exchange(m_kept, nullptr);
    const int row = episodes->model()->rowOfKey(kept->key, kept->phase);
    if (row >= 0) return m_selection->setEpisode(episodes->model()->row(row).id);
  }
  if ((m_selection->episode() != 0 && !follows) || episodes->proxy()->rowCount() == 0) return;
  m_selection->setEpisode(episodes->proxy()->row(0).id);
}

void MainWindow::connectBars() {
  m_refresh.setSingleShot(true);
  m_refresh.setInterval(kRefreshMs);
  connect(&m_refresh, &QTimer::timeout, this, &MainWindow::refreshBars);
  const auto later = [this] {
    if (!m_refresh.isActive()) m_refresh.start();
  };
  connect(m_feed, &RunFeed::infoChanged, this, later);
  connect(m_feed, &RunFeed::metricsChanged, this, later);
  connect(m_feed, &RunFeed::runReset, this, later);
  connect(m_flow, &RunFlow::targetChanged, this, later);
  connect(m_docks->view<RunList>("runs")->model(), &QAbstractItemModel::dataChanged, this, later);
  connect(m_verifier, &VerifyService::pendingChanged, this, later);
  connect(m_verifier, &VerifyService::statsChanged, this, later);
  // A state must be seen at once; progress within a step can wait.
  connect(m_controller, &RunController::changed, this,
          [this, later, last = record::RunState::kStopped]() mutable {
            const auto now = m_controller->status().state;
            if (now != last) refreshBars();
            last = now;
            later();
          });
  connect(m_controller, &RunController::logged, this,
          [this](const QString& level, const QString& message) {
            if (m_feed->runDir() != m_controller->status().folder) {
              m_docks->view<widgets::LogView>("log")->addLine(level, message);
            }
          });
  connect(m_controller, &RunController::ended, this, [this] {
    if (!m_closeAfterRun || m_runTools->goesOn()) return;
    close();
    if (isHidden()) qApp->quit();
  });
  refreshBars();
}

void MainWindow::refreshBars() {
  const bool hasRecord = !m_feed->runDir().isEmpty();
  const bool isActive = m_controller->isActive();
  const bool showsOwn = hasRecord && m_feed->runDir() == m_controller->status().folder;
  // The state stands beside the buttons that are about the same run.
  if (m_flow->target().isOwn) {
    m_topBar->setRunLine(
        lineOf(m_controller->status(), showsOwn ? m_feed->info() : record::RunInfo{}));
  } else {
    m_topBar->setRunLine(hasRecord ? lineOf(*m_feed) : emptyLine());
  }
  m_status->setRecord(recordText(*m_feed, isActive && showsOwn));
  const QString own = ownVerifierText(*m_verifier);
  m_status->setVerifier(own.isEmpty() ? verifierText(*m_feed) : own);
  if (const std::string& settings = m_feed->info().settings_yaml; settings != m_settingsText) {
    m_settingsText = settings;  // parsed once: this runs several times a second
    m_modelName = modelName(settings);
  }
  m_status->setPolicy(policyText(*m_feed, m_modelName));
  const QString name = hasRecord
                           ? m_shelf->titleOf(m_feed->runDir(), widgets::text(m_feed->info().name))
                           : QString();
  setWindowTitle(name.isEmpty() ? QStringLiteral("Nereid") : tr("%1 - Nereid").arg(name));
}

void MainWindow::begin(const QString& run, bool openLast) {
  m_shelf->refresh();
  m_runTools->begin();
  m_session->restoreNext();
  if (isRemoteAddress(run)) {
    m_remote->open(run);
  } else if (!run.isEmpty()) {
    m_flow->openRun(run);
  } else if (openLast) {
    const QStringList folders = m_shelf->folders();
    const QString last = m_session->lastRun();
    m_flow->openRun(last.isEmpty() && !folders.isEmpty() ? folders.first() : last);
    if (folders.isEmpty()) showStartPage(true);
    m_flow->offerUnfinished();
  }
  m_setup->mention();
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (m_wasShown) return;
  m_wasShown = true;
  const QString last = QSettings().value(workspaceKey()).toString();
  const auto& all = m_workspaces->all();
  const bool isKnown =
      std::any_of(all.begin(), all.end(), [&](const Workspace& one) { return one.id == last; });
  centralWidget()->layout()->activate();
  m_workspaces->beginSettling();
  m_workspaces->show(isKnown ? last : QStringLiteral("monitor"));
  m_area->setFocus();
}

// What the question about a run is answered with decides: a run that stops first is waited for.
void MainWindow::restart() {
  m_restarts = true;
  if (!close() && !m_closeAfterRun) m_restarts = false;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (m_controller->isActive()) {
    askBeforeClosing(event);
    if (!event->isAccepted()) return;
  }
  if (m_wasShown) m_workspaces->save();
  QSettings().setValue(geometryKey(), saveGeometry());
  QMainWindow::closeEvent(event);
  if (m_restarts)
    QProcess::startDetached(QCoreApplication::applicationFilePath(), {}, QDir::currentPath());
}

void MainWindow::askBeforeClosing(QCloseEvent* event) {
  event->ignore();
  if (m_closeAfterRun && isVisible()) return;  // already stopping; it closes by itself
  const RunStatus& status = m_controller->status();
  // A run that was continued has steps before its first one in this process.
  const bool isContinued = !status.continues.isEmpty() && m_feed->runDir() == status.continues;
  const auto before = isContinued ? m_feed->info().last_step : 0;
  CloseQuestion question(m_shelf->titleOf(status.folder, status.name),
                         status.step ? status.step->step : before, m_runTools->waiting(), this);
  question.exec();
  switch (question.answer()) {
    case CloseQuestion::Answer::kCancel:
      return;
    case CloseQuestion::Answer::kStopAndClose:
      m_closeAfterRun = true;
      m_runTools->close();
      m_controller->isActive() ? m_controller->stop() : event->accept();
      return;
    case CloseQuestion::Answer::kKeepRunning:
      m_closeAfterRun = true;
      m_workspaces->save();
      hide();
      return;
  }
}

void MainWindow::stopAndQuit() {
  m_closeAfterRun = true;
  m_runTools->close();
  if (m_controller->isActive()) {
    m_controller->stop();
  } else {
    close();
    qApp->quit();
  }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (urls.isEmpty() || !urls.first().isLocalFile()) return;
  const QString file = urls.first().toLocalFile();
  if (!m_runTools->takesSettings(file)) m_flow->openRun(file);
}

}  // namespace nereid::app

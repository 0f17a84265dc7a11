// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_flow.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>
#include <utility>

#include "app/desk/actions.h"
#include "app/desk/desktop_notice.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/runs/run_shelf.h"
#include "app/runs/run_text.h"
#include "engine/base/paths.h"
#include "engine/record/episode_file.h"
#include "widgets/feed/run_feed.h"
#include "widgets/look/icons.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using record::ControlCommand;
using record::RunState;
using widgets::RunFeed;

namespace {

constexpr int kWatchMs = 2000;

/// Somebody works on it, or did when it was last written.
bool isMoving(RunState state) {
  return state != RunState::kStopped && state != RunState::kFinished && state != RunState::kFailed;
}

bool isPaused(RunState state) {
  return state == RunState::kPaused || state == RunState::kPausing;
}

/// The settings that a record was made with.
Result<config::RunConfig> recordedConfig(const QString& folder) {
  auto reader = record::RunReader::open(folder.toStdString());
  if (!reader) return reader.error();
  const auto info = (*reader)->info();
  if (!info) return info.error();
  return config::parse_settings(info->settings_yaml, folder.toStdString());
}

}  // namespace

RunFlow::RunFlow(const RunDesk& desk)
    : QObject(desk.window), m_desk(desk), m_steering(desk.controller) {
  m_pool.setMaxThreadCount(1);
  bindActions();
  connectSteering();
  connect(&m_desk.controller, &RunController::started, this, &RunFlow::takeStarted);
  connect(&m_desk.controller, &RunController::recordChanged, this, [this] {
    if (m_desk.feed.runDir() == m_desk.controller.status().folder) m_desk.feed.poke();
  });
  connect(&m_desk.controller, &RunController::changed, this, &RunFlow::refreshActions);
  connect(&m_desk.controller, &RunController::ended, this, [this](const QString& folder) {
    m_desk.feed.poke();
    if (folder.isEmpty()) return;
    findUnfinished({folder}, Offer::kNever);
    tellOwnEnd(folder);
  });
  connect(&m_desk.controller, &RunController::failed, this,
          [this](const QString& title, const QString& detail) {
            m_desk.messages.showError(title, detail);
          });
  connect(&m_desk.feed, &RunFeed::runFailed, this,
          [this](const QString& folder, const Error& error) {
            m_desk.messages.showError(tr("\"%1\" cannot be read").arg(QFileInfo(folder).fileName()),
                                      widgets::engineText(error.message));
          });
  connect(&m_desk.feed, &RunFeed::runReset, this, [this] {
    m_unfinished.reset();
    refreshActions();
  });
  connect(&m_desk.feed, &RunFeed::caughtUp, this,
          [this] { findUnfinished({m_desk.feed.runDir()}, Offer::kNever); });
  refreshActions();
}

void RunFlow::tellOwnEnd(const QString& folder) {
  const RunStatus& status = m_desk.controller.status();
  tellEnd(folder, status.name, status.state, widgets::engineText(status.message));
}

// Who stopped it knows that it has stopped.
void RunFlow::tellEnd(const QString& folder, const QString& recordedName, RunState state,
                      const QString& detail) {
  if (state != RunState::kFinished && state != RunState::kFailed) return;
  const QString name = m_desk.shelf.titleOf(folder, recordedName);
  const QString title = state == RunState::kFinished ? tr("The run \"%1\" is finished").arg(name)
                                                     : tr("The run \"%1\" failed").arg(name);
  if (state == RunState::kFinished) {
    m_desk.messages.showNews(detail.isEmpty() ? title : tr("%1: %2").arg(title, detail), tr("Show"),
                             [this, folder] {
                               if (m_desk.feed.runDir() != folder) openRun(folder);
                               m_desk.actions.action(QStringLiteral("view.monitor"))->trigger();
                             });
  }
  notifyDesktop(m_desk.window, title, detail);
}

void RunFlow::connectSteering() {
  connect(&m_steering, &RunSteering::answered, this, [this](const QString& folder) {
    if (m_desk.feed.runDir() == folder) m_desk.feed.poke();
  });
  connect(&m_steering, &RunSteering::refused, this,
          [this](const QString& folder, const QString& problem) {
            m_desk.messages.showError(tr("The run does not obey"), problem);
            if (m_desk.feed.runDir() == folder) m_desk.feed.poke();
            refreshActions();
          });
  // Of a run that others work on: the state, and its end.
  connect(&m_desk.feed, &RunFeed::infoChanged, this,
          [this, last = std::pair<std::string, RunState>()](const record::RunInfo& info) mutable {
            const auto before = std::exchange(last, {info.run_id, info.state});
            if (before == last) return;
            refreshActions();
            // One that others work on, and that was seen at work, has ended.
            const QString folder = m_desk.feed.runDir();
            const bool isOwn = folder == m_desk.controller.status().folder;
            if (!isOwn && before.first == info.run_id && isMoving(before.second))
              tellEnd(folder, QString::fromStdString(info.name), info.state, {});
            if (!m_desk.controller.isActive() && m_desk.feed.isCaughtUp())
              findUnfinished({m_desk.feed.runDir()}, Offer::kNever);
          });
  m_watch.setInterval(kWatchMs);
  connect(&m_watch, &QTimer::timeout, this, [this] {
    if (target().takesCommands) return;
    refreshActions();
    findUnfinished({m_desk.feed.runDir()}, Offer::kIfCut);
    Q_EMIT targetChanged();
  });
}

RunFlow::~RunFlow() {
  m_pool.clear();
  m_pool.waitForDone();
}

void RunFlow::bindActions() {
  ActionRegistry& actions = m_desk.actions;
  actions.bind(QStringLiteral("file.open"), this, [this] { askForFolder(); });
  actions.bind(QStringLiteral("file.folder"), this, [this] {
    const QFileInfo run(m_desk.feed.runDir());
    const QString folder = run.isFile() ? run.absolutePath() : run.filePath();
    QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
  });
  actions.bind(QStringLiteral("run.start"), this, [this] { askForPlan(); });
  actions.bind(QStringLiteral("run.pocket"), this, [this] { startPocket(0); });
  actions.bind(QStringLiteral("run.continue"), this, [this] {
    if (m_unfinished) continueRun(*m_unfinished);
  });
  actions.bind(QStringLiteral("run.pause"), this, [this] { pauseOrGoOn(); });
  actions.bind(QStringLiteral("run.stop"), this, [this] {
    const RunTarget target = this->target();
    target.isOwn ? m_desk.controller.stop() : m_steering.give(target.folder, ControlCommand::kStop);
  });
}

RunTarget RunFlow::target() const {
  const RunStatus& own = m_desk.controller.status();
  const QString shown = m_desk.feed.runDir();
  const bool isOwnActive = m_desk.controller.isActive();
  if (!shown.isEmpty() && !(isOwnActive && shown == own.folder)) {
    const record::RunInfo& info = m_desk.feed.info();
    const bool takes =
        !info.run_id.empty() && nereid::app::takesCommands(lifeOf(shown, info), info);
    if (takes || !isOwnActive) return {shown, info.state, takes, false};
  }
  return {own.folder, own.state, isOwnActive, isOwnActive};
}

// One button, for whatever comes next.
void RunFlow::pauseOrGoOn() {
  const RunTarget target = this->target();
  if (!target.takesCommands) {
    if (m_unfinished) continueRun(*m_unfinished);
  } else {
    m_steering.give(target.folder,
                    isPaused(target.state) ? ControlCommand::kResume : ControlCommand::kPause);
  }
}

void RunFlow::openRun(const QString& folder) {
  if (folder.isEmpty()) return;
  QString path = QDir(folder).absolutePath();
  // What a file manager hands over: the record itself.
  if (const QFileInfo file(path);
      file.isFile() && file.fileName() == QLatin1String("record.sqlite"))
    path = file.absolutePath();
  if (!QFileInfo::exists(path)) {
    const bool isFile = path.endsWith(QLatin1String(record::kEpisodeFileSuffix.data()));
    m_desk.messages.showError(
        isFile ? tr("There is no file %1").arg(path) : tr("There is no folder %1").arg(path),
        tr("It may have been moved or deleted."));
    return;
  }
  if (!isRunFolder(path) && QFileInfo(path).isFile()) {
    m_desk.messages.showError(
        tr("%1 is neither a run nor an episode file").arg(path),
        tr("choose the folder of a run, or a file that ends in .nereid-episode"));
    return;
  }
  if (!isRunFolder(path)) {
    m_desk.messages.showError(
        tr("%1 holds no run").arg(path),
        tr("choose the folder in which record.sqlite lies; runs are kept in %1")
            .arg(QString::fromStdString(runs_dir().string())));
    return;
  }
  m_desk.messages.dismiss();
  m_desk.feed.follow(path);
  m_desk.selection.setRun(path);
  m_desk.shelf.add(path);
  refreshActions();
}

void RunFlow::askForFolder() {
  const QString start = QString::fromStdString(runs_dir().string());
  const QString folder =
      QFileDialog::getExistingDirectory(m_desk.window, tr("Open the folder of a run"), start);
  openRun(folder);
}

void RunFlow::askForPlan(const QString& file) {
  const bool isBusy = m_desk.controller.isActive();
  StartDialog dialog(m_desk.window,
                     isBusy ? StartDialog::Purpose::kBusy : StartDialog::Purpose::kNew);
  dialog.setTakenFolders(m_queued());
  dialog.setKnownRuns(m_desk.shelf.folders());
  if (!file.isEmpty()) dialog.openFile(file);
  if (dialog.exec() != QDialog::Accepted) return;
  // Another run may have started while the dialog was open.
  const bool starts =
      dialog.answer() == StartDialog::Answer::kStart && !m_desk.controller.isActive();
  if (starts) {
    startPlan(dialog.plan());
  } else {
    Q_EMIT queueRequested(dialog.plan(), dialog.source());
  }
}

void RunFlow::startPocket(int steps) {
  const auto plan = planOf(QStringLiteral("pocket"), steps);
  if (!plan) {
    m_desk.messages.showError(tr("The pocket run cannot start"),
                              widgets::engineText(plan.error().message));
    return;
  }
  startPlan(*plan);
}

void RunFlow::startPlan(const RunPlan& plan) {
  begin(plan.config, plan.options);
}

void RunFlow::startQueued(const RunPlan& plan) {
  const QString before = m_desk.controller.status().folder;
  const QString shown = m_desk.feed.runDir();
  // Who reads another run goes on reading it.
  m_staysShown = !shown.isEmpty() && shown != before;
  m_desk.controller.start(plan.config, plan.options);
}

void RunFlow::continueRun(const UnfinishedRun& run) {
  const auto config = recordedConfig(run.folder);
  if (!config) {
    m_desk.messages.showError(tr("\"%1\" cannot be continued").arg(run.name),
                              widgets::engineText(config.error().message));
    return;
  }
  if (!begin(*config, {.run_dir = run.folder.toStdString(), .resume = true}))
    m_desk.messages.showError(tr("\"%1\" cannot be continued").arg(run.name),
                              tr("another run goes on in this window; stop it first"));
}

void RunFlow::continueFolder(const QString& folder) {
  m_pool.start([this, folder] {
    const auto found = unfinishedRun(folder);
    QMetaObject::invokeMethod(this, [this, found, folder] {
      if (found) return continueRun(*found);
      m_desk.messages.showError(tr("\"%1\" cannot be continued").arg(QFileInfo(folder).fileName()),
                                tr("it goes on already, is finished, or has no checkpoint"));
    });
  });
}

bool RunFlow::begin(const config::RunConfig& config, const train::StartOptions& options) {
  m_desk.messages.dismiss();
  m_staysShown = false;
  return m_desk.controller.start(config, options);
}

void RunFlow::takeStarted(const QString& folder) {
  if (m_desk.feed.runDir() == folder) {
    m_desk.feed.poke();
  } else if (!m_staysShown) {
    m_desk.selection.setRun(folder);
    m_desk.feed.follow(folder);
  }
  m_desk.shelf.add(folder);
}

void RunFlow::offerUnfinished() {
  if (!m_desk.controller.isActive()) findUnfinished(m_desk.shelf.folders(), Offer::kAlways);
}

void RunFlow::findUnfinished(const QStringList& folders, Offer offer) {
  m_pool.start([this, folders, offer] {
    auto found = newestUnfinishedRun(folders);
    QMetaObject::invokeMethod(this, [this, found, folders, offer]() mutable {
      if (found) found->name = m_desk.shelf.titleOf(found->folder, found->name);
      const QString shown = m_desk.feed.runDir();
      const bool isOfShown = shown.isEmpty() || folders.contains(shown);
      if (isOfShown && (!found || shown.isEmpty() || found->folder == shown)) m_unfinished = found;
      refreshActions();
      const bool isWanted =
          found && (offer == Offer::kAlways || (offer == Offer::kIfCut && !found->wasStopped));
      if (!isWanted || m_desk.controller.isActive()) return;
      const UnfinishedRun& run = *found;
      m_desk.messages.showOffer(
          run.wasStopped
              ? tr("\"%1\" was stopped. It can go on from where it is.").arg(run.name)
              : tr("\"%1\" was cut short. It can go on from its checkpoint as if nothing had "
                   "happened.")
                    .arg(run.name),
          tr("Continue %1 from step %L2").arg(run.name).arg(run.step),
          [this, run] { continueRun(run); });
    });
  });
}

void RunFlow::renamed() {
  if (!m_unfinished) return;
  m_unfinished->name = m_desk.shelf.titleOf(m_unfinished->folder, m_unfinished->name);
  refreshActions();
}

void RunFlow::refreshActions() {
  ActionRegistry& actions = m_desk.actions;
  const auto set = [&](const char* id, bool enabled) {
    actions.action(QString::fromLatin1(id))->setEnabled(enabled);
  };
  const bool isActive = m_desk.controller.isActive();
  const RunTarget target = this->target();
  set("run.start", true);  // it can wait in the queue
  set("run.pocket", !isActive);
  set("run.continue", !isActive && m_unfinished.has_value());
  set("run.stop", target.takesCommands && target.state != RunState::kStopping);
  set("file.folder", !m_desk.feed.runDir().isEmpty());
  refreshPause(target);
  const bool isElsewhere = target.takesCommands && !target.isOwn;
  if (isElsewhere != m_watch.isActive()) isElsewhere ? m_watch.start() : m_watch.stop();
  QAction* goOn = actions.action(QStringLiteral("run.continue"));
  if (m_unfinished) {
    goOn->setText(tr("Continue %1 from step %L2").arg(m_unfinished->name).arg(m_unfinished->step));
  } else {
    goOn->setText(tr("Continue run"));
  }
}

void RunFlow::refreshPause(const RunTarget& target) {
  QAction* pause = m_desk.actions.action(QStringLiteral("run.pause"));
  const bool mayGoOn = !target.takesCommands && m_unfinished && !m_desk.controller.isActive();
  pause->setEnabled(mayGoOn || (target.takesCommands &&
                                (target.state == RunState::kRunning || isPaused(target.state))));
  const bool isHeld = target.takesCommands && isPaused(target.state);
  const QString word = mayGoOn ? tr("Continue") : isHeld ? tr("Resume") : tr("Pause");
  if (pause->text() == word && !pause->icon().isNull()) return;
  pause->setText(word);
  // Where the bar has no room for the word.
  pause->setIcon(
      widgets::icon(mayGoOn || isHeld ? widgets::IconId::kPlay : widgets::IconId::kPause));
  pause->setIconVisibleInMenu(false);
}

}  // namespace nereid::app

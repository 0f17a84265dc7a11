// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_flow.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/runs/run_shelf.h"
#include "app/runs/run_text.h"
#include "engine/base/paths.h"
#include "engine/record/episode_file.h"
#include "widgets/feed/run_feed.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using record::RunState;
using widgets::RunFeed;

namespace {

/// The settings that a record was made with.
Result<config::RunConfig> recordedConfig(const QString& folder) {
  auto reader = record::RunReader::open(folder.toStdString());
  if (!reader) return reader.error();
  const auto info = (*reader)->info();
  if (!info) return info.error();
  return config::parse_settings(info->settings_yaml, folder.toStdString());
}

}  // namespace

RunFlow::RunFlow(const RunDesk& desk) : QObject(desk.window), m_desk(desk) {
  m_pool.setMaxThreadCount(1);
  bindActions();
  connect(&m_desk.controller, &RunController::started, this, &RunFlow::takeStarted);
  connect(&m_desk.controller, &RunController::recordChanged, this, [this] {
    if (m_desk.feed.runDir() == m_desk.controller.status().folder) m_desk.feed.poke();
  });
  connect(&m_desk.controller, &RunController::changed, this, &RunFlow::refreshActions);
  connect(&m_desk.controller, &RunController::ended, this, [this](const QString& folder) {
    m_desk.feed.poke();
    if (!folder.isEmpty()) findUnfinished({folder}, false);
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
  connect(&m_desk.feed, &RunFeed::caughtUp, this,
          [this] { findUnfinished({m_desk.feed.runDir()}, false); });
  refreshActions();
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
  actions.bind(QStringLiteral("run.pause"), this, [this] {
    m_desk.controller.isPaused() ? m_desk.controller.resume() : m_desk.controller.pause();
  });
  actions.bind(QStringLiteral("run.stop"), this, [this] { m_desk.controller.stop(); });
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
  begin(*config, {.run_dir = run.folder.toStdString(), .resume = true});
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
  if (!m_desk.controller.isActive()) findUnfinished(m_desk.shelf.folders(), true);
}

void RunFlow::findUnfinished(const QStringList& folders, bool offer) {
  m_pool.start([this, folders, offer] {
    const auto found = newestUnfinishedRun(folders);
    QMetaObject::invokeMethod(this, [this, found, offer] {
      if (!found && !offer) {
        m_unfinished.reset();
      } else if (found) {
        m_unfinished = found;
      }
      refreshActions();
      if (!found || !offer || m_desk.controller.isActive()) return;
      const UnfinishedRun& run = *found;
      m_desk.messages.showOffer(
          tr("\"%1\" was cut short. It can go on from its checkpoint as if nothing had happened.")
              .arg(run.name),
          tr("Continue %1 from step %L2").arg(run.name).arg(run.step),
          [this, run] { continueRun(run); });
    });
  });
}

void RunFlow::refreshActions() {
  ActionRegistry& actions = m_desk.actions;
  const auto set = [&](const char* id, bool enabled) {
    actions.action(QString::fromLatin1(id))->setEnabled(enabled);
  };
  const bool isActive = m_desk.controller.isActive();
  const RunState state = m_desk.controller.status().state;
  set("run.start", true);  // it can wait in the queue
  set("run.pocket", !isActive);
  set("run.continue", !isActive && m_unfinished.has_value());
  set("run.pause", isActive && (state == RunState::kRunning || state == RunState::kPaused));
  set("run.stop", isActive && state != RunState::kStopping);
  set("file.folder", !m_desk.feed.runDir().isEmpty());
  actions.action(QStringLiteral("run.pause"))
      ->setText(isActive && state == RunState::kPaused ? tr("Resume") : tr("Pause"));
  if (m_unfinished) {
    actions.action(QStringLiteral("run.continue"))
        ->setText(tr("Continue %1 from step %L2").arg(m_unfinished->name).arg(m_unfinished->step));
  }
}

}  // namespace nereid::app

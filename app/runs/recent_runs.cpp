// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/recent_runs.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include "app/runs/remote_address.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"
#include "engine/record/episode_file.h"

namespace nereid::app {
namespace {

QString key() {
  return QStringLiteral("recent/runs");
}

QString normalised(const QString& folder) {
  return QDir(folder).absolutePath();
}

/// Runs of a process that lives are not unfinished, they go on.
bool isOver(const record::RunInfo& info) {
  using record::RunState;
  if (info.pid > 0 && process_exists(static_cast<pid_t>(info.pid))) return true;
  return info.state == RunState::kFinished || info.state == RunState::kFailed;
}

}  // namespace

bool isRunFolder(const QString& folder) {
  if (record::is_episode_file(folder.toStdString())) return true;
  return QFileInfo::exists(
      QString::fromStdString(record::record_path(folder.toStdString()).string()));
}

QStringList RecentRuns::folders() const {
  QStringList present = QSettings().value(key()).toStringList();
  present.removeIf([](const QString& folder) { return !isRunFolder(folder); });
  return present;
}

void RecentRuns::add(const QString& folder) {
  QSettings settings;
  QStringList all = settings.value(key()).toStringList();
  all.removeAll(normalised(folder));
  all.prepend(normalised(folder));
  settings.setValue(key(), all.mid(0, kMost));
}

void RecentRuns::remove(const QString& folder) {
  QSettings settings;
  QStringList all = settings.value(key()).toStringList();
  all.removeAll(normalised(folder));
  settings.setValue(key(), all);
}

QStringList runsOnDisk() {
  const QDir folder(QString::fromStdString(runs_dir().string()));
  QStringList runs;
  const auto entries = folder.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time);
  for (const QFileInfo& entry : entries) {
    if (isRunFolder(entry.absoluteFilePath())) runs << entry.absoluteFilePath();
  }
  return runs;
}

std::optional<UnfinishedRun> unfinishedRun(const QString& folder) {
  if (remoteMark(folder)) return std::nullopt;  // it goes on elsewhere
  auto reader = record::RunReader::open(folder.toStdString());
  if (!reader) return std::nullopt;
  const auto info = (*reader)->info();
  if (!info || isOver(*info) || info->last_checkpoint_step <= 0) return std::nullopt;
  if (info->total_steps > 0 && info->last_step >= info->total_steps) return std::nullopt;
  return UnfinishedRun{folder, QString::fromStdString(info->name), info->last_checkpoint_step};
}

std::optional<UnfinishedRun> newestUnfinishedRun(const QStringList& folders) {
  for (const QString& folder : folders) {
    if (auto run = unfinishedRun(folder)) return run;
  }
  return std::nullopt;
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/recent_runs.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include "app/runs/run_life.h"
#include "engine/base/paths.h"
#include "engine/record/episode_file.h"

namespace nereid::app {
namespace {

QString key() {
  return QStringLiteral("recent/runs");
}

QString addedKey() {
  return QStringLiteral("runtable/folders");
}

QStringList foldersIn(const QString& folder) {
  QStringList paths;
  const auto entries = QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
  for (const QFileInfo& entry : entries) paths << entry.absoluteFilePath();
  return paths;
}

QString normalised(const QString& folder) {
  return QDir(folder).absolutePath();
}

}  // namespace

QStringList runsBelow(const QString& folder) {
  if (isRunFolder(folder)) return {QDir(folder).absolutePath()};
  QStringList runs;
  for (const QString& child : foldersIn(folder)) {
    if (isRunFolder(child)) {
      runs << child;
      continue;
    }
    for (const QString& grandchild : foldersIn(child)) {
      if (isRunFolder(grandchild)) runs << grandchild;
    }
  }
  return runs;
}

QStringList addedRuns() {
  QStringList runs;
  const QStringList folders = QSettings().value(addedKey()).toStringList();
  for (const QString& folder : folders) runs += runsBelow(folder);
  return runs;
}

void addRunFolders(const QStringList& folders) {
  constexpr int kMostAdded = 50;
  QSettings settings;
  QStringList added = folders + settings.value(addedKey()).toStringList();
  added.removeDuplicates();
  settings.setValue(addedKey(), added.mid(0, kMostAdded));
}

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
  auto reader = record::RunReader::open(folder.toStdString());
  if (!reader) return std::nullopt;
  const auto info = (*reader)->info();
  if (!info || !canGoOn(lifeOf(folder, *info), folder, *info)) return std::nullopt;
  return UnfinishedRun{folder, QString::fromStdString(info->name), info->last_checkpoint_step,
                       info->state == record::RunState::kStopped};
}

std::optional<UnfinishedRun> newestUnfinishedRun(const QStringList& folders) {
  for (const QString& folder : folders) {
    if (auto run = unfinishedRun(folder)) return run;
  }
  return std::nullopt;
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "engine/record/store.h"

namespace nereid::app {

/// Folders of runs that were opened lately, newest first, kept between starts (QSettings
/// "recent/runs").
class RecentRuns {
 public:
  static constexpr int kMost = 20;

  /// Those that still hold a record.
  QStringList folders() const;
  void add(const QString& folder);
  void remove(const QString& folder);
};

/// Runs of folders that people added, wherever these lie (QSettings "runtable/folders"). Reads
/// folders: call it on a worker thread.
QStringList addedRuns();
/// Adds folders: a run, or one with runs in it.
void addRunFolders(const QStringList& folders);
/// The folder if it is a run, else the run folders in it and one level further down.
QStringList runsBelow(const QString& folder);

/// Does the folder hold a record, or is it an episode file? Nothing is opened.
bool isRunFolder(const QString& folder);
/// Run folders under the runs folder, newest first.
QStringList runsOnDisk();
/// A run that was stopped or cut short and can go on: its process is gone, it is not finished and
/// it has a checkpoint.
struct UnfinishedRun {
  QString folder;
  QString name;
  qint64 step = 0;          ///< of the last checkpoint
  bool wasStopped = false;  ///< on purpose; else it was cut short
};
/// Opens the record; call it on a worker thread.
std::optional<UnfinishedRun> unfinishedRun(const QString& folder);
/// The newest one of the given folders.
std::optional<UnfinishedRun> newestUnfinishedRun(const QStringList& folders);

}  // namespace nereid::app

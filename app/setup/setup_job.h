// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <thread>

#include "engine/setup/environment.h"

namespace nereid::app {

/// What is known about the Python environment before its set-up.
struct SetupFacts {
  bool isReady = false;
  /// An environment that the user named (NEREID_PYTHON), or the one of a source tree: not ours to
  /// make.
  bool isForeign = false;
  QString folder;
  setup::SetupSize size;
  qint64 freeBytes = -1;  ///< on the disk of the folder; -1 = not known
};

/// Makes the Python environment on a thread of its own. GUI thread only; nothing here waits for a
/// disk or a process but the destructor, which ends a set-up that still goes.
class SetupJob : public QObject {
  Q_OBJECT

 public:
  explicit SetupJob(QObject* parent = nullptr);
  ~SetupJob() override;

  /// factsFound() follows.
  void look();
  /// Does nothing while one goes. progressed(), then ended() follow.
  void start();
  void cancel();
  bool isRunning() const { return m_running; }

 Q_SIGNALS:
  void factsFound(const nereid::app::SetupFacts& facts);
  void progressed(const nereid::setup::SetupProgress& progress);
  /// `error` is empty after success and after cancel().
  void ended(bool isReady, const QString& error);

 private:
  void finish(const Result<void>& outcome);

  bool m_running = false;
  std::jthread m_thread;
  std::jthread m_look;
};

}  // namespace nereid::app

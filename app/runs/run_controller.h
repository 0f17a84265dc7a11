// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <thread>

#include "app/runs/run_bridge.h"
#include "engine/config/settings.h"
#include "engine/module/session.h"

namespace nereid::app {

/// Where the run of this process stands, as the engine last said.
struct RunStatus {
  record::RunState state = record::RunState::kStopped;
  QString message;  ///< the engine's words, e.g. "pausing after step 12"
  QString name;
  QString folder;           ///< run folder, empty until the engine made it
  QString continues;        ///< folder of the run that goes on; known before `folder`
  QString activity;         ///< "generate", "verify", "update", ...; empty between
  int done = 0, total = 0;  ///< of the activity
  qint64 totalSteps = 0;
  StepPtr step;  ///< last finished step, null before the first
};

/// Starts a run: config, where, and who listens. Called on the run's own thread; may take long.
using SessionFactory = std::function<Result<std::unique_ptr<train::TrainSession>>(
    const config::RunConfig&, const train::StartOptions&, train::RunObserver&)>;

/// The factory of the training module, which is loaded on the first call.
SessionFactory moduleSessionFactory();

/// Owns the one run of this process. Commands are requests; `changed` tells what the engine
/// confirmed. GUI thread only; loading the engine, the run and its end happen on a thread of their
/// own.
class RunController : public QObject {
  Q_OBJECT

 public:
  explicit RunController(SessionFactory factory, QObject* parent = nullptr);
  ~RunController() override;

  /// False while a run is active.
  bool start(const config::RunConfig& config, const train::StartOptions& options);
  void pause();
  void resume();
  /// After a checkpoint; a rollout in work is given up. Also works while the engine is still
  /// loading.
  void stop();

  bool isActive() const { return m_thread.joinable(); }
  bool isPaused() const { return m_status.state == record::RunState::kPaused; }
  const RunStatus& status() const { return m_status; }

 Q_SIGNALS:
  void changed();                       ///< any part of status()
  void started(const QString& folder);  ///< the run folder exists
  void recordChanged();                 ///< new rows are committed
  void logged(const QString& level, const QString& message);
  void ended(const QString& folder);  ///< finished, stopped or failed; isActive() is false again
  void failed(const QString& title, const QString& detail);

 private:
  void runThread(std::shared_ptr<RunBridge> bridge, const config::RunConfig& config,
                 const train::StartOptions& options);
  void connectBridge(const std::shared_ptr<RunBridge>& bridge);
  void takeSession(quint64 number, std::shared_ptr<train::TrainSession> session);
  void finish(quint64 number, const Error* error);
  void setState(record::RunState state, const QString& message);

  SessionFactory m_factory;
  RunStatus m_status;
  quint64 m_number = 0;  ///< of the current run; signals of older runs are dropped
  bool m_stopRequested = false;
  std::shared_ptr<RunBridge> m_bridge;
  std::shared_ptr<train::TrainSession> m_session;
  std::thread m_thread;
};

}  // namespace nereid::app

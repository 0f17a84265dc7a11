// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_controller.h"

#include <QSignalBlocker>
#include <exception>

#include "engine/module/module.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using record::RunState;

SessionFactory moduleSessionFactory() {
  return [](const config::RunConfig& config, const train::StartOptions& options,
            train::RunObserver& observer) -> Result<std::unique_ptr<train::TrainSession>> {
    auto module = load_training_module();
    if (!module) return module.error();
    return (*module)->start(config, options, observer);
  };
}

RunController::RunController(SessionFactory factory, QObject* parent)
    : QObject(parent), m_factory(std::move(factory)) {}

RunController::~RunController() {
  if (!m_thread.joinable()) return;
  // The window that listens is half gone already.
  const QSignalBlocker quiet(this);
  stop();
  m_thread.join();
}

bool RunController::start(const config::RunConfig& config, const train::StartOptions& options) {
  if (isActive()) return false;
  ++m_number;
  m_stopRequested = false;
  m_status = RunStatus{};
  m_status.name = QString::fromStdString(config.name);
  if (options.resume) m_status.continues = QString::fromStdString(options.run_dir.string());
  m_bridge = std::make_shared<RunBridge>(m_number);
  connectBridge(m_bridge);
  m_thread = std::thread(
      [this, bridge = m_bridge, config, options] { runThread(bridge, config, options); });
  setState(RunState::kStarting, tr("Loading the engine..."));
  return true;
}

void RunController::runThread(std::shared_ptr<RunBridge> bridge, const config::RunConfig& config,
                              const train::StartOptions& options) {
  const quint64 number = m_number;  // start() changes it only when no run thread exists
  std::unique_ptr<Error> error;
  try {
    auto session = m_factory(config, options, *bridge);
    if (!session) {
      error = std::make_unique<Error>(session.error());
    } else {
      std::shared_ptr<train::TrainSession> shared = std::move(*session);
      QMetaObject::invokeMethod(this, [this, number, shared] { takeSession(number, shared); });
      if (auto result = shared->wait(); !result) error = std::make_unique<Error>(result.error());
    }
  } catch (const std::exception& problem) {
    error = std::make_unique<Error>(Error{ErrorCode::kInternal, problem.what()});
  }
  std::shared_ptr<Error> handed = std::move(error);
  QMetaObject::invokeMethod(this, [this, number, handed] { finish(number, handed.get()); });
}

void RunController::connectBridge(const std::shared_ptr<RunBridge>& bridge) {
  const auto isCurrent = [this](quint64 number) { return number == m_number && isActive(); };
  connect(bridge.get(), &RunBridge::stateChanged, this,
          [this, isCurrent](quint64 number, RunState state, const QString& message) {
            if (isCurrent(number)) setState(state, message);
          });
  connect(bridge.get(), &RunBridge::stepFinished, this,
          [this, isCurrent](quint64 number, const StepPtr& step) {
            if (!isCurrent(number)) return;
            m_status.step = step;
            m_status.totalSteps = step->total_steps;
            Q_EMIT changed();
          });
  connect(bridge.get(), &RunBridge::progressed, this,
          [this, isCurrent](quint64 number, const QString& activity, int done, int total) {
            if (!isCurrent(number)) return;
            m_status.activity = activity;
            m_status.done = done;
            m_status.total = total;
            Q_EMIT changed();
          });
  connect(bridge.get(), &RunBridge::recordChanged, this, [this, isCurrent](quint64 number) {
    if (isCurrent(number)) Q_EMIT recordChanged();
  });
  connect(bridge.get(), &RunBridge::logged, this,
          [this, isCurrent](quint64 number, const QString& level, const QString& message) {
            if (isCurrent(number)) Q_EMIT logged(level, message);
          });
}

void RunController::takeSession(quint64 number, std::shared_ptr<train::TrainSession> session) {
  if (number != m_number) return;
  m_session = std::move(session);
  m_status.folder = QString::fromStdString(m_session->run_dir().string());
  Q_EMIT started(m_status.folder);
  Q_EMIT changed();
  if (m_stopRequested) m_session->stop();
}

void RunController::finish(quint64 number, const Error* error) {
  if (number != m_number || !m_thread.joinable()) return;
  m_thread.join();
  m_session.reset();
  m_bridge.reset();
  m_status.activity.clear();
  if (error != nullptr) {
    const QString detail = widgets::engineText(error->message);
    setState(RunState::kFailed, detail);
    Q_EMIT failed(tr("The run \"%1\" failed").arg(m_status.name), detail);
  } else if (m_status.state != RunState::kFinished && m_status.state != RunState::kStopped) {
    setState(RunState::kStopped, QString());
  }
  Q_EMIT ended(m_status.folder);
  Q_EMIT changed();
}

void RunController::pause() {
  if (m_session && m_status.state == RunState::kRunning) m_session->pause();
}

void RunController::resume() {
  if (m_session && (isPaused() || m_status.state == RunState::kPausing)) m_session->resume();
}

void RunController::stop() {
  if (!isActive()) return;
  m_stopRequested = true;
  if (m_session) {
    m_session->stop();
  } else {
    setState(RunState::kStopping, tr("Stopping as soon as the engine has loaded..."));
  }
}

void RunController::setState(RunState state, const QString& message) {
  // The engine's first "starting" must not undo a stop that was asked for while it loaded.
  if (m_stopRequested && state == RunState::kStarting) return;
  m_status.state = state;
  m_status.message = message;
  Q_EMIT changed();
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>

#include "engine/record/control/run_control.h"

namespace nereid::app {

class RunController;

/// Pauses, resumes and stops a run, whoever works on it: this process through the controller,
/// another one through the control socket in the run's folder, a process of another machine through
/// whoever follows it. Sockets are waited for on a thread of its own. GUI thread only.
class RunSteering : public QObject {
  Q_OBJECT

 public:
  using Remote = std::function<void(const QString& folder, record::ControlCommand command)>;

  explicit RunSteering(RunController& controller, QObject* parent = nullptr);
  ~RunSteering() override;

  /// What takes commands for copies of runs on other machines; it answers by take().
  void setRemote(Remote remote) { m_remote = std::move(remote); }
  void give(const QString& folder, record::ControlCommand command);
  /// The answer of another machine.
  void take(const QString& folder, const Result<record::ControlAnswer>& answer);

 Q_SIGNALS:
  /// The process has taken the command on; its record says so.
  void answered(const QString& folder);
  void refused(const QString& folder, const QString& problem);

 private:
  RunController& m_controller;
  Remote m_remote;
  QThreadPool m_pool;
};

}  // namespace nereid::app

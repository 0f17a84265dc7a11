// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "engine/module/session.h"

namespace nereid::app {

using StepPtr = std::shared_ptr<const train::StepSummary>;

/// Turns the engine's calls into queued signals. Thread-safe: called on the engine's threads, while
/// the receivers live on the GUI thread and drop what carries an old run number.
class RunBridge : public QObject, public train::RunObserver {
  Q_OBJECT

 public:
  explicit RunBridge(quint64 number) : m_number(number) {}

  void on_state(record::RunState state, const std::string& message) override;
  void on_step(std::shared_ptr<const train::StepSummary> step) override;
  void on_progress(const std::string& activity, int done, int total) override;
  void on_record_changed() override;
  void on_log(const std::string& level, const std::string& message) override;

 Q_SIGNALS:
  void stateChanged(quint64 number, nereid::record::RunState state, const QString& message);
  void stepFinished(quint64 number, const nereid::app::StepPtr& step);
  void progressed(quint64 number, const QString& activity, int done, int total);
  void recordChanged(quint64 number);
  void logged(quint64 number, const QString& level, const QString& message);

 private:
  bool isDue(const std::string& activity, bool isLast);

  const quint64 m_number;
  std::mutex m_progressMutex;  ///< progress may come from several threads of the engine at once
  std::string m_activity;
  std::chrono::steady_clock::time_point m_lastProgress{};
};

}  // namespace nereid::app

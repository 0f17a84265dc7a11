// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_bridge.h"

namespace nereid::app {
namespace {

// Finer progress cannot be seen, and every signal costs the GUI thread an event.
constexpr auto kProgressInterval = std::chrono::milliseconds(66);

}  // namespace

void RunBridge::on_state(record::RunState state, const std::string& message) {
  Q_EMIT stateChanged(m_number, state, QString::fromStdString(message));
}

void RunBridge::on_step(std::shared_ptr<const train::StepSummary> step) {
  Q_EMIT stepFinished(m_number, step);
}

void RunBridge::on_progress(const std::string& activity, int done, int total) {
  if (isDue(activity, done >= total)) {
    Q_EMIT progressed(m_number, QString::fromStdString(activity), done, total);
  }
}

void RunBridge::on_record_changed() {
  Q_EMIT recordChanged(m_number);
}

void RunBridge::on_log(const std::string& level, const std::string& message) {
  Q_EMIT logged(m_number, QString::fromStdString(level), QString::fromStdString(message));
}

bool RunBridge::isDue(const std::string& activity, bool isLast) {
  const auto now = std::chrono::steady_clock::now();
  const std::lock_guard lock(m_progressMutex);
  const bool isNew = activity != m_activity;
  if (!isNew && !isLast && now - m_lastProgress < kProgressInterval) return false;
  m_activity = activity;
  m_lastProgress = now;
  return true;
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_job.h"

#include <filesystem>
#include <system_error>

#include "engine/base/paths.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

qint64 freeBytesAt(fs::path folder) {
  std::error_code problem;
  while (!fs::exists(folder, problem) && folder.has_relative_path()) folder = folder.parent_path();
  const fs::space_info space = fs::space(folder, problem);
  return problem ? -1 : static_cast<qint64>(space.available);
}

SetupFacts findFacts() {
  SetupFacts facts;
  const fs::path folder = environment_dir();
  facts.isReady = has_environment();
  facts.isForeign = python_executable() != folder / "bin" / "python";
  facts.folder = QString::fromStdString(folder.string());
  facts.freeBytes = freeBytesAt(folder);
  if (const auto size = setup::setup_size()) facts.size = *size;
  return facts;
}

}  // namespace

SetupJob::SetupJob(QObject* parent) : QObject(parent) {}

SetupJob::~SetupJob() = default;  // the threads are asked to stop, and joined

void SetupJob::look() {
  m_look = std::jthread([this] {
    const SetupFacts facts = findFacts();
    QMetaObject::invokeMethod(this, [this, facts] { Q_EMIT factsFound(facts); });
  });
}

void SetupJob::start() {
  if (m_running) return;
  m_running = true;
  m_thread = std::jthread([this](const std::stop_token& stop) {
    const auto report = [this](const setup::SetupProgress& progress) {
      QMetaObject::invokeMethod(this, [this, progress] {
        if (m_running) Q_EMIT progressed(progress);
      });
    };
    const Result<void> outcome = setup::make_environment({}, report, stop);
    QMetaObject::invokeMethod(this, [this, outcome] { finish(outcome); });
  });
}

void SetupJob::cancel() {
  if (m_running) m_thread.request_stop();
}

void SetupJob::finish(const Result<void>& outcome) {
  m_running = false;
  const bool isSilent = !outcome && outcome.error().code == ErrorCode::kCancelled;
  Q_EMIT ended(outcome.has_value(), outcome.has_value() || isSilent
                                        ? QString()
                                        : widgets::engineText(outcome.error().message));
}

}  // namespace nereid::app

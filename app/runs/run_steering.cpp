// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_steering.h"

#include "app/runs/remote_address.h"
#include "app/runs/run_controller.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using record::ControlCommand;

namespace {

void giveHere(RunController& controller, ControlCommand command) {
  switch (command) {
    case ControlCommand::kPause:
      return controller.pause();
    case ControlCommand::kResume:
      return controller.resume();
    case ControlCommand::kStop:
      return controller.stop();
    case ControlCommand::kStatus:
      return;
  }
}

}  // namespace

RunSteering::RunSteering(RunController& controller, QObject* parent)
    : QObject(parent), m_controller(controller) {
  m_pool.setMaxThreadCount(1);
}

RunSteering::~RunSteering() {
  m_pool.clear();
  m_pool.waitForDone();
}

void RunSteering::give(const QString& folder, ControlCommand command) {
  if (m_controller.isActive() && m_controller.status().folder == folder)
    return giveHere(m_controller, command);
  if (remoteMark(folder)) {
    if (m_remote) m_remote(folder, command);
    return;
  }
  m_pool.start([this, folder, command] {
    const auto answer = record::ask_run(folder.toStdString(), command, "window");
    QMetaObject::invokeMethod(this, [this, folder, answer] { take(folder, answer); });
  });
}

void RunSteering::take(const QString& folder, const Result<record::ControlAnswer>& answer) {
  if (answer) {
    Q_EMIT answered(folder);
  } else {
    Q_EMIT refused(folder, widgets::engineText(answer.error().message));
  }
}

}  // namespace nereid::app

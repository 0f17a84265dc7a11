// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_life.h"

#include <unistd.h>

#include "app/runs/remote_address.h"
#include "engine/record/control/run_control.h"

namespace nereid::app {

using record::RunState;

RunLife lifeOf(const QString& folder, const record::RunInfo& info) {
  const bool isOver = info.state == RunState::kStopped || info.state == RunState::kFinished ||
                      info.state == RunState::kFailed;
  if (isOver) return RunLife::kOver;
  if (remoteMark(folder)) return RunLife::kRemote;
  // The kernel drops the lock of a process that ends, however it ends.
  if (!record::is_written(folder.toStdString())) return RunLife::kCut;
  return info.pid == getpid() ? RunLife::kHere : RunLife::kElsewhere;
}

bool takesCommands(RunLife life, const record::RunInfo& info) {
  if (isEvaluation(info)) return false;
  return life == RunLife::kHere || life == RunLife::kElsewhere || life == RunLife::kRemote;
}

bool canGoOn(RunLife life, const QString& folder, const record::RunInfo& info) {
  const bool mayGoOn = life == RunLife::kCut || info.state == RunState::kStopped;
  if (!mayGoOn || isEvaluation(info) || info.last_checkpoint_step <= 0) return false;
  const bool isDone = info.total_steps > 0 && info.last_step >= info.total_steps;
  return !isDone && !remoteMark(folder);  // a copy goes on where it comes from
}

bool isEvaluation(const record::RunInfo& info) {
  return info.method == "evaluation";
}

}  // namespace nereid::app

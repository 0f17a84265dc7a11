// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/record/store.h"

namespace nereid::app {

/// Who works on a run.
enum class RunLife {
  kOver,       ///< nobody: it was stopped, is finished or has failed
  kCut,        ///< nobody, though its record says that it goes on
  kHere,       ///< this process
  kElsewhere,  ///< another process of this machine
  kRemote      ///< a process of another machine, whose record is copied here
};

/// Of the run in a folder, whose record says `info`. Looks at two files.
RunLife lifeOf(const QString& folder, const record::RunInfo& info);

/// Does somebody work on it who takes commands? Evaluations go to their end.
bool takesCommands(RunLife life, const record::RunInfo& info);
/// It is not finished, nobody works on it, and it has a checkpoint on this machine.
bool canGoOn(RunLife life, const QString& folder, const record::RunInfo& info);

/// Is it the record of an evaluation?
bool isEvaluation(const record::RunInfo& info);

}  // namespace nereid::app

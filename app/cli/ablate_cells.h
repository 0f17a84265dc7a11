// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/cli/ablate_plan.h"
#include "app/cli/ablate_report.h"

namespace nereid::app {

/// How the runs of an ablation went, in the order of plan.runs.
struct AblationRuns {
  std::vector<AblationOutcome> outcomes;
  std::vector<std::string> problems;  ///< "TITLE: what went wrong", of those that failed now
  bool was_interrupted = false;
};

/// Trains and scores what is not done yet, each run in processes of its own (`nereid train`,
/// `nereid eval`), so many side by side as the plan says. One that fails is told and does not keep
/// the others. The first SIGINT or SIGTERM stops all after a checkpoint, the second at once. A kill
/// takes the processes along; the same plan goes on from what lies on the disk. Shows progress with
/// the time left on standard output.
Result<AblationRuns> run_ablation(const AblationPlan& plan, bool json);

/// Seconds that the rest of an ablation takes, from what was measured.
struct AblationRest {
  double train_left = 0;     ///< whole trainings that are left; half a one counts half
  int scores_left = 0;       ///< evaluations
  double train_seconds = 0;  ///< that training took up to now, of all processes together
  double trained = 0;        ///< trainings in that time
  double score_seconds = 0;
  int scored = 0;
  int parallel = 1;
};
/// Negative where no part of a training has been measured yet, though some are left. An evaluation
/// counts nothing before the first one was measured.
double seconds_left(const AblationRest& rest);

}  // namespace nereid::app

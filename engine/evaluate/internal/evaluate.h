// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/scores/report.h"
#include "engine/policy/internal/policy.h"
#include "engine/tasks/task.h"
#include "engine/verify/judge_batch.h"

namespace nereid::evaluate {

struct EvaluateOptions {
  int samples = 1;  ///< completions per task
  std::vector<int> k = {1};
  double temperature = 1.0;  ///< 0 = greedy
  int max_new_tokens = 0;    ///< limit of one completion; 0 = none is generated
  std::uint64_t seed = 0;
  int rows_per_batch =
      64;  ///< completions generated at once; their verdicts come while the next are generated
  verify::VerifyOptions verify;  ///< the yardstick: the same for every policy that is compared
};

/// The first `count` tasks of each level. `source` is "synthetic" or a folder in KernelBench
/// layout, without the ids of the list `exclude` (a file; empty = none); `split` is "train",
/// "validation" or "test" and counts for synthetic tasks only.
Result<std::vector<tasks::Task>> evaluation_tasks(const std::string& source,
                                                  const std::string& split,
                                                  const std::vector<int>& levels, int count,
                                                  std::uint64_t task_seed,
                                                  const std::string& exclude = {});

/// Samples, extracts and judges completions of `tasks`, and scores each level. Verification runs
/// beside generation. `progress` hears finished verdicts of all, on threads of the verifier. The
/// policy throws c10::Error.
EvaluateReport evaluate_policy(policy::Policy& policy, const verify::Submit& submit,
                               const std::vector<tasks::Task>& tasks,
                               const EvaluateOptions& options,
                               const std::function<void(int, int)>& progress);

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/scores/report.h"
#include "engine/policy/internal/policy.h"
#include "engine/tasks/split.h"
#include "engine/tasks/task.h"
#include "engine/verify/judge_batch.h"

namespace nereid::evaluate {

struct EvaluateOptions {
  int samples = 1;  ///< completions per task
  std::vector<int> k = {1};
  double temperature = 1.0;  ///< 0 = greedy
  double top_p = 1.0;
  int top_k = 0;              ///< 0 = all
  int max_prompt_tokens = 0;  ///< a longer prompt is not answered; 0 = what the model can hold
  int max_new_tokens = 0;     ///< limit of one completion; 0 = none is generated
  std::uint64_t seed = 0;
  int rows_per_batch =
      64;  ///< completions generated at once; their verdicts come while the next are generated
  verify::VerifyOptions verify;  ///< the yardstick: the same for every policy that is compared
};

/// Which tasks a policy is scored on.
struct TaskChoice {
  std::string source = "synthetic";  ///< or a folder in KernelBench layout
  std::string split = "test";        ///< "validation" or "test"; of a folder also "all"
  std::vector<int> levels = {1, 2};
  int count = 0;  ///< at most, of each level
  std::uint64_t task_seed = 0;
  std::string exclude;  ///< file with ids of the folder that are left out; empty = none
  tasks::HeldOut held_out;
};
/// The first of each level. kNotFound with the mend if none is left.
Result<std::vector<tasks::Task>> evaluation_tasks(const TaskChoice& choice);

/// An error for a k that `samples` cannot tell.
Result<void> check_options(const EvaluateOptions& options);

/// Samples, extracts and judges completions of `tasks`, and scores each level. Verification runs
/// beside generation. What was not judged counts in no score, a prompt that is too long as not
/// answered. `progress` hears finished verdicts of all, on threads of the verifier. The
/// policy throws c10::Error; an error of the chat template is returned.
Result<EvaluateReport> evaluate_policy(policy::Policy& policy, const verify::Submit& submit,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluateOptions& options,
                                       const std::function<void(int, int)>& progress);

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/archive/judging.h"
#include "engine/evaluate/archive/plan.h"
#include "engine/evaluate/scores/report.h"
#include "engine/tasks/task.h"

namespace nereid::evaluate {

/// What to do where a task has fewer completions than another.
enum class Missing {
  kRefuse,    ///< an error that names them
  kWrong,     ///< they count as wrong
  kLeaveOut,  ///< tasks that do not have all are left out
};

/// Completions that somebody published, by task.
struct Completions {
  std::vector<tasks::Task> tasks;
  std::vector<std::vector<std::string>> texts;  ///< of each task, by sample
  bool extracted = false;  ///< sources of candidates, not answers with a block in them
  int samples = 1;         ///< of each task
  int left_out = 0;        ///< tasks without all of them, where they are left out
  std::string hash;        ///< SHA-256 over all of it
};

struct CompletionsChoice {
  std::filesystem::path place;  ///< JSON lines, or the folder of a KernelBench run
  std::filesystem::path tasks;  ///< KernelBench folder that ids name; may be empty
  std::vector<int> levels;      ///< empty: those that have completions
  Missing missing = Missing::kRefuse;
};

/// Reads JSON lines {"task": id or "reference": Python source, "completion": text, "sample":
/// number} or files level_N_problem_M_sample_K_kernel.py. Errors name file and line: unknown tasks,
/// samples that come twice, samples that are missing, text that is not UTF-8, nothing in it.
Result<Completions> load_completions(const CompletionsChoice& choice);

/// Judges them and scores them. `plan` is complete; the archive of `parts` may hold a part of it.
Result<EvaluateReport> judge_completions(const Completions& completions, const EvaluationPlan& plan,
                                         const ReportOptions& options, JudgingParts parts);

}  // namespace nereid::evaluate

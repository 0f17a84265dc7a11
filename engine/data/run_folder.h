// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "engine/base/result.h"
#include "engine/data/sample.h"
#include "engine/tasks/task.h"

namespace nereid::data {

/// Does the folder hold generated kernels, level_N_problem_M_sample_K_kernel.py?
bool is_run_folder(const std::filesystem::path& folder);

/// The kernels of a published KernelBench run as answers to `tasks`, which are found by level and
/// number of the problem; claims come from `eval_results.json` beside them, of the older form
/// {problem: {...}} and the newer {problem: [{"sample_id", ...}]}. A kernel whose task is not there
/// is an error that names it.
Result<void> read_run_folder(const std::filesystem::path& folder,
                             const std::vector<tasks::Task>& tasks,
                             const std::function<Result<void>(Sample)>& on_sample,
                             const std::function<void(double share)>& on_progress,
                             const std::stop_token& stop);

}  // namespace nereid::data

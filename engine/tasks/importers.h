// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/tasks/task.h"

namespace nereid::tasks {

struct ImportOptions {
  std::int64_t memory_limit_bytes = 0;  ///< 0 = half of this machine's memory
};
/// Reads a KernelBench folder (`KernelBench/level{N}/{id}_{Name}.py`, or the folder above it).
/// Executes nothing: sizes are estimated from the literals of the source. Tasks that are too large
/// are marked, not failed.
Result<std::vector<Task>> load_kernelbench(const std::filesystem::path& folder,
                                           const ImportOptions& options);
/// One reference file as a task.
Result<Task> load_task_file(const std::filesystem::path& file);
/// SHA-256 over the source without comments, docstrings and surplus white space.
std::string fingerprint(std::string_view reference);

}  // namespace nereid::tasks

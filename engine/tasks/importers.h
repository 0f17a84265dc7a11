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
/// The folder that a name of tasks means: of `resources/tasks`, where a set has that name and no
/// folder here does, else `name` itself.
std::filesystem::path task_folder(const std::filesystem::path& name);
/// Reads a KernelBench folder (`KernelBench/level{N}/{id}_{Name}.py`, or the folder above it), or a
/// set that Nereid brings, by its name.
/// Executes nothing: sizes are estimated from the literals of the source. Tasks that are too large
/// are marked, not failed.
Result<std::vector<Task>> load_kernelbench(const std::filesystem::path& folder,
                                           const ImportOptions& options);
/// One reference file as a task. Its class is `entry_point`, or what entry_point_of() finds.
Result<Task> load_task_file(const std::filesystem::path& file, const std::string& entry_point = {});
/// A reference that lies in no file, as a task; `name` is its id and what errors call it. Its class
/// is that of the text's origin line, or what entry_point_of() finds.
Result<Task> task_from_text(const std::string& name, std::string text);
/// SHA-256 over the source without comments, docstrings and surplus white space.
std::string fingerprint(std::string_view reference);

}  // namespace nereid::tasks

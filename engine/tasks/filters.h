// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/tasks/task.h"

namespace nereid::tasks {

/// Which tasks are wanted; what is left empty lets everything through.
struct TaskFilter {
  std::vector<int> levels;
  std::vector<std::string> tags;  ///< the task has all of them
  std::string text;               ///< part of id, name or reference, upper and lower case alike
  bool runnable = false;  ///< leave out those whose own sizes are too large for this machine
  std::set<std::string> exclude;  ///< ids that are left out
};
bool matches(const Task& task, const TaskFilter& filter);
/// Ids in a list of tasks to leave out: one a line, the rest of a line behind "#" is a comment.
/// `nereid tasks check --exclude` writes such a list.
Result<std::set<std::string>> read_exclude_list(const std::filesystem::path& file);
/// Those that are not in the list `file`; all of them where that is empty.
Result<std::vector<Task>> without_excluded(std::vector<Task> tasks,
                                           const std::filesystem::path& file);
/// The tasks of a KernelBench folder that are not in the list `exclude`.
Result<std::vector<Task>> load_without_excluded(const std::filesystem::path& folder,
                                                const std::filesystem::path& exclude);
/// Those that match, in their order.
std::vector<Task> filter_tasks(std::vector<Task> tasks, const TaskFilter& filter);

}  // namespace nereid::tasks

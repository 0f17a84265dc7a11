// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/tasks/task.h"

namespace nereid::tasks {

/// Which tasks are wanted; what is left empty lets everything through.
struct TaskFilter {
  std::vector<int> levels;
  std::vector<std::string> tags;  ///< the task has all of them
  std::string text;               ///< part of id, name or reference, upper and lower case alike
  bool runnable = false;          ///< leave out those that are too large for this machine
};
bool matches(const Task& task, const TaskFilter& filter);
/// Those that match, in their order.
std::vector<Task> filter_tasks(std::vector<Task> tasks, const TaskFilter& filter);

}  // namespace nereid::tasks

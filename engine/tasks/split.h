// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/tasks/generator.h"
#include "engine/tasks/task.h"

namespace nereid::tasks {

/// How much of a folder of tasks is never trained on, as shares of 1.
struct HeldOut {
  double validation = 0.1;
  double test = 0.1;
};

/// The part of its folder that a task belongs to. Its fingerprint alone decides, so that the same
/// code is on the same side in every folder, under every name, and whatever is added beside it.
Split split_of(const Task& task, const HeldOut& held_out);

/// Those of one part, in order, with Task::split filled in.
std::vector<Task> only_split(std::vector<Task> tasks, Split split, const HeldOut& held_out);

/// Ids of the tasks in `chosen` whose code is also in `trained`, in order.
std::vector<std::string> overlap(const std::vector<Task>& chosen, const std::vector<Task>& trained);

}  // namespace nereid::tasks

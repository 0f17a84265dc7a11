// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/tasks/split.h"
#include "engine/tasks/task.h"

namespace nereid::evaluate {

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

}  // namespace nereid::evaluate

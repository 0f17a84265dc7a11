// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/task_choice.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"

namespace nereid::evaluate {

Result<std::vector<tasks::Task>> evaluation_tasks(const TaskChoice& choice) {
  std::vector<tasks::Task> chosen;
  const std::optional<tasks::Split> split = tasks::split_from_name(choice.split);
  if (choice.source == "synthetic") {
    for (const int level : choice.levels) {
      if (level != 1 && level != 2)
        return Error{ErrorCode::kInvalidArgument,
                     "synthetic tasks have level 1 or 2, not " + std::to_string(level) +
                         "; choose --levels, or a folder with --tasks"};
      for (int i = 0; i < choice.count; ++i) {
        chosen.push_back(tasks::synthetic_task(choice.task_seed,
                                               split.value_or(tasks::Split::kTest), level,
                                               static_cast<std::uint64_t>(i)));
      }
    }
    return chosen;
  }
  Result<std::vector<tasks::Task>> all =
      tasks::load_without_excluded(choice.source, choice.exclude);
  if (!all) return all.error();
  if (split) *all = tasks::only_split(std::move(*all), *split, choice.held_out);
  std::map<int, int> taken;
  for (tasks::Task& task : *all) {
    const bool wanted =
        std::find(choice.levels.begin(), choice.levels.end(), task.level) != choice.levels.end();
    if (!wanted || taken[task.level] >= choice.count) continue;
    ++taken[task.level];
    chosen.push_back(std::move(task));
  }
  if (!chosen.empty()) return chosen;
  return Error{ErrorCode::kNotFound,
               choice.source + ": no task of the wanted levels is left in it" +
                   (split ? " in the split \"" + choice.split +
                                "\"; choose other levels, or hold out more of it "
                                "(tasks.validation_share, tasks.test_share)"
                          : "; choose other levels")};
}

}  // namespace nereid::evaluate

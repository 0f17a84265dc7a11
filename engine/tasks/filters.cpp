// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/filters.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace nereid::tasks {
namespace {

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool has_tag(const Task& task, const std::string& tag) {
  return std::find(task.tags.begin(), task.tags.end(), tag) != task.tags.end();
}

}  // namespace

bool matches(const Task& task, const TaskFilter& filter) {
  if (filter.runnable && task.too_large) {
    return false;
  }
  if (!filter.levels.empty() &&
      std::find(filter.levels.begin(), filter.levels.end(), task.level) == filter.levels.end()) {
    return false;
  }
  if (!std::all_of(filter.tags.begin(), filter.tags.end(),
                   [&](const std::string& tag) { return has_tag(task, tag); })) {
    return false;
  }
  return filter.text.empty() || contains_ignoring_case(task.id, filter.text) ||
         contains_ignoring_case(task.name, filter.text) ||
         contains_ignoring_case(task.reference, filter.text);
}

std::vector<Task> filter_tasks(std::vector<Task> tasks, const TaskFilter& filter) {
  std::erase_if(tasks, [&](const Task& task) { return !matches(task, filter); });
  return tasks;
}

}  // namespace nereid::tasks

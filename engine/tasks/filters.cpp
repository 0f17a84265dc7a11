// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/filters.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <string_view>

#include "engine/base/file.h"
#include "engine/tasks/importers.h"

namespace nereid::tasks {
namespace {

constexpr std::uint64_t kListLimit = 16 << 20;

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
  if ((filter.runnable && task.too_large) || filter.exclude.contains(task.id)) {
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

Result<std::set<std::string>> read_exclude_list(const std::filesystem::path& file) {
  const auto text = read_file(file, kListLimit);
  if (!text) {
    return text.error();
  }
  std::set<std::string> ids;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find('#'), line.size()));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string::npos) {
      ids.insert(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
    }
  }
  return ids;
}

std::vector<Task> filter_tasks(std::vector<Task> tasks, const TaskFilter& filter) {
  std::erase_if(tasks, [&](const Task& task) { return !matches(task, filter); });
  return tasks;
}

Result<std::vector<Task>> without_excluded(std::vector<Task> tasks,
                                           const std::filesystem::path& file) {
  if (file.empty()) {
    return tasks;
  }
  auto ids = read_exclude_list(file);
  if (!ids) {
    return ids.error();
  }
  return filter_tasks(std::move(tasks), {.exclude = std::move(*ids)});
}

Result<std::vector<Task>> load_without_excluded(const std::filesystem::path& folder,
                                                const std::filesystem::path& exclude) {
  Result<std::vector<Task>> all = load_kernelbench(folder, {});
  return all ? without_excluded(std::move(*all), exclude) : all;
}

}  // namespace nereid::tasks

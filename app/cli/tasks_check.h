// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "engine/tasks/task.h"
#include "engine/verify/task_report.h"

namespace nereid::app {

/// A task and what was measured on it.
struct CheckedTask {
  tasks::Task task;
  verify::TaskReport report;
};

/// Adds `nereid tasks check`.
void add_tasks_check(CLI::App& group, int& status);

/// One JSON object, one line.
std::string check_json(const CheckedTask& checked);
/// A line of the human table: id, fitness, shapes, reason.
std::string check_line(const CheckedTask& checked, std::size_t id_width);
/// Counts per level, as lines of text.
std::string check_summary(const std::vector<CheckedTask>& all);
/// The summary and one row a task, in Markdown.
std::string check_markdown(const std::vector<CheckedTask>& all);
/// A list that `tasks.exclude` takes: tasks that are filtered, with `strict` also the weak ones.
std::string exclude_list(const std::vector<CheckedTask>& all, bool strict);

}  // namespace nereid::app

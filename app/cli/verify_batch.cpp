// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verify_batch.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/evaluate/archive/completions.h"
#include "engine/tasks/catalog.h"

namespace nereid::app {
namespace {

constexpr std::array<std::string_view, 2> kReferenceKeys = {"reference", "python_code"};
constexpr std::array<std::string_view, 2> kSourceKeys = {"candidate", "triton_code"};
constexpr std::string_view kAnswerKey = "completion";

Error bad(std::string message) {
  return Error{ErrorCode::kInvalidArgument, std::move(message)};
}

// The text under the first of these keys that is there.
template <std::size_t N>
std::optional<std::string> text_under(const Json& line,
                                      const std::array<std::string_view, N>& keys) {
  for (const std::string_view key : keys)
    if (const auto found = line.find(key); found != line.end() && found->is_string())
      return found->get<std::string>();
  return std::nullopt;
}

std::string id_of(const Json& line, std::int64_t number) {
  for (const char* key : {"id", "name", "task"})
    if (const auto found = line.find(key); found != line.end()) {
      if (found->is_string()) return found->get<std::string>();
      if (found->is_number_integer()) return fmt::format("{}", found->get<std::int64_t>());
    }
  return fmt::format("line {}", number);
}

}  // namespace

Result<tasks::Task> BatchTasks::find(const std::string& id) {
  if (const auto known = known_.find(id); known != known_.end()) return known->second;
  if (folder_.empty() && !tasks::parse_synthetic_id(id))
    return bad(fmt::format(
        "the task \"{}\" is looked for in a folder of tasks; name it with --tasks FOLDER", id));
  Result<tasks::Task> task = tasks::find_task(id, folder_);
  if (task) known_[id] = *task;
  return task;
}

Result<BatchEntry> batch_entry(const Json& line, std::int64_t number, BatchTasks& tasks) {
  if (!line.is_object()) return bad("expected an object");
  BatchEntry entry;
  entry.id = id_of(line, number);
  entry.entry_point = json_value(line, "entry_point", std::string());
  entry.task = json_value(line, "task", std::string());
  if (const auto reference = text_under(line, kReferenceKeys)) {
    entry.reference = *reference;
  } else if (!entry.task.empty()) {
    const Result<tasks::Task> task = tasks.find(entry.task);
    if (!task) return task.error();
    entry.reference = task->reference;
    if (entry.entry_point.empty()) entry.entry_point = task->entry_point;
  } else {
    return bad(
        "expected a text under \"reference\" (Python source; KernelBook's \"python_code\"), or "
        "the id of a task under \"task\"");
  }
  if (const auto answer = text_under(line, std::array{kAnswerKey})) {
    entry.candidate = *answer;
  } else if (const auto source = text_under(line, kSourceKeys)) {
    entry.candidate = *source;
    entry.extracted = true;
  } else {
    return bad(
        "expected a text under \"candidate\" (Python source; KernelBook's \"triton_code\") or "
        "\"completion\" (an answer with a block of code)");
  }
  return entry;
}

Result<std::vector<BatchEntry>> kernelbench_run(const std::filesystem::path& run,
                                                const std::filesystem::path& tasks) {
  evaluate::CompletionsChoice choice;
  choice.place = run;
  choice.tasks = tasks;
  choice.missing = evaluate::Missing::kWrong;  // as empty texts, which are left out below
  Result<evaluate::Completions> completions = evaluate::load_completions(choice);
  if (!completions) return completions.error();
  std::vector<BatchEntry> entries;
  for (std::size_t i = 0; i < completions->tasks.size(); ++i) {
    const tasks::Task& task = completions->tasks[i];
    for (std::size_t sample = 0; sample < completions->texts[i].size(); ++sample) {
      std::string& text = completions->texts[i][sample];
      if (text.empty()) continue;
      entries.push_back({.id = fmt::format("{}/{}", task.id, sample),
                         .reference = task.reference,
                         .candidate = std::move(text),
                         .extracted = completions->extracted,
                         .entry_point = task.entry_point,
                         .task = task.id});
    }
  }
  return entries;
}

}  // namespace nereid::app

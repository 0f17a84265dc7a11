// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verify_batch.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/file.h"
#include "engine/evaluate/archive/completions.h"
#include "engine/tasks/catalog.h"

namespace nereid::app {
namespace {

constexpr std::array<std::string_view, 2> kReferenceKeys = {"reference", "python_code"};
constexpr std::array<std::string_view, 2> kSourceKeys = {"candidate", "triton_code"};
// An answer: a text, or the messages of a chat, as TRL and data sets for SFT have them.
constexpr std::string_view kAnswerKey = "completion", kChatKey = "messages";
constexpr std::size_t kShownKeys = 8;  // of a line that lacks one

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

// What a message of a chat says: a text, or parts of which some are texts.
std::optional<std::string> spoken_text(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  if (!content.is_array()) return std::nullopt;
  std::string text;
  for (const Json& part : content)
    if (part.is_object()) text += json_value(part, "text", std::string());
  return text;
}

// The assistant's last message; without roles the last one.
std::optional<std::string> last_answer(const Json& messages) {
  if (!messages.is_array()) return std::nullopt;
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    if (!message->is_object() || !message->contains("content")) return std::nullopt;
    if (json_value(*message, "role", std::string("assistant")) != "assistant") continue;
    return spoken_text(message->at("content"));
  }
  return std::nullopt;
}

std::optional<std::string> answer_under(const Json& line, std::string_view key) {
  const auto found = line.find(key);
  if (found == line.end()) return std::nullopt;
  return found->is_string() ? std::optional(found->get<std::string>()) : last_answer(*found);
}

// "; this line has ..." for who calls things otherwise.
std::string keys_of(const Json& line) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& [key, value] : line.items()) {
    if (shown == kShownKeys) return text + ", ...";
    text += fmt::format("{}\"{}\"", shown == 0 ? "; this line has " : ", ", key);
    ++shown;
  }
  return text.empty() ? "; this line has nothing" : text;
}

}  // namespace

std::string batch_id(const Json& line) {
  if (!line.is_object()) return {};
  for (const char* key : {"id", "name", "task"})
    if (const auto found = line.find(key); found != line.end()) {
      if (found->is_string()) return found->get<std::string>();
      if (found->is_number_integer()) return fmt::format("{}", found->get<std::int64_t>());
    }
  return {};
}

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
  entry.id = batch_id(line);
  if (entry.id.empty()) entry.id = fmt::format("line {}", number);
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
        "the id of a task under \"task\"" +
        keys_of(line));
  }
  if (const auto answer = answer_under(line, kAnswerKey)) {
    entry.candidate = *answer;
  } else if (const auto source = text_under(line, kSourceKeys)) {
    entry.candidate = *source;
    entry.extracted = true;
  } else if (const auto said = answer_under(line, kChatKey)) {
    entry.candidate = *said;
  } else {
    return bad(
        "expected a text under \"candidate\" (Python source; KernelBook's \"triton_code\") or "
        "\"completion\" (an answer with a block of code, or a chat's messages)" +
        keys_of(line));
  }
  return entry;
}

Result<void> check_batch_format(const std::filesystem::path& file, std::string_view begin) {
  struct Format {
    std::string_view mark, told;
  };
  using std::string_view_literals::operator""sv;
  constexpr std::array<Format, 5> kOthers = {{
      {"\x1f\x8b"sv, "packed by gzip; unpack it first: gzip -dk FILE"},
      {"\x28\xb5\x2f\xfd"sv, "packed by zstd; unpack it first: zstd -dk FILE"},
      {"PK\x03\x04"sv, "a ZIP archive; unpack it first"},
      {"PAR1"sv,
       "Parquet, and a batch is JSON lines; `nereid data import FILE` makes pairs of it, which "
       "`nereid data judge` judges"},
      {"SQLite format 3"sv, "a database, and a batch is JSON lines"},
  }};
  for (const Format& other : kOthers)
    if (begin.starts_with(other.mark))
      return bad(fmt::format("{}: is {}", file.string(), other.told));
  return {};
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/tasks/task.h"

namespace nereid::app {

/// One submission of a batch, whatever its file calls the parts.
struct BatchEntry {
  std::string id;
  std::string reference;
  std::string candidate;
  bool extracted = false;   ///< `candidate` is a source, not an answer with a block in it
  std::string entry_point;  ///< empty = what the reference says
  std::string task;
};

/// Tasks that the lines of a batch name, each looked up once. One thread at a time.
class BatchTasks {
 public:
  explicit BatchTasks(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Result<tasks::Task> find(const std::string& id);

 private:
  std::filesystem::path folder_;
  std::map<std::string, tasks::Task> known_;  ///< by id
};

/// What a line calls itself, empty if nothing.
std::string batch_id(const Json& line);

/// Files that are no JSON lines are known by how they begin: what they are, and what to do.
Result<void> check_batch_format(const std::filesystem::path& file, std::string_view begin);

/// A line of our own, of published answers ({"task" or "reference", "completion"}) or of KernelBook
/// ({"python_code", "triton_code"}). An answer may be the messages of a chat, as TRL has them: the
/// assistant's last one counts. `number` is the id of a line that has none.
Result<BatchEntry> batch_entry(const Json& line, std::int64_t number, BatchTasks& tasks);

/// All samples of the folder of a KernelBench run, in the order of their problems.
Result<std::vector<BatchEntry>> kernelbench_run(const std::filesystem::path& run,
                                                const std::filesystem::path& tasks);

}  // namespace nereid::app

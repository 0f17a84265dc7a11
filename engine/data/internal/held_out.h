// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/result.h"
#include "engine/data/near.h"
#include "engine/tasks/task.h"

namespace nereid::data {

/// Tasks that must not be trained on, by fingerprint and by similarity. One thread at a time.
class HeldOutTasks {
 public:
  /// KernelBench folders, sets by name, reference files, tables. A path without a task is an error.
  static Result<HeldOutTasks> load(const std::vector<std::filesystem::path>& paths,
                                   const std::stop_token& stop);
  /// The held-out task with this code (similarity 1), else the most similar one from `near` on.
  std::optional<NearIndex::Near> find(const tasks::Task& task, double near) const;
  std::size_t size() const { return exact_.size(); }

 private:
  void add(const std::string& id, const std::string& reference);
  Result<void> add_path(const std::filesystem::path& path, const std::stop_token& stop);

  std::unordered_map<std::string, std::string> exact_;  ///< fingerprint -> id
  NearIndex near_;
};

}  // namespace nereid::data

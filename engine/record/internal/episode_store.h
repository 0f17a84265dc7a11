// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/record/episode.h"
#include "engine/record/internal/sqlite.h"

namespace nereid::record {

/// Writes episodes inside the caller's transaction. One thread at a time. Throws StoreFailure.
class EpisodeInserter {
 public:
  explicit EpisodeInserter(const Database& database);
  /// Replaces the episode of the same key and phase.
  void insert(const Episode& episode);

 private:
  std::int64_t blob_id(std::string_view content);
  std::int64_t task_row(const Episode& episode);
  void insert_detail(const Episode& episode, std::int64_t seq);

  const Database& database_;
  Statement find_blob_, add_blob_, find_task_, add_task_;
  Statement remove_detail_, remove_row_, add_row_, add_detail_;
  Statement remove_tokens_, add_tokens_;
  Statement remove_turn_, add_turn_;
};

/// The beginning of a query for episodes, up to its WHERE, with the columns that read_row expects.
std::string select_rows(const Database& database);

struct TaskName {
  std::string task_id;
  std::string name;
  int level = 1;
};
using TaskNames = std::map<std::int64_t, TaskName>;
TaskNames read_tasks(const Database& database);
EpisodeRow read_row(const Statement& row, const TaskNames& tasks);

/// kNotFound when no episode has this row id (any more). Throws StoreFailure.
Episode read_episode(const Database& database, std::int64_t seq);

}  // namespace nereid::record

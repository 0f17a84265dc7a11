// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/tasks/split.h"

namespace nereid::data {

struct ImportPlan {
  std::vector<std::filesystem::path> sources;  ///< tables, KernelBench folders, run folders
  std::filesystem::path out;                   ///< a folder that is not there yet
  /// Tasks that must not be trained on: KernelBench folders, reference files, tables.
  std::vector<std::filesystem::path> against;
  std::filesystem::path references;  ///< the KernelBench folder that run folders answer
  double near = 0.9;                 ///< similarity from which a reference counts as held out
  /// What training on the folder will hold out; pairs of it are left out.
  tasks::HeldOut held_out;
  std::set<std::string> licences;  ///< only rows under one of these; empty = all
};

/// Counts of what a set holds and of what was left out.
struct ImportSummary {
  struct Source {
    std::string file, format, sha256;  ///< of a folder no sha256
    std::int64_t rows = 0;
  };
  std::vector<Source> sources;
  std::map<int, std::int64_t> tasks, pairs;      ///< by level
  std::map<std::string, std::int64_t> dropped;   ///< by reason
  std::map<std::string, std::int64_t> licences;  ///< samples kept, by licence; "" = none named
  std::map<std::string, std::set<std::string>> repositories;  ///< of a licence
  std::int64_t near_own_test = 0;   ///< training tasks near one of their own test tasks: kept
  std::int64_t held_out_tasks = 0;  ///< of `against`
  std::map<std::string, std::string> sha256;  ///< of the files of the set
};

/// Reasons of ImportSummary::dropped with a sentence each, for cards and manuals.
const std::map<std::string, std::string>& drop_reasons();

struct ImportProgress {
  std::string file;
  double share = 0;  ///< of all sources, in [0, 1]
  std::int64_t rows = 0;
};

/// Makes a set of `plan.sources`: a folder of tasks in KernelBench's layout (level{N}/*.py, each
/// with its origin), pairs.jsonl for SFT where rows hold answers, dropped.jsonl, CARD.md,
/// NOTICES.md and dataset.json. Nothing of a row is executed. All is written beside `out` and takes
/// its name in the last instant; after an error, a stop or a crash there is no `out`. Errors:
/// kInvalidArgument with file and row or column, kNotFound, kNoSpace, kPermissionDenied,
/// kCancelled.
Result<ImportSummary> import_set(const ImportPlan& plan,
                                 const std::function<void(const ImportProgress&)>& on_progress,
                                 const std::stop_token& stop);

}  // namespace nereid::data

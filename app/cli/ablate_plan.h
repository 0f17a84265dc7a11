// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/base/unique_fd.h"
#include "engine/config/settings.h"

namespace nereid::app {

/// What the command line of `nereid ablate` says.
struct AblateOptions {
  std::string settings;  ///< a file or a preset; empty with `resume`
  std::string out, resume;
  std::vector<std::string> overrides, cells;
  // 0: as the folder says that is gone on with, else the usual.
  int seeds = 0;                ///< usually 3
  double verifier_seconds = 0;  ///< usually equal samples
  int parallel = 0;             ///< usually by cores, memory and GPU
  int eval_tasks = 0;           ///< per level; usually evaluate.samples_per_level
  int eval_samples = 0;         ///< completions per task; usually 1
  bool dry_run = false, json = false;
};

/// One run of the matrix. Everything else that it leaves lies in or beside its folder.
struct AblationRun {
  std::size_t cell = 0;  ///< in config::ablation_matrix(); bit i = i-th extension
  std::string name;      ///< of the cell
  std::uint64_t seed = 0;
  config::RunConfig config;
  std::filesystem::path folder;
  std::string title() const;  ///< "multi_input seed 2"
};

/// The one evaluation that scores every cell: strict, whatever the cell was trained with.
struct AblationEvaluation {
  int tasks_per_level = 64;
  int samples = 1;
  friend bool operator==(const AblationEvaluation&, const AblationEvaluation&) = default;
};

/// An ablation: what decides its numbers, how it is spread over this machine, and where it lies.
struct AblationPlan {
  std::filesystem::path root;
  config::RunConfig base;  ///< its switches are without effect
  std::vector<std::size_t> cells;
  int seeds = 3;
  double verifier_seconds = 0;  ///< 0 = equal samples: each run takes the steps of its settings
  AblationEvaluation evaluation;
  int parallel = 1;               ///< runs side by side
  std::vector<AblationRun> runs;  ///< seed by seed, so that whole seeds are there early
};

/// The folder of an ablation, held against a second driver as long as this lives.
class AblationLock {
 public:
  static Result<AblationLock> take(const std::filesystem::path& root);

 private:
  explicit AblationLock(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;
};

/// Reads the settings, or the plan that lies in the folder, and checks that both agree: more seeds
/// and cells may join, what decides the numbers must be equal. Writes nothing.
Result<AblationPlan> plan_ablation(const AblateOptions& options);
/// Writes the plan and the settings of its runs into its folder.
Result<void> keep_plan(const AblationPlan& plan);
/// The settings file that a run starts from.
std::filesystem::path settings_file(const AblationPlan& plan, const AblationRun& run);
/// Where the strict evaluation of a run is written.
std::filesystem::path score_file(const AblationRun& run);

/// The plan in words or as one JSON object of schema nereid.ablation-plan/1: runs, candidates,
/// memory and disk; hours only where the budget says them.
Result<std::string> plan_text(const AblationPlan& plan);
Result<OrderedJson> plan_json(const AblationPlan& plan);

}  // namespace nereid::app

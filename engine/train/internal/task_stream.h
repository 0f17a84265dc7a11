// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/tasks/curriculum.h"
#include "engine/tasks/task.h"

namespace nereid::train {

/// Where the prompts of a run come from: the train split of the synthetic generator, or that of a
/// folder. The tasks of a folder come without replacement: each pool (level 1, levels above) is
/// walked in a permutation of its own for each pass. Where a pass over the folder is an epoch
/// (best-of-N), every task comes once before any comes again: a pool that is used up leaves its
/// slots to the other.
class TaskStream {
 public:
  static Result<std::unique_ptr<TaskStream>> open(const config::RunConfig& config);

  /// The task of a slot. Synthetic: a pure function of (step, slot, attempt). Folder: the next one,
  /// so that the order of calls counts. `width`: slots per step. A higher `attempt` asks for
  /// another task (the prompt was too long).
  tasks::Task next(std::int64_t step, int slot, int width, int attempt);
  /// Tasks of a folder that are trained on; 0 for the generator, which never runs out.
  std::size_t size() const { return pools_[0].size() + pools_[1].size(); }
  /// Does a task that cannot be used leave its slot empty? Else another one takes its place.
  bool in_epochs() const { return in_epochs_ && !is_synthetic_; }

  tasks::CurriculumSampler& curriculum() { return curriculum_; }
  const tasks::CurriculumSampler& curriculum() const { return curriculum_; }

  /// What a resumed run must know beside the step: how many tasks were drawn of each pool.
  Json state() const;
  Result<void> restore(const Json& state);

 private:
  explicit TaskStream(const config::RunConfig& config);
  int level_of_slot(std::int64_t step, int slot) const;
  std::size_t pool_for(int level) const;

  std::uint64_t seed_, task_seed_;
  bool wants_level1_, wants_level2_, is_synthetic_ = true, in_epochs_;
  std::array<std::vector<tasks::Task>, 2> pools_;  ///< of a folder: level 1, the higher ones
  std::array<std::int64_t, 2> drawn_ = {0, 0};
  tasks::CurriculumSampler curriculum_;
};

/// The tasks of the settings' folder that are trained on: wanted levels, not excluded, not held
/// out. kNotFound with the mend if none is left.
Result<std::vector<tasks::Task>> training_tasks(const config::RunConfig& config);

}  // namespace nereid::train

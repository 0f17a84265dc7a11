// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/tasks/curriculum.h"
#include "engine/tasks/task.h"

namespace nereid::train {

/// Where the prompts of a run come from: the synthetic generator's train split, or a folder. Which
/// task a slot gets is a pure function of (seed, step, slot, attempt) and of the curriculum's
/// window.
class TaskStream {
 public:
  static Result<std::unique_ptr<TaskStream>> open(const config::RunConfig& config);
  /// `width`: slots per step. A higher `attempt` gives another task for the same slot (the prompt
  /// was too long).
  tasks::Task pick(std::int64_t step, int slot, int width, int attempt) const;
  tasks::CurriculumSampler& curriculum() { return curriculum_; }
  const tasks::CurriculumSampler& curriculum() const { return curriculum_; }

 private:
  explicit TaskStream(const config::RunConfig& config);
  int level_of_slot(std::int64_t step, int slot) const;

  std::uint64_t seed_, task_seed_;
  bool wants_level1_, wants_level2_, is_synthetic_ = true;
  std::vector<tasks::Task> level1_, higher_;  ///< of a folder
  tasks::CurriculumSampler curriculum_;
};

}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/steps.h"

namespace nereid::config {

bool steps_follow_tasks(const RunConfig& config) {
  return config.method == "best_of_n" && config.best_of_n.steps == 0;
}

std::int64_t steps_of_epoch(const RunConfig& config, std::int64_t tasks) {
  if (!steps_follow_tasks(config)) return config.best_of_n.steps;
  const std::int64_t width = config.best_of_n.tasks_per_step;
  return (tasks + width - 1) / width;
}

std::int64_t planned_steps(const RunConfig& config, std::int64_t tasks) {
  if (config.method == "sft") return config.sft.steps;
  if (config.method == "grpo") return config.grpo.steps;
  return config.best_of_n.epochs * steps_of_epoch(config, tasks);
}

void set_steps(RunConfig& config, int steps) {
  if (config.method == "sft") {
    config.sft.steps = steps;
  } else if (config.method == "grpo") {
    config.grpo.steps = steps;
  } else {
    config.best_of_n.steps = steps;
    config.best_of_n.epochs = 1;
  }
}

}  // namespace nereid::config

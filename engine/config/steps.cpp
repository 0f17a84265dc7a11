// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/steps.h"

#include <algorithm>

#include "engine/config/phases.h"

namespace nereid::config {

bool steps_follow_tasks(const RunConfig& config) {
  const std::vector<Phase> phases = phases_of(config);
  return std::any_of(phases.begin(), phases.end(), [](const Phase& phase) {
    return phase.settings.method == "best_of_n" && phase.settings.best_of_n.steps == 0;
  });
}

std::int64_t steps_of_epoch(const RunConfig& config, std::int64_t tasks) {
  if (!steps_follow_tasks(config)) return config.best_of_n.steps;
  const std::int64_t width = config.best_of_n.tasks_per_step;
  return (tasks + width - 1) / width;
}

std::int64_t planned_steps(const RunConfig& config, std::int64_t tasks) {
  if (!config.phases.empty()) {
    std::int64_t sum = 0;
    for (const Phase& phase : phases_of(config)) sum += planned_steps(phase.settings, tasks);
    return sum;
  }
  if (config.method == "sft") return config.sft.steps;
  if (config.method == "grpo") return config.grpo.steps;
  return config.best_of_n.epochs * steps_of_epoch(config, tasks);
}

void set_steps(RunConfig& config, int steps) {
  const bool all = !config.phases.empty();
  if (all || config.method == "sft") config.sft.steps = steps;
  if (all || config.method == "grpo") config.grpo.steps = steps;
  if (all || config.method == "best_of_n") {
    config.best_of_n.steps = steps;
    config.best_of_n.epochs = 1;
  }
  for (PhaseBlock& block : config.phase)
    std::erase_if(block.settings, [](const auto& setting) {
      return setting.first.ends_with(".steps") || setting.first == "best_of_n.epochs";
    });
}

}  // namespace nereid::config

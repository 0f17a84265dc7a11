// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/phase_plan.h"

#include "engine/base/json.h"
#include "engine/config/phases.h"
#include "engine/config/steps.h"
#include "engine/train/internal/task_stream.h"

namespace nereid::train {
namespace {

Result<std::int64_t> count_steps(const config::RunConfig& settings) {
  if (!config::steps_follow_tasks(settings)) return config::planned_steps(settings);
  const Result<std::vector<tasks::Task>> tasks = training_tasks(settings);
  if (!tasks) return tasks.error();
  return config::planned_steps(settings, std::ssize(*tasks));
}

}  // namespace

Result<std::vector<PlannedPhase>> plan_phases(const config::RunConfig& config) {
  const std::vector<config::Phase> phases = config::phases_of(config);
  std::vector<PlannedPhase> planned;
  std::int64_t before = 0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const Result<std::int64_t> steps = count_steps(phases[i].settings);
    if (!steps) return steps.error();
    planned.push_back(
        {phases[i].name, phases[i].settings, before, *steps, config::start_of(phases, i)});
    before += *steps;
  }
  return planned;
}

std::size_t phase_of_step(const std::vector<PlannedPhase>& phases, std::int64_t step) {
  std::size_t index = 0;
  while (index + 1 < phases.size() && step > phases[index].last()) ++index;
  return index;
}

std::string describe_phases(const std::vector<PlannedPhase>& phases) {
  OrderedJson list = OrderedJson::array();
  for (const PlannedPhase& phase : phases)
    list.push_back({{"name", phase.name},
                    {"method", phase.settings.method},
                    {"agent", phase.settings.agent},
                    {"first_step", phase.before + 1},
                    {"last_step", phase.last()}});
  return dump_json(list);
}

}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/method.h"

#include "engine/config/steps.h"
#include "engine/train/internal/task_stream.h"

namespace nereid::train {

Result<std::int64_t> count_steps(const config::RunConfig& config) {
  if (!config::steps_follow_tasks(config)) return config::planned_steps(config);
  const Result<std::vector<tasks::Task>> tasks = training_tasks(config);
  if (!tasks) return tasks.error();
  return config::planned_steps(config, std::ssize(*tasks));
}

Result<std::unique_ptr<Method>> make_method(Workshop& workshop) {
  const std::string& name = workshop.config.method;
  if (name == "sft") return make_sft(workshop);
  if (name == "grpo") return make_grpo(workshop);
  if (name == "best_of_n") return make_best_of_n(workshop);
  return Error{ErrorCode::kInvalidArgument,
               "method: there is no \"" + name + "\"; choose sft, grpo or best_of_n"};
}

}  // namespace nereid::train

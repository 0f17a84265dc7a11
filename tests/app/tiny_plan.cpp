// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/tiny_plan.h"

#include "engine/config/steps.h"

nereid::Result<nereid::app::RunPlan> tinyPlan(const QString& folder, int steps) {
  auto config = nereid::config::load_settings("pocket");
  if (!config) return config.error();
  config->name = "tiny";
  config->model.layers = 1;
  config->model.hidden_size = 32;
  config->model.heads = 2;
  config->model.kv_heads = 2;
  config->model.intermediate_size = 64;
  config->model.path = "new";
  config->generation.max_completion_length = 16;
  config->grpo.prompts_per_step = 1;
  config->grpo.num_generations = 2;
  config->evaluate.every = 0;
  config->run.checkpoint_every = 1;
  nereid::config::set_steps(*config, steps);
  return nereid::app::RunPlan{*config, {.run_dir = folder.toStdString()}};
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/validate.h"

#include "engine/verify/settings/settings.h"

namespace nereid::evaluate {

verify::VerifyOptions strict_options(const config::Extensions& extensions) {
  verify::VerifyOptions options;
  verify::apply_extensions(extensions, options);
  options.thorough = false;
  options.timing = false;
  return options;
}

Result<EvaluateReport> validate(policy::Policy& policy, const verify::Submit& submit,
                                const config::RunConfig& config,
                                const std::function<void(int, int)>& progress) {
  auto tasks =
      evaluation_tasks({.source = config.tasks.source,
                        .split = "validation",
                        .levels = config.tasks.levels,
                        .count = config.evaluate.samples_per_level,
                        .task_seed = config.tasks.seed,
                        .exclude = config.tasks.exclude,
                        .held_out = {config.tasks.validation_share, config.tasks.test_share}});
  if (!tasks) return tasks.error();
  EvaluateOptions options;
  options.max_prompt_tokens = config.generation.max_prompt_length;
  options.max_new_tokens = config.generation.max_completion_length;
  options.top_p = config.generation.top_p;
  options.top_k = config.generation.top_k;
  options.seed = config.seed;
  options.verify = strict_options({});
  return evaluate_policy(policy, submit, *tasks, options, progress);
}

}  // namespace nereid::evaluate

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
      evaluation_tasks(config.tasks.source, "validation", config.tasks.levels,
                       config.evaluate.samples_per_level, config.tasks.seed, config.tasks.exclude);
  if (!tasks) return tasks.error();
  EvaluateOptions options;
  options.max_new_tokens = config.generation.max_completion_length;
  options.seed = config.seed;
  options.verify = strict_options({});
  return evaluate_policy(policy, submit, *tasks, options, progress);
}

}  // namespace nereid::evaluate

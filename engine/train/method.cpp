// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/method.h"

namespace nereid::train {

std::int64_t planned_steps(const config::RunConfig& config) {
  if (config.method == "sft") return config.sft.steps;
  return config.method == "best_of_n" ? config.best_of_n.steps : config.grpo.steps;
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

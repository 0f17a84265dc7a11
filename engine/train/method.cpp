// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/method.h"

namespace nereid::train {

void add_learnt(StepReport& report, std::int64_t tokens, LearntTokens own) {
  report.own.update_s = report.summary.update_s;
  report.own.tokens = own;
  if (tokens == 0) return;
  report.metrics.emplace_back("rollout/train_tokens_per_second",
                              static_cast<double>(tokens) / report.summary.update_s);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/internal/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nereid::config {
namespace {

std::optional<Contradiction> check_shape(const ModelSettings& model) {
  if (model.path != "new") return std::nullopt;
  if (model.hidden_size % model.heads != 0)
    return Contradiction{"model.hidden_size",
                         fmt::format("expected a multiple of model.heads = {}, got {}", model.heads,
                                     model.hidden_size)};
  if (model.heads % model.kv_heads != 0)
    return Contradiction{
        "model.kv_heads",
        fmt::format("expected a divisor of model.heads = {}, got {}", model.heads, model.kv_heads)};
  // Rotary embedding turns pairs of channels.
  if (model.hidden_size / model.heads % 2 != 0)
    return Contradiction{"model.heads",
                         fmt::format("expected an even number of channels a head, got {}",
                                     model.hidden_size / model.heads)};
  return std::nullopt;
}

}  // namespace

std::optional<Contradiction> find_contradiction(const RunConfig& config) {
  if (auto problem = check_shape(config.model)) return problem;
  if (config.model.adapter == "lora" && config.model.lora_targets.empty())
    return Contradiction{"model.lora_targets",
                         "expected at least one layer name for model.adapter = lora, got none"};
  if (config.model.adapter == "lora" && config.model.path == "new")
    return Contradiction{
        "model.adapter",
        "expected none for model.path = new (there is no base to adapt), got lora"};
  const std::set<int> levels(config.tasks.levels.begin(), config.tasks.levels.end());
  if (levels.empty())
    return Contradiction{"tasks.levels", "expected at least one level, got an empty list"};
  if (levels.size() != config.tasks.levels.size())
    return Contradiction{"tasks.levels", "expected each level once, got a repeated one"};
  if (config.method == "grpo" && config.generation.temperature <= 0)
    return Contradiction{
        "generation.temperature",
        "expected above 0 for method = grpo (equal completions teach nothing), got "
        "0"};
  if (config.method == "best_of_n" && config.best_of_n.steps == 0 &&
      config.tasks.source == "synthetic")
    return Contradiction{
        "best_of_n.steps",
        "expected at least 1 for tasks.source = synthetic (its tasks have no end), "
        "got 0"};
  if (config.tasks.validation_share + config.tasks.test_share >= 1)
    return Contradiction{"tasks.test_share",
                         fmt::format("expected less than 1 together with tasks.validation_share = "
                                     "{:g}, got {:g}",
                                     config.tasks.validation_share, config.tasks.test_share)};
  if (config.best_of_n.k > config.best_of_n.n)
    return Contradiction{"best_of_n.k", fmt::format("expected at most best_of_n.n = {}, got {}",
                                                    config.best_of_n.n, config.best_of_n.k)};
  return std::nullopt;
}

}  // namespace nereid::config

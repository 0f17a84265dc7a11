// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/internal/checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include "engine/config/internal/nearest.h"
#include "engine/config/internal/phase_blocks.h"
#include "engine/config/phases.h"

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

/// The settings of one phase.
std::optional<Contradiction> check_one(const RunConfig& config) {
  if (auto problem = check_shape(config.model)) return problem;
  if (config.model.adapter == "lora" && config.model.lora_targets.empty())
    return Contradiction{"model.lora_targets",
                         "expected at least one layer name for model.adapter = lora, got none"};
  if (config.model.adapter == "lora" && config.model.path == "new")
    return Contradiction{
        "model.adapter",
        "expected none for model.path = new (there is no base to adapt), got lora"};
  if (config.model.dtype == "int8" && config.model.adapter != "lora")
    return Contradiction{"model.dtype",
                         "expected float32 or bfloat16 for model.adapter = none (weights in 8 bits "
                         "cannot be trained, only adapters over them), got int8"};
  if (config.model.shard_base && config.model.adapter != "lora")
    return Contradiction{
        "model.shard_base",
        fmt::format("expected false for model.adapter = {} (weights that learn are "
                    "held by each rank), got true",
                    config.model.adapter)};
  if (config.model.fp8 && (config.model.adapter != "lora" || config.model.dtype != "bfloat16"))
    return Contradiction{
        "model.fp8", fmt::format("expected false for model.adapter = {} and model.dtype = {} "
                                 "(products in 8 bits are for adapters over a base in bfloat16), "
                                 "got true",
                                 config.model.adapter, config.model.dtype)};
  if (config.tasks.source == "synthetic")
    for (const int level : config.tasks.levels)
      if (level > 2)
        return Contradiction{
            "tasks.levels",
            fmt::format("expected 1 or 2 for tasks.source = synthetic, got {}", level)};
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
  if (config.reward.speed == "modelled" && config.verify.modelled_device == "none")
    return Contradiction{"verify.modelled_device",
                         "expected a device for reward.speed = modelled, got none"};
  if (config.reward.speed == "modelled" && config.reward.baseline != "eager")
    return Contradiction{"reward.baseline",
                         "expected eager for reward.speed = modelled (torch.compile is not "
                         "modelled), got " +
                             config.reward.baseline};
  const std::vector<double>& milestones = config.reward.milestones;
  if (milestones.empty())
    return Contradiction{"reward.milestones", "expected at least one speedup, got an empty list"};
  if (std::adjacent_find(milestones.begin(), milestones.end(), std::greater_equal<>()) !=
      milestones.end())
    return Contradiction{
        "reward.milestones",
        fmt::format("expected speedups in rising order, got [{}]", fmt::join(milestones, ", "))};
  if (config.verify.rtol.has_value() != config.verify.atol.has_value()) {
    const bool has_rtol = config.verify.rtol.has_value();
    const char* const given = has_rtol ? "verify.rtol" : "verify.atol";
    const char* const missing = has_rtol ? "verify.atol" : "verify.rtol";
    return Contradiction{
        given, fmt::format("expected none where {} is none (a tolerance needs both), got {:g}",
                           missing, has_rtol ? *config.verify.rtol : *config.verify.atol)};
  }
  if (config.tasks.validation_share + config.tasks.test_share >= 1)
    return Contradiction{"tasks.test_share",
                         fmt::format("expected less than 1 together with tasks.validation_share = "
                                     "{:g}, got {:g}",
                                     config.tasks.validation_share, config.tasks.test_share)};
  if (!config.best_of_n.endpoint.empty() && config.best_of_n.endpoint_model.empty())
    return Contradiction{"best_of_n.endpoint_model",
                         "expected the name of a model where best_of_n.endpoint is set, got none"};
  if (!config.best_of_n.endpoint.empty() && config.turns.count > 1)
    return Contradiction{"turns.count",
                         fmt::format("expected 1 where best_of_n.endpoint is set, which answers "
                                     "once, got {}",
                                     config.turns.count)};
  if (config.best_of_n.k > config.best_of_n.n)
    return Contradiction{"best_of_n.k", fmt::format("expected at most best_of_n.n = {}, got {}",
                                                    config.best_of_n.n, config.best_of_n.k)};
  return std::nullopt;
}

bool is_phase_name(const std::string& name) {
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

// A name that is nearly that of a method or an agent would learn as the run does, not as it says.
std::optional<Contradiction> check_near_name(const RunConfig& config, const std::string& name) {
  const std::vector<std::string> telling = {"sft",      "grpo",   "best_of_n",
                                            "frontend", "midend", "backend"};
  const std::optional<std::string> near = nearest_word(name, telling);
  if (!near || *near == name || block_value(config, {name, "method"}) ||
      block_value(config, {name, "agent"}))
    return std::nullopt;
  return Contradiction{"phases",
                       fmt::format("expected a method, an agent, or a name whose block says one, "
                                   "got {}; did you mean {}? Else set phase.{}.method",
                                   name, *near, name)};
}

std::optional<Contradiction> check_names(const RunConfig& config) {
  const std::vector<std::string>& names = config.phases;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!is_phase_name(names[i]) || names[i] == "model" || names[i] == "previous")
      return Contradiction{"phases",
                           fmt::format("expected names of letters, digits, _ and - that begin with "
                                       "a letter, and neither model nor previous, got {}",
                                       names[i])};
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      return Contradiction{"phases",
                           fmt::format("expected each name once, got {} twice", names[i])};
    if (auto problem = check_near_name(config, names[i])) return problem;
  }
  for (const PhaseBlock& block : config.phase)
    if (std::find(names.begin(), names.end(), block.name) == names.end())
      return Contradiction{
          std::string(kPhasePrefix) + block.name,
          names.empty() ? "expected none without phases; name it in phases, or remove the block"
                        : fmt::format("expected one of the phases ({}), got {}",
                                      fmt::join(names, ", "), block.name)};
  return std::nullopt;
}

// What an agent works on must have been made before it.
std::optional<Contradiction> check_agent(const std::vector<Phase>& phases, std::size_t index) {
  const std::string& agent = phases[index].settings.agent;
  if (agent == "none" || agent == "frontend") return std::nullopt;
  const auto before = phases.begin() + static_cast<std::ptrdiff_t>(index);
  const bool has_source = std::any_of(
      phases.begin(), before, [](const Phase& phase) { return phase.settings.agent != "none"; });
  if (has_source) return std::nullopt;
  return Contradiction{
      "agent",
      fmt::format("expected a phase frontend before {}, whose verified kernels it works on, "
                  "got none",
                  agent)};
}

// What the run sets for all of its phases may pass by one that has no turns; what the phase sets
// itself may not.
std::optional<Contradiction> check_turns(const RunConfig& config, const Phase& phase) {
  if (phase.settings.method != "sft" || phase.settings.turns.count == 1) return std::nullopt;
  if (!config.phases.empty() && !block_value(config, {phase.name, "turns.count"}))
    return std::nullopt;
  return Contradiction{"turns.count",
                       fmt::format("expected 1 for method = sft (its answers are given), got {}",
                                   phase.settings.turns.count)};
}

std::optional<Contradiction> check_start(const std::vector<Phase>& phases, std::size_t index) {
  const std::string& start = phases[index].settings.start;
  if (start == "previous" || start == "model" || start_of(phases, index)) return std::nullopt;
  return Contradiction{
      "start",
      fmt::format("expected previous, model or the name of an earlier phase, got {}", start)};
}

}  // namespace

std::optional<Contradiction> find_contradiction(const RunConfig& config) {
  if (auto problem = check_names(config)) return problem;
  const std::vector<Phase> phases = phases_of(config);
  for (std::size_t i = 0; i < phases.size(); ++i) {
    std::optional<Contradiction> problem = check_start(phases, i);
    if (!problem) problem = check_agent(phases, i);
    if (!problem) problem = check_turns(config, phases[i]);
    if (!problem) problem = check_one(phases[i].settings);
    if (!problem) continue;
    const PhaseKey key{phases[i].name, problem->key};
    if (block_value(config, key))
      problem->key = std::string(kPhasePrefix) + key.phase + "." + key.key;
    if (config.phases.empty()) return problem;
    problem->phase = phases[i].name;
    problem->message += " (in the phase " + phases[i].name + ")";
    return problem;
  }
  return std::nullopt;
}

}  // namespace nereid::config

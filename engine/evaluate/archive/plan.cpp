// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "engine/base/hash.h"
#include "engine/base/random.h"
#include "engine/config/settings.h"
#include "engine/verify/outputs_only.h"
#include "engine/verify/settings/settings.h"

namespace nereid::evaluate {
namespace {

constexpr const char* kPlanSchema = "nereid.evaluation/1";

OrderedJson agent_json(const PlannedAgent& agent) {
  return {{"phase", agent.phase},
          {"role", agent.role},
          {"weights", agent.weights},
          {"weights_hash", agent.weights_hash},
          {"device", agent.device},
          {"prompt_version", agent.prompt_version},
          {"samples_per_task", agent.samples}};
}

PlannedAgent agent_from(const Json& json) {
  PlannedAgent agent;
  agent.phase = json_value(json, "phase", agent.phase);
  agent.role = json_value(json, "role", agent.role);
  agent.weights = json_value(json, "weights", agent.weights);
  agent.weights_hash = json_value(json, "weights_hash", agent.weights_hash);
  agent.device = json_value(json, "device", agent.device);
  agent.prompt_version = json_value(json, "prompt_version", agent.prompt_version);
  agent.samples = json_value(json, "samples_per_task", agent.samples);
  return agent;
}

OrderedJson optional_json(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson();
}

std::optional<double> optional_number(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

// Sections of a run that an evaluation has, too; the others would only say defaults.
bool is_of_an_evaluation(const std::string& line) {
  for (const char* section : {"name", "seed", "model", "tasks", "generation", "extensions"})
    if (line.rfind(std::string(section) + ":", 0) == 0) return true;
  return false;
}

}  // namespace

OrderedJson plan_json(const EvaluationPlan& plan) {
  OrderedJson agents = OrderedJson::array();
  for (const PlannedAgent& agent : plan.agents) agents.push_back(agent_json(agent));
  return {{"schema", kPlanSchema},
          {"subject", plan.subject},
          {"subject_hash", plan.subject_hash},
          {"is_model", plan.is_model},
          {"extracted", plan.extracted},
          {"tasks", plan.tasks},
          {"tasks_hash", plan.tasks_hash},
          {"split", plan.split},
          {"levels", plan.levels},
          {"samples_per_task", plan.samples},
          {"turns", plan.turns},
          {"turn_prompt_version", plan.turn_prompt_version},
          {"temperature", plan.temperature},
          {"top_p", plan.top_p},
          {"top_k", plan.top_k},
          {"min_p", plan.min_p},
          {"max_prompt_tokens", plan.max_prompt_tokens},
          {"max_new_tokens", plan.max_new_tokens},
          {"prompt_format", plan.prompt_format},
          {"dtype", plan.dtype},
          {"several_blocks", plan.yardstick.several_blocks},
          {"seed", plan.seed},
          {"multi_input", plan.yardstick.extensions.multi_input},
          {"staged_evaluation", plan.yardstick.extensions.staged_evaluation},
          {"calibrated_timing", plan.yardstick.extensions.calibrated_timing},
          {"thorough", plan.yardstick.thorough},
          {"rtol", optional_json(plan.yardstick.rtol)},
          {"atol", optional_json(plan.yardstick.atol)},
          {"outputs", plan.yardstick.outputs},
          {"baseline", plan.yardstick.baseline},
          {"modelled_device", plan.yardstick.modelled_device},
          {"agent", plan.agent},
          {"prompt_version", plan.prompt_version},
          {"agents", agents},
          {"step", plan.step}};
}

Result<EvaluationPlan> plan_from_json(const Json& json, const std::string& what) {
  const auto schema = json_value(json, "schema", std::string());
  if (schema != kPlanSchema)
    return Error{ErrorCode::kUnsupported,
                 fmt::format("{}: \"{}\" is not \"{}\"; it was written by another build of Nereid, "
                             "evaluate anew into another folder",
                             what, schema, kPlanSchema)};
  EvaluationPlan plan;
  plan.subject = json_value(json, "subject", plan.subject);
  plan.subject_hash = json_value(json, "subject_hash", plan.subject_hash);
  plan.is_model = json_value(json, "is_model", plan.is_model);
  plan.extracted = json_value(json, "extracted", plan.extracted);
  plan.tasks = json_value(json, "tasks", plan.tasks);
  plan.tasks_hash = json_value(json, "tasks_hash", plan.tasks_hash);
  plan.split = json_value(json, "split", plan.split);
  plan.levels = json_value(json, "levels", plan.levels);
  plan.samples = json_value(json, "samples_per_task", plan.samples);
  plan.turns = json_value(json, "turns", plan.turns);
  plan.turn_prompt_version = json_value(json, "turn_prompt_version", plan.turn_prompt_version);
  plan.temperature = json_value(json, "temperature", plan.temperature);
  plan.top_p = json_value(json, "top_p", plan.top_p);
  plan.top_k = json_value(json, "top_k", plan.top_k);
  plan.min_p = json_value(json, "min_p", plan.min_p);
  plan.max_prompt_tokens = json_value(json, "max_prompt_tokens", plan.max_prompt_tokens);
  plan.max_new_tokens = json_value(json, "max_new_tokens", plan.max_new_tokens);
  plan.prompt_format = json_value(json, "prompt_format", plan.prompt_format);
  plan.dtype = json_value(json, "dtype", plan.dtype);
  plan.yardstick.several_blocks = json_value(json, "several_blocks", plan.yardstick.several_blocks);
  plan.seed = json_value(json, "seed", plan.seed);
  plan.yardstick.extensions.multi_input = json_value(json, "multi_input", true);
  plan.yardstick.extensions.staged_evaluation = json_value(json, "staged_evaluation", true);
  plan.yardstick.extensions.calibrated_timing = json_value(json, "calibrated_timing", true);
  plan.yardstick.thorough = json_value(json, "thorough", plan.yardstick.thorough);
  plan.yardstick.rtol = optional_number(json, "rtol");
  plan.yardstick.atol = optional_number(json, "atol");
  plan.yardstick.outputs = json_value(json, "outputs", plan.yardstick.outputs);
  plan.yardstick.baseline = json_value(json, "baseline", plan.yardstick.baseline);
  plan.yardstick.modelled_device =
      json_value(json, "modelled_device", plan.yardstick.modelled_device);
  plan.agent = json_value(json, "agent", plan.agent);
  plan.prompt_version = json_value(json, "prompt_version", plan.prompt_version);
  const Json agents = json_value(json, "agents", Json::array());
  for (const Json& agent : agents) plan.agents.push_back(agent_from(agent));
  plan.step = json_value(json, "step", plan.step);
  return plan;
}

std::string plan_differences(const EvaluationPlan& made, const EvaluationPlan& now) {
  const OrderedJson before = plan_json(made), after = plan_json(now);
  std::string text;
  for (const auto& [key, value] : before.items())
    if (value != after.at(key))
      text += fmt::format("{}{} was {}, is {}", text.empty() ? "" : "; ", key, dump_json(value),
                          dump_json(after.at(key)));
  return text;
}

EvaluationPlan plan_of_agent(const EvaluationPlan& plan, std::size_t agent) {
  EvaluationPlan own = plan;
  own.agents.clear();
  own.agent = plan.agents[agent].role;
  own.prompt_version = plan.agents[agent].prompt_version;
  own.samples = plan.agents[agent].samples;
  // The first one's draws are those of its evaluation alone.
  if (agent > 0) own.seed = mix64(plan.seed ^ mix64(agent));
  return own;
}

EvaluationPlan plan_of_turn(const EvaluationPlan& plan, int turn) {
  EvaluationPlan own = plan;
  own.turns = 1;
  // Apart from those of the agents of a chain, which count from 1.
  if (turn > 1) own.seed = mix64(plan.seed ^ mix64(~static_cast<std::uint64_t>(turn)));
  return own;
}

Yardstick settled(Yardstick asked) {
  if (asked.modelled_device == "none") asked.modelled_device.clear();
  return asked;
}

int rows_of(const EvaluationPlan& plan, std::size_t tasks) {
  int each = plan.agents.empty() ? plan.samples * plan.turns : 0;
  for (const PlannedAgent& agent : plan.agents) each += agent.samples;
  return static_cast<int>(tasks) * each;
}

std::string hash_of_tasks(const std::vector<tasks::Task>& tasks) {
  Sha256 hash;
  for (const tasks::Task& task : tasks)
    hash.update(fmt::format("{}\n{}\n{}\n", task.id, task.level, sha256_hex(task.reference)));
  return hash.hex();
}

std::vector<ScoredTask> scored_tasks(const std::vector<tasks::Task>& tasks) {
  std::vector<ScoredTask> scored;
  for (const tasks::Task& task : tasks) {
    ScoredTask& one = scored.emplace_back(
        ScoredTask{task.id, task.name, task.level, {}, sha256_hex(task.reference)});
    for (const std::string& tag : task.tags)
      if (std::find(one.operations.begin(), one.operations.end(), tag) == one.operations.end())
        one.operations.push_back(tag);
  }
  return scored;
}

verify::VerifyOptions strict_options(const EvaluationPlan& plan) {
  verify::VerifyOptions options;
  verify::apply_extensions(plan.yardstick.extensions, options);
  options.thorough = plan.yardstick.thorough;
  // Published figures rest on the five by name.
  options.inputs = plan.yardstick.thorough ? verify::InputScope::kAll : verify::InputScope::kReport;
  options.allclose = verify::allclose_of(plan.yardstick.rtol, plan.yardstick.atol);
  options.timing = !plan.yardstick.baseline.empty();
  options.timing_beside = false;
  options.compiled_baseline = options.timing && plan.yardstick.baseline != "eager";
  options.modelled_device = plan.yardstick.modelled_device;
  return options;
}

verify::VerifyOptions outputs_options(const EvaluationPlan& plan) {
  return verify::outputs_only(strict_options(plan));
}

std::string plan_settings(const EvaluationPlan& plan, const std::string& name) {
  config::RunConfig config;
  config.name = name;
  config.seed = plan.seed;
  config.model.path = plan.subject;
  config.model.dtype = plan.dtype;
  config.tasks.source = plan.tasks;
  config.tasks.levels = plan.levels;
  config.generation.max_completion_length = plan.max_new_tokens;
  config.generation.temperature = plan.temperature;
  config.generation.top_p = plan.top_p;
  config.generation.top_k = plan.top_k;
  config.generation.min_p = plan.min_p;
  config.extensions = plan.yardstick.extensions;
  std::istringstream lines(config::to_yaml(config));
  std::string kept;
  bool keeps = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.front() != ' ' && line.front() != '-')
      keeps = is_of_an_evaluation(line);
    if (keeps) kept += line + "\n";
  }
  return kept;
}

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/validate.h"

#include <memory>
#include <optional>

#include "engine/evaluate/internal/chain.h"
#include "engine/policy/internal/borrowed_weights.h"

namespace nereid::evaluate {
namespace {

EvaluationPlan plan_of(const config::RunConfig& config, std::int64_t step) {
  EvaluationPlan plan;
  plan.subject = config.name;
  plan.tasks = config.tasks.source;
  plan.split = "validation";
  plan.levels = config.tasks.levels;
  plan.max_prompt_tokens = config.generation.max_prompt_length;
  plan.max_new_tokens = config.generation.max_completion_length;
  plan.top_p = config.generation.top_p;
  plan.top_k = config.generation.top_k;
  plan.min_p = config.generation.min_p;
  plan.dtype = config.model.dtype;  // it is scored as it is trained
  plan.yardstick.several_blocks = config.verify.several_blocks;
  plan.seed = config.seed;
  plan.yardstick.outputs = false;  // training waits for it
  plan.agent = config.agent;
  plan.prompt_version = config.agents.prompt_version;
  plan.turns = config.evaluate.turns;
  plan.turn_prompt_version = config.turns.prompt_version;
  plan.step = step;
  return plan;
}

// An agent is told how fast the kernel is that it works on, as in training.
void plan_chain(EvaluationPlan& plan, const policy::Policy& policy, const config::RunConfig& config,
                const ValidationPlace& place) {
  if (place.earlier.empty()) return;
  plan.turns = 1;
  for (const EarlierAgent& earlier : place.earlier) {
    plan.agents.push_back(earlier.plan);
    plan.agents.back().samples = config.agents.kernel_samples;
  }
  plan.agents.push_back({.phase = place.phase,
                         .role = config.agent,
                         .weights_hash = policy.weights_hash(),
                         .device = config.agents.device,
                         .prompt_version = config.agents.prompt_version});
  if (config.verify.modelled_device != "none")
    plan.yardstick.modelled_device = config.verify.modelled_device;
  if (config.reward.speed == "measured") plan.yardstick.baseline = "eager";
}

// The earlier agents' weights take the places of the policy's while they are asked.
Result<EvaluateReport> evaluate_agents(policy::Policy& policy, const ValidationPlace& place,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluationPlan& plan, const ReportOptions& options,
                                       JudgingParts parts) {
  if (plan.agents.empty()) return evaluate_policy(policy, tasks, plan, options, std::move(parts));
  std::optional<policy::BorrowedWeights> borrowed;
  std::vector<AgentModel> models;
  for (const EarlierAgent& earlier : place.earlier)
    models.emplace_back([&]() -> Result<policy::Policy*> {
      borrowed.reset();
      borrowed.emplace(policy, earlier.weights);
      return &policy;
    });
  models.emplace_back([&]() -> Result<policy::Policy*> {
    borrowed.reset();
    return &policy;
  });
  return evaluate_chain(models, tasks, plan, options, std::move(parts));
}

}  // namespace

Result<EvaluateReport> validate(policy::Policy& policy, const verify::Submit& submit,
                                const config::RunConfig& config, const ValidationPlace& place,
                                const std::function<void(int, int)>& progress,
                                const std::function<double(const verify::Verdict&)>& pay) {
  auto tasks =
      evaluation_tasks({.source = config.tasks.source,
                        .split = "validation",
                        .levels = config.tasks.levels,
                        .count = config.evaluate.samples_per_level,
                        .task_seed = config.tasks.seed,
                        .exclude = config.tasks.exclude,
                        .held_out = {config.tasks.validation_share, config.tasks.test_share}});
  if (!tasks) return tasks.error();
  EvaluationPlan plan = plan_of(config, place.step);
  plan_chain(plan, policy, config, place);
  if (Result<void> completed = complete_plan(plan, policy, *tasks); !completed)
    return completed.error();
  const ReportOptions options{.samples = plan.samples, .seed = plan.seed};
  if (place.run_dir.empty())
    return evaluate_agents(policy, place, *tasks, plan, options,
                           {.submit = submit, .progress = progress, .pay = pay});
  Result<std::unique_ptr<Archive>> archive =
      Archive::open({.folder = validation_folder(place.run_dir, place.step),
                     .name = config.name + " step " + std::to_string(place.step),
                     .plan = plan,
                     .settings_yaml = config::to_yaml(config),
                     .facts = {{"run", config.name}},
                     .samples = rows_of(plan, tasks->size()),
                     .replaces = true});
  if (!archive) return archive.error();
  return closed(**archive, options, [&] {
    return evaluate_agents(
        policy, place, *tasks, plan, options,
        {.submit = submit, .progress = progress, .pay = pay, .archive = archive->get()});
  });
}

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/rollout.h"

#include <algorithm>
#include <numeric>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/train/internal/raw_outcomes.h"

namespace nereid::train {
namespace {

constexpr int kPromptAttempts = 64;

reward::RewardSettings reward_settings(const config::RunConfig& config) {
  return {.name = config.reward.name,
          .failure = config.reward.failure,
          .speedup_cap = config.reward.speedup_cap,
          .role = config.reward.role,
          .score = config.reward.score,
          .milestones = config.reward.milestones,
          .baseline = config.reward.baseline,
          .speed = config.reward.speed,
          .code_reward = config.hierarchy.code_reward,
          .partial_credit = config.extensions.staged_evaluation};
}

}  // namespace

std::function<double(const verify::Verdict&)> payment_of(const config::RunConfig& settings) {
  const Result<reward::RewardFunction> formula = reward::find_reward(settings.reward.name);
  if (!formula) return [](const verify::Verdict&) { return kNaN; };
  return
      [formula = *formula, settings = reward_settings(settings)](const verify::Verdict& verdict) {
        return verify::was_judged(verdict) ? formula(verdict, settings).total : kNaN;
      };
}

Result<std::unique_ptr<RolloutMaker>> RolloutMaker::make(Workshop& workshop) {
  Result<std::unique_ptr<TaskStream>> tasks = TaskStream::open(workshop.config);
  if (!tasks) return tasks.error();
  Result<reward::RewardFunction> reward = reward::find_reward(workshop.config.reward.name);
  if (!reward) return reward.error();
  std::unique_ptr<RolloutMaker> maker(new RolloutMaker(workshop, std::move(*tasks), *reward));
  if (Result<void> checked = maker->check_turns(); !checked) return checked.error();
  return maker;
}

RolloutMaker::RolloutMaker(Workshop& workshop, std::unique_ptr<TaskStream> tasks,
                           reward::RewardFunction reward)
    : shop_(workshop),
      tasks_(std::move(tasks)),
      kernels_(workshop),
      reward_(reward),
      reward_settings_(reward_settings(workshop.config)) {}

std::optional<Prompt> RolloutMaker::make_prompt(tasks::Task task,
                                                const tasks::KernelInHand& kernel) {
  Prompt prompt;
  prompt.task = std::move(task);
  prompt.text = shop_.prompt_format.prompt(prompt.task, kernel);
  prompt.tokens = shop_.policy.tokenizer()->encode(prompt.text);
  prompt.kernel = kernel;
  const auto limit = static_cast<std::size_t>(shop_.config.generation.max_prompt_length);
  if (prompt.tokens.size() <= limit) return prompt;
  ++prompts_dropped_;
  return std::nullopt;
}

Result<std::vector<Prompt>> RolloutMaker::pick_prompts(std::int64_t task_step, int count,
                                                       int first_group) {
  if (kernels_.is_needed()) return pick_prompts_with_kernels(task_step, count, first_group);
  // As many as the step has at first, so that no two steps ask for one further task.
  const int width = first_group > 0 ? shop_.config.grpo.prompts_per_step : count;
  const int attempts = tasks_->in_epochs() ? 1 : kPromptAttempts;
  std::vector<Prompt> prompts;
  for (int slot = 0; slot < count; ++slot) {
    for (int attempt = 0; attempt < attempts; ++attempt) {
      std::optional<Prompt> prompt = make_prompt(
          tasks_->next(task_step, slot, width, attempt + first_group * kPromptAttempts), {});
      if (!prompt) continue;
      prompts.push_back(std::move(*prompt));
      break;
    }
    if (!tasks_->in_epochs() && static_cast<int>(prompts.size()) <= slot) break;
  }
  // An epoch has each task once: one that is too long leaves a hole, at worst the whole step.
  if (tasks_->in_epochs() || std::ssize(prompts) == count) return prompts;
  return Error{
      ErrorCode::kInvalidArgument,
      "generation.max_prompt_length: " + std::to_string(shop_.config.generation.max_prompt_length) +
          " tokens are too few for the prompts of these tasks; raise it"};
}

// A task without a verified kernel gives its place to another one, a few times; then the place
// stays empty.
Result<std::vector<Prompt>> RolloutMaker::pick_prompts_with_kernels(std::int64_t task_step,
                                                                    int count, int first_group) {
  const config::AgentSettings& settings = shop_.config.agents;
  const int width = shop_.config.grpo.prompts_per_step;
  std::vector<Prompt> prompts;
  for (int attempt = 0; attempt < settings.kernel_attempts; ++attempt) {
    const int open = count - static_cast<int>(prompts.size());
    if (open == 0) break;
    std::vector<tasks::Task> tasks;
    for (int slot = 0; slot < open; ++slot)
      tasks.push_back(
          tasks_->next(task_step, slot, width, attempt + first_group * kPromptAttempts));
    // Groups of the earlier agents are numbered so that no two rounds meet.
    const int group = (first_group * settings.kernel_attempts + attempt) * width;
    const auto kernels = kernels_.kernels_for(tasks, task_step, group);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (!kernels[i]) continue;
      std::optional<Prompt> prompt =
          make_prompt(tasks[i], episodes::in_hand(*kernels[i], settings.device));
      if (prompt) prompts.push_back(std::move(*prompt));
    }
  }
  return prompts;
}

void RolloutMaker::pay(Rollout& rollout) const {
  for (record::Episode& episode : rollout.episodes) {
    if (verify::was_judged(episode.verdict))
      episode.reward = reward_(episode.verdict, reward_settings_);
    else
      episode.reward = {.total = kNaN};  // no reward: out of its group, and out of every rate
    rollout.rewards.push_back(episode.reward.total);
    if (reward_settings_.name == "hierarchical")
      rollout.plan_rewards.push_back(episode.reward.plan.value_or(kNaN));
  }
}

Result<Rollout> RolloutMaker::make_rollout(std::int64_t step, std::int64_t task_step, int prompts,
                                           int group_size, int first_group) {
  Result<std::vector<Prompt>> picked = pick_prompts(task_step, prompts, first_group);
  if (!picked) return picked.error();
  const DrawPlan plan{shop_.config, shop_.phase, step, group_size, first_group};
  Rollout rollout;
  static_cast<Drawn&>(rollout) = draw(shop_, *picked, plan);
  rollout.tasks = static_cast<int>(picked->size());
  if (counts_raw(shop_.config)) {
    const Stopwatch watch;
    rollout.raw_outcomes = raw_outcomes(shop_, rollout, shop_.config);
    rollout.times.verify_s += watch.elapsed_s();
    rollout.own.verify_s += watch.elapsed_s();
  }
  pay(rollout);
  if (shop_.config.turns.count > 1) take_turns(rollout, *picked, plan);
  if (counts_raw(shop_.config)) rollout.raw_outcomes.resize(rollout.episodes.size(), kNaN);
  return rollout;
}

void append(Rollout& rollout, Rollout other) {
  const auto move_all = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  const auto tokens = static_cast<double>(rollout.tokens), more = static_cast<double>(other.tokens);
  rollout.entropy =
      (rollout.entropy * tokens + other.entropy * more) / std::max(1.0, tokens + more);
  rollout.tokens += other.tokens;
  rollout.times.add(other.times);
  rollout.own.add(other.own);
  move_all(rollout.episodes, other.episodes);
  move_all(rollout.rows, other.rows);
  move_all(rollout.raw_outcomes, other.raw_outcomes);
  move_all(rollout.rewards, other.rewards);
  move_all(rollout.plan_rewards, other.plan_rewards);
  rollout.tasks += other.tasks;
  rollout.too_long += other.too_long;
  if (other.places.empty()) return;
  const int first_row = static_cast<int>(rollout.places.size());
  const int first_group = rollout.groups.empty()
                              ? 0
                              : *std::max_element(rollout.groups.begin(), rollout.groups.end()) + 1;
  for (TurnPlace& place : other.places) place.before += place.before >= 0 ? first_row : 0;
  for (int& group : other.groups) group += first_group;
  move_all(rollout.places, other.places);
  move_all(rollout.returns, other.returns);
  move_all(rollout.plan_returns, other.plan_returns);
  move_all(rollout.groups, other.groups);
}

Advantages advantages_of(const Rollout& rollout, const std::vector<double>& values,
                         const AdvantageRules& rules) {
  if (rollout.places.empty()) return group_advantages(values, rollout.group_size, rules);
  return ragged_advantages(values, rollout.groups, rules);
}

void fill_advantages(Rollout& rollout, const Advantages& advantages, const Advantages* plan) {
  for (std::size_t i = 0; i < rollout.episodes.size(); ++i) {
    const std::size_t group = rollout.group_of(i);
    rollout.episodes[i].group_mean = advantages.group_mean[group];
    rollout.episodes[i].group_std = advantages.group_std[group];
    rollout.episodes[i].advantage = advantages.advantage[i];
    if (plan) rollout.episodes[i].plan_advantage = plan->advantage[i];
  }
}

Json RolloutMaker::state() const {
  return {{"tasks", tasks_->state()},
          {"pass_rates", pass_rates_},
          {"num_tokens", num_tokens_},
          {"prompts_dropped", prompts_dropped_}};
}

Result<void> RolloutMaker::restore(const Json& state) {
  num_tokens_ = json_value<std::int64_t>(state, "num_tokens", 0);
  prompts_dropped_ = json_value<std::int64_t>(state, "prompts_dropped", 0);
  const auto rates = json_value<std::vector<double>>(state, "pass_rates", {});
  pass_rates_.assign(rates.begin(), rates.end());
  return tasks_->restore(state.contains("tasks") ? state["tasks"] : Json::object());
}

}  // namespace nereid::train

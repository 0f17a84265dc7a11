// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/rollout.h"

#include <algorithm>
#include <numeric>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/episodes/episode_maker.h"
#include "engine/train/internal/streams.h"
#include "engine/verify/settings/settings.h"

namespace nereid::train {
namespace {

constexpr int kPromptAttempts = 64;

reward::RewardSettings reward_settings(const config::RunConfig& config) {
  return {.name = config.reward.name,
          .failure = config.reward.failure,
          .speedup_cap = config.reward.speedup_cap,
          .role = config.reward.role,
          .score = config.reward.score,
          .baseline = config.reward.baseline,
          .code_reward = config.hierarchy.code_reward,
          .partial_credit = config.extensions.staged_evaluation};
}

verify::VerifyOptions verify_options(const config::RunConfig& config) {
  verify::VerifyOptions options = verify::options_of(config);
  options.device = config.verify.device;
  options.timing_beside = false;  // nobody looks at it while training
  return options;
}

}  // namespace

Result<std::unique_ptr<RolloutMaker>> RolloutMaker::make(Workshop& workshop) {
  Result<std::unique_ptr<TaskStream>> tasks = TaskStream::open(workshop.config);
  if (!tasks) return tasks.error();
  Result<reward::RewardFunction> reward = reward::find_reward(workshop.config.reward.name);
  if (!reward) return reward.error();
  return std::unique_ptr<RolloutMaker>(new RolloutMaker(workshop, std::move(*tasks), *reward));
}

RolloutMaker::RolloutMaker(Workshop& workshop, std::unique_ptr<TaskStream> tasks,
                           reward::RewardFunction reward)
    : shop_(workshop),
      tasks_(std::move(tasks)),
      reward_(reward),
      reward_settings_(reward_settings(workshop.config)) {}

Result<std::vector<RolloutMaker::Prompt>> RolloutMaker::pick_prompts(std::int64_t task_step,
                                                                     int count, int first_group) {
  const auto limit = static_cast<std::size_t>(shop_.config.generation.max_prompt_length);
  // As many as the step has at first, so that no two steps ask for one further task.
  const int width = first_group > 0 ? shop_.config.grpo.prompts_per_step : count;
  const int attempts = tasks_->in_epochs() ? 1 : kPromptAttempts;
  std::vector<Prompt> prompts;
  for (int slot = 0; slot < count; ++slot) {
    for (int attempt = 0; attempt < attempts; ++attempt) {
      Prompt prompt;
      prompt.task = tasks_->next(task_step, slot, width, attempt + first_group * kPromptAttempts);
      prompt.text = shop_.prompt_format.prompt(prompt.task);
      prompt.tokens = shop_.policy.tokenizer()->encode(prompt.text);
      if (prompt.tokens.size() > limit) {
        ++prompts_dropped_;
        continue;
      }
      prompts.push_back(std::move(prompt));
      break;
    }
    if (!tasks_->in_epochs() && static_cast<int>(prompts.size()) <= slot) break;
  }
  // An epoch has each task once: one that is too long leaves a hole, at worst the whole step.
  if (tasks_->in_epochs() || std::ssize(prompts) == count) return prompts;
  return Error{ErrorCode::kInvalidArgument,
               "generation.max_prompt_length: " + std::to_string(limit) +
                   " tokens are too few for the prompts of these tasks; raise it"};
}

std::vector<policy::GeneratedRow> RolloutMaker::generate(std::int64_t step,
                                                         const std::vector<Prompt>& prompts,
                                                         int group_size, int first_group) {
  const config::GenerationSettings& settings = shop_.config.generation;
  policy::GenerateOptions options;
  options.max_new_tokens = settings.max_completion_length;
  options.temperature = settings.temperature;
  options.top_p = settings.top_p;
  options.top_k = settings.top_k;
  options.progress = [this](int finished, int rows) { shop_.progress("generate", finished, rows); };
  std::vector<std::vector<std::int32_t>> rows;
  for (std::size_t group = 0; group < prompts.size(); ++group) {
    for (int index = 0; index < group_size; ++index) {
      rows.push_back(prompts[group].tokens);
      options.row_seeds.push_back(
          stream_seed(shop_.config.seed, Stream::kSampling,
                      {step, first_group + static_cast<int>(group), index}));
    }
  }
  return shop_.policy.generate(rows, options);
}

record::Episode RolloutMaker::begin_episode(record::EpisodeKey key, const Prompt& prompt,
                                            policy::GeneratedRow& row) const {
  const std::uint64_t seed =
      verify::secret_seed(stream_seed(shop_.config.seed, Stream::kVerify, {key.step, key.group}));
  return episodes::begin_episode(key, prompt.task, prompt.text,
                                 episodes::take_answer(row, *shop_.policy.tokenizer()), seed);
}

void RolloutMaker::judge(Rollout& rollout) {
  std::vector<verify::VerifyRequest> requests;
  std::vector<record::Episode*> judged;
  const verify::VerifyOptions options = verify_options(shop_.config);
  for (record::Episode& episode : rollout.episodes) {
    if (episode.candidate.empty()) continue;
    judged.push_back(&episode);
    requests.push_back(episodes::request_of(episode, options));
  }
  shop_.progress("verify", 0, static_cast<int>(requests.size()));
  const Progress& progress = shop_.progress;
  const std::vector<verify::Judged> verdicts =
      verify::judge_batch(shop_.submit, std::move(requests),
                          [&progress](int done, int of) { progress("verify", done, of); });
  for (std::size_t i = 0; i < judged.size(); ++i)
    episodes::take_verdict(*judged[i], *verdicts[i].verdict, verdicts[i].unix_ms);
}

Result<Rollout> RolloutMaker::make_rollout(std::int64_t step, std::int64_t task_step, int prompts,
                                           int group_size, int first_group) {
  Result<std::vector<Prompt>> picked = pick_prompts(task_step, prompts, first_group);
  if (!picked) return picked.error();
  Rollout rollout;
  rollout.group_size = group_size;
  Stopwatch watch;
  std::vector<policy::GeneratedRow> generated = generate(step, *picked, group_size, first_group);
  rollout.generate_s = watch.elapsed_s();
  double entropy = 0;
  for (int i = 0; i < static_cast<int>(generated.size()); ++i) {
    const int group = i / group_size;
    policy::GeneratedRow& row = generated[i];
    rollout.tokens += static_cast<std::int64_t>(row.tokens.size());
    entropy += std::accumulate(row.entropies.begin(), row.entropies.end(), 0.0);
    rollout.rows.emplace_back((*picked)[group].tokens, row.tokens);
    rollout.episodes.push_back(begin_episode(
        {shop_.steps_before + step, first_group + group, i % group_size}, (*picked)[group], row));
    rollout.episodes.back().generate_ms = rollout.generate_s * 1e3;
  }
  rollout.entropy = entropy / static_cast<double>(std::max<std::int64_t>(1, rollout.tokens));
  watch.restart();
  judge(rollout);
  rollout.verify_s = watch.elapsed_s();
  for (record::Episode& episode : rollout.episodes) {
    if (verify::was_judged(episode.verdict))
      episode.reward = reward_(episode.verdict, reward_settings_);
    else
      episode.reward = {.total = kNaN};  // no reward: out of its group, and out of every rate
    rollout.rewards.push_back(episode.reward.total);
    if (reward_settings_.name == "hierarchical")
      rollout.plan_rewards.push_back(episode.reward.plan.value_or(kNaN));
  }
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
  rollout.generate_s += other.generate_s;
  rollout.verify_s += other.verify_s;
  move_all(rollout.episodes, other.episodes);
  move_all(rollout.rows, other.rows);
  move_all(rollout.rewards, other.rewards);
  move_all(rollout.plan_rewards, other.plan_rewards);
}

void fill_advantages(Rollout& rollout, const Advantages& advantages, const Advantages* plan) {
  for (std::size_t i = 0; i < rollout.episodes.size(); ++i) {
    const std::size_t group = i / static_cast<std::size_t>(rollout.group_size);
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

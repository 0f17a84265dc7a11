// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/reward/reward.h"
#include "engine/tasks/prompt.h"
#include "engine/train/internal/advantage.h"
#include "engine/train/internal/draw.h"
#include "engine/train/internal/kernel_source.h"
#include "engine/train/internal/method.h"
#include "engine/train/internal/task_stream.h"
#include "engine/train/internal/turns.h"

namespace nereid::train {

/// Completions of one step with their verdicts and rewards; advantages are not yet filled in.
struct Rollout : Drawn {
  std::vector<double> rewards;       ///< NaN where the verdict is no judgement
  std::vector<double> plan_rewards;  ///< the same for the plans, where they are paid apart
  int tasks = 0;                     ///< that were asked about
  /// As raw_outcomes(), NaN for later turns; empty where the curriculum counts what is correct.
  std::vector<double> raw_outcomes;
  // With several turns, one a row; with one turn none:
  std::vector<TurnPlace> places;
  std::vector<double> returns, plan_returns;
  std::vector<int> groups;  ///< whose returns are compared
  int too_long = 0;         ///< answers whose next prompt did not fit

  /// What advantages are of: the rewards, with several turns the returns.
  const std::vector<double>& paid() const { return places.empty() ? rewards : returns; }
  const std::vector<double>& plan_paid() const {
    return places.empty() ? plan_rewards : plan_returns;
  }
  std::size_t group_of(std::size_t row) const {
    return places.empty() ? row / static_cast<std::size_t>(group_size)
                          : static_cast<std::size_t>(groups[row]);
  }
  int task_of(std::size_t row) const {
    return places.empty() ? static_cast<int>(row) / group_size : places[row].task;
  }
};

/// Advantages of such values, one a row.
Advantages advantages_of(const Rollout& rollout, const std::vector<double>& values,
                         const AdvantageRules& rules);

/// What a run of these settings pays for a verdict; NaN where nothing was judged. Any thread.
std::function<double(const verify::Verdict&)> payment_of(const config::RunConfig& settings);

/// Samples prompts and completions and has them judged. Trainer thread only.
class RolloutMaker {
 public:
  static Result<std::unique_ptr<RolloutMaker>> make(Workshop& workshop);

  /// `task_step` says which tasks; `step` seeds the sampling. `first_group` numbers the
  /// groups; above 0 it asks for further tasks of the same step.
  Result<Rollout> make_rollout(std::int64_t step, std::int64_t task_step, int prompts,
                               int group_size, int first_group = 0);
  /// Feeds the curriculum and the moving pass rate, and adds the metrics that every rollout has.
  void account(const Rollout& rollout, const Advantages& advantages, StepReport& report);

  /// Tasks of the folder that are trained on; 0 for the generator.
  std::int64_t task_count() const { return static_cast<std::int64_t>(tasks_->size()); }

  Json state() const;
  Result<void> restore(const Json& state);

 private:
  RolloutMaker(Workshop& workshop, std::unique_ptr<TaskStream> tasks,
               reward::RewardFunction reward);
  Result<std::vector<Prompt>> pick_prompts(std::int64_t task_step, int count, int first_group);
  Result<std::vector<Prompt>> pick_prompts_with_kernels(std::int64_t task_step, int count,
                                                        int first_group);
  std::optional<Prompt> make_prompt(tasks::Task task, const tasks::KernelInHand& kernel);
  /// Prompts of a turn, and the rows that they follow.
  struct Follow {
    std::vector<Prompt> prompts;
    std::vector<std::size_t> rows;
  };
  Result<void> check_turns() const;
  Follow who_goes_on(Rollout& rollout, const std::vector<Prompt>& prompts, const DrawPlan& plan,
                     std::size_t begin) const;
  void pay(Rollout& rollout) const;
  void take_turns(Rollout& rollout, const std::vector<Prompt>& prompts, const DrawPlan& plan);
  std::optional<Prompt> next_prompt(const Prompt& prompt, const record::Episode& before) const;
  std::size_t longest_prompt() const;

  Workshop& shop_;
  std::unique_ptr<TaskStream> tasks_;
  KernelSource kernels_;  ///< of the agents before this one
  reward::RewardFunction reward_;
  reward::RewardSettings reward_settings_;
  std::deque<double> pass_rates_;
  std::int64_t num_tokens_ = 0, prompts_dropped_ = 0;
};

/// Fills group mean, std and advantage into the episodes; `plan`: of the plans, where they are paid
/// apart.
void fill_advantages(Rollout& rollout, const Advantages& advantages,
                     const Advantages* plan = nullptr);

/// Adds the groups of another rollout of the same step.
void append(Rollout& rollout, Rollout other);

}  // namespace nereid::train

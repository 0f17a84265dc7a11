// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "engine/reward/reward.h"
#include "engine/tasks/prompt.h"
#include "engine/train/internal/advantage.h"
#include "engine/train/internal/batching.h"
#include "engine/train/internal/method.h"
#include "engine/train/internal/task_stream.h"

namespace nereid::train {

/// Completions of one step with their verdicts and rewards, group-major: row g * K + k.
struct Rollout {
  std::vector<record::Episode> episodes;  ///< advantages not yet filled in
  std::vector<TokenRow> rows;
  std::vector<double> rewards;       ///< NaN where the verdict is no judgement
  std::vector<double> plan_rewards;  ///< the same for the plans, where they are paid apart
  int group_size = 1;
  double entropy = 0;       ///< nats, mean over completion tokens
  std::int64_t tokens = 0;  ///< completion tokens
  double generate_s = 0, verify_s = 0;
};

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
  struct Prompt {
    tasks::Task task;
    std::string text;
    std::vector<std::int32_t> tokens;
  };
  Result<std::vector<Prompt>> pick_prompts(std::int64_t task_step, int count, int first_group);
  std::vector<policy::GeneratedRow> generate(std::int64_t step, const std::vector<Prompt>& prompts,
                                             int group_size, int first_group);
  void judge(Rollout& rollout);
  record::Episode begin_episode(record::EpisodeKey key, const Prompt& prompt,
                                policy::GeneratedRow& row) const;

  Workshop& shop_;
  std::unique_ptr<TaskStream> tasks_;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <span>
#include <vector>

#include "engine/train/internal/batching.h"
#include "engine/train/internal/hierarchy.h"
#include "engine/train/internal/losses.h"
#include "engine/train/internal/method.h"
#include "engine/train/internal/rollout.h"

namespace nereid::train {

/// Rows to learn from, and the sizes of the whole batch they were taken from.
struct UpdateInput {
  std::vector<TokenRow> rows;
  std::vector<std::vector<float>>
      sampler_logprobs;  ///< of the completion tokens, as the sampler saw them
  std::vector<double> advantages;
  std::vector<TokenTerms> terms;  ///< one a row where plan and code are paid apart, else none
  LossScale scale;
};

/// The tasks of a rollout of which something can be learnt: the rewards of one group at least
/// differ. `plan`: advantages of the plans, where they are paid apart.
std::set<int> live_tasks(const Rollout& rollout, const Advantages& advantages,
                         const Advantages* plan = nullptr);

/// The rows of a rollout, whose episodes hold their advantages, that have a gradient. Left out, but
/// counted: rows of a group whose rewards are all equal (without a KL term), and truncated ones
/// where the settings mask them. Left out and not counted: what was not judged. `plan`: advantages
/// of the plans, where they are paid apart.
UpdateInput choose_rows(const Rollout& rollout, const Advantages& advantages,
                        const config::RunConfig& config, const Advantages* plan = nullptr);

struct UpdateResult {
  double loss = 0, grad_norm = 0, kl = 0;
  double clip_low = 0, clip_high = 0;                   ///< shares of tokens, mean over the updates
  double clip_low_min = 0, clip_high_max = 0;           ///< of the sequences, mean over the updates
  double difference_mean = 0, difference_max = 0;       ///< |trainer - sampler| log-probability
  LearntTokens own;                                     ///< of this rank
  double ratio_min = 1, ratio_mean = 1, ratio_max = 1;  ///< exp(trainer - sampler)
};

/// grpo.num_iterations clipped updates on one rollout. Old log-probabilities are those of the first
/// pass over the unchanged weights, so a single update costs no extra forward. No rows: nothing
/// changes.
UpdateResult grpo_update(Workshop& workshop, const UpdateInput& input, double learning_rate);

}  // namespace nereid::train

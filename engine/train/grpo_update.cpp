// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/grpo_update.h"

#include <algorithm>
#include <cmath>

#include "engine/train/internal/update_threads.h"

namespace nereid::train {
namespace {

/// One micro-batch, kept over the iterations.
struct Pass {
  policy::TokenBatch batch;
  torch::Tensor mask, advantage, weight, sampler_logp, old_logp, ref_logp;
};

// Values of the completion tokens, `values_of(row)`, at the places where the scores have them:
// [B, T-1].
template <class ValuesOf>
torch::Tensor place_tokens(const UpdateInput& input, const std::vector<int>& pass,
                           std::int64_t width, ValuesOf values_of) {
  torch::Tensor out = torch::zeros({static_cast<std::int64_t>(pass.size()), width});
  auto values = out.accessor<float, 2>();
  for (std::size_t b = 0; b < pass.size(); ++b) {
    const std::int64_t first = static_cast<std::int64_t>(input.rows[pass[b]].first.size()) - 1;
    const std::vector<float>& row = values_of(pass[b]);
    for (std::size_t t = 0; t < row.size(); ++t)
      values[b][first + static_cast<std::int64_t>(t)] = row[t];
  }
  return out;
}

Pass make_pass(Workshop& shop, const UpdateInput& input, const std::vector<int>& indices) {
  Pass pass;
  pass.batch = batch_of(input.rows, indices, shop.policy);
  std::vector<float> advantage;
  for (const int i : indices) advantage.push_back(static_cast<float>(input.advantages[i]));
  const torch::Device device = shop.policy.device();
  pass.mask = pass.batch.completion_mask;
  const auto placed = [&](auto values_of) {
    return place_tokens(input, indices, pass.mask.size(1), values_of).to(device);
  };
  pass.sampler_logp = placed([&](int i) -> auto& { return input.sampler_logprobs[i]; });
  if (input.terms.empty()) {
    pass.advantage = torch::tensor(advantage).to(device);
  } else {
    pass.advantage = placed([&](int i) -> auto& { return input.terms[i].advantage; });
    pass.weight = placed([&](int i) -> auto& { return input.terms[i].weight; });
  }
  if (shop.config.grpo.beta > 0) {
    torch::NoGradGuard no_grad;
    const double temperature = shop.config.generation.temperature;
    pass.ref_logp = shop.ref_policy != nullptr
                        ? shop.ref_policy->score(pass.batch, temperature, false).logprobs
                        : shop.policy.score_reference(pass.batch, temperature).logprobs;
  }
  return pass;
}

/// What stays on the device until the end of the update, each part together for all ranks then.
class Totals {
 public:
  Totals(const torch::Device& device, int iterations)
      : sums_(torch::zeros({7}, torch::TensorOptions().device(device))),
        most_(torch::full({3 + 2 * iterations}, -INFINITY, torch::TensorOptions().device(device))) {
  }

  /// [loss, statistics of clip_statistics()].
  void add(const torch::Tensor& loss, const torch::Tensor& statistics) {
    sums_.narrow(0, 0, 1).add_(loss);
    sums_.narrow(0, 1, 4).add_(statistics);
  }
  void add_differences(const torch::Tensor& logp, const Pass& pass) {
    const torch::Tensor difference = (logp - pass.sampler_logp) * pass.mask;
    // 1 outside the mask, which min and max do not mind.
    const torch::Tensor ratio = difference.exp();
    sums_.narrow(0, 5, 2).add_(torch::stack({difference.abs().sum(), (ratio * pass.mask).sum()}));
    raise(0, torch::stack({difference.abs().max(), ratio.max(), -ratio.min()}));
  }
  /// Of the sequences of this iteration: clip_extremes().
  void add_extremes(const torch::Tensor& extremes, int iteration) {
    raise(3 + 2 * iteration, torch::stack({-extremes[0], extremes[1]}));
  }
  void join(Ranks& ranks) {
    ranks.sum(sums_);
    ranks.largest(most_);
  }
  /// On the host: the sums, then the norm of the gradients, then the largest.
  torch::Tensor read(const torch::Tensor& norms) const {
    return torch::cat({sums_, norms.reshape({1}), most_}).cpu();
  }

 private:
  void raise(int at, const torch::Tensor& to) {
    torch::Tensor part = most_.narrow(0, at, to.numel());
    part.copy_(torch::maximum(part, to));
  }

  torch::Tensor sums_;  ///< loss, 4 of clip_statistics(), sum of |d|, sum of the ratios
  torch::Tensor most_;  ///< |d|, ratio, -ratio; for each iteration -low, high of clip_extremes()
};

void backward(Workshop& shop, Pass& pass, const LossScale& scale, int iteration, Totals& totals) {
  const config::GrpoSettings& grpo = shop.config.grpo;
  // training = false: dropout would turn ratio and KL into noise.
  const policy::Policy::Scores scores =
      shop.policy.score(pass.batch, shop.config.generation.temperature, false);
  const bool is_first = !pass.old_logp.defined();
  if (is_first) {
    pass.old_logp = scores.logprobs.detach();
    const torch::NoGradGuard no_grad;
    totals.add_differences(pass.old_logp, pass);
  }
  const ClipBounds bounds{grpo.epsilon, grpo.epsilon_high};
  const ClipLossInput in{scores.logprobs, pass.old_logp,  pass.ref_logp,
                         pass.mask,       pass.advantage, pass.weight};
  const KlPenalty kl{grpo.beta, grpo.use_bias_correction_kl};
  const torch::Tensor loss = clip_loss(in, bounds, kl, loss_from_name(grpo.loss_type), scale);
  loss.backward();
  torch::NoGradGuard no_grad;
  totals.add(loss.detach(), clip_statistics(in, bounds, kl));
  totals.add_extremes(clip_extremes(in, bounds), iteration);
}

UpdateResult read_totals(const Totals& totals, const torch::Tensor& norms, int iterations,
                         const LossScale& scale) {
  const torch::Tensor numbers = totals.read(norms);
  const auto at = [&](int i) { return numbers[i].item<double>(); };
  const double tokens_once = std::max(1.0, at(4) / iterations);
  // Rows of dead groups that were left out have tokens too, none of them clipped.
  const double tokens = std::max(1.0, scale.tokens) * iterations;
  const bool all_rows = at(4) / iterations >= scale.tokens - 0.5;
  UpdateResult out;
  out.loss = at(0) / iterations;
  out.clip_low = at(1) / tokens;
  out.clip_high = at(2) / tokens;
  out.kl = at(3) / tokens;
  out.difference_mean = at(5) / tokens_once;
  out.ratio_mean = at(6) / tokens_once;
  out.grad_norm = at(7) / iterations;
  out.difference_max = at(8);
  out.ratio_max = at(9);
  out.ratio_min = -at(10);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    if (all_rows) out.clip_low_min -= at(11 + 2 * iteration) / iterations;
    out.clip_high_max += at(12 + 2 * iteration) / iterations;
  }
  return out;
}

// All groups have equal rewards: the gradient is zero, the moments still move the weights, as they
// do in TRL, whose backward runs over zeros.
UpdateResult step_without_gradient(Workshop& shop, double learning_rate) {
  for (int i = 0; i < std::max(1, shop.config.grpo.num_iterations); ++i) {
    shop.optimizer.zero_grad();
    shop.optimizer.step(learning_rate);
  }
  return {};
}

}  // namespace

std::set<int> live_tasks(const Rollout& rollout, const Advantages& advantages,
                         const Advantages* plan) {
  std::set<int> live;
  for (std::size_t i = 0; i < rollout.rewards.size(); ++i) {
    const std::size_t group = rollout.group_of(i);
    if (!advantages.zero_std[group] || (plan && !plan->zero_std[group]))
      live.insert(rollout.task_of(i));
  }
  return live;
}

UpdateInput choose_rows(const Rollout& rollout, const Advantages& advantages,
                        const config::RunConfig& config, const Advantages* plan) {
  const config::GrpoSettings& grpo = config.grpo;
  UpdateInput input;
  // Denominators count the rows that are left out too: their loss is zero, not absent.
  input.scale.sequences = static_cast<double>(rollout.rows.size());
  input.scale.max_completion_length = config.generation.max_completion_length;
  input.scale.tokens = 0;
  const std::set<int> live = live_tasks(rollout, advantages, plan);
  for (std::size_t i = 0; i < rollout.rows.size(); ++i) {
    const record::Episode& episode = rollout.episodes[i];
    if (std::isnan(rollout.paid()[i])) {  // not judged: as if it had not been sampled
      --input.scale.sequences;
      continue;
    }
    const std::size_t group = rollout.group_of(i);
    const bool dead = advantages.zero_std[group] && (!plan || plan->zero_std[group]);
    if (grpo.resample_rounds > 0 && !live.contains(rollout.task_of(i))) {
      // Another task has taken its place.
      --input.scale.sequences;
      continue;
    }
    const bool masked = grpo.mask_truncated_completions && episode.truncated;
    if (!masked) input.scale.tokens += static_cast<double>(episode.tokens.size());
    if (masked || episode.tokens.empty() || (dead && grpo.beta <= 0)) continue;
    input.rows.push_back(rollout.rows[i]);
    input.sampler_logprobs.push_back(episode.logprobs);
    input.advantages.push_back(advantages.advantage[i]);
    if (plan) input.terms.push_back(token_terms(episode, config.hierarchy));
  }
  return input;
}

UpdateResult grpo_update(Workshop& workshop, const UpdateInput& input, double learning_rate) {
  if (input.rows.empty()) return step_without_gradient(workshop, learning_rate);
  const UpdateThreads threads(workshop.update_threads);
  const RankPasses mine =
      plan_passes(input.rows,
                  tokens_per_pass(workshop.config.model, workshop.policy.config(),
                                  workshop.policy.device(), workshop.gpu_room),
                  policy::EqualTokens::kOnce, workshop.ranks.place());
  const std::vector<std::vector<int>>& plan = mine.passes;
  const int iterations = std::max(1, workshop.config.grpo.num_iterations);
  const int work = iterations * static_cast<int>(plan.size());
  std::vector<Pass> passes;
  for (const std::vector<int>& indices : plan)
    passes.push_back(make_pass(workshop, input, indices));
  const torch::Device device = workshop.policy.device();
  Totals totals(device, iterations);
  torch::Tensor norms = torch::zeros({}, torch::TensorOptions().device(device));
  for (int iteration = 0, done = 0; iteration < iterations; ++iteration) {
    workshop.optimizer.zero_grad();
    for (Pass& pass : passes) {
      workshop.progress("update", done++, work);
      backward(workshop, pass, input.scale, iteration, totals);
    }
    norms += workshop.optimizer.step(learning_rate);
  }
  workshop.progress("update", work, work);
  totals.join(workshop.ranks);
  UpdateResult out = read_totals(totals, norms, iterations, input.scale);
  out.own = {iterations * tokens_in(input.rows, plan), iterations * mine.tokens};
  return out;
}

}  // namespace nereid::train

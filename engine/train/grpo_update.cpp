// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/grpo_update.h"

#include <algorithm>
#include <cmath>

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

/// Sums that stay on the device until the end of the update.
struct Totals {
  torch::Tensor loss, statistics;  ///< [], [4]
  torch::Tensor differences;       ///< [5]: |d| sum, |d| max, ratio sum, min, max
  torch::Tensor extremes;          ///< [2]: of the sequences of this update, least and most
  torch::Tensor extremes_sum;      ///< [2]: over the updates that have ended

  void add_extremes(const torch::Tensor& of_pass) {
    if (!extremes.defined()) {
      extremes = of_pass;
      return;
    }
    extremes = torch::stack(
        {torch::minimum(extremes[0], of_pass[0]), torch::maximum(extremes[1], of_pass[1])});
  }
  void end_update() {
    extremes_sum += extremes;
    extremes = torch::Tensor();
  }

  void add_differences(const torch::Tensor& logp, const Pass& pass) {
    torch::NoGradGuard no_grad;
    const torch::Tensor difference = (logp - pass.sampler_logp) * pass.mask;
    const torch::Tensor ratio =
        difference.exp();  // 1 outside the mask, which min and max do not mind
    const torch::Tensor now = torch::stack({difference.abs().sum(), difference.abs().max(),
                                            (ratio * pass.mask).sum(), ratio.min(), ratio.max()});
    if (!differences.defined()) {
      differences = now;
      return;
    }
    differences = torch::stack({differences[0] + now[0], torch::maximum(differences[1], now[1]),
                                differences[2] + now[2], torch::minimum(differences[3], now[3]),
                                torch::maximum(differences[4], now[4])});
  }
};

void backward(Workshop& shop, Pass& pass, const LossScale& scale, Totals& totals) {
  const config::GrpoSettings& grpo = shop.config.grpo;
  // training = false: dropout would turn ratio and KL into noise.
  const policy::Policy::Scores scores =
      shop.policy.score(pass.batch, shop.config.generation.temperature, false);
  const bool is_first = !pass.old_logp.defined();
  if (is_first) {
    pass.old_logp = scores.logprobs.detach();
    totals.add_differences(pass.old_logp, pass);
  }
  const ClipBounds bounds{grpo.epsilon, grpo.epsilon_high};
  const ClipLossInput in{scores.logprobs, pass.old_logp,  pass.ref_logp,
                         pass.mask,       pass.advantage, pass.weight};
  const KlPenalty kl{grpo.beta, grpo.use_bias_correction_kl};
  const torch::Tensor loss = clip_loss(in, bounds, kl, loss_from_name(grpo.loss_type), scale);
  loss.backward();
  torch::NoGradGuard no_grad;
  totals.loss += loss.detach();
  totals.statistics += clip_statistics(in, bounds, kl);
  totals.add_extremes(clip_extremes(in, bounds));
}

UpdateResult read_totals(const Totals& totals, const torch::Tensor& norms, int iterations,
                         const LossScale& scale) {
  const torch::Tensor numbers =
      torch::cat({totals.loss.reshape({1}), totals.statistics, totals.differences,
                  norms.reshape({1}), totals.extremes_sum})
          .cpu();
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
  out.difference_max = at(6);
  out.ratio_mean = at(7) / tokens_once;
  out.ratio_min = at(8);
  out.ratio_max = at(9);
  out.grad_norm = at(10) / iterations;
  out.clip_low_min = all_rows ? at(11) / iterations : 0;
  out.clip_high_max = at(12) / iterations;
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
  const auto plan =
      plan_passes(input.rows, tokens_per_pass(workshop.policy.config(), workshop.policy.device()));
  const int iterations = std::max(1, workshop.config.grpo.num_iterations);
  const int work = iterations * static_cast<int>(plan.size());
  std::vector<Pass> passes;
  for (const std::vector<int>& indices : plan)
    passes.push_back(make_pass(workshop, input, indices));
  const auto options = torch::TensorOptions().device(workshop.policy.device());
  Totals totals{
      torch::zeros({}, options), torch::zeros({4}, options), {}, {}, torch::zeros({2}, options)};
  torch::Tensor norms = torch::zeros({}, options);
  for (int iteration = 0, done = 0; iteration < iterations; ++iteration) {
    workshop.optimizer.zero_grad();
    for (Pass& pass : passes) {
      workshop.progress("update", done++, work);
      backward(workshop, pass, input.scale, totals);
    }
    totals.end_update();
    norms += workshop.optimizer.step(learning_rate);
  }
  workshop.progress("update", work, work);
  return read_totals(totals, norms, iterations, input.scale);
}

}  // namespace nereid::train

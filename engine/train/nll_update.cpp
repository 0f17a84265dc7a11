// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/nll_update.h"

#include <algorithm>

#include "engine/train/internal/losses.h"
#include "engine/train/internal/update_threads.h"

namespace nereid::train {
namespace {

double weight_of(const NllRows& rows, std::size_t row) {
  return rows.weights.empty() ? 1.0 : std::max(0.0, rows.weights[row]);
}

// Completion tokens, each as often as its row weighs.
double weighted_tokens(const NllRows& rows) {
  double tokens = 0;
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    tokens += weight_of(rows, i) * static_cast<double>(rows.rows[i].second.size());
  return tokens;
}

// [B, T]: the completion tokens of a pass, with the weights of their rows.
torch::Tensor weighted_mask(const NllRows& rows, const std::vector<int>& pass,
                            const torch::Tensor& mask) {
  if (rows.weights.empty()) return mask;
  std::vector<float> weights;
  for (const int i : pass) weights.push_back(static_cast<float>(weight_of(rows, i)));
  return mask * torch::tensor(weights).to(mask.device()).unsqueeze(1);
}

}  // namespace

NllResult nll_update(Workshop& workshop, std::int64_t step, const NllRows& rows,
                     double learning_rate, TellPasses tell) {
  policy::Policy& policy = workshop.policy;
  const double tokens = weighted_tokens(rows);
  if (tokens <= 0) return {};
  const UpdateThreads threads(workshop.update_threads);
  const config::ModelSettings& model = workshop.config.model;
  const auto [passes, first, read] = plan_passes(
      rows.rows, tokens_per_pass(model, policy.config(), policy.device(), workshop.gpu_room),
      model.drops_inputs() ? policy::EqualTokens::kEach : policy::EqualTokens::kOnce,
      workshop.ranks.place());
  const bool tells = tell == TellPasses::kAlways || passes.size() > 1;
  workshop.optimizer.zero_grad();
  torch::Tensor sums =  // [loss, entropy]
      torch::zeros({2}, torch::TensorOptions().device(policy.device()));
  std::int64_t first_row = first;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    if (tells) workshop.progress("update", static_cast<int>(i), static_cast<int>(passes.size()));
    const policy::TokenBatch batch = batch_of(rows.rows, passes[i], policy);
    policy.set_dropout_place(step, first_row);
    first_row += static_cast<std::int64_t>(passes[i].size());
    const policy::Policy::Scores scores = policy.score(batch, 1.0, true);
    const torch::Tensor mask = weighted_mask(rows, passes[i], batch.completion_mask);
    const torch::Tensor loss = completion_nll(scores.logprobs, mask, tokens);
    loss.backward();
    torch::NoGradGuard no_grad;
    const torch::Tensor entropy =
        rows.weights.empty() ? scores.entropy.sum() : (scores.entropy * mask).sum();
    sums += torch::stack({loss.detach(), entropy / tokens});
  }
  const torch::Tensor norm = workshop.optimizer.step(learning_rate);
  workshop.ranks.sum(sums);
  // The only wait for the device in an update.
  const torch::Tensor numbers = torch::cat({sums, norm.reshape({1})}).cpu();
  return {numbers[0].item<double>(),
          numbers[1].item<double>(),
          numbers[2].item<double>(),
          {tokens_in(rows.rows, passes), read}};
}

}  // namespace nereid::train

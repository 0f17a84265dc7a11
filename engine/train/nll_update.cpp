// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/nll_update.h"

#include "engine/train/internal/losses.h"

namespace nereid::train {
namespace {

double completion_tokens(const std::vector<TokenRow>& rows) {
  double tokens = 0;
  for (const TokenRow& row : rows) tokens += static_cast<double>(row.second.size());
  return tokens;
}

}  // namespace

NllResult nll_update(Workshop& workshop, std::int64_t step, const std::vector<TokenRow>& rows,
                     double learning_rate, TellPasses tell) {
  policy::Policy& policy = workshop.policy;
  const double tokens = completion_tokens(rows);
  const auto passes = plan_passes(rows, tokens_per_pass(policy.config(), policy.device()));
  const bool tells = tell == TellPasses::kAlways || passes.size() > 1;
  workshop.optimizer.zero_grad();
  torch::Tensor sums =  // [loss, entropy]
      torch::zeros({2}, torch::TensorOptions().device(policy.device()));
  std::int64_t first_row = 0;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    if (tells) workshop.progress("update", static_cast<int>(i), static_cast<int>(passes.size()));
    const policy::TokenBatch batch = batch_of(rows, passes[i], policy);
    policy.set_dropout_place(step, first_row);
    first_row += static_cast<std::int64_t>(passes[i].size());
    const policy::Policy::Scores scores = policy.score(batch, 1.0, true);
    const torch::Tensor loss = completion_nll(scores.logprobs, batch.completion_mask, tokens);
    loss.backward();
    torch::NoGradGuard no_grad;
    sums += torch::stack({loss.detach(), scores.entropy.sum() / tokens});
  }
  const torch::Tensor norm = workshop.optimizer.step(learning_rate);
  // The only wait for the device in an update.
  const torch::Tensor numbers = torch::cat({sums, norm.reshape({1})}).cpu();
  return {numbers[0].item<double>(), numbers[1].item<double>(), numbers[2].item<double>()};
}

}  // namespace nereid::train

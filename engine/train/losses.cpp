// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/losses.h"

#include <algorithm>

#include "engine/base/check.h"

namespace nereid::train {
namespace {

void check_shapes(const ClipLossInput& in) {
  const auto shape = in.logp.sizes();
  NEREID_CHECK(shape.size() == 2 && in.mask.sizes() == shape && in.old_logp.sizes() == shape,
               "logp, old_logp and mask must be [B, T]");
  const bool is_of_row = in.advantage.dim() == 1 && in.advantage.size(0) == shape[0];
  NEREID_CHECK(is_of_row || in.advantage.sizes() == shape, "advantage must be [B] or [B, T]");
  NEREID_CHECK(!in.weight.defined() || in.weight.sizes() == shape, "weight must be [B, T]");
  NEREID_CHECK(!in.ref_logp.defined() || in.ref_logp.sizes() == shape, "ref_logp must be [B, T]");
}

torch::Tensor of_tokens(const torch::Tensor& advantage) {
  return advantage.dim() == 1 ? advantage.unsqueeze(1) : advantage;
}

torch::Tensor kl_of_tokens(const ClipLossInput& in, KlPenalty kl) {
  const torch::Tensor k3 = k3_kl(in.logp, in.ref_logp);
  return kl.times_ratio ? k3 * (in.logp - in.old_logp).exp() : k3;
}

// Mean over the tokens of each row, summed over the rows.
torch::Tensor sum_of_row_means(const torch::Tensor& masked, const torch::Tensor& mask) {
  return (masked.sum(1) / mask.sum(1).clamp_min(1.0)).sum();
}

/// 1 where the ratio met the bound that the sign of the advantage minds, else 0. [B, T]
struct Clipped {
  torch::Tensor low, high;
};

Clipped clipped_tokens(const ClipLossInput& in, ClipBounds bounds) {
  const torch::Tensor advantage = of_tokens(in.advantage);
  const torch::Tensor ratio = (in.logp - in.old_logp).exp();
  return {((ratio < 1.0 - bounds.low) & (advantage < 0)).to(torch::kFloat) * in.mask,
          ((ratio > 1.0 + bounds.high) & (advantage > 0)).to(torch::kFloat) * in.mask};
}

}  // namespace

LossType loss_from_name(std::string_view name) {
  if (name == "grpo") return LossType::kGrpo;
  if (name == "dr_grpo") return LossType::kDrGrpo;
  return LossType::kDapo;
}

torch::Tensor k3_kl(const torch::Tensor& logp, const torch::Tensor& ref_logp) {
  const torch::Tensor difference = ref_logp - logp;
  return difference.exp() - difference - 1;
}

torch::Tensor clip_loss(const ClipLossInput& in, ClipBounds bounds, KlPenalty kl, LossType type,
                        const LossScale& scale) {
  check_shapes(in);
  const torch::Tensor advantage = of_tokens(in.advantage);
  const torch::Tensor ratio = (in.logp - in.old_logp).exp();
  const torch::Tensor clipped = ratio.clamp(1.0 - bounds.low, 1.0 + bounds.high);
  torch::Tensor per_token = -torch::minimum(ratio * advantage, clipped * advantage);
  if (in.weight.defined()) {
    torch::Tensor sum = (per_token * in.weight).sum();
    if (kl.beta > 0)
      sum = sum + kl.beta * sum_of_row_means(kl_of_tokens(in, kl) * in.mask, in.mask);
    return sum / std::max(1.0, scale.sequences);
  }
  if (kl.beta > 0) per_token = per_token + kl.beta * kl_of_tokens(in, kl);
  const torch::Tensor masked = per_token * in.mask;
  switch (type) {
    case LossType::kGrpo:
      return sum_of_row_means(masked, in.mask) / std::max(1.0, scale.sequences);
    case LossType::kDrGrpo:
      return masked.sum() / std::max(1.0, scale.sequences * scale.max_completion_length);
    case LossType::kDapo:
      return masked.sum() / std::max(1.0, scale.tokens);
  }
  NEREID_CHECK(false, "unknown loss type");
}

torch::Tensor clip_statistics(const ClipLossInput& in, ClipBounds bounds, KlPenalty kl) {
  torch::NoGradGuard no_grad;
  const Clipped clipped = clipped_tokens(in, bounds);
  const torch::Tensor of_tokens = in.ref_logp.defined() ? (kl_of_tokens(in, kl) * in.mask).sum()
                                                        : torch::zeros_like(clipped.low.sum());
  return torch::stack({clipped.low.sum(), clipped.high.sum(), of_tokens, in.mask.sum()});
}

torch::Tensor clip_extremes(const ClipLossInput& in, ClipBounds bounds) {
  torch::NoGradGuard no_grad;
  const Clipped clipped = clipped_tokens(in, bounds);
  const torch::Tensor tokens = in.mask.sum(1);
  const torch::Tensor low = clipped.low.sum(1) / tokens, high = clipped.high.sum(1) / tokens;
  const torch::Tensor is_empty = tokens == 0;
  return torch::stack({low.masked_fill(is_empty, 1).min(), high.masked_fill(is_empty, 0).max()});
}

torch::Tensor completion_nll(const torch::Tensor& logp, const torch::Tensor& mask, double tokens) {
  return -(logp * mask).sum() / std::max(1.0, tokens);
}

}  // namespace nereid::train

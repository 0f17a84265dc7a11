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
  NEREID_CHECK(in.advantage.dim() == 1 && in.advantage.size(0) == shape[0],
               "advantage must be [B]");
  NEREID_CHECK(!in.ref_logp.defined() || in.ref_logp.sizes() == shape, "ref_logp must be [B, T]");
}

/// 1 where the ratio met the bound that the sign of the advantage minds, else 0. [B, T]
struct Clipped {
  torch::Tensor low, high;
};

Clipped clipped_tokens(const ClipLossInput& in, ClipBounds bounds) {
  const torch::Tensor advantage = in.advantage.unsqueeze(1);
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

torch::Tensor clip_loss(const ClipLossInput& in, ClipBounds bounds, double beta, LossType type,
                        const LossScale& scale) {
  check_shapes(in);
  const torch::Tensor advantage = in.advantage.unsqueeze(1);
  const torch::Tensor ratio = (in.logp - in.old_logp).exp();
  const torch::Tensor clipped = ratio.clamp(1.0 - bounds.low, 1.0 + bounds.high);
  torch::Tensor per_token = -torch::minimum(ratio * advantage, clipped * advantage);
  if (beta > 0) per_token = per_token + beta * k3_kl(in.logp, in.ref_logp);
  const torch::Tensor masked = per_token * in.mask;
  switch (type) {
    case LossType::kGrpo:
      return (masked.sum(1) / in.mask.sum(1).clamp_min(1.0)).sum() / std::max(1.0, scale.sequences);
    case LossType::kDrGrpo:
      return masked.sum() / std::max(1.0, scale.sequences * scale.max_completion_length);
    case LossType::kDapo:
      return masked.sum() / std::max(1.0, scale.tokens);
  }
  NEREID_CHECK(false, "unknown loss type");
}

torch::Tensor clip_statistics(const ClipLossInput& in, ClipBounds bounds) {
  torch::NoGradGuard no_grad;
  const Clipped clipped = clipped_tokens(in, bounds);
  const torch::Tensor kl = in.ref_logp.defined() ? (k3_kl(in.logp, in.ref_logp) * in.mask).sum()
                                                 : torch::zeros_like(clipped.low.sum());
  return torch::stack({clipped.low.sum(), clipped.high.sum(), kl, in.mask.sum()});
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <string_view>

namespace nereid::train {

enum class LossType { kGrpo, kDrGrpo, kDapo };
LossType loss_from_name(std::string_view name);

struct ClipBounds {
  double low = 0.2, high = 0.2;
};

struct KlPenalty {
  double beta = 0;
  /// k3 times the ratio, through which the gradient flows too: the gradient of the KL itself
  /// (DeepSeek-V3.2, arXiv:2512.02556; TRL's use_bias_correction_kl).
  bool times_ratio = false;
};

/// One micro-batch. Tensors are [B, T] float32; ref_logp may be undefined when beta is 0. An
/// advantage is [B], one for all tokens of a row, or [B, T]. A weight, where defined, says how much
/// each token counts in place of the loss type (hierarchical rewards).
struct ClipLossInput {
  torch::Tensor logp, old_logp, ref_logp, mask, advantage, weight = {};
};

/// Of the whole batch, not of the micro-batch, so that the split does not change the loss.
struct LossScale {
  double sequences = 1;              ///< rows, those left out included
  double tokens = 1;                 ///< completion tokens that are not masked
  double max_completion_length = 1;  ///< dr_grpo only
};

/// Clipped policy-gradient loss with a KL penalty, summed over this micro-batch and divided as
/// `type` asks: grpo: mean over sequences of the per-sequence mean; dr_grpo: sequences *
/// max_completion_length; dapo: tokens. Per token: -min(ratio A, clip(ratio, 1 - low, 1 + high) A)
/// + beta k3, or beta ratio k3. With token weights: sum(weight * clipped term) / sequences, and the
/// KL term as in grpo. Gradient flows through logp only. An all-zero mask gives 0, not NaN. Throws
/// CheckFailed on shape mismatch. Source: PPO, arXiv:1707.06347 eq. 7; separate bounds and token
/// normaliser from DAPO, arXiv:2503.14476 sec. 3; Dr. GRPO, arXiv:2503.20783; definitions as in
/// TRL's GRPOTrainer.
torch::Tensor clip_loss(const ClipLossInput& in, ClipBounds bounds, KlPenalty kl, LossType type,
                        const LossScale& scale);

/// exp(ref - logp) - (ref - logp) - 1 per token: unbiased, never negative. Source: J. Schulman,
/// "Approximating KL".
torch::Tensor k3_kl(const torch::Tensor& logp, const torch::Tensor& ref_logp);

/// Sums over the mask of a micro-batch, for metrics: ratio below the low bound with a negative
/// advantage, above the high bound with a positive one, the KL term (k3, or ratio k3), and tokens.
/// [4] float32, no gradient.
torch::Tensor clip_statistics(const ClipLossInput& in, ClipBounds bounds, KlPenalty kl = {});

/// Of the sequences of a micro-batch: the smallest share of tokens below the low bound, and the
/// largest above the high one (TRL's clip_ratio/low_min and high_max). Sequences without an
/// unmasked token do not count; without any other 1 and 0, which no minimum and maximum notices.
/// [2] float32, no gradient.
torch::Tensor clip_extremes(const ClipLossInput& in, ClipBounds bounds);

/// -sum(logp * mask) / tokens: negative log-likelihood of the completion tokens only. `tokens` is
/// that of the whole batch.
torch::Tensor completion_nll(const torch::Tensor& logp, const torch::Tensor& mask, double tokens);

}  // namespace nereid::train

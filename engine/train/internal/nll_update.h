// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/train/internal/batching.h"
#include "engine/train/internal/method.h"

namespace nereid::train {

struct NllRows {
  std::vector<TokenRow> rows;
  /// How much each row counts against the others; none = all the same. Below 0 counts as 0; where
  /// all are 0 nothing is learnt.
  std::vector<double> weights;
};
struct NllResult {
  double loss = 0, entropy = 0;  ///< nats per completion token
  double grad_norm = 0;
  LearntTokens own;  ///< of this rank
};
enum class TellPasses { kAlways, kIfSeveral };

/// One optimizer step on the negative log-likelihood of the completion tokens, end token included;
/// `step` places the adapters' dropout. `rows` are not empty. Progress is "update" by pass.
/// With weights w: -sum(w * logp) / sum(w * tokens).
NllResult nll_update(Workshop& workshop, std::int64_t step, const NllRows& rows,
                     double learning_rate, TellPasses tell);

}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include "engine/policy/internal/transformer.h"

namespace nereid::policy {

/// Which of x [N, F] stay where a share of `mode.dropout` is set to zero, [N, F] bool: by a hash of
/// (seed, step, site, row, place), so that a split into micro-batches or a resumed run drops the
/// same. `site` numbers the linears of a model.
torch::Tensor kept(const torch::Tensor& x, const TokenRows& batch, const ForwardMode& mode,
                   std::int64_t site);

/// x * kept(x, ...), which autograd follows. In half precision on a GPU one kernel of our own does
/// it, and again in the backward pass; else the mask is made.
torch::Tensor zero_dropped(const torch::Tensor& x, const TokenRows& batch, const ForwardMode& mode,
                           std::int64_t site);

}  // namespace nereid::policy

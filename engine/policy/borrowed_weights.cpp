// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/borrowed_weights.h"

namespace nereid::policy {

void copy_weights(const NamedTensors& from, const NamedTensors& to) {
  torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < to.size(); ++i) {
    torch::Tensor target = to[i].second;
    target.copy_(from[i].second);
  }
}

BorrowedWeights::BorrowedWeights(Policy& policy, const NamedTensors& weights) : policy_(policy) {
  for (const auto& [name, tensor] : policy_.trainable())
    own_.emplace_back(name, tensor.detach().clone());
  copy_weights(weights, policy_.trainable());
}

BorrowedWeights::~BorrowedWeights() {
  copy_weights(own_, policy_.trainable());
}

}  // namespace nereid::policy

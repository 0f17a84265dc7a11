// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/policy/internal/policy.h"
#include "engine/policy/internal/weights_io.h"

namespace nereid::policy {

/// Copies over tensors of the same number and shapes.
void copy_weights(const NamedTensors& from, const NamedTensors& to);

/// Puts the weights of another one over the same base in place of a policy's trainable ones while
/// it lives. The policy outlives it.
class BorrowedWeights {
 public:
  /// `weights`: in the order of policy.trainable().
  BorrowedWeights(Policy& policy, const NamedTensors& weights);
  ~BorrowedWeights();
  BorrowedWeights(const BorrowedWeights&) = delete;
  BorrowedWeights& operator=(const BorrowedWeights&) = delete;

 private:
  Policy& policy_;
  NamedTensors own_;
};

}  // namespace nereid::policy

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/train/internal/moments.h"

namespace nereid::train {

/// AdamW with decoupled weight decay (Loshchilov and Hutter, arXiv:1711.05101) over one flat
/// float32 buffer: gradients are gathered into it, clipped and applied with a handful of kernels
/// whatever the number of tensors, and parameters of a lower precision have their float32 master
/// there. With optimizer.moments: int8 the two moments are kept in 8 bits a value; the arithmetic
/// is float32 all the same. No decay on vectors (norms, biases). One thread at a time.
class AdamW {
 public:
  using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

  AdamW(NamedTensors parameters, const config::OptimizerSettings& settings);

  void zero_grad();
  /// Clips the gradient to max_grad_norm (if above 0) and applies it. Returns the norm before
  /// clipping as a scalar on the device: reading it is the caller's choice, so that nothing waits
  /// here. A gradient that is not finite is not applied: neither weights nor moments change.
  torch::Tensor step(double learning_rate);
  /// Called with the flat gradient of each step before its norm is taken: where several processes
  /// have a part of it each, their sum.
  void sum_gradients_by(std::function<void(const torch::Tensor& gradient)> sum) {
    sum_ = std::move(sum);
  }
  std::int64_t steps_taken() const { return steps_taken_; }

  /// Everything that a checkpoint needs beside the weights; the master only where parameters are
  /// not float32.
  NamedTensors state() const;
  Result<void> restore(const NamedTensors& state, std::int64_t steps_taken);
  /// After weights were replaced from outside.
  void reload_master();

 private:
  void gather_gradients();
  void scatter_weights();
  void apply_float(double learning_rate, const torch::Tensor& not_finite);
  void apply_int8(double learning_rate, const torch::Tensor& not_finite);
  NamedTensors moments() const;

  config::OptimizerSettings settings_;
  std::vector<torch::Tensor> parameters_;
  std::vector<torch::Tensor> master_views_, gradient_views_;
  torch::Tensor master_, gradient_, first_, second_, step_;
  std::optional<Int8Moment> first_int8_, second_int8_;  ///< in place of first_ and second_
  std::vector<std::pair<std::int64_t, std::int64_t>>
      ranges_;  ///< begin and size in the flat buffer
  std::function<void(const torch::Tensor&)> sum_;
  bool needs_master_ = false;
  std::int64_t steps_taken_ = 0;
};

}  // namespace nereid::train

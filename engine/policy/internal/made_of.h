// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <vector>

namespace nereid::policy {

/// Tensors that something was made of, and the state that they were in.
class MadeOf {
 public:
  /// Is it these, unchanged since? Then true; else they are taken for the next time.
  bool is_still(const std::vector<torch::Tensor>& tensors, double factor);

 private:
  std::vector<torch::Tensor> tensors_;  // kept, so that no other gets their place
  std::vector<std::uint32_t> versions_;
  double factor_ = 0;
};

}  // namespace nereid::policy

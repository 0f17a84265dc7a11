// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <functional>
#include <vector>

#include "engine/policy/internal/transformer.h"

namespace nereid::policy {

/// What dropout leaves of the input of the linear with this number in its group: sets some values
/// to zero, always the same ones, so that it serves the gradient, too. [N, in] -> [N, in].
using DropInput = std::function<torch::Tensor(const torch::Tensor& x, std::size_t number)>;

/// Linears with the same input and frozen weights, with adapters (LoRA, Hu et al.,
/// arXiv:2106.09685) where those are defined.
struct LinearGroup {
  std::vector<const Linear*> linears;
  double scaling = 1;  ///< of the adapters' products
  bool has_adapters = true;
  DropInput drop;    ///< before the adapters, without 1 / (1 - dropout); empty: nothing is dropped
  bool fp8 = false;  ///< products with the weights in 8-bit floating point (row_fp8.h)
};

/// x [N, in] times each linear of a group, [N, out] each, in x's type, which autograd follows into
/// x and the adapters. For x in half precision: adapters in float32 are rounded to x's type for the
/// products, whose sums are float32; what stands between their two products is scaled in float32,
/// and each result is rounded once, by the product that adds it to that of the base. Gradients of
/// adapters are sums in float32; that of x is added up product by product without passes over
/// memory of their own. The linears must live until the backward pass is over. Throws c10::Error
/// on shapes that do not fit.
std::vector<torch::Tensor> adapted_products(const torch::Tensor& x, const LinearGroup& group);

}  // namespace nereid::policy

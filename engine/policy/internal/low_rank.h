// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

namespace nereid::policy {

/// y [..., out] + scaling * z [..., in] a^T b^T, written into y, for y and z in half precision and
/// an adapter a [r, in], b [out, r] in float32 (LoRA, Hu et al., arXiv:2106.09685). The adapter is
/// rounded to the type of y for the products, whose sums are float32; what stands between the two
/// products is scaled in float32, and the result is rounded once, by the product that adds it to y.
/// Gradients of a and b are sums in float32, too. What autograd would do with a float32 copy of z
/// and of the result costs ten times the traffic of memory. Throws c10::Error on shapes that do not
/// fit.
torch::Tensor add_low_rank_in_place(const torch::Tensor& y, const torch::Tensor& z,
                                    const torch::Tensor& a, const torch::Tensor& b, double scaling);

}  // namespace nereid::policy

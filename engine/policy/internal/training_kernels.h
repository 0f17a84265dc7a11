// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <string_view>

#include "engine/policy/cuda/driver.h"

namespace nereid::policy {

/// Are our own CUDA kernels there for x [..., F]: bfloat16 on a GPU, F a multiple of eight, in a
/// build that has them? Else libtorch's operators do the work.
bool has_training_kernels(const torch::Tensor& x);
/// Starts one on libtorch's stream of `device`; `arguments` is its one parameter, out of
/// cuda/arguments.h. Throws std::runtime_error with the driver's words.
void run_training_kernel(std::string_view name, const cuda::Grid& grid, const void* arguments,
                         torch::Device device);

/// silu(gate) * up, [N, F] both, which autograd follows: the feed-forward's gate (SwiGLU, Shazeer,
/// arXiv:2002.05202). Only the two inputs are kept for the backward pass where the kernels are
/// there.
torch::Tensor gated(const torch::Tensor& gate, const torch::Tensor& up);

}  // namespace nereid::policy

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

/// x [N, heads, d] with the halves of each head turned by the angles of `positions` [N] int64, out
/// of the tables `cosine` and `sine` [*, d] in float32 (rotary embedding, Su et al.,
/// arXiv:2104.09864), in x's type; autograd follows it. Only for x that has_training_kernels(), d a
/// multiple of 16.
torch::Tensor rotated(const torch::Tensor& x, const torch::Tensor& cosine,
                      const torch::Tensor& sine, const torch::Tensor& positions);

/// Of softmax(logits [N, V] float32 / temperature): log-probability of `targets` [N] int64 and
/// entropy, [N] float32 both, and all probabilities [N, V] in bfloat16 if they are wanted (else
/// undefined). V a multiple of 8. autograd does not follow it.
struct Chosen {
  torch::Tensor logprobs, entropies, probabilities;
};
Chosen choose(const torch::Tensor& logits, const torch::Tensor& targets, double temperature,
              bool wants_probabilities);

}  // namespace nereid::policy

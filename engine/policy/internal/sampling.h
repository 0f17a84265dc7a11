// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/policy/internal/decode_kernels.h"

namespace nereid::policy {

/// Uniform in [0, 1) that depends on (row seed, position) alone; 53 bits of two rounds of
/// splitmix64.
double uniform_at(std::uint64_t row_seed, std::int64_t position);

struct SamplingOptions {
  double temperature = 1.0;  ///< 0 = greedy
  double top_p = 1.0;
  int top_k = 0;
  double min_p = 0;  ///< share of the greatest probability that a token needs
};
struct Sample {
  std::int32_t token = 0;
  float logprob = 0;      ///< over the full vocabulary at the temperature (at 1 if greedy)
  float entropy = 0;      ///< nats, of the distribution of logprob
  std::int32_t rank = 1;  ///< 1 + number of tokens that were more probable
};

/// Draws one token from `logits` [n]. `scratch` holds n floats; `order` is scratch of the filters.
Sample sample_row(const DecodeKernels& kernels, const float* logits, int n,
                  const SamplingOptions& options, double uniform, float* scratch,
                  std::vector<std::int32_t>& order);

}  // namespace nereid::policy

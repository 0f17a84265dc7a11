// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/random.h"

namespace nereid::policy {
namespace {

// First token whose cumulative probability exceeds uniform * sum.
std::int32_t invert_cdf(const float* p, int n, double sum, double uniform) {
  const double target = uniform * sum;
  double cumulative = 0;
  int last_possible = 0;
  for (int i = 0; i < n; ++i) {
    cumulative += static_cast<double>(p[i]);
    if (p[i] > 0) last_possible = i;
    if (cumulative > target) return i;
  }
  return last_possible;  // rounding left the target just above the whole sum
}

// Zeroes what top_k, top_p and min_p exclude; returns the sum of what is left. Ties go to the lower
// token.
double filter(float* p, int n, double sum, const SamplingOptions& options,
              std::vector<std::int32_t>& order) {
  order.resize(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [p](std::int32_t a, std::int32_t b) { return p[a] != p[b] ? p[a] > p[b] : a < b; });
  const int limit = options.top_k > 0 ? std::min(options.top_k, n) : n;
  double kept = 0;
  int count = 0;
  double total = 0;
  for (int i = 0; i < limit; ++i) total += static_cast<double>(p[order[i]]);
  const double enough = options.top_p * std::min(total, sum);
  while (count < limit && (count == 0 || kept < enough))
    kept += static_cast<double>(p[order[count++]]);
  const double least = options.min_p * static_cast<double>(p[order[0]]);
  while (count > 1 && static_cast<double>(p[order[count - 1]]) < least)
    kept -= static_cast<double>(p[order[--count]]);
  for (int i = count; i < n; ++i) p[order[i]] = 0;
  return kept;
}

}  // namespace

double uniform_at(std::uint64_t row_seed, std::int64_t position) {
  return unit_double(mix64(mix64(row_seed) + static_cast<std::uint64_t>(position)));
}

Sample sample_row(const DecodeKernels& kernels, const float* logits, int n,
                  const SamplingOptions& options, double uniform, float* scratch,
                  std::vector<std::int32_t>& order) {
  const bool greedy = options.temperature <= 0;
  const float inverse = greedy ? 1.0f : static_cast<float>(1.0 / options.temperature);
  const RowStatistics row = kernels.softmax_row(logits, scratch, n, inverse);
  Sample sample{.entropy = row.entropy};
  if (greedy) {
    sample.token = static_cast<std::int32_t>(std::max_element(logits, logits + n) - logits);
  } else {
    const bool filtered =
        options.top_p < 1.0 || (options.top_k > 0 && options.top_k < n) || options.min_p > 0;
    const double sum = filtered ? filter(scratch, n, row.sum, options, order) : row.sum;
    sample.token = invert_cdf(scratch, n, sum, uniform);
  }
  const float chosen = logits[sample.token];
  for (int i = 0; i < n; ++i) sample.rank += logits[i] > chosen ? 1 : 0;
  sample.logprob = static_cast<float>(
      static_cast<double>(logits[sample.token] * inverse - row.max) - std::log(row.sum));
  return sample;
}

}  // namespace nereid::policy

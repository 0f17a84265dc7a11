// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/batching.h"

#include <algorithm>
#include <numeric>

namespace nereid::train {

std::vector<std::vector<int>> plan_passes(std::span<const TokenRow> rows, std::int64_t budget) {
  const auto length = [&](int i) {
    return static_cast<std::int64_t>(rows[i].first.size() + rows[i].second.size());
  };
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return length(a) < length(b); });
  std::vector<std::vector<int>> passes;
  for (const int i : order) {
    // Sorted, so row i is the longest of its pass.
    const bool fits = !passes.empty() &&
                      static_cast<std::int64_t>(passes.back().size() + 1) * length(i) <= budget;
    if (!fits) passes.emplace_back();
    passes.back().push_back(i);
  }
  return passes;
}

std::int64_t tokens_per_pass(const policy::ModelShape& config, torch::Device device) {
  constexpr std::int64_t kValues = 34;
  const std::int64_t memory = device.is_cuda() ? 24'000'000'000 : 2'000'000'000;
  const std::int64_t per_token = config.layers * config.hidden_size * kValues * 4;
  return std::max<std::int64_t>(256, memory / std::max<std::int64_t>(1, per_token));
}

policy::TokenBatch batch_of(std::span<const TokenRow> rows, std::span<const int> pass,
                            policy::Policy& policy) {
  std::vector<TokenRow> chosen;
  chosen.reserve(pass.size());
  for (const int i : pass) chosen.push_back(rows[i]);
  return policy::make_batch(chosen, policy.tokenizer()->pad_token(), policy.device());
}

}  // namespace nereid::train

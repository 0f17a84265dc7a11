// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/batching.h"

#include <algorithm>
#include <numeric>

namespace nereid::train {

namespace {

std::int64_t length_of(const TokenRow& row) {
  return static_cast<std::int64_t>(row.first.size() + row.second.size());
}

// How many rows, the shortest first, have the middle of their tokens before that of `rank`'s share.
std::size_t rows_before(std::span<const TokenRow> rows, std::span<const int> order, int rank,
                        int ranks) {
  std::int64_t total = 0, before = 0;
  for (const TokenRow& row : rows) total += length_of(row);
  std::size_t count = 0;
  for (const int i : order) {
    const std::int64_t length = length_of(rows[static_cast<std::size_t>(i)]);
    if ((2 * before + length) * ranks >= 2 * total * rank) break;
    before += length;
    ++count;
  }
  return count;
}

}  // namespace

std::vector<std::vector<int>> plan_passes(std::span<const TokenRow> rows, std::int64_t budget) {
  return plan_passes(rows, budget, RankPlace{}).passes;
}

RankPasses plan_passes(std::span<const TokenRow> rows, std::int64_t budget,
                       const RankPlace& place) {
  const auto length = [&](int i) { return length_of(rows[static_cast<std::size_t>(i)]); };
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return length(a) < length(b); });
  const std::size_t begin = rows_before(rows, order, place.rank, place.count);
  const std::size_t end = place.rank + 1 == place.count
                              ? rows.size()
                              : rows_before(rows, order, place.rank + 1, place.count);
  RankPasses out;
  out.first_row = static_cast<std::int64_t>(begin);
  std::vector<std::vector<int>>& passes = out.passes;
  for (std::size_t at = begin; at < end; ++at) {
    const int i = order[at];
    // Sorted, so row i is the longest of its pass.
    const bool fits = !passes.empty() &&
                      static_cast<std::int64_t>(passes.back().size() + 1) * length(i) <= budget;
    if (!fits) passes.emplace_back();
    passes.back().push_back(i);
  }
  return out;
}

std::int64_t tokens_in(std::span<const TokenRow> rows, std::span<const std::vector<int>> passes) {
  std::int64_t tokens = 0;
  for (const std::vector<int>& pass : passes)
    for (const int i : pass) tokens += length_of(rows[static_cast<std::size_t>(i)]);
  return tokens;
}

std::int64_t tokens_of_rows(std::span<const TokenRow> rows) {
  std::int64_t tokens = 0;
  for (const TokenRow& row : rows) tokens += length_of(row);
  return tokens;
}

std::int64_t tokens_per_pass(const config::ModelSettings& model, const policy::ModelShape& shape,
                             torch::Device device) {
  const bool is_half = model.dtype != "float32" && model.path != "new";
  return policy::tokens_per_pass(shape, device.is_cuda(), is_half);
}

policy::TokenBatch batch_of(std::span<const TokenRow> rows, std::span<const int> pass,
                            policy::Policy& policy) {
  std::vector<TokenRow> chosen;
  chosen.reserve(pass.size());
  for (const int i : pass) chosen.push_back(rows[i]);
  return policy::make_batch(chosen, policy.tokenizer()->pad_token(), policy.device());
}

}  // namespace nereid::train

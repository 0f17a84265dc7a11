// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/batching.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace nereid::train {

namespace {

std::int64_t length_of(const TokenRow& row) {
  return static_cast<std::int64_t>(row.first.size() + row.second.size());
}

// How many rows, in that order, have the middle of their tokens before that of `rank`'s share.
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

// Rows of equal prompts together, those whose longest is shorter first; among them by length.
std::vector<int> in_order(std::span<const TokenRow> rows) {
  struct Group {
    std::int64_t longest = 0;
    int first = 0;
  };
  const auto comes_before = [](const auto* a, const auto* b) { return *a < *b; };
  std::map<const std::vector<std::int32_t>*, Group, decltype(comes_before)> groups(comes_before);
  std::vector<const Group*> group_of;
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    const TokenRow& row = rows[static_cast<std::size_t>(i)];
    Group& group = groups.try_emplace(&row.first, Group{.first = i}).first->second;
    group.longest = std::max(group.longest, length_of(row));
    group_of.push_back(&group);
  }
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    return std::tuple(group_of[at]->longest, group_of[at]->first, length_of(rows[at]), i);
  };
  std::ranges::sort(order, {}, key);
  return order;
}

// Tokens of a row in a pass: as its first, and behind the row before it in order, whose prompt it
// may share.
struct Cost {
  std::int64_t first = 0, behind = 0;
};

// Where each pass begins, if it takes rows as long as they fit into `budget`.
std::vector<std::size_t> begins_of_passes(std::span<const Cost> costs, std::int64_t budget) {
  std::vector<std::size_t> begins;
  std::int64_t in_pass = 0;
  for (std::size_t at = 0; at < costs.size(); ++at) {
    if (begins.empty() || in_pass + costs[at].behind > budget) {
      begins.push_back(at);
      in_pass = costs[at].first;
    } else {
      in_pass += costs[at].behind;
    }
  }
  return begins;
}

// The least budget that needs no more passes: a short one behind full ones would leave a GPU idle
// for want of work.
std::int64_t least_budget(std::span<const Cost> costs, std::int64_t budget) {
  const std::size_t passes = begins_of_passes(costs, budget).size();
  std::int64_t low = 1, high = budget;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (begins_of_passes(costs, middle).size() <= passes) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

std::vector<std::vector<int>> plan_passes(std::span<const TokenRow> rows, std::int64_t budget,
                                          policy::EqualTokens equal) {
  return plan_passes(rows, budget, equal, RankPlace{}).passes;
}

RankPasses plan_passes(std::span<const TokenRow> rows, std::int64_t budget,
                       policy::EqualTokens equal, const RankPlace& place) {
  const std::vector<int> order = in_order(rows);
  const std::size_t begin = rows_before(rows, order, place.rank, place.count);
  const std::size_t end = place.rank + 1 == place.count
                              ? rows.size()
                              : rows_before(rows, order, place.rank + 1, place.count);
  RankPasses out;
  out.first_row = static_cast<std::int64_t>(begin);
  std::vector<Cost> costs;
  for (std::size_t at = begin; at < end; ++at) {
    const TokenRow& row = rows[static_cast<std::size_t>(order[at])];
    const bool shares = equal == policy::EqualTokens::kOnce && at > begin &&
                        rows[static_cast<std::size_t>(order[at - 1])].first == row.first;
    const std::int64_t length = length_of(row);
    // Of a shared prompt the last token.
    costs.push_back({length, shares ? static_cast<std::int64_t>(row.second.size()) + 1 : length});
  }
  std::vector<std::size_t> begins = begins_of_passes(costs, least_budget(costs, budget));
  begins.push_back(costs.size());
  for (std::size_t pass = 0; pass + 1 < begins.size(); ++pass) {
    out.passes.emplace_back();
    for (std::size_t at = begins[pass]; at < begins[pass + 1]; ++at) {
      out.passes.back().push_back(order[begin + at]);
      out.tokens += at == begins[pass] ? costs[at].first : costs[at].behind;
    }
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
                             torch::Device device, std::int64_t gpu_bytes) {
  const bool is_half = model.dtype != "float32" && model.path != "new";
  return policy::tokens_per_pass(shape, device.is_cuda(), is_half, gpu_bytes);
}

policy::TokenBatch batch_of(std::span<const TokenRow> rows, std::span<const int> pass,
                            policy::Policy& policy) {
  std::vector<TokenRow> chosen;
  chosen.reserve(pass.size());
  for (const int i : pass) chosen.push_back(rows[i]);
  return policy::make_batch(chosen, policy.tokenizer()->pad_token(), policy.device());
}

}  // namespace nereid::train

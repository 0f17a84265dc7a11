// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/row_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace nereid::policy {
namespace {

// What FlashAttention's kernels in libtorch take.
constexpr std::int64_t kWidestHead = 256, kHeadStep = 8;

bool is_half(const torch::Tensor& x) {
  return x.scalar_type() == torch::kBFloat16 || x.scalar_type() == torch::kFloat16;
}

// q [B, T, heads, d], k and v [B, S, kv_heads, d], mask [T, S] added to the scores or undefined:
// causal then -> [B, T, heads, d].
torch::Tensor attention(torch::Tensor q, torch::Tensor k, torch::Tensor v,
                        const torch::Tensor& mask) {
  const std::int64_t group = q.size(2) / k.size(2);
  q = q.transpose(1, 2);
  k = k.transpose(1, 2);
  v = v.transpose(1, 2);
  // Only the half-precision CUDA kernels without a mask know unequal head counts; elsewhere
  // grouping falls to a slow path.
  const bool grouped = group > 1 && q.is_cuda() && is_half(q) && !mask.defined();
  if (group > 1 && !grouped) {
    k = k.repeat_interleave(group, 1);
    v = v.repeat_interleave(group, 1);
  }
  return at::scaled_dot_product_attention(
             q, k, v, mask.defined() ? std::optional<torch::Tensor>(mask) : std::nullopt, 0.0,
             !mask.defined(), std::nullopt, grouped)
      .transpose(1, 2);
}

torch::Tensor ends_of(const std::vector<std::int64_t>& lengths, const torch::Device& device) {
  std::vector<std::int32_t> ends = {0};
  for (const std::int64_t length : lengths)
    ends.push_back(ends.back() + static_cast<std::int32_t>(length));
  return torch::tensor(ends, torch::kInt32).to(device);
}

}  // namespace

RowAttention::RowAttention(const TokenRows& rows, const torch::Tensor& like, std::int64_t head_dim)
    : rows_(rows) {
  std::vector<std::int64_t> keys = rows.lengths;
  std::int64_t at = 0;
  for (std::size_t i = 0; i < rows.lengths.size(); ++i) {
    const std::int64_t length = rows.lengths[i];
    const std::int64_t from = rows.goes_on_from.empty() ? -1 : rows.goes_on_from[i];
    if (from >= 0) keys[i] += rows.lengths[static_cast<std::size_t>(from)];
    if (runs_.empty() || runs_.back().length != length || runs_.back().from != from)
      runs_.push_back({at, 0, 0, length, from});
    runs_.back().tokens += length;
    ++runs_.back().count;
    begins_.push_back(at);
    at += length;
  }
  is_packed_ =
      like.is_cuda() && is_half(like) && head_dim <= kWidestHead && head_dim % kHeadStep == 0;
  if (!is_packed_) return;
  query_ends_ = ends_of(rows.lengths, like.device());
  key_ends_ = rows.goes_on_from.empty() ? query_ends_ : ends_of(keys, like.device());
  most_queries_ = std::ranges::max(rows.lengths);
  most_keys_ = std::ranges::max(keys);
}

torch::Tensor RowAttention::operator()(const torch::Tensor& q, const torch::Tensor& k,
                                       const torch::Tensor& v) {
  return (is_packed_ ? packed(q, k, v) : by_runs(q, k, v)).flatten(1);
}

// Each sequence behind the one that it goes on from. Split and put together, so that the gradient
// of what many see is added up in a fixed order.
torch::Tensor RowAttention::with_what_came_before(const torch::Tensor& x) const {
  if (rows_.goes_on_from.empty()) return x;
  const auto parts = x.split_with_sizes(rows_.lengths);
  std::vector<torch::Tensor> all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (rows_.goes_on_from[i] >= 0)
      all.push_back(parts[static_cast<std::size_t>(rows_.goes_on_from[i])]);
    all.push_back(parts[i]);
  }
  return torch::cat(all);
}

// With fewer queries than keys these kernels count from the end: the last query sees all keys.
torch::Tensor RowAttention::packed(const torch::Tensor& q, const torch::Tensor& k,
                                   const torch::Tensor& v) {
  return std::get<0>(at::_flash_attention_forward(
      q, with_what_came_before(k), with_what_came_before(v), query_ends_, key_ends_, most_queries_,
      most_keys_, 0.0, true, false, 1 / std::sqrt(static_cast<double>(q.size(-1)))));
}

torch::Tensor RowAttention::by_runs(const torch::Tensor& q, const torch::Tensor& k,
                                    const torch::Tensor& v) {
  std::vector<torch::Tensor> mixed;
  for (const Run& run : runs_) {
    const auto part = [&](const torch::Tensor& x) {
      return x.narrow(0, run.begin, run.tokens).view({run.count, run.length, x.size(1), x.size(2)});
    };
    const auto behind = [&](const torch::Tensor& x) {
      const auto which = static_cast<std::size_t>(run.from);
      const auto shared = x.narrow(0, begins_[which], rows_.lengths[which]).unsqueeze(0);
      return torch::cat({shared.expand({run.count, -1, -1, -1}), part(x)}, 1);
    };
    const auto out = run.from < 0 ? attention(part(q), part(k), part(v), {})
                                  : after(part(q), behind(k), behind(v));
    mixed.push_back(out.flatten(0, 1));
  }
  return mixed.size() == 1 ? mixed.front() : torch::cat(mixed);
}

// The queries belong to the last of the keys.
torch::Tensor RowAttention::after(const torch::Tensor& q, torch::Tensor k, torch::Tensor v) {
  const std::int64_t queries = q.size(1), keys = k.size(1);
  torch::Tensor& mask = masks_[{queries, keys}];
  if (!mask.defined())
    mask = torch::full({queries, keys}, -std::numeric_limits<double>::infinity(),
                       q.options().requires_grad(false))
               .triu(keys - queries + 1);
  return attention(q, std::move(k), std::move(v), mask);
}

}  // namespace nereid::policy

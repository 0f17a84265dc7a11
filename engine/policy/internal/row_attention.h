// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/policy/internal/token_rows.h"

namespace nereid::policy {

/// Causal attention within each sequence of a batch and, where it goes on from another, over that
/// one's tokens. One object serves all layers of a pass.
class RowAttention {
 public:
  /// `like`: a tensor of the type and on the device of what will be mixed.
  RowAttention(const TokenRows& rows, const torch::Tensor& like, std::int64_t head_dim);

  /// Rotated queries q [N, heads, d], keys k and values v [N, kv_heads, d] -> [N, heads * d].
  torch::Tensor operator()(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v);

 private:
  /// Sequences one after another that are equally long and go on from the same one.
  struct Run {
    std::int64_t begin, tokens, count, length, from;
  };

  torch::Tensor packed(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v);
  torch::Tensor by_runs(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v);
  torch::Tensor after(const torch::Tensor& q, torch::Tensor k, torch::Tensor v);
  torch::Tensor with_what_came_before(const torch::Tensor& x) const;

  const TokenRows& rows_;
  std::vector<Run> runs_;
  std::vector<std::int64_t> begins_;  // of the sequences
  bool is_packed_ = false;
  torch::Tensor query_ends_, key_ends_;  // [sequences + 1] int32
  std::int64_t most_queries_ = 0, most_keys_ = 0;
  std::map<std::pair<std::int64_t, std::int64_t>, torch::Tensor> masks_;  // by queries and keys
};

}  // namespace nereid::policy

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <vector>

#include "engine/policy/internal/policy.h"

namespace nereid::policy {

/// Sequences laid end to end: nothing is spent on padding.
struct TokenRows {
  torch::Tensor tokens;               ///< [N] int64
  torch::Tensor positions;            ///< [N] int64, place in its row
  torch::Tensor rows;                 ///< [N] int64, number of its row
  std::vector<std::int64_t> lengths;  ///< of the sequences; they add up to N
  /// Of each sequence the number of the one that it goes on from, before it in order, or -1. Its
  /// tokens see that one's, too. Empty: no sequence goes on from another.
  std::vector<std::int64_t> goes_on_from;
};

/// Tokens of the longest row, with what it goes on from.
std::int64_t longest_row(const TokenRows& rows);

/// All of tokens [B, T], each row a sequence.
TokenRows rectangle(const torch::Tensor& tokens);

/// Whether the tokens that rows of a batch have in common are computed once for all of them.
enum class EqualTokens { kOnce, kEach };

/// Some rows of a batch as sequences.
struct LaidOut {
  TokenRows rows;
  /// [count (T - 1)] int64: where in `rows` each token that predicts one stands. 0 beyond the end
  /// of a row.
  torch::Tensor places;
};
/// The `count` rows from `first` on, each up to its last token but one, which predicts the last.
/// kOnce: of TokenBatch::prompts each is a sequence of its own, all but its last token, and its
/// rows go on from it. That token stays with the rows: what it predicts differs.
LaidOut lay_out(const TokenBatch& batch, std::int64_t first, std::int64_t count, EqualTokens equal);

/// How many rows from `first` on together have at most `most` tokens in that layout; at least one.
std::int64_t rows_within(const TokenBatch& batch, std::int64_t first, std::int64_t most,
                         EqualTokens equal);

}  // namespace nereid::policy

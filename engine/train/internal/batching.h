// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/config/settings.h"
#include "engine/module/rank_place.h"
#include "engine/policy/internal/policy.h"
#include "engine/policy/internal/token_rows.h"

namespace nereid::train {

/// Prompt and completion tokens of one row.
using TokenRow = std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>;

/// Rows cut into the fewest passes whose tokens stay within `budget`, the longest of them as short
/// as can be; a row that is longer than the budget is a pass by itself. Rows of equal prompts lie
/// together, else they are sorted by length. Each inner vector holds indices into `rows`. `equal`:
/// whether such a prompt counts once in a pass. Deterministic.
std::vector<std::vector<int>> plan_passes(std::span<const TokenRow> rows, std::int64_t budget,
                                          policy::EqualTokens equal);

/// The passes of one rank. All ranks together have each row once: of the rows in that order each
/// gets a run of about as many tokens as the others. May be none.
struct RankPasses {
  std::vector<std::vector<int>> passes;
  std::int64_t first_row = 0;  ///< place of its first row among all
  std::int64_t tokens = 0;  ///< that are read, those of a prompt once a pass where `equal` says so
};
RankPasses plan_passes(std::span<const TokenRow> rows, std::int64_t budget,
                       policy::EqualTokens equal, const RankPlace& place);

/// Prompt and completion tokens in those passes.
std::int64_t tokens_in(std::span<const TokenRow> rows, std::span<const std::vector<int>> passes);

/// The same of all rows.
std::int64_t tokens_of_rows(std::span<const TokenRow> rows);

/// Tokens of one forward and backward pass: policy::tokens_per_pass() for the type that the
/// model computes in on this device.
/// On a GPU its activations take at most `gpu_bytes`.
std::int64_t tokens_per_pass(const config::ModelSettings& model, const policy::ModelShape& shape,
                             torch::Device device, std::int64_t gpu_bytes);

/// The rows of one pass as tensors.
policy::TokenBatch batch_of(std::span<const TokenRow> rows, std::span<const int> pass,
                            policy::Policy& policy);

}  // namespace nereid::train

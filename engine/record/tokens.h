// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/episode.h"

namespace nereid::record {

/// What a token of a completion is a part of. Code: the extracted block with its fences, and the
/// end token, which ends it. Plan: all else, i.e. thinking, prose and other blocks. Rewards that
/// are split between the two (hierarchical reward decomposition) use these classes; they follow
/// from the offsets of the tokens, so that they need no place in the record.
enum class TokenClass { kPlan, kCode };

/// One class a token; empty where the record holds no offsets.
std::vector<TokenClass> token_classes(const Episode& episode);

/// What a token learns from where plan and code are paid apart (TritonRL, arXiv:2510.17891). Plan:
/// the thinking section and, if `prose_is_plan`, the prose outside of the code; without a thinking
/// section there is no plan. Code: as above; an answer without a candidate has what is no plan in
/// its place. Neither: all else.
enum class TokenShare { kPlan, kCode, kNeither };

/// One share a token; empty where the record holds no offsets.
std::vector<TokenShare> token_shares(const Episode& episode, bool prose_is_plan);

/// Byte after the last thinking section ("</think>"); 0 where there is none.
std::size_t thinking_end(std::string_view completion);

/// Bytes of the completion that a token covers; empty for tokens without text. `token` counts from
/// 0 and may be past the end.
std::string_view token_text(const Episode& episode, std::size_t token);

/// Numbers of a whole completion. NaN where the record does not hold what they are made of.
struct TokenStatistics {
  std::size_t tokens = 0, plan = 0, code = 0;
  double mean_logprob = std::numeric_limits<double>::quiet_NaN();
  double perplexity = std::numeric_limits<double>::quiet_NaN();    ///< exp(-mean_logprob)
  double mean_entropy = std::numeric_limits<double>::quiet_NaN();  ///< nats
};
TokenStatistics token_statistics(const Episode& episode);

/// Tokens from the least to the most probable; ties in order of the text. NaN comes last.
std::vector<std::size_t> tokens_by_probability(const Episode& episode);

/// A head line and one line a token: token (from 1), text, id, class, logprob, probability,
/// entropy, rank, begin, end. What is not recorded is left empty. Text that is not UTF-8 is
/// escaped.
std::string token_table_csv(const Episode& episode);

}  // namespace nereid::record

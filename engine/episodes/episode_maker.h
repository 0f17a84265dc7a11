// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/record/episode.h"
#include "engine/tasks/task.h"
#include "engine/verify/verifier.h"

namespace nereid::episodes {

/// What a model answered. Of a text that was published there is the text alone.
struct Answer {
  std::string text;
  std::vector<std::int32_t> tokens;
  std::vector<float> logprobs, entropies;
  std::vector<std::int32_t> ranks;
  std::vector<std::uint32_t> token_ends;  ///< byte offset in `text` after each token
  bool truncated = false;
};

/// Of a generated row, which is used up (policy::GeneratedRow and policy::Tokenizer, which this
/// room does not know).
template <class Row, class Tokenizer>
Answer take_answer(Row& row, const Tokenizer& tokenizer) {
  Answer answer;
  answer.text = tokenizer.decode(row.tokens);
  answer.token_ends = tokenizer.token_ends(row.tokens);
  answer.tokens = std::move(row.tokens);
  answer.logprobs = std::move(row.logprobs);
  answer.entropies = std::move(row.entropies);
  answer.ranks = std::move(row.ranks);
  answer.truncated = row.truncated;
  return answer;
}

/// The episode of an answer with the candidate in it. One without a candidate has its verdict, with
/// the reason "truncated", "several_blocks" or "no_block". `seed`: of the verifier.
record::Episode begin_episode(const record::EpisodeKey& key, const tasks::Task& task,
                              std::string prompt, Answer answer, std::uint64_t seed,
                              verify::SeveralBlocks several = verify::SeveralBlocks::kLast);
/// What the verifier is asked about an episode that has a candidate.
verify::VerifyRequest request_of(const record::Episode& episode,
                                 const verify::VerifyOptions& options);
/// `unix_ms`: when the verdict arrived.
void take_verdict(record::Episode& episode, const verify::Verdict& verdict, std::int64_t unix_ms);

}  // namespace nereid::episodes

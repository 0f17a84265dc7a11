// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/reward/reward.h"
#include "engine/verify/verdict.h"

namespace nereid::record {

/// Identity of an episode inside a run: repeated work after a resume lands on the same key.
struct EpisodeKey {
  std::int64_t step = 0;  ///< optimiser step, from 1
  int group = 0;          ///< prompt within the step
  int index = 0;          ///< completion within the group, whichever turn it is of
  // NOLINTNEXTLINE(modernize-use-nullptr): a false alarm of clang-tidy 14 on defaulted comparisons
  auto operator<=>(const EpisodeKey&) const = default;
};

/// How fine a token's entropy is stored, and the highest rank that is told apart: two bytes each.
inline constexpr double kEntropyStep = 1.0 / 4096;
inline constexpr std::int32_t kHighestRank = 65535;

/// Which of the answers that follow one another an episode is. All of them are of one step, group
/// and phase.
struct EpisodeTurn {
  int number = 1;   ///< from 1
  int before = -1;  ///< index of the answer that this one was asked to better; -1: of none
  bool operator==(const EpisodeTurn&) const = default;
};

/// Prompt, completion, candidate, verdict, reward, advantage: the unit of replay.
struct Episode {
  EpisodeKey key;
  EpisodeTurn turn;
  std::string phase = "train";  ///< "train" or "evaluate"
  std::string task_id;
  std::string task_name;
  int level = 1;
  std::string reference;  ///< Python source of the task
  std::string entry_point = "Model";
  std::string prompt;
  std::string completion;
  std::vector<std::int32_t> tokens;  ///< of the completion, end token included if sampled
  std::vector<float> logprobs;  ///< per token, over the full distribution, at sampling temperature
  /// Nats, of the distribution that logprobs are of; stored in steps of kEntropyStep. Empty in
  /// older records.
  std::vector<float> entropies;
  /// 1 + number of tokens that were more probable; kHighestRank means that or more. May be empty.
  std::vector<std::int32_t> ranks;
  std::vector<std::uint32_t> token_ends;  ///< byte offset in `completion` after each token
  bool truncated = false;                 ///< no end token within the limit
  std::string candidate;                  ///< extracted source, may be empty
  std::size_t candidate_begin = 0;        ///< byte range of the candidate in the completion
  std::size_t candidate_end = 0;
  verify::Verdict verdict;
  reward::Reward reward;
  double group_mean = 0;
  double group_std = 0;
  double advantage = 0;       ///< of all tokens, or of those of the code where reward.plan is there
  double plan_advantage = 0;  ///< of the tokens of the plan, where reward.plan is there
  double generate_ms = 0;
  double verify_ms = 0;
  std::uint64_t seed = 0;
  std::int64_t unix_ms = 0;  ///< when the verdict arrived
};

/// What a list shows of an episode; cheap to hold 100,000 of.
struct EpisodeRow {
  std::int64_t id = 0;  ///< row id in the record
  EpisodeKey key;
  EpisodeTurn turn;
  std::string phase;
  std::string task_id;
  std::string task_name;
  int level = 1;
  bool accepted = false;
  verify::Stage furthest_stage = verify::Stage::kNone;
  verify::Stage rejected_at = verify::Stage::kNone;  ///< kNone when accepted
  std::string reason_code;
  std::string reason_message;
  double reward = 0;
  double advantage = 0;
  int token_count = 0;
  double verify_ms = 0;
};

}  // namespace nereid::record

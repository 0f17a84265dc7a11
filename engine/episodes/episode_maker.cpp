// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/episodes/episode_maker.h"

#include "engine/base/clock.h"
#include "engine/record/episode_file.h"

namespace nereid::episodes {
namespace {

std::string id_of(const record::EpisodeKey& key) {
  return record::episode_name({.key = key});
}

std::string why_none(const verify::Extraction& extraction, bool truncated) {
  if (truncated) return "truncated";
  // An empty block has no problem, and no code.
  const bool has_problem = extraction.blocks > 0 && !extraction.problem.empty();
  return has_problem ? extraction.problem : "no_block";
}

}  // namespace

record::Episode begin_episode(const record::EpisodeKey& key, const tasks::Task& task,
                              std::string prompt, Answer answer, std::uint64_t seed,
                              verify::SeveralBlocks several) {
  record::Episode episode;
  episode.key = key;
  episode.task_id = task.id;
  episode.task_name = task.name;
  episode.level = task.level;
  episode.reference = task.reference;
  episode.entry_point = task.entry_point;
  episode.prompt = std::move(prompt);
  episode.completion = std::move(answer.text);
  episode.token_ends = std::move(answer.token_ends);
  episode.tokens = std::move(answer.tokens);
  episode.logprobs = std::move(answer.logprobs);
  episode.entropies = std::move(answer.entropies);
  episode.ranks = std::move(answer.ranks);
  episode.truncated = answer.truncated;
  episode.seed = seed;
  const verify::Extraction extraction = verify::extract_candidate(episode.completion, several);
  episode.candidate = extraction.code;
  episode.candidate_begin = extraction.begin;
  episode.candidate_end = extraction.end;
  if (extraction.code.empty()) {
    episode.verdict =
        verify::verdict_without_candidate(id_of(key), why_none(extraction, episode.truncated));
    episode.unix_ms = unix_ms();
  }
  return episode;
}

verify::VerifyRequest request_of(const record::Episode& episode,
                                 const verify::VerifyOptions& options) {
  return {id_of(episode.key),
          episode.task_id,
          episode.reference,
          episode.candidate,
          episode.entry_point,
          episode.seed,
          options};
}

void take_verdict(record::Episode& episode, const verify::Verdict& verdict, std::int64_t unix_ms) {
  episode.verdict = verdict;
  episode.unix_ms = unix_ms;
  episode.verify_ms = verdict.total_ms;
}

}  // namespace nereid::episodes

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/episodes/verified_kernel.h"
#include "engine/train/internal/rollout.h"

namespace nereid::train {

std::size_t RolloutMaker::longest_prompt() const {
  const std::int64_t positions = shop_.policy.config().max_positions - 1;
  return static_cast<std::size_t>(
      std::min<std::int64_t>(shop_.config.generation.max_prompt_length, positions));
}

// A limit under which no second turn could ever be asked for.
Result<void> RolloutMaker::check_turns() const {
  if (shop_.config.turns.count == 1) return {};
  const std::string least = shop_.prompt_format.next_prompt({}, {}, {});
  const std::size_t tokens = shop_.policy.tokenizer()->encode(least).size();
  if (tokens < longest_prompt()) return {};
  return Error{
      ErrorCode::kInvalidArgument,
      fmt::format("turns.count: the words around task and answer in the prompt of a second "
                  "turn take {} tokens, and a prompt may have {} "
                  "(generation.max_prompt_length {}, the model takes {}); raise the limit, "
                  "or set turns.count to 1",
                  tokens, longest_prompt(), shop_.config.generation.max_prompt_length,
                  shop_.policy.config().max_positions)};
}

// Nothing where it would be too long: no prompt is cut.
std::optional<Prompt> RolloutMaker::next_prompt(const Prompt& prompt,
                                                const record::Episode& before) const {
  Prompt next;
  next.task = prompt.task;
  next.kernel = prompt.kernel;
  next.text = shop_.prompt_format.next_prompt(
      prompt.task, prompt.kernel, episodes::answer_before(before.candidate, before.verdict));
  next.tokens = shop_.policy.tokenizer()->encode(next.text);
  if (next.tokens.size() > longest_prompt()) return std::nullopt;
  return next;
}

// The answers from row `begin` on that are followed by another one, each with its prompt. Says of
// the others in the rollout why not.
RolloutMaker::Follow RolloutMaker::who_goes_on(Rollout& rollout, const std::vector<Prompt>& prompts,
                                               const DrawPlan& plan, std::size_t begin) const {
  Follow follow;
  for (std::size_t row = begin; row < rollout.rows.size(); ++row) {
    const record::Episode& episode = rollout.episodes[row];
    if (!verify::was_judged(episode.verdict)) continue;
    rollout.places[row].settled = is_settled(episode.verdict, shop_.config);
    if (rollout.places[row].settled) continue;
    const auto task = static_cast<std::size_t>(episode.key.group - plan.first_group);
    std::optional<Prompt> prompt = next_prompt(prompts[task], episode);
    if (!prompt) {
      ++rollout.too_long;
      continue;
    }
    follow.prompts.push_back(std::move(*prompt));
    follow.rows.push_back(row);
  }
  return follow;
}

// The turns after the first: all that go on are asked and judged together. Draws are numbered by
// turn and completion, so that they do not depend on which others have ended; indices in the record
// have no gaps.
void RolloutMaker::take_turns(Rollout& rollout, const std::vector<Prompt>& prompts,
                              const DrawPlan& plan) {
  const config::TurnSettings& settings = shop_.config.turns;
  std::vector<int> next_index(prompts.size(), plan.group_size), completions;
  for (const record::Episode& episode : rollout.episodes) {
    rollout.places.push_back({.task = episode.key.group});
    completions.push_back(episode.key.index);
  }
  std::size_t begin = 0;
  for (int turn = 2; turn <= settings.count; ++turn) {
    const Follow follow = who_goes_on(rollout, prompts, plan, begin);
    if (follow.rows.empty()) break;
    begin = rollout.rows.size();
    std::vector<Question> questions;
    std::vector<TurnPlace> places;
    for (std::size_t i = 0; i < follow.rows.size(); ++i) {
      const std::size_t row = follow.rows[i];
      const record::EpisodeKey& before = rollout.episodes[row].key;
      const int completion = completions[row];
      const auto task = static_cast<std::size_t>(before.group - plan.first_group);
      questions.push_back({.prompt = &follow.prompts[i],
                           .group = before.group,
                           .index = next_index[task]++,
                           .turn = {turn, before.index},
                           .draw = (turn - 1) * plan.group_size + completion});
      places.push_back({.task = before.group, .turn = turn, .before = static_cast<int>(row)});
      completions.push_back(completion);
    }
    Rollout more;
    static_cast<Drawn&>(more) = draw(shop_, questions, plan);
    pay(more);
    append(rollout, std::move(more));
    rollout.places.insert(rollout.places.end(), places.begin(), places.end());
  }
  rollout.returns = turn_returns(rollout.rewards, rollout.places, settings);
  if (!rollout.plan_rewards.empty())
    rollout.plan_returns = turn_returns(rollout.plan_rewards, rollout.places, settings);
  rollout.groups = turn_groups(rollout.places, settings.compare == "task");
}

}  // namespace nereid::train

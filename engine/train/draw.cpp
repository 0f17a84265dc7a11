// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/draw.h"

#include <algorithm>
#include <numeric>

#include "engine/base/clock.h"
#include "engine/episodes/episode_maker.h"
#include "engine/train/internal/streams.h"
#include "engine/verify/settings/settings.h"

namespace nereid::train {

verify::VerifyOptions training_options(const config::RunConfig& config) {
  verify::VerifyOptions options = verify::options_of(config);
  options.device = config.verify.device;
  options.timing_beside = false;  // nobody looks at it while training
  return options;
}

namespace {

std::vector<policy::GeneratedRow> generate(Workshop& shop, const std::vector<Question>& questions,
                                           const DrawPlan& plan) {
  const config::GenerationSettings& settings = plan.settings.generation;
  policy::GenerateOptions options;
  options.max_new_tokens = settings.max_completion_length;
  options.temperature = settings.temperature;
  options.top_p = settings.top_p;
  options.top_k = settings.top_k;
  options.progress = [&shop](int finished, int rows) { shop.progress("generate", finished, rows); };
  std::vector<std::vector<std::int32_t>> rows;
  for (const Question& question : questions) {
    rows.push_back(question.prompt->tokens);
    options.row_seeds.push_back(stream_seed(plan.settings.seed, Stream::kSampling,
                                            {plan.step, question.group, question.draw}));
  }
  return shop.policy.generate(rows, options);
}

// Answers of one task and turn are judged alike; what a turn has learnt of the inputs is of no use
// in the next.
std::uint64_t verifier_seed(const config::RunConfig& settings, const record::EpisodeKey& key,
                            int turn) {
  const std::uint64_t seed =
      turn == 1 ? stream_seed(settings.seed, Stream::kVerify, {key.step, key.group})
                : stream_seed(settings.seed, Stream::kVerify, {key.step, key.group, turn});
  return verify::secret_seed(seed);
}

void judge(Workshop& shop, Drawn& drawn, const config::RunConfig& settings) {
  std::vector<verify::VerifyRequest> requests;
  std::vector<record::Episode*> judged;
  const verify::VerifyOptions options = training_options(settings);
  for (record::Episode& episode : drawn.episodes) {
    if (episode.candidate.empty()) continue;
    judged.push_back(&episode);
    requests.push_back(episodes::request_of(episode, options));
  }
  shop.progress("verify", 0, static_cast<int>(requests.size()));
  const Progress& progress = shop.progress;
  const std::vector<verify::Judged> verdicts =
      verify::judge_batch(shop.submit, std::move(requests),
                          [&progress](int done, int of) { progress("verify", done, of); });
  for (std::size_t i = 0; i < judged.size(); ++i)
    episodes::take_verdict(*judged[i], *verdicts[i].verdict, verdicts[i].unix_ms);
}

}  // namespace

Drawn draw(Workshop& shop, const std::vector<Prompt>& prompts, const DrawPlan& plan) {
  std::vector<Question> questions;
  for (int group = 0; group < std::ssize(prompts); ++group)
    for (int index = 0; index < plan.group_size; ++index)
      questions.push_back(
          {&prompts[static_cast<std::size_t>(group)], plan.first_group + group, index, {}, index});
  Drawn drawn = draw(shop, questions, plan);
  drawn.group_size = plan.group_size;
  return drawn;
}

Drawn draw(Workshop& shop, const std::vector<Question>& questions, const DrawPlan& plan) {
  Drawn drawn;
  Stopwatch watch;
  std::vector<policy::GeneratedRow> generated = generate(shop, questions, plan);
  drawn.generate_s = watch.elapsed_s();
  const verify::SeveralBlocks several =
      verify::several_blocks_from_name(plan.settings.verify.several_blocks);
  double entropy = 0;
  for (std::size_t i = 0; i < generated.size(); ++i) {
    const Question& question = questions[i];
    const Prompt& prompt = *question.prompt;
    policy::GeneratedRow& row = generated[i];
    drawn.tokens += static_cast<std::int64_t>(row.tokens.size());
    entropy += std::accumulate(row.entropies.begin(), row.entropies.end(), 0.0);
    drawn.rows.emplace_back(prompt.tokens, row.tokens);
    const record::EpisodeKey key{shop.steps_before + plan.step, question.group, question.index};
    const std::uint64_t seed = verifier_seed(plan.settings, key, question.turn.number);
    drawn.episodes.push_back(episodes::begin_episode(
        key, prompt.task, prompt.text, episodes::take_answer(row, *shop.policy.tokenizer()), seed,
        several));
    drawn.episodes.back().turn = question.turn;
    drawn.episodes.back().phase = plan.phase;
    drawn.episodes.back().generate_ms = drawn.generate_s * 1e3;
  }
  drawn.entropy = entropy / static_cast<double>(std::max<std::int64_t>(1, drawn.tokens));
  watch.restart();
  judge(shop, drawn, plan.settings);
  drawn.verify_s = watch.elapsed_s();
  return drawn;
}

}  // namespace nereid::train

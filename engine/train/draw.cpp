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

std::vector<policy::GeneratedRow> generate(Workshop& shop, const std::vector<Prompt>& prompts,
                                           const DrawPlan& plan) {
  const config::GenerationSettings& settings = plan.settings.generation;
  policy::GenerateOptions options;
  options.max_new_tokens = settings.max_completion_length;
  options.temperature = settings.temperature;
  options.top_p = settings.top_p;
  options.top_k = settings.top_k;
  options.progress = [&shop](int finished, int rows) { shop.progress("generate", finished, rows); };
  std::vector<std::vector<std::int32_t>> rows;
  for (std::size_t group = 0; group < prompts.size(); ++group) {
    for (int index = 0; index < plan.group_size; ++index) {
      rows.push_back(prompts[group].tokens);
      options.row_seeds.push_back(
          stream_seed(plan.settings.seed, Stream::kSampling,
                      {plan.step, plan.first_group + static_cast<int>(group), index}));
    }
  }
  return shop.policy.generate(rows, options);
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
  Drawn drawn;
  drawn.group_size = plan.group_size;
  Stopwatch watch;
  std::vector<policy::GeneratedRow> generated = generate(shop, prompts, plan);
  drawn.generate_s = watch.elapsed_s();
  const verify::SeveralBlocks several =
      verify::several_blocks_from_name(plan.settings.verify.several_blocks);
  double entropy = 0;
  for (int i = 0; i < static_cast<int>(generated.size()); ++i) {
    const Prompt& prompt = prompts[static_cast<std::size_t>(i / plan.group_size)];
    policy::GeneratedRow& row = generated[static_cast<std::size_t>(i)];
    drawn.tokens += static_cast<std::int64_t>(row.tokens.size());
    entropy += std::accumulate(row.entropies.begin(), row.entropies.end(), 0.0);
    drawn.rows.emplace_back(prompt.tokens, row.tokens);
    const record::EpisodeKey key{shop.steps_before + plan.step,
                                 plan.first_group + i / plan.group_size, i % plan.group_size};
    const std::uint64_t seed = verify::secret_seed(
        stream_seed(plan.settings.seed, Stream::kVerify, {key.step, key.group}));
    drawn.episodes.push_back(episodes::begin_episode(
        key, prompt.task, prompt.text, episodes::take_answer(row, *shop.policy.tokenizer()), seed,
        several));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/kernel_source.h"

#include "engine/policy/internal/borrowed_weights.h"

namespace nereid::train {

void KernelSource::improve(const FrozenAgent& agent, const std::vector<tasks::Task>& tasks,
                           std::int64_t step, int first_group,
                           std::vector<std::optional<episodes::VerifiedKernel>>& kernels) {
  const bool begins = agent.settings.agent == "frontend";
  std::vector<Prompt> prompts;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!begins && !kernels[i]) continue;
    tasks::KernelInHand in_hand;
    if (!begins) in_hand = episodes::in_hand(*kernels[i], agent.settings.agents.device);
    Prompt prompt{tasks[i], agent.prompt_format.prompt(tasks[i], in_hand), {}};
    prompt.tokens = shop_.policy.tokenizer()->encode(prompt.text);
    const auto limit = static_cast<std::size_t>(agent.settings.generation.max_prompt_length);
    if (prompt.tokens.size() > limit) continue;
    prompts.push_back(std::move(prompt));
    places.push_back(i);
  }
  if (prompts.empty()) return;
  const policy::BorrowedWeights borrowed(shop_.policy, agent.weights);
  Drawn drawn =
      draw(shop_, prompts,
           {agent.settings, agent.name, step, shop_.config.agents.kernel_samples, first_group});
  for (std::size_t i = 0; i < drawn.episodes.size(); ++i) {
    const record::Episode& episode = drawn.episodes[i];
    auto& best = kernels[places[i / static_cast<std::size_t>(drawn.group_size)]];
    episodes::keep_faster(best, episode.candidate, episode.verdict);
  }
  shop_.writer.write_episodes(std::move(drawn.episodes));
}

std::vector<std::optional<episodes::VerifiedKernel>> KernelSource::kernels_for(
    const std::vector<tasks::Task>& tasks, std::int64_t step, int first_group) {
  std::vector<std::optional<episodes::VerifiedKernel>> kernels(tasks.size());
  for (const FrozenAgent& agent : shop_.earlier) improve(agent, tasks, step, first_group, kernels);
  return kernels;
}

}  // namespace nereid::train

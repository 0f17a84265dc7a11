// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/kernel_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/numbers.h"

namespace nereid::train {
namespace {

/// Puts an agent's weights in place of those in training while it lives.
class BorrowedWeights {
 public:
  BorrowedWeights(policy::Policy& policy, const NamedTensors& weights) : policy_(policy) {
    for (const auto& [name, tensor] : policy_.trainable())
      own_.emplace_back(name, tensor.detach().clone());
    copy_weights(weights, policy_.trainable());
  }
  ~BorrowedWeights() { copy_weights(own_, policy_.trainable()); }
  BorrowedWeights(const BorrowedWeights&) = delete;
  BorrowedWeights& operator=(const BorrowedWeights&) = delete;

 private:
  policy::Policy& policy_;
  NamedTensors own_;
};

std::string latency_fact(const verify::Verdict& verdict) {
  if (verdict.timing)
    return fmt::format("# latency: {:.2f} us, PyTorch {:.2f} us, measured on {}\n",
                       verdict.timing->candidate.median_us, verdict.timing->reference.median_us,
                       verdict.timing->device);
  if (verdict.modelled)
    return fmt::format("# latency: {:.2f} us, PyTorch {:.2f} us, modelled for {}\n",
                       verdict.modelled->candidate.us, verdict.modelled->reference.us,
                       verdict.modelled->device);
  return "";
}

}  // namespace

std::string prompt_facts(const verify::Verdict& verdict) {
  std::string facts = latency_fact(verdict);
  for (const verify::KernelFacts& kernel : verdict.kernels)
    facts += fmt::format(
        "# {}: {} launches, grid [{}], {} warps, {} stages, {} registers, {} spills, {} bytes "
        "shared, occupancy {:.0f}%\n",
        kernel.name, kernel.launches, fmt::join(kernel.grid, ", "), kernel.num_warps,
        kernel.num_stages, kernel.registers, kernel.spills, kernel.shared_bytes,
        100 * kernel.occupancy.share);
  if (verdict.roofline) {
    const verify::Work& work = verdict.roofline->total;
    facts +=
        fmt::format("# roofline: {} bytes read, {} written, at least {:.2f} us, limited by {}\n",
                    work.bytes_read, work.bytes_written, work.bound_us, work.limit);
  }
  return facts;
}

double known_time_us(const verify::Verdict& verdict) {
  if (verdict.timing) return verdict.timing->candidate.median_us;
  if (verdict.modelled) return verdict.modelled->candidate.us;
  return kInfinity;
}

void KernelSource::improve(const FrozenAgent& agent, const std::vector<tasks::Task>& tasks,
                           std::int64_t step, int first_group,
                           std::vector<std::optional<VerifiedKernel>>& kernels) {
  const bool begins = agent.settings.agent == "frontend";
  std::vector<Prompt> prompts;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!begins && !kernels[i]) continue;
    tasks::KernelInHand in_hand;
    if (!begins)
      in_hand = {kernels[i]->source, prompt_facts(kernels[i]->verdict),
                 agent.settings.agents.device};
    Prompt prompt{tasks[i], agent.prompt_format.prompt(tasks[i], in_hand), {}};
    prompt.tokens = shop_.policy.tokenizer()->encode(prompt.text);
    const auto limit = static_cast<std::size_t>(agent.settings.generation.max_prompt_length);
    if (prompt.tokens.size() > limit) continue;
    prompts.push_back(std::move(prompt));
    places.push_back(i);
  }
  if (prompts.empty()) return;
  const BorrowedWeights borrowed(shop_.policy, agent.weights);
  Drawn drawn =
      draw(shop_, prompts,
           {agent.settings, agent.name, step, shop_.config.agents.kernel_samples, first_group});
  for (std::size_t i = 0; i < drawn.episodes.size(); ++i) {
    const record::Episode& episode = drawn.episodes[i];
    if (!episode.verdict.accepted) continue;
    auto& best = kernels[places[i / static_cast<std::size_t>(drawn.group_size)]];
    if (!best || known_time_us(episode.verdict) < known_time_us(best->verdict))
      best = VerifiedKernel{episode.candidate, episode.verdict};
  }
  shop_.writer.write_episodes(std::move(drawn.episodes));
}

std::vector<std::optional<VerifiedKernel>> KernelSource::kernels_for(
    const std::vector<tasks::Task>& tasks, std::int64_t step, int first_group) {
  std::vector<std::optional<VerifiedKernel>> kernels(tasks.size());
  for (const FrozenAgent& agent : shop_.earlier) improve(agent, tasks, step, first_group, kernels);
  return kernels;
}

}  // namespace nereid::train

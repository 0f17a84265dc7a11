// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/clock.h"
#include "engine/train/internal/grpo_update.h"
#include "engine/train/internal/rollout.h"
#include "engine/train/internal/schedule.h"

namespace nereid::train {
namespace {

/// Group Relative Policy Optimization (arXiv:2402.03300) with TRL's definitions. A group whose
/// rewards are all equal has no advantage and is left out of the update, which changes nothing but
/// the time it takes. A completion that was not judged teaches nothing, whatever beta is.
class Grpo final : public Method {
 public:
  Grpo(Workshop& workshop, std::unique_ptr<RolloutMaker> maker)
      : shop_(workshop), maker_(std::move(maker)) {}

  Result<StepReport> step(std::int64_t step) override;
  Json state() const override { return maker_->state(); }
  Result<void> restore(const Json& state) override { return maker_->restore(state); }

 private:
  Result<Rollout> sample(std::int64_t step);
  void report_update(const UpdateResult& update, StepReport& report) const;

  Workshop& shop_;
  std::unique_ptr<RolloutMaker> maker_;
};

void Grpo::report_update(const UpdateResult& update, StepReport& report) const {
  auto& metrics = report.metrics;
  metrics.emplace_back("loss", update.loss);
  metrics.emplace_back("grad_norm", update.grad_norm);
  if (shop_.config.grpo.beta > 0) metrics.emplace_back("kl", update.kl);
  metrics.emplace_back("clip_ratio/low_mean", update.clip_low);
  metrics.emplace_back("clip_ratio/low_min", update.clip_low_min);
  metrics.emplace_back("clip_ratio/high_mean", update.clip_high);
  metrics.emplace_back("clip_ratio/high_max", update.clip_high_max);
  metrics.emplace_back("clip_ratio/region_mean", update.clip_low + update.clip_high);
  metrics.emplace_back("sampling/sampling_logp_difference/mean", update.difference_mean);
  metrics.emplace_back("sampling/sampling_logp_difference/max", update.difference_max);
  metrics.emplace_back("sampling/importance_sampling_ratio/min", update.ratio_min);
  metrics.emplace_back("sampling/importance_sampling_ratio/mean", update.ratio_mean);
  metrics.emplace_back("sampling/importance_sampling_ratio/max", update.ratio_max);
}

// Groups of equal rewards teach nothing: with dynamic sampling (DAPO, arXiv:2503.14476 sec. 3.2)
// other tasks are tried in their place, at most grpo.resample_rounds times. The groups that gave
// theirs up stay in the rollout, for the record and every rate.
Result<Rollout> Grpo::sample(std::int64_t step) {
  const config::GrpoSettings& grpo = shop_.config.grpo;
  Result<Rollout> rollout =
      maker_->make_rollout(step, step, grpo.prompts_per_step, grpo.num_generations);
  for (int round = 1; rollout && round <= grpo.resample_rounds; ++round) {
    const Advantages now = advantages_of(*rollout, rollout->paid(), {});
    const int wanted = grpo.prompts_per_step - static_cast<int>(live_tasks(*rollout, now).size());
    if (wanted <= 0) break;
    const int tasks = std::max(1, rollout->tasks);
    Result<Rollout> more = maker_->make_rollout(step, step, wanted, grpo.num_generations, tasks);
    if (!more) return more.error();
    append(*rollout, std::move(*more));
  }
  return rollout;
}

Result<StepReport> Grpo::step(std::int64_t step) {
  const config::GrpoSettings& grpo = shop_.config.grpo;
  // 1) prompts, completions, verdicts, rewards [P * K], with dynamic sampling more
  Result<Rollout> rollout = sample(step);
  if (!rollout) return rollout.error();
  // 2) advantages [P * K]; episodes are handed to the record before the update, so that a kill
  // loses none
  const AdvantageRules rules = advantage_rules(grpo);
  const Advantages advantages = advantages_of(*rollout, rollout->paid(), rules);
  std::optional<Advantages> plan;
  if (!rollout->plan_rewards.empty()) plan = advantages_of(*rollout, rollout->plan_paid(), rules);
  const Advantages* plan_advantages = plan ? &*plan : nullptr;
  fill_advantages(*rollout, advantages, plan_advantages);
  StepReport report;
  maker_->account(*rollout, advantages, report);
  const UpdateInput input = choose_rows(*rollout, advantages, shop_.config, plan_advantages);
  const bool learns = std::any_of(rollout->paid().begin(), rollout->paid().end(),
                                  [](double reward) { return !std::isnan(reward); });
  shop_.writer.write_episodes(std::move(rollout->episodes));
  // 3) update
  const Stopwatch watch;
  const double learning_rate = learning_rate_at(shop_.config.optimizer, step, shop_.total_steps);
  const UpdateResult update =
      learns ? grpo_update(shop_, input, learning_rate) : UpdateResult{};  // nothing was judged
  report.summary.update_s = watch.elapsed_s();
  add_learnt(report, tokens_of_rows(input.rows) * std::max(1, grpo.num_iterations), update.own);
  report.summary.loss = update.loss;
  report.metrics.emplace_back("learning_rate", learning_rate);
  report.metrics.emplace_back("time/update", report.summary.update_s);
  report_update(update, report);
  return report;
}

}  // namespace

Result<std::unique_ptr<Method>> make_grpo(Workshop& workshop) {
  Result<std::unique_ptr<RolloutMaker>> maker = RolloutMaker::make(workshop);
  if (!maker) return maker.error();
  return std::unique_ptr<Method>(std::make_unique<Grpo>(workshop, std::move(*maker)));
}

}  // namespace nereid::train

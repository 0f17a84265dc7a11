// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "engine/base/clock.h"
#include "engine/train/internal/nll_update.h"
#include "engine/train/internal/rollout.h"
#include "engine/train/internal/schedule.h"
#include "engine/train/internal/selection.h"

namespace nereid::train {
namespace {

/// Rejection-sampling fine-tuning: N samples a task, the best K of them at or above a minimum
/// reward are learnt with plain negative log-likelihood. Source: Beyond TritonRL report, phase 2.
/// Each task is visited once an epoch.
class BestOfN final : public Method {
 public:
  BestOfN(Workshop& workshop, std::unique_ptr<RolloutMaker> maker)
      : shop_(workshop), maker_(std::move(maker)) {}

  Result<StepReport> step(std::int64_t step) override;
  Json state() const override { return maker_->state(); }
  Result<void> restore(const Json& state) override { return maker_->restore(state); }

 private:
  std::int64_t task_step(std::int64_t step) const;
  std::vector<TokenRow> select(const Rollout& rollout, StepReport& report) const;
  void learn(std::int64_t step, const std::vector<TokenRow>& rows, double learning_rate,
             StepReport& report);

  Workshop& shop_;
  std::unique_ptr<RolloutMaker> maker_;
};

// The tasks of an epoch come back, in the same order, in each of the others.
std::int64_t BestOfN::task_step(std::int64_t step) const {
  const std::int64_t epochs = std::max(1, shop_.config.best_of_n.epochs);
  const std::int64_t steps = std::max(1, shop_.config.best_of_n.steps);
  const std::int64_t per_epoch = (steps + epochs - 1) / epochs;
  return (step - 1) % per_epoch + 1;
}

std::vector<TokenRow> BestOfN::select(const Rollout& rollout, StepReport& report) const {
  const config::BestOfNSettings& settings = shop_.config.best_of_n;
  std::vector<TokenRow> kept_rows;
  std::set<std::string_view> distinct;
  double best_sum = 0, kept_sum = 0;
  int skipped = 0, groups = 0;
  const std::size_t size = static_cast<std::size_t>(rollout.group_size);
  for (std::size_t begin = 0; begin < rollout.rows.size(); begin += size, ++groups) {
    std::vector<Sample> samples;
    for (std::size_t i = begin; i < begin + size; ++i) {
      const record::Episode& episode = rollout.episodes[i];
      samples.push_back({rollout.rewards[i], static_cast<int>(episode.tokens.size()),
                         episode.candidate, episode.truncated});
    }
    best_sum +=
        *std::max_element(rollout.rewards.begin() + static_cast<std::ptrdiff_t>(begin),
                          rollout.rewards.begin() + static_cast<std::ptrdiff_t>(begin + size));
    const std::vector<int> kept = select_best(samples, settings.k, settings.min_reward);
    if (kept.empty()) ++skipped;
    for (const int i : kept) {
      const std::size_t row = begin + static_cast<std::size_t>(i);
      kept_rows.push_back(rollout.rows[row]);
      kept_sum += rollout.rewards[row];
      distinct.insert(rollout.episodes[row].candidate);
    }
  }
  const double kept_count = static_cast<double>(kept_rows.size());
  auto& metrics = report.metrics;
  metrics.emplace_back("bon/best_reward", best_sum / std::max(1, groups));
  if (!kept_rows.empty()) metrics.emplace_back("bon/kept_reward", kept_sum / kept_count);
  metrics.emplace_back("bon/kept",
                       kept_count / std::max<double>(1, static_cast<double>(rollout.rows.size())));
  metrics.emplace_back("bon/distinct_kept", static_cast<double>(distinct.size()));
  metrics.emplace_back("bon/skipped_tasks", static_cast<double>(skipped) / std::max(1, groups));
  return kept_rows;
}

void BestOfN::learn(std::int64_t step, const std::vector<TokenRow>& rows, double learning_rate,
                    StepReport& report) {
  if (rows.empty()) return;
  const NllResult update = nll_update(shop_, step, rows, learning_rate, TellPasses::kAlways);
  report.summary.loss = update.loss;
  report.metrics.emplace_back("loss", update.loss);
  report.metrics.emplace_back("grad_norm", update.grad_norm);
}

Result<StepReport> BestOfN::step(std::int64_t step) {
  const config::BestOfNSettings& settings = shop_.config.best_of_n;
  Result<Rollout> rollout =
      maker_->make_rollout(step, task_step(step), settings.tasks_per_step, settings.n);
  if (!rollout) return rollout.error();
  // Shown beside each sample; the update does not use them.
  const Advantages advantages =
      group_advantages(rollout->rewards, settings.n, ScaleRewards::kGroup);
  fill_advantages(*rollout, advantages);
  StepReport report;
  maker_->account(*rollout, advantages, report);
  const std::vector<TokenRow> kept = select(*rollout, report);
  shop_.writer.write_episodes(std::move(rollout->episodes));
  const Stopwatch watch;
  const double learning_rate =
      learning_rate_at(shop_.config.optimizer, step, planned_steps(shop_.config));
  learn(step, kept, learning_rate, report);
  report.summary.update_s = watch.elapsed_s();
  report.metrics.emplace_back("learning_rate", learning_rate);
  report.metrics.emplace_back("time/update", report.summary.update_s);
  return report;
}

}  // namespace

Result<std::unique_ptr<Method>> make_best_of_n(Workshop& workshop) {
  Result<std::unique_ptr<RolloutMaker>> maker = RolloutMaker::make(workshop);
  if (!maker) return maker.error();
  return std::unique_ptr<Method>(std::make_unique<BestOfN>(workshop, std::move(*maker)));
}

}  // namespace nereid::train

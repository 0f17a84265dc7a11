// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/config/steps.h"
#include "engine/train/internal/nll_update.h"
#include "engine/train/internal/rollout.h"
#include "engine/train/internal/schedule.h"
#include "engine/train/internal/selection.h"

namespace nereid::train {
namespace {

/// Rejection-sampling fine-tuning: N samples a task, the best K of them at or above a minimum
/// reward are learnt with plain negative log-likelihood. Source: Beyond TritonRL report, phase 2.
/// Of a folder each task is visited once an epoch. With several turns the best K are those of all
/// answers to the task, each learnt with the prompt that it was given to.
class BestOfN final : public Method {
 public:
  BestOfN(Workshop& workshop, std::unique_ptr<RolloutMaker> maker)
      : shop_(workshop), maker_(std::move(maker)) {}

  Result<StepReport> step(std::int64_t step) override;
  Json state() const override { return maker_->state(); }
  Result<void> restore(const Json& state) override { return maker_->restore(state); }

 private:
  std::int64_t steps_of_epoch() const {
    return std::max<std::int64_t>(1, config::steps_of_epoch(shop_.config, maker_->task_count()));
  }
  std::int64_t task_step(std::int64_t step) const;
  int tasks_in(std::int64_t step) const;
  NllRows select(const Rollout& rollout, StepReport& report) const;
  void learn(std::int64_t step, const NllRows& rows, double learning_rate, StepReport& report);

  Workshop& shop_;
  std::unique_ptr<RolloutMaker> maker_;
};

// The generated tasks of an epoch come back, in the same order, in each of the others.
std::int64_t BestOfN::task_step(std::int64_t step) const {
  return (step - 1) % steps_of_epoch() + 1;
}

// The last step of an epoch over a folder has what is left of it.
int BestOfN::tasks_in(std::int64_t step) const {
  const int width = shop_.config.best_of_n.tasks_per_step;
  if (!config::steps_follow_tasks(shop_.config)) return width;
  const std::int64_t left = maker_->task_count() - (task_step(step) - 1) * width;
  return static_cast<int>(std::min<std::int64_t>(width, left));
}

NllRows BestOfN::select(const Rollout& rollout, StepReport& report) const {
  const config::BestOfNSettings& settings = shop_.config.best_of_n;
  const Keep rule = settings.keep == "topk_always" ? Keep::kAlways : Keep::kThreshold;
  NllRows kept_rows;
  std::set<std::string_view> distinct;
  double best_sum = 0, kept_sum = 0;
  int skipped = 0, judged_groups = 0;
  std::map<int, std::vector<std::size_t>> groups;  // of all turns
  for (std::size_t i = 0; i < rollout.rows.size(); ++i) groups[rollout.task_of(i)].push_back(i);
  for (const auto& [task, members] : groups) {
    std::vector<Sample> samples;
    for (const std::size_t i : members) {
      const record::Episode& episode = rollout.episodes[i];
      const auto& timing = episode.verdict.timing;
      samples.push_back({rollout.rewards[i], timing ? timing->candidate.median_us : kInfinity,
                         episode.candidate, episode.truncated});
    }
    double best = kNaN;
    for (const Sample& sample : samples) best = std::fmax(best, sample.reward);
    if (!std::isnan(best)) best_sum += best, ++judged_groups;
    const std::vector<int> kept = select_best(samples, settings.k, settings.min_reward, rule);
    if (kept.empty()) ++skipped;
    for (const int i : kept) {
      const std::size_t row = members[static_cast<std::size_t>(i)];
      kept_rows.rows.push_back(rollout.rows[row]);
      if (settings.loss == "reward_weighted") kept_rows.weights.push_back(rollout.rewards[row]);
      kept_sum += rollout.rewards[row];
      distinct.insert(rollout.episodes[row].candidate);
    }
  }
  const double kept_count = static_cast<double>(kept_rows.rows.size());
  auto& metrics = report.metrics;
  metrics.emplace_back("bon/best_reward", best_sum / judged_groups);
  if (!kept_rows.rows.empty()) metrics.emplace_back("bon/kept_reward", kept_sum / kept_count);
  metrics.emplace_back("bon/kept",
                       kept_count / std::max<double>(1, static_cast<double>(rollout.rows.size())));
  metrics.emplace_back("bon/distinct_kept", static_cast<double>(distinct.size()));
  metrics.emplace_back(
      "bon/skipped_tasks",
      static_cast<double>(skipped) / std::max<double>(1, static_cast<double>(groups.size())));
  return kept_rows;
}

void BestOfN::learn(std::int64_t step, const NllRows& rows, double learning_rate,
                    StepReport& report) {
  if (rows.rows.empty()) return;
  const NllResult update = nll_update(shop_, step, rows, learning_rate, TellPasses::kAlways);
  report.own.tokens = update.own;
  report.summary.loss = update.loss;
  report.metrics.emplace_back("loss", update.loss);
  report.metrics.emplace_back("grad_norm", update.grad_norm);
}

Result<StepReport> BestOfN::step(std::int64_t step) {
  const config::BestOfNSettings& settings = shop_.config.best_of_n;
  Result<Rollout> rollout = maker_->make_rollout(step, task_step(step), tasks_in(step), settings.n);
  if (!rollout) return rollout.error();
  // Shown beside each sample; the update does not use them.
  const Advantages advantages = advantages_of(*rollout, rollout->paid(), {});
  fill_advantages(*rollout, advantages);
  StepReport report;
  maker_->account(*rollout, advantages, report);
  const NllRows kept = select(*rollout, report);
  shop_.writer.write_episodes(std::move(rollout->episodes));
  const Stopwatch watch;
  const double learning_rate = learning_rate_at(shop_.config.optimizer, step, shop_.total_steps);
  learn(step, kept, learning_rate, report);
  report.summary.update_s = watch.elapsed_s();
  add_learnt(report, tokens_of_rows(kept.rows), report.own.tokens);
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

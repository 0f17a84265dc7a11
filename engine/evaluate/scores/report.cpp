// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/report.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "engine/evaluate/scores/bootstrap.h"
#include "engine/evaluate/scores/pass_at_k.h"

namespace nereid {
namespace {

using evaluate::Category;
using evaluate::Interval;
using evaluate::Sample;
using evaluate::ScoredTask;

constexpr int kStages = 6;

/// The judged samples of each task of a scope.
using ByTask = std::vector<std::vector<const Sample*>>;

/// What a share counts. Nothing: the sample is left out of it.
using Counts = std::function<std::optional<bool>(const Sample&)>;

// Mean over tasks of the share of their samples.
Estimate share_of(const ByTask& tasks, const Counts& counts, const ReportOptions& options) {
  std::vector<double> shares;
  int hits = 0;
  for (const auto& samples : tasks) {
    int of = 0, right = 0;
    for (const Sample* sample : samples) {
      const std::optional<bool> counted = counts(*sample);
      if (!counted) continue;
      ++of;
      right += *counted ? 1 : 0;
    }
    if (of == 0) continue;
    hits += right;
    shares.push_back(static_cast<double>(right) / of);
  }
  Estimate estimate;
  estimate.n = static_cast<int>(shares.size());
  if (shares.empty()) return estimate;
  estimate.value = std::accumulate(shares.begin(), shares.end(), 0.0) / estimate.n;
  // Wilson only where trials are independent: one sample a task.
  const Interval interval = options.samples == 1
                                ? evaluate::wilson_interval(hits, estimate.n)
                                : evaluate::bootstrap_interval(shares, options.seed);
  estimate.low = interval.low;
  estimate.high = interval.high;
  return estimate;
}

void add_pass_at_k(const ByTask& tasks, const ReportOptions& options, Score& score) {
  for (const int k : options.k) {
    std::vector<double> per_task;
    for (const auto& samples : tasks) {
      const int judged = static_cast<int>(samples.size());
      const auto right = std::count_if(samples.begin(), samples.end(),
                                       [](const Sample* sample) { return sample->right; });
      if (judged >= k) per_task.push_back(evaluate::pass_at_k(judged, static_cast<int>(right), k));
    }
    const double sum = std::accumulate(per_task.begin(), per_task.end(), 0.0);
    const Interval interval = options.samples == 1
                                  ? evaluate::wilson_interval(score.correct, score.samples)
                                  : evaluate::bootstrap_interval(per_task, options.seed);
    score.k.push_back(k);
    score.tasks_at_k.push_back(static_cast<int>(per_task.size()));
    score.pass_at_k.push_back(per_task.empty() ? kNaN : sum / static_cast<double>(per_task.size()));
    score.low.push_back(interval.low);
    score.high.push_back(interval.high);
  }
}

/// A speed-up of a sample: measured, or modelled.
using SpeedOf = std::optional<double> Sample::*;

// Geometric mean of shift + ratio over kernels, resampled by task.
Estimate geometric_mean(const ByTask& tasks, SpeedOf speed, double shift, std::uint64_t seed) {
  std::vector<double> logs, counts;
  Estimate estimate;
  for (const auto& samples : tasks) {
    double sum = 0, count = 0;
    for (const Sample* sample : samples) {
      if (!sample->right || !(sample->*speed)) continue;
      sum += std::log(shift + *(sample->*speed));
      ++count;
    }
    if (count == 0) continue;
    logs.push_back(sum);
    counts.push_back(count);
    estimate.n += static_cast<int>(count);
  }
  if (estimate.n == 0) return estimate;
  estimate.value = std::exp(std::accumulate(logs.begin(), logs.end(), 0.0) / estimate.n);
  const Interval interval = evaluate::bootstrap_ratio(logs, counts, seed);
  estimate.low = std::exp(interval.low);
  estimate.high = std::exp(interval.high);
  return estimate;
}

SpeedScore speed_score(const ByTask& tasks, SpeedOf speed, std::uint64_t seed) {
  SpeedScore score;
  std::vector<double> all;
  for (const auto& samples : tasks)
    for (const Sample* sample : samples)
      if (sample->right && sample->*speed) all.push_back(*(sample->*speed));
  if (all.empty()) return score;
  score.ratio = geometric_mean(tasks, speed, 0, seed);
  score.one_plus = geometric_mean(tasks, speed, 1, seed);
  std::sort(all.begin(), all.end());
  const std::size_t half = all.size() / 2;
  score.median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
  return score;
}

void add_speed(const ByTask& tasks, const ReportOptions& options, Score& score) {
  score.modelled = speed_score(tasks, &Sample::modelled_speedup, options.seed);
  score.speedup = speed_score(tasks, &Sample::speedup, options.seed);
  if (score.speedup.ratio.n == 0) return;
  for (const double p : options.p) {
    const Counts is_fast = [p](const Sample& sample) -> std::optional<bool> {
      if (sample.right && !sample.speedup) return std::nullopt;
      return sample.right && *sample.speedup > p;
    };
    score.fast.push_back({p, share_of(tasks, is_fast, options)});
  }
}

// `members`: of the report's samples, those of the scope.
Score score_of(std::string name, int level, const std::vector<const Sample*>& members,
               const ReportOptions& options) {
  Score score;
  score.name = std::move(name);
  score.level = level;
  score.stage_counts.assign(kStages, 0);
  std::map<int, std::vector<const Sample*>> grouped;
  for (const Sample* sample : members) {
    auto& judged = grouped[sample->task];
    ++score.categories[static_cast<std::size_t>(sample->category)];
    if (!sample->judged) {
      ++score.not_judged;
      continue;
    }
    judged.push_back(sample);
    ++score.samples;
    score.correct += sample->right ? 1 : 0;
    score.too_long += sample->category == Category::kPromptTooLong ? 1 : 0;
    score.caught += sample->outputs_right.value_or(false) && !sample->right ? 1 : 0;
    ++score.stage_counts[static_cast<std::size_t>(
        std::clamp(sample->furthest_stage, 0, kStages - 1))];
  }
  score.tasks = static_cast<int>(grouped.size());
  ByTask tasks;
  for (auto& [task, judged] : grouped) tasks.push_back(std::move(judged));
  add_pass_at_k(tasks, options, score);
  const auto share = [&](auto&& counts) { return share_of(tasks, counts, options); };
  score.valid = share([](const Sample& one) { return std::optional(one.valid); });
  score.compiled = share([](const Sample& one) { return std::optional(one.compiled); });
  score.right = share([](const Sample& one) { return std::optional(one.right); });
  score.conformant = share([](const Sample& one) { return std::optional(one.conformant); });
  score.strict =
      share([](const Sample& one) { return std::optional(one.right && one.conformant); });
  score.outputs_right = share([](const Sample& one) { return one.outputs_right; });
  add_speed(tasks, options, score);
  return score;
}

}  // namespace

Result<void> check_report_options(const ReportOptions& options) {
  for (const int k : options.k) {
    if (k >= 1 && k <= options.samples) continue;
    const std::string samples = std::to_string(options.samples);
    return Error{ErrorCode::kInvalidArgument,
                 "pass@" + std::to_string(k) + " cannot be estimated from " + samples +
                     " samples a task; ask for k from 1 to " + samples + ", or draw more samples"};
  }
  for (const double p : options.p) {
    if (p > 0) continue;
    return Error{ErrorCode::kInvalidArgument,
                 "fast_p: " + std::to_string(p) + " is no speed-up; ask for p above 0"};
  }
  return {};
}

EvaluateReport make_report(std::vector<ScoredTask> tasks, std::vector<Sample> samples,
                           const ReportOptions& options) {
  EvaluateReport report;
  report.tasks = std::move(tasks);
  report.samples = std::move(samples);
  std::vector<const Sample*> all;
  std::map<int, std::vector<const Sample*>> by_level;
  std::map<std::string, std::vector<const Sample*>> by_operation;
  for (const Sample& sample : report.samples) {
    const ScoredTask& task = report.tasks[static_cast<std::size_t>(sample.task)];
    all.push_back(&sample);
    by_level[task.level].push_back(&sample);
    for (const std::string& operation : task.operations) by_operation[operation].push_back(&sample);
  }
  report.all = score_of("all", 0, all, options);
  for (const auto& [level, members] : by_level)
    report.levels.push_back(score_of("level " + std::to_string(level), level, members, options));
  for (const auto& [name, members] : by_operation)
    report.operations.push_back(score_of(name, 0, members, options));
  std::stable_sort(report.operations.begin(), report.operations.end(),
                   [](const Score& a, const Score& b) { return a.tasks > b.tasks; });
  return report;
}

double checkpoint_score(const EvaluateReport& report) {
  if (report.agents.empty()) return mean_pass_at_1(report);
  double total = 0;
  int count = 0;
  for (const evaluate::Sample& sample : report.agents.back().samples) {
    if (!sample.paid || std::isnan(*sample.paid)) continue;
    total += *sample.paid;
    ++count;
  }
  return count > 0 ? total / count : kNaN;
}

double mean_pass_at_1(const EvaluateReport& report) {
  double sum = 0, count = 0;
  for (const Score& level : report.levels) {
    if (std::isnan(level.pass_at_k.front())) continue;
    sum += level.pass_at_k.front();
    ++count;
  }
  return sum / count;
}

std::vector<std::pair<std::string, double>> validation_metrics(const EvaluateReport& report) {
  std::vector<std::pair<std::string, double>> metrics;
  for (const Score& level : report.levels)
    metrics.emplace_back("eval_pass@1/level" + std::to_string(level.level),
                         level.pass_at_k.front());
  metrics.emplace_back("time/evaluate", report.seconds);
  return metrics;
}

}  // namespace nereid

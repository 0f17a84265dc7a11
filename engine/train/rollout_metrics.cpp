// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string_view>

#include "engine/record/analysis/alarms.h"
#include "engine/train/internal/rollout.h"

namespace nereid::train {
namespace {

using Metrics = std::vector<std::pair<std::string, double>>;
constexpr std::size_t kPassRateWindow = 20;

double mean_of(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double std_of(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// Mean, min and max under TRL's names, nothing for an empty list.
void add_lengths(Metrics& metrics, const std::vector<double>& lengths, const std::string& suffix) {
  if (lengths.empty()) return;
  const auto [low, high] = std::minmax_element(lengths.begin(), lengths.end());
  metrics.emplace_back("completions/mean_" + suffix, mean_of(lengths));
  metrics.emplace_back("completions/min_" + suffix, *low);
  metrics.emplace_back("completions/max_" + suffix, *high);
}

void add_completions(Metrics& metrics, const Rollout& rollout) {
  std::vector<double> lengths, terminated;
  std::set<std::string_view> distinct;
  double clipped = 0;
  for (const record::Episode& episode : rollout.episodes) {
    const double length = static_cast<double>(episode.tokens.size());
    lengths.push_back(length);
    if (!episode.truncated) terminated.push_back(length);
    clipped += episode.truncated ? 1 : 0;
    distinct.insert(episode.completion);
  }
  const double count = std::max<double>(1, static_cast<double>(rollout.episodes.size()));
  add_lengths(metrics, lengths, "length");
  add_lengths(metrics, terminated, "terminated_length");
  metrics.emplace_back("completions/clipped_ratio", clipped / count);
  metrics.emplace_back("completions/distinct_ratio", static_cast<double>(distinct.size()) / count);
}

void add_funnel(Metrics& metrics, const Rollout& rollout) {
  const double count = std::max<double>(1, static_cast<double>(rollout.episodes.size()));
  for (int stage = 1; stage <= verify::kStageCount; ++stage) {
    const auto passed = std::count_if(
        rollout.episodes.begin(), rollout.episodes.end(), [&](const record::Episode& episode) {
          return static_cast<int>(episode.verdict.furthest_stage) >= stage;
        });
    metrics.emplace_back(
        "funnel/" + std::string(verify::stage_name(static_cast<verify::Stage>(stage))),
        static_cast<double>(passed) / count);
  }
}

void add_flagged(Metrics& metrics, const Rollout& rollout) {
  const double count = std::max<double>(1, static_cast<double>(rollout.episodes.size()));
  const auto flagged = std::count_if(
      rollout.episodes.begin(), rollout.episodes.end(),
      [](const record::Episode& episode) { return record::gets_around(episode.verdict); });
  metrics.emplace_back(record::kFlaggedKey, static_cast<double>(flagged) / count);
}

void add_pass_rates(Metrics& metrics, const Rollout& rollout) {
  for (const int level : {1, 2}) {
    std::vector<double> accepted;
    for (const record::Episode& episode : rollout.episodes) {
      const bool counts = level == 1 ? episode.level == 1 : episode.level >= 2;
      if (counts) accepted.push_back(episode.verdict.accepted ? 1 : 0);
    }
    if (accepted.empty()) continue;
    metrics.emplace_back("pass_rate/level" + std::to_string(level), mean_of(accepted));
  }
}

}  // namespace

void RolloutMaker::account(const Rollout& rollout, const Advantages& advantages,
                           StepReport& report) {
  std::vector<double> accepted;
  double cached = 0;
  for (const record::Episode& episode : rollout.episodes) {
    accepted.push_back(episode.verdict.accepted ? 1 : 0);
    cached += episode.verdict.from_cache ? 1 : 0;
    if (episode.level == 1) tasks_->curriculum().record_level1(episode.verdict.accepted);
  }
  pass_rates_.push_back(mean_of(accepted));
  if (pass_rates_.size() > kPassRateWindow) pass_rates_.pop_front();
  for (const TokenRow& row : rollout.rows) {
    num_tokens_ += static_cast<std::int64_t>(row.first.size() + row.second.size());
  }
  const double dead =
      static_cast<double>(std::count(advantages.zero_std.begin(), advantages.zero_std.end(), true));

  StepSummary& summary = report.summary;
  summary.reward = mean_of(rollout.rewards);
  summary.reward_std = advantages.reward_std;
  summary.pass_rate = pass_rates_.back();
  summary.pass_rate_mean = mean_of({pass_rates_.begin(), pass_rates_.end()});
  summary.generate_s = rollout.generate_s;
  summary.verify_s = rollout.verify_s;
  summary.tokens_per_second =
      static_cast<double>(rollout.tokens) / std::max(1e-9, rollout.generate_s);

  Metrics& metrics = report.metrics;
  const std::string& name = shop_.config.reward.name;
  metrics.emplace_back("reward", summary.reward);
  metrics.emplace_back("reward_std", summary.reward_std);
  metrics.emplace_back("rewards/" + name + "/mean", summary.reward);
  metrics.emplace_back("rewards/" + name + "/std", std_of(rollout.rewards));
  metrics.emplace_back("frac_reward_zero_std",
                       dead / std::max<double>(1, static_cast<double>(advantages.zero_std.size())));
  metrics.emplace_back("pass_rate/all", summary.pass_rate);
  metrics.emplace_back("pass_rate_mean", summary.pass_rate_mean);
  add_pass_rates(metrics, rollout);
  add_funnel(metrics, rollout);
  add_flagged(metrics, rollout);
  add_completions(metrics, rollout);
  metrics.emplace_back("entropy", rollout.entropy);
  metrics.emplace_back("num_tokens", static_cast<double>(num_tokens_));
  metrics.emplace_back("prompts_dropped", static_cast<double>(prompts_dropped_));
  metrics.emplace_back("curriculum/level2_share", tasks_->curriculum().level2_share());
  metrics.emplace_back("curriculum/level1_accuracy", tasks_->curriculum().level1_accuracy());
  metrics.emplace_back("time/generate", rollout.generate_s);
  metrics.emplace_back("time/verify", rollout.verify_s);
  metrics.emplace_back("rollout/tokens_per_second", summary.tokens_per_second);
  const double count = std::max<double>(1, static_cast<double>(rollout.episodes.size()));
  metrics.emplace_back("verify/candidates_per_second", count / std::max(1e-9, rollout.verify_s));
  // Under the verifier's name, since it is no property of the policy: a resumed process starts with
  // an empty cache.
  metrics.emplace_back("verify/cached_ratio", cached / count);
}

}  // namespace nereid::train

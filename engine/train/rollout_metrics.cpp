// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "engine/base/numbers.h"
#include "engine/record/analysis/alarms.h"
#include "engine/train/internal/rollout.h"

namespace nereid::train {
namespace {

using Metrics = std::vector<std::pair<std::string, double>>;
constexpr std::size_t kPassRateWindow = 20;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> known(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return values;
}

/// Episodes that were judged: rates are shares of these.
using Judged = std::vector<const record::Episode*>;

Judged judged_of(const Rollout& rollout) {
  Judged judged;
  for (const record::Episode& episode : rollout.episodes)
    if (verify::was_judged(episode.verdict)) judged.push_back(&episode);
  return judged;
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

template <class Holds>
double share_of(const Judged& judged, Holds holds) {
  return judged.empty() ? kNaN
                        : static_cast<double>(std::count_if(judged.begin(), judged.end(), holds)) /
                              static_cast<double>(judged.size());
}

void add_funnel(Metrics& metrics, const Judged& judged) {
  for (int stage = 1; stage <= verify::kStageCount; ++stage) {
    const auto passed = [&](const record::Episode* episode) {
      return static_cast<int>(episode->verdict.furthest_stage) >= stage;
    };
    metrics.emplace_back(
        "funnel/" + std::string(verify::stage_name(static_cast<verify::Stage>(stage))),
        share_of(judged, passed));
  }
}

void add_flagged(Metrics& metrics, const Judged& judged) {
  metrics.emplace_back(record::kFlaggedKey, share_of(judged, [](const record::Episode* episode) {
                         return record::gets_around(episode->verdict);
                       }));
}

void add_pass_rates(Metrics& metrics, const Judged& judged) {
  for (const int level : {1, 2}) {
    Judged of_level;
    std::copy_if(judged.begin(), judged.end(), std::back_inserter(of_level),
                 [level](const record::Episode* episode) {
                   return level == 1 ? episode->level == 1 : episode->level >= 2;
                 });
    if (of_level.empty()) continue;
    metrics.emplace_back("pass_rate/level" + std::to_string(level),
                         share_of(of_level, [](const record::Episode* episode) {
                           return episode->verdict.accepted;
                         }));
  }
}

double share(int hits, int of) {
  return of == 0 ? kNaN : static_cast<double>(hits) / of;
}

// What turns are for: rates after the first and after the last one, and what the next answer made
// of a wrong one. Only judged answers count.
void add_turns(Metrics& metrics, const Rollout& rollout) {
  if (rollout.places.empty()) return;
  int completions = 0, first = 0, first_right = 0, last_right = 0, wrong = 0, repaired = 0;
  std::vector<bool> goes_on(rollout.places.size(), false);
  for (std::size_t i = rollout.places.size(); i-- > 0;) {
    const TurnPlace& place = rollout.places[i];
    completions += place.before < 0 ? 1 : 0;
    const verify::Verdict& verdict = rollout.episodes[i].verdict;
    if (!verify::was_judged(verdict)) continue;
    const int right = verdict.accepted ? 1 : 0;
    if (!goes_on[i]) last_right += right;
    if (place.before < 0) {
      ++first;
      first_right += right;
      continue;
    }
    const auto before = static_cast<std::size_t>(place.before);
    goes_on[before] = true;
    if (rollout.episodes[before].verdict.accepted) continue;
    ++wrong;
    repaired += right;
  }
  metrics.emplace_back("turns/mean",
                       static_cast<double>(rollout.places.size()) / std::max(1, completions));
  metrics.emplace_back("turns/pass_first", share(first_right, first));
  metrics.emplace_back("turns/pass_last", share(last_right, first));
  metrics.emplace_back("turns/repaired", share(repaired, wrong));
  metrics.emplace_back("turns/return", mean_of(known(rollout.returns)));
  metrics.emplace_back("turns/too_long", static_cast<double>(rollout.too_long));
}

// One outcome for each candidate of level 1 that was judged. Later turns are asked about what is
// hard.
void feed(tasks::CurriculumSampler& curriculum, const Rollout& rollout) {
  for (std::size_t i = 0; i < rollout.episodes.size(); ++i) {
    const record::Episode& episode = rollout.episodes[i];
    if (episode.level != 1 || episode.turn.number != 1 || !verify::was_judged(episode.verdict))
      continue;
    if (rollout.raw_outcomes.empty())
      curriculum.record_level1(episode.verdict.accepted);
    else if (!std::isnan(rollout.raw_outcomes[i]))
      curriculum.record_level1(rollout.raw_outcomes[i] > 0);
  }
}

// Whose fault it was is said, as nobody would look for the candidates that are missing in a rate.
std::string not_judged_warning(const Rollout& rollout) {
  std::map<std::string, int> reasons;
  int count = 0;
  std::string example;
  for (const record::Episode& episode : rollout.episodes) {
    if (verify::was_judged(episode.verdict)) continue;
    ++count;
    ++reasons[episode.verdict.reason.code];
    if (example.empty()) example = episode.verdict.reason.message;
  }
  if (count == 0) return {};
  std::string codes;
  for (const auto& [code, times] : reasons)
    codes += fmt::format("{}{} {}", codes.empty() ? "" : ", ", times, code);
  return fmt::format("{} of {} candidates could not be judged ({}) and count nowhere: {}", count,
                     rollout.episodes.size(), codes, example);
}

}  // namespace

void RolloutMaker::account(const Rollout& rollout, const Advantages& advantages,
                           StepReport& report) {
  const Judged judged = judged_of(rollout);
  double cached = 0;
  for (const record::Episode* episode : judged) cached += episode->verdict.from_cache ? 1 : 0;
  feed(tasks_->curriculum(), rollout);
  const double pass_rate =
      share_of(judged, [](const record::Episode* episode) { return episode->verdict.accepted; });
  if (!judged.empty()) pass_rates_.push_back(pass_rate);
  if (pass_rates_.size() > kPassRateWindow) pass_rates_.pop_front();
  report.warning = rollout.rows.empty()
                       ? kernels_.is_needed()
                             ? "no task of this step has a verified kernel whose prompt fits into "
                               "generation.max_prompt_length"
                             : "every prompt of this step is longer than "
                               "generation.max_prompt_length"
                       : not_judged_warning(rollout);
  for (const TokenRow& row : rollout.rows) {
    num_tokens_ += static_cast<std::int64_t>(row.first.size() + row.second.size());
  }
  const double dead =
      static_cast<double>(std::count(advantages.zero_std.begin(), advantages.zero_std.end(), true));

  StepSummary& summary = report.summary;
  summary.reward = mean_of(known(rollout.rewards));
  summary.reward_std = advantages.reward_std;
  summary.pass_rate = pass_rate;
  summary.pass_rate_mean = mean_of({pass_rates_.begin(), pass_rates_.end()});
  summary.generate_s = rollout.times.generate_s;
  summary.verify_s = rollout.times.verify_s;
  summary.overlap_s = rollout.times.overlap_s;
  summary.tokens_per_second =
      static_cast<double>(rollout.tokens) / std::max(1e-9, rollout.times.generate_s);
  report.own.generate_s = rollout.own.generate_s;
  report.own.reads = rollout.own.reads;
  report.own.verify_s = rollout.own.verify_s;
  report.own.overlap_s = rollout.own.overlap_s;
  report.own.sampled_tokens = rollout.own.tokens;

  Metrics& metrics = report.metrics;
  const std::string& name = shop_.config.reward.name;
  metrics.emplace_back("reward", summary.reward);
  metrics.emplace_back("reward_std", summary.reward_std);
  metrics.emplace_back("rewards/" + name + "/mean", summary.reward);
  metrics.emplace_back("rewards/" + name + "/std", std_of(known(rollout.rewards)));
  metrics.emplace_back("frac_reward_zero_std",
                       dead / std::max<double>(1, static_cast<double>(advantages.zero_std.size())));
  metrics.emplace_back("pass_rate/all", summary.pass_rate);
  metrics.emplace_back("pass_rate_mean", summary.pass_rate_mean);
  add_pass_rates(metrics, judged);
  add_funnel(metrics, judged);
  add_flagged(metrics, judged);
  const double count = std::max<double>(1, static_cast<double>(rollout.episodes.size()));
  metrics.emplace_back("not_judged_ratio", 1 - static_cast<double>(judged.size()) / count);
  add_completions(metrics, rollout);
  add_turns(metrics, rollout);
  metrics.emplace_back("entropy", rollout.entropy);
  metrics.emplace_back("num_tokens", static_cast<double>(num_tokens_));
  metrics.emplace_back("prompts_dropped", static_cast<double>(prompts_dropped_));
  metrics.emplace_back("curriculum/level2_share", tasks_->curriculum().level2_share());
  metrics.emplace_back("curriculum/level1_accuracy", tasks_->curriculum().level1_accuracy());
  metrics.emplace_back("time/generate", rollout.times.generate_s);
  metrics.emplace_back("time/verify", rollout.times.verify_s);
  metrics.emplace_back("time/overlap", rollout.times.overlap_s);
  metrics.emplace_back("rollout/tokens_per_second", summary.tokens_per_second);
  const double verify_s = rollout.times.verify_s;  // 0 where nothing was to be judged
  metrics.emplace_back("verify/candidates_per_second", verify_s > 0 ? count / verify_s : 0);
  // Under the verifier's name, since it is no property of the policy: a resumed process starts with
  // an empty cache.
  metrics.emplace_back("verify/cached_ratio", cached / count);
}

}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/alarms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/base/numbers.h"
#include "engine/record/analysis/run_phases.h"

namespace nereid::record {
namespace {

constexpr std::array<std::string_view, 5> kMustBeFinite = {"loss", "grad_norm", "reward", "entropy",
                                                           "kl"};
constexpr std::array<std::string_view, 6> kShortcutCodes = {"torch_fallback",   "no_kernel_launch",
                                                            "forbidden_import", "forbidden_call",
                                                            "mutated_input",    "timing_mismatch"};
constexpr std::array<std::string_view, 11> kShortcutFlags = {
    "torch_ops",     "torch_compile", "try_with_fallback", "precision_downgrade",
    "calls_exec",    "calls_eval",    "calls_compile",     "calls_import",
    "calls_globals", "calls_open",    "impossible_time"};

bool is_same(double one, double other) {
  return one == other || (std::isnan(one) && std::isnan(other));
}

/// Begin and end of every run of at least `least` points for which `bad(index)` holds.
template <class Bad>
std::vector<std::pair<std::size_t, std::size_t>> stretches(std::size_t size, std::size_t least,
                                                           const Bad& bad) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= size; ++i) {
    if (i < size && bad(i)) continue;
    if (i - begin >= least && i > begin) found.emplace_back(begin, i);
    begin = i + 1;
  }
  return found;
}

/// Means over the last points, from sums; points that are not finite do not count.
class MovingMean {
 public:
  explicit MovingMean(const MetricSeries& series) : sums_{0}, counts_{0}, steps_(series.steps()) {
    sums_.reserve(series.size() + 1);
    counts_.reserve(series.size() + 1);
    for (const double value : series.values()) {
      const bool finite = std::isfinite(value);
      sums_.push_back(sums_.back() + (finite ? value : 0));
      counts_.push_back(counts_.back() + (finite ? 1 : 0));
    }
  }
  /// NaN where no point counts.
  double over(std::size_t begin, std::size_t end) const {
    return (sums_[end] - sums_[begin]) / (counts_[end] - counts_[begin]);
  }
  /// Over the points with steps in (after, up_to].
  double over_steps(double after, double up_to) const {
    const auto begin = std::upper_bound(steps_.begin(), steps_.end(), after);
    const auto end = std::upper_bound(begin, steps_.end(), up_to);
    return over(static_cast<std::size_t>(begin - steps_.begin()),
                static_cast<std::size_t>(end - steps_.begin()));
  }

 private:
  std::vector<double> sums_;
  std::vector<double> counts_;
  std::span<const double> steps_;
};

/// Collects the alarms of one kind and metric.
struct Collector {
  AlarmKind kind;
  std::string_view key;
  const MetricSeries& series;
  std::vector<Alarm>& alarms;

  void add(std::pair<std::size_t, std::size_t> stretch, double value, double reference) {
    alarms.push_back({kind, std::string(key), series.steps()[stretch.first],
                      series.steps()[stretch.second - 1], value, reference,
                      stretch.second == series.size()});
  }
};

void find_non_finite(const SeriesByKey& by_key, std::vector<Alarm>& alarms) {
  for (const std::string_view key : kMustBeFinite) {
    const MetricSeries* series = by_key(key);
    if (series == nullptr || series->query(-kInfinity, kInfinity, 1).non_finite.empty()) continue;
    Collector collector{AlarmKind::kNotFinite, key, *series, alarms};
    const auto values = series->values();
    for (const auto& stretch :
         stretches(values.size(), 1, [&](std::size_t i) { return !std::isfinite(values[i]); }))
      collector.add(stretch, values[stretch.first], 0);
  }
}

/// Values at or above a limit for some steps in a row.
void find_above(Collector collector, double limit, int least) {
  const auto values = collector.series.values();
  for (const auto& stretch : stretches(values.size(), static_cast<std::size_t>(least),
                                       [&](std::size_t i) { return values[i] >= limit; })) {
    const auto worst =
        std::max_element(values.begin() + static_cast<std::ptrdiff_t>(stretch.first),
                         values.begin() + static_cast<std::ptrdiff_t>(stretch.second));
    collector.add(stretch, *worst, limit);
  }
}

void find_collapse(Collector collector, const AlarmLimits& limits) {
  const auto window = static_cast<std::size_t>(limits.entropy_window);
  const MetricSeries& series = collector.series;
  if (series.size() < 2 * window) return;
  const MovingMean means(series);
  const double begin = means.over(0, window);
  const auto recent = [&](std::size_t i) { return means.over(i + 1 - window, i + 1); };
  for (const auto& stretch : stretches(series.size(), 1, [&](std::size_t i) {
         return i + 1 >= 2 * window && recent(i) < limits.entropy_share * begin;
       })) {
    double least = kInfinity;
    for (std::size_t i = stretch.first; i < stretch.second; ++i) least = std::min(least, recent(i));
    collector.add(stretch, least, begin);
  }
}

/// The last steps against as many before them: the reward gained nothing, shortcuts grew.
void find_shortcuts(Collector collector, const MetricSeries& shortcuts, const AlarmLimits& limits) {
  const MetricSeries& reward = collector.series;
  const auto window = static_cast<std::size_t>(limits.plateau_window);
  if (reward.size() < 2 * window + 1) return;
  const MovingMean rewards(reward);
  const MovingMean shares(shortcuts);
  const auto steps = reward.steps();
  struct Shares {
    double before, now;
  };
  const auto shares_at = [&](std::size_t i) {
    return Shares{shares.over_steps(steps[i - 2 * window], steps[i - window]),
                  shares.over_steps(steps[i - window], steps[i])};
  };
  const auto bad = [&](std::size_t i) {
    if (i < 2 * window) return false;
    const double before = rewards.over(i + 1 - 2 * window, i + 1 - window);
    const double now = rewards.over(i + 1 - window, i + 1);
    const double scale = std::max(std::fabs(before), std::fabs(now));
    const Shares share = shares_at(i);
    return now - before <= limits.reward_gain * scale &&
           share.now - share.before >= limits.shortcut_rise && share.now >= 1.5 * share.before;
  };
  for (const auto& stretch :
       stretches(reward.size(), static_cast<std::size_t>(limits.least_steps), bad)) {
    const Shares share = shares_at(stretch.second - 1);
    collector.add(stretch, share.now, shares_at(stretch.first).before);
  }
}

}  // namespace

std::vector<Alarm> find_alarms(const SeriesByKey& series, const AlarmLimits& limits) {
  constexpr std::string_view kEqual = "frac_reward_zero_std";
  constexpr std::string_view kDifference = "sampling/sampling_logp_difference/mean";
  std::vector<Alarm> alarms;
  find_non_finite(series, alarms);
  if (const MetricSeries* equal = series(kEqual))
    find_above({AlarmKind::kNoSignal, kEqual, *equal, alarms}, limits.equal_groups,
               limits.least_steps);
  if (const MetricSeries* difference = series(kDifference))
    find_above({AlarmKind::kSamplerMismatch, kDifference, *difference, alarms},
               limits.logp_difference, limits.least_steps);
  if (const MetricSeries* entropy = series("entropy"))
    find_collapse({AlarmKind::kEntropyCollapse, "entropy", *entropy, alarms}, limits);
  const MetricSeries* reward = series("reward");
  const MetricSeries* flagged = series(kFlaggedKey);
  const MetricSeries* shortcuts = flagged != nullptr ? flagged : series(kShortcutKey);
  if (reward != nullptr && shortcuts != nullptr)
    find_shortcuts({AlarmKind::kShortcuts, "reward", *reward, alarms}, *shortcuts, limits);
  std::stable_sort(alarms.begin(), alarms.end(),
                   [](const Alarm& a, const Alarm& b) { return a.first_step < b.first_step; });
  return alarms;
}

bool Alarm::operator==(const Alarm& other) const {
  return kind == other.kind && metric == other.metric && first_step == other.first_step &&
         last_step == other.last_step && is_same(value, other.value) &&
         is_same(reference, other.reference) && ongoing == other.ongoing;
}

bool is_shortcut(std::string_view reason_code) {
  return std::find(kShortcutCodes.begin(), kShortcutCodes.end(), reason_code) !=
         kShortcutCodes.end();
}

bool is_shortcut_flag(std::string_view flag) {
  return std::find(kShortcutFlags.begin(), kShortcutFlags.end(), flag) != kShortcutFlags.end();
}

bool gets_around(const verify::Verdict& verdict) {
  return (!verdict.accepted && is_shortcut(verdict.reason.code)) ||
         std::any_of(verdict.flags.begin(), verdict.flags.end(), is_shortcut_flag);
}

void ShortcutShare::clear() {
  steps_.clear();
  series_ = {};
}

void ShortcutShare::add(std::span<const EpisodeRow> rows) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const EpisodeRow& row : rows) {
    if (is_evaluation(row.phase)) continue;
    Counts& counts = steps_[row.key.step];
    ++counts.candidates;
    first = std::min(first, row.key.step);
    if (row.accepted || !is_shortcut(row.reason_code)) continue;
    ++counts.shortcuts;
  }
  for (auto step = steps_.lower_bound(first); step != steps_.end(); ++step)
    series_.append(
        static_cast<double>(step->first),
        static_cast<double>(step->second.shortcuts) / static_cast<double>(step->second.candidates));
}

}  // namespace nereid::record

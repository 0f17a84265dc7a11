// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/run_groups.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "engine/base/numbers.h"

namespace nereid::record {
namespace {

std::string text_of(const SettingTexts& settings, const std::string& key) {
  const auto found = settings.find(key);
  return found == settings.end() ? std::string() : found->second;
}

/// "grpo.beta 0.04, optimizer.learning_rate 1e-05"
std::string label_of(const SettingTexts& settings, std::span<const std::string> keys) {
  std::string label;
  for (const std::string& key : keys) {
    if (!label.empty()) label += ", ";
    label += key + " " + text_of(settings, key);
  }
  return label;
}

std::vector<const SettingTexts*> pointers(std::span<const SettingTexts> runs) {
  std::vector<const SettingTexts*> all;
  for (const SettingTexts& run : runs) all.push_back(&run);
  return all;
}

/// Keys whose texts are not the same in both; a missing one is empty.
void add_differing(const SettingTexts& a, const SettingTexts& b, std::set<std::string>& keys) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    const int order = left == a.end()    ? 1
                      : right == b.end() ? -1
                                         : left->first.compare(right->first);
    if (order == 0) {
      if (left->second != right->second) keys.insert(left->first);
      ++left;
      ++right;
      continue;
    }
    auto& alone = order < 0 ? left : right;
    if (!alone->second.empty()) keys.insert(alone->first);
    ++alone;
  }
}

/// Does the member still begin with what was taken from it?
bool is_same(const MetricSeries* series, std::size_t taken, double last_step, double last_value) {
  if (taken == 0) return true;
  if (series == nullptr || series->size() < taken) return false;
  const double value = series->values()[taken - 1];
  return series->steps()[taken - 1] == last_step &&
         (value == last_value || (std::isnan(value) && std::isnan(last_value)));
}

/// Values at one step that count, and then the next step of all members.
struct Merge {
  std::span<const MetricSeries* const> members;
  std::vector<std::size_t> at;

  std::optional<double> next_step() const {
    std::optional<double> next;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i] == nullptr || at[i] >= members[i]->size()) continue;
      const double step = members[i]->steps()[at[i]];
      next = next ? std::min(*next, step) : step;
    }
    return next;
  }

  void take(double step, std::vector<double>& values) {
    values.clear();
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i] == nullptr || at[i] >= members[i]->size()) continue;
      if (members[i]->steps()[at[i]] != step) continue;
      const double value = members[i]->values()[at[i]++];
      if (std::isfinite(value)) values.push_back(value);
    }
  }
};

}  // namespace

bool is_identity_setting(std::string_view key) {
  return key == "name" || key == "run.output" || key == "seed" || key.ends_with(".seed");
}

std::vector<std::string> differing_settings(std::span<const SettingTexts> runs) {
  return differing_settings(pointers(runs));
}

// Settings are sorted, and nearly all are equal: one walk beside the first run's.
std::vector<std::string> differing_settings(std::span<const SettingTexts* const> runs) {
  std::set<std::string> keys;
  const SettingTexts* first = nullptr;
  for (const SettingTexts* run : runs) {
    if (run->empty()) continue;
    if (first == nullptr) first = run;
    add_differing(*first, *run, keys);
  }
  std::vector<std::string> differing;
  for (const std::string& key : keys)
    if (!is_identity_setting(key)) differing.push_back(key);
  return differing;
}

std::vector<RunGroup> group_runs(std::span<const SettingTexts> runs, GroupBy by,
                                 const std::string& key) {
  return group_runs(pointers(runs), by, key);
}

std::vector<RunGroup> group_runs(std::span<const SettingTexts* const> runs, GroupBy by,
                                 const std::string& key) {
  std::vector<std::string> keys;
  if (by == GroupBy::kSameSettings) keys = differing_settings(runs);
  if (by == GroupBy::kSetting) keys = {key};
  std::vector<RunGroup> groups;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool alone = by == GroupBy::kNothing || (by != GroupBy::kAll && runs[i]->empty());
    if (alone) {
      groups.push_back({{}, {i}});
      continue;
    }
    const std::string label = label_of(*runs[i], keys);
    const auto [place, is_new] = known.emplace(label, groups.size());
    if (is_new) groups.push_back({label, {}});
    groups[place->second].members.push_back(i);
  }
  return groups;
}

bool GroupBand::continues(std::span<const MetricSeries* const> members) const {
  if (members.size() != members_.size()) return false;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& member = members_[i];
    // A run may get its first value of a metric at any time; that is no other run.
    const bool same = members[i] == member.series || (member.series == nullptr && !member.taken);
    if (!same || !is_same(members[i], member.taken, member.last_step, member.last_value))
      return false;
  }
  return true;
}

void GroupBand::restart(std::span<const MetricSeries* const> members) {
  members_.assign(members.size(), {});
  mean_ = {};
  low_ = {};
  high_ = {};
  counts_.clear();
}

void GroupBand::update(std::span<const MetricSeries* const> members) {
  if (!continues(members)) restart(members);
  // Everything from the first new step of any run on: another run may have had that step before.
  std::optional<double> from;
  for (std::size_t i = 0; i < members.size(); ++i) {
    members_[i].series = members[i];
    if (members[i] == nullptr || members[i]->size() <= members_[i].taken) continue;
    const double step = members[i]->steps()[members_[i].taken];
    from = from ? std::min(*from, step) : step;
  }
  if (!from) return;
  Merge merge{members, std::vector<std::size_t>(members.size(), 0)};
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i] == nullptr || members[i]->size() == 0) continue;
    const auto steps = members[i]->steps();
    merge.at[i] = static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), *from) -
                                           steps.begin());
    members_[i].taken = steps.size();
    members_[i].last_step = steps.back();
    members_[i].last_value = members[i]->values().back();
  }
  const auto kept = std::lower_bound(mean_.steps().begin(), mean_.steps().end(), *from);
  counts_.resize(static_cast<std::size_t>(kept - mean_.steps().begin()));
  std::vector<double> values;
  while (const auto step = merge.next_step()) {
    merge.take(*step, values);
    append(*step, values);
  }
}

void GroupBand::append(double step, std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = values.empty() ? kNaN : sum / count;
  double low = mean;
  double high = mean;
  if (kind_ == BandKind::kRange && !values.empty()) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    low = *least;
    high = *most;
  } else if (values.size() > 1) {
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / (count - 1));
    low = mean - deviation;
    high = mean + deviation;
  }
  mean_.append(step, mean);
  low_.append(step, low);
  high_.append(step, high);
  counts_.push_back(static_cast<int>(values.size()));
}

}  // namespace nereid::record

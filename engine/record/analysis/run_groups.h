// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/analysis/series.h"

namespace nereid::record {

/// Settings of a run: dotted keys with their texts, defaults written out. Empty: not known.
using SettingTexts = std::map<std::string, std::string>;

/// Which runs belong together.
enum class GroupBy {
  kNothing,       ///< every run by itself
  kSameSettings,  ///< runs that differ in seeds, name and place only
  kSetting,       ///< runs with the same value of one setting
  kAll,
};

/// Runs that are averaged.
struct RunGroup {
  std::string label;  ///< values that tell it from the other groups; empty if there is nothing
  std::vector<std::size_t> members;  ///< indices of the runs, increasing
};

/// Does the setting say who, where or which draw, and not how? Name, place and seeds.
bool is_identity_setting(std::string_view key);

/// Settings in which the runs differ, in the order of their names, without seeds, name and place.
/// Runs whose settings are not known are left out.
std::vector<std::string> differing_settings(std::span<const SettingTexts> runs);
/// The same without copies, for many runs.
std::vector<std::string> differing_settings(std::span<const SettingTexts* const> runs);

/// Every run is in exactly one group; groups are in the order of their first run. A run whose
/// settings are not known is a group of its own, except under kAll. `key` counts under kSetting.
std::vector<RunGroup> group_runs(std::span<const SettingTexts> runs, GroupBy by,
                                 const std::string& key = {});
std::vector<RunGroup> group_runs(std::span<const SettingTexts* const> runs, GroupBy by,
                                 const std::string& key = {});

/// How far the band around a mean reaches.
enum class BandKind {
  kRange,  ///< from the smallest to the largest value
  kStd,    ///< one standard deviation of the sample (n - 1) to either side
};

/// Mean and band of one metric over the runs of a group, at full resolution. A step counts the runs
/// that have a finite value there, so steps may be missing in some; where no run has one, all three
/// series hold NaN. Whoever asks passes every run of the group, shown or not. One thread at a time.
class GroupBand {
 public:
  explicit GroupBand(BandKind kind = BandKind::kRange) : kind_(kind) {}

  /// Takes what is new; starts again when the members or an earlier part of one changed. nullptr
  /// for a run without the metric.
  void update(std::span<const MetricSeries* const> members);

  BandKind kind() const { return kind_; }
  const MetricSeries& mean() const { return mean_; }
  const MetricSeries& low() const { return low_; }
  const MetricSeries& high() const { return high_; }
  /// Runs that counted, for each point of the three series.
  std::span<const int> counts() const { return counts_; }

 private:
  struct Member {
    const MetricSeries* series = nullptr;
    std::size_t taken = 0;
    double last_step = 0;
    double last_value = 0;
  };
  bool continues(std::span<const MetricSeries* const> members) const;
  void restart(std::span<const MetricSeries* const> members);
  void append(double step, std::span<const double> values);

  BandKind kind_;
  std::vector<Member> members_;
  MetricSeries mean_, low_, high_;
  std::vector<int> counts_;
};

}  // namespace nereid::record

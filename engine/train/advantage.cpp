// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/advantage.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/check.h"

namespace nereid::train {
namespace {

struct Moments {
  double mean = 0, std = 0, count = 0;
  bool all_equal = true;
};

Moments moments_of(std::span<const double> values) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double v) { return !std::isnan(v); });
  Moments out;
  if (finite.empty()) return out;
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  out.all_equal = *low == *high;
  const double count = static_cast<double>(finite.size());
  out.count = count;
  out.mean = std::accumulate(finite.begin(), finite.end(), 0.0) / count;
  if (finite.size() < 2 || out.all_equal) return out;
  double squares = 0;
  for (const double value : finite) squares += (value - out.mean) * (value - out.mean);
  out.std = std::sqrt(squares / (count - 1));
  return out;
}

}  // namespace

ScaleRewards scale_from_name(std::string_view name) {
  if (name == "batch") return ScaleRewards::kBatch;
  if (name == "none") return ScaleRewards::kNone;
  return ScaleRewards::kGroup;
}

AdvantageRules advantage_rules(const config::GrpoSettings& settings) {
  return {.scale = scale_from_name(settings.scale_rewards),
          .baseline = settings.group_baseline == "leave_one_out" ? GroupBaseline::kLeaveOneOut
                                                                 : GroupBaseline::kMean,
          .clip = settings.advantage_clip};
}

Advantages group_advantages(std::span<const double> rewards, int group_size,
                            const AdvantageRules& rules) {
  NEREID_CHECK(group_size > 0 && rewards.size() % static_cast<std::size_t>(group_size) == 0,
               "rewards must be whole groups");
  constexpr double kEpsilon = 1e-4;  // TRL's
  Advantages out;
  out.advantage.resize(rewards.size());
  const double batch_std = moments_of(rewards).std;
  const std::size_t size = static_cast<std::size_t>(group_size);
  for (std::size_t begin = 0; begin < rewards.size(); begin += size) {
    const std::span<const double> group = rewards.subspan(begin, size);
    const Moments moments = moments_of(group);
    out.group_mean.push_back(moments.mean);
    out.group_std.push_back(moments.std);
    out.zero_std.push_back(moments.all_equal);
    const double scale_std = rules.scale == ScaleRewards::kBatch ? batch_std : moments.std;
    const double divisor = rules.scale == ScaleRewards::kNone ? 1.0 : scale_std + kEpsilon;
    const bool leaves_out = rules.baseline == GroupBaseline::kLeaveOneOut && moments.count > 1;
    const double stretch = leaves_out ? moments.count / (moments.count - 1) : 1.0;
    for (std::size_t i = 0; i < size; ++i) {
      const bool counts = !std::isnan(group[i]) && !moments.all_equal;
      const double one = counts ? stretch * (group[i] - moments.mean) / divisor : 0.0;
      out.advantage[begin + i] = rules.clip > 0 ? std::clamp(one, -rules.clip, rules.clip) : one;
    }
  }
  const double groups = std::max<double>(1.0, static_cast<double>(out.group_std.size()));
  out.reward_std = rules.scale == ScaleRewards::kBatch
                       ? batch_std
                       : std::accumulate(out.group_std.begin(), out.group_std.end(), 0.0) / groups;
  return out;
}

}  // namespace nereid::train

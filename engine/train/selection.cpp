// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/selection.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nereid::train {

std::vector<int> select_best(std::span<const Sample> samples, int keep, double min_reward,
                             Keep rule) {
  std::vector<int> order;
  for (int i = 0; i < static_cast<int>(samples.size()); ++i) {
    const Sample& one = samples[i];
    const bool is_good = one.reward >= min_reward || rule == Keep::kAlways;
    if (!one.truncated && !one.candidate.empty() && is_good && !std::isnan(one.reward))
      order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if (samples[a].reward != samples[b].reward) return samples[a].reward > samples[b].reward;
    return samples[a].latency_us < samples[b].latency_us;
  });
  std::vector<int> kept;
  std::set<std::string_view> seen;
  for (const int i : order) {
    if (static_cast<int>(kept.size()) >= keep) break;
    if (seen.insert(samples[i].candidate).second) kept.push_back(i);
  }
  return kept;
}

}  // namespace nereid::train

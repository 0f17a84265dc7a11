// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/reward/internal/formulas.h"

namespace nereid::reward {

std::optional<double> paid_speedup(const verify::Verdict& verdict) {
  if (!verdict.timing || verdict.timing->decision == "IMPOSSIBLE") return std::nullopt;
  const verify::Timing& timing = *verdict.timing;
  if (timing.decision == "SAME" || timing.decision == "AMBIGUOUS") return 1.0;
  if (!std::isfinite(timing.speedup)) return std::nullopt;
  return timing.speedup;
}

double speedup_score(double speedup) {
  return std::clamp(speedup / 2.0, 0.0, 1.0);
}

void add_part(Reward& reward, const char* name, double value) {
  reward.parts.emplace_back(name, value);
  reward.total += value;
}

void add_speed_part(Reward& reward, const verify::Verdict& verdict) {
  const std::optional<double> speedup = paid_speedup(verdict);
  if (speedup) {
    add_part(reward, "speed", 0.3 * speedup_score(*speedup));
  } else {
    add_part(reward, kSpeedNotMeasured, 0.0);
  }
}

}  // namespace nereid::reward

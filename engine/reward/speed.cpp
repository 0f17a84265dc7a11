// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/reward/internal/formulas.h"

namespace nereid::reward {

std::optional<double> paid_speedup(const verify::Verdict& verdict, const RewardSettings& settings) {
  if (settings.speed == "modelled") {
    if (!verdict.modelled || !std::isfinite(verdict.modelled->speedup)) return std::nullopt;
    return verdict.modelled->speedup;
  }
  if (!verdict.timing || verdict.timing->decision == "IMPOSSIBLE") return std::nullopt;
  const verify::Timing& timing = *verdict.timing;
  const bool eager = settings.baseline != "min_eager_compile";
  if (!eager && !timing.compiled) return std::nullopt;
  // A single measurement (calibrated_timing off) decides nothing by itself: its ratio is all there
  // is.
  const bool is_undecided =
      timing.method != "single" && (timing.decision == "SAME" || timing.decision == "AMBIGUOUS");
  double speedup = is_undecided ? 1.0 : timing.speedup;
  if (!eager) speedup = std::min(speedup, timing.compiled->median_us / timing.candidate.median_us);
  if (!std::isfinite(speedup)) return std::nullopt;
  return speedup;
}

const char* speed_part(const RewardSettings& settings) {
  return settings.speed == "modelled" ? "modelled speed" : "speed";
}

double speedup_score(double speedup, const RewardSettings& settings) {
  if (settings.score == "literal_1.0") return 1;
  if (settings.score == "milestones") {
    const auto& milestones = settings.milestones;
    const auto reached = std::count_if(milestones.begin(), milestones.end(),
                                       [&](double milestone) { return speedup >= milestone; });
    return static_cast<double>(reached) / static_cast<double>(milestones.size());
  }
  if (settings.score == "log2") return std::clamp(std::log2(1 + speedup) / 2, 0.0, 1.0);
  return std::clamp(speedup / 2.0, 0.0, 1.0);
}

void add_part(Reward& reward, const char* name, double value) {
  reward.parts.emplace_back(name, value);
  reward.total += value;
}

void add_speed_part(Reward& reward, const verify::Verdict& verdict,
                    const RewardSettings& settings) {
  const std::optional<double> speedup = paid_speedup(verdict, settings);
  if (speedup) {
    add_part(reward, speed_part(settings), 0.3 * speedup_score(*speedup, settings));
  } else {
    add_part(reward, kSpeedNotMeasured, 0.0);
  }
}

}  // namespace nereid::reward

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nereid::train {

double learning_rate_at(const config::OptimizerSettings& settings, std::int64_t step,
                        std::int64_t total) {
  const double base = settings.learning_rate;
  const std::int64_t warmup = std::max(0, settings.warmup_steps);
  if (step <= warmup) return base * static_cast<double>(step) / static_cast<double>(warmup);
  if (settings.lr_scheduler_type == "constant") return base;
  const double span = static_cast<double>(std::max<std::int64_t>(1, total - warmup));
  const double progress = std::clamp(static_cast<double>(step - 1 - warmup) / span, 0.0, 1.0);
  if (settings.lr_scheduler_type == "linear") return base * (1.0 - progress);
  return base * 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
}

}  // namespace nereid::train

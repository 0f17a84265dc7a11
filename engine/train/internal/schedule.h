// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/config/settings.h"

namespace nereid::train {

/// Learning rate of optimiser step `step` (from 1) of `total`. A pure function.
/// Warm-up: base * step / warmup_steps. After it, with p = (step - 1 - warmup) / (total - warmup):
/// constant base, linear base * (1 - p), cosine base * (1 + cos(pi p)) / 2; 0 past the last step
/// except constant.
double learning_rate_at(const config::OptimizerSettings& settings, std::int64_t step,
                        std::int64_t total);

}  // namespace nereid::train

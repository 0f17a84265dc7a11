// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "engine/evaluate/scores/pass_at_k.h"

namespace nereid::evaluate {

inline constexpr std::size_t kResamples = 2000;

/// The `i`-th draw of a resample of `size` things; a pure function of its arguments.
std::size_t resampled(std::uint64_t seed, std::size_t resample, std::size_t i, std::size_t size);

/// 95% percentile bootstrap (Efron 1979) of a ratio of sums over tasks: sum of `above` / sum of
/// `below`, resampled by task. Resamples whose `below` is 0 are left out. NaN for fewer than two
/// tasks, or without any resample.
Interval bootstrap_ratio(std::span<const double> above, std::span<const double> below,
                         std::uint64_t seed);

}  // namespace nereid::evaluate

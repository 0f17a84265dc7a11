// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nereid::record {

/// Marks a text for translation without Qt; lupdate knows it by -tr-function-alias.
#define NEREID_TR_NOOP(context, text) text

enum class Better { kHigher, kLower, kNeither };

/// One row of the table that curves, tooltips, exports and the palette walk.
struct MetricInfo {
  std::string_view key;    ///< as TRL names it where TRL has it, e.g. "reward_std"
  std::string_view label;  ///< translatable
  std::string_view unit;   ///< "" if none
  Better better = Better::kNeither;
  std::string_view help;  ///< one sentence: definition and source
};

/// Every metric that the engine emits, in display order (engine/record/metrics.cpp).
std::span<const MetricInfo> metric_table();
/// nullptr for a key that is not in the table (such metrics are stored and shown all the same).
const MetricInfo* find_metric(std::string_view key);

/// The metrics of one step.
struct MetricBatch {
  std::int64_t step = 0;
  std::int64_t unix_ms = 0;
  std::vector<std::pair<std::string, double>> values;  ///< NaN and infinities are kept
};

}  // namespace nereid::record

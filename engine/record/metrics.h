// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
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
/// The metric of one rank has the row of the run's.
const MetricInfo* find_metric(std::string_view key);

/// "ranks/1/time/update": a metric of one of the processes that train a run together.
std::string metric_of_rank(int rank, std::string_view key);
struct RankedMetric {
  int rank = 0;
  std::string_view key;  ///< as the run's is called
};
/// Nothing for a metric of the run.
std::optional<RankedMetric> ranked_metric(std::string_view key);

/// The metrics of one step.
struct MetricBatch {
  std::int64_t step = 0;
  std::int64_t unix_ms = 0;
  std::vector<std::pair<std::string, double>> values;  ///< NaN and infinities are kept
};

}  // namespace nereid::record

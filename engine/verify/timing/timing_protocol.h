// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify/timing/gpu_side.h"
#include "engine/verify/timing/statistics.h"

namespace nereid::verify {

/// How long candidate and reference are measured in turn.
struct ProtocolLimits {
  int least_units = 5;          ///< a unit: candidate, reference, reference, candidate
  int most_units = 40;          ///< also of those that are measured again
  double most_ms = 800;         ///< no further unit after this
  double tight = 0.005;         ///< half the interval of the log ratio at which a decision counts
  double settled = 0.001;       ///< at which it ends without one
  double head_us = 4000;        ///< of work before the first block of a side, for the clocks
  double within = kSameWithin;  ///< of timing_decision
};

/// One block of a side; an empty one ends the measurement.
using Measure = std::function<Block(double head_us)>;

struct Samples {
  std::vector<double> candidate, reference;                // every replay
  std::vector<double> candidate_blocks, reference_blocks;  // of units, paired
  std::vector<double> sm_mhz;                              // of blocks
  std::vector<TimingBlock> blocks;                         // as they were measured
  std::optional<Clock::time_point> begin;                  // of the first block
  int repeated = 0;  ///< units that were measured again because the clock moved

  double ratio_spread() const;  ///< half the interval of the log ratio
};

/// Measures A B B A until the interval of the ratio is narrow enough for a decision or a limit is
/// reached. False if a side failed.
bool measure_in_turn(const Measure& candidate, const Measure& reference,
                     const ProtocolLimits& limits, Samples& samples);

/// A fixed number of units, for numbers that nothing is decided by.
bool measure_units(const Measure& candidate, const Measure& reference, int units, Samples& samples);

}  // namespace nereid::verify

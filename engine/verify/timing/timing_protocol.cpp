// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/timing_protocol.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nereid::verify {
namespace {

constexpr double kClockShift = 0.03;  // readings by spins scatter by a percent
constexpr std::size_t kBlocksToKnowClock = 4;

// A B B A, so that drift falls on both sides alike.
struct Unit {
  std::array<Block, 2> candidate, reference;
  std::array<TimingBlock, 4> blocks;  // in the order of measurement
};

bool measure_unit(const Measure& candidate, const Measure& reference, double head_us,
                  Samples& samples, Unit& unit) {
  if (!samples.begin) samples.begin = Clock::now();
  const int number = samples.blocks.empty() ? 0 : samples.blocks.back().unit + 1;
  const std::array<std::pair<Block*, bool>, 4> order = {{{&unit.candidate[0], true},
                                                         {&unit.reference[0], false},
                                                         {&unit.reference[1], false},
                                                         {&unit.candidate[1], true}}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto [block, is_candidate] = order[i];
    *block = (is_candidate ? candidate : reference)(i < 2 ? head_us : 0);
    if (block->us.empty()) return false;
    unit.blocks[i] = {number,        is_candidate, false, milliseconds_since(*samples.begin),
                      block->sm_mhz, block->us};
  }
  return true;
}

void add_blocks(Unit& unit, bool repeated, Samples& samples) {
  for (TimingBlock& block : unit.blocks) {
    block.repeated = repeated;
    samples.blocks.push_back(std::move(block));
  }
}

bool clock_moved(const Unit& unit, const std::vector<double>& before) {
  if (before.size() < kBlocksToKnowClock) return false;
  const double usual = median(before);
  const auto moved = [usual](const Block& block) {
    return block.sm_mhz > 0 && std::abs(block.sm_mhz / usual - 1) > kClockShift;
  };
  return std::any_of(unit.candidate.begin(), unit.candidate.end(), moved) ||
         std::any_of(unit.reference.begin(), unit.reference.end(), moved);
}

void add_clocks(const Unit& unit, std::vector<double>& sm_mhz) {
  for (const auto* blocks : {&unit.candidate, &unit.reference})
    for (const Block& block : *blocks)
      if (block.sm_mhz > 0) sm_mhz.push_back(block.sm_mhz);
}

void add_side(const std::array<Block, 2>& blocks, std::vector<double>& all,
              std::vector<double>& units) {
  for (const Block& block : blocks) all.insert(all.end(), block.us.begin(), block.us.end());
  units.push_back(std::sqrt(median(blocks[0].us) * median(blocks[1].us)));
}

void add_unit(const Unit& unit, Samples& samples) {
  add_side(unit.candidate, samples.candidate, samples.candidate_blocks);
  add_side(unit.reference, samples.reference, samples.reference_blocks);
}

bool is_settled(const Samples& samples, const ProtocolLimits& limits) {
  if (samples.candidate_blocks.size() < static_cast<std::size_t>(limits.least_units)) return false;
  const double spread = samples.ratio_spread();
  if (spread > limits.tight) return false;
  return spread <= limits.settled ||
         timing_decision(ratio_interval(samples.candidate_blocks, samples.reference_blocks),
                         limits.within) != "AMBIGUOUS";
}

}  // namespace

double Samples::ratio_spread() const {
  const Ratio ratio = ratio_interval(candidate_blocks, reference_blocks);
  return ratio.low > 0 ? std::log(ratio.high / ratio.low) / 2 : 1;
}

bool measure_in_turn(const Measure& candidate, const Measure& reference,
                     const ProtocolLimits& limits, Samples& samples) {
  const auto begin = Clock::now();
  for (int count = 0; count < limits.most_units && !is_settled(samples, limits); ++count) {
    const bool enough =
        samples.candidate_blocks.size() >= static_cast<std::size_t>(limits.least_units);
    if (enough && milliseconds_since(begin) > limits.most_ms) break;
    Unit unit;
    if (!measure_unit(candidate, reference, count == 0 ? limits.head_us : 0, samples, unit))
      return false;
    const bool moved = clock_moved(unit, samples.sm_mhz);
    add_clocks(unit, samples.sm_mhz);
    add_blocks(unit, moved, samples);
    if (moved)
      ++samples.repeated;
    else
      add_unit(unit, samples);
  }
  return !samples.candidate_blocks.empty();
}

bool measure_units(const Measure& candidate, const Measure& reference, int units,
                   Samples& samples) {
  for (int count = 0; count < units; ++count) {
    Unit unit;
    if (!measure_unit(candidate, reference, 0, samples, unit)) return false;
    add_clocks(unit, samples.sm_mhz);
    add_blocks(unit, false, samples);
    add_unit(unit, samples);
  }
  return true;
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/internal/timing_protocol.h"

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
};

bool measure_unit(const Measure& candidate, const Measure& reference, double head_us, Unit& unit) {
  unit.candidate[0] = candidate(head_us);
  if (unit.candidate[0].us.empty()) return false;
  unit.reference[0] = reference(head_us);
  if (unit.reference[0].us.empty()) return false;
  unit.reference[1] = reference(0);
  if (unit.reference[1].us.empty()) return false;
  unit.candidate[1] = candidate(0);
  return !unit.candidate[1].us.empty();
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
    if (!measure_unit(candidate, reference, count == 0 ? limits.head_us : 0, unit)) return false;
    const bool moved = clock_moved(unit, samples.sm_mhz);
    add_clocks(unit, samples.sm_mhz);
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
    if (!measure_unit(candidate, reference, 0, unit)) return false;
    add_clocks(unit, samples.sm_mhz);
    add_unit(unit, samples);
  }
  return true;
}

}  // namespace nereid::verify

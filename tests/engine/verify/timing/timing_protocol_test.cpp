// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol against sides whose distribution is known.
#include "engine/verify/timing/timing_protocol.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace nereid::verify {
namespace {

/// A GPU whose clock drifts, and two kernels on it.
class Machine {
 public:
  explicit Machine(unsigned seed) : random_(seed) {}

  double noise = 0.002;  ///< of one replay
  double drift = 0;      ///< of the time, for each block
  int slow_block = -1;   ///< a block in which the clock is lower by a tenth
  int broken_block = -1;
  int blocks = 0;
  double longest_head_us = 0;

  Measure kernel(double us) {
    return [this, us](double head_us) {
      const int number = blocks++;
      longest_head_us = std::max(longest_head_us, head_us);
      Block block;
      if (number == broken_block) return block;
      const double clock = number == slow_block ? 0.9 : 1;
      block.sm_mhz = 1980 * clock;
      for (int i = 0; i < 3; ++i)
        block.us.push_back(us / clock * (1 + drift * number + normal_(random_) * noise));
      return block;
    };
  }

 private:
  std::mt19937 random_;
  std::normal_distribution<double> normal_;
};

std::string decide(Machine& machine, double candidate_us, double reference_us) {
  Samples samples;
  EXPECT_TRUE(
      measure_in_turn(machine.kernel(candidate_us), machine.kernel(reference_us), {}, samples));
  return timing_decision(ratio_interval(samples.candidate_blocks, samples.reference_blocks));
}

TEST(TimingProtocol, EqualSidesAreTheSame) {
  int same = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Machine machine(seed);
    if (decide(machine, 10, 10) == "SAME") ++same;
  }
  EXPECT_GE(same, 198);
}

TEST(TimingProtocol, PlantedDifferencesAreFound) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Machine machine(seed);
    EXPECT_EQ(decide(machine, 10.2, 10), "SLOWER");
    EXPECT_EQ(decide(machine, 10, 10.2), "FASTER");
  }
}

TEST(TimingProtocol, DriftFallsOnBothSides) {
  Machine machine(1);
  machine.noise = 0.0002;
  machine.drift = 0.001;  // 2% over the 20 blocks of five units
  EXPECT_EQ(decide(machine, 10, 10), "SAME");
}

TEST(TimingProtocol, StopsAsSoonAsTheIntervalIsNarrow) {
  Machine machine(2);
  Samples samples;
  const ProtocolLimits limits;
  ASSERT_TRUE(measure_in_turn(machine.kernel(10), machine.kernel(20), limits, samples));
  EXPECT_EQ(samples.candidate_blocks.size(), static_cast<std::size_t>(limits.least_units));
  EXPECT_EQ(machine.blocks, 4 * limits.least_units);
  EXPECT_EQ(machine.longest_head_us, limits.head_us);
}

TEST(TimingProtocol, NoiseEndsAtTheCapWithoutADecision) {
  Machine machine(3);
  machine.noise = 0.5;
  Samples samples;
  ProtocolLimits limits;
  limits.most_units = 12;
  limits.most_ms = 1e9;
  ASSERT_TRUE(measure_in_turn(machine.kernel(10), machine.kernel(10), limits, samples));
  EXPECT_EQ(samples.candidate_blocks.size(), 12U);
  EXPECT_EQ(timing_decision(ratio_interval(samples.candidate_blocks, samples.reference_blocks)),
            "AMBIGUOUS");
}

TEST(TimingProtocol, AUnitWithAnotherClockIsMeasuredAgain) {
  Machine machine(4);
  machine.slow_block = 9;
  Samples samples;
  ASSERT_TRUE(measure_in_turn(machine.kernel(10), machine.kernel(10), {}, samples));
  EXPECT_EQ(samples.repeated, 1);
  EXPECT_EQ(samples.candidate_blocks.size() * 4 + 4, static_cast<std::size_t>(machine.blocks));
  // All blocks are kept, those of the unit that does not count are marked.
  ASSERT_EQ(samples.blocks.size(), static_cast<std::size_t>(machine.blocks));
  for (std::size_t i = 0; i < samples.blocks.size(); ++i) {
    const TimingBlock& block = samples.blocks[i];
    EXPECT_EQ(block.unit, static_cast<int>(i / 4));
    EXPECT_EQ(block.is_candidate, i % 4 == 0 || i % 4 == 3);
    EXPECT_EQ(block.repeated, block.unit == machine.slow_block / 4);
    EXPECT_EQ(block.us.size(), 3U);
    EXPECT_GE(block.at_ms, samples.blocks[i > 0 ? i - 1 : 0].at_ms);
  }
  EXPECT_NEAR(samples.blocks[9].sm_mhz, 1782, 1e-6);
  for (const double us : samples.candidate) EXPECT_LT(us, 10.5);
  for (const double us : samples.reference) EXPECT_LT(us, 10.5);
}

TEST(TimingProtocol, ABrokenSideEndsIt) {
  Machine machine(5);
  machine.broken_block = 6;
  Samples samples;
  EXPECT_FALSE(measure_in_turn(machine.kernel(10), machine.kernel(10), {}, samples));
  EXPECT_EQ(machine.blocks, 7);
}

TEST(TimingProtocol, UnitsBesideAreAsManyAsAskedFor) {
  Machine machine(6);
  Samples samples;
  ASSERT_TRUE(measure_units(machine.kernel(10), machine.kernel(20), 2, samples));
  EXPECT_EQ(samples.candidate.size(), 12U);
  EXPECT_EQ(samples.reference_blocks.size(), 2U);
}

}  // namespace
}  // namespace nereid::verify

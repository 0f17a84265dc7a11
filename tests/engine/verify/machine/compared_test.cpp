// SPDX-License-Identifier: GPL-3.0-or-later
// Which outcomes comparisons of numbers have had, and how far their operands reached.
#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "engine/verify/machine/machine.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint64_t kX = 1ULL << 32U, kY = 2ULL << 32U;

// Above %limit, and at most 3; of places nothing is noted.
constexpr const char* kKernel = R"(module {
  tt.func public @count(%x: !tt.ptr<f32>, %y: !tt.ptr<i32>, %limit: f32) {
    %at = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %px = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %pa = tt.addptr %px, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %n = arith.constant dense<6> : tensor<8xi32>
    %inside = arith.cmpi slt, %at, %n : tensor<8xi32>
    %zero = arith.constant dense<0.000000e+00> : tensor<8xf32>
    %v = tt.load %pa, %inside, %zero : tensor<8x!tt.ptr<f32>>
    %l = tt.splat %limit : f32 -> tensor<8xf32>
    %above = arith.cmpf ogt, %v, %l : tensor<8xf32>
    %three = arith.constant dense<3.000000e+00> : tensor<8xf32>
    %low = arith.cmpf ole, %v, %three : tensor<8xf32>
    %both = arith.andi %above, %low : tensor<8xi1>
    %one = arith.extui %both : tensor<8xi1> to tensor<8xi32>
    %most = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %g = arith.cmpf ogt, %a, %b : f32
      %m = arith.select %g, %a, %b : f32
      tt.reduce.return %m : f32
    }) : (tensor<8xf32>) -> f32
    %py = tt.splat %y : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %po = tt.addptr %py, %at : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %po, %one : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
)";

std::vector<Compared> compared(std::vector<float> x, double limit,
                               const std::string& text = kKernel) {
  std::vector<std::int32_t> y(8);
  const auto kernel = Kernel::read(text);
  EXPECT_TRUE(kernel) << (kernel ? "" : kernel.error().message);
  if (!kernel) return {};
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of_real(limit)};
  const std::vector<Buffer> buffers = {
      {kX, reinterpret_cast<std::byte*>(x.data()), x.size() * 4, 4, "x", nullptr},
      {kY, reinterpret_cast<std::byte*>(y.data()), y.size() * 4, 4, "y", nullptr}};
  const auto outcome = kernel->run(launch, buffers);
  EXPECT_TRUE(outcome && outcome->findings.empty());
  return outcome ? outcome->compared : std::vector<Compared>();
}

void expect_range(const Range& range, double low, double high) {
  EXPECT_EQ(range.low, low);
  EXPECT_EQ(range.high, high);
}

TEST(Compared, TellsWhatNeverWasAndHowFarNumbersReached) {
  const auto seen = compared({1, -2, 0.5, 4, 2, 1, 9, 9}, 100);
  ASSERT_EQ(seen.size(), 3);
  EXPECT_FALSE(seen[0].was_true);
  EXPECT_TRUE(seen[0].was_false);
  expect_range(seen[0].left, -2, 4);  // what a mask leaves out is not read
  expect_range(seen[0].right, 100, 100);
  EXPECT_EQ(seen[0].numbers, std::vector<double>{100});
  EXPECT_TRUE(seen[1].was_true && seen[1].was_false);
}

// Of abs(2 x - 7) and of (x + 3) * (5 - x).
TEST(Compared, TellsTheNumbersThatWereTakenOffBefore) {
  std::string text = kKernel;
  const std::string above = "%above = arith.cmpf ogt, %v, %l";
  text.replace(text.find(above), above.size(),
               R"(%two = arith.constant dense<2.000000e+00> : tensor<8xf32>
    %seven = arith.constant dense<7.000000e+00> : tensor<8xf32>
    %twice = arith.mulf %v, %two : tensor<8xf32>
    %off = arith.subf %twice, %seven : tensor<8xf32>
    %far = math.absf %off : tensor<8xf32>
    %above = arith.cmpf ogt, %far, %l)");
  const std::string low = "%low = arith.cmpf ole, %v, %three";
  text.replace(text.find(low), low.size(),
               R"(%five = arith.constant dense<5.000000e+00> : tensor<8xf32>
    %more = arith.addf %v, %three : tensor<8xf32>
    %less = arith.subf %five, %v : tensor<8xf32>
    %band = arith.mulf %more, %less : tensor<8xf32>
    %low = arith.cmpf ole, %band, %zero)");
  const auto seen = compared({10, 20, 10, 20, 10, 20, 9, 9}, 0.25, text);
  std::vector<std::vector<double>> numbers;
  for (const Compared& one : seen) numbers.push_back(one.numbers);
  const std::vector<std::vector<double>> expected = {{0.25}, {0.25, 3.5}, {}, {-3, 5}, {0.25}};
  ASSERT_EQ(numbers, expected);
  EXPECT_TRUE(seen[1].was_true);
  EXPECT_EQ(seen[1].was_false, seen[0].was_false);
  EXPECT_GT(seen[1].left.low, seen[1].left.high);  // of the comparison, not of the numbers
}

TEST(Compared, NumbersThatAreNotFiniteReachNothing) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto seen = compared({1, -kInfinity, kNan, 2, 2, 2, 0, 0}, 3);
  expect_range(seen[0].left, 0, 2);
  // With both outcomes: NaN is not at most 3.
  EXPECT_TRUE(seen[1].was_true && seen[1].was_false);
}

TEST(Compared, TellsWhatNeverWasTogether) {
  const auto seen = compared({1, 2, 3, 4, 5, 6, 9, 9}, 3);
  ASSERT_EQ(seen.size(), 3);
  for (const Compared& one : {seen[0], seen[1]}) EXPECT_TRUE(one.was_true && one.was_false);
  EXPECT_FALSE(seen[2].was_true);  // above 3 and at most 3
  EXPECT_EQ(seen[2].numbers, (std::vector<double>{3, 3}));
  EXPECT_EQ(seen[2].nth, 2);  // this text names no lines
  EXPECT_TRUE(compared({1, 2, 3, 4, 5, 6, 9, 9}, 2)[2].was_true);
}

// Counts upwards to a number that is read, as long as another one is not 5.
constexpr const char* kLabels = R"(module {
  tt.func public @count(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %inside = arith.cmpi slt, %pid, %n : i32
    %last = tt.load %x : !tt.ptr<i32>
    %is_last = arith.cmpi eq, %pid, %last : i32
    %five = arith.constant 5 : i32
    %is_five = arith.cmpi eq, %last, %five : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %sum = scf.for %i = %zero to %five step %one iter_args(%at = %zero) -> (i32) : i32 {
      %early = arith.cmpi slt, %i, %n : i32
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %more = arith.addi %at, %v : i32
      scf.yield %more : i32
    }
    %is_none = arith.cmpi eq, %sum, %zero : i32
    %none = arith.ori %is_none, %is_five : i1
    scf.if %none {
      tt.store %y, %sum : !tt.ptr<i32>
    }
    tt.return
  }
}
)";

TEST(Compared, WholeNumbersAreNotedWhereOneSideComesOfMemory) {
  std::vector<std::int32_t> x = {7, 1, 2, 3, 4}, y(1);
  const auto kernel = Kernel::read(kLabels);
  ASSERT_TRUE(kernel) << kernel.error().message;
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(3)};
  const std::vector<Buffer> buffers = {
      {kX, reinterpret_cast<std::byte*>(x.data()), x.size() * 4, 4, "x", nullptr},
      {kY, reinterpret_cast<std::byte*>(y.data()), y.size() * 4, 4, "y", nullptr}};
  const auto outcome = kernel->run(launch, buffers);
  ASSERT_TRUE(outcome && outcome->findings.empty());
  const auto& seen = outcome->compared;
  ASSERT_EQ(seen.size(), 4) << "that of a place with an argument is none of them";
  for (const Compared& one : seen) EXPECT_TRUE(one.is_whole && one.was_false && !one.was_true);
  expect_range(seen[1].left, 7, 7);
  EXPECT_EQ(seen[1].numbers, (std::vector<double>{7, 5}));
  expect_range(seen[2].left, 17, 17);
  EXPECT_EQ(seen[2].numbers.back(), 0) << "whole numbers may be compared with it";
  EXPECT_EQ(seen[3].numbers.size(), 4) << "of both";
}

TEST(Compared, OneOutcomeOfEach) {
  const auto seen = compared({9, 9, 9, 9, 9, 9, 0, 0}, -1);
  EXPECT_TRUE(seen[0].was_true && !seen[0].was_false);
  EXPECT_TRUE(seen[1].was_true && seen[1].was_false);  // zeros behind the mask
}

}  // namespace
}  // namespace nereid::verify::machine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "engine/verify/tensors/numeric.h"
#include "tests/engine/verify/tensors/bundle_writer.h"

namespace nereid::verify {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<double> normal_values(std::size_t count, unsigned seed = 3) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values(count);
  for (double& value : values) value = normal(random);
  return values;
}

std::vector<float> rounded(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

Comparison compare(const std::vector<double>& exact, const std::vector<float>& actual,
                   std::vector<std::int64_t> shape = {}, const ValueRule& rule = {}) {
  if (shape.empty()) shape = {static_cast<std::int64_t>(exact.size())};
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values("expected.0", "F64", shape, exact);
  expected.add_values("native.0", "F32", shape, rounded(exact));
  output.meta("outputs", "tensor");
  output.add_values("output.0", "F32", shape, actual);
  return compare_outputs(expected.bundle(), output.bundle(), rule, Maps::kWrong);
}

// The definition, without blocks: ||c - r|| / ||r||.
double slow_error(const std::vector<double>& exact, const std::vector<float>& actual) {
  long double difference = 0, scale = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    difference += std::pow(static_cast<long double>(actual[i]) - exact[i], 2);
    scale += std::pow(static_cast<long double>(exact[i]), 2);
  }
  return static_cast<double>(std::sqrt(difference / scale));
}

// `added` times normal values beside an input of size one; `wrong`: what share of it is lost.
Comparison compare_little(double added, double wrong, bool is_told, const ValueRule& rule = {}) {
  const auto kept = normal_values(3000), more = normal_values(3000, 5);
  std::vector<double> exact(kept.size());
  std::vector<float> actual(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const double input = static_cast<float>(kept[i]);
    exact[i] = input + added * more[i];
    actual[i] = static_cast<float>(input + added * (1 - wrong) * more[i]);
  }
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values("expected.0", "F64", {3000}, exact);
  expected.add_values("native.0", "F32", {3000}, rounded(exact));
  if (is_told) expected.add_values("near.0", "F32", {3000}, rounded(kept));
  output.meta("outputs", "tensor");
  output.add_values("output.0", "F32", {3000}, actual);
  return compare_outputs(expected.bundle(), output.bundle(), rule);
}

TEST(Judge, WhatIsAddedToAnInputCounts) {
  for (const double added : {1e-6, 1e-5, 1e-3}) {
    EXPECT_TRUE(compare_little(added, 0, true).passed) << added;
    EXPECT_EQ(compare_little(added, 1, true).code, "wrong_values") << added;
  }
  EXPECT_TRUE(compare_little(1e-6, 1, false).passed);  // nobody says what it is near to
  EXPECT_TRUE(
      compare_little(1e-6, 1, true, {.loosening = 10}).passed);  // where formulas lose digits
  EXPECT_TRUE(compare_little(1e-7, 1, true).passed);             // no more than roundings
  EXPECT_TRUE(compare_little(1e-2, 1e-5, true).passed);
  EXPECT_FALSE(compare_little(1e-2, 1e-4, true).passed);
  EXPECT_TRUE(compare_little(0.2, 1e-5, true).passed);  // an answer like any other
}

TEST(Judge, RoundingPasses) {
  const auto exact = normal_values(5000);
  const Comparison result = compare(exact, rounded(exact));
  EXPECT_TRUE(result.passed) << result.message;
  EXPECT_EQ(result.wrong_elements, 0);
  EXPECT_EQ(result.total_elements, 5000);
  EXPECT_LT(result.error, 1e-6);
  EXPECT_LT(result.bound, 1e-4);
}

TEST(Judge, ErrorAgreesWithTheDefinitionWithinOneBlock) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
    const auto exact = normal_values(count);
    std::vector<float> actual = rounded(exact);
    for (float& value : actual) value *= 1.01F;
    const Comparison result = compare(exact, actual);
    EXPECT_FALSE(result.passed);
    EXPECT_NEAR(result.error, slow_error(exact, actual), 1e-12) << count;
    EXPECT_NEAR(result.error, 0.01, 1e-6);
    EXPECT_GE(result.wrong_elements, static_cast<std::int64_t>(count) * 99 / 100);
  }
}

TEST(Judge, ZerosAreRejectedWhateverTheScale) {
  for (const double scale : {1e-20, 1.0, 1e20}) {
    auto exact = normal_values(300);
    for (double& value : exact) value *= scale;
    EXPECT_FALSE(compare(exact, std::vector<float>(300, 0.0F)).passed) << scale;
  }
}

TEST(Judge, OneWrongElementOfMany) {
  const auto exact = normal_values(100'000);
  std::vector<float> actual = rounded(exact);
  actual[77'777] += 0.5F;
  const Comparison result = compare(exact, actual, {100, 1000});
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.code, "wrong_values");
  EXPECT_EQ(result.wrong_elements, 1);
  EXPECT_EQ(result.first_wrong_index, (std::vector<std::int64_t>{77, 777}));
  EXPECT_NEAR(result.actual_value - result.expected_value, 0.5, 1e-6);
  EXPECT_NE(result.message.find("1 of 100,000 elements, first at [77, 777]"), std::string::npos)
      << result.message;
}

// `listed`: the outputs that are made of elements of the inputs, or are left open.
Comparison compare_moved(float wrong, const std::string& name, const std::string& listed) {
  auto exact = normal_values(3000);
  for (double& value : exact) value = static_cast<float>(value);
  exact[7] = 0, exact[8] = kInf, exact[9] = std::numeric_limits<double>::quiet_NaN();
  std::vector<float> actual = rounded(exact);
  actual[7] = -0.0F;
  actual[20] += wrong;
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.meta(name, listed);
  expected.add_values("expected.0", "F64", {3000}, exact);
  expected.add_values("native.0", "F32", {3000}, rounded(exact));
  output.meta("outputs", "tensor");
  output.add_values("output.0", "F32", {3000}, actual);
  return compare_outputs(expected.bundle(), output.bundle(), {}, Maps::kWrong);
}

TEST(Judge, ElementsThatAreMovedAreWhatTheyWere) {
  EXPECT_TRUE(compare_moved(0, "exact", "[0]").passed);
  EXPECT_TRUE(compare_moved(1e-6F, "exact", "[]").passed);
  EXPECT_TRUE(compare_moved(1e-6F, "exact", "nothing").passed);
  const Comparison wrong = compare_moved(1e-6F, "exact", "[0]");
  EXPECT_EQ(wrong.code, "wrong_values");
  EXPECT_EQ(wrong.wrong_elements, 1);
  EXPECT_EQ(wrong.first_wrong_index, (std::vector<std::int64_t>{20}));
}

TEST(Judge, AnOutputThatIsLeftOpenIsLookedAtForItsFormAlone) {
  EXPECT_FALSE(compare_moved(5, "open", "[1]").passed);
  EXPECT_TRUE(compare_moved(5, "open", "[0]").passed);
}

TEST(Judge, AScalarHasNoPlace) {
  const auto compare_scalar = [](float actual) {
    BundleWriter expected, output;
    expected.meta("outputs", "tensor");
    expected.add_values("expected.0", "F64", {}, std::vector<double>{3});
    expected.add_values("native.0", "F32", {}, std::vector<float>{3});
    output.meta("outputs", "tensor");
    output.add_values("output.0", "F32", {}, std::vector<float>{actual});
    return compare_outputs(expected.bundle(), output.bundle(), {}, Maps::kWrong).message;
  };
  EXPECT_EQ(compare_scalar(4).find("the only element, error "), 0U) << compare_scalar(4);
  EXPECT_EQ(compare_scalar(std::numeric_limits<float>::quiet_NaN()),
            "the only element differs in being NaN or infinite: nan where 3 is expected");
}

TEST(Judge, OneWrongRowIsNotDrownedByLargeOnes) {
  auto exact = normal_values(64 * 1024);
  for (std::size_t i = 1024; i < exact.size(); ++i) exact[i] *= 10;
  std::vector<float> actual = rounded(exact);
  for (std::size_t i = 0; i < 1024; ++i)
    actual[i] *= 1.0001F;  // row 0: 1e-4 off, 1e-6 of the whole
  EXPECT_FALSE(compare(exact, actual, {64, 1024}).passed);
}

// One number added after another in float32. Where a sum is near zero, it has lost what it has lost
// as a large one.
// A score under a mask, -1e7, is no scale for those beside it; nor does a rounding of it matter.
TEST(Judge, NumbersThatStandForNoneHideNothing) {
  auto exact = normal_values(4000);
  for (std::size_t i = 0; i < exact.size(); i += 100) exact[i] = -1e7;
  auto actual = rounded(exact);
  EXPECT_TRUE(compare(exact, actual, {4, 1000}).passed);
  actual[250] += 0.5F;
  const Comparison one = compare(exact, actual, {4, 1000});
  EXPECT_FALSE(one.passed);
  EXPECT_EQ(one.first_wrong_index, (std::vector<std::int64_t>{0, 250}));
  actual = rounded(exact);
  actual[300] = 0;
  EXPECT_FALSE(compare(exact, actual, {4, 1000}).passed);
  // Large numbers that differ are the scale of what is computed beside them.
  for (std::size_t i = 0; i < exact.size(); i += 100) exact[i] = -1e7 * (1 + exact[i + 1]);
  actual = rounded(exact);
  actual[250] += 0.1F;
  EXPECT_TRUE(compare(exact, actual, {4, 1000}).passed);
}

TEST(Judge, RunningSumsOfALongRowPassWhereTheyCrossZero) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const auto added = normal_values(16'384, seed);
    std::vector<double> exact;
    std::vector<float> actual;
    double sum = 0;
    float single = 0;
    for (const double value : added) {
      exact.push_back(sum += static_cast<float>(value));
      actual.push_back(single += static_cast<float>(value));
    }
    const Comparison result = compare(exact, actual, {1, 16'384});
    EXPECT_TRUE(result.passed) << seed << ": " << result.message;
    const auto scale = std::ranges::max(exact, {}, [](double value) { return std::abs(value); });
    for (std::size_t i = 4096; i < 5120; ++i)  // far more, in one block
      actual[i] += static_cast<float>(1e-4 * std::abs(scale));
    EXPECT_FALSE(compare(exact, actual, {1, 16'384}).passed) << seed;
  }
}

TEST(Judge, HalfPrecisionInDisguiseIsRejected) {
  const auto exact = normal_values(4096);
  std::vector<float> actual = rounded(exact);
  for (float& value : actual) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, 4);
    bits = (bits + 0x1000U) & ~0x1FFFU;  // ten bits of mantissa, as fp16 and TF32 have
    std::memcpy(&value, &bits, 4);
  }
  const Comparison result = compare(exact, actual);
  EXPECT_FALSE(result.passed);
  EXPECT_GT(result.error, 1e-4);
}

TEST(Judge, NanAndInfinityMustSitWhereTheReferenceHasThem) {
  std::vector<double> exact = {1, kNan, kInf, -kInf, 5};
  EXPECT_TRUE(compare(exact, {1, kNan, kInf, -kInf, 5}).passed);
  const Comparison sign = compare(exact, {1, kNan, -kInf, -kInf, 5});
  EXPECT_FALSE(sign.passed);
  EXPECT_EQ(sign.code, "non_finite");
  EXPECT_EQ(sign.first_wrong_index, std::vector<std::int64_t>{2});
  EXPECT_FALSE(compare(exact, {1, 0, kInf, -kInf, 5}).passed);
  const Comparison made = compare(exact, {-kNan, kNan, kInf, -kInf, 5});
  EXPECT_FALSE(made.passed);
  EXPECT_TRUE(made.message.ends_with("first at [0]: nan where 1 is expected")) << made.message;
}

TEST(Judge, CoarselyOnlyWhatIsNoNumberOrFarOffIsWrong) {
  const ValueRule rule = {.coarse = true, .allclose = Allclose{1e-9, 1e-9}};
  const std::vector<double> exact = {0, 1e-12, 3, kInf};
  const Comparison near = compare(exact, {0.4F, 1e-8F, 2, kInf}, {}, rule);
  EXPECT_TRUE(near.passed) << near.message;
  EXPECT_EQ(near.total_elements, 0);  // no error is shown
  EXPECT_TRUE(near.flags.empty());
  EXPECT_EQ(compare(exact, {0, kNan, 3, kInf}, {}, rule).code, "non_finite");
  EXPECT_FALSE(compare(exact, {0, 0, 3, 1}, {}, rule).passed);
  const Comparison far = compare({0, 0, 0}, {0, 448, 0}, {}, rule);
  EXPECT_EQ(far.code, "wrong_values");
  EXPECT_EQ(far.wrong_elements, 1);
  EXPECT_EQ(far.first_wrong_index, std::vector<std::int64_t>{1});
}

TEST(Judge, TheFiniteRestBesideInfinitiesIsCompared) {
  auto exact = normal_values(3000);
  exact[0] = kInf, exact[1500] = -kInf, exact[2999] = kNan;
  std::vector<float> actual = rounded(exact);
  EXPECT_TRUE(compare(exact, actual, {30, 100}).passed);
  actual[1501] += 0.1F;
  const Comparison result = compare(exact, actual, {30, 100});
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.code, "wrong_values");
  EXPECT_EQ(result.first_wrong_index, (std::vector<std::int64_t>{15, 1}));
  // One kind for another is wrong however loose the tolerance.
  for (const float value : {kNan, -kInf, 3e38F}) {
    actual = rounded(exact);
    actual[0] = value;
    EXPECT_FALSE(compare(exact, actual, {30, 100}, {.loosening = 100}).passed) << value;
  }
}

TEST(Judge, OnlyNonFiniteElements) {
  EXPECT_TRUE(compare({kInf, kNan}, {kInf, kNan}).passed);
  EXPECT_FALSE(compare({kInf, kNan}, {kNan, kInf}).passed);
}

TEST(Judge, LooseningWidensTheFloorAndNothingElse) {
  const auto exact = normal_values(500);
  std::vector<float> actual = rounded(exact);
  for (float& value : actual) value *= 1.00005F;  // 5e-5: five floors of fp32
  EXPECT_FALSE(compare(exact, actual).passed);
  const Comparison loose = compare(exact, actual, {}, {.loosening = 10});
  EXPECT_TRUE(loose.passed) << loose.message;
  EXPECT_DOUBLE_EQ(loose.bound, 10 * tolerance_of(DType::kF32, false).floor);
  // Whatever the loosening, the cap holds: a kernel that is off by two percent, or gives zeros.
  for (const double loosening : {100.0, 1e6}) {
    for (std::size_t i = 0; i < exact.size(); ++i) actual[i] = static_cast<float>(exact[i] * 1.02);
    EXPECT_FALSE(compare(exact, actual, {}, {.loosening = loosening}).passed);
    EXPECT_FALSE(
        compare(exact, std::vector<float>(500, 0.0F), {}, {.loosening = loosening}).passed);
  }
}

// `value` with so many bits of mantissa behind the leading one.
double with_bits(double value, int bits) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, bits + 1)), exponent - bits - 1);
}

std::vector<std::uint16_t> as_bfloat16(const std::vector<double>& values) {
  std::vector<std::uint16_t> bits;
  for (const double value : values) {
    const auto single = static_cast<float>(with_bits(value, 7));
    std::uint32_t word = 0;
    std::memcpy(&word, &single, sizeof word);
    bits.push_back(static_cast<std::uint16_t>(word >> 16));
  }
  return bits;
}

// Of values that are neither subnormal nor too large.
std::vector<std::uint16_t> as_half(const std::vector<double>& values) {
  std::vector<std::uint16_t> bits;
  for (const double value : values) {
    int exponent = 0;
    const double mantissa = 2 * std::frexp(std::abs(with_bits(value, 10)), &exponent);
    bits.push_back(static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | (exponent + 14) << 10 |
                                              static_cast<int>((mantissa - 1) * 1024)));
  }
  return bits;
}

Comparison compare_16(const char* dtype, const std::vector<double>& exact,
                      const std::vector<std::uint16_t>& native,
                      const std::vector<std::uint16_t>& actual,
                      const std::vector<std::uint16_t>& noise = {}) {
  const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(exact.size())};
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values("expected.0", "F64", shape, exact);
  expected.add_values("native.0", dtype, shape, native);
  // By trial; or, of another number of elements, one of another shape.
  const auto of_trial = static_cast<std::int64_t>(std::min(noise.size(), exact.size()));
  if (!noise.empty())
    expected.add_values("rounded.0", dtype,
                        {static_cast<std::int64_t>(noise.size()) / of_trial, of_trial}, noise);
  output.meta("outputs", "tensor");
  output.add_values("output.0", dtype, shape, actual);
  return compare_outputs(expected.bundle(), output.bundle());
}

std::vector<double> spread_values(std::size_t count) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> even(0.01, 1);
  std::vector<double> values(count);
  for (double& value : values) value = even(random);
  return values;
}

std::vector<std::uint16_t> cut_to_half(const std::vector<double>& values) {
  std::vector<std::uint16_t> bits;
  for (const double value : values) {
    int exponent = 0;
    const double mantissa = 2 * std::frexp(std::abs(value), &exponent);
    bits.push_back(static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | (exponent + 14) << 10 |
                                              static_cast<int>((mantissa - 1) * 1024)));
  }
  return bits;
}

// Each is within a step of the exact number, as a rounded one is; all of them lie nearer to zero.
TEST(Judge, NumbersThatAreCutOffAreNotRounded) {
  std::vector<double> exact = spread_values(4000);
  for (std::size_t i = 0; i < exact.size(); i += 2) exact[i] = -exact[i];
  const auto native = as_half(exact);
  const Comparison cut = compare_16("F16", exact, native, cut_to_half(exact));
  EXPECT_FALSE(cut.passed);
  EXPECT_NE(cut.message.find("cut off, not rounded"), std::string::npos) << cut.message;
  EXPECT_TRUE(compare_16("F16", exact, native, native).passed);
  // PyTorch's own: the answer is a copy of what was cut before.
  EXPECT_TRUE(compare_16("F16", exact, cut_to_half(exact), cut_to_half(exact)).passed);
  // A constant that was rounded first: all products are too small, by up to half a step.
  std::vector<double> shifted = exact;
  for (double& value : shifted) value *= 1 - 0x1p-12;
  EXPECT_TRUE(compare_16("F16", exact, native, as_half(shifted)).passed);
}

TEST(Judge, Bfloat16DoesNotPassForFloat16) {
  for (const auto& exact : {spread_values(4000), std::vector<double>(4000, 1.003)}) {
    std::vector<double> coarse, twice;
    for (const double value : exact) {
      coarse.push_back(with_bits(value * (1 + 1e-9), 7));
      twice.push_back(with_bits(with_bits(value * 1.7, 10) / 1.7, 10));
    }
    const auto native = as_half(exact);
    EXPECT_TRUE(compare_16("F16", exact, native, native).passed);
    EXPECT_TRUE(compare_16("F16", exact, native, as_half(twice)).passed);
    EXPECT_FALSE(compare_16("F16", exact, native, as_half(coarse)).passed);
  }
}

TEST(Judge, StepsOfInt8DoNotPassForBfloat16) {
  for (const auto& exact : {spread_values(4000), normal_values(4000)}) {
    std::vector<double> steps, twice;
    double most = 0;
    for (const double value : exact) most = std::max(most, std::abs(value));
    for (const double value : exact) {
      steps.push_back(std::nearbyint(value / most * 127) / 127 * most);
      twice.push_back(with_bits(value * 1.7, 7) / 1.7);
    }
    const auto native = as_bfloat16(exact);
    EXPECT_TRUE(compare_16("BF16", exact, native, native).passed);
    EXPECT_TRUE(compare_16("BF16", exact, native, as_bfloat16(twice)).passed);
    EXPECT_FALSE(compare_16("BF16", exact, native, as_bfloat16(steps)).passed);
  }
}

// Each value off by about `error` of itself, one as the other.
std::vector<std::uint16_t> half_off_by(const std::vector<double>& exact, double error,
                                       unsigned seed) {
  std::vector<double> values = normal_values(exact.size(), seed);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = exact[i] * (1 + error * values[i]);
  return as_half(values);
}

TEST(Judge, WhatProductsLoseInHalfPrecisionIsLeftRoomFor) {
  const auto exact = spread_values(8000);
  const auto native = as_half(exact);
  // The worse of two trials counts, no other dtype and no other shape.
  auto noise = half_off_by(exact, 3e-4, 11);
  const auto worse = half_off_by(exact, 1e-3, 12);
  noise.insert(noise.end(), worse.begin(), worse.end());
  const auto close = half_off_by(exact, 1.6e-3, 13), far = half_off_by(exact, 2.6e-3, 14);
  EXPECT_FALSE(compare_16("F16", exact, native, close).passed);
  EXPECT_TRUE(compare_16("F16", exact, native, close, noise).passed);
  EXPECT_FALSE(compare_16("F16", exact, native, far, noise).passed);
  EXPECT_FALSE(compare_16("F16", exact, native, close, {noise.begin(), noise.begin() + 80}).passed);
  // Little noise leaves the bound as it is, much of it no more than four times the floor.
  EXPECT_EQ(compare_16("F16", exact, native, native, half_off_by(exact, 1e-4, 15)).bound, 1e-3);
  EXPECT_FALSE(
      compare_16("F16", exact, native, half_off_by(exact, 6e-3, 16), half_off_by(exact, 0.1, 17))
          .passed);
}

TEST(Judge, WhatProductsLoseInOneBlockIsNoMatterElsewhere) {
  const auto exact = spread_values(1 << 16);
  const auto native = as_half(exact);
  auto noise = native;
  const auto off = half_off_by(exact, 1.2e-3, 18);
  std::copy_n(off.begin(), 1024, noise.begin());
  for (const std::ptrdiff_t begin : {0, 1024}) {
    auto actual = native;
    std::copy_n(off.begin() + begin, 1024, actual.begin() + begin);
    EXPECT_EQ(compare_16("F16", exact, native, actual, noise).passed, begin == 0);
  }
}

// With trials of TF32, as a GPU judges where `tf32`.
Comparison compare_on_gpu(const std::vector<double>& exact, const std::vector<float>& actual,
                          const std::vector<float>& trials, bool tf32 = true) {
  const auto count = static_cast<std::int64_t>(exact.size());
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values("expected.0", "F64", {count}, exact);
  expected.add_values("native.0", "F32", {count}, rounded(exact));
  if (!trials.empty()) expected.add_values("tf32.0", "F32", {1, count}, trials);
  output.meta("outputs", "tensor");
  output.add_values("output.0", "F32", {count}, actual);
  return compare_outputs(expected.bundle(), output.bundle(), {.tf32 = tf32});
}

// Each value off by about `error` of itself, one as the other.
std::vector<float> off_by(const std::vector<double>& exact, double error, unsigned seed) {
  std::vector<double> values = normal_values(exact.size(), seed);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = exact[i] * (1 + error * values[i]);
  return rounded(values);
}

TEST(Judge, WhatProductsLoseInTf32IsLeftRoomForOnAGpuAlone) {
  const auto exact = spread_values(8000);
  const auto close = off_by(exact, 4e-3, 21), trials = off_by(exact, 3e-3, 22);
  EXPECT_FALSE(compare_on_gpu(exact, close, {}).passed);
  EXPECT_TRUE(compare_on_gpu(exact, close, trials).passed);
  EXPECT_FALSE(compare_on_gpu(exact, close, trials, /*tf32=*/false).passed);
  EXPECT_FALSE(compare_on_gpu(exact, off_by(exact, 1e-2, 23), trials).passed);
  // However much TF32 makes of it.
  EXPECT_FALSE(compare_on_gpu(exact, off_by(exact, 2e-2, 24), off_by(exact, 0.1, 25)).passed);
}

Comparison allclose(const std::vector<double>& exact, const std::vector<float>& actual, double rtol,
                    double atol) {
  return compare(exact, actual, {}, {.allclose = Allclose{rtol, atol}});
}

TEST(Allclose, AgreesWithItsDefinitionElementByElement) {
  const auto exact = normal_values(3000);
  const std::vector<float> native = rounded(exact);
  std::vector<float> actual = native;
  for (std::size_t i = 0; i < actual.size(); ++i) actual[i] += 1e-3F * static_cast<float>(i % 7);
  for (const auto& [rtol, atol] : {std::pair{0.0, 0.0}, {1e-3, 0.0}, {0.0, 4e-3}, {1e-2, 1e-3}}) {
    std::int64_t wrong = 0, first = -1;
    double worst = -1, error = 0, bound = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const double off = std::abs(static_cast<double>(actual[i]) - static_cast<double>(native[i]));
      const double allowed = atol + rtol * std::abs(static_cast<double>(native[i]));
      if (off > allowed && wrong++ == 0) first = static_cast<std::int64_t>(i);
      const double ratio = off == 0 ? 0 : off / allowed;
      if (ratio > worst) worst = ratio, error = off, bound = allowed;
    }
    const Comparison result = allclose(exact, actual, rtol, atol);
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.code, "wrong_values");
    EXPECT_EQ(result.wrong_elements, wrong) << rtol << " " << atol;
    EXPECT_EQ(result.first_wrong_index, std::vector<std::int64_t>{first});
    EXPECT_DOUBLE_EQ(result.error, error);
    EXPECT_DOUBLE_EQ(result.bound, bound);
  }
  const Comparison loose = allclose(exact, actual, 0, 7e-3);
  EXPECT_TRUE(loose.passed) << loose.message;
  EXPECT_DOUBLE_EQ(loose.bound, 7e-3);
}

TEST(Judge, AnExactOutputTellsItsBoundToo) {
  EXPECT_EQ(compare({0.5, 2}, {0.5F, 2}).bound, tolerance_of(DType::kF32, false).floor);
  EXPECT_DOUBLE_EQ(allclose({0.5, 2}, {0.5F, 2}, 0.5, 0.25).bound, 0.5);
}

TEST(Allclose, IsWeakerAndStrongerThanTheOwnBounds) {
  const auto exact = normal_values(500);
  std::vector<float> actual = rounded(exact);
  for (float& value : actual) value *= 1.005F;
  EXPECT_FALSE(compare(exact, actual).passed);
  EXPECT_TRUE(allclose(exact, actual, 1e-2, 0).passed);
  actual = rounded(exact);
  actual[3] = std::nextafter(actual[3], 10.0F);
  EXPECT_TRUE(compare(exact, actual).passed);
  EXPECT_FALSE(allclose(exact, actual, 0, 0).passed);
  EXPECT_TRUE(allclose(exact, rounded(exact), 0, 0).passed);
}

TEST(Allclose, NanAndInfinityStandOnlyWhereTheReferenceHasThem) {
  const std::vector<double> exact = {1, kNan, kInf, -kInf, 5};
  EXPECT_TRUE(allclose(exact, {1, kNan, kInf, -kInf, 5}, 1, 1).passed);
  for (const std::vector<float>& actual : {std::vector<float>{1, kNan, -kInf, -kInf, 5},
                                           {1, 0, kInf, -kInf, 5},
                                           {kNan, kNan, kInf, -kInf, 5},
                                           {1, kNan, 3e38F, -kInf, 5}}) {
    const Comparison result = allclose(exact, actual, 1e6, 1e30);
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.wrong_elements, 1);
    EXPECT_TRUE(std::isinf(result.error));
    ASSERT_NE(result.map, nullptr);
  }
  EXPECT_EQ(allclose({1}, {kNan}, 1, 1).code, "non_finite");
}

TEST(Allclose, LoosensNoIntegerNoShapeAndNoDtype) {
  const ValueRule rule = {.allclose = Allclose{1, 1e6}};
  BundleWriter expected, output, narrow;
  for (BundleWriter* writer : {&expected, &output, &narrow}) writer->meta("outputs", "tensor");
  expected.add_values<std::int64_t>("expected.0", "I64", {2}, {1, 2});
  expected.add_values<std::int64_t>("native.0", "I64", {2}, {1, 2});
  output.add_values<std::int64_t>("output.0", "I64", {2}, {1, 3});
  narrow.add_values<std::int32_t>("output.0", "I32", {2}, {1, 2});
  EXPECT_EQ(compare_outputs(expected.bundle(), output.bundle(), rule).code, "wrong_values");
  EXPECT_EQ(compare_outputs(expected.bundle(), narrow.bundle(), rule).code, "wrong_dtype");
}

TEST(Judge, OverflowOfTheNarrowTypeIsHonest) {
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values<double>("expected.0", "F64", {2}, {1.0, 1e6});
  expected.add_values<std::uint16_t>("native.0", "F16", {2}, {0x3C00, 0x7C00});
  output.meta("outputs", "tensor");
  output.add_values<std::uint16_t>("output.0", "F16", {2}, {0x3C00, 0x7C00});
  EXPECT_TRUE(compare_outputs(expected.bundle(), output.bundle()).passed);
}

TEST(Judge, AllZeroAndEmptyReferences) {
  EXPECT_TRUE(compare({0, 0, 0}, {0, 0, 0}).passed);
  EXPECT_FALSE(compare({0, 0, 0}, {0, 0.1F, 0}).passed);
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add("expected.0", "F64", {0, 4}, "");
  expected.add("native.0", "F32", {0, 4}, "");
  output.meta("outputs", "tensor");
  output.add("output.0", "F32", {0, 4}, "");
  EXPECT_TRUE(compare_outputs(expected.bundle(), output.bundle()).passed);
}

struct FormCase {
  const char* tag;
  std::vector<std::int64_t> shape;
  const char* structure;
  const char* code;
};

TEST(Judge, FormComesBeforeValues) {
  const FormCase cases[] = {
      {"F32", {6, 1}, "tensor", "wrong_shape"},
      {"F32", {1, 6}, "tensor", "wrong_shape"},  // would broadcast
      {"I32", {6}, "tensor", "wrong_dtype"},
      {"F32", {6}, "tuple", "wrong_type"},
  };
  BundleWriter expected;
  expected.meta("outputs", "tensor");
  expected.add_values<double>("expected.0", "F64", {6}, {1, 2, 3, 4, 5, 6});
  expected.add_values<float>("native.0", "F32", {6}, {1, 2, 3, 4, 5, 6});
  for (const FormCase& form : cases) {
    BundleWriter output;
    output.meta("outputs", form.structure);
    output.add_values<float>("output.0", form.tag, form.shape, {1, 2, 3, 4, 5, 6});
    const Comparison result = compare_outputs(expected.bundle(), output.bundle());
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.code, form.code);
  }
  EXPECT_EQ(compare_outputs(expected.bundle(), BundleWriter().bundle()).code, "wrong_count");
}

TEST(Judge, IntegersAreExact) {
  BundleWriter expected, output;
  for (BundleWriter* writer : {&expected, &output}) writer->meta("outputs", "tensor");
  expected.add_values<std::int64_t>("expected.0", "I64", {2, 2}, {1, 2, 3, 1LL << 60});
  expected.add_values<std::int64_t>("native.0", "I64", {2, 2}, {1, 2, 3, 1LL << 60});
  output.add_values<std::int64_t>("output.0", "I64", {2, 2}, {1, 2, 3, (1LL << 60) + 1});
  const Comparison result = compare_outputs(expected.bundle(), output.bundle());
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.first_wrong_index, (std::vector<std::int64_t>{1, 1}));
  EXPECT_TRUE(compare_outputs(
                  expected.bundle(),
                  [&] {
                    BundleWriter same;
                    same.meta("outputs", "tensor");
                    same.add_values<std::int64_t>("output.0", "I64", {2, 2}, {1, 2, 3, 1LL << 60});
                    return same.bundle();
                  }())
                  .passed);
}

// Eight numbers, of which those at 2 and 5 may be one more or less.
template <class Own, class Exact>
bool passes_undecided(const char* own, const char* wide, const std::vector<Own>& actual,
                      const std::vector<std::int64_t>& places = {2, 5},
                      const std::string& kind = "", bool tf32 = false) {
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values("expected.0", wide, {8}, std::vector<Exact>{4, 8, 15, 16, 23, 42, 60, 70});
  expected.add_values("native.0", own, {8}, std::vector<Own>{4, 8, 15, 16, 23, 42, 60, 70});
  const auto count = static_cast<std::int64_t>(places.size());
  expected.add_values(kind + "undecided.0", "I64", {count}, places);
  expected.add_values(kind + "choices.0", wide, {count, 2}, std::vector<Exact>{15, 16, 42, 41});
  output.meta("outputs", "tensor");
  output.add_values("output.0", own, {8}, actual);
  return compare_outputs(expected.bundle(), output.bundle(), {.tf32 = tf32}, Maps::kWrong).passed;
}

TEST(Judge, WhatOnlyTf32LeavesOpenIsDecidedWithoutIt) {
  const std::vector<std::int32_t> values = {4, 8, 16, 16, 23, 41, 60, 70};
  for (const bool tf32 : {false, true})
    EXPECT_EQ(
        (passes_undecided<std::int32_t, std::int32_t>("I32", "I32", values, {2, 5}, "tf32_", tf32)),
        tf32);
}

TEST(Judge, EitherSideOfAnEdgeIsRight) {
  const std::vector<std::vector<std::int32_t>> right = {{4, 8, 15, 16, 23, 42, 60, 70},
                                                        {4, 8, 16, 16, 23, 41, 60, 70}};
  // Two steps off, the side on which no answer lies, and one step off where nothing is undecided.
  const std::vector<std::vector<std::int32_t>> wrong = {{4, 8, 17, 16, 23, 42, 60, 70},
                                                        {4, 8, 14, 16, 23, 42, 60, 70},
                                                        {4, 9, 15, 16, 23, 42, 60, 70}};
  const auto integers = [](const std::vector<std::int32_t>& values) {
    return passes_undecided<std::int32_t, std::int32_t>("I32", "I32", values);
  };
  const auto floats = [](const std::vector<std::int32_t>& values) {
    return passes_undecided<float, double>("F32", "F64", {values.begin(), values.end()});
  };
  for (const auto& values : right) EXPECT_TRUE(integers(values) && floats(values));
  for (const auto& values : wrong) EXPECT_FALSE(integers(values) || floats(values));
}

TEST(Judge, PlacesOutOfOrderDecideNothing) {
  using Places = std::vector<std::int64_t>;
  for (const Places& places : {Places{5, 2}, Places{2, 8}, Places{-1, 5}})
    EXPECT_FALSE((passes_undecided<std::int32_t, std::int32_t>(
        "I32", "I32", {4, 8, 16, 16, 23, 42, 60, 70}, places)));
}

TEST(Judge, EveryBoundRejectsZeros) {
  for (int i = 0; i <= static_cast<int>(DType::kF8E5M2); ++i)
    for (const bool tf32 : {false, true}) {
      const Tolerance tolerance = tolerance_of(static_cast<DType>(i), tf32);
      EXPECT_GT(tolerance.floor, 0);
      EXPECT_LE(tolerance.floor, tolerance.cap);
      EXPECT_LE(tolerance.cap, 0.25);
    }
}

// Slow twin: value = (-1)^s 2^(e-15) (1 + f/1024), subnormals and specials apart.
TEST(Numeric, HalfAgreesWithItsDefinition) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const int exponent = static_cast<int>(bits >> 10) & 0x1F;
    const double fraction = (bits & 0x3FF) / 1024.0;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    const float value = half_to_float(static_cast<std::uint16_t>(bits));
    if (exponent == 31) {
      EXPECT_EQ(std::isnan(value), fraction != 0);
      continue;
    }
    const double expected = exponent == 0 ? sign * std::ldexp(fraction, -14)
                                          : sign * std::ldexp(1 + fraction, exponent - 15);
    ASSERT_EQ(static_cast<double>(value), expected) << bits;
  }
}

TEST(Numeric, SmallFloats) {
  EXPECT_EQ(bfloat16_to_float(0x3F80), 1.0F);
  EXPECT_EQ(float8_e4m3_to_float(0x38), 1.0F);
  EXPECT_EQ(float8_e4m3_to_float(0x7E), 448.0F);
  EXPECT_TRUE(std::isnan(float8_e4m3_to_float(0x7F)));
  EXPECT_EQ(float8_e4m3_to_float(0x01), std::ldexp(1.0F, -9));
  EXPECT_EQ(float8_e5m2_to_float(0x3C), 1.0F);
  EXPECT_EQ(float8_e5m2_to_float(0x7B), 57344.0F);
  EXPECT_TRUE(std::isinf(float8_e5m2_to_float(0x7C)));
}

TEST(Judge, ZeroForASmallElementIsFlaggedWherePyTorchKeepsIt) {
  std::vector<double> exact(200, 1.0);
  exact[7] = 2.5e-9;
  std::vector<float> actual = rounded(exact);
  EXPECT_TRUE(compare(exact, actual).flags.empty());
  actual[7] = 0;
  const Comparison lost = compare(exact, actual);
  EXPECT_TRUE(lost.passed) << lost.message;
  EXPECT_EQ(lost.flags, std::vector<std::string>{"small_values_lost"});
  exact[7] = 1e-60;  // PyTorch has zero there, too
  EXPECT_TRUE(compare(exact, actual).flags.empty());
}

// A reference that changes a buffer, of that level; the candidate leaves `kept` there.
Comparison effects(const std::string& level, const std::vector<float>& kept,
                   const std::vector<std::string>& changed) {
  const std::vector<double> exact = {1, 2, 3};
  BundleWriter expected, output;
  expected.meta("effects", R"({"state.mean": ")" + level + R"("})");
  expected.add_values("effect.state.mean", "F64", {3}, exact);
  expected.add_values("effect_native.state.mean", "F32", {3}, rounded(exact));
  if (!kept.empty()) output.add_values("effect.state.mean", "F32", {3}, kept);
  return compare_effects(expected.bundle(), output.bundle(), changed);
}

TEST(Judge, EffectsOfTheReferenceAreAskedForByTheirLevel) {
  const Comparison missing = effects("required", {}, {});
  EXPECT_EQ(missing.code, "missing_effect");
  EXPECT_NE(missing.message.find("state.mean"), std::string::npos) << missing.message;
  const Comparison flagged = effects("flagged", {}, {});
  EXPECT_TRUE(flagged.passed);
  EXPECT_EQ(flagged.flags, std::vector<std::string>{"state_not_updated"});
  const Comparison free = effects("free", {}, {});
  EXPECT_TRUE(free.passed);
  EXPECT_TRUE(free.flags.empty());
}

TEST(Judge, EffectsHaveTheReferencesValues) {
  for (const std::string level : {"required", "flagged", "free"}) {
    EXPECT_TRUE(effects(level, {1, 2, 3}, {"state.mean"}).passed) << level;
    const Comparison wrong = effects(level, {1, 2, 3.01F}, {"state.mean"});
    EXPECT_EQ(wrong.code, "wrong_values") << level;
    EXPECT_TRUE(wrong.message.starts_with("state.mean after forward: ")) << wrong.message;
  }
}

TEST(Judge, WhatTheReferenceLeavesMayNotChange) {
  const Comparison other = effects("required", {1, 2, 3}, {"state.mean", "input.0"});
  EXPECT_EQ(other.code, "mutated_input");
  EXPECT_NE(other.message.find("input.0"), std::string::npos) << other.message;
  EXPECT_TRUE(compare_effects(BundleWriter().bundle(), BundleWriter().bundle(), {}).passed);
}

TEST(Judge, MapsWhereValuesAreWrong) {
  auto exact = normal_values(200);
  auto actual = rounded(exact);
  EXPECT_EQ(compare(exact, actual, {10, 20}).map, nullptr);
  actual[3 * 20 + 4] += 5;
  actual[9 * 20 + 19] = kNan;
  const Comparison mixed = compare(exact, actual, {10, 20});
  ASSERT_NE(mixed.map, nullptr);
  EXPECT_EQ(mixed.map->shape, (std::vector<std::int64_t>{10, 20}));
  EXPECT_EQ(mixed.map->level(9, 19), kMismatchLevel);
  EXPECT_TRUE(is_beyond(mixed.map->level(3, 4)));
  EXPECT_FALSE(is_beyond(mixed.map->level(3, 5)));
  actual[9 * 20 + 19] = 0;
  const Comparison finite = compare(exact, actual, {10, 20});
  std::int64_t beyond = 0;
  for (int level = 0; level < kErrorLevels; ++level)
    if (is_beyond(level)) beyond += finite.map->histogram[static_cast<std::size_t>(level)];
  EXPECT_EQ(beyond, finite.wrong_elements);
  EXPECT_EQ(beyond, 2);
}

TEST(Judge, MapsAreMadeOnlyWhereAskedFor) {
  BundleWriter writer;
  writer.add_values<std::int32_t>("right", "I32", {3}, {1, 2, 3});
  writer.add_values<std::int32_t>("wrong", "I32", {3}, {1, 5, 3});
  const Bundle bundle = writer.bundle();
  const TensorView &right = bundle.tensors.at("right"), &wrong = bundle.tensors.at("wrong");
  const auto map_of = [&](const TensorView& actual, Maps maps) {
    return compare_values(right, right, actual, {}, maps).map;
  };
  EXPECT_EQ(map_of(wrong, Maps::kNone), nullptr);
  EXPECT_EQ(map_of(right, Maps::kWrong), nullptr);
  ASSERT_NE(map_of(wrong, Maps::kWrong), nullptr);
  EXPECT_EQ(map_of(wrong, Maps::kWrong)->levels, (std::vector<std::uint8_t>{0, kMismatchLevel, 0}));
  ASSERT_NE(map_of(right, Maps::kAll), nullptr);
  EXPECT_EQ(map_of(right, Maps::kAll)->histogram[0], 3);
  EXPECT_EQ(effects("required", {9, 9, 9}, {"state.mean"}).map, nullptr);
}

TEST(Judge, ExactOutputsKeepTheMapThatWasAskedFor) {
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values<double>("expected.0", "F64", {3}, {1, 2, 3});
  expected.add_values<float>("native.0", "F32", {3}, {1, 2, 3});
  output.meta("outputs", "tensor");
  output.add_values<float>("output.0", "F32", {3}, {1, 2, 3});
  const Comparison result = compare_outputs(expected.bundle(), output.bundle(), {}, Maps::kAll);
  EXPECT_TRUE(result.passed);
  ASSERT_NE(result.map, nullptr);
  EXPECT_EQ(result.map->histogram[0], 3);
}

TEST(Judge, MapsOfRightOutputsAreMadeOnRequest) {
  const auto exact = normal_values(100);
  BundleWriter expected, output;
  expected.meta("outputs", "tensor");
  expected.add_values("expected.0", "F64", {100}, exact);
  expected.add_values("native.0", "F32", {100}, rounded(exact));
  output.meta("outputs", "tensor");
  output.add_values("output.0", "F32", {100}, rounded(exact));
  const Comparison result = compare_outputs(expected.bundle(), output.bundle(), {}, Maps::kAll);
  EXPECT_TRUE(result.passed);
  ASSERT_NE(result.map, nullptr);
  EXPECT_EQ(result.map->histogram[0], 0);  // rounding is no exactness
}

}  // namespace
}  // namespace nereid::verify

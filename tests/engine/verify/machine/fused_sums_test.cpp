// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and differences of products, beside what real arithmetic makes of them with one rounding
// and with two.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/random.h"
#include "engine/verify/machine/machine.h"
#include "engine/verify/machine/tape.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint64_t kX = 1ULL << 32U, kY = 2ULL << 32U;
constexpr std::size_t kLanes = 64;

// `BODY` makes %o of %a, %b and %c, which lie one behind another in x.
constexpr std::string_view kKernel = R"(module {
  tt.func private @times(%v: TENSOR, %w: TENSOR) -> TENSOR attributes {noinline = false} {
    %m = arith.mulf %v, %w : TENSOR
    tt.return %m : TENSOR
  }
  tt.func private @minus(%v: TENSOR, %w: TENSOR) -> TENSOR attributes {noinline = false} {
    %d = arith.subf %v, %w : TENSOR
    tt.return %d : TENSOR
  }
  tt.func public @sums(%x: !tt.ptr<KIND>, %y: !tt.ptr<KIND>) {
    %at = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %n = arith.constant dense<64> : tensor<64xi32>
    %px = tt.splat %x : !tt.ptr<KIND> -> tensor<64x!tt.ptr<KIND>>
    %pa = tt.addptr %px, %at : tensor<64x!tt.ptr<KIND>>, tensor<64xi32>
    %pb = tt.addptr %pa, %n : tensor<64x!tt.ptr<KIND>>, tensor<64xi32>
    %pc = tt.addptr %pb, %n : tensor<64x!tt.ptr<KIND>>, tensor<64xi32>
    %a = tt.load %pa : tensor<64x!tt.ptr<KIND>>
    %b = tt.load %pb : tensor<64x!tt.ptr<KIND>>
    %c = tt.load %pc : tensor<64x!tt.ptr<KIND>>
BODY
    %py = tt.splat %y : !tt.ptr<KIND> -> tensor<64x!tt.ptr<KIND>>
    %po = tt.addptr %py, %at : tensor<64x!tt.ptr<KIND>>, tensor<64xi32>
    tt.store %po, %o : tensor<64x!tt.ptr<KIND>>
    tt.return
  }
}
)";

std::string replaced(std::string text, std::string_view word, std::string_view by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at))
    text.replace(at, word.size(), by), at += by.size();
  return text;
}

std::string text_of(std::string_view body, std::string_view kind) {
  const std::string tensor = "tensor<64x" + std::string(kind) + ">";
  std::string text = replaced(std::string(kKernel), "BODY", body);
  return replaced(replaced(std::move(text), "TENSOR", tensor), "KIND", kind);
}

template <class T>
std::vector<T> numbers() {
  std::vector<T> values(3 * kLanes);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(mix_seed(7, 0, i) % 2000003) / T{1000001} - T{1};
  return values;
}

template <class T>
Buffer buffer(std::uint64_t address, std::vector<T>& values, const char* name) {
  return {address,
          reinterpret_cast<std::byte*>(values.data()),
          values.size() * sizeof(T),
          sizeof(T),
          name,
          nullptr};
}

template <class T>
std::vector<T> run(std::string_view body, std::vector<T> x, bool fuses) {
  std::vector<T> y(kLanes);
  const auto kernel = Kernel::read(text_of(body, sizeof(T) == 8 ? "f64" : "f32"), "sums");
  EXPECT_TRUE(kernel) << (kernel ? "" : kernel.error().message);
  if (!kernel) return y;
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY)};
  launch.fuses = fuses;
  const std::vector<Buffer> buffers = {buffer(kX, x, "x"), buffer(kY, y, "y")};
  const auto outcome = kernel->run(launch, buffers);
  EXPECT_TRUE(outcome && outcome->findings.empty());
  return y;
}

// `once(a, b, c)` and `twice(a, b, c)`: what one lane is with one rounding and with two.
template <class T, class Once, class Twice>
void expect_both(std::string_view body, Once once, Twice twice) {
  const std::vector<T> x = numbers<T>();
  const std::vector<T> fused = run<T>(body, x, true), plain = run<T>(body, x, false);
  bool differ = false;
  for (std::size_t i = 0; i < kLanes; ++i) {
    const T a = x[i], b = x[kLanes + i], c = x[2 * kLanes + i];
    EXPECT_EQ(fused[i], once(a, b, c)) << body << " lane " << i;
    EXPECT_EQ(plain[i], twice(a, b, c)) << body << " lane " << i;
    differ |= fused[i] != plain[i];
  }
  EXPECT_TRUE(differ) << body;
}

// No compiler of these tests may fuse what is to be rounded.
template <class T>
T product(T a, T b) {
  volatile T rounded = a * b;
  return rounded;
}

template <class T>
class FusedSums : public testing::Test {};
using Kinds = testing::Types<float, double>;
TYPED_TEST_SUITE(FusedSums, Kinds);

TYPED_TEST(FusedSums, AreRoundedOnce) {
  using T = TypeParam;
  const auto mul_add = [](T a, T b, T c) { return std::fma(a, b, c); };
  const auto add = [](T a, T b, T c) { return product(a, b) + c; };
  constexpr std::string_view kM = "    %m = arith.mulf %a, %b : TENSOR\n";
  const auto body = [&](std::string_view rest) { return std::string(kM) + std::string(rest); };
  expect_both<T>(body("    %o = arith.addf %m, %c : TENSOR"), mul_add, add);
  expect_both<T>(body("    %o = arith.addf %c, %m : TENSOR"), mul_add, add);
  expect_both<T>(
      body("    %o = arith.subf %m, %c : TENSOR"), [](T a, T b, T c) { return std::fma(a, b, -c); },
      [](T a, T b, T c) { return product(a, b) - c; });
  expect_both<T>(
      body("    %o = arith.subf %c, %m : TENSOR"), [](T a, T b, T c) { return std::fma(-a, b, c); },
      [](T a, T b, T c) { return c - product(a, b); });
  expect_both<T>(
      body("    %q = arith.mulf %c, %c : TENSOR\n"
           "    %o = arith.subf %m, %q : TENSOR"),
      [](T a, T b, T c) { return std::fma(a, b, -product(c, c)); },
      [](T a, T b, T c) { return product(a, b) - product(c, c); });
  // What the product is besides stays rounded.
  expect_both<T>(
      body("    %s = arith.subf %m, %m : TENSOR\n"
           "    %o = arith.addf %s, %s : TENSOR"),
      [](T a, T b, T) { return 2 * std::fma(a, b, -product(a, b)); }, [](T, T, T) { return T{0}; });
}

TYPED_TEST(FusedSums, ReachThroughFunctionsAndShapes) {
  using T = TypeParam;
  const auto once = [](T a, T b, T c) { return std::fma(a, b, -c); };
  const auto twice = [](T a, T b, T c) { return product(a, b) - c; };
  const std::string kind = sizeof(T) == 8 ? "f64" : "f32";
  expect_both<T>(
      "    %m = tt.call @times(%a, %b) : (TENSOR, TENSOR) -> TENSOR\n"
      "    %o = tt.call @minus(%m, %c) : (TENSOR, TENSOR) -> TENSOR",
      once, twice);
  expect_both<T>(
      "    %m = arith.mulf %a, %b : TENSOR\n"
      "    %1 = tt.reshape %m : TENSOR -> tensor<8x8xKIND>\n"
      "    %2 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<8x8xKIND> -> tensor<8x8xKIND>\n"
      "    %3 = tt.reshape %c : TENSOR -> tensor<8x8xKIND>\n"
      "    %4 = tt.trans %3 {order = array<i32: 1, 0>} : tensor<8x8xKIND> -> tensor<8x8xKIND>\n"
      "    %5 = arith.subf %2, %4 : tensor<8x8xKIND>\n"
      "    %6 = tt.trans %5 {order = array<i32: 1, 0>} : tensor<8x8xKIND> -> tensor<8x8xKIND>\n"
      "    %o = tt.reshape %6 : tensor<8x8xKIND> -> TENSOR",
      once, twice);
}

// The product is told as it is rounded, the sum as it came out.
TEST(FusedSumsOnATape, HaveTheirOwnValues) {
  const auto kernel = Kernel::read(text_of("    %m = arith.mulf %a, %b : TENSOR\n"
                                           "    %o = arith.subf %m, %m : TENSOR",
                                           "f32"),
                                   "sums");
  ASSERT_TRUE(kernel) << kernel.error().message;
  std::vector<float> x = numbers<float>(), y(kLanes);
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY)};
  launch.fuses = true;
  const std::vector<Buffer> buffers = {buffer(kX, x, "x"), buffer(kY, y, "y")};
  const auto tape = record_tape(*kernel, launch, buffers, TapeRequest{});
  ASSERT_TRUE(tape) << tape.error().message;
  const auto store = tape->store_to(kY, static_cast<std::uint32_t>(tape->events.size()));
  ASSERT_TRUE(store);
  const auto chain = tape->chain(tape->stored_value(store->event), {0});
  std::vector<std::string> names;
  for (const ChainLink& link : chain)
    names.push_back(tape->operation_of(tape->values[link.value].event).name);
  EXPECT_NE(std::find(names.begin(), names.end(), "arith.subf"), names.end());
  EXPECT_NE(std::find(names.begin(), names.end(), "arith.mulf"), names.end());
  EXPECT_EQ(y[0], std::fma(x[0], x[kLanes], -product(x[0], x[kLanes])));
}

}  // namespace
}  // namespace nereid::verify::machine

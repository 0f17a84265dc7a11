// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/tape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "tests/engine/verify/machine/texts.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint64_t kX = 1ULL << 32U, kY = 2ULL << 32U, kZ = 3ULL << 32U;

Buffer buffer(std::uint64_t address, std::vector<float>& values, const std::string& name) {
  return {address,
          reinterpret_cast<std::byte*>(values.data()),
          values.size() * sizeof(float),
          sizeof(float),
          name,
          nullptr};
}

std::vector<float> numbers(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

Tape tape_of(const Kernel& kernel, const Launch& launch, const std::vector<Buffer>& buffers,
             std::uint32_t program) {
  TapeRequest request;
  request.program = program;
  auto tape = record_tape(kernel, launch, buffers, request);
  EXPECT_TRUE(tape) << (tape ? "" : tape.error().message);
  return tape ? *std::move(tape) : Tape{};
}

/// Chain of the element at an address: of the value that the last store put there.
std::vector<ChainLink> chain_of(const Tape& tape, std::uint64_t address) {
  const auto store = tape.store_to(address, static_cast<std::uint32_t>(tape.events.size()));
  if (!store) return {};
  const std::uint32_t value = tape.stored_value(store->event);
  const bool scalar = tape.form(value).lanes() == 1;
  return tape.chain(value, {scalar ? 0 : static_cast<std::uint32_t>(store->lane)});
}

/// Elements that the loads of a chain took from memory: "x[3]".
std::set<std::string> loaded(const Tape& tape, const std::vector<ChainLink>& chain) {
  std::set<std::string> places;
  for (const ChainLink& link : chain) {
    const std::uint32_t event = tape.values[link.value].event;
    if (!tape.operation_of(event).loads) continue;
    for (const std::uint32_t lane : link.lanes)
      if (const auto address = tape.address(event, lane)) places.insert(tape.place_text(*address));
  }
  return places;
}

std::vector<std::string> operations(const Tape& tape, const std::vector<ChainLink>& chain) {
  std::vector<std::string> names;
  for (const ChainLink& link : chain)
    names.push_back(tape.operation_of(tape.values[link.value].event).name);
  return names;
}

// A loop that carries a value: the sum of a row comes from all of its elements, and from no other.
TEST(Tape, FollowsALoopToItsLoads) {
  const auto kernel = Kernel::read(std::string(kRowSum));
  ASSERT_TRUE(kernel) << kernel.error().message;
  std::vector<float> x = numbers(3 * 200), y(3);
  Launch launch;
  launch.grid = {3, 1, 1};
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(200)};
  const std::vector<Buffer> buffers = {buffer(kX, x, "x"), buffer(kY, y, "y")};
  const Tape tape = tape_of(*kernel, launch, buffers, 1);
  EXPECT_EQ(tape.program[0], 1);
  EXPECT_FLOAT_EQ(y[1], 100.5F * 200 + 200 * 200);
  EXPECT_FLOAT_EQ(y[2], 100.5F * 200 + 400 * 200) << "the other programs run as ever";

  const auto chain = chain_of(tape, kY + 4);
  std::set<std::string> row;
  for (int i = 200; i < 400; ++i) row.insert("x[" + std::to_string(i) + "]");
  EXPECT_EQ(loaded(tape, chain), row);
  const auto names = operations(tape, chain);
  EXPECT_EQ(names.front(), "tt.reduce");
  EXPECT_EQ(std::count(names.begin(), names.end(), "tt.load"), 4);
  EXPECT_EQ(std::count(names.begin(), names.end(), "arith.addf"), 4);
  EXPECT_EQ(tape.number(chain.front().value, 0), y[1]);
  EXPECT_EQ(tape.form(chain.front().value).name, "s");
  // The counter of the loop, as each turn leaves it.
  std::vector<double> counters;
  for (std::uint32_t i = 0; i < tape.values.size(); ++i)
    if (tape.form(i).name == "start") counters.push_back(tape.number(i, 0));
  EXPECT_EQ(counters, (std::vector<double>{64, 128, 192, 256}));
}

// out[i, j] = sum_k a[i, k] * b[k, j] + row[j], transposed in registers before it is stored.
constexpr std::string_view kProduct = R"(module {
  tt.func public @product(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.0> : tensor<16x16xf32>
    %sixteen = arith.constant dense<16> : tensor<16x1xi32>
    %i = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %row = tt.expand_dims %i {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %column = tt.expand_dims %i {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %far = arith.muli %row, %sixteen : tensor<16x1xi32>
    %rows = tt.broadcast %far : tensor<16x1xi32> -> tensor<16x16xi32>
    %columns = tt.broadcast %column : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %rows, %columns : tensor<16x16xi32>
    %pa = tt.splat %a : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %pa_1 = tt.addptr %pa, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %pb = tt.splat %b : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %pb_1 = tt.addptr %pb, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %va = tt.load %pa_1 : tensor<16x16x!tt.ptr<f32>>
    %vb = tt.load %pb_1 : tensor<16x16x!tt.ptr<f32>>
    %c = tt.dot %va, %vb, %zero, inputPrecision = ieee : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %t = tt.trans %c {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
    %po = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %po_1 = tt.addptr %po, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %po_1, %t : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
)";

TEST(Tape, KnowsWhichLanesMeet) {
  const auto kernel = Kernel::read(std::string(kProduct));
  ASSERT_TRUE(kernel) << kernel.error().message;
  std::vector<float> a = numbers(256), b = numbers(256), out(256);
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(kZ)};
  const std::vector<Buffer> buffers = {buffer(kX, a, "a"), buffer(kY, b, "b"),
                                       buffer(kZ, out, "out")};
  const Tape tape = tape_of(*kernel, launch, buffers, 0);
  // out[3, 5] is c[5, 3]: row 5 of a, column 3 of b.
  const auto chain = chain_of(tape, kZ + (3 * 16 + 5) * 4);
  std::set<std::string> expected;
  for (int k = 0; k < 16; ++k) {
    expected.insert("a[" + std::to_string(5 * 16 + k) + "]");
    expected.insert("b[" + std::to_string(k * 16 + 3) + "]");
  }
  EXPECT_EQ(loaded(tape, chain), expected);
  EXPECT_EQ(tape.number(chain.front().value, chain.front().lanes.front()), out[3 * 16 + 5]);
}

// Two numbers that a program stored are loaded again, in another order.
constexpr std::string_view kScratch = R"(module {
  tt.func public @scratch(%x: !tt.ptr<f32>, %s: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %seven = arith.constant dense<7> : tensor<8xi32>
    %six = arith.constant dense<6> : tensor<8xi32>
    %other = arith.constant dense<-1.0> : tensor<8xf32>
    %back = arith.subi %seven, %i : tensor<8xi32>
    %m = arith.cmpi slt, %i, %six : tensor<8xi32>
    %px = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %px_1 = tt.addptr %px, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %v = tt.load %px_1, %m, %other : tensor<8x!tt.ptr<f32>>
    %ps = tt.splat %s : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %ps_1 = tt.addptr %ps, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.store %ps_1, %v : tensor<8x!tt.ptr<f32>>
    gpu.barrier
    %ps_2 = tt.addptr %ps, %back : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %w = tt.load %ps_2 : tensor<8x!tt.ptr<f32>>
    %py = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %py_1 = tt.addptr %py, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.store %py_1, %w : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
)";

TEST(Tape, GoesThroughMemoryAndMasks) {
  const auto kernel = Kernel::read(std::string(kScratch));
  ASSERT_TRUE(kernel) << kernel.error().message;
  std::vector<float> x = numbers(8), s(8), y(8);
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(kZ)};
  const std::vector<Buffer> buffers = {buffer(kX, x, "x"), buffer(kY, s, "s"), buffer(kZ, y, "y")};
  const Tape tape = tape_of(*kernel, launch, buffers, 0);
  EXPECT_EQ(loaded(tape, chain_of(tape, kZ + 4 * 4)), (std::set<std::string>{"s[3]", "x[3]"}));
  // Lane 7 was masked off: what it has comes from the constant that stands in.
  const auto masked = chain_of(tape, kZ);
  EXPECT_EQ(loaded(tape, masked), (std::set<std::string>{"s[7]"}));
  const auto names = operations(tape, masked);
  EXPECT_EQ(names.back(), "arith.constant");
  EXPECT_EQ(tape.text(masked.back().value, masked.back().lanes.front()), "-1");
}

TEST(Tape, NamesTheProgramThatStores) {
  const auto kernel = Kernel::read(std::string(kRowSum));
  ASSERT_TRUE(kernel);
  std::vector<float> x = numbers(3 * 64), y(4, 9.0F);
  Launch launch;
  launch.grid = {3, 1, 1};
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(64)};
  const std::vector<Buffer> buffers = {buffer(kX, x, "x"), buffer(kY, y, "y")};
  const auto third = program_that_stores(*kernel, launch, buffers, kY + 8);
  ASSERT_TRUE(third);
  EXPECT_EQ(*third, 2U);
  const auto nobody = program_that_stores(*kernel, launch, buffers, kY + 12);
  ASSERT_TRUE(nobody);
  EXPECT_FALSE(*nobody);
  EXPECT_EQ(y, std::vector<float>(4, 9.0F)) << "it runs on a copy";
  TapeRequest none;
  none.program = 3;
  EXPECT_FALSE(record_tape(*kernel, launch, buffers, none));
}

TEST(Tape, KeepsNoMoreThanItMay) {
  const auto kernel = Kernel::read(std::string(kRowSum));
  ASSERT_TRUE(kernel);
  std::vector<float> x = numbers(6400), y(1);
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(6400)};
  const std::vector<Buffer> buffers = {buffer(kX, x, "x"), buffer(kY, y, "y")};
  TapeRequest request;
  request.most_bytes = 10000;
  const auto tape = record_tape(*kernel, launch, buffers, request);
  ASSERT_TRUE(tape);
  EXPECT_TRUE(tape->is_cut);
  EXPECT_LT(tape->bytes.size(), 11000U);
  EXPECT_GT(y[0], 0) << "the program itself runs to its end";
}

TEST(Tape, SurvivesItsFile) {
  const auto kernel = Kernel::read(std::string(kProduct));
  ASSERT_TRUE(kernel);
  std::vector<float> a = numbers(256), b = numbers(256), out(256);
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(kZ)};
  const std::vector<Buffer> buffers = {buffer(kX, a, "a"), buffer(kY, b, "b"),
                                       buffer(kZ, out, "out")};
  const Tape tape = tape_of(*kernel, launch, buffers, 0);
  const std::string text = dump_json(tape.json());
  const auto parsed = parse_json(text);
  ASSERT_TRUE(parsed);
  const auto again = Tape::of_json(*parsed);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(dump_json(again->json()), text);
  EXPECT_EQ(loaded(*again, chain_of(*again, kZ)), loaded(tape, chain_of(tape, kZ)));
}

// Any number of a file changed: it is refused, or everything about it can still be asked.
TEST(Tape, OfAFaultyFileIsRefusedOrHarmless) {
  const auto kernel = Kernel::read(std::string(kScratch));
  ASSERT_TRUE(kernel);
  std::vector<float> x = numbers(8), s(8), y(8);
  Launch launch;
  launch.arguments = {Argument::of(kX), Argument::of(kY), Argument::of(kZ)};
  const std::vector<Buffer> buffers = {buffer(kX, x, "x"), buffer(kY, s, "s"), buffer(kZ, y, "y")};
  const Json good = Json::parse(dump_json(tape_of(*kernel, launch, buffers, 0).json()));
  const Json flat = good.flatten();
  std::vector<std::string> paths;
  for (const auto& [path, value] : flat.items())
    if (value.is_number()) paths.push_back(path);
  std::size_t refused = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Json bad = flat;
    const std::string& path = paths[mix_seed(7, 1, i) % paths.size()];
    static constexpr std::array<std::int64_t, 7> kFaults = {0, 1, -1, 5, 100, 1 << 20, 4294967295};
    bad[path] = kFaults.at(mix_seed(7, 2, i) % kFaults.size());
    const auto tape = Tape::of_json(bad.unflatten());
    if (!tape) {
      ++refused;
      continue;
    }
    for (std::uint32_t value = 0; value < tape->values.size(); ++value) {
      const std::size_t lanes = tape->form(value).lanes();
      if (tape->values[value].result == kNoTapeValue) continue;
      (void)tape->text(value, lanes - 1);
      (void)tape->chain(value, {static_cast<std::uint32_t>(lanes - 1)});
    }
  }
  EXPECT_GT(refused, 50U);
}

}  // namespace
}  // namespace nereid::verify::machine

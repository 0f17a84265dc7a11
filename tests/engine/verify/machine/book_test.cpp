// SPDX-License-Identifier: GPL-3.0-or-later
// The book keeps one mark for a block of elements where it can. That must show nowhere: a launch
// whose buffers begin some elements earlier, so that no access meets a whole block, has the same
// findings.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/verify/machine/machine.h"

namespace nereid::verify::machine {
namespace {

constexpr std::uint64_t kAddress = 1ULL << 32U;
constexpr std::size_t kElements = 640;

/// A kernel whose programs load, store and add atomically here and there in one buffer.
class RandomKernel {
 public:
  explicit RandomKernel(std::uint64_t seed) : seed_(seed) {
    for (std::uint64_t left = draw(6) + 2; left > 0; --left) access();
  }

  std::string text() const {
    return "module {\ntt.func public @k(%x: !tt.ptr<f32>) {\n%id = tt.get_program_id x : i32\n" +
           body_ + "tt.return\n}\n}\n";
  }

 private:
  std::uint64_t draw(std::uint64_t below) { return mix_seed(seed_, 1, drawn_++) % below; }
  template <std::size_t N>
  int one_of(const int (&values)[N]) {
    return values[draw(N)];
  }

  void access() {
    const std::size_t i = accesses_++;
    const int width = one_of({16, 32, 32, 64, 128}), on = one_of({width, width, width / 2 + 7});
    if (draw(8) == 0) body_ += "gpu.barrier\n";
    addresses(i, width, one_of({0, 0, 8, 32, 64}), one_of({0, 0, 5, 16, 32, 96}));
    body_ += fmt::format(
        "%n{0} = arith.constant dense<{2}> : tensor<{1}xi32>\n"
        "%m{0} = arith.cmpi slt, %r{0}, %n{0} : tensor<{1}xi32>\n"
        "%f{0} = arith.sitofp %id : i32 to f32\n"
        "%v{0} = tt.splat %f{0} : f32 -> tensor<{1}xf32>\n",
        i, width, on);
    const std::uint64_t kind = draw(16);
    if (kind < 8)
      body_ += fmt::format("%l{0} = tt.load %p{0}, %m{0} : tensor<{1}x!tt.ptr<f32>>\n", i, width);
    else if (kind < 15)
      body_ += fmt::format("tt.store %p{0}, %v{0}, %m{0} : tensor<{1}x!tt.ptr<f32>>\n", i, width);
    else
      body_ += fmt::format(
          "%a{0} = tt.atomic_rmw fadd, relaxed, gpu, %p{0}, %v{0}, %m{0} : "
          "(tensor<{1}x!tt.ptr<f32>>, tensor<{1}xf32>, tensor<{1}xi1>) -> tensor<{1}xf32>\n",
          i, width);
  }

  // Of lanes one behind another, from id * stride + first on.
  void addresses(std::size_t i, int width, int stride, int first) {
    body_ += fmt::format(
        "%s{0} = arith.constant {2} : i32\n%o{0} = arith.constant {3} : i32\n"
        "%d{0} = arith.muli %id, %s{0} : i32\n%b{0} = arith.addi %d{0}, %o{0} : i32\n"
        "%q{0} = tt.addptr %x, %b{0} : !tt.ptr<f32>, i32\n"
        "%u{0} = tt.splat %q{0} : !tt.ptr<f32> -> tensor<{1}x!tt.ptr<f32>>\n"
        "%r{0} = tt.make_range {{end = {1} : i32, start = 0 : i32}} : tensor<{1}xi32>\n"
        "%p{0} = tt.addptr %u{0}, %r{0} : tensor<{1}x!tt.ptr<f32>>, tensor<{1}xi32>\n",
        i, width, stride, first);
  }

  std::uint64_t seed_, drawn_ = 0;
  std::size_t accesses_ = 0;
  std::string body_;
};

/// What a launch does whose buffer has so many elements before the first that the kernel knows.
struct Told {
  std::vector<std::string> findings;
  std::vector<std::uint64_t> work;
  std::vector<float> values;
  std::vector<std::uint8_t> stored;
  bool operator==(const Told&) const = default;
};

Told told(const Kernel& kernel, std::uint64_t seed, std::size_t before) {
  std::vector<float> values(before + kElements, 1.0F);
  std::vector<std::uint8_t> stored(values.size() * sizeof(float));
  const Buffer buffer{kAddress,      reinterpret_cast<std::byte*>(values.data()),
                      stored.size(), sizeof(float),
                      "x",           stored.data()};
  Launch launch;
  launch.grid = {static_cast<std::int32_t>(seed % 6 + 1), 1, 1};
  launch.seed = seed;
  launch.arguments = {Argument::of(static_cast<std::int64_t>(kAddress + before * sizeof(float)))};
  const auto outcome = kernel.run(launch, {&buffer, 1});
  EXPECT_TRUE(outcome) << outcome.error().message;
  Told answer;
  for (const Finding& finding : outcome->findings)
    answer.findings.push_back(fmt::format("{} {} {} {}", finding_name(finding.kind),
                                          finding.operation, finding.program[0],
                                          finding.element - static_cast<std::int64_t>(before)));
  const Work& work = outcome->work;
  answer.work = {work.distinct_loaded_bytes, work.distinct_stored_bytes,
                 work.distinct_updated_bytes};
  const auto skip = static_cast<std::ptrdiff_t>(before);
  answer.values.assign(values.begin() + skip, values.end());
  answer.stored.assign(stored.begin() + skip * static_cast<std::ptrdiff_t>(sizeof(float)),
                       stored.end());
  return answer;
}

TEST(Book, AMarkForABlockFindsWhatMarksOfElementsFind) {
  std::size_t clean = 0, faulty = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = RandomKernel(seed).text();
    const auto kernel = Kernel::read(text);
    ASSERT_TRUE(kernel) << kernel.error().message << "\n" << text;
    const Told by_blocks = told(*kernel, seed, 0), by_elements = told(*kernel, seed, 3);
    ASSERT_EQ(by_blocks.findings, by_elements.findings) << text;
    ASSERT_TRUE(by_blocks == by_elements) << text;
    (by_blocks.findings.empty() ? clean : faulty) += 1;
  }
  EXPECT_GT(clean, 200U);
  EXPECT_GT(faulty, 200U);
}

}  // namespace
}  // namespace nereid::verify::machine

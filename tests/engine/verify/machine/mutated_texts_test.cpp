// SPDX-License-Identifier: GPL-3.0-or-later
// Texts with faults: the machine reads or refuses each, by a line, and runs what it has read.
// NEREID_FUZZ_SECONDS=3600 goes on for an hour, NEREID_MACHINE_IR names a folder of further texts
// (*.ttir); both for the asan preset.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/verify/machine/machine.h"
#include "tests/engine/verify/machine/hostile_text.h"
#include "tests/engine/verify/machine/texts.h"

namespace nereid::verify::machine {
namespace {

std::vector<std::string> originals() {
  std::vector<std::string> texts(kTexts.begin(), kTexts.end());
  if (const char* folder = std::getenv("NEREID_MACHINE_IR"))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".ttir")
        if (auto text = read_file(entry.path())) texts.push_back(std::move(*text));
  return texts;
}

/// Faults out of a seed.
class Mutation {
 public:
  explicit Mutation(std::uint64_t seed) : seed_(seed) {}

  void apply(std::string& text) {
    for (std::uint64_t faults = draw(4) + 1; faults > 0 && !text.empty(); --faults) one(text);
  }

 private:
  std::uint64_t draw(std::uint64_t below) { return mix_seed(seed_, 2, count_++) % below; }

  // A word: from a place to the next blank or bracket.
  std::pair<std::size_t, std::size_t> word(const std::string& text) {
    const std::size_t begin = draw(text.size());
    const std::size_t end = text.find_first_of(" ,()<>{}\n", begin + 1);
    return {begin, std::min(end, text.size()) - begin};
  }

  void one(std::string& text) {
    static constexpr std::array<std::string_view, 34> kWords = {"0",
                                                                "-1",
                                                                "1073741824",
                                                                "9223372036854775807",
                                                                "0xFFFFFFFFFFFFFFFF",
                                                                "f64",
                                                                "i1",
                                                                "tensor<1048576xf64>",
                                                                "!tt.ptr<i8>",
                                                                "%n",
                                                                "%x",
                                                                "{",
                                                                "}",
                                                                "\"",
                                                                "$0",
                                                                "$1",
                                                                "${7}",
                                                                "$$",
                                                                "add.f32",
                                                                "cvt.rn.f16x2.f32",
                                                                "cvt.rzi.s8.f64",
                                                                "div.s32",
                                                                "bfi.b64",
                                                                "setp.lt.f16x2",
                                                                "ld.global.u32",
                                                                ".reg .pred p;",
                                                                "@!%p1",
                                                                "a<1000000>",
                                                                "0f7FC00000",
                                                                "0d",
                                                                "%tid.x",
                                                                "/*",
                                                                "\\0A",
                                                                ";"};
    switch (draw(7)) {
      case 0:
        text[draw(text.size())] = static_cast<char>(draw(256));
        return;
      case 1: {
        const auto [begin, size] = word(text);
        text.erase(begin, size);
        return;
      }
      case 2: {
        const auto [begin, size] = word(text);
        text.replace(begin, size, kWords.at(draw(kWords.size())));
        return;
      }
      case 3: {  // another word of the text
        const auto [begin, size] = word(text);
        const std::string copy = text.substr(begin, size);
        const auto [at, length] = word(text);
        text.replace(at, length, copy);
        return;
      }
      case 4: {  // a line twice, or gone
        const std::size_t begin = text.rfind('\n', draw(text.size()));
        if (begin == std::string::npos) return;
        const std::size_t end = text.find('\n', begin + 1);
        const std::string line = text.substr(begin, end - begin);
        if (draw(2) == 0)
          text.erase(begin, line.size());
        else
          text.insert(begin, line);
        return;
      }
      case 5:
        text.resize(draw(text.size()));
        return;
      default:  // many of one letter
        text.insert(draw(text.size()), std::string(draw(3000), "([{<"[draw(4)]));
    }
  }

  std::uint64_t seed_;
  std::uint64_t count_ = 0;
};

TEST(MutatedTexts, NeverCrashTheMachine) {
  const std::vector<std::string> texts = originals();
  for (const std::string& text : texts) {
    const Result<Kernel> kernel = Kernel::read(text);
    EXPECT_TRUE(kernel) << kernel.error().message;
  }
  const char* seconds = std::getenv("NEREID_FUZZ_SECONDS");
  const double limit_s = seconds ? std::atof(seconds) : 0;
  constexpr std::uint64_t kTries = 3000;
  const Stopwatch watch;
  for (std::uint64_t seed = 0; seed < kTries || watch.elapsed_s() < limit_s; ++seed) {
    std::string text = texts.at(seed % texts.size());
    Mutation(seed).apply(text);
    SCOPED_TRACE(fmt::format("seed {}", seed));
    EXPECT_TRUE(is_read_or_refused(std::move(text)));
  }
}

TEST(MutatedTexts, AreRefusedByLineAndName) {
  const auto refused = [](std::string_view from, std::string_view to) {
    std::string text(kRowSum);
    text.replace(text.find(from), from.size(), to);
    const Result<Kernel> kernel = Kernel::read(text);
    return kernel ? std::string() : kernel.error().message;
  };
  EXPECT_EQ(refused("arith.addi", "arith.added"), "line 11: operation arith.added is not known");
  EXPECT_EQ(refused("%at_1, %at ", "%at_9, %at "), "line 11: %at_9 is used before it is defined");
  EXPECT_EQ(refused("dense<0.000000e+00> : tensor<64xf32>", "dense<0.0> : tensor<60xf32>"),
            "line 6: a dimension of 60, expected a power of two up to 1048576");
  EXPECT_NE(refused("%at_1, %at : tensor<64xi32>", "%at_1, %n : tensor<64xi32>")
                .find("line 11: arith.addi: operand 1 is i32, expected tensor<64xi32>"),
            std::string::npos);
  EXPECT_NE(refused("slt", "almost").find("tensor"), 0U);
  EXPECT_NE(refused("scf.yield %acc_7 : tensor<64xf32> loc(#loc4)", "").find("scf.for"),
            std::string::npos);
}

TEST(MutatedTexts, DeepNestingIsRefused) {
  std::string text = "module { tt.func public @deep(%c: i1) {\n";
  for (int i = 0; i < 100000; ++i) text += "scf.if %c {\n";
  EXPECT_FALSE(Kernel::read(text));
  EXPECT_FALSE(Kernel::read("module attributes {a = " + std::string(100000, '[')));
  EXPECT_FALSE(Kernel::read("#l = loc(" + std::string(100000, '(')));
  std::string types = "module { tt.func public @t(%x: ";
  for (int i = 0; i < 100000; ++i) types += "!tt.ptr<";
  EXPECT_FALSE(Kernel::read(types));
}

}  // namespace
}  // namespace nereid::verify::machine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/parse_artefacts.h"

#include <gtest/gtest.h>

#include <random>

namespace nereid::verify {
namespace {

constexpr const char* kText =
    R"({"kernels":[[{"level":"ttir","text":"a\nb\n","lines":[3,0,0],"note":""},)"
    R"({"level":"sass","text":"","lines":[],"note":"none here"}],[]]})";

TEST(Artefacts, KernelsKeepTheirOrder) {
  const auto kernels = parse_artefacts(kText);
  ASSERT_TRUE(kernels) << kernels.error().message;
  ASSERT_EQ(kernels->size(), 2U);
  ASSERT_EQ((*kernels)[0].levels.size(), 2U);
  EXPECT_EQ((*kernels)[0].levels[0].level, "ttir");
  EXPECT_EQ((*kernels)[0].levels[0].text, "a\nb\n");
  EXPECT_EQ((*kernels)[0].levels[0].lines, (std::vector<int>{3, 0, 0}));
  EXPECT_EQ((*kernels)[0].levels[1].note, "none here");
  EXPECT_TRUE((*kernels)[1].levels.empty());
}

TEST(Artefacts, EachLineOfATextHasAnEntry) {
  const auto kernels =
      parse_artefacts(R"({"kernels":[[{"level":"ptx","text":"a\nb\nc","lines":[1,-7,3,4,5]},)"
                      R"({"level":"ptx","text":"a\nb\nc","lines":"none"}]]})");
  ASSERT_TRUE(kernels);
  EXPECT_EQ((*kernels)[0].levels[0].lines, (std::vector<int>{1, 0, 3}));
  EXPECT_EQ((*kernels)[0].levels[1].lines, (std::vector<int>{0, 0, 0}));
}

TEST(Artefacts, WhatIsNoneIsAnError) {
  for (const char* text : {"", "[]", "{}", R"({"kernels":3})", R"({"kernels":[3]})", "\xff"})
    EXPECT_FALSE(parse_artefacts(text)) << text;
}

TEST(Artefacts, SurvivesDamage) {
  std::mt19937 random(7);
  const std::string whole = kText;
  int read = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string text = whole;
    text[random() % text.size()] = static_cast<char>(random());
    read += parse_artefacts(text) ? 1 : 0;
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace nereid::verify

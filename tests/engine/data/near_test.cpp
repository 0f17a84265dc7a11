// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/near.h"

#include <gtest/gtest.h>

namespace nereid::data {
namespace {

constexpr const char* kSwish =
    "import torch\nclass Model(torch.nn.Module):\n    \"\"\"Swish.\"\"\"\n    def forward(self, "
    "x):\n"
    "        y = torch.sigmoid(x)\n        return x * y + 1\n"
    "def get_inputs():\n    return [torch.rand(4)]\ndef get_init_inputs():\n    return []\n";
constexpr const char* kSameOtherwiseWritten =
    "from torch import nn\nimport torch\nN = 7\nclass Other(torch.nn.Module):\n"
    "  def forward(self, x):  # the same\n    y = torch.sigmoid( x )\n    return x*y+1\n"
    "def get_inputs():\n    return [torch.rand(N, N)]\ndef get_init_inputs():\n    return [N]\n";
constexpr const char* kOther =
    "import torch\nclass Model(torch.nn.Module):\n    def __init__(self):\n"
    "        self.fc = torch.nn.Linear(3, 4)\n    def forward(self, a, b):\n"
    "        return self.fc(torch.cat([a, b], 1)).sum(-1)\n"
    "def get_inputs():\n    return [torch.rand(4)]\ndef get_init_inputs():\n    return []\n";

TEST(Near, NamesSizesAndCommentsDoNotCount) {
  EXPECT_EQ(shingles(kSwish), shingles(kSameOtherwiseWritten));
  EXPECT_EQ(similarity(shingles(kSwish), shingles(kSameOtherwiseWritten)), 1);
}

TEST(Near, OtherCodeIsFarAway) {
  EXPECT_LT(similarity(shingles(kSwish), shingles(kOther)), 0.4);
  EXPECT_EQ(similarity({}, shingles(kOther)), 0);
  EXPECT_TRUE(shingles("").empty());
  EXPECT_EQ(shingles("class A: pass").size(), 1u);
}

TEST(Near, TheIndexAgreesWithPairwiseComparison) {
  const std::vector<std::vector<std::uint64_t>> sets = {
      {1, 2, 3, 4}, {2, 3, 4, 5}, {9}, {1, 2, 3, 4, 5, 6, 7, 8}, {}};
  NearIndex index;
  for (std::size_t i = 0; i < sets.size(); ++i) index.add(std::to_string(i), sets[i]);
  for (const auto& probe : sets) {
    double best = 0;
    std::string who;
    for (std::size_t i = 0; i < sets.size(); ++i)
      if (const double value = similarity(probe, sets[i]); value > best)
        best = value, who = std::to_string(i);
    const auto found = index.nearest(probe, 0.3);
    EXPECT_EQ(found.has_value(), best >= 0.3);
    if (!found) continue;
    EXPECT_DOUBLE_EQ(found->similarity, best);
    EXPECT_EQ(found->id, who);
  }
  EXPECT_FALSE(index.nearest({1, 2}, 0.9));
}

}  // namespace
}  // namespace nereid::data

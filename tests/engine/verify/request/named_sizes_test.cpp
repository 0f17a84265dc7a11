// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/named_sizes.h"

#include <gtest/gtest.h>

namespace nereid::verify {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(NamedSizes, AreTheWholeNumbersOfATextAndItsPowersOfTwo) {
  EXPECT_EQ(sizes_named("if n <= 4096: # 1_024\n    B = min(m, 1 << 13); C = 2**10 + 300"),
            (Sizes{300, 1024, 4096, 8192}));
}

TEST(NamedSizes, FractionsNamesAndNumbersTooSmallOrTooLargeAreNone) {
  EXPECT_EQ(sizes_named("x1024 = 1024.5 + .2048 + 0x1000 + 4096e3 + 128 + 65537 + 1 << 40"),
            Sizes{});
  EXPECT_EQ(sizes_named("99999999999999999999999 65536"), Sizes{65536});
  EXPECT_EQ(sizes_named(""), Sizes{});
}

TEST(NamedSizes, ThoseThatInputsReachAnywayAreNotAskedFor) {
  const InputResult reached = {.variant = "axis_0", .shapes = {{2, 1030}}};
  const InputResult left_out = {.variant = "far_sizes", .shapes = {{5000}}, .applicable = false};
  const InputResult shown = {.variant = "special", .shapes = {{5000}}, .advisory = true};
  const InputResult named = {.variant = "named_0", .shapes = {{4101}}};
  EXPECT_EQ(sizes_beyond("1024 2048 4096", {reached, left_out, shown, named}).sizes,
            (Sizes{2048, 4096}));
}

TEST(NamedSizes, ProductsOfTwoNumbersAreAmongThem) {
  const InputResult reached = {.variant = "axis_0", .shapes = {{2, 5000}}};
  EXPECT_EQ(sizes_beyond("if n > 8*1024: BLOCK = 64", {reached}).products, (Sizes{8192, 65536}));
  EXPECT_EQ(sizes_beyond("512 programs of 1024, 4096", {reached}).products, (Sizes{524288}))
      << "not those beyond what is tried";
  EXPECT_EQ(sizes_beyond("x = 700", {reached}).products, Sizes{});
  EXPECT_EQ(sizes_beyond("x = 700, y = 700", {reached}).products, Sizes{490000});
}

}  // namespace
}  // namespace nereid::verify

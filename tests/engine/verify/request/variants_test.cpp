// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/variants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace nereid::verify {
namespace {

const std::vector<std::string> kOfAReport = {"original", "values_x2", "new_seed", "larger_dims",
                                             "other_dtype"};

std::vector<std::string> names(bool multi_input, bool thorough) {
  VerifyOptions options;
  options.multi_input = multi_input;
  options.thorough = thorough;
  return variant_names(options);
}

TEST(Variants, SwitchesChooseOneFiveOrAll) {
  EXPECT_EQ(names(false, false), std::vector<std::string>{"original"});
  EXPECT_EQ(names(false, true), std::vector<std::string>{"original"});
  EXPECT_EQ(names(true, false), kOfAReport);
  const auto all = names(true, true);
  EXPECT_EQ(std::vector<std::string>(all.begin(), all.begin() + 5), kOfAReport);
  EXPECT_GT(all.size(), 5u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  EXPECT_EQ(VerifyOptions().thorough, true);
}

TEST(Variants, AdvisoryOnesComeLast) {
  // A child that dies there has already answered for everything that can reject it.
  const auto all = names(true, true);
  EXPECT_TRUE(std::is_partitioned(
      all.begin(), all.end(), [](const std::string& name) { return !rule_of(name).advisory(); }));
  EXPECT_EQ(rule_of("strided").flag, "strided_inputs");
  EXPECT_EQ(rule_of("special").flag, "special_values");
  EXPECT_EQ(std::count_if(all.begin(), all.end(),
                          [](const std::string& name) { return rule_of(name).advisory(); }),
            2);
}

TEST(Variants, TheFiveAndUnknownNamesAreJudgedStrictly) {
  for (std::string name : {"tiny", "original", "values_x2", "new_seed", "larger_dims",
                           "other_dtype", "special ", ""}) {
    EXPECT_EQ(rule_of(name).loosening, 1) << name;
    EXPECT_FALSE(rule_of(name).advisory()) << name;
  }
}

}  // namespace
}  // namespace nereid::verify

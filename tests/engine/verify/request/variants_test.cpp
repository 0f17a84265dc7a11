// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/variants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace nereid::verify {
namespace {

const std::vector<std::string> kOfAReport = {"original", "values_x2", "new_seed", "larger_dims",
                                             "other_dtype"};
const std::vector<std::string> kMain = {"original", "new_seed", "mixed", "larger_dims",
                                        "other_dtype"};

std::vector<std::string> names(bool multi_input, bool thorough,
                               InputScope inputs = InputScope::kAll) {
  VerifyOptions options;
  options.multi_input = multi_input;
  options.thorough = thorough;
  options.inputs = inputs;
  return variant_names(options);
}

std::vector<std::string> ordered(const std::vector<std::string>& names, std::uint64_t seed) {
  std::vector<std::string> order;
  for (const std::size_t index : judging_order(names, seed)) order.push_back(names[index]);
  return order;
}

TEST(Variants, SwitchesChooseOneFiveOrAll) {
  EXPECT_EQ(names(false, false), std::vector<std::string>{"original"});
  EXPECT_EQ(names(false, true), std::vector<std::string>{"original"});
  EXPECT_EQ(names(true, false), kMain);
  EXPECT_EQ(names(true, false, InputScope::kTask), kMain);
  auto all = names(true, true);
  // Right behind those that they are almost equal to.
  EXPECT_EQ(std::vector<std::string>(all.begin() + 2, all.begin() + 5),
            (std::vector<std::string>{"few_changed", "few_changed_again", "few_changed_last"}));
  all.erase(all.begin() + 2, all.begin() + 5);
  EXPECT_EQ(std::vector<std::string>(all.begin(), all.begin() + 5), kMain);
  EXPECT_GT(all.size(), 5u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  EXPECT_EQ(VerifyOptions().thorough, true);
}

TEST(Variants, TheFiveOfAReportAreJudgedWhereTheyAreAskedForByName) {
  EXPECT_EQ(names(true, false, InputScope::kReport), kOfAReport);
  const auto all = names(true, true, InputScope::kReport);
  EXPECT_EQ(std::count(all.begin(), all.end(), "mixed"), 0);
}

TEST(Variants, TheOriginalComesFirstAndTheExtraOnesInAnOrderOfTheSeed) {
  std::vector<std::string> all = names(true, true);
  all.insert(all.begin(), "tiny");
  const auto one = ordered(all, 1), other = ordered(all, 2);
  EXPECT_EQ(one, ordered(all, 1));
  EXPECT_NE(one, other);
  for (const auto& order : {one, other}) {
    EXPECT_EQ(std::set<std::string>(order.begin(), order.end()),
              std::set<std::string>(all.begin(), all.end()));
    // What goes in place stays behind the one before it.
    const std::vector<std::string> begin = {
        "original", "new_seed", "few_changed", "few_changed_again", "few_changed_last",
        "mixed",    "tiny",     "larger_dims", "other_dtype"};
    EXPECT_EQ(std::vector<std::string>(order.begin(), order.begin() + 9), begin);
    EXPECT_TRUE(std::is_partitioned(order.begin(), order.end(), [](const std::string& name) {
      return !rule_of(name).advisory();
    }));
  }
}

TEST(Variants, TwoOfOtherValuesInTheSameShapesAreNeighbours) {
  const std::set<std::string> alike = {"zero_mean", "large", "small", "constant"};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto order = ordered(names(true, true), seed);
    const auto one = std::find_if(order.begin(), order.end(),
                                  [&](const std::string& name) { return alike.contains(name); });
    ASSERT_NE(std::next(one), order.end());
    EXPECT_TRUE(alike.contains(*std::next(one))) << *one << ", " << *std::next(one);
  }
}

TEST(Variants, AdvisoryOnesComeLast) {
  // A child that dies there has already answered for everything that can reject it.
  const auto all = names(true, true);
  EXPECT_TRUE(std::is_partitioned(
      all.begin(), all.end(), [](const std::string& name) { return !rule_of(name).advisory(); }));
  EXPECT_EQ(rule_of("strided").flag, "strided_inputs");
  EXPECT_EQ(rule_of("special").flag, "special_values");
  EXPECT_EQ(rule_of("apart").flag, "equal_sizes");
  EXPECT_EQ(std::count_if(all.begin(), all.end(),
                          [](const std::string& name) { return rule_of(name).advisory(); }),
            12);
  EXPECT_EQ(rule_of("unpromised").flag, "promised_values");
}

TEST(Variants, TheFiveAndUnknownNamesAreJudgedStrictly) {
  for (std::string name :
       {"tiny", "original", "values_x2", "new_seed", "larger_dims", "special ", ""}) {
    EXPECT_EQ(rule_of(name).loosening, 1) << name;
    EXPECT_FALSE(rule_of(name).advisory()) << name;
  }
}

}  // namespace
}  // namespace nereid::verify

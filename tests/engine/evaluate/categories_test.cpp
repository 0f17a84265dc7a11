// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/categories.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace nereid::evaluate {
namespace {

// packaging/check-sources holds that list to what the verifier gives.
std::set<std::string> told_reasons() {
  std::ifstream file(NEREID_REASON_WORDS);
  std::stringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  std::set<std::string> codes;
  const std::regex word("N\\(\"([^\"]+)\"\\)");
  for (std::sregex_iterator at(all.begin(), all.end(), word), end; at != end; ++at) {
    std::string code = (*at)[1];
    if (code == "no code block") code = "no_block";
    if (code == "several code blocks") code = "several_blocks";
    if (code == "non-finite values") code = "non_finite";
    if (code == "not UTF-8") code = "not_utf8";
    std::replace(code.begin(), code.end(), ' ', '_');
    codes.insert(code);
  }
  return codes;
}

TEST(Categories, EveryReasonHasOneAndNoOtherIsThere) {
  const std::set<std::string> told = told_reasons();
  ASSERT_GT(told.size(), 40u) << NEREID_REASON_WORDS;
  std::set<std::string> known;
  for (const ReasonCategory& row : reason_categories())
    EXPECT_TRUE(known.emplace(row.code).second) << row.code << " stands twice";
  EXPECT_EQ(known, told);
}

TEST(Categories, NamesAreDifferentAndReadBack) {
  std::set<std::string_view> names;
  for (int i = 0; i < kCategoryCount; ++i) {
    const auto category = static_cast<Category>(i);
    EXPECT_FALSE(category_name(category).empty()) << i;
    names.insert(category_name(category));
    EXPECT_EQ(category_from_name(category_name(category)), category);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kCategoryCount));
  EXPECT_FALSE(category_from_name("nonsense"));
}

TEST(Categories, FactsComeBeforeTheReason) {
  EXPECT_EQ(category_of("wrong_values", {true, true, 3}), Category::kWrongValues);
  EXPECT_EQ(category_of("missing_model", {true, false, 2}), Category::kSeveralBlocks);
  EXPECT_EQ(category_of("missing_model", {true, false, 1}), Category::kMissingModel);
  EXPECT_EQ(category_of("ok", {true, true, 2}), Category::kPass);
  EXPECT_EQ(category_of("cancelled", {false, false, 1}), Category::kNotJudged);
  EXPECT_FALSE(category_of("a_code_of_a_newer_build", {true, true, 1}));
}

}  // namespace
}  // namespace nereid::evaluate

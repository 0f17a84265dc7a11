// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/mutants/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/paths.h"

namespace nereid::evaluate {
namespace {

constexpr int kTasksPerLevel = 14;

std::vector<MutantSource> shipped_sources(int tasks_per_level) {
  auto sources = mutant_sources(resource_dir() / "verify_shelf", 0, tasks_per_level);
  EXPECT_TRUE(sources) << sources.error().message;
  return sources ? *sources : std::vector<MutantSource>();
}

MutantResult result(const std::string& mutation, MutantOutcome outcome) {
  MutantResult one;
  one.mutant.mutation = mutation;
  one.outcome = outcome;
  if (outcome == MutantOutcome::kCaught) {
    one.rejected_at = verify::Stage::kTiny;
    one.reason.code = "wrong_values";
  }
  return one;
}

TEST(MutantSources, AreTheRightOnesOfTheShelfAndGeneratedTasksOfBothLevels) {
  const std::vector<MutantSource> shelf = shipped_sources(0);
  const std::vector<MutantSource> all = shipped_sources(kTasksPerLevel);
  ASSERT_GE(shelf.size(), 10U);
  EXPECT_EQ(all.size(), shelf.size() + 2 * kTasksPerLevel);
  std::set<std::string> ids, candidates;
  int level1 = 0;
  for (const MutantSource& source : all) {
    EXPECT_EQ(source.id.find("wrong"), std::string::npos) << source.id;
    EXPECT_NE(source.reference.find("class Model"), std::string::npos) << source.id;
    EXPECT_NE(source.candidate.find("@triton.jit"), std::string::npos) << source.id;
    level1 += source.id.starts_with("synthetic/1/") ? 1 : 0;
    ids.insert(source.id);
    candidates.insert(source.candidate);
  }
  EXPECT_EQ(level1, kTasksPerLevel);
  EXPECT_EQ(ids.size(), all.size());
  EXPECT_EQ(candidates.size(), all.size());
}

TEST(MakeMutants, GivesAtLeastFiveHundredDifferentOnesOverAllClasses) {
  const std::vector<MutantSource> sources = shipped_sources(kTasksPerLevel);
  const int wanted = MutantOptions().count;
  const auto mutants = make_mutants(sources, wanted, 0);
  ASSERT_TRUE(mutants) << mutants.error().message;
  ASSERT_GE(mutants->size(), 500U);
  EXPECT_EQ(mutants->size(), static_cast<std::size_t>(wanted));
  std::map<std::string, std::string> originals;
  for (const MutantSource& source : sources) originals[source.id] = source.candidate;
  std::set<std::pair<std::string, std::string>> texts;
  std::set<std::string> ids, used;
  std::map<std::string, int> classes;
  for (const Mutant& mutant : *mutants) {
    ASSERT_TRUE(originals.contains(mutant.source)) << mutant.source;
    EXPECT_NE(mutant.candidate, originals[mutant.source]) << mutant.id;
    EXPECT_NE(mutant.before, mutant.after) << mutant.id;
    EXPECT_NE(mutant.candidate.find(mutant.after), std::string::npos) << mutant.id;
    texts.insert({mutant.source, mutant.candidate});
    ids.insert(mutant.id);
    used.insert(mutant.source);
    ++classes[mutant.mutation];
  }
  EXPECT_EQ(texts.size(), mutants->size());
  EXPECT_EQ(ids.size(), mutants->size());
  EXPECT_EQ(used.size(), sources.size());
  EXPECT_GE(classes.size(), 25U);
  const auto fullest = std::max_element(classes.begin(), classes.end(),
                                        [](auto& a, auto& b) { return a.second < b.second; });
  EXPECT_LE(fullest->second, 2 * wanted / static_cast<int>(classes.size())) << fullest->first;
}

TEST(MakeMutants, SameSeedSameMutants) {
  std::vector<MutantSource> sources = shipped_sources(0);
  sources.resize(3);
  const auto first = make_mutants(sources, 40, 7), again = make_mutants(sources, 40, 7),
             other = make_mutants(sources, 40, 8);
  ASSERT_TRUE(first && again && other);
  const auto texts = [](const std::vector<Mutant>& mutants) {
    std::vector<std::string> list;
    for (const Mutant& mutant : mutants) list.push_back(mutant.id + mutant.candidate);
    return list;
  };
  EXPECT_EQ(texts(*first), texts(*again));
  EXPECT_NE(texts(*first), texts(*other));
}

TEST(MakeMutants, SourceThatIsNoPythonIsAnErrorThatNamesTheScript) {
  const auto mutants = make_mutants({{"broken", "", "def f(:\n"}}, 4, 0);
  ASSERT_FALSE(mutants);
  EXPECT_NE(mutants.error().message.find("mutate.py"), std::string::npos);
  EXPECT_NE(mutants.error().message.find("SyntaxError"), std::string::npos);
}

TEST(MutantScores, CountCaughtAgainstEscapedOnly) {
  const std::vector<MutantScore> scores = mutant_scores({
      result("b", MutantOutcome::kCaught),
      result("a", MutantOutcome::kCaught),
      result("a", MutantOutcome::kCaught),
      result("a", MutantOutcome::kCaught),
      result("a", MutantOutcome::kEscaped),
      result("a", MutantOutcome::kSame),
      result("a", MutantOutcome::kRounding),
      result("a", MutantOutcome::kRefused),
      result("a", MutantOutcome::kUnjudged),
      result("a", MutantOutcome::kPending),
      result("c", MutantOutcome::kSame),
  });
  ASSERT_EQ(scores.size(), 4U);
  EXPECT_EQ(scores[0].name, "a");
  EXPECT_EQ(scores[0].mutants, 9);
  EXPECT_EQ(scores[0].refused, 1);
  EXPECT_DOUBLE_EQ(scores[0].score, 0.75);
  // Wilson 1927 for 3 of 4.
  EXPECT_NEAR(scores[0].low, 0.3006, 5e-4);
  EXPECT_NEAR(scores[0].high, 0.9544, 5e-4);
  EXPECT_EQ(scores[0].caught_at.at(verify::Stage::kTiny), 3);
  EXPECT_EQ(scores[0].caught_by.at("wrong_values"), 3);
  EXPECT_EQ(scores[2].caught + scores[2].escaped, 0);
  EXPECT_DOUBLE_EQ(scores[2].low, 0);
  EXPECT_DOUBLE_EQ(scores[2].high, 1);
  EXPECT_EQ(scores[3].name, "all");
  EXPECT_EQ(scores[3].mutants, 11);
  EXPECT_DOUBLE_EQ(scores[3].score, 0.8);
}

}  // namespace
}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/tokens.h"

#include <gtest/gtest.h>

#include <cmath>

namespace nereid::record {
namespace {

constexpr TokenClass kPlan = TokenClass::kPlan;
constexpr TokenClass kCode = TokenClass::kCode;

/// Tokens as written, with the candidate between `begin` and `end`.
Episode episode_of(const std::vector<std::string>& pieces, const std::string& code) {
  Episode episode;
  for (const std::string& piece : pieces) {
    episode.completion += piece;
    episode.token_ends.push_back(static_cast<std::uint32_t>(episode.completion.size()));
    episode.tokens.push_back(static_cast<std::int32_t>(episode.tokens.size()) + 7);
  }
  episode.candidate = code;
  episode.candidate_begin = code.empty() ? 0 : episode.completion.find(code);
  episode.candidate_end = episode.candidate_begin + code.size();
  return episode;
}

TEST(TokenClasses, CodeIsTheExtractedBlockWithItsFences) {
  const Episode episode = episode_of(
      {"<think>", "`x`", "</think>\n", "```", "python\n", "a = 1\n", "```", "\n", "done", ""},
      "a = 1\n");
  EXPECT_EQ(token_classes(episode),
            (std::vector{kPlan, kPlan, kPlan, kCode, kCode, kCode, kCode, kPlan, kPlan, kCode}));
}

TEST(TokenClasses, OnlyTheExtractedBlockCounts) {
  const Episode episode =
      episode_of({"```py\n", "b = 2\n", "```\n", "or\n", "~~~\n", "a = 1\n", "~~~"}, "a = 1\n");
  EXPECT_EQ(token_classes(episode), (std::vector{kPlan, kPlan, kPlan, kPlan, kCode, kCode, kCode}));
}

TEST(TokenClasses, BareModuleIsCodeToItsLastByte) {
  EXPECT_EQ(token_classes(episode_of({"import ", "torch", "\n", ""}, "import torch\n")),
            (std::vector{kCode, kCode, kCode, kCode}));
}

TEST(TokenClasses, TokenAcrossTheBorderBelongsToTheCode) {
  EXPECT_EQ(token_classes(episode_of({"so:\n``", "`py\na = 1", "\n```\nend", "!"}, "a = 1\n")),
            (std::vector{kCode, kCode, kCode, kPlan}));
}

TEST(TokenClasses, NoCandidateIsAllPlanAndNoOffsetsGiveNothing) {
  EXPECT_EQ(token_classes(episode_of({"I ", "cannot"}, "")), (std::vector{kPlan, kPlan}));
  Episode bare;
  bare.tokens = {1, 2};
  EXPECT_TRUE(token_classes(bare).empty());
}

TEST(TokenShares, ThinkingIsThePlanAndProseBySetting) {
  const Episode episode =
      episode_of({"<think>add", "</think>", "So:", "\n```py\n", "a = 1\n", "```", ""}, "a = 1\n");
  constexpr auto kNeither = TokenShare::kNeither;
  constexpr auto kPlanned = TokenShare::kPlan, kCoded = TokenShare::kCode;
  const std::vector<TokenShare> masked = token_shares(episode, false);
  EXPECT_EQ(masked, (std::vector{kPlanned, kPlanned, kNeither, kCoded, kCoded, kCoded, kCoded}));
  const std::vector<TokenShare> counted = token_shares(episode, true);
  EXPECT_EQ(counted, (std::vector{kPlanned, kPlanned, kPlanned, kCoded, kCoded, kCoded, kCoded}));
}

TEST(TokenShares, WithoutThinkingThereIsNoPlanAndWithoutCandidateItsPlaceIsCode) {
  const Episode prose = episode_of({"So:", "\n```py\n", "a = 1\n", "```", ""}, "a = 1\n");
  EXPECT_EQ(token_shares(prose, true).front(), TokenShare::kNeither);
  const Episode none = episode_of({"<think>", "</think>", "I ", "cannot"}, "");
  EXPECT_EQ(token_shares(none, true), (std::vector{TokenShare::kPlan, TokenShare::kPlan,
                                                   TokenShare::kCode, TokenShare::kCode}));
}

TEST(TokenClasses, OffsetsPastTheTextDoNoHarm) {
  Episode episode = episode_of({"ab", "cd"}, "cd");
  episode.token_ends = {900, 2, 4000};
  episode.candidate_begin = 700;
  episode.candidate_end = 100;
  EXPECT_EQ(token_classes(episode).size(), 3U);
  EXPECT_EQ(token_text(episode, 0), "abcd");
  EXPECT_EQ(token_text(episode, 77), "");
}

TEST(TokenStatistics, AreThoseOfAPlainLoop) {
  Episode episode = episode_of({"a ", "import x\n"}, "import x\n");
  episode.logprobs = {-1.0F, -3.0F};
  episode.entropies = {0.5F, 1.0F};
  const TokenStatistics all = token_statistics(episode);
  EXPECT_EQ(all.tokens, 2U);
  EXPECT_EQ(all.plan, 1U);
  EXPECT_EQ(all.code, 1U);
  EXPECT_DOUBLE_EQ(all.mean_logprob, -2);
  EXPECT_DOUBLE_EQ(all.perplexity, std::exp(2));
  EXPECT_DOUBLE_EQ(all.mean_entropy, 0.75);
}

TEST(TokenStatistics, WhatIsNotRecordedIsNaN) {
  const TokenStatistics none = token_statistics(Episode{});
  EXPECT_EQ(none.tokens, 0U);
  EXPECT_TRUE(std::isnan(none.mean_logprob) && std::isnan(none.perplexity) &&
              std::isnan(none.mean_entropy));
}

TEST(TokensByProbability, LeastProbableFirstTiesInOrderAndNaNLast) {
  Episode episode;
  episode.logprobs = {-1, NAN, -5, -1, -0.1F};
  EXPECT_EQ(tokens_by_probability(episode), (std::vector<std::size_t>{2, 0, 3, 4, 1}));
}

TEST(TokenTable, HoldsOneLineATokenAndLeavesOutWhatIsNotKnown) {
  Episode episode = episode_of({"a,\"b\"", "\xC3", ""}, "");
  episode.logprobs = {-0.5F, -INFINITY, 0};
  episode.ranks = {1, 3, 2};
  EXPECT_EQ(token_table_csv(episode),
            "token,text,id,class,logprob,probability,entropy,rank,begin,end\n"
            "1,\"a,\"\"b\"\"\",7,plan,-0.5,0.6065306597126334,,1,0,5\n"
            "2,\\xc3,8,plan,-inf,0,,3,5,6\n"
            "3,,9,plan,0,1,,2,6,6\n");
}

}  // namespace
}  // namespace nereid::record

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/funnel.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace nereid::record {
namespace {

using verify::Stage;

EpisodeRow accepted(std::int64_t step, int index, Stage furthest = Stage::kFull) {
  EpisodeRow row;
  row.key = {step, 0, index};
  row.phase = "train";
  row.accepted = true;
  row.furthest_stage = furthest;
  row.reason_code = "ok";
  return row;
}

EpisodeRow rejected(std::int64_t step, int index, Stage stage, const std::string& reason) {
  EpisodeRow row = accepted(step, index, static_cast<Stage>(static_cast<int>(stage) - 1));
  row.accepted = false;
  row.rejected_at = stage;
  row.reason_code = reason;
  return row;
}

/// Candidates of many kinds, a pure function of step and index.
std::vector<EpisodeRow> mixture(int steps, int per_step) {
  const std::vector<std::pair<Stage, std::string>> kEnds = {
      {Stage::kStatic, "no_kernel"},      {Stage::kStatic, "syntax_error"},
      {Stage::kCompile, "compile_error"}, {Stage::kTiny, "wrong_values"},
      {Stage::kFull, "wrong_values"},     {Stage::kFull, "timeout"}};
  std::vector<EpisodeRow> rows;
  for (int step = 1; step <= steps; ++step) {
    for (int i = 0; i < per_step; ++i) {
      const auto kind = static_cast<std::size_t>((step * 7 + i * 13) % 8);
      rows.push_back(kind < kEnds.size()
                         ? rejected(step, i, kEnds[kind].first, kEnds[kind].second)
                         : accepted(step, i, kind == 7 ? Stage::kTiming : Stage::kFull));
      rows.back().level = 1 + i % 2;
      rows.back().phase = i % 5 == 0 ? "evaluate" : "train";
    }
  }
  return rows;
}

/// The slow twin: looks at every row anew.
FunnelSummary twin(const std::vector<EpisodeRow>& rows, const FunnelQuery& query) {
  FunnelSummary summary;
  std::map<std::pair<std::pair<int, bool>, std::string>, std::int64_t> flows;
  for (const EpisodeRow& row : rows) {
    const bool wanted = row.key.step >= query.first_step && row.key.step <= query.last_step &&
                        (query.phase.empty() || row.phase == query.phase) &&
                        (query.level == 0 || row.level == query.level);
    if (!wanted) continue;
    ++summary.total;
    summary.accepted += row.accepted ? 1 : 0;
    const Stage end = row.accepted ? row.furthest_stage : row.rejected_at;
    for (int s = 1; s <= static_cast<int>(end); ++s) {
      ++summary.reached[static_cast<std::size_t>(s - 1)];
      if (row.accepted || s < static_cast<int>(end))
        ++summary.passed[static_cast<std::size_t>(s - 1)];
    }
    ++flows[{{static_cast<int>(end), row.accepted}, row.accepted ? "" : row.reason_code}];
  }
  for (const auto& [key, count] : flows)
    summary.flows.push_back(
        {static_cast<Stage>(key.first.first), key.first.second, key.second, count});
  return summary;
}

void expect_same(const FunnelSummary& got, const FunnelSummary& wanted) {
  EXPECT_EQ(got.total, wanted.total);
  EXPECT_EQ(got.accepted, wanted.accepted);
  EXPECT_EQ(got.reached, wanted.reached);
  EXPECT_EQ(got.passed, wanted.passed);
  EXPECT_TRUE(std::is_permutation(got.flows.begin(), got.flows.end(), wanted.flows.begin(),
                                  wanted.flows.end()));
}

TEST(Funnel, WithoutCandidatesIsEmpty) {
  const Funnel funnel;
  EXPECT_TRUE(funnel.empty());
  EXPECT_EQ(funnel.summary().total, 0);
  EXPECT_TRUE(funnel.summary().flows.empty());
  EXPECT_TRUE(funnel.bins({}, 100).empty());
}

TEST(Funnel, CountsAsTheSlowTwinForEveryQuery) {
  const std::vector<EpisodeRow> rows = mixture(40, 11);
  Funnel funnel;
  funnel.add(std::span(rows).first(100));
  funnel.add(std::span(rows).subspan(100));
  for (const FunnelQuery& query :
       {FunnelQuery{}, FunnelQuery{.first_step = 10, .last_step = 20},
        FunnelQuery{.first_step = 40}, FunnelQuery{.last_step = 0}, FunnelQuery{.phase = "train"},
        FunnelQuery{.phase = "evaluate", .level = 2},
        FunnelQuery{.first_step = 3, .last_step = 3, .level = 1}, FunnelQuery{.phase = "other"}}) {
    expect_same(funnel.summary(query), twin(rows, query));
  }
  EXPECT_EQ(funnel.phases(), (std::vector<std::string>{"evaluate", "train"}));
  EXPECT_EQ(funnel.levels(), (std::set<int>{1, 2}));
}

TEST(Funnel, EveryCandidateLeavesByOneFlow) {
  Funnel funnel;
  funnel.add(mixture(9, 16));
  const FunnelSummary summary = funnel.summary();
  const std::int64_t flows =
      std::accumulate(summary.flows.begin(), summary.flows.end(), std::int64_t{0},
                      [](std::int64_t sum, const FunnelFlow& flow) { return sum + flow.count; });
  EXPECT_EQ(flows, summary.total);
  EXPECT_EQ(summary.reached[0], summary.total);
  for (std::size_t s = 0; s < summary.reached.size(); ++s) {
    std::int64_t rejected_here = 0;
    for (const FunnelFlow& flow : summary.flows)
      if (!flow.accepted && static_cast<std::size_t>(flow.stage) == s + 1)
        rejected_here += flow.count;
    EXPECT_EQ(summary.reached[s], summary.passed[s] + rejected_here);
  }
}

TEST(Funnel, FlowsAreOrderedByStageThenCount) {
  Funnel funnel;
  funnel.add(std::vector{rejected(1, 0, Stage::kFull, "timeout"), accepted(1, 1),
                         rejected(1, 2, Stage::kFull, "wrong_values"),
                         rejected(1, 3, Stage::kFull, "wrong_values"),
                         rejected(1, 4, Stage::kStatic, "no_kernel")});
  const std::vector<FunnelFlow> wanted = {{Stage::kStatic, false, "no_kernel", 1},
                                          {Stage::kFull, false, "wrong_values", 2},
                                          {Stage::kFull, false, "timeout", 1},
                                          {Stage::kFull, true, "", 1}};
  EXPECT_EQ(funnel.summary().flows, wanted);
}

TEST(Funnel, AnEpisodeThatComesAgainReplacesItself) {
  Funnel funnel;
  funnel.add(std::vector{rejected(5, 0, Stage::kTiny, "wrong_values"), accepted(5, 1)});
  funnel.add(std::vector{accepted(5, 0)});
  const FunnelSummary summary = funnel.summary();
  EXPECT_EQ(summary.total, 2);
  EXPECT_EQ(summary.accepted, 2);
  EXPECT_EQ(summary.flows.size(), 1U);
  EXPECT_EQ(funnel.bins({}, 10).front().total, 2);
}

TEST(Funnel, ARejectionWithoutAStageIsAtTheNextOne) {
  EpisodeRow row = rejected(1, 0, Stage::kCompile, "killed");
  row.rejected_at = Stage::kNone;
  Funnel funnel;
  funnel.add(std::vector{row});
  EXPECT_EQ(funnel.summary().flows.front().stage, Stage::kCompile);
}

TEST(Funnel, BinsKeepEveryCandidateAndTheirPlaces) {
  const std::vector<EpisodeRow> rows = mixture(100, 6);
  Funnel funnel;
  funnel.add(rows);
  for (const int limit : {1, 7, 50, 99, 100, 1000}) {
    const std::vector<FunnelBin> bins = funnel.bins({}, limit);
    ASSERT_LE(static_cast<int>(bins.size()), limit);
    std::int64_t total = 0;
    for (const FunnelBin& bin : bins) {
      const std::int64_t width = bin.last_step - bin.first_step + 1;
      EXPECT_EQ(bin.first_step % width, 0);
      EXPECT_EQ(std::accumulate(bin.furthest.begin(), bin.furthest.end(), std::int64_t{0}),
                bin.total);
      total += bin.total;
    }
    EXPECT_EQ(total, 600);
  }
  EXPECT_EQ(funnel.bins({}, 1000).size(), 100U);
  EXPECT_EQ(funnel.bins({.first_step = 30, .last_step = 39}, 1000).size(), 10U);
}

TEST(Funnel, BinsWithoutCandidatesAreLeftOut) {
  Funnel funnel;
  funnel.add(std::vector{accepted(1, 0), accepted(90, 0), rejected(50, 0, Stage::kTiny, "x")});
  EXPECT_EQ(funnel.bins({}, 100).size(), 3U);
  EXPECT_EQ(funnel.bins({.phase = "evaluate"}, 100).size(), 0U);
}

/// `per_step` candidates in each of `steps` steps, the first `bad(step)` of them rejected for the
/// message.
std::vector<EpisodeRow> failing(int steps, int per_step, const std::string& message, auto bad) {
  std::vector<EpisodeRow> rows;
  for (int step = 1; step <= steps; ++step) {
    for (int i = 0; i < per_step; ++i) {
      const bool is_bad = i < bad(step);
      rows.push_back(is_bad ? rejected(step, i, Stage::kCompile, "compile_error")
                            : accepted(step, i));
      if (is_bad) rows.back().reason_message = message;
    }
  }
  return rows;
}

const std::string kGelu =
    "kernel k: AttributeError: module 'triton.language' has no attribute 'gelu' in `x = "
    "tl.gelu(x)` (line 11)";

TEST(CommonReasons, ShareAndFallSinceTheStepWhereItChanged) {
  Funnel funnel;
  funnel.add(failing(80, 10, kGelu, [](int step) { return step < 40 ? 5 : 1; }));
  const FunnelQuery last{.first_step = 61};
  const auto reasons = funnel.common_reasons(last);
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_EQ(reasons[0].sentence, "tl.gelu does not exist");
  EXPECT_EQ(reasons[0].count, 20);
  EXPECT_DOUBLE_EQ(reasons[0].share, 0.1);
  EXPECT_EQ(reasons[0].trend, Trend::kFalling);
  EXPECT_EQ(reasons[0].since, 40);
  EXPECT_EQ(funnel.first_of_last({}, 20), 61);
}

TEST(CommonReasons, ChanceIsNoTrend) {
  Funnel funnel;
  funnel.add(failing(40, 10, kGelu, [](int step) { return 2 + step % 2; }));
  EXPECT_EQ(funnel.common_reasons({})[0].trend, Trend::kSteady);
  EXPECT_EQ(funnel.common_reasons({})[0].since, 0);
}

TEST(CommonReasons, WhatCameAndWentIsSaid) {
  Funnel funnel;
  funnel.add(failing(60, 10, kGelu, [](int step) { return step < 31 ? 0 : 4; }));
  EXPECT_EQ(funnel.common_reasons({})[0].trend, Trend::kNew);
  EXPECT_EQ(funnel.common_reasons({})[0].since, 31);
  funnel.clear();
  funnel.add(failing(60, 10, kGelu, [](int step) { return step < 31 ? 4 : 0; }));
  EXPECT_EQ(funnel.common_reasons({})[0].trend, Trend::kGone);
  EXPECT_TRUE(funnel.common_reasons({.first_step = 31}).empty());
}

TEST(CommonReasons, TheMostFrequentFirstAndNoMoreThanAskedFor) {
  Funnel funnel;
  std::vector<EpisodeRow> rows;
  for (int kind = 0; kind < 15; ++kind) {
    for (int i = 0; i <= kind; ++i) {
      rows.push_back(rejected(1, 100 * kind + i, Stage::kStatic, "timeout"));
      rows.back().reason_message = std::string(1, static_cast<char>('a' + kind));
    }
  }
  funnel.add(rows);
  const auto reasons = funnel.common_reasons({});
  ASSERT_EQ(reasons.size(), 10U);
  EXPECT_EQ(reasons.front().sentence, "o");
  EXPECT_EQ(reasons.front().count, 15);
  EXPECT_EQ(reasons.back().count, 6);
  EXPECT_EQ(funnel.common_reasons({}, 100).size(), 15U);
}

// An episode that is judged again after a resume replaces itself.
TEST(CommonReasons, ARepeatedEpisodeCountsOnce) {
  Funnel funnel;
  const auto rows = failing(2, 4, kGelu, [](int) { return 2; });
  funnel.add(rows);
  funnel.add(rows);
  EXPECT_EQ(funnel.common_reasons({})[0].count, 4);
  EXPECT_TRUE(funnel.common_reasons({.phase = "other"}).empty());
}

}  // namespace
}  // namespace nereid::record

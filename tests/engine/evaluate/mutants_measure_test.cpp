// SPDX-License-Identifier: GPL-3.0-or-later
// The real verifier, the real mutator and the real oracle on a handful of mutants.
#include <gtest/gtest.h>

#include <atomic>

#include "engine/base/paths.h"
#include "engine/evaluate/mutants/mutants.h"

namespace nereid::evaluate {
namespace {

MutantSource shelf_source(const std::string& id) {
  const auto sources = mutant_sources(resource_dir() / "verify_shelf", 0, 0);
  EXPECT_TRUE(sources) << sources.error().message;
  for (const MutantSource& source : *sources)
    if (source.id == id) return source;
  ADD_FAILURE() << id << " is not on the shelf";
  return {};
}

/// A mutant by hand: the first `before` in the source becomes `after`. Not judged, as if accepted.
MutantResult survivor(const MutantSource& source, const std::string& before,
                      const std::string& after) {
  MutantResult result;
  result.mutant = {after, source.id, "by_hand", 1, before, after, source.candidate};
  const std::size_t at = result.mutant.candidate.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  result.mutant.candidate.replace(at, before.size(), after);
  result.reason.code = "ok";
  return result;
}

TEST(Oracle, TellsEquivalentMutantsFromThoseThatDifferSomewhere) {
  const MutantSource source = shelf_source("row_softmax/right_online");
  std::vector<MutantResult> results = {
      // Every element is written, and the first maximum is replaced before it is used.
      survivor(source, "torch.empty_like", "torch.zeros_like"),
      survivor(source, "total = 0.0", "total = 1.0"),
      // Wrong where inputs are not contiguous, and where all of a row is far below zero.
      survivor(source, "x = x.contiguous()", "x = x"),
      survivor(source, "top = -float(\"inf\")", "top = 0.0"),
      // Wrong almost everywhere.
      survivor(source, "tl.exp(x - top) / total", "tl.exp(x - top) * 1.001 / total"),
      survivor(source, "(x.shape[0],)", "(x.shape[0] - 1,)"),
      survivor(source, "(x.shape[0],)", "(x.shape[0] + 1,)"),
  };
  MutantOptions options;
  options.jobs = 1;
  const Result<void> examined = examine_survivors({source}, options, results);
  ASSERT_TRUE(examined) << examined.error().message;
  EXPECT_EQ(results[0].outcome, MutantOutcome::kSame);
  EXPECT_EQ(results[1].outcome, MutantOutcome::kSame);
  for (std::size_t i = 2; i < results.size(); ++i) {
    EXPECT_EQ(results[i].outcome, MutantOutcome::kEscaped) << results[i].mutant.after;
    EXPECT_TRUE(results[i].examination.visible) << results[i].mutant.after;
    EXPECT_FALSE(results[i].examination.shapes.empty()) << results[i].mutant.after;
  }
  EXPECT_NE(results[2].examination.input.find("strided"), std::string::npos);
  EXPECT_NE(results[3].examination.input.find("minus 300"), std::string::npos);
  EXPECT_NEAR(results[4].examination.difference, 1e-3, 1e-5);
  EXPECT_NE(results[6].examination.detail.find("out_of_bounds"), std::string::npos);
}

TEST(Oracle, MutantThatLeavesTheProcessIsADifference) {
  const MutantSource source = shelf_source("swish/right_plain");
  std::vector<MutantResult> results = {
      survivor(source, "y = torch.empty_like(x)", "raise SystemExit(3)")};
  MutantOptions options;
  options.jobs = 1;
  ASSERT_TRUE(examine_survivors({source}, options, results));
  EXPECT_EQ(results[0].outcome, MutantOutcome::kEscaped);
  EXPECT_NE(results[0].examination.detail.find("sys.exit"), std::string::npos);
}

TEST(MeasureMutants, EveryMutantGetsItsOutcome) {
  MutantOptions options;
  options.count = 6;
  options.seed = 1;
  options.jobs = 2;
  int last_done = 0;
  options.progress = [&](std::string_view phase, int done, int total) {
    EXPECT_LE(done, total) << phase;
    if (phase == "judging mutants") last_done = done;
  };
  const auto report = measure_mutants({shelf_source("row_sum/right_blocks")}, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->sources, 1);
  EXPECT_TRUE(report->rejected_sources.empty());
  EXPECT_FALSE(report->cancelled);
  ASSERT_EQ(report->results.size(), 6U);
  EXPECT_EQ(last_done, 6);
  const MutantScore all = mutant_scores(report->results).back();
  EXPECT_EQ(all.pending, 0);
  EXPECT_EQ(all.caught + all.escaped + all.same + all.rounding + all.refused + all.unjudged, 6);
  EXPECT_GE(all.caught, 1);
  for (const MutantResult& result : report->results) {
    const bool has_stage = result.rejected_at != verify::Stage::kNone;
    EXPECT_EQ(has_stage, result.outcome == MutantOutcome::kCaught) << result.mutant.id;
  }
}

TEST(MeasureMutants, WrongOriginalsAreLeftOutAndNamed) {
  MutantSource wrong = shelf_source("row_sum/right_blocks");
  const std::size_t at = wrong.candidate.find("x * x");
  ASSERT_NE(at, std::string::npos);
  wrong.candidate.replace(at, 5, "x + x");
  MutantOptions options;
  options.count = 6;
  options.jobs = 1;
  const auto report = measure_mutants({wrong}, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->sources, 0);
  EXPECT_TRUE(report->results.empty());
  ASSERT_EQ(report->rejected_sources.size(), 1U);
  EXPECT_NE(report->rejected_sources[0].find("row_sum/right_blocks"), std::string::npos);
}

TEST(MeasureMutants, CancelledOneReturnsWhatItHas) {
  MutantOptions options;
  options.count = 6;
  options.jobs = 1;
  // As soon as the mutants are being judged.
  std::atomic<bool> begun{false};
  options.progress = [&](std::string_view phase, int, int) {
    if (phase == "judging mutants") begun = true;
  };
  options.cancelled = [&] { return begun.load(); };
  const auto report = measure_mutants({shelf_source("row_sum/right_blocks")}, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->cancelled);
  ASSERT_EQ(report->results.size(), 6U);
  EXPECT_EQ(mutant_scores(report->results).back().escaped, 0);
}

}  // namespace
}  // namespace nereid::evaluate

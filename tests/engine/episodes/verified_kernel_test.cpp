// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/episodes/verified_kernel.h"

#include <gtest/gtest.h>

namespace nereid::episodes {
namespace {

verify::Verdict accepted() {
  verify::Verdict verdict;
  verdict.accepted = true;
  return verdict;
}

verify::Verdict modelled(double us) {
  verify::Verdict verdict = accepted();
  verdict.modelled = verify::ModelledTime{.device = "H200", .speedup = 6 / us};
  verdict.modelled->candidate.us = us;
  verdict.modelled->reference.us = 6;
  return verdict;
}

verify::Verdict measured(double us) {
  verify::Verdict verdict = accepted();
  verdict.timing = verify::Timing{};
  verdict.timing->candidate.median_us = us;
  verdict.timing->reference.median_us = 10;
  verdict.timing->device = "NVIDIA L4";
  return verdict;
}

TEST(VerifiedKernel, AModelledTimeIsCalledSo) {
  EXPECT_EQ(prompt_facts(accepted()), "");
  EXPECT_EQ(prompt_facts(modelled(3)), "# latency: 3.00 us, PyTorch 6.00 us, modelled for H200\n");
  EXPECT_EQ(prompt_facts(measured(5)),
            "# latency: 5.00 us, PyTorch 10.00 us, measured on NVIDIA L4\n");
}

TEST(AnswerBefore, SaysWhyItWasRejectedOrHowFastItIs) {
  verify::Verdict wrong;
  wrong.rejected_at = verify::Stage::kCompile;
  wrong.reason = {"compile_error", "NameError: acc\n(line 13)"};
  const tasks::AnswerBefore before = answer_before("x = 1", wrong);
  EXPECT_EQ(before.source, "x = 1");
  EXPECT_EQ(before.verdict, "rejected, compile_error in compile: NameError: acc (line 13)");
  EXPECT_EQ(before.facts, "");
  verify::Verdict none;
  none.reason = {"truncated", ""};
  EXPECT_EQ(answer_before("", none).verdict, "rejected, truncated");
  EXPECT_EQ(answer_before("x", accepted()).verdict, "accepted");
  EXPECT_EQ(answer_before("x", modelled(3)).verdict,
            "accepted, 3.00 us, PyTorch 6.00 us, modelled for H200");
  verify::Verdict known = measured(5);
  known.kernels.push_back({.name = "k", .registers = 32, .launches = 1, .grid = {64, 1, 1}});
  EXPECT_EQ(answer_before("x", known).verdict,
            "accepted, 5.00 us, PyTorch 10.00 us, measured on NVIDIA L4");
  EXPECT_NE(answer_before("x", known).facts.find("32 registers"), std::string::npos);
}

TEST(VerifiedKernel, TheFirstStandsUntilAFasterOneComes) {
  std::optional<VerifiedKernel> best;
  keep_faster(best, "rejected", {});
  EXPECT_FALSE(best);
  keep_faster(best, "first", modelled(3));
  keep_faster(best, "equal", modelled(3));
  keep_faster(best, "slower", modelled(4));
  keep_faster(best, "unknown", accepted());
  ASSERT_TRUE(best);
  EXPECT_EQ(best->source, "first");
  verify::Verdict wrong = modelled(1);
  wrong.accepted = false;
  keep_faster(best, "wrong", wrong);
  EXPECT_EQ(best->source, "first");
  keep_faster(best, "faster", modelled(2));
  EXPECT_EQ(best->source, "faster");
}

TEST(VerifiedKernel, MeasuredAndModelledTimesAreNeverCompared) {
  EXPECT_FALSE(is_faster(modelled(1), measured(5)));
  EXPECT_FALSE(is_faster(measured(1), modelled(5)));
  EXPECT_TRUE(is_faster(measured(4), measured(5)));
  verify::Verdict both = measured(6), other = measured(5);
  both.modelled = modelled(1).modelled;
  other.modelled = modelled(9).modelled;
  EXPECT_FALSE(is_faster(both, other)) << "what was measured counts, not what was modelled";
}

}  // namespace
}  // namespace nereid::episodes

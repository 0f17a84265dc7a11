// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/bench.h"

#include <gtest/gtest.h>

#include "engine/base/paths.h"

namespace nereid::verify {
namespace {

TEST(BenchVerify, BothSidesJudgeEachCandidateAsItsShelfSays) {
  const auto pool = load_shelf(resource_dir() / "verify_shelf");
  ASSERT_TRUE(pool) << pool.error().message;
  const auto bench =
      bench_verify(*pool, {.jobs = 1, .count = 3, .fresh_count = 3}, [](const std::string&) {});
  ASSERT_TRUE(bench) << bench.error().message;
  EXPECT_EQ(bench->warm.as_expected, 3);
  EXPECT_EQ(bench->warm_sample.as_expected, 6);  // once before and once behind the fresh processes
  EXPECT_EQ(bench->fresh.candidates, 3);
  EXPECT_EQ(bench->fresh.as_expected, 3);
  EXPECT_GE(bench->fresh.accepted(), 1);
}

}  // namespace
}  // namespace nereid::verify

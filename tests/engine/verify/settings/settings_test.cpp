// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/settings/settings.h"

#include <gtest/gtest.h>

namespace nereid::verify {
namespace {

TEST(OptionsOf, EachSwitchIsItsOwn) {
  for (int bit = 0; bit < 3; ++bit) {
    config::RunConfig config;
    config.extensions = {bit != 0, bit != 1, true, bit != 2};
    config.verify.thorough = bit != 1;
    const VerifyOptions options = options_of(config);
    EXPECT_EQ(options.multi_input, bit != 0);
    EXPECT_EQ(options.staged_evaluation, bit != 1);
    EXPECT_EQ(options.calibrated_timing, bit != 2);
    EXPECT_EQ(options.thorough, bit != 1);
  }
}

TEST(OptionsOf, TellsPolicyLimitsAndTiming) {
  config::RunConfig config;
  config.verify.policy = "best-system";
  config.verify.compile_limit_s = 3;
  config.verify.run_limit_s = 4;
  config.verify.timing_method = "report";
  const VerifyOptions options = options_of(config);
  EXPECT_EQ(options.policy, Policy::kBestSystem);
  EXPECT_EQ(options.compile_limit_s, 3);
  EXPECT_EQ(options.run_limit_s, 4);
  EXPECT_EQ(options.timing_method, TimingMethod::kReport);
}

TEST(OptionsOf, DefaultsAreThoseOfTheVerifier) {
  const VerifyOptions options = options_of({}), plain;
  EXPECT_EQ(options.policy, plain.policy);
  EXPECT_EQ(options.multi_input, plain.multi_input);
  EXPECT_EQ(options.compile_limit_s, plain.compile_limit_s);
  EXPECT_EQ(options.run_limit_s, plain.run_limit_s);
  EXPECT_EQ(options.timing_method, plain.timing_method);
}

}  // namespace
}  // namespace nereid::verify

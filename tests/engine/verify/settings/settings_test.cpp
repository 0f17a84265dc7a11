// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/settings/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/config/ablation.h"
#include "engine/verify/modelled.h"
#include "engine/verify/request/variants.h"

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

/// Every option by name, and what follows of them.
std::map<std::string, std::string> derived(const config::RunConfig& config) {
  const VerifyOptions o = options_of(config);
  std::map<std::string, std::string> all = {
      {"multi_input", fmt::format("{}", o.multi_input)},
      {"variants", fmt::format("{}", fmt::join(variant_names(o), " "))},
      {"thorough", fmt::format("{}", o.thorough)},
      {"staged_evaluation", fmt::format("{}", o.staged_evaluation)},
      {"calibrated_timing", fmt::format("{}", o.calibrated_timing)},
      {"timing", fmt::format("{}", o.timing)},
      {"timing_method", std::string(timing_method_name(o.timing_method))},
      {"timing_beside", fmt::format("{}", o.timing_beside)},
      {"compiled_baseline", fmt::format("{}", o.compiled_baseline)},
      {"audit", fmt::format("{}", o.audit)},
      {"keep_artefacts", fmt::format("{}", o.keep_artefacts)},
      {"policy", fmt::format("{}", static_cast<int>(o.policy))},
      {"device", o.device},
      {"limits", fmt::format("{} {}", o.compile_limit_s, o.run_limit_s)}};
  return all;
}

// Of the 2^4 cells every pair that differs in one switch: it changes what it names, whatever the
// others are. What staged evaluation and the curriculum change in training is in session_test.cpp.
TEST(OptionsOf, OneSwitchChangesWhatItNamesAndNothingElse) {
  const std::vector<std::set<std::string>> named = {{"multi_input", "variants"},
                                                    {"staged_evaluation"},
                                                    {},  // the curriculum is not the verifier's
                                                    {"calibrated_timing"}};
  ASSERT_EQ(named.size(), config::kExtensionCount);
  const std::vector<config::RunConfig> cells = config::ablation_runs({});
  for (std::size_t which = 0; which < config::kExtensionCount; ++which) {
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if ((cell >> which & 1U) != 0) continue;
      const auto off = derived(cells[cell]), on = derived(cells[cell | std::size_t{1} << which]);
      std::set<std::string> changed;
      for (const auto& [name, value] : off)
        if (on.at(name) != value) changed.insert(name);
      EXPECT_EQ(changed, named[which])
          << config::kExtensionSwitches[which].name << " on top of cell " << cell;
    }
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

TEST(OptionsOf, ATypedToleranceNeedsBothNumbers) {
  config::RunConfig config;
  EXPECT_FALSE(options_of(config).allclose);
  config.verify.rtol = 1e-2;
  EXPECT_FALSE(options_of(config).allclose);
  config.verify.atol = 0;
  EXPECT_EQ(options_of(config).allclose, (Allclose{1e-2, 0}));
}

TEST(OptionsOf, ModelsNothingUnlessAsked) {
  config::RunConfig config;
  EXPECT_EQ(options_of(config).modelled_device, "");
  config.verify.modelled_device = "A100";
  EXPECT_EQ(options_of(config).modelled_device, "A100");
}

TEST(KeepOptionsOf, SayHowLongAndHowMuch) {
  config::VerifySettings settings;
  ASSERT_TRUE(keep_options_of(settings));
  EXPECT_EQ(keep_options_of(settings)->days, 30);
  EXPECT_EQ(keep_options_of(settings)->max_bytes, std::int64_t{2} << 30);
  settings.keep_days = 1.5;
  settings.keep_gib = 0.5;
  EXPECT_EQ(keep_options_of(settings)->days, 1.5);
  EXPECT_EQ(keep_options_of(settings)->max_bytes, std::int64_t{1} << 29);
  settings.keep_gib = 1e300;
  EXPECT_EQ(keep_options_of(settings)->max_bytes, std::int64_t{1} << 50);
  settings.keep = false;
  EXPECT_FALSE(keep_options_of(settings));
}

TEST(OptionsOf, TheSettingOffersEveryModelledDevice) {
  std::vector<std::string> offered;
  for (const config::SettingInfo& setting : config::schema())
    if (setting.key == "verify.modelled_device") offered = setting.choices;
  std::vector<std::string> known = {"none"};
  for (const ModelledDevice& device : modelled_devices()) known.emplace_back(device.name);
  EXPECT_EQ(offered, known);
  config::RunConfig config;
  const Result<void> wrong = config::apply_override(config, "verify.modelled_device=H1000");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("RTX 4090"), std::string::npos) << wrong.error().message;
}

}  // namespace
}  // namespace nereid::verify

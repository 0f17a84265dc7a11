// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/base/json.h"
#include "engine/verify/error_map.h"

namespace nereid::verify {
namespace {

Verdict full_verdict() {
  Verdict verdict;
  verdict.id = "a \"quoted\" id";
  verdict.furthest_stage = Stage::kCompile;
  verdict.rejected_at = Stage::kTiny;
  verdict.reason = {"wrong_values", "wrong values: tiny"};
  verdict.flags = {"precision_downgrade"};
  verdict.audit = {
      {"initcheck", 2, "Uninitialized read at k+0x10 in candidate.py:12", 12, 900, ""}};
  verdict.untried = {{3, 5}, {9, 9}};
  verdict.credit = 0.3;
  verdict.stages = {{Stage::kStatic, StageOutcome::kPassed, 1.5, ""},
                    {Stage::kCompile, StageOutcome::kPassed, 200, ""},
                    {Stage::kTiny, StageOutcome::kRejected, 30, "why"},
                    {Stage::kFull, StageOutcome::kNotReached, 0, ""},
                    {Stage::kTiming, StageOutcome::kNotApplicable, 0, "GPU time: not measured"}};
  InputResult input;
  input.variant = "tiny";
  input.dtype = "float32";
  input.shapes = {{64, 128}, {}};
  input.error = std::numeric_limits<double>::infinity();
  input.bound = 4.8e-7;
  input.expected_value = std::numeric_limits<double>::quiet_NaN();
  input.first_wrong_index = {1, 2};
  input.total_elements = 8192;
  input.advisory = true;
  ErrorMap map;
  map.output = 1;
  map.shape = {2, 4, 3};
  map.rows = 8;
  map.columns = 3;
  map.levels.assign(24, 0);
  map.levels[5] = kMismatchLevel;
  map.histogram.assign(kErrorLevels, 0);
  map.histogram[0] = 23;
  map.histogram[kMismatchLevel] = 1;
  input.error_map = std::make_shared<const ErrorMap>(map);
  verdict.inputs = {input};
  verdict.kernels = {{"k", 32, 1, 2048, 4, 3, 2, {5, 1, 1}, 120.5, 4096, "ab"}};
  verdict.kernels[0].stage_ms = {{"ttir", 1.5}, {"cubin", 40}};
  verdict.kernels[0].occupancy = {8, 32, 0.5, "registers"};
  verdict.coverage = 0.75;
  const Work work = {"k", 2, 800, 400, {{"tf32", 65536}}, 54.6, 0.25, "memory"};
  verdict.roofline = Roofline{"original", work, {work}};
  verdict.roofline->kernels[0].other_flops = {{"fp32", 77}};
  verdict.roofline->kernels[0].bytes_requested = 1600;
  verdict.roofline->kernels[0].atomic_bytes_again = 40;
  verdict.roofline->kernels[0].programs = 4;
  verdict.modelled =
      ModelledTime{"H100", "original", {2, 1200, 65613, 3.5}, {3, 4800, 131072, 7}, 2};
  Timing timing;
  timing.speedup = 1.25;
  timing.decision = "FASTER";
  timing.candidate_samples_us = {1, 2, 3};
  timing.conditions = {{"driver", "x"}};
  timing.beside = {{"report", {3, 2, 4}, {5, 4, 6}}, {"l2 cold", {}, {7, 7, 7}}};
  timing.compiled = TimingEstimate{1.5, 1.4, 1.6};
  timing.blocks = {{0, true, false, 1.5, 1980, {1, 2}}, {3, false, true, 2.5, 0, {5}}};
  timing.readings = {{-4, 1965, 3201, 41, 310.5}, {90, 1980, 3201, 43, 402}};
  verdict.timing = timing;
  verdict.sandbox = {"landlock", "seccomp"};
  verdict.evidence = "text";
  verdict.seed = std::numeric_limits<std::uint64_t>::max();
  verdict.versions = {{"torch", "2.11.0"}};
  verdict.from_cache = true;
  verdict.kept_age_s = 86400.5;
  return verdict;
}

TEST(VerdictJson, RoundTripKeepsEverything) {
  const std::string text = to_json_text(full_verdict());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const auto back = verdict_from_json_text(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(to_json_text(*back), text);
  ASSERT_TRUE(back->timing && back->timing->beside.size() == 2 && back->timing->compiled);
  EXPECT_EQ(back->timing->beside[1].reference.median_us, 7);
  EXPECT_EQ(back->timing->compiled->high_us, 1.6);
  ASSERT_EQ(back->timing->blocks.size(), 2U);
  EXPECT_TRUE(back->timing->blocks[0].is_candidate);
  EXPECT_EQ(back->timing->blocks[0].us, (std::vector<double>{1, 2}));
  EXPECT_TRUE(back->timing->blocks[1].repeated);
  EXPECT_EQ(back->timing->blocks[1].unit, 3);
  EXPECT_EQ(back->timing->blocks[1].us, std::vector<double>{5});
  ASSERT_EQ(back->timing->readings.size(), 2U);
  EXPECT_EQ(back->timing->readings[0].at_ms, -4);
  EXPECT_EQ(back->timing->readings[1].temperature_c, 43);
  EXPECT_EQ(back->seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(std::isinf(back->inputs[0].error));
  EXPECT_TRUE(back->inputs[0].advisory);
  ASSERT_TRUE(back->inputs[0].error_map);
  EXPECT_EQ(back->inputs[0].error_map->level(1, 2), kMismatchLevel);
  EXPECT_TRUE(std::isnan(back->inputs[0].expected_value));
  EXPECT_EQ(back->rejected_at, Stage::kTiny);
  EXPECT_EQ(back->stages[2].detail, "why");
  EXPECT_EQ(back->kernels[0].stage_ms.at("cubin"), 40);
  EXPECT_EQ(back->kernels[0].occupancy.limit, "registers");
  EXPECT_EQ(back->coverage, 0.75);
  ASSERT_EQ(back->untried.size(), 2U);
  EXPECT_EQ(back->untried[0].first, 3);
  EXPECT_EQ(back->untried[0].last, 5);
  ASSERT_TRUE(back->roofline);
  EXPECT_EQ(back->roofline->kernels[0].dot_flops.at("tf32"), 65536);
  EXPECT_EQ(back->roofline->kernels[0].other_flops.at("fp32"), 77);
  EXPECT_EQ(back->roofline->kernels[0].programs, 4);
  ASSERT_TRUE(back->modelled);
  EXPECT_EQ(back->modelled->device, "H100");
  EXPECT_EQ(back->modelled->candidate.launches, 2);
  EXPECT_EQ(back->modelled->reference.us, 7);
  EXPECT_EQ(back->modelled->speedup, 2);
  EXPECT_EQ(back->kept_age_s, 86400.5);
}

TEST(VerdictJson, BlocksTakeNoMoreSamplesThanThereAre) {
  const auto verdict = verdict_from_json_text(
      R"({"schema":"nereid.verdict/1","timing":{"candidate_samples_us":[1,2,3],"blocks":[)"
      R"({"side":"candidate","n":2},{"side":"candidate","n":9223372036854775807},)"
      R"({"side":"candidate","n":-1},{"side":"reference","n":1}]}})");
  ASSERT_TRUE(verdict && verdict->timing);
  const auto& blocks = verdict->timing->blocks;
  ASSERT_EQ(blocks.size(), 4U);
  EXPECT_EQ(blocks[0].us.size(), 2U);
  EXPECT_EQ(blocks[1].us, std::vector<double>{3});
  EXPECT_TRUE(blocks[2].us.empty());
  EXPECT_TRUE(blocks[3].us.empty());
}

TEST(VerdictJson, OlderTextsHaveNoWork) {
  const auto verdict = verdict_from_json_text(
      R"({"schema":"nereid.verdict/1","kernels":[{"name":"k","registers":32}]})");
  ASSERT_TRUE(verdict);
  EXPECT_FALSE(verdict->coverage);
  EXPECT_FALSE(verdict->roofline);
  EXPECT_FALSE(verdict->modelled);
  EXPECT_TRUE(verdict->kernels[0].occupancy.limit.empty());
  EXPECT_TRUE(verdict->kernels[0].stage_ms.empty());
}

TEST(VerdictJson, HasTheKeysThatScriptsUse) {
  const Json object = *parse_json(to_json_text(full_verdict()));
  EXPECT_EQ(object["schema"], "nereid.verdict/1");
  EXPECT_EQ(object["furthest_stage"], "compile");
  EXPECT_EQ(object["rejected_at"], "tiny");
  EXPECT_EQ(object["reason"]["code"], "wrong_values");
  EXPECT_EQ(object["elapsed_ms"]["compile"], 200);
  EXPECT_FALSE(object["elapsed_ms"].contains("full"));
  EXPECT_EQ(object["kernels"][0]["shared_bytes"], 2048);
  Verdict accepted;
  EXPECT_TRUE((*parse_json(to_json_text(accepted)))["rejected_at"].is_null());
  EXPECT_TRUE((*parse_json(to_json_text(accepted)))["timing"].is_null());
}

TEST(VerdictJson, BrokenMapsAreLeftOut) {
  const std::string text = to_json_text(full_verdict());
  for (const auto& [right, broken] : {std::pair{R"("columns":3)", R"("columns":1000000007)"},
                                      std::pair{R"("rows":8)", R"("rows":7)"},
                                      std::pair{R"("levels":"AAAAA)", R"("levels":"!AAAA)"}}) {
    std::string other = text;
    const std::size_t at = other.find(right);
    ASSERT_NE(at, std::string::npos) << right;
    other.replace(at, std::string_view(right).size(), broken);
    const auto verdict = verdict_from_json_text(other);
    ASSERT_TRUE(verdict) << broken;
    EXPECT_FALSE(verdict->inputs[0].error_map) << broken;
  }
}

TEST(VerdictJson, UntrustedTextIsNeverFatal) {
  Verdict verdict;
  constexpr char kHostile[] = "broken \xff\xfe utf-8 \x00 zero";
  verdict.evidence.assign(kHostile, sizeof kHostile - 1);
  ASSERT_EQ(verdict.evidence.back(), 'o');
  EXPECT_TRUE(verdict_from_json_text(to_json_text(verdict)));
  for (const char* text : {"", "{", "[]", "null", "{}", R"({"schema":"other/1"})"})
    EXPECT_FALSE(verdict_from_json_text(text)) << text;
  EXPECT_TRUE(verdict_from_json_text(
      R"({"schema":"nereid.verdict/1","stages":3,"inputs":[1,{"shapes":[["x"]]}],"reason":[]})"));
}

TEST(VerdictJson, SurvivesDamage) {
  std::mt19937 random(5);
  const std::string whole = to_json_text(full_verdict());
  for (int round = 0; round < 2000; ++round) {
    std::string text = whole;
    text[random() % text.size()] = static_cast<char>(random());
    if (const auto verdict = verdict_from_json_text(text)) (void)to_json_text(*verdict);
  }
}

TEST(Stages, NamesAndCredit) {
  for (const Stage stage :
       {Stage::kNone, Stage::kStatic, Stage::kCompile, Stage::kTiny, Stage::kFull, Stage::kTiming})
    EXPECT_EQ(stage_from_name(stage_name(stage)), stage);
  EXPECT_FALSE(stage_from_name("other"));
  EXPECT_EQ(stage_credit(Stage::kStatic), 0);
  EXPECT_EQ(stage_credit(Stage::kCompile), 0.3);
  EXPECT_EQ(stage_credit(Stage::kTiny), 0.5);
  EXPECT_EQ(stage_credit(Stage::kFull), 0.7);
}

}  // namespace
}  // namespace nereid::verify

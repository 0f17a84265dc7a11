// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/advise/advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/advise/advice_file.h"
#include "engine/base/file.h"

namespace nereid::advise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kPlain =
    R"({"torch_fallback": true, "hard_coded_output": false, "omitted_part": true, "explanation": "line 3"})";

TEST(Opinion, ReadsTheObjectHoweverItIsWrapped) {
  const std::string plain = kPlain;
  for (const std::string& text :
       {plain, "```json\n" + plain + "\n```", "```\n" + plain + "\n```\nHope this helps.",
        "<think>if {x} then {\"torch_fallback\": false}</think>\n" + plain,
        "For a set {a, b} I say:\n" + plain, plain.substr(0, 1) + "\n" + plain.substr(1)}) {
    const Result<Advice> advice = read_opinion(text);
    ASSERT_TRUE(advice) << text << ": " << advice.error().message;
    EXPECT_THAT(suspicions(*advice), ElementsAre("torch fallback", "omitted part"));
    EXPECT_EQ(advice->explanation, "line 3");
    EXPECT_TRUE(advice->suspects());
  }
}

TEST(Opinion, NothingSuspected) {
  const Result<Advice> advice = read_opinion(
      R"({"torch_fallback":false,"hard_coded_output":false,"omitted_part":false,"explanation":""})");
  ASSERT_TRUE(advice);
  EXPECT_FALSE(advice->suspects());
  EXPECT_THAT(suspicions(*advice), IsEmpty());
}

TEST(Opinion, AnythingElseIsAnError) {
  for (
      const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
          {"", "no JSON object"},
          {"The kernel looks right to me.", "no JSON object"},
          {R"({"torch_fallback": true)", "no JSON object"},
          {"[true, false, true]", "no JSON object"},
          {"}{", "no JSON object"},
          {R"({"torch_fallback": "no", "hard_coded_output": false, "omitted_part": false, "explanation": ""})",
           "\"torch_fallback\" is not true or false"},
          {R"({"torch_fallback": false, "hard_coded_output": false, "explanation": ""})",
           "\"omitted_part\" is not true or false"},
          {R"({"torch_fallback": false, "hard_coded_output": false, "omitted_part": false})",
           "\"explanation\" is no text"},
          {std::string(1 << 20, '{') + "}", "no JSON object"}}) {
    const Result<Advice> advice = read_opinion(text);
    ASSERT_FALSE(advice) << text.substr(0, 80);
    EXPECT_EQ(advice.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(advice.error().message, HasSubstr(words));
  }
}

TEST(Opinion, WordsAreMadeFitForATerminal) {
  const Json wild = {{"torch_fallback", false},
                     {"hard_coded_output", false},
                     {"omitted_part", false},
                     {"explanation", "\x1b[2Jgone\n" + std::string(5000, 'x')}};
  const Result<Advice> advice = read_opinion(dump_json(wild));
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->explanation.find('\x1b'), std::string::npos);
  EXPECT_LT(advice->explanation.size(), 2100U);
}

Advice some_advice() {
  Advice advice = *read_opinion(kPlain);
  advice.model = "m";
  advice.prompt = "advisor-1";
  advice.prompt_sha256 = "p";
  advice.candidate_sha256 = "c";
  advice.unix_ms = 12;
  return advice;
}

TEST(AdviceJson, ComesBackAsItWas) {
  const Advice advice = some_advice();
  const Result<Advice> back = advice_from_json(*parse_json(dump_json(to_json(advice))));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, advice);
  EXPECT_FALSE(advice_from_json(Json{{"schema", "nereid.advice/2"}}));
  EXPECT_FALSE(advice_from_json(Json::array()));
}

class AdviceFileTest : public ::testing::Test {
 protected:
  std::filesystem::path folder() const { return folder_->path(); }
  Result<TemporaryDirectory> folder_ = TemporaryDirectory::make("nereid-advice");
};

TEST_F(AdviceFileTest, GrowsAndIsReadBack) {
  ASSERT_TRUE(read_advice(folder())->empty());
  for (int index = 0; index < 2; ++index) {
    std::vector<EpisodeAdvice> present;
    Result<AdviceFile> file = AdviceFile::open(folder(), present);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(present.size(), static_cast<std::size_t>(index));
    ASSERT_TRUE(file->add({.phase = "evaluate", .key = {7, 1, index}, .advice = some_advice()}));
  }
  std::ofstream(advice_path(folder()), std::ios::app) << R"({"schema":"nereid.adv)";  // killed here
  const auto all = read_advice(folder());
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2U);
  EXPECT_EQ(all->back().phase, "evaluate");
  EXPECT_EQ(all->back().key, (record::EpisodeKey{7, 1, 1}));
  EXPECT_EQ(all->back().advice, some_advice());
}

TEST_F(AdviceFileTest, LineOfSomethingElseIsNamed) {
  std::ofstream(advice_path(folder())) << "{\"schema\": \"other\"}\n";
  const auto all = read_advice(folder());
  ASSERT_FALSE(all);
  EXPECT_THAT(all.error().message, HasSubstr("advice.jsonl:1: not of schema nereid.advice/1"));
  std::vector<EpisodeAdvice> present;
  EXPECT_FALSE(AdviceFile::open(folder(), present));
}

}  // namespace
}  // namespace nereid::advise

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/advise/advisor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/base/hash.h"
#include "engine/base/paths.h"
#include "tests/engine/endpoint/chat_server.h"

namespace nereid::advise {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const tasks::Task kTask = {.id = "t", .reference = "class Net: {candidate}", .entry_point = "Net"};
constexpr const char* kAnswer =
    "```json\n{\"torch_fallback\": true, \"hard_coded_output\": false, \"omitted_part\": false, "
    "\"explanation\": \"torch.relu in line 9\"}\n```";

config::AdvisorSettings settings_for(const endpoint::ChatServer& server) {
  config::AdvisorSettings settings;
  settings.url = server.url();
  settings.model = "judge-model";
  return settings;
}

TEST(Advisor, AsksByThePromptAndReadsTheAdvice) {
  endpoint::ChatServer server;
  server.answer_with(kAnswer);
  const auto advisor = Advisor::open(settings_for(server));
  ASSERT_TRUE(advisor) << advisor.error().message;
  const Result<Advice> advice = (*advisor)->advise(kTask, "the {reference} of x");
  ASSERT_TRUE(advice) << advice.error().message;
  EXPECT_TRUE(advice->torch_fallback);
  EXPECT_EQ(advice->explanation, "torch.relu in line 9");
  EXPECT_EQ(advice->model, "judge-model");
  EXPECT_EQ(advice->prompt, "advisor-1");
  EXPECT_EQ(advice->prompt_sha256, *sha256_file(resource_dir() / "prompts/advisor-1.txt"));
  EXPECT_EQ(advice->candidate_sha256, sha256_hex(std::string("the {reference} of x")));
  const Json body = server.next_question()["body"];
  EXPECT_EQ(body["model"], "judge-model");
  EXPECT_EQ(body["temperature"], 0);
  // Marks inside what is filled in stay what they are.
  EXPECT_THAT(body["messages"][0]["content"].get<std::string>(),
              AllOf(HasSubstr("class Net\nclass Net: {candidate}\n"),
                    HasSubstr("\nthe {reference} of x\n")));
}

TEST(Advisor, AnswerThatIsNoneOfItsKindIsAnError) {
  endpoint::ChatServer server;
  server.answer_with("It looks fine to me!");
  const auto advisor = Advisor::open(settings_for(server));
  ASSERT_TRUE(advisor);
  const Result<Advice> advice = (*advisor)->advise(kTask, "code");
  ASSERT_FALSE(advice);
  EXPECT_EQ(advice.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(advice.error().message, AllOf(HasSubstr(server.url()), HasSubstr("It looks fine")));
}

TEST(Advisor, SettingsThatAreMissingAreNamed) {
  endpoint::ChatServer server;
  config::AdvisorSettings settings = settings_for(server);
  settings.url = "";
  EXPECT_THAT(Advisor::open(settings).error().message, HasSubstr("advisor.url"));
  settings = settings_for(server);
  settings.prompt = "advisor-999";
  EXPECT_THAT(Advisor::open(settings).error().message, HasSubstr("advisor.prompt"));
  settings = settings_for(server);
  settings.key_env = "NEREID_TEST_NO_SUCH_KEY";
  EXPECT_THAT(Advisor::open(settings).error().message, HasSubstr("NEREID_TEST_NO_SUCH_KEY"));
  const auto folder = TemporaryDirectory::make("nereid-advisor");
  ASSERT_TRUE(folder);
  settings = settings_for(server);
  settings.prompt = (folder->path() / "own.txt").string();
  std::ofstream(settings.prompt) << "{entry_point} {reference}";
  EXPECT_THAT(Advisor::open(settings).error().message, HasSubstr("{candidate} is missing"));
}

}  // namespace
}  // namespace nereid::advise

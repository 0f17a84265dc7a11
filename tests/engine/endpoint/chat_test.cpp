// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/endpoint/chat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "tests/engine/endpoint/chat_server.h"

namespace nereid::endpoint {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kFarTooLong = 3600;  // a wait of this length would end the test by its time limit

/// Options that fail at once where they may.
ChatOptions quick(const std::string& url) {
  ChatOptions options;
  options.url = url;
  options.model = "some-model";
  options.first_wait_s = 0.001;
  options.attempts = 3;
  return options;
}

std::unique_ptr<ChatClient> open(const ChatOptions& options) {
  auto client = ChatClient::open(options);
  EXPECT_TRUE(client) << client.error().message;
  return client ? std::move(*client) : nullptr;
}

Result<ChatAnswer> ask(const ChatOptions& options) {
  return open(options)->ask({{"user", "a question"}}, {});
}

/// The error of one question to a server that answers so.
Error error_of(Json answer) {
  ChatServer server;
  answer["repeat"] = true;
  server.answer(answer);
  const Result<ChatAnswer> got = ask(quick(server.url()));
  EXPECT_FALSE(got);
  if (got) return {};
  EXPECT_THAT(got.error().message, HasSubstr(server.url() + "/chat/completions"));
  return got.error();
}

TEST(Chat, SendsWhatWasSetAndReadsTheAnswer) {
  ChatServer server;
  server.answer({{"body", chat_body("the answer", "the thoughts", "length")}});
  ChatOptions options = quick(server.url() + "/");
  options.temperature = 0.6;
  options.top_p = 0.95;
  options.max_tokens = 77;
  const Result<ChatAnswer> answer =
      open(options)->ask({{"system", "be brief"}, {"user", "Zürich?"}}, {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->content, "the answer");
  EXPECT_EQ(answer->reasoning, "the thoughts");
  EXPECT_EQ(answer->model, "scripted");
  EXPECT_EQ(answer->prompt_tokens, 11);
  EXPECT_EQ(answer->completion_tokens, 7);
  EXPECT_TRUE(answer->truncated());
  const Json question = server.next_question();
  EXPECT_EQ(question["path"], "/v1/chat/completions");
  EXPECT_FALSE(question["headers"].contains("Authorization"));
  const Json expected = {{"model", "some-model"},
                         {"temperature", 0.6},
                         {"top_p", 0.95},
                         {"max_tokens", 77},
                         {"stream", false},
                         {"messages",
                          {{{"role", "system"}, {"content", "be brief"}},
                           {{"role", "user"}, {"content", "Zürich?"}}}}};
  EXPECT_EQ(question["body"], expected);
}

TEST(Chat, ReadsContentInParts) {
  ChatServer server;
  Json body = chat_body("");
  body["choices"][0]["message"]["content"] = {{{"type", "text"}, {"text", "one "}},
                                              {{"type", "image"}, {"url", "x"}},
                                              {{"type", "text"}, {"text", "two"}}};
  server.answer({{"body", body}});
  const Result<ChatAnswer> answer = ask(quick(server.url()));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->content, "one two");
}

TEST(Chat, KeyIsReadFromItsVariableSentAndNeverShown) {
  ::setenv("NEREID_TEST_CHAT_KEY", "sk-secret-123", 1);
  ChatServer server;
  server.answer(
      {{"status", 401}, {"body", {{"error", {{"message", "no such key: sk-secret-123"}}}}}});
  ChatOptions options = quick(server.url());
  options.key_env = "NEREID_TEST_CHAT_KEY";
  const Result<ChatAnswer> answer = ask(options);
  ::unsetenv("NEREID_TEST_CHAT_KEY");
  EXPECT_EQ(server.next_question()["headers"]["Authorization"], "Bearer sk-secret-123");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kPermissionDenied);
  EXPECT_THAT(answer.error().message,
              AllOf(HasSubstr("401 Unauthorized"), HasSubstr("no such key: ***"),
                    HasSubstr("NEREID_TEST_CHAT_KEY"), Not(HasSubstr("secret"))));
}

TEST(Chat, OptionsThatCannotWorkAreRefusedBeforeAnythingIsSent) {
  const auto message = [](const std::function<void(ChatOptions&)>& change) {
    ChatOptions options = quick("http://localhost:1/v1");
    change(options);
    const auto client = ChatClient::open(options);
    EXPECT_FALSE(client);
    return client ? std::string() : client.error().message;
  };
  EXPECT_THAT(message([](auto& o) { o.url = "localhost:8000"; }),
              HasSubstr("http://localhost:8000/v1"));
  EXPECT_THAT(message([](auto& o) { o.url = "ftp://host/v1"; }), HasSubstr("no base URL"));
  EXPECT_THAT(message([](auto& o) { o.url = "http://host/v1?key=1"; }), HasSubstr("no base URL"));
  EXPECT_THAT(message([](auto& o) { o.url = "https://me:sk-secret@host/v1"; }),
              AllOf(HasSubstr("key_env"), Not(HasSubstr("secret"))));
  EXPECT_THAT(message([](auto& o) { o.model = ""; }), HasSubstr("model"));
  EXPECT_THAT(message([](auto& o) { o.top_p = 0; }), HasSubstr("top_p"));
  EXPECT_THAT(message([](auto& o) { o.temperature = -1; }), HasSubstr("temperature"));
  EXPECT_THAT(message([](auto& o) { o.concurrency = 0; }), HasSubstr("concurrency"));
  EXPECT_THAT(message([](auto& o) { o.timeout_s = 0; }), HasSubstr("timeouts"));
  EXPECT_THAT(message([](auto& o) { o.key_env = "NEREID_TEST_NO_SUCH_KEY"; }),
              HasSubstr("NEREID_TEST_NO_SUCH_KEY is not set"));
}

TEST(Chat, RefusalsAreNotTriedAgain) {
  const Error not_found = error_of({{"status", 404}, {"body", {{"error", "no model some-model"}}}});
  EXPECT_EQ(not_found.code, ErrorCode::kNotFound);
  EXPECT_THAT(not_found.message, AllOf(HasSubstr("404 Not Found: no model some-model"),
                                       HasSubstr("GET /models"), Not(HasSubstr("attempt"))));
  const Error too_long = error_of({{"status", 400}, {"body", {{"message", "context too long"}}}});
  EXPECT_EQ(too_long.code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(too_long.message, HasSubstr("400 Bad Request: context too long"));
  const Error moved =
      error_of({{"status", 301}, {"headers", {{"Location", "http://elsewhere/v1"}}}});
  EXPECT_THAT(moved.message, AllOf(HasSubstr("not followed"), HasSubstr("http://elsewhere/v1")));
}

TEST(Chat, TooManyRequestsThenAnAnswer) {
  ChatServer server;
  server.answer({{"status", 429}, {"body", {{"error", {{"message", "slow down"}}}}}});
  server.answer({{"status", 503}});
  server.answer_with("at last");
  const auto client = open(quick(server.url()));
  std::vector<ChatRetry> retries;
  client->on_retry([&](const ChatRetry& retry) { retries.push_back(retry); });
  const Result<ChatAnswer> answer = client->ask({{"user", "a question"}}, {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->content, "at last");
  ASSERT_EQ(retries.size(), 2U);
  EXPECT_EQ(retries[0].attempt, 1);
  EXPECT_THAT(retries[0].why, HasSubstr("429 Too Many Requests: slow down"));
  EXPECT_THAT(retries[1].why, HasSubstr("503"));
}

TEST(Chat, RetryAfterCountsInPlaceOfTheOwnWait) {
  ChatServer server;
  server.answer({{"status", 429}, {"headers", {{"Retry-After", "0"}}}});
  server.answer({{"status", 429}, {"headers", {{"Retry-After", "1"}}}});
  server.answer_with("at last");
  ChatOptions options = quick(server.url());
  options.first_wait_s = options.longest_wait_s = kFarTooLong;
  const auto client = open(options);
  std::vector<double> waits;
  client->on_retry([&](const ChatRetry& retry) { waits.push_back(retry.wait_s); });
  const Result<ChatAnswer> answer = client->ask({{"user", "a question"}}, {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(waits, (std::vector<double>{0, 1}));
}

TEST(Chat, TooManyRequestsForEverIsGivenUp) {
  const Error error = error_of({{"status", 429}, {"body", {{"error", {{"message", "quota"}}}}}});
  EXPECT_EQ(error.code, ErrorCode::kUnavailable);
  EXPECT_THAT(error.message, AllOf(HasSubstr("429 Too Many Requests: quota (attempt 3)"),
                                   HasSubstr("concurrency")));
  const Error tomorrow = error_of({{"status", 429}, {"headers", {{"Retry-After", "86400"}}}});
  EXPECT_THAT(tomorrow.message, AllOf(HasSubstr("wait 86400 s"), Not(HasSubstr("attempt"))));
}

TEST(Chat, ServerErrorsForEverAreGivenUp) {
  const Error error = error_of({{"status", 500}, {"body", "<html>oops\n\x1b[31m</html>"}});
  EXPECT_EQ(error.code, ErrorCode::kUnavailable);
  EXPECT_THAT(error.message, AllOf(HasSubstr("500 Internal Server Error: <html>oops"),
                                   Not(HasSubstr("\x1b")), Not(HasSubstr("\n"))));
}

TEST(Chat, NonsenseIsNamed) {
  const auto with = [](const char* pointer, const Json& value) {
    Json body = chat_body("fine");
    body[Json::json_pointer(pointer)] = value;
    return Json{{"body", body}};
  };
  const std::vector<std::pair<Json, std::string>> rows = {
      {{{"body", "<html>It works!</html>"}}, "no JSON"},
      {{{"body", ""}}, "no JSON"},
      {{{"body", "[]"}}, "no list \"choices\""},
      {{{"body", {{"error", {{"message", "overloaded"}}}}}}, "overloaded"},
      {with("/choices", Json::array()), "no list \"choices\""},
      {with("/choices", "text"), "no list \"choices\""},
      {with("/choices/0", 7), "no list \"choices\""},
      {with("/choices/0/message", nullptr), "no message"},
      {with("/choices/0/message/content", 12), "\"content\" is of type number"},
      {with("/choices/0/message/content", nullptr), "is empty"},
      {with("/choices/0/message/content", " \n"), "is empty"},
      {with("/choices/0/message/reasoning_content", Json::object()), "\"reasoning_content\""},
      {{{"body", chat_body("", "long thoughts", "length")}}, "max_tokens"},
  };
  for (const auto& [answer, words] : rows) {
    const Error error = error_of(answer);
    EXPECT_EQ(error.code, ErrorCode::kCorrupt) << answer;
    EXPECT_THAT(error.message, AllOf(HasSubstr("status 200"), HasSubstr(words))) << answer;
  }
}

TEST(Chat, AnswerWithoutEndIsNotRead) {
  ChatServer server;
  server.answer({{"padding", 3 << 20}, {"body", chat_body("fine")}, {"repeat", true}});
  ChatOptions options = quick(server.url());
  options.max_body_bytes = 1 << 20;
  const Result<ChatAnswer> answer = ask(options);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(answer.error().message, HasSubstr("longer than 1048576 bytes"));
  options.max_body_bytes = 4 << 20;
  EXPECT_TRUE(ask(options));
}

TEST(Chat, ConnectionThatBreaksIsTriedAgain) {
  ChatServer server;
  server.answer({{"drop", true}});
  server.answer_with("at last");
  const Result<ChatAnswer> answer = ask(quick(server.url()));
  ASSERT_TRUE(answer) << answer.error().message;
  const Error broken = error_of({{"drop", true}});
  EXPECT_EQ(broken.code, ErrorCode::kUnavailable);
  EXPECT_THAT(broken.message, AllOf(HasSubstr("connection broke"), HasSubstr("(attempt 3)")));
}

TEST(Chat, ServerThatHasAnsweredMayBeStartedAgain) {
  ChatServer server;
  server.answer_with("first");
  const auto client = open(quick(server.url()));
  int retries = 0;
  client->on_retry([&](const ChatRetry&) { ++retries; });
  ASSERT_TRUE(client->ask({{"user", "a question"}}, {}));
  server.stop();
  const Result<ChatAnswer> answer = client->ask({{"user", "a question"}}, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(retries, 2);
  EXPECT_THAT(answer.error().message, HasSubstr("(attempt 3)"));
}

TEST(Chat, BodyThatDoesNotComeTimesOut) {
  ChatServer server;
  server.answer({{"hold", "body"}, {"body", chat_body("never whole")}});
  ChatOptions options = quick(server.url());
  options.timeout_s = 0.2;
  options.attempts = 1;
  const Result<ChatAnswer> answer = ask(options);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kTimeout);
  EXPECT_THAT(answer.error().message, HasSubstr("no whole answer within 0.2 s"));
}

TEST(Chat, NobodyListening) {
  ChatServer server;
  const std::string url = server.url();
  server.stop();
  const Result<ChatAnswer> answer = ask(quick(url));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(answer.error().message, AllOf(HasSubstr(url), HasSubstr("start the endpoint")));
}

TEST(Chat, HostThatDoesNotExist) {
  const Result<ChatAnswer> answer = ask(quick("http://no-such-host.invalid/v1"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(answer.error().message,
              AllOf(HasSubstr("no-such-host.invalid"), HasSubstr("look at the host")));
}

TEST(Chat, CertificateMustBeTrusted) {
  ChatServer server(true);
  server.answer_with("over TLS");
  ChatOptions options = quick(server.url());
  const Result<ChatAnswer> untrusted = ask(options);
  ASSERT_FALSE(untrusted);
  EXPECT_EQ(untrusted.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(untrusted.error().message, HasSubstr("ca_file"));
  options.ca_file = server.certificate();
  const Result<ChatAnswer> trusted = ask(options);
  ASSERT_TRUE(trusted) << trusted.error().message;
  EXPECT_EQ(trusted->content, "over TLS");
}

TEST(Chat, StopEndsAQuestionThatIsUnderWay) {
  ChatServer server;
  server.answer({{"hold", "answer"}, {"body", chat_body("never sent")}});
  std::stop_source stop;
  const auto client = open(quick(server.url()));
  Result<ChatAnswer> answer = Error{};
  std::jthread asker([&] { answer = client->ask({{"user", "a question"}}, stop.get_token()); });
  (void)server.next_question();
  stop.request_stop();
  asker.join();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kCancelled);
}

TEST(Chat, StopEndsAWait) {
  ChatServer server;
  server.answer({{"status", 429}});
  ChatOptions options = quick(server.url());
  options.first_wait_s = options.longest_wait_s = kFarTooLong;
  std::stop_source stop;
  const auto client = open(options);
  client->on_retry([&](const ChatRetry&) { stop.request_stop(); });
  const Result<ChatAnswer> answer = client->ask({{"user", "a question"}}, stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kCancelled);
}

TEST(Chat, NoMoreQuestionsAtOnceThanAllowed) {
  constexpr int kAskers = 6;
  ChatServer server;
  server.answer({{"hold", "answer"}, {"body", chat_body("held")}, {"repeat", true}});
  ChatOptions options = quick(server.url());
  options.concurrency = 2;
  const auto client = open(options);
  std::atomic<int> answered{0};
  std::vector<std::jthread> askers;
  for (int i = 0; i < kAskers; ++i)
    askers.emplace_back([&] { answered += client->ask({{"user", "held"}}, {}) ? 1 : 0; });
  std::vector<int> in_flight = {server.next_question()["in_flight"],
                                server.next_question()["in_flight"]};
  server.release();
  askers.clear();
  EXPECT_EQ(answered, kAskers);
  while (in_flight.size() < kAskers) in_flight.push_back(server.next_question()["in_flight"]);
  EXPECT_THAT(in_flight, ::testing::Each(::testing::Le(2)));
}

TEST(Chat, StopEndsTheWaitForAPlace) {
  ChatServer server;
  server.answer({{"hold", "answer"}, {"body", chat_body("held")}});
  ChatOptions options = quick(server.url());
  options.concurrency = 1;
  const auto client = open(options);
  Result<ChatAnswer> held = Error{};
  std::jthread first([&] { held = client->ask({{"user", "held"}}, {}); });
  (void)server.next_question();
  std::stop_source stop;
  Result<ChatAnswer> waiting = Error{};
  std::jthread second([&] { waiting = client->ask({{"user", "waits"}}, stop.get_token()); });
  stop.request_stop();
  second.join();
  ASSERT_FALSE(waiting);
  EXPECT_EQ(waiting.error().code, ErrorCode::kCancelled);
  server.release();
  first.join();
  EXPECT_TRUE(held);
}

TEST(Backoff, DoublesUpToItsLimitAndIsShortenedByTheDraw) {
  ChatOptions options;
  options.first_wait_s = 2;
  options.longest_wait_s = 10;
  EXPECT_DOUBLE_EQ(backoff_s(options, 1, 0), 2);
  EXPECT_DOUBLE_EQ(backoff_s(options, 3, 0), 8);
  EXPECT_DOUBLE_EQ(backoff_s(options, 4, 0), 10);
  EXPECT_DOUBLE_EQ(backoff_s(options, 60, 0), 10);
  EXPECT_DOUBLE_EQ(backoff_s(options, 1, 0.5), 1.5);
}

}  // namespace
}  // namespace nereid::endpoint

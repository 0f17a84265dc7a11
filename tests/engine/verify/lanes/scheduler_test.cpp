// SPDX-License-Identifier: GPL-3.0-or-later
// Order, back-pressure and single cancels, with real processes.
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "engine/base/json.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

// Verdicts in order of arrival. Thread-safe.
class Answers {
 public:
  Verifier::Callback receiver() {
    return [this](const std::shared_ptr<const Verdict>& verdict) {
      std::lock_guard lock(mutex_);
      verdicts_.push_back(verdict);
      changed_.notify_all();
    };
  }
  std::vector<std::shared_ptr<const Verdict>> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return verdicts_.size() >= count; });
    return verdicts_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<const Verdict>> verdicts_;
};

// Rejected at the first input, so that a test does not take long. Equal seeds share a reference.
VerifyRequest wrong_request(const std::string& id, std::uint64_t seed) {
  VerifyRequest request = swish_request(id, "wrong_values.py");
  request.candidate += "\n# " + id + "\n";
  request.seed = seed;
  return request;
}

// Holds the only worker until it is cancelled. Its reference is that of the wrong requests of
// seed 1.
VerifyRequest endless_request(const std::string& id) {
  VerifyRequest request =
      swish_text(id, shelf_file("swish/right_plain.py") + "\nwhile True: pass\n");
  request.options.compile_limit_s = 600;
  request.seed = 1;
  return request;
}

std::map<std::string, std::string> codes(
    const std::vector<std::shared_ptr<const Verdict>>& verdicts) {
  std::map<std::string, std::string> found;
  for (const auto& verdict : verdicts)
    EXPECT_TRUE(found.emplace(verdict->id, verdict->reason.code).second) << verdict->id;
  return found;
}

// Its reference must be ready, so that this is soon.
void wait_until_judged(const Verifier& verifier) {
  while (verifier.stats().lanes.at(2).active == 0) std::this_thread::yield();
}

TEST(Scheduler, ATaskWithManyCandidatesDoesNotKeepAnotherWaiting) {
  const auto verifier = start_verifier(1);
  verifier->verify(wrong_request("first task", 1));
  verifier->verify(wrong_request("second task", 2));
  Answers answers;
  const SubmissionId blocker = verifier->submit(endless_request("blocker"), answers.receiver());
  wait_until_judged(*verifier);
  for (int i = 0; i < 6; ++i)
    verifier->submit(wrong_request(fmt::format("flood {}", i), 1), answers.receiver());
  verifier->submit(wrong_request("other", 2), answers.receiver());
  // All texts are checked before the worker is free again, so the order is that of the turns.
  while (verifier->stats().lanes.at(1).passes < 10) std::this_thread::yield();
  EXPECT_TRUE(verifier->cancel(blocker));
  std::vector<std::string> order;
  for (const auto& verdict : answers.wait_for(8)) order.push_back(verdict->id);
  ASSERT_EQ(order.size(), 8u);
  const auto place = std::find(order.begin(), order.end(), "other") - order.begin();
  EXPECT_LE(place, 2) << order.at(1);
  EXPECT_EQ(verifier->stats().submitted, verifier->stats().finished);
}

TEST(Scheduler, OneSubmissionIsCancelledAndTheOthersGoOn) {
  const auto verifier = start_verifier(1);
  verifier->verify(wrong_request("first", 1));
  Answers answers;
  const SubmissionId running = verifier->submit(endless_request("running"), answers.receiver());
  wait_until_judged(*verifier);
  const SubmissionId queued = verifier->submit(wrong_request("queued", 1), answers.receiver());
  VerifyRequest twin = wrong_request("queued", 1);
  twin.id = "its twin";
  verifier->submit(twin, answers.receiver());
  const SubmissionId dropped = verifier->submit(wrong_request("dropped", 1), answers.receiver());
  // It hangs when it is imported. Its place in the lane is taken a moment before the stage begins.
  while (verifier->stage_of(running) == Stage::kNone) std::this_thread::yield();
  EXPECT_EQ(verifier->stage_of(running), Stage::kCompile);
  EXPECT_EQ(verifier->stage_of(12345), std::nullopt);
  EXPECT_TRUE(verifier->stage_of(queued).has_value());
  EXPECT_TRUE(verifier->cancel(queued));
  EXPECT_EQ(verifier->stage_of(queued), std::nullopt);
  EXPECT_TRUE(verifier->cancel(dropped));
  EXPECT_FALSE(verifier->cancel(dropped));
  EXPECT_TRUE(verifier->cancel(running));
  EXPECT_FALSE(verifier->cancel(12345));
  const auto found = codes(answers.wait_for(4));
  EXPECT_EQ(found.at("running"), "cancelled");
  EXPECT_EQ(found.at("queued"), "cancelled");
  EXPECT_EQ(found.at("dropped"), "cancelled");
  EXPECT_EQ(found.at("its twin"), "wrong_values");
  // What was cancelled is judged when it comes again.
  EXPECT_EQ(verifier->verify(wrong_request("dropped", 1))->reason.code, "wrong_values");
  EXPECT_EQ(verifier->stats().cancelled, 3);
}

TEST(Scheduler, AFullQueueRefuses) {
  auto started = Verifier::start({.jobs = 1, .max_queued = 2});
  ASSERT_TRUE(started);
  Verifier& verifier = **started;
  verifier.verify(wrong_request("first", 1));
  Answers answers;
  const SubmissionId blocker = verifier.submit(endless_request("blocker"), answers.receiver());
  wait_until_judged(verifier);
  std::vector<std::string> taken;
  for (int i = 0; i < 5; ++i) {
    const std::string id = std::to_string(i);
    if (verifier.try_submit(wrong_request(id, 1), answers.receiver()) != 0) taken.push_back(id);
  }
  EXPECT_EQ(taken.size(), 2u);
  EXPECT_NE(verifier.try_submit(wrong_request("0", 1), answers.receiver()), 0u);  // a twin
  EXPECT_NE(verifier.submit(wrong_request("more", 1), answers.receiver()), 0u);
  EXPECT_TRUE(verifier.cancel(blocker));
  verifier.wait_for_room();
  const auto verdicts = answers.wait_for(5);
  EXPECT_EQ(verdicts.size(), 5u);
  EXPECT_EQ(verifier.stats().submitted, 6);
  EXPECT_EQ(verifier.stats().finished, 6);
}

TEST(Scheduler, ATextThatFailsWaitsForNoReferenceAndNoProcess) {
  const auto verifier = start_verifier(1);
  VerifyRequest request = swish_request("a", "wrong_syntax.py");
  request.reference = "while True:\n    pass\n";  // a minute, if somebody ran it
  const auto verdict = verifier->verify(request);
  EXPECT_EQ(verdict->reason.code, "syntax_error");
  EXPECT_EQ(verdict->rejected_at, Stage::kStatic);
  EXPECT_FALSE(verdict->sandbox.empty());
  const VerifierStats stats = verifier->stats();
  EXPECT_EQ(stats.lanes.at(0).passes + stats.lanes.at(0).active, 0) << "the reference was run";
  EXPECT_EQ(stats.lanes.at(2).passes, 0) << "a process was forked";
  EXPECT_EQ(stats.stages.at(0).rejected, 1);
  EXPECT_FALSE(verifier->verify(swish_request("b", "right_plain.py"))->rejected_at);
}

TEST(Scheduler, TextsThatEndTheirCheckerAreStillJudged) {
  const auto verifier = start_verifier(2);
  std::vector<VerifyRequest> requests;
  const std::string texts[] = {"x = " + std::string(3000, '(') + "1" + std::string(3000, ')'),
                               "x = 1" +
                                   [] {
                                     std::string sum;
                                     for (int i = 0; i < 40000; ++i) sum += " + 1";
                                     return sum;
                                   }(),
                               "x = " + std::string(100000, '-') + "1",
                               "x = 1\\\n" + std::string(9, '\0')};
  for (const std::string& text : texts)
    requests.push_back(swish_text("bomb " + std::to_string(requests.size()), text + "\n"));
  requests.push_back(swish_request("honest", "right_plain.py"));
  const auto found = codes(judge_all(*verifier, requests));
  ASSERT_EQ(found.size(), requests.size());
  for (const auto& [id, code] : found)
    EXPECT_EQ(code, id == "honest" ? "ok" : "syntax_error") << id;
}

TEST(Scheduler, StatisticsCountEveryVerdictOnce) {
  const auto verifier = start_verifier(2);
  judge_all(*verifier, {swish_request("a", "right_plain.py"), swish_request("b", "wrong_syntax.py"),
                        wrong_request("c", 0)});
  verifier->verify(wrong_request("c", 0));
  const VerifierStats stats = verifier->stats();
  EXPECT_EQ(stats.finished, 4);
  EXPECT_EQ(stats.accepted, 1);
  EXPECT_EQ(stats.cached, 1);
  EXPECT_EQ(stats.queued, 0);
  EXPECT_EQ(stats.stages.at(0).count, 3);
  EXPECT_EQ(stats.stages.at(0).rejected, 1);
  EXPECT_EQ(stats.stages.at(2).rejected, 1);
  EXPECT_EQ(stats.stages.at(3).count, 2);  // the task's own inputs come before smaller ones
  EXPECT_GT(stats.stages.at(1).p50_ms, 0);
  EXPECT_GE(stats.stages.at(1).p95_ms, stats.stages.at(1).p50_ms);
  EXPECT_GT(stats.lanes.at(2).busy_s, 0);
  EXPECT_GT(stats.queued_s, 0);
  const auto json = parse_json(to_json_text(stats), "statistics");
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["lanes"].size(), 5u);
  EXPECT_EQ((*json)["stages"][1]["name"], "compile");
}

}  // namespace
}  // namespace nereid::verify

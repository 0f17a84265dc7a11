// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/judge_batch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace nereid::verify {
namespace {

std::shared_ptr<const Verdict> verdict_on(const VerifyRequest& request, const char* reason) {
  auto verdict = std::make_shared<Verdict>();
  verdict->id = request.id;
  verdict->reason.code = reason;
  return verdict;
}

std::vector<VerifyRequest> requests(int count) {
  std::vector<VerifyRequest> list(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) list[static_cast<std::size_t>(i)].id = std::to_string(i);
  return list;
}

/// Answers each request on a thread of its own, the last submitted one first.
class Backwards {
 public:
  Submit submit(int count) {
    return [this, count](VerifyRequest request, Verifier::Callback done) {
      waiting_.emplace_back(std::move(request), std::move(done));
      if (std::ssize(waiting_) < count) return;
      thread_ = std::jthread([this] {
        for (auto one = waiting_.rbegin(); one != waiting_.rend(); ++one)
          one->second(verdict_on(one->first, "ok"));
      });
    };
  }

 private:
  std::vector<std::pair<VerifyRequest, Verifier::Callback>> waiting_;
  std::jthread thread_;
};

/// Keeps what is submitted until it is cancelled.
class Stuck final : public Verifier {
 public:
  SubmissionId submit(VerifyRequest request, Callback done) override {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(std::move(request), std::move(done));
    return waiting_.size();
  }
  SubmissionId try_submit(VerifyRequest request, Callback done) override {
    return submit(std::move(request), std::move(done));
  }
  void wait_for_room() override {}
  bool cancel(SubmissionId) override { return false; }
  std::optional<Stage> stage_of(SubmissionId) const override { return std::nullopt; }
  void cancel_all() override {
    ++cancels;
    const std::lock_guard lock(mutex_);
    for (auto& [request, done] : waiting_) done(verdict_on(request, "cancelled"));
    waiting_.clear();
  }
  VerifierStats stats() const override { return {}; }
  std::atomic<int> cancels = 0;

 private:
  std::mutex mutex_;
  std::vector<std::pair<VerifyRequest, Callback>> waiting_;
};

TEST(JudgeBatch, VerdictsComeInTheOrderOfTheRequests) {
  Backwards judge;
  std::vector<std::pair<int, int>> heard;
  const std::vector<Judged> verdicts = judge_batch(
      judge.submit(5), requests(5), [&](int done, int total) { heard.emplace_back(done, total); });
  ASSERT_EQ(verdicts.size(), 5u);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    EXPECT_EQ(verdicts[i].verdict->id, std::to_string(i));
    EXPECT_GT(verdicts[i].unix_ms, 0);
  }
  EXPECT_EQ(heard, (std::vector<std::pair<int, int>>{{1, 5}, {2, 5}, {3, 5}, {4, 5}, {5, 5}}));
}

TEST(JudgeBatch, NothingToJudgeDoesNotWait) {
  const Submit never = [](VerifyRequest, const Verifier::Callback&) { FAIL(); };
  EXPECT_TRUE(judge_batch(never, {}).empty());
}

TEST(JudgeBatch, SkippedPlacesCountAsSettled) {
  Backwards judge;
  std::vector<std::size_t> taken;
  std::vector<int> heard;
  JudgeBatch batch(
      judge.submit(2), 3,
      [&](std::size_t place, const std::shared_ptr<const Verdict>&) { taken.push_back(place); },
      [&](int done, int) { heard.push_back(done); });
  batch.submit(0, {});
  batch.skip();
  batch.submit(2, {});
  batch.wait();
  EXPECT_EQ(taken, (std::vector<std::size_t>{2, 0}));
  EXPECT_EQ(heard, (std::vector<int>{1, 2, 3}));
}

TEST(JudgeBatch, VerdictsMayComeAfterTheirBatchWasGivenUp) {
  Stuck verifier;
  const auto taken = std::make_shared<int>(0);
  {
    JudgeBatch batch(submit_to(verifier), 2,
                     [taken](std::size_t, const std::shared_ptr<const Verdict>&) { ++*taken; });
    batch.submit(0, {});
    batch.submit(1, {});
  }
  verifier.cancel_all();
  EXPECT_EQ(*taken, 2);
}

TEST(JudgeBatch, CancelsOnceAndStillWaitsForEveryVerdict) {
  Stuck verifier;
  const std::vector<Judged> verdicts = judge_batch(verifier, requests(4), {}, [] { return true; });
  EXPECT_EQ(verifier.cancels, 1);
  ASSERT_EQ(verdicts.size(), 4u);
  for (const Judged& one : verdicts) EXPECT_EQ(one.verdict->reason.code, "cancelled");
}

}  // namespace
}  // namespace nereid::verify

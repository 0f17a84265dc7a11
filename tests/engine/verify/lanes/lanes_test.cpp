// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/lanes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/verify/bench.h"
#include "engine/verify/lanes/fair_queue.h"
#include "engine/verify/lanes/recent_times.h"

namespace nereid::verify {
namespace {

const auto kAny = [](const std::string& /*owner*/) { return true; };

std::string taken(FairQueue<std::string, int>& queue) {
  std::string order;
  while (const auto item = queue.take(kAny)) order += std::to_string(*item) + " ";
  return order;
}

TEST(FairQueue, OwnersTakeTurns) {
  FairQueue<std::string, int> queue;
  for (const int item : {1, 2, 3, 4}) queue.push("flood", item);
  queue.push("late", 5);
  queue.push("last", 6);
  queue.push("late", 7);
  EXPECT_EQ(queue.size(), 7u);
  EXPECT_EQ(taken(queue), "1 5 6 2 7 3 4 ");
  EXPECT_EQ(queue.size(), 0u);
}

TEST(FairQueue, AnOwnerThatIsNotReadyKeepsItsTurn) {
  FairQueue<std::string, int> queue;
  queue.push("slow", 1);
  queue.push("quick", 2);
  queue.push("quick", 3);
  const auto is_quick = [](const std::string& owner) { return owner == "quick"; };
  EXPECT_EQ(queue.take(is_quick), 2);
  EXPECT_EQ(queue.take(kAny), 1);
  EXPECT_EQ(queue.count(is_quick), 1u);
  EXPECT_EQ(queue.take(is_quick), 3);
  EXPECT_FALSE(queue.take(kAny));
}

TEST(FairQueue, RemovedItemsAreGone) {
  FairQueue<std::string, int> queue;
  queue.push("a", 1);
  queue.push("a", 2);
  queue.push("b", 3);
  EXPECT_FALSE(queue.remove("c", 1));
  EXPECT_FALSE(queue.remove("a", 3));
  EXPECT_TRUE(queue.remove("a", 1));
  EXPECT_TRUE(queue.remove("b", 3));
  EXPECT_EQ(queue.size(), 1u);
  queue.push("b", 4);
  EXPECT_EQ(queue.take_all().size(), 2u);
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_FALSE(queue.take(kAny));
}

TEST(Lane, NeverHoldsMoreThanItsSlots) {
  constexpr int kSlots = 3, kThreads = 8, kPasses = 200;
  Lane lane("run", kSlots);
  const std::atomic<bool> never{false};
  std::atomic<int> inside{0}, most{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        for (int pass = 0; pass < kPasses; ++pass) {
          const Lane::Slot slot = lane.enter(never);
          const int now = ++inside;
          for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) continue;
          --inside;
        }
      });
  }
  EXPECT_LE(most, kSlots);
  const LaneStats stats = lane.stats();
  EXPECT_EQ(stats.passes, kThreads * kPasses);
  EXPECT_EQ(stats.active, 0);
  EXPECT_EQ(stats.waiting, 0);
  EXPECT_GE(stats.busy_s, 0);
  EXPECT_LE(stats.use, 1);
}

TEST(Lane, ACancelledOneLeavesTheLine) {
  Lane lane("compile", 1);
  const std::atomic<bool> never{false};
  std::atomic<bool> cancelled{false};
  Lane::Slot held = lane.enter(never);
  ASSERT_TRUE(held);
  std::thread waiting([&] { EXPECT_FALSE(lane.enter(cancelled)); });
  while (lane.stats().waiting == 0) std::this_thread::yield();
  cancelled = true;
  lane.wake();
  waiting.join();
  EXPECT_EQ(lane.stats().waiting, 0);
  EXPECT_EQ(lane.stats().active, 1);
  held = {};
  EXPECT_EQ(lane.stats().active, 0);
  EXPECT_TRUE(lane.enter(never));
}

TEST(RecentTimes, PercentilesAreOfTheLastThousand) {
  RecentTimes times;
  EXPECT_EQ(times.percentile(0.5), 0);
  for (int i = 0; i < 500; ++i) times.add(1e6);
  for (int i = 1; i <= 1000; ++i) times.add(i);
  EXPECT_EQ(times.count(), 1500);
  EXPECT_EQ(times.percentile(0), 1);
  EXPECT_EQ(times.percentile(1), 1000);
  EXPECT_NEAR(times.percentile(0.5), 500.5, 1);
  EXPECT_NEAR(times.percentile(0.95), 950, 1);
  EXPECT_EQ(times.total_ms(), 500e6 + 500500);
}

TEST(Batch, HasTheStatedSharesAndDistinctTexts) {
  std::vector<BenchCandidate> pool;
  for (const BatchShare& share : kBatchShares) {
    BenchCandidate candidate;
    candidate.fails_at = share.fails_at;
    candidate.request.candidate = "x = 1";
    pool.push_back(candidate);
  }
  std::map<Stage, int> counts;
  std::set<std::string> texts;
  for (const BenchCandidate& candidate : mixed_batch(pool, 40)) {
    ++counts[candidate.fails_at];
    texts.insert(candidate.request.candidate);
  }
  EXPECT_EQ(texts.size(), 40u);
  EXPECT_EQ(counts[Stage::kNone], 16);
  for (const Stage stage : {Stage::kStatic, Stage::kCompile, Stage::kTiny, Stage::kFull})
    EXPECT_EQ(counts[stage], 6) << stage_name(stage);
  pool.pop_back();
  EXPECT_TRUE(mixed_batch(pool, 40).empty());
}

}  // namespace
}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/time_limit.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

namespace nereid::verify {
namespace {

// A process that does one thing until it is killed.
class Worker {
 public:
  explicit Worker(void (*work)()) : pid_(fork()) {
    if (pid_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    work();
    _exit(0);
  }
  ~Worker() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

void spin() {
  std::atomic<unsigned> turns{0};
  while (true) ++turns;
}

void spin_on_one_processor() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
  spin();
}

void sleep_for_ever() {
  while (true) pause();
}

// Seconds by the clock until the limit is spent.
double wait_until_spent(const TimeLimit& limit, pid_t process) {
  const auto begin = Clock::now();
  LimitWatch watch(limit);
  while (!watch.is_spent()) {
    watch.look({process});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return milliseconds_since(begin) / 1000;
}

TEST(TimeLimit, CountsWhoComputesAndWhoSleeps) {
  for (void (*work)() : {spin, sleep_for_ever}) {
    const Worker worker(work);
    const TimeLimit limit = TimeLimit::of_own_time(0.2);
    EXPECT_GE(wait_until_spent(limit, worker.pid()), 0.2);
    EXPECT_GE(limit.spent_s(), 0.2);
  }
}

TEST(TimeLimit, DoesNotCountWhatAProcessWaitsForAProcessor) {
  // Four on one processor: each gets a quarter of it, whatever else the machine does.
  const Worker a(spin_on_one_processor), b(spin_on_one_processor), c(spin_on_one_processor),
      watched(spin_on_one_processor);
  const TimeLimit limit = TimeLimit::of_own_time(0.2);
  EXPECT_GE(wait_until_spent(limit, watched.pid()), 2 * 0.2);
}

TEST(TimeLimit, IsSharedByItsCopiesAndOverSeveralQuestions) {
  const Worker worker(sleep_for_ever);
  const TimeLimit limit = TimeLimit::of_own_time(1000);
  const std::vector<TimeLimit> copies(3, limit);
  double before = 0;
  for (const TimeLimit& copy : copies) {
    LimitWatch watch(copy);
    watch.look({worker.pid()});
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    watch.look({worker.pid()});
    EXPECT_GT(limit.spent_s(), before);
    before = limit.spent_s();
    EXPECT_FALSE(watch.is_spent());
  }
}

TEST(TimeLimit, AProcessThatIsNotThereYetSpendsNothing) {
  const TimeLimit limit = TimeLimit::of_own_time(0.001);
  LimitWatch watch(limit);
  for (int look = 0; look < 5; ++look) {
    watch.look({0, 0});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(watch.is_spent());
  EXPECT_EQ(limit.spent_s(), 0);
}

TEST(TimeLimit, AMomentOfTheClockIsOne) {
  const LimitWatch past(TimeLimit(Clock::now() - std::chrono::seconds(1)));
  EXPECT_TRUE(past.is_spent());
  const LimitWatch later(TimeLimit(Clock::now() + std::chrono::seconds(100)));
  EXPECT_FALSE(later.is_spent());
  EXPECT_GT(later.soonest_end(), std::chrono::seconds(90));
}

}  // namespace
}  // namespace nereid::verify

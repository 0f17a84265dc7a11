// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/seat.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace nereid::verify {
namespace {

cpu_set_t processors_of(pid_t process) {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(sched_getaffinity(process, sizeof set, &set), 0);
  return set;
}

TEST(Seat, HoldsTheThreadOnOneProcessorAndLetsItGo) {
  const cpu_set_t before = processors_of(0);
  {
    const Seat seat;
    const cpu_set_t here = processors_of(0);
    EXPECT_EQ(CPU_COUNT(&here), 1);
  }
  const cpu_set_t after = processors_of(0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Seat, TakesAProcessThere) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true) pause();
  }
  const Seat seat;
  seat.take(child);
  const cpu_set_t here = processors_of(0), there = processors_of(child);
  EXPECT_TRUE(CPU_EQUAL(&here, &there));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST(Seat, AnotherThreadGetsAnotherProcessorWhereThereIsOne) {
  const cpu_set_t all = processors_of(0);
  if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "there is one processor";
  const Seat seat;
  const cpu_set_t here = processors_of(0);
  std::thread([&] {
    sched_setaffinity(0, sizeof all, &all);  // threads begin where their maker is
    const Seat other;
    const cpu_set_t there = processors_of(0);
    EXPECT_FALSE(CPU_EQUAL(&here, &there));
  }).join();
}

}  // namespace
}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/gpu_lane.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <atomic>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/file.h"

namespace nereid::verify {
namespace {

class Lane : public ::testing::Test {
 protected:
  Result<TemporaryDirectory> folder_ = TemporaryDirectory::make("nereid-lane");
  GpuLane lane_{folder_->path() / "gpu"};
};

TEST_F(Lane, ManyShareAtOnce) {
  std::latch all(4);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const GpuLane::Use use = lane_.share();
      all.arrive_and_wait();  // comes back only if the four hold it together
    });
}

TEST_F(Lane, AloneMeansAlone) {
  std::atomic<int> inside{0}, sharing{0}, worst{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 50; ++turn) {
        if (i % 2 == 0) {
          const GpuLane::Use use = lane_.alone();
          if (inside.fetch_add(1) + sharing.load() > 0) ++worst;
          std::this_thread::yield();
          if (sharing.load() > 0) ++worst;
          --inside;
        } else {
          const GpuLane::Use use = lane_.share();
          ++sharing;
          if (inside.load() > 0) ++worst;
          std::this_thread::yield();
          --sharing;
        }
      }
    });
  threads.clear();
  EXPECT_EQ(worst.load(), 0);
}

// While some always share, one that wants to be alone gets its turn; while some always want to be
// alone, one that shares gets its turn. Each thread ends only once the other has had its turns.
TEST_F(Lane, NeitherKindStarves) {
  std::atomic<bool> done{false};
  std::atomic<int> others{0};
  const auto crowd = [&](bool alone) {
    others = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&, alone] {
        while (!done) {
          const GpuLane::Use use = alone ? lane_.alone() : lane_.share();
          ++others;
        }
      });
    for (int turn = 0; turn < 50 || others < 50; ++turn) {
      const GpuLane::Use use = alone ? lane_.share() : lane_.alone();
    }
    done = true;
  };
  crowd(false);
  EXPECT_GE(others.load(), 50);
  done = false;
  crowd(true);
  EXPECT_GE(others.load(), 50);
}

TEST_F(Lane, EndedUseCanBeEndedAgain) {
  GpuLane::Use use = lane_.alone();
  use.end();
  use.end();
  GpuLane::Use other = lane_.alone();
  GpuLane::Use moved = std::move(other);
  other.end();  // NOLINT(bugprone-use-after-move): that it may be done is the point
  moved = GpuLane::Use();
  const GpuLane::Use last = lane_.share();
}

TEST_F(Lane, OtherProcessesSeeALockOnAFile) {
  const std::string file = (folder_->path() / "gpu.lock").string();
  const auto other_may = [&](int kind) {
    const UniqueFd fd(open(file.c_str(), O_RDWR | O_CLOEXEC));
    return flock(fd.get(), kind | LOCK_NB) == 0;
  };
  {
    const GpuLane::Use use = lane_.share();
    EXPECT_TRUE(other_may(LOCK_SH));
    EXPECT_FALSE(other_may(LOCK_EX));
  }
  {
    const GpuLane::Use use = lane_.alone();
    EXPECT_FALSE(other_may(LOCK_SH));
  }
  EXPECT_TRUE(other_may(LOCK_EX));
}

}  // namespace
}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/verify/processes/child.h"
#include "engine/verify/verifier_stats.h"

namespace nereid::verify {

/// A part of a candidate's way that only so many may travel at once, first come, first served.
/// Counts what the statistics show. Thread-safe.
class Lane {
 public:
  /// Gives its place back when it goes.
  class Slot {
   public:
    Slot() = default;
    explicit Slot(Lane* lane) : lane_(lane) {}
    Slot(Slot&& other) noexcept : lane_(std::exchange(other.lane_, nullptr)) {}
    Slot& operator=(Slot&& other) noexcept {
      std::swap(lane_, other.lane_);
      return *this;
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    ~Slot() {
      if (lane_ != nullptr) lane_->leave();
    }
    explicit operator bool() const { return lane_ != nullptr; }

   private:
    Lane* lane_ = nullptr;
  };

  Lane(std::string name, int slots);
  /// Waits for a place; an empty slot once `cancelled` is true (see wake).
  Slot enter(const std::atomic<bool>& cancelled);
  /// Lets those who wait look at their cancel flag.
  void wake();
  LaneStats stats();

 private:
  static constexpr int kWindowSeconds = 30;
  struct Second {
    std::int64_t number = -1;
    double busy_s = 0;
  };

  void leave();
  void advance(Clock::time_point now);

  const std::string name_;
  const int slots_;
  const Clock::time_point start_ = Clock::now();

  std::mutex mutex_;  ///< guards everything below
  std::condition_variable changed_;
  std::deque<std::uint64_t> line_;  ///< tickets of those who wait
  std::uint64_t next_ticket_ = 0;
  int active_ = 0;
  std::int64_t passes_ = 0;
  double busy_s_ = 0;
  double waited_s_ = 0;
  Clock::time_point booked_ = start_;  ///< busy time is counted up to here
  std::array<Second, kWindowSeconds + 1> window_;
};

/// How many may be in each lane at once; at least 1 each.
struct LaneLimits {
  int reference = 1;
  int compile = 1;
  int run = 1;
  int timing = 1;  ///< above one, because a GPU's own lock keeps measurements apart
};

/// The lanes of one verifier. `static` has one place: there is one process that checks texts.
struct Lanes {
  explicit Lanes(const LaneLimits& limits);
  void wake_all();
  /// In the order of a candidate's way; `gpu` false: the lane `timing` is shown without slots.
  std::vector<LaneStats> stats(bool gpu);

  Lane reference;
  Lane checks;
  Lane compile;
  Lane run;
  Lane timing;
};

}  // namespace nereid::verify

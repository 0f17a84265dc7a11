// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sched.h>
#include <sys/types.h>

namespace nereid::verify {

/// A processor for a judge and the two children of its candidate, which work in turn: on one of
/// them a message wakes who waits for it without an interrupt of another processor, which costs
/// more than most answers where processors are virtual. The calling thread sits on it until this
/// is destroyed, on that thread; of those that it may use the one with the fewest seats is taken.
class Seat {
 public:
  Seat();
  ~Seat();
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  /// Puts a process of one thread on it, too. What the system refuses is left as it is.
  void take(pid_t process) const;

 private:
  cpu_set_t before_ = {};  ///< where the thread might run
  int processor_ = -1;     ///< -1: none was given
};

}  // namespace nereid::verify

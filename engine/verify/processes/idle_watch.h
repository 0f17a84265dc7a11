// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <initializer_list>

namespace nereid::verify {

/// Tells that processes wait without working: for a while none of them has used a processor, has
/// wanted one or has waited for a disk. How busy the machine is decides nothing: who stands in line
/// for a processor works. One thread.
class IdleWatch {
 public:
  /// To be called now and then, for the same processes; 0 stands for one that is not there. True
  /// once all of them have been idle for as long as no honest work is.
  bool look(std::initializer_list<pid_t> processes);

 private:
  using Clock = std::chrono::steady_clock;
  void begin(double ran_s);

  Clock::time_point start_;
  double ran_before_s_ = 0;
  int looks_ = 0;    ///< since `start_`
  int working_ = 0;  ///< of them that found somebody at work
};

}  // namespace nereid::verify

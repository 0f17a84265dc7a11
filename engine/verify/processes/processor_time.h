// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <ctime>

namespace nereid::verify {

/// Seconds of processor time of all threads of a process so far, so that who starts many gains
/// nothing by making them wait for each other; 0 where there is no such process.
inline double ran_s(pid_t process) {
  clockid_t clock = 0;
  timespec time = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace nereid::verify

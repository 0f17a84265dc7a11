// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace nereid {

/// Milliseconds since 1970-01-01 UTC. For display and identity, never for measuring.
std::int64_t unix_ms();
/// "20260131-142501" in local time, for names of folders.
std::string time_stamp();
/// Nanoseconds of the steady clock, for measuring.
std::int64_t steady_ns();
/// Milliseconds of the same clock.
double steady_ms();

/// Measures from its construction or the last restart().
class Stopwatch {
 public:
  void restart() { start_ = std::chrono::steady_clock::now(); }
  double elapsed_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double elapsed_ms() const { return elapsed_s() * 1e3; }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace nereid

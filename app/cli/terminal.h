// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <string>

namespace nereid::app {

/// "42s", "3m07s" or "2h05m".
std::string duration_text(double seconds);

/// Counts SIGINT and SIGTERM while it lives; the second one ends the program. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Since the guard was made.
  static bool interrupted();

 private:
  struct sigaction old_int_ = {}, old_term_ = {};
};

}  // namespace nereid::app

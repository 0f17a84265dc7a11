// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <string>

namespace nereid::app {

/// "42s", "3m07s" or "2h05m".
std::string duration_text(double seconds);

/// Counts SIGINT and SIGTERM while it lives; the second one ends the program. Remembers SIGUSR1.
/// One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Since the guard was made.
  static bool interrupted();
  /// Did SIGUSR1 arrive since the last call?
  static bool take_checkpoint_wish();

 private:
  struct sigaction old_int_ = {}, old_term_ = {}, old_usr1_ = {};
};

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

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

/// An InterruptGuard as a stop token, for work that waits. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  std::stop_token token() const { return stop_.get_token(); }

 private:
  InterruptGuard guard_;
  std::stop_source stop_;
  std::jthread thread_;  ///< last: it uses the others
};

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>

#include "engine/verify/verdict.h"

namespace nereid::app {

/// Prints verdicts in the order of completion and counts them; on a terminal also how far it is and
/// about how long it takes. Thread-safe.
class BatchPrinter {
 public:
  /// `total`: of candidates, 0 if nobody knows. `interrupted`: what ends from then on was not
  /// judged.
  BatchPrinter(bool json, std::int64_t total, std::stop_token interrupted);

  /// Before a candidate is handed in, or the line that is none: blocks while many are open.
  void wait_for_room();
  /// Of one that was handed in. Without an effect but the count where it was cancelled.
  void print(const verify::Verdict& verdict);
  /// A line that is not a request still gets its one verdict.
  void print_bad_line(std::int64_t line, const std::string& id, const std::string& problem);
  /// Waits for a moment. Is the verdict of each there?
  bool wait_for_all();

  int accepted() const { return accepted_; }  ///< once all are there, as what follows
  int total() const { return total_; }
  /// Ids that came more than once: whoever looks verdicts up by them misses some.
  const std::set<std::string>& repeated() const { return repeated_; }
  /// Why verdicts could not be written, 0 if they could.
  int write_error() const { return write_error_; }

 private:
  // An empty text: it was not judged.
  void finish(const std::string& id, const std::string& text, bool accepted);
  void show_progress();
  void clear_progress();

  const bool json_;
  const std::int64_t asked_;
  const std::stop_token interrupted_;
  const bool is_terminal_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::chrono::steady_clock::time_point first_;
  std::set<std::string> ids_, repeated_;
  bool is_shown_ = false;
  int outstanding_ = 0;
  int total_ = 0;
  int accepted_ = 0;
  std::atomic<int> write_error_ = 0;
};

}  // namespace nereid::app

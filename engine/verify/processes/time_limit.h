// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>

namespace nereid::verify {

using Clock = std::chrono::steady_clock;

/// The deadline of a step whose limit is told in seconds.
inline Clock::time_point seconds_from_now(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

inline double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// How long somebody waits for a child: up to a moment of the clock, or for seconds of the child's
/// own time, in which it computes or sleeps; what it waits for a processor does not count, so that
/// the load of the machine decides nothing. Copies share what is spent. One thread at a time.
class TimeLimit {
 public:
  TimeLimit(Clock::time_point deadline) : deadline_(deadline) {}  // NOLINT: as a time is given
  /// No more than `seconds` in all questions that are asked with it or a copy of it.
  static TimeLimit of_own_time(double seconds);

  /// Own time that is spent so far; 0 for a moment of the clock.
  double spent_s() const { return spent_s_ ? *spent_s_ : 0; }

 private:
  friend class LimitWatch;
  TimeLimit() = default;

  std::optional<Clock::time_point> deadline_;
  double seconds_ = 0;
  std::shared_ptr<double> spent_s_;
};

/// Holds a limit against processes while it lives, and those that they have started. One thread.
class LimitWatch {
 public:
  explicit LimitWatch(TimeLimit limit);

  /// To be called now and then; 0 stands for a process that is not there yet, or no longer.
  void look(std::initializer_list<pid_t> processes);
  bool is_spent() const;
  /// The processes got so little of a processor that it makes no sense to wait on.
  bool is_hopeless() const;
  /// Not before so long can the limit be spent; at least a millisecond.
  std::chrono::milliseconds soonest_end() const;

 private:
  struct Seen;
  void begin(std::initializer_list<pid_t> processes, Clock::time_point now);
  Seen& note_run(pid_t process);
  void look_at(pid_t process, int depth);
  double left_s() const;

  TimeLimit limit_;
  double spent_before_s_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point start_ = begin_;  ///< of the first process
  bool is_started_ = false;
  bool knows_waits_ = false;  ///< of a processor
  struct Seen {
    double waited_before_s = 0, waited_s = 0;  ///< for a processor, by its first thread
    double ran_before_s = 0, ran_s = 0;        ///< all threads together
  };
  std::map<pid_t, Seen> seen_;  ///< all processes so far
};

}  // namespace nereid::verify

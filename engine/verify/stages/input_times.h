// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/execution/reference.h"
#include "engine/verify/processes/time_limit.h"

namespace nereid::verify {

/// What a candidate took on its inputs, and how long it may take on the next. One candidate.
class InputTimes {
 public:
  explicit InputTimes(double limit_s) : limit_s_(limit_s), shared_s_(kShares * limit_s) {}

  /// Of the next input: the whole limit for one of the task's own (`is_main`); for others no more
  /// than is left of what they share, and little for "tiny" once the original was too slow.
  double seconds_for(const PreparedVariant& variant, bool is_main) const;
  /// The original inputs were finished in time.
  bool has_original() const { return original_ != nullptr; }
  /// One of the task's own inputs was not finished in time.
  bool is_slow() const { return is_slow_; }
  /// Nothing is left of what they share.
  bool is_spent() const { return shared_s_ < kLeast * limit_s_; }
  /// What the input took, whether it ended or not.
  void note(const PreparedVariant& variant, bool is_main, bool has_ended, double seconds);
  /// A candidate that did not end on `variant` cannot be slow alone: it ended on the original
  /// inputs, which have as many elements, in a fraction of the time; or there are few elements.
  bool is_endless(const PreparedVariant& variant) const;

 private:
  static constexpr double kShares = 2;
  static constexpr double kLeast = 0.05;

  double limit_s_;
  double shared_s_;
  const PreparedVariant* original_ = nullptr;  ///< once it has ended
  double original_s_ = 0;
  bool is_slow_ = false;  ///< it has not
};

}  // namespace nereid::verify

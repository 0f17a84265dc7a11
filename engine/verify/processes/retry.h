// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/processes/child.h"

namespace nereid::verify {

/// Counts how often work was begun again, and says when that ends.
class RetryBudget {
 public:
  /// True if the work deserves a fresh child: always after the death of a zygote (within reason),
  /// once after a SIGKILL that we did not send (somebody's kill -9, or the system ran out of
  /// memory).
  bool again(const ChildEnd& step) {
    if (step.end == EndKind::kLost) return ++lost_ <= kMaxLost;
    if (step.end == EndKind::kSignal && step.signal == 9) return ++killed_ <= kMaxKilled;
    return false;
  }

 private:
  static constexpr int kMaxLost = 20;
  static constexpr int kMaxKilled = 1;
  int lost_ = 0;
  int killed_ = 0;
};

}  // namespace nereid::verify

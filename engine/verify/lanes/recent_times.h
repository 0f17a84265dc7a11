// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nereid::verify {

/// The last 1000 of a series of durations, for percentiles. One thread at a time.
class RecentTimes {
 public:
  void add(double ms) {
    if (times_.size() < kKept)
      times_.push_back(ms);
    else
      times_[static_cast<std::size_t>(count_) % kKept] = ms;
    ++count_;
    total_ms_ += ms;
  }
  std::int64_t count() const { return count_; }
  double total_ms() const { return total_ms_; }
  /// The smallest kept time that `share` (0 to 1) of the kept times do not exceed; 0 without any.
  double percentile(double share) const {
    if (times_.empty()) return 0;
    std::vector<double> sorted = times_;
    const auto last = static_cast<double>(sorted.size() - 1);
    const auto rank = static_cast<std::ptrdiff_t>(std::lround(share * last));
    std::nth_element(sorted.begin(), sorted.begin() + rank, sorted.end());
    return sorted[static_cast<std::size_t>(rank)];
  }

 private:
  static constexpr std::size_t kKept = 1000;
  std::vector<double> times_;
  std::int64_t count_ = 0;
  double total_ms_ = 0;
};

}  // namespace nereid::verify

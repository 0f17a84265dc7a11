// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/tasks/internal/pointwise.h"
#include "engine/tasks/internal/random.h"

namespace nereid::tasks {

/// Decides at each idiom of an answer whether a typical error goes in; at most one per answer.
/// The odds are per idiom, so longer answers fail more often, as those of real models do.
class ErrorPlanter {
 public:
  explicit ErrorPlanter(Random random) : random_(random) {}

  /// True in `per_mille` of 1000 cases while nothing was planted; then `error` is what this answer
  /// has.
  bool plant(const std::string& error, int per_mille) {
    if (!planted_.empty() || !random_.chance(per_mille)) {
      return false;
    }
    planted_ = error;
    return true;
  }
  /// One of the slips, or none.
  std::optional<Slip> slip(const std::vector<Slip>& slips, int per_mille) {
    if (!planted_.empty() || slips.empty() || !random_.chance(per_mille)) {
      return std::nullopt;
    }
    const Slip& chosen = random_.pick(slips);
    planted_ = chosen.error;
    return chosen;
  }
  const std::string& planted() const { return planted_; }

 private:
  Random random_;
  std::string planted_;
};

/// Every error class with a sentence for people.
const std::vector<std::pair<std::string, std::string>>& error_classes();

}  // namespace nereid::tasks

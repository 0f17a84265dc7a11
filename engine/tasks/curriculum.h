// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "engine/base/result.h"

namespace nereid::tasks {

/// p(L2) as a function of the level-1 accuracy: 0.1 + 0.4 * acc / 0.4 below 0.4, then 0.5.
/// Source: Beyond TritonRL report, extension 3.
double level2_probability(double level1_accuracy);

/// Which level the next prompt has. Deterministic: the draw depends on (seed, step, slot) only, and
/// the window is part of the checkpoint. One thread at a time.
class CurriculumSampler {
 public:
  CurriculumSampler(bool adaptive, double fixed_level2_share, int window);
  /// 1 or 2.
  int pick_level(std::uint64_t seed, std::int64_t step, int slot) const;
  double level2_share() const;
  double level1_accuracy() const;  ///< over the window; 0 when empty
  void record_level1(bool correct);
  std::string state() const;  ///< JSON, for checkpoints
  Result<void> restore(const std::string& state);

 private:
  bool adaptive_;
  double fixed_share_;
  std::size_t window_;
  std::deque<bool> recent_;
};

}  // namespace nereid::tasks

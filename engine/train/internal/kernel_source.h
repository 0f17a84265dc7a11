// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/episodes/verified_kernel.h"
#include "engine/train/internal/draw.h"

namespace nereid::train {

/// Where the mid-end and the backend get the kernels that they work on: the agents before them,
/// frozen, answer the task one after the other; each answer is judged, and the fastest accepted one
/// goes on. What they answer is recorded under their names. A pure function of the tasks, the step
/// and the groups' numbers. Trainer thread only.
class KernelSource {
 public:
  explicit KernelSource(Workshop& workshop) : shop_(workshop) {}
  /// Does this phase work on kernels of others?
  bool is_needed() const { return !shop_.earlier.empty(); }
  /// One a task; nullopt where no answer was accepted.
  std::vector<std::optional<episodes::VerifiedKernel>> kernels_for(
      const std::vector<tasks::Task>& tasks, std::int64_t step, int first_group);

 private:
  void improve(const FrozenAgent& agent, const std::vector<tasks::Task>& tasks, std::int64_t step,
               int first_group, std::vector<std::optional<episodes::VerifiedKernel>>& kernels);

  Workshop& shop_;
};

}  // namespace nereid::train

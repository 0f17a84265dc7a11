// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/train/internal/draw.h"
#include "engine/verify/verdict.h"

namespace nereid::train {

/// A kernel that was accepted, and what is known of it.
struct VerifiedKernel {
  std::string source;
  verify::Verdict verdict;
};

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
  std::vector<std::optional<VerifiedKernel>> kernels_for(const std::vector<tasks::Task>& tasks,
                                                         std::int64_t step, int first_group);

 private:
  void improve(const FrozenAgent& agent, const std::vector<tasks::Task>& tasks, std::int64_t step,
               int first_group, std::vector<std::optional<VerifiedKernel>>& kernels);

  Workshop& shop_;
};

/// What an agent is shown of a kernel: latency (measured where it was, else modelled and called
/// so), resources by the compiler, roofline. One fact a line.
std::string prompt_facts(const verify::Verdict& verdict);
/// Microseconds that two kernels of one task are compared by: measured, else modelled, else
/// infinite.
double known_time_us(const verify::Verdict& verdict);

}  // namespace nereid::train

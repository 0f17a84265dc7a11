// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate/scores/categories.h"

namespace nereid::evaluate {

/// What scores need of a task.
struct ScoredTask {
  std::string id, name;
  int level = 1;
  std::vector<std::string> operations;  ///< what it does, each once; it counts under every one
  std::string reference_sha256;         ///< of its source: the same id with another is another task
  bool operator==(const ScoredTask&) const = default;
};

/// What one completion was worth. Nested: right is compiled, compiled is valid.
struct Sample {
  int task = 0;   ///< index into the tasks
  int index = 0;  ///< completion of the task, from 0
  int turn = 1;   ///< of the answers that follow one another in it
  bool judged = true;
  bool valid = false;       ///< passed the static checks
  bool compiled = false;    ///< all kernels compiled
  bool right = false;       ///< accepted
  bool conformant = false;  ///< not truncated, exactly one block, which passed the static checks
  /// Would a checker that compares the outputs on the task's own inputs, and looks at nothing else,
  /// have accepted it? Nothing where that was not measured.
  std::optional<bool> outputs_right;
  std::optional<double> speedup;  ///< of a right kernel that was timed, against the baseline
  /// Of a right kernel, by a model of a named GPU; nobody measured it.
  std::optional<double> modelled_speedup;
  /// What the run that validates pays for it; nothing elsewhere, NaN where nothing was judged.
  std::optional<double> paid = {};
  int furthest_stage = 0;  ///< 0 = none, ... as verify::Stage
  Category category = Category::kPass;
  std::string reason;  ///< code of the verdict
  bool operator==(const Sample&) const = default;
};

}  // namespace nereid::evaluate

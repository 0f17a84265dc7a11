// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate/archive/judging.h"
#include "engine/policy/internal/policy.h"
#include "engine/tasks/task.h"

namespace nereid::evaluate {

/// Completions generated at once; their verdicts come while the next are generated. Part of what
/// decides the samples: a row's numbers depend on the rows beside it.
inline constexpr int kRowsPerBatch = 64;

/// A turn after the first: a prompt of its own for each row (asked task * samples + sample), or
/// nothing for one that is not asked any more.
struct NextTurn {
  int number = 2;
  std::vector<std::optional<std::string>> prompts;
};

/// What one answerer is asked. Everything outlives the call.
struct Questions {
  policy::Policy& policy;
  const std::vector<tasks::Task>& tasks;    ///< of the evaluation
  const std::vector<int>& asked;            ///< indices of those that are asked, ascending
  const std::vector<std::string>& prompts;  ///< one an asked task
  const EvaluationPlan& plan;               ///< of this answerer
  const NextTurn* turn = nullptr;           ///< in place of `prompts`; nullptr: the first turn
};

struct Generated {
  double seconds = 0, tokens = 0;
  double tokens_per_second() const { return tokens / std::max(1e-9, seconds); }
};

/// Samples completions batch by batch and hands them to be judged; returns when the last is handed
/// in, or after a cancellation. A prompt that is too long is not answered.
Generated ask(const Questions& questions, Judging& judging);

}  // namespace nereid::evaluate

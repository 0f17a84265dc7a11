// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate/scores/report.h"

namespace nereid::evaluate {

/// What one agent of a chain answered to the tasks that it was asked.
struct AgentSamples {
  std::string agent;
  int per_task = 1;             ///< answers to each of them
  std::vector<Sample> samples;  ///< by task and index
};

/// The sample that an answer names; nullptr if no agent has it.
const Sample* find_answer(const std::vector<AgentSamples>& agents, const ChainAnswer& answer);

/// Scores of a chain and of each of its agents, at least one. An agent's are over the tasks that it
/// was asked, which are those with a kernel of the agents before it. The chain answers each task
/// once: with the kernel that leaves it (`kernels`, one a task), or, where none was accepted, with
/// that answer of the first agent which came furthest, the first of equals. A k that an agent has
/// not answers enough for is left out of its scores.
EvaluateReport make_chain_report(const std::vector<ScoredTask>& tasks,
                                 std::vector<AgentSamples> agents,
                                 const std::vector<std::optional<ChainAnswer>>& kernels,
                                 const ReportOptions& options);

}  // namespace nereid::evaluate

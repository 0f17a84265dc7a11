// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/chain.h"

#include <algorithm>
#include <utility>

#include "engine/base/check.h"

namespace nereid::evaluate {
namespace {

ReportOptions options_of(const AgentSamples& agent, ReportOptions options) {
  options.samples = agent.per_task;
  std::erase_if(options.k, [&](int k) { return k > agent.per_task; });
  return options;
}

bool came_further(const Sample& one, const Sample& other) {
  return std::pair(one.judged, one.furthest_stage) > std::pair(other.judged, other.furthest_stage);
}

// Of the first agent's answers, where nothing was accepted.
ChainAnswer furthest_answer(int task, const AgentSamples& first) {
  const Sample* best = nullptr;
  for (const Sample& sample : first.samples)
    if (sample.task == task && (best == nullptr || came_further(sample, *best))) best = &sample;
  NEREID_CHECK(best != nullptr, "the first agent of a chain answers every task");
  return {task, first.agent, best->index};
}

// One answer a task.
ReportOptions chain_options(const ReportOptions& options) {
  return {.k = {1}, .p = options.p, .samples = 1, .seed = options.seed};
}

}  // namespace

const Sample* find_answer(const std::vector<AgentSamples>& agents, const ChainAnswer& answer) {
  for (const AgentSamples& agent : agents) {
    if (agent.agent != answer.agent) continue;
    for (const Sample& sample : agent.samples)
      if (sample.task == answer.task && sample.index == answer.sample) return &sample;
  }
  return nullptr;
}

EvaluateReport make_chain_report(const std::vector<ScoredTask>& tasks,
                                 std::vector<AgentSamples> agents,
                                 const std::vector<std::optional<ChainAnswer>>& kernels,
                                 const ReportOptions& options) {
  NEREID_CHECK(!agents.empty() && kernels.size() == tasks.size(), "one kernel or none a task");
  std::vector<ChainAnswer> answers;
  std::vector<Sample> samples;
  for (int task = 0; task < std::ssize(tasks); ++task) {
    const auto& kernel = kernels[static_cast<std::size_t>(task)];
    answers.push_back(kernel ? *kernel : furthest_answer(task, agents.front()));
    const Sample* sample = find_answer(agents, answers.back());
    NEREID_CHECK(sample != nullptr, "the answer of a chain is one of its agents'");
    samples.push_back(*sample);
  }
  EvaluateReport report = make_report(tasks, std::move(samples), chain_options(options));
  report.answers = std::move(answers);
  for (AgentSamples& agent : agents) {
    report.agents.push_back(
        make_report(tasks, std::move(agent.samples), options_of(agent, options)));
    report.agents.back().agent = std::move(agent.agent);
  }
  return report;
}

}  // namespace nereid::evaluate

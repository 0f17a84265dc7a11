// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/evaluate.h"

#include <algorithm>

#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/evaluate/internal/ask.h"
#include "engine/evaluate/internal/turns.h"

namespace nereid::evaluate {

Result<tasks::PromptFormat> prompt_format_of(const policy::Policy& policy, const std::string& agent,
                                             int version) {
  const Result<tasks::PromptFormat> format = tasks::PromptFormat::of(policy.tokenizer());
  if (!format) return format.error();
  return format->for_agent(tasks::agent_from_name(agent), version);
}

Result<void> complete_plan(EvaluationPlan& plan, const policy::Policy& policy,
                           const std::vector<tasks::Task>& tasks) {
  const Result<tasks::PromptFormat> format = tasks::PromptFormat::of(policy.tokenizer());
  if (!format) return format.error();
  plan.prompt_format = format->name();
  if (plan.agents.empty()) {
    plan.subject_hash = policy.weights_hash();
  } else {
    std::string hashes;
    for (const PlannedAgent& agent : plan.agents) hashes += agent.weights_hash + "\n";
    plan.subject_hash = sha256_hex(hashes);
  }
  plan.tasks_hash = hash_of_tasks(tasks);
  const int longest = std::max(1, static_cast<int>(policy.config().max_positions) - 1);
  plan.max_prompt_tokens =
      plan.max_prompt_tokens > 0 ? std::min(longest, plan.max_prompt_tokens) : longest;
  return {};
}

namespace {

Result<EvaluateReport> evaluate_once(policy::Policy& policy, const tasks::PromptFormat& format,
                                     const std::vector<tasks::Task>& tasks,
                                     const EvaluationPlan& plan, const ReportOptions& options,
                                     JudgingParts parts, Generated& generated) {
  const Asked asked = all_tasks(tasks.size());
  Judging judging(std::move(parts), plan, asked);
  if (Result<void> resumed = judging.resume(); !resumed) return resumed.error();
  std::vector<std::string> prompts;
  for (const tasks::Task& task : tasks) prompts.push_back(format.prompt(task));
  generated = ask({policy, tasks, asked.tasks, prompts, plan}, judging);
  Result<std::vector<Sample>> samples = judging.finish();
  if (!samples) return samples.error();
  return make_report(scored_tasks(tasks), std::move(*samples), options);
}

}  // namespace

Result<EvaluateReport> evaluate_policy(policy::Policy& policy,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluationPlan& plan, const ReportOptions& options,
                                       JudgingParts parts) {
  auto format = prompt_format_of(policy, plan.agent, plan.prompt_version);
  if (format && plan.turns > 1) format = format->for_turns(plan.turn_prompt_version);
  if (!format) return format.error();
  const Stopwatch watch;
  const double before = parts.archive == nullptr ? 0 : parts.archive->seconds_before();
  Generated generated;
  Result<EvaluateReport> report =
      plan.turns > 1
          ? evaluate_turns(policy, *format, tasks, plan, options, std::move(parts), generated)
          : evaluate_once(policy, *format, tasks, plan, options, std::move(parts), generated);
  if (!report) return report;
  report->split = plan.split;
  report->baseline = plan.yardstick.baseline;
  report->modelled_device = plan.yardstick.modelled_device;
  report->seconds = before + watch.elapsed_s();
  report->tokens_per_second = generated.tokens_per_second();
  return report;
}

}  // namespace nereid::evaluate

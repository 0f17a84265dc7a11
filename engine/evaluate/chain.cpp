// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/chain.h"

#include <algorithm>
#include <optional>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/evaluate/internal/ask.h"
#include "engine/evaluate/internal/evaluate.h"
#include "engine/evaluate/scores/chain.h"

namespace nereid::evaluate {
namespace {

constexpr const char* kFirstRole = "frontend";

class Chain {
 public:
  Chain(const std::vector<AgentModel>& models, const std::vector<tasks::Task>& tasks,
        const EvaluationPlan& plan, JudgingParts parts)
      : models_(models),
        tasks_(tasks),
        plan_(plan),
        parts_(std::move(parts)),
        kernels_(tasks.size()),
        answers_(tasks.size()) {}

  Result<EvaluateReport> run(const ReportOptions& options);
  double tokens_per_second() const { return generated_.tokens_per_second(); }

 private:
  Asked asked(std::size_t agent) const;
  JudgingParts parts_of(std::size_t agent, std::size_t rows) const;
  Result<std::vector<Sample>> work(std::size_t agent);
  void take_kernels(std::size_t agent, const Asked& asked, const Judging& judging);

  const std::vector<AgentModel>& models_;
  const std::vector<tasks::Task>& tasks_;
  const EvaluationPlan& plan_;
  JudgingParts parts_;
  std::vector<std::optional<episodes::VerifiedKernel>> kernels_;  ///< one a task
  std::vector<std::optional<ChainAnswer>> answers_;               ///< whose they are
  std::size_t judged_ = 0;                                        ///< by the agents before
  Generated generated_;
};

// Frontends are asked every task, the others those that have a kernel.
Asked Chain::asked(std::size_t agent) const {
  Asked asked;
  const bool is_first = plan_.agents[agent].role == kFirstRole;
  if (is_first) asked = all_tasks(tasks_.size());
  if (!is_first)
    for (std::size_t i = 0; i < tasks_.size(); ++i)
      if (kernels_[i]) asked.tasks.push_back(static_cast<int>(i));
  asked.phase = plan_.agents[agent].phase;
  asked.keeps = Keeps::kAccepted;
  return asked;
}

// Progress is told over all agents; those to come may be asked fewer tasks.
JudgingParts Chain::parts_of(std::size_t agent, std::size_t rows) const {
  JudgingParts parts = parts_;
  std::size_t later = 0;
  for (std::size_t i = agent + 1; i < plan_.agents.size(); ++i)
    later += tasks_.size() * static_cast<std::size_t>(plan_.agents[i].samples);
  if (parts_.progress)
    parts.progress = [progress = parts_.progress, before = judged_, rows, later](int done, int of) {
      // Second judgements come on top of the rows.
      const auto all = std::max(rows, static_cast<std::size_t>(of));
      progress(static_cast<int>(before) + done, static_cast<int>(before + all + later));
    };
  return parts;
}

Result<std::vector<Sample>> Chain::work(std::size_t agent) {
  const Asked asked = this->asked(agent);
  if (asked.tasks.empty()) return std::vector<Sample>();
  const PlannedAgent& planned = plan_.agents[agent];
  const EvaluationPlan own = plan_of_agent(plan_, agent);
  const Result<policy::Policy*> policy = models_[agent]();
  if (!policy) return policy.error();
  const auto format = prompt_format_of(**policy, own.agent, own.prompt_version);
  if (!format) return format.error();
  std::vector<std::string> prompts;
  for (const int place : asked.tasks) {
    const auto& kernel = kernels_[static_cast<std::size_t>(place)];
    const bool shows = planned.role != kFirstRole;
    const tasks::Task& task = tasks_[static_cast<std::size_t>(place)];
    prompts.push_back(shows ? format->prompt(task, episodes::in_hand(*kernel, planned.device))
                            : format->prompt(task));
  }
  const std::size_t rows = asked.tasks.size() * static_cast<std::size_t>(own.samples);
  Judging judging(parts_of(agent, rows), own, asked);
  if (Result<void> resumed = judging.resume(); !resumed) return resumed.error();
  const Generated generated = ask({**policy, tasks_, asked.tasks, prompts, own}, judging);
  generated_.seconds += generated.seconds;
  generated_.tokens += generated.tokens;
  Result<std::vector<Sample>> samples = judging.finish();
  if (samples) take_kernels(agent, asked, judging);
  judged_ += rows;
  return samples;
}

// In the order of the answers, not in that of their verdicts.
void Chain::take_kernels(std::size_t agent, const Asked& asked, const Judging& judging) {
  const PlannedAgent& planned = plan_.agents[agent];
  for (std::size_t row = 0; row < judging.answers().size(); ++row) {
    const auto& kernel = judging.answers()[row];
    if (!kernel) continue;
    const int place = asked.tasks[row / static_cast<std::size_t>(planned.samples)];
    const auto task = static_cast<std::size_t>(place);
    if (episodes::keep_faster(kernels_[task], kernel->source, kernel->verdict))
      answers_[task] = {place, planned.phase,
                        static_cast<int>(row % static_cast<std::size_t>(planned.samples))};
  }
}

Result<EvaluateReport> Chain::run(const ReportOptions& options) {
  std::vector<AgentSamples> samples;
  for (std::size_t agent = 0; agent < plan_.agents.size(); ++agent) {
    Result<std::vector<Sample>> own = work(agent);
    if (!own) return own.error();
    samples.push_back({plan_.agents[agent].phase, plan_.agents[agent].samples, std::move(*own)});
  }
  if (parts_.archive != nullptr) parts_.archive->set_samples(static_cast<int>(judged_));
  return make_chain_report(scored_tasks(tasks_), std::move(samples), answers_, options);
}

}  // namespace

Result<EvaluateReport> evaluate_chain(const std::vector<AgentModel>& models,
                                      const std::vector<tasks::Task>& tasks,
                                      const EvaluationPlan& plan, const ReportOptions& options,
                                      JudgingParts parts) {
  NEREID_CHECK(!plan.agents.empty() && plan.agents.size() == models.size() &&
                   plan.agents.front().role == kFirstRole,
               "a chain begins with a frontend and has a model for each agent");
  const Stopwatch watch;
  const double before = parts.archive == nullptr ? 0 : parts.archive->seconds_before();
  Chain chain(models, tasks, plan, std::move(parts));
  Result<EvaluateReport> report = chain.run(options);
  if (!report) return report;
  report->split = plan.split;
  report->baseline = plan.yardstick.baseline;
  report->modelled_device = plan.yardstick.modelled_device;
  report->seconds = before + watch.elapsed_s();
  report->tokens_per_second = chain.tokens_per_second();
  return report;
}

}  // namespace nereid::evaluate

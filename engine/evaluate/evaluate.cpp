// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/evaluate.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/episodes/episode_maker.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"
#include "engine/verify/settings/settings.h"
#include "engine/verify/verifier.h"

namespace nereid::evaluate {
namespace {

policy::GenerateOptions generate_options(const EvaluationPlan& plan) {
  policy::GenerateOptions out;
  out.max_new_tokens = plan.max_new_tokens;
  out.temperature = plan.temperature;
  out.top_p = plan.top_p;
  out.top_k = plan.top_k;
  return out;
}

record::Episode without_answer(const record::EpisodeKey& key, const tasks::Task& task,
                               std::string prompt, std::uint64_t seed) {
  record::Episode episode = episodes::begin_episode(key, task, std::move(prompt), {}, seed);
  episode.verdict = verify::verdict_without_candidate(episode.verdict.id, "prompt_too_long");
  return episode;
}

/// Generates the rows of an evaluation batch by batch and hands them to be judged.
class Sampler {
 public:
  Sampler(policy::Policy& policy, const std::vector<tasks::Task>& tasks,
          const tasks::PromptFormat& format, const EvaluationPlan& plan, Judging& judging)
      : policy_(policy), tasks_(tasks), format_(format), plan_(plan), judging_(judging) {}

  void run() {
    const std::size_t rows = tasks_.size() * samples();
    for (std::size_t begin = 0; begin < rows; begin += kRowsPerBatch) {
      if (judging_.is_cancelled()) return;
      run_batch(begin, std::min(rows, begin + kRowsPerBatch));
    }
  }
  double tokens_per_second() const { return tokens_ / std::max(1e-9, generating_); }

 private:
  std::size_t samples() const { return static_cast<std::size_t>(plan_.samples); }
  const tasks::Task& task_of(std::size_t row) const { return tasks_[row / samples()]; }
  std::uint64_t verifier_seed(std::size_t row) const {
    return verify::secret_seed(mix_seed(plan_.seed, row / samples(), ~std::uint64_t{0}));
  }
  record::EpisodeKey key_of(std::size_t row) const {
    return {plan_.step, static_cast<int>(row / samples()), static_cast<int>(row % samples())};
  }
  void run_batch(std::size_t begin, std::size_t end);

  policy::Policy& policy_;
  const std::vector<tasks::Task>& tasks_;
  const tasks::PromptFormat& format_;
  const EvaluationPlan& plan_;
  Judging& judging_;
  double generating_ = 0, tokens_ = 0;
};

// Rows [begin, end): row = task * samples + sample.
void Sampler::run_batch(std::size_t begin, std::size_t end) {
  bool is_done = true;
  for (std::size_t row = begin; row < end; ++row) is_done = is_done && judging_.is_judged(row);
  if (is_done) return;
  // 1) The prompts that the model can take.
  std::vector<std::string> texts;
  for (std::size_t row = begin; row < end; ++row) texts.push_back(format_.prompt(task_of(row)));
  std::vector<std::vector<std::int32_t>> encoded = policy_.tokenizer()->encode(texts), prompts;
  std::vector<std::size_t> answered;
  policy::GenerateOptions options = generate_options(plan_);
  for (std::size_t row = begin; row < end; ++row) {
    if (encoded[row - begin].size() > static_cast<std::size_t>(plan_.max_prompt_tokens)) {
      if (!judging_.is_judged(row))
        judging_.add(
            without_answer(key_of(row), task_of(row), texts[row - begin], verifier_seed(row)));
      continue;
    }
    answered.push_back(row);
    prompts.push_back(std::move(encoded[row - begin]));
    options.row_seeds.push_back(mix_seed(plan_.seed, row / samples(), row % samples()));
  }
  if (prompts.empty()) return;
  // 2) Their completions, all of them: those that were judged before are what the others were
  // generated beside.
  const Stopwatch watch;
  std::vector<policy::GeneratedRow> generated = policy_.generate(prompts, options);
  const double seconds = watch.elapsed_s();
  generating_ += seconds;
  // 3) Off to the verifier; the next batch is generated meanwhile.
  for (std::size_t i = 0; i < answered.size(); ++i) {
    const std::size_t row = answered[i];
    tokens_ += static_cast<double>(generated[i].tokens.size());
    if (judging_.is_judged(row)) continue;
    record::Episode episode = episodes::begin_episode(
        key_of(row), task_of(row), texts[row - begin],
        episodes::take_answer(generated[i], *policy_.tokenizer()), verifier_seed(row),
        verify::several_blocks_from_name(plan_.several_blocks));
    episode.generate_ms = seconds * 1e3;
    judging_.add(std::move(episode));
  }
}

}  // namespace

Result<std::vector<tasks::Task>> evaluation_tasks(const TaskChoice& choice) {
  std::vector<tasks::Task> chosen;
  const std::optional<tasks::Split> split = tasks::split_from_name(choice.split);
  if (choice.source == "synthetic") {
    for (const int level : choice.levels) {
      if (level != 1 && level != 2)
        return Error{ErrorCode::kInvalidArgument,
                     "synthetic tasks have level 1 or 2, not " + std::to_string(level) +
                         "; choose --levels, or a folder with --tasks"};
      for (int i = 0; i < choice.count; ++i) {
        chosen.push_back(tasks::synthetic_task(choice.task_seed,
                                               split.value_or(tasks::Split::kTest), level,
                                               static_cast<std::uint64_t>(i)));
      }
    }
    return chosen;
  }
  Result<std::vector<tasks::Task>> all =
      tasks::load_without_excluded(choice.source, choice.exclude);
  if (!all) return all.error();
  if (split) *all = tasks::only_split(std::move(*all), *split, choice.held_out);
  std::map<int, int> taken;
  for (tasks::Task& task : *all) {
    const bool wanted =
        std::find(choice.levels.begin(), choice.levels.end(), task.level) != choice.levels.end();
    if (!wanted || taken[task.level] >= choice.count) continue;
    ++taken[task.level];
    chosen.push_back(std::move(task));
  }
  if (!chosen.empty()) return chosen;
  return Error{ErrorCode::kNotFound,
               choice.source + ": no task of the wanted levels is left in it" +
                   (split ? " in the split \"" + choice.split +
                                "\"; choose other levels, or hold out more of it "
                                "(tasks.validation_share, tasks.test_share)"
                          : "; choose other levels")};
}

Result<void> complete_plan(EvaluationPlan& plan, const policy::Policy& policy,
                           const std::vector<tasks::Task>& tasks) {
  const Result<tasks::PromptFormat> format = tasks::PromptFormat::of(policy.tokenizer());
  if (!format) return format.error();
  plan.prompt_format = format->name();
  plan.subject_hash = policy.weights_hash();
  plan.tasks_hash = hash_of_tasks(tasks);
  const int longest = std::max(1, static_cast<int>(policy.config().max_positions) - 1);
  plan.max_prompt_tokens =
      plan.max_prompt_tokens > 0 ? std::min(longest, plan.max_prompt_tokens) : longest;
  return {};
}

Result<EvaluateReport> evaluate_policy(policy::Policy& policy,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluationPlan& plan, const ReportOptions& options,
                                       JudgingParts parts) {
  const Result<tasks::PromptFormat> format = tasks::PromptFormat::of(policy.tokenizer());
  if (!format) return format.error();
  const Stopwatch watch;
  const double before = parts.archive == nullptr ? 0 : parts.archive->seconds_before();
  Judging judging(std::move(parts), plan, tasks.size() * static_cast<std::size_t>(plan.samples));
  if (Result<void> resumed = judging.resume(); !resumed) return resumed.error();
  Sampler sampler(policy, tasks, *format, plan, judging);
  sampler.run();
  Result<std::vector<Sample>> samples = judging.finish();
  if (!samples) return samples.error();
  EvaluateReport report = make_report(scored_tasks(tasks), std::move(*samples), options);
  report.split = plan.split;
  report.baseline = plan.baseline;
  report.seconds = before + watch.elapsed_s();
  report.tokens_per_second = sampler.tokens_per_second();
  return report;
}

}  // namespace nereid::evaluate

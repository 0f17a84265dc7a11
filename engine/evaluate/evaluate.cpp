// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/base/random.h"
#include "engine/evaluate/scores/pass_at_k.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"

namespace nereid::evaluate {
namespace {

/// What became of one completion. One without a candidate counts as judged and wrong.
struct Outcome {
  bool judged = true;
  bool accepted = false;
  bool too_long = false;  ///< its prompt: nothing was generated
  verify::Stage furthest = verify::Stage::kNone;
};

/// Of one task.
struct Count {
  int judged = 0, right = 0;
};

LevelScore score_level(int level, const std::vector<std::vector<Outcome>>& tasks,
                       const EvaluateOptions& options) {
  LevelScore score;
  score.level = level;
  score.tasks = static_cast<int>(tasks.size());
  score.stage_counts.assign(verify::kStageCount + 1, 0);
  std::vector<Count> counts;
  for (const std::vector<Outcome>& one : tasks) {
    Count& count = counts.emplace_back();
    for (const Outcome& outcome : one) {
      if (!outcome.judged) continue;
      score.too_long += outcome.too_long ? 1 : 0;
      ++count.judged;
      count.right += outcome.accepted ? 1 : 0;
      ++score.stage_counts[static_cast<std::size_t>(outcome.furthest)];
    }
    score.samples += count.judged;
    score.correct += count.right;
  }
  score.not_judged = score.tasks * options.samples - score.samples;
  for (const int k : options.k) {
    std::vector<double> per_task;
    for (const Count& count : counts)
      if (count.judged >= k) per_task.push_back(pass_at_k(count.judged, count.right, k));
    const double sum = std::accumulate(per_task.begin(), per_task.end(), 0.0);
    // Wilson only where trials are independent: one sample a task.
    const Interval interval = options.samples == 1 ? wilson_interval(score.correct, score.samples)
                                                   : bootstrap_interval(per_task, options.seed);
    score.k.push_back(k);
    score.tasks_at_k.push_back(static_cast<int>(per_task.size()));
    score.pass_at_k.push_back(per_task.empty() ? kNaN : sum / static_cast<double>(per_task.size()));
    score.low.push_back(interval.low);
    score.high.push_back(interval.high);
  }
  return score;
}

policy::GenerateOptions generate_options(const EvaluateOptions& options) {
  policy::GenerateOptions out;
  out.max_new_tokens = options.max_new_tokens;
  out.temperature = options.temperature;
  out.top_p = options.top_p;
  out.top_k = options.top_k;
  return out;
}

}  // namespace

Result<std::vector<tasks::Task>> evaluation_tasks(const TaskChoice& choice) {
  std::vector<tasks::Task> chosen;
  const std::optional<tasks::Split> split = tasks::split_from_name(choice.split);
  if (choice.source == "synthetic") {
    for (const int level : choice.levels) {
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

Result<void> check_options(const EvaluateOptions& options) {
  for (const int k : options.k) {
    if (k >= 1 && k <= options.samples) continue;
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("pass@{} cannot be estimated from {} samples a task; ask for k from 1 "
                             "to {}, or draw more samples",
                             k, options.samples, options.samples)};
  }
  return {};
}

Result<EvaluateReport> evaluate_policy(policy::Policy& policy, const verify::Submit& submit,
                                       const std::vector<tasks::Task>& tasks,
                                       const EvaluateOptions& options,
                                       const std::function<void(int, int)>& progress) {
  const Result<tasks::PromptFormat> format = tasks::PromptFormat::of(policy.tokenizer());
  if (!format) return format.error();
  const Stopwatch watch;
  double generating = 0, tokens = 0;
  const std::size_t samples = static_cast<std::size_t>(std::max(1, options.samples));
  const std::size_t rows = tasks.size() * samples;
  // Shared with the callbacks, which outlive this call if the policy throws.
  const auto outcomes = std::make_shared<std::vector<Outcome>>(rows);
  verify::JudgeBatch batch(
      submit, rows,
      [outcomes](std::size_t row, const std::shared_ptr<const verify::Verdict>& verdict) {
        (*outcomes)[row] = {verify::was_judged(*verdict), verdict->accepted, false,
                            verdict->furthest_stage};
      },
      progress);
  const std::size_t width = static_cast<std::size_t>(std::max(1, options.rows_per_batch));
  const auto longest =
      static_cast<std::size_t>(std::max<std::int64_t>(1, policy.config().max_positions - 1));
  const std::size_t limit =
      options.max_prompt_tokens > 0
          ? std::min(longest, static_cast<std::size_t>(options.max_prompt_tokens))
          : longest;
  for (std::size_t begin = 0; begin < rows; begin += width) {
    // 1) A batch of completions, row = task * samples + sample.
    const std::size_t end = std::min(rows, begin + width);
    policy::GenerateOptions generate = generate_options(options);
    std::vector<std::string> texts;
    for (std::size_t row = begin; row < end; ++row)
      texts.push_back(format->prompt(tasks[row / samples]));
    std::vector<std::vector<std::int32_t>> prompts;
    std::vector<std::size_t> answered;
    std::vector<std::vector<std::int32_t>> all = policy.tokenizer()->encode(texts);
    for (std::size_t row = begin; row < end; ++row) {
      if (all[row - begin].size() > limit) {
        (*outcomes)[row].too_long = true;
        batch.skip();
        continue;
      }
      answered.push_back(row);
      prompts.push_back(std::move(all[row - begin]));
      generate.row_seeds.push_back(mix_seed(options.seed, row / samples, row % samples));
    }
    if (prompts.empty()) continue;
    const Stopwatch generation;
    const auto generated = policy.generate(prompts, generate);
    generating += generation.elapsed_s();
    // 2) Off to the verifier; the next batch is generated meanwhile.
    for (std::size_t i = 0; i < answered.size(); ++i) {
      const std::size_t row = answered[i];
      const tasks::Task& task = tasks[row / samples];
      const std::vector<std::int32_t>& one = generated[i].tokens;
      tokens += static_cast<double>(one.size());
      const verify::Extraction found = verify::extract_candidate(policy.tokenizer()->decode(one));
      if (found.code.empty()) {
        batch.skip();
        continue;
      }
      batch.submit(
          row,
          {"evaluate/" + std::to_string(row), task.id, task.reference, found.code, task.entry_point,
           verify::secret_seed(mix_seed(options.seed, row / samples, ~std::uint64_t{0})),
           options.verify});
    }
  }
  // 3) Scores by level.
  batch.wait();
  std::map<int, std::vector<std::vector<Outcome>>> by_level;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto first = outcomes->begin() + static_cast<std::ptrdiff_t>(i * samples);
    by_level[tasks[i].level].emplace_back(first, first + static_cast<std::ptrdiff_t>(samples));
  }
  EvaluateReport report;
  for (const auto& [level, one] : by_level)
    report.levels.push_back(score_level(level, one, options));
  report.seconds = watch.elapsed_s();
  report.tokens_per_second = tokens / std::max(1e-9, generating);
  return report;
}

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/evaluate.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/evaluate/scores/pass_at_k.h"
#include "engine/tasks/filters.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"

namespace nereid::evaluate {
namespace {

/// What became of one completion.
struct Outcome {
  bool accepted = false;
  verify::Stage furthest = verify::Stage::kNone;
};

LevelScore score_level(int level, const std::vector<std::vector<Outcome>>& tasks,
                       const EvaluateOptions& options) {
  LevelScore score;
  score.level = level;
  score.tasks = static_cast<int>(tasks.size());
  score.stage_counts.assign(verify::kStageCount + 1, 0);
  std::vector<int> right;
  for (const std::vector<Outcome>& one : tasks) {
    right.push_back(static_cast<int>(
        std::count_if(one.begin(), one.end(), [](const Outcome& o) { return o.accepted; })));
    for (const Outcome& outcome : one)
      ++score.stage_counts[static_cast<std::size_t>(outcome.furthest)];
  }
  score.samples = score.tasks * options.samples;
  score.correct = std::accumulate(right.begin(), right.end(), 0);
  for (const int k : options.k) {
    std::vector<double> per_task;
    for (const int count : right) per_task.push_back(pass_at_k(options.samples, count, k));
    const double sum = std::accumulate(per_task.begin(), per_task.end(), 0.0);
    // Wilson only where trials are independent: one sample a task.
    const Interval interval = options.samples == 1 ? wilson_interval(score.correct, score.tasks)
                                                   : bootstrap_interval(per_task, options.seed);
    score.k.push_back(k);
    score.pass_at_k.push_back(per_task.empty() ? 0 : sum / static_cast<double>(per_task.size()));
    score.low.push_back(interval.low);
    score.high.push_back(interval.high);
  }
  return score;
}

policy::GenerateOptions generate_options(const EvaluateOptions& options) {
  policy::GenerateOptions out;
  out.max_new_tokens = options.max_new_tokens;
  out.temperature = options.temperature;
  return out;
}

}  // namespace

Result<std::vector<tasks::Task>> evaluation_tasks(const std::string& source,
                                                  const std::string& split,
                                                  const std::vector<int>& levels, int count,
                                                  std::uint64_t task_seed,
                                                  const std::string& exclude) {
  std::vector<tasks::Task> chosen;
  if (source == "synthetic") {
    const tasks::Split kind = tasks::split_from_name(split).value_or(tasks::Split::kTest);
    for (const int level : levels) {
      for (int i = 0; i < count; ++i) {
        chosen.push_back(
            tasks::synthetic_task(task_seed, kind, level, static_cast<std::uint64_t>(i)));
      }
    }
    return chosen;
  }
  Result<std::vector<tasks::Task>> all = tasks::load_without_excluded(source, exclude);
  if (!all) return all.error();
  std::map<int, int> taken;
  for (tasks::Task& task : *all) {
    const bool wanted = std::find(levels.begin(), levels.end(), task.level) != levels.end();
    if (!wanted || taken[task.level] >= count) continue;
    ++taken[task.level];
    chosen.push_back(std::move(task));
  }
  if (chosen.empty()) {
    return Error{ErrorCode::kNotFound,
                 source + ": no task of the wanted levels is left in it; choose other levels"};
  }
  return chosen;
}

EvaluateReport evaluate_policy(policy::Policy& policy, const verify::Submit& submit,
                               const std::vector<tasks::Task>& tasks,
                               const EvaluateOptions& options,
                               const std::function<void(int, int)>& progress) {
  const Stopwatch watch;
  double generating = 0, tokens = 0;
  const std::size_t samples = static_cast<std::size_t>(std::max(1, options.samples));
  const std::size_t rows = tasks.size() * samples;
  // Shared with the callbacks, which outlive this call if the policy throws.
  const auto outcomes = std::make_shared<std::vector<Outcome>>(rows);
  verify::JudgeBatch batch(
      submit, rows,
      [outcomes](std::size_t row, const std::shared_ptr<const verify::Verdict>& verdict) {
        (*outcomes)[row] = {verdict->accepted, verdict->furthest_stage};
      },
      progress);
  const tasks::PromptStyle style = tasks::style_for(
      [&](const std::string& text) { return policy.tokenizer()->encode(text).size(); });
  const std::size_t width = static_cast<std::size_t>(std::max(1, options.rows_per_batch));
  for (std::size_t begin = 0; begin < rows; begin += width) {
    // 1) A batch of completions, row = task * samples + sample.
    const std::size_t end = std::min(rows, begin + width);
    policy::GenerateOptions generate = generate_options(options);
    std::vector<std::string> texts;
    for (std::size_t row = begin; row < end; ++row) {
      texts.push_back(tasks::render_prompt(tasks[row / samples], style));
      generate.row_seeds.push_back(mix_seed(options.seed, row / samples, row % samples));
    }
    const Stopwatch generation;
    const auto generated = policy.generate(policy.tokenizer()->encode(texts), generate);
    generating += generation.elapsed_s();
    // 2) Off to the verifier; the next batch is generated meanwhile.
    for (std::size_t row = begin; row < end; ++row) {
      const tasks::Task& task = tasks[row / samples];
      const std::vector<std::int32_t>& one = generated[row - begin].tokens;
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

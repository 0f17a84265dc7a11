// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/numbers.h"
#include "engine/base/result.h"
#include "engine/evaluate/scores/sample.h"

namespace nereid {

/// A number with its 95% interval.
struct Estimate {
  double value = kNaN, low = kNaN, high = kNaN;
  int n = 0;  ///< tasks, or kernels of a mean of speed-ups, that it rests on; 0: there is none
};

/// Share of the tasks' samples that are right and more than `p` times as fast as the baseline.
struct FastP {
  double p = 1;
  Estimate share;  ///< n: tasks; right kernels without a time are left out
};

/// Geometric means over right kernels whose speed-up is known; n: kernels.
struct SpeedScore {
  Estimate ratio;     ///< baseline / kernel
  Estimate one_plus;  ///< of 1 + ratio, the other reading of published means (a reward)
  double median = kNaN;
};

/// Scores of a level, of an operation or of all tasks. Shares are means over tasks of the share of
/// their judged samples: Wilson's interval where each task has one, else a bootstrap over tasks.
struct Score {
  std::string name;                         ///< "all", "level 2" or an operation
  int level = 0;                            ///< 0: of several
  int tasks = 0, samples = 0, correct = 0;  ///< samples: those that were judged
  int not_judged = 0;                       ///< the machinery gave up on them: in no score
  int too_long = 0;                         ///< samples whose prompt the model cannot take: wrong
  std::vector<int> k;
  std::vector<int> tasks_at_k;  ///< with at least k judged samples; the others are left out
  /// Unbiased (Chen et al., arXiv:2107.03374); NaN where no task has k judged samples.
  std::vector<double> pass_at_k, low, high;
  std::vector<std::int64_t>
      stage_counts;  ///< furthest stage passed: none, static, compile, tiny, full, timing
  Estimate valid, compiled, right;
  Estimate conformant;      ///< the format was kept to the letter
  Estimate strict;          ///< right, and the format was kept to the letter
  Estimate outputs_right;   ///< what a checker of outputs alone would have accepted
  int caught = 0;           ///< accepted by that checker and rejected here
  std::vector<FastP> fast;  ///< empty where nothing was timed
  SpeedScore speedup;       ///< measured
  SpeedScore modelled;      ///< of what was modelled alone; never mixed with what was measured
  std::array<std::int64_t, evaluate::kCategoryCount> categories{};  ///< samples
};
using LevelScore = Score;

/// The answer that a chain of agents gives to a task.
struct ChainAnswer {
  int task = 0;       ///< index into the tasks
  std::string agent;  ///< that wrote it
  int sample = 0;     ///< which of its answers
  bool operator==(const ChainAnswer&) const = default;
};

/// What a turn made of the answers of the one before.
struct TurnScore {
  int turn = 1;
  int asked = 0;     ///< answers in this turn
  int retried = 0;   ///< those that follow a wrong one, both judged
  int repaired = 0;  ///< of these, right
  int no_room = 0;   ///< wrong ones of the turn before whose next prompt did not fit
  Estimate right;    ///< pass@1 over the answers that stand after this turn
};

/// Of a model, or of a chain of agents: then scores and samples are the chain's, one answer a task,
/// and each agent's own are in `agents`.
struct EvaluateReport {
  std::string agent;     ///< of a chain, whose report this is
  std::string split;     ///< which part of the tasks it was
  std::string baseline;  ///< of speed-ups: "eager", "compile" or "min" of both
  Score all;
  std::vector<Score> levels;      ///< by level
  std::vector<Score> operations;  ///< the most tasks first
  double seconds = 0, tokens_per_second = 0;
  std::vector<evaluate::ScoredTask> tasks;
  std::vector<evaluate::Sample> samples;  ///< by task and index
  std::string modelled_device;            ///< of modelled speed-ups; empty: none were modelled
  std::vector<EvaluateReport> agents;     ///< in the order in which they work
  std::vector<ChainAnswer> answers;       ///< of a chain: one a task, as `samples`
  /// With several turns `samples` are the last answers, and these are what they came after.
  std::vector<evaluate::Sample> earlier;
  std::vector<TurnScore> turns;  ///< empty with one turn
};

/// What a report is made with.
struct ReportOptions {
  std::vector<int> k = {1};
  std::vector<double> p = {1, 1.5, 2};
  int samples = 1;         ///< completions per task
  std::uint64_t seed = 0;  ///< of the bootstrap
};
/// An error for a k that `samples` cannot tell, or a p that is no speed-up.
Result<void> check_report_options(const ReportOptions& options);
/// Pure function; `samples` are sorted by task and index.
EvaluateReport make_report(std::vector<evaluate::ScoredTask> tasks,
                           std::vector<evaluate::Sample> samples, const ReportOptions& options);

/// Of the first k that was asked for, over the levels that have it; NaN without one. Picks the best
/// checkpoint of a run.
double mean_pass_at_1(const EvaluateReport& report);
/// What picks the best checkpoint of a validation, NaN where nothing tells: pass@1; of the last
/// agent of a chain, which is there for speed, the mean of what its run pays (Sample::paid).
double checkpoint_score(const EvaluateReport& report);
/// What a validation writes into the record.
std::vector<std::pair<std::string, double>> validation_metrics(const EvaluateReport& report);

}  // namespace nereid

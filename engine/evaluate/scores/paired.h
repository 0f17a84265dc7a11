// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/evaluate/scores/report.h"

namespace nereid::evaluate {

/// Two-sided exact McNemar test: `only_a` and `only_b` things on which only one of two is right.
/// Binomial with p = 1/2 over those; 1 without any. Source: McNemar 1947, exact form as in Agresti,
/// Categorical Data Analysis, sec. 10.1.
double mcnemar_exact(int only_a, int only_b);
/// Two-sided permutation test of paired differences: their signs are exchanged at random. Exact for
/// at most 20 that are not 0, else 20,000 draws by `seed` and (hits + 1) / (draws + 1). Source:
/// Pitman 1937.
double sign_flip_test(std::span<const double> differences, std::uint64_t seed);

/// One task in both evaluations. Shares of its judged samples that are right.
struct TaskPair {
  std::string id, name;
  int level = 1;
  double a = 0, b = 0;
  std::optional<double> speedup_a, speedup_b;    ///< geometric mean of its right, timed kernels
  std::optional<double> modelled_a, modelled_b;  ///< the same of modelled speed-ups
};
/// What the second one does better or worse than the first, task by task.
struct PairedReport {
  Estimate a, b;        ///< share right, over the tasks that both have judged samples of
  Estimate difference;  ///< b - a; bootstrap over tasks
  int wins = 0, losses = 0, ties = 0;  ///< tasks on which b is better, worse, equal
  std::string test;                    ///< "McNemar, exact" or "sign flips"
  double p_value = 1;
  Estimate speed_ratio;  ///< geometric mean of b's speed-up over a's, where both have one; n: tasks
  Estimate modelled_ratio;  ///< the same of modelled speed-ups
  int left_out = 0;         ///< tasks without a judged sample on one side
  std::vector<TaskPair> tasks;
  /// Of two chains: the agents that both have, each compared over the tasks that both were asked.
  std::vector<PairedReport> agents;
  std::string agent;  ///< whose comparison this is, within that of two chains
};

/// Compares evaluations of the same tasks. kInvalidArgument names the tasks that only one of them
/// has, or that are another task under the same id.
Result<PairedReport> compare_reports(const EvaluateReport& a, const EvaluateReport& b,
                                     std::uint64_t seed);

}  // namespace nereid::evaluate

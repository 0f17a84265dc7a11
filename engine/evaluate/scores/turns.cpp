// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/turns.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace nereid::evaluate {
namespace {

using Completion = std::pair<int, int>;  ///< task, index
using Standing = std::map<Completion, const Sample*>;

std::vector<Sample> samples_of(const Standing& standing) {
  std::vector<Sample> samples;
  for (const auto& [completion, sample] : standing) samples.push_back(*sample);
  return samples;
}

// Puts the answers of a turn in the places of those that they follow.
TurnScore take_turn(int turn, const std::vector<Sample>& answers, Standing& standing) {
  TurnScore score{.turn = turn};
  int wrong = 0, followed = 0;
  for (const auto& [completion, before] : standing)
    if (before->turn == turn - 1 && before->judged && !before->right) ++wrong;
  for (const Sample& sample : answers) {
    if (sample.turn != turn) continue;
    ++score.asked;
    const Sample*& stands = standing[{sample.task, sample.index}];
    if (stands != nullptr && stands->judged && !stands->right) {
      ++followed;
      score.retried += sample.judged ? 1 : 0;
      score.repaired += sample.right ? 1 : 0;
    }
    stands = &sample;
  }
  score.no_room = wrong - followed;
  return score;
}

}  // namespace

EvaluateReport make_turn_report(std::vector<ScoredTask> tasks, std::vector<Sample> answers,
                                int turns, const ReportOptions& options) {
  Standing standing;
  std::vector<TurnScore> scores;
  for (int turn = 1; turn <= turns; ++turn) {
    scores.push_back(take_turn(turn, answers, standing));
    scores.back().right = make_report(tasks, samples_of(standing), options).all.right;
  }
  EvaluateReport report = make_report(std::move(tasks), samples_of(standing), options);
  report.turns = std::move(scores);
  for (const Sample& sample : answers)
    if (standing.at({sample.task, sample.index}) != &sample) report.earlier.push_back(sample);
  std::sort(report.earlier.begin(), report.earlier.end(), [](const Sample& a, const Sample& b) {
    return std::tie(a.task, a.index, a.turn) < std::tie(b.task, b.index, b.turn);
  });
  return report;
}

}  // namespace nereid::evaluate

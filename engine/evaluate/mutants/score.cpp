// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/mutants/mutants.h"
#include "engine/evaluate/scores/pass_at_k.h"

namespace nereid::evaluate {
namespace {

void count(const MutantResult& result, MutantScore& score) {
  ++score.mutants;
  switch (result.outcome) {
    case MutantOutcome::kPending:
      ++score.pending;
      break;
    case MutantOutcome::kCaught:
      ++score.caught;
      ++score.caught_at[result.rejected_at];
      ++score.caught_by[result.reason.code];
      break;
    case MutantOutcome::kEscaped:
      ++score.escaped;
      break;
    case MutantOutcome::kSame:
      ++score.same;
      break;
    case MutantOutcome::kRounding:
      ++score.rounding;
      break;
    case MutantOutcome::kRefused:
      ++score.refused;
      break;
    case MutantOutcome::kUnjudged:
      ++score.unjudged;
      break;
  }
}

void set_score(MutantScore& score) {
  const int trials = score.caught + score.escaped;
  if (trials > 0) score.score = static_cast<double>(score.caught) / trials;
  const Interval interval = wilson_interval(score.caught, trials);
  score.low = interval.low;
  score.high = interval.high;
}

}  // namespace

std::string_view outcome_name(MutantOutcome outcome) {
  switch (outcome) {
    case MutantOutcome::kPending:
      return "pending";
    case MutantOutcome::kCaught:
      return "caught";
    case MutantOutcome::kEscaped:
      return "escaped";
    case MutantOutcome::kSame:
      return "no_difference_found";
    case MutantOutcome::kRounding:
      return "rounding_only";
    case MutantOutcome::kRefused:
      return "refused_aloud";
    case MutantOutcome::kUnjudged:
      return "not_judged";
  }
  return "";
}

std::vector<MutantScore> mutant_scores(const std::vector<MutantResult>& results) {
  std::map<std::string, MutantScore> by_class;
  MutantScore all;
  all.name = "all";
  for (const MutantResult& result : results) {
    MutantScore& score = by_class[result.mutant.mutation];
    score.name = result.mutant.mutation;
    count(result, score);
    count(result, all);
  }
  std::vector<MutantScore> scores;
  for (auto& [name, score] : by_class) scores.push_back(std::move(score));
  scores.push_back(std::move(all));
  for (MutantScore& score : scores) set_score(score);
  return scores;
}

}  // namespace nereid::evaluate

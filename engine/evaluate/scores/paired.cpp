// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/scores/paired.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/base/random.h"
#include "engine/evaluate/scores/bootstrap.h"

namespace nereid::evaluate {
namespace {

constexpr std::size_t kMostExact = 20;
constexpr std::size_t kFlips = 20000;
constexpr std::size_t kShownNames = 12;

/// Speed-ups of a task's right kernels on one side.
struct Speeds {
  int count = 0;
  double logs = 0;
  void add(const std::optional<double>& speedup) {
    if (!speedup) return;
    ++count;
    logs += std::log(*speedup);
  }
  std::optional<double> mean() const {
    return count == 0 ? std::nullopt : std::optional(std::exp(logs / count));
  }
};

/// What one side knows of a task.
struct Side {
  int judged = 0, right = 0;
  Speeds timed, modelled;
  double share() const { return static_cast<double>(right) / judged; }
};

std::vector<Side> sides_of(const EvaluateReport& report) {
  std::vector<Side> sides(report.tasks.size());
  for (const Sample& sample : report.samples) {
    Side& side = sides[static_cast<std::size_t>(sample.task)];
    if (!sample.judged) continue;
    ++side.judged;
    side.right += sample.right ? 1 : 0;
    if (!sample.right) continue;
    side.timed.add(sample.speedup);
    side.modelled.add(sample.modelled_speedup);
  }
  return sides;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShownNames); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShownNames)
    text += " and " + std::to_string(names.size() - kShownNames) + " more";
  return text;
}

std::map<std::string, std::size_t> places_of(const EvaluateReport& report) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < report.tasks.size(); ++i) places[report.tasks[i].id] = i;
  return places;
}

Result<void> check_same_tasks(const EvaluateReport& a, const EvaluateReport& b) {
  const auto in_a = places_of(a), in_b = places_of(b);
  std::vector<std::string> only_a, only_b, other;
  for (const auto& [id, place] : in_a) {
    const auto found = in_b.find(id);
    if (found == in_b.end())
      only_a.push_back(id);
    else if (a.tasks[place].reference_sha256 != b.tasks[found->second].reference_sha256)
      other.push_back(id);
  }
  for (const auto& [id, place] : in_b)
    if (!in_a.contains(id)) only_b.push_back(id);
  std::string problem;
  if (!only_a.empty()) problem += "; only the first has " + listed(only_a);
  if (!only_b.empty()) problem += "; only the second has " + listed(only_b);
  if (!other.empty()) problem += "; another reference under the same id: " + listed(other);
  if (problem.empty()) return {};
  return Error{ErrorCode::kInvalidArgument,
               "these evaluations are not of the same tasks" + problem +
                   "; evaluate both models with the same --tasks, --split, --levels and "
                   "--level-samples"};
}

Estimate mean_with_interval(const std::vector<double>& values, std::uint64_t seed) {
  Estimate estimate;
  estimate.n = static_cast<int>(values.size());
  if (values.empty()) return estimate;
  estimate.value = std::accumulate(values.begin(), values.end(), 0.0) / estimate.n;
  const std::vector<double> ones(values.size(), 1.0);
  const Interval interval = bootstrap_ratio(values, ones, seed);
  estimate.low = interval.low;
  estimate.high = interval.high;
  return estimate;
}

// No task has a second sample; an agent of a chain may not have been asked at all.
bool is_one_each(const EvaluateReport& report) {
  const auto& samples = report.samples;
  return std::adjacent_find(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
           return a.task == b.task;
         }) == samples.end();
}

// Geometric mean of b's speed-up over a's.
Estimate ratio_of(const PairedReport& report, std::optional<double> TaskPair::*a,
                  std::optional<double> TaskPair::*b, std::uint64_t seed) {
  std::vector<double> logs;
  for (const TaskPair& pair : report.tasks)
    if (pair.*a && pair.*b) logs.push_back(std::log(*(pair.*b) / *(pair.*a)));
  Estimate ratio = mean_with_interval(logs, seed);
  for (double* value : {&ratio.value, &ratio.low, &ratio.high}) *value = std::exp(*value);
  return ratio;
}

void fill_statistics(PairedReport& report, bool single, std::uint64_t seed) {
  std::vector<double> shares_a, shares_b, differences;
  for (const TaskPair& pair : report.tasks) {
    shares_a.push_back(pair.a);
    shares_b.push_back(pair.b);
    differences.push_back(pair.b - pair.a);
    ++(pair.b > pair.a ? report.wins : pair.b < pair.a ? report.losses : report.ties);
  }
  report.a = mean_with_interval(shares_a, seed);
  report.b = mean_with_interval(shares_b, seed);
  report.difference = mean_with_interval(differences, seed);
  report.test = single ? "McNemar, exact" : "sign flips";
  report.p_value =
      single ? mcnemar_exact(report.losses, report.wins) : sign_flip_test(differences, seed);
  report.speed_ratio = ratio_of(report, &TaskPair::speedup_a, &TaskPair::speedup_b, seed);
  report.modelled_ratio = ratio_of(report, &TaskPair::modelled_a, &TaskPair::modelled_b, seed);
}

const EvaluateReport* find_agent(const EvaluateReport& report, const std::string& name) {
  for (const EvaluateReport& agent : report.agents)
    if (agent.agent == name) return &agent;
  return nullptr;
}

}  // namespace

double mcnemar_exact(int only_a, int only_b) {
  const int n = only_a + only_b;
  double tail = 0;
  for (int i = 0; i <= std::min(only_a, only_b); ++i)
    tail += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) -
                     n * std::log(2.0));
  return std::min(1.0, 2 * tail);
}

double sign_flip_test(std::span<const double> differences, std::uint64_t seed) {
  std::vector<double> moved;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(moved),
               [](double value) { return value != 0; });
  if (moved.empty()) return 1;
  const auto sum_with = [&](auto&& is_flipped) {
    double sum = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) sum += is_flipped(i) ? -moved[i] : moved[i];
    return std::abs(sum);
  };
  const double seen = sum_with([](std::size_t) { return false; });
  const double close = seen * (1 - 1e-12);  // equal sums in another order of rounding
  std::size_t hits = 0;
  if (moved.size() <= kMostExact) {
    const std::size_t all = std::size_t{1} << moved.size();
    for (std::size_t flips = 0; flips < all; ++flips)
      hits += sum_with([&](std::size_t i) { return (flips >> i & 1) != 0; }) >= close ? 1 : 0;
    return static_cast<double>(hits) / static_cast<double>(all);
  }
  for (std::size_t draw = 0; draw < kFlips; ++draw)
    hits += sum_with([&](std::size_t i) { return (mix_seed(seed, draw, i) & 1) != 0; }) >= close;
  return static_cast<double>(hits + 1) / static_cast<double>(kFlips + 1);
}

Result<PairedReport> compare_reports(const EvaluateReport& a, const EvaluateReport& b,
                                     std::uint64_t seed) {
  if (Result<void> same = check_same_tasks(a, b); !same) return same.error();
  const std::vector<Side> sides_a = sides_of(a), sides_b = sides_of(b);
  const auto places = places_of(b);
  PairedReport report;
  for (std::size_t i = 0; i < a.tasks.size(); ++i) {
    const ScoredTask& task = a.tasks[i];
    const Side& first = sides_a[i];
    const Side& second = sides_b[places.at(task.id)];
    if (first.judged == 0 || second.judged == 0) {
      ++report.left_out;
      continue;
    }
    report.tasks.push_back({task.id, task.name, task.level, first.share(), second.share(),
                            first.timed.mean(), second.timed.mean(), first.modelled.mean(),
                            second.modelled.mean()});
  }
  fill_statistics(report, is_one_each(a) && is_one_each(b), seed);
  for (const EvaluateReport& agent : a.agents) {
    const EvaluateReport* other = find_agent(b, agent.agent);
    if (other == nullptr) continue;
    Result<PairedReport> own = compare_reports(agent, *other, seed);
    if (!own) return own.error();
    own->agent = agent.agent;
    report.agents.push_back(std::move(*own));
  }
  return report;
}

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "engine/verify/bench_timing.h"
#include "engine/verify/timing/statistics.h"

namespace nereid::verify {
namespace {

template <class Value>
std::vector<double> collect(const TimingTrials& trials, Value value) {
  std::vector<double> values;
  for (const Timing& timing : trials.timings) values.push_back(value(timing));
  return values;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::string condition(const TimingTrials& trials, const char* key) {
  if (trials.timings.empty()) return "-";
  const auto& conditions = trials.timings.front().conditions;
  const auto found = conditions.find(key);
  return found == conditions.end() ? "-" : found->second;
}

double number_of(const Timing& timing, const char* key) {
  const auto found = timing.conditions.find(key);
  return found == timing.conditions.end() ? 0 : std::atof(found->second.c_str());
}

std::string failures_text(const TimingTrials& trials) {
  std::string text;
  for (const auto& [reason, count] : trials.failures)
    text += fmt::format("    {} x {}\n", count, reason);
  return text;
}

std::string spread_row(const TimingTrials& trials) {
  const auto ours = collect(trials, [](const Timing& t) { return t.candidate.median_us; });
  const auto means =
      collect(trials, [](const Timing& t) { return trimmed_mean(t.candidate_samples_us, 0.1); });
  const auto least = collect(trials, [](const Timing& t) {
    return *std::min_element(t.candidate_samples_us.begin(), t.candidate_samples_us.end());
  });
  const auto theirs = collect(trials, [](const Timing& t) { return t.reference.median_us; });
  const auto ratio = collect(trials, [](const Timing& t) { return t.speedup; });
  const auto alone = collect(trials, [](const Timing& t) { return number_of(t, "alone_ms"); });
  const auto replays = collect(trials, [](const Timing& t) { return number_of(t, "replays_ms"); });
  return fmt::format(
      "{:<18}{:>5}{:>10.3f}{:>8.3f}{:>8.3f}{:>8.3f}{:>10.3f}{:>8.3f}{:>8.3f} "
      "{:<6}{:>9}{:>7.0f}{:>7.0f}"
      "{:>8.0f}  {}\n",
      trials.name, trials.timings.size(), mean_of(ours), variation_percent(ours),
      variation_percent(means), variation_percent(least), mean_of(theirs),
      variation_percent(theirs), variation_percent(ratio), condition(trials, "l2"),
      condition(trials, "copies"), mean_of(replays), mean_of(alone), mean_of(trials.stage_ms),
      condition(trials, "sm_clock_mhz"));
}

std::string beside_rows(const TimingTrials& trials) {
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> beside;
  for (const Timing& timing : trials.timings)
    for (const TimingBeside& item : timing.beside) {
      beside[item.name].first.push_back(item.candidate.median_us);
      beside[item.name].second.push_back(item.reference.median_us);
    }
  std::string text;
  for (const auto& [name, sides] : beside)
    text += fmt::format("  {:<16}{:>5}{:>10.3f}{:>8.3f}{:>26.3f}{:>8.3f}\n", name,
                        sides.first.size(), mean_of(sides.first), variation_percent(sides.first),
                        mean_of(sides.second), variation_percent(sides.second));
  return text;
}

std::string decision_row(const TimingTrials& trials) {
  std::map<std::string, int> decided, at_one;
  int excludes_one = 0;
  std::vector<double> logs;
  for (const Timing& timing : trials.timings) {
    const Ratio ratio{timing.speedup, timing.speedup_low, timing.speedup_high};
    ++decided[timing.decision];
    ++at_one[timing_decision(ratio, 0.01)];
    if (ratio.high < 1 || ratio.low > 1) ++excludes_one;
    logs.push_back(100 * std::log(ratio.value));
  }
  const auto counts = [](std::map<std::string, int>& map) {
    return fmt::format("{:>5}{:>5}{:>5}{:>5}{:>5}", map["SAME"], map["SLOWER"], map["FASTER"],
                       map["AMBIGUOUS"], map["IMPOSSIBLE"]);
  };
  double squares = 0, worst = 0;
  const double centre = mean_of(logs);
  for (const double value : logs) {
    squares += (value - centre) * (value - centre);
    worst = std::max(worst, std::abs(value - centre));
  }
  const double deviation =
      logs.size() > 1 ? std::sqrt(squares / static_cast<double>(logs.size() - 1)) : 0;
  const auto mean_number = [&](const char* key) {
    return mean_of(collect(trials, [key](const Timing& t) { return number_of(t, key); }));
  };
  return fmt::format(
      "{:<18}{:>5} |{} |{} |{:>6}  "
      "{:>8.3f}{:>8.3f}{:>8.3f}{:>7.1f}{:>5.1f}{:>7.0f}{:>7.0f}{:>8.0f}\n",
      trials.name, trials.timings.size(), counts(decided), counts(at_one), excludes_one, centre,
      deviation, worst, mean_number("units"), mean_number("repeated_units"),
      mean_number("replays_ms"), mean_number("alone_ms"), mean_of(trials.stage_ms));
}

std::string decision_table(const char* title, const std::vector<TimingTrials>& rows) {
  std::string text = fmt::format(
      "{}\n{:<18}{:>5} | decided: same slow fast amb. imp. | at 1% | 1 is outside | log ratio in "
      "%: "
      "mean, deviation, worst | units, repeated, ms of replays, alone, all\n",
      title, "pair", "n");
  for (const TimingTrials& row : rows) text += decision_row(row) + failures_text(row);
  return text;
}

}  // namespace

double variation_percent(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double centre = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - centre) * (value - centre);
  return 100 * std::sqrt(squares / static_cast<double>(values.size() - 1)) / centre;
}

std::string timing_bench_text(const TimingBench& bench) {
  std::string text = fmt::format(
      "spread between processes (CV in %: of the median, the trimmed mean, the least)\n"
      "{:<18}{:>5}{:>10}{:>8}{:>8}{:>8}{:>10}{:>8}{:>8} {:<6}{:>9}{:>7}{:>7}{:>8}  {}\n",
      "kernel", "n", "us", "CV", "CV mean", "CV min", "ref us", "CV", "CV rat.", "L2", "copies",
      "replays", "alone", "all ms", "SM MHz");
  for (const TimingTrials& row : bench.spread)
    text += spread_row(row) + beside_rows(row) + failures_text(row);
  text += decision_table("\nboth sides the same kernel", bench.same);
  std::size_t done = 0;
  for (const TimingTrials& row : bench.same) done += row.timings.size();
  text += fmt::format("{} timed in {:.1f} s: {:.2f} candidates/s\n", done, bench.same_seconds,
                      bench.same_seconds > 0 ? static_cast<double>(done) / bench.same_seconds : 0);
  text += decision_table("\nplanted slow-downs", bench.planted);
  return text;
}

}  // namespace nereid::verify

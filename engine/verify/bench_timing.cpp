// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/bench_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <mutex>
#include <thread>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/verify/internal/attempt.h"
#include "engine/verify/internal/scheduler.h"
#include "engine/verify/internal/statistics.h"

namespace nereid::verify {
namespace {

constexpr int kSpinSteps10us = 3500;  // about, on an H200
constexpr int kPlantedSteps = 20'000;
constexpr std::array<double, 3> kPlanted = {0.01, 0.02, 0.05};

struct Case {
  std::string name;
  double planted = 0;
  VerifyRequest request;
  std::shared_ptr<const PreparedReference> reference;
};

using Values = std::map<std::string, std::string>;

std::string filled(std::string text, const Values& values) {
  for (const auto& [name, value] : values) {
    const std::string mark = "@" + name + "@";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
      text.replace(at, mark.size(), value);
  }
  return text;
}

int even(double steps) {
  return 2 * static_cast<int>(std::lround(steps / 2));
}

/// Prepares references and runs trials, several at once.
class Bench {
 public:
  Bench(const TimingBenchOptions& options, Supervisor& supervisor,
        const std::function<void(const std::string&)>& progress)
      : options_(options), supervisor_(supervisor), progress_(progress) {}

  Result<Case> make(const std::string& name, const std::string& kernel, const Values& reference,
                    const Values& candidate) {
    const Result<std::string> first = read_file(options_.kernels / (kernel + "_reference.py"));
    if (!first) return first.error();
    const Result<std::string> second = read_file(options_.kernels / (kernel + "_candidate.py"));
    if (!second) return second.error();
    Case made;
    made.name = name;
    made.request.reference = filled(*first, reference);
    made.request.candidate = filled(*second, candidate);
    made.request.seed = unguessable_seed();
    made.request.options.device = options_.device;
    made.request.options.multi_input = false;
    made.reference = prepare_reference(supervisor_, made.request, never_);
    if (made.reference->failure)
      return Error{ErrorCode::kUnavailable,
                   fmt::format("bench timing: {}: {}", name, made.reference->failure->message)};
    return made;
  }

  TimingTrials run(const Case& what, int trials) {
    TimingTrials result;
    result.name = what.name;
    result.planted = what.planted;
    result.asked = trials;
    std::mutex mutex;
    int next = 0;
    const auto work = [&] {
      std::unique_lock lock(mutex);
      while (next < trials && watch_.elapsed_s() < options_.limit_s) {
        const int number = next++;
        lock.unlock();
        const Verdict verdict = trial(what, number);
        lock.lock();
        add(verdict, result);
      }
    };
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < options_.jobs; ++i) threads.emplace_back(work);
    }
    progress_(fmt::format("{:.0f} s: {}: {} of {} trials", watch_.elapsed_s(), what.name,
                          result.timings.size(), trials));
    return result;
  }

 private:
  Verdict trial(const Case& what, int number) {
    VerifyRequest request = what.request;
    request.candidate += fmt::format("\n# trial {}\n", number);
    const Result<UniqueFd> source = sealed_memfd("candidate", request.candidate);
    Attempt attempt{supervisor_,     request,
                    *what.reference, source ? source->get() : -1,
                    never_,          empty_verdict(request),
                    std::nullopt};
    const Result<void> done = guarded("timing", [&] {
      run_timing_stage(attempt);
      return Result<void>();
    });
    if (!done) attempt.verdict.timing_note = done.error().message;
    return std::move(attempt.verdict);
  }

  static void add(const Verdict& verdict, TimingTrials& result) {
    if (verdict.timing) {
      result.timings.push_back(*verdict.timing);
      result.stage_ms.push_back(
          verdict.stages[static_cast<std::size_t>(Stage::kTiming) - 1].elapsed_ms);
      return;
    }
    ++result.failures[verdict.rejected_at ? verdict.reason.code + ": " + verdict.reason.message
                                          : verdict.timing_note];
  }

  const TimingBenchOptions& options_;
  Supervisor& supervisor_;
  const std::function<void(const std::string&)>& progress_;
  const std::atomic<bool> never_{false};
  const Stopwatch watch_;
};

Values steps(double count) {
  return {{"STEPS", fmt::format("{}", even(count))}};
}

Values shape(int rows, int columns, bool kernel) {
  return {{"ROWS", fmt::format("{}", rows)},
          {"COLUMNS", fmt::format("{}", columns)},
          {"KERNEL", kernel ? "True" : "False"}};
}

Result<void> run_spread(Bench& bench, int trials, TimingBench& result) {
  for (const auto& [name, count] :
       {std::pair{"spin 2 us", 0}, std::pair{"spin 10 us", kSpinSteps10us},
        std::pair{"spin 100 us", 11 * kSpinSteps10us},
        std::pair{"spin 1 ms", 120 * kSpinSteps10us}}) {
    Result<Case> made = bench.make(name, "spin", steps(count), steps(count));
    if (!made) return made.error();
    result.spread.push_back(bench.run(*made, trials));
  }
  for (const auto& [rows, columns] : {std::pair{128, 1024}, std::pair{4096, 4096}}) {
    Result<Case> made = bench.make(fmt::format("softmax {}x{}", rows, columns), "softmax",
                                   shape(rows, columns, false), {});
    if (!made) return made.error();
    result.spread.push_back(bench.run(*made, trials));
  }
  return {};
}

Result<void> run_same(Bench& bench, int trials, TimingBench& result) {
  Result<Case> spin =
      bench.make("spin 10 us", "spin", steps(kSpinSteps10us), steps(kSpinSteps10us));
  if (!spin) return spin.error();
  Result<Case> softmax = bench.make("softmax 128x1024", "softmax", shape(128, 1024, true), {});
  if (!softmax) return softmax.error();
  const Stopwatch watch;
  result.same.push_back(bench.run(*spin, trials / 2));
  result.same.push_back(bench.run(*softmax, trials - trials / 2));
  result.same_seconds = watch.elapsed_s();
  return {};
}

Result<void> run_planted(Bench& bench, int trials, TimingBench& result) {
  for (const double planted : kPlanted) {
    Result<Case> made = bench.make(fmt::format("spin + {:.0f}%", 100 * planted), "spin",
                                   steps(kPlantedSteps), steps(kPlantedSteps * (1 + planted)));
    if (!made) return made.error();
    made->planted = planted;
    result.planted.push_back(bench.run(*made, trials));
  }
  return {};
}

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
  const auto alone = collect(trials, [](const Timing& t) { return number_of(t, "exclusive_ms"); });
  return fmt::format(
      "{:<18}{:>5}{:>10.3f}{:>8.3f}{:>8.3f}{:>8.3f}{:>10.3f}{:>8.3f}{:>8.3f} "
      "{:<6}{:>9}{:>7.0f}{:>8.0f}  "
      "{}\n",
      trials.name, trials.timings.size(), mean_of(ours), variation_percent(ours),
      variation_percent(means), variation_percent(least), mean_of(theirs),
      variation_percent(theirs), variation_percent(ratio), condition(trials, "l2"),
      condition(trials, "copies"), mean_of(alone), mean_of(trials.stage_ms),
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
  std::map<std::string, int> at_one, at_half;
  int excludes_one = 0;
  std::vector<double> logs;
  for (const Timing& timing : trials.timings) {
    const Ratio ratio{timing.speedup, timing.speedup_low, timing.speedup_high};
    ++at_one[timing.decision];
    ++at_half[timing_decision(ratio, 0.005)];
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
  return fmt::format(
      "{:<18}{:>5} |{} |{} |{:>6}  {:>8.3f}{:>8.3f}{:>8.3f}{:>8.1f}\n", trials.name,
      trials.timings.size(), counts(at_one), counts(at_half), excludes_one, centre, deviation,
      worst, mean_of(collect(trials, [](const Timing& t) { return number_of(t, "units"); })));
}

std::string decision_table(const char* title, const std::vector<TimingTrials>& rows) {
  std::string text = fmt::format(
      "{}\n{:<18}{:>5} | within 1%: same slow fast amb. imp. | the same for 0.5% | excl. 1 | log "
      "ratio %: "
      "mean, deviation, worst; units\n",
      title, "pair", "n");
  for (const TimingTrials& row : rows) text += decision_row(row) + failures_text(row);
  return text;
}

}  // namespace

Result<TimingBench> bench_timing(const TimingBenchOptions& options,
                                 const std::function<void(const std::string&)>& progress) {
  if (!gpu_present()) return Error{ErrorCode::kUnavailable, "bench timing: there is no NVIDIA GPU"};
  Result<SupervisorConfig> config = complete_config({});
  if (!config) return config.error();
  Result<TemporaryDirectory> work = TemporaryDirectory::make("nereid-bench");
  if (!work) return work.error();
  config->work_dir = work->path();
  Supervisor supervisor(*config);
  Bench bench(options, supervisor, progress);
  TimingBench result;
  if (const auto done = run_spread(bench, options.processes, result); !done) return done.error();
  if (const auto done = run_same(bench, options.same, result); !done) return done.error();
  if (const auto done = run_planted(bench, options.planted, result); !done) return done.error();
  return result;
}

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
      "{:<18}{:>5}{:>10}{:>8}{:>8}{:>8}{:>10}{:>8}{:>8} {:<6}{:>9}{:>7}{:>8}  {}\n",
      "kernel", "n", "us", "CV", "CV mean", "CV min", "ref us", "CV", "CV rat.", "L2", "copies",
      "alone", "all ms", "SM MHz");
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

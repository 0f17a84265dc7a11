// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/bench_timing.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <mutex>
#include <thread>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/verify/execution/reference.h"
#include "engine/verify/processes/complete_config.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/tensors/memfd.h"
#include "engine/verify/timing/reference_pool.h"

namespace nereid::verify {
namespace {

// On an H200: an empty spin takes 1.08 us, a step 3.82 ns.
constexpr int kSteps2us = 260, kSteps10us = 2336, kSteps100us = 25'900, kSteps1ms = 261'500;
constexpr int kPlantedSteps = 13'000;  // 50 us
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
  Bench(const TimingBenchOptions& options, Supervisor& supervisor, ReferencePool& timed_references,
        const std::function<void(const std::string&)>& progress)
      : options_(options),
        supervisor_(supervisor),
        timed_references_(timed_references),
        progress_(progress) {}

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
    Attempt attempt{.children = supervisor_,
                    .request = request,
                    .reference = *what.reference,
                    .source = source ? source->get() : -1,
                    .cancelled = never_,
                    .timed_references = timed_references_,
                    .verdict = empty_verdict(request)};
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
  ReferencePool& timed_references_;
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
       {std::pair{"spin 1 us", 0}, std::pair{"spin 2 us", kSteps2us},
        std::pair{"spin 10 us", kSteps10us}, std::pair{"spin 100 us", kSteps100us},
        std::pair{"spin 1 ms", kSteps1ms}}) {
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
  std::vector<Case> cases;
  for (const auto& [name, count] :
       {std::pair{"spin 2 us", kSteps2us}, std::pair{"spin 10 us", kSteps10us}}) {
    Result<Case> made = bench.make(name, "spin", steps(count), steps(count));
    if (!made) return made.error();
    cases.push_back(std::move(*made));
  }
  Result<Case> softmax = bench.make("softmax 128x1024", "softmax", shape(128, 1024, true), {});
  if (!softmax) return softmax.error();
  cases.push_back(std::move(*softmax));
  const Stopwatch watch;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].request.options.timing_beside = false;
    const int left = trials - static_cast<int>(i) * (trials / 3);
    result.same.push_back(bench.run(cases[i], i + 1 < cases.size() ? trials / 3 : left));
  }
  result.same_seconds = watch.elapsed_s();
  return {};
}

Result<void> run_planted(Bench& bench, int trials, TimingBench& result) {
  for (const double planted : kPlanted) {
    Result<Case> made = bench.make(fmt::format("spin + {:.0f}%", 100 * planted), "spin",
                                   steps(kPlantedSteps), steps(kPlantedSteps * (1 + planted)));
    if (!made) return made.error();
    made->planted = planted;
    made->request.options.timing_beside = false;
    result.planted.push_back(bench.run(*made, trials));
  }
  return {};
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
  ReferencePool timed_references;  // outlives the supervisor
  Supervisor supervisor(*config);
  Bench bench(options, supervisor, timed_references, progress);
  TimingBench result;
  if (const auto done = run_spread(bench, options.processes, result); !done) return done.error();
  if (const auto done = run_same(bench, options.same, result); !done) return done.error();
  if (const auto done = run_planted(bench, options.planted, result); !done) return done.error();
  return result;
}

}  // namespace nereid::verify

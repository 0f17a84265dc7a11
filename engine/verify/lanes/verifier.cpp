// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verifier.h"

#include <algorithm>
#include <future>
#include <thread>

#include "engine/base/cores.h"
#include "engine/verify/lanes/scheduler.h"
#include "engine/verify/processes/complete_config.h"

namespace nereid::verify {
namespace {

int job_count(int asked) {
  if (asked > 0) return asked;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

SchedulerLimits limits_of(const VerifierConfig& config) {
  const int jobs = job_count(config.jobs);
  const auto of_jobs = [jobs](int asked) { return asked > 0 ? std::min(asked, jobs) : jobs; };
  return {.jobs = jobs,
          .compile_slots = of_jobs(config.compile_slots),
          .run_slots = of_jobs(config.run_slots),
          .max_queued = std::max(0, config.max_queued),
          .remembered = static_cast<std::size_t>(std::max(0, config.remembered))};
}

}  // namespace

Result<std::unique_ptr<Verifier>> Verifier::start(VerifierConfig config) {
  Result<SupervisorConfig> complete = complete_config(config);
  if (!complete) return complete.error();
  const SchedulerLimits limits = limits_of(config);
  // Cores that no other candidate compiles on.
  complete->compile_processes = std::max(1, usable_cores() / limits.compile_slots);
  std::unique_ptr<Keeper> keeper = config.keep ? start_keeper(*config.keep, *complete) : nullptr;
  if (!config.work_dir.empty()) {
    if (auto made = make_directories(config.work_dir); !made) return made.error();
    complete->work_dir = config.work_dir;
    return std::unique_ptr<Verifier>(
        std::make_unique<Scheduler>(std::move(*complete), limits, std::move(keeper)));
  }
  Result<WorkFolder> work = make_work_folder();
  if (!work) return work.error();
  complete->work_dir = work->folder.path();
  return std::unique_ptr<Verifier>(std::make_unique<Scheduler>(
      std::move(*complete), limits, std::move(*work), std::move(keeper)));
}

std::shared_ptr<const Verdict> Verifier::verify(VerifyRequest request) {
  // Shared, because the callback may still be leaving when the waiting side is gone.
  auto promise = std::make_shared<std::promise<std::shared_ptr<const Verdict>>>();
  auto future = promise->get_future();
  submit(std::move(request), [promise](std::shared_ptr<const Verdict> verdict) {
    promise->set_value(std::move(verdict));
  });
  return future.get();
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/verify/lanes/scheduler.h"

namespace nereid::verify {
namespace {

constexpr std::chrono::seconds kRateWindow{30};

}  // namespace

void Scheduler::forget_old_finishes() {
  const auto from = Clock::now() - kRateWindow;
  while (!finish_times_.empty() && finish_times_.front() < from) finish_times_.pop_front();
}

void Scheduler::count_stages(const Verdict& verdict) {
  for (const StageResult& stage : verdict.stages) {
    const auto place = static_cast<std::size_t>(stage.stage) - 1;
    const bool rejected = stage.outcome == StageOutcome::kRejected;
    if (!rejected && stage.outcome != StageOutcome::kPassed) continue;
    stage_times_.at(place).add(stage.elapsed_ms);
    if (rejected) ++stage_rejections_.at(place);
  }
}

// Called under the mutex before the length of a queue changes.
void Scheduler::book_queue() const {
  const auto now = Clock::now();
  counts_.queued_s +=
      std::chrono::duration<double>(now - booked_).count() * static_cast<double>(queued());
  booked_ = now;
}

VerifierStats Scheduler::stats() const {
  std::lock_guard lock(mutex_);
  book_queue();
  VerifierStats stats = counts_;
  stats.queued = static_cast<int>(queued());
  stats.waiting_for_reference = static_cast<int>(
      ready_.count([](const auto& reference) { return reference->prepared == nullptr; }));
  stats.restarts = supervisor_->restarts();
  stats.sandbox = supervisor_->sandbox();
  stats.lanes = lanes_.stats(gpu_);
  const auto now = Clock::now();
  stats.uptime_s = std::chrono::duration<double>(now - start_).count();
  const auto recent = std::count_if(finish_times_.begin(), finish_times_.end(),
                                    [now](auto at) { return at >= now - kRateWindow; });
  stats.candidates_per_second =
      static_cast<double>(recent) / std::chrono::duration<double>(kRateWindow).count();
  for (int i = 0; i < kStageCount; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const RecentTimes& times = stage_times_.at(place);
    stats.stages.push_back({.name = std::string(stage_name(static_cast<Stage>(i + 1))),
                            .count = times.count(),
                            .rejected = stage_rejections_.at(place),
                            .total_s = times.total_ms() / 1000,
                            .p50_ms = times.percentile(0.5),
                            .p95_ms = times.percentile(0.95)});
  }
  return stats;
}

}  // namespace nereid::verify

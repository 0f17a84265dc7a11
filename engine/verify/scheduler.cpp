// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/internal/scheduler.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

#include "engine/base/log.h"
#include "engine/verify/internal/attempt.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kRecentVerdicts = 4096;
constexpr std::chrono::seconds kRateWindow{30};

Verdict cancelled_verdict(const VerifyRequest& request) {
  Verdict verdict = empty_verdict(request);
  verdict.reason = {"cancelled", "cancelled before it was judged"};
  return verdict;
}

// Verdicts that may come out otherwise next time, or that are large, are not remembered.
bool is_lasting(const Verdict& verdict) {
  constexpr std::array<std::string_view, 5> kPassing = {"infrastructure", "cancelled", "timeout",
                                                        "compile_timeout", "memory_limit"};
  if (verdict.artefacts) return false;  // megabytes each
  return std::find(kPassing.begin(), kPassing.end(), verdict.reason.code) == kPassing.end();
}

void call(const Verifier::Callback& done, const std::shared_ptr<const Verdict>& verdict) {
  if (!done) return;
  try {
    done(verdict);
  } catch (const std::exception& problem) {
    log_error("verifier: a receiver of verdicts threw: {}", problem.what());
  }
}

}  // namespace

Scheduler::Scheduler(SupervisorConfig config, int jobs, TemporaryDirectory own_work_dir)
    : own_work_dir_(std::move(own_work_dir)),
      jobs_(jobs),
      supervisor_(std::make_unique<Supervisor>(std::move(config))) {
  start_threads();
}

Scheduler::Scheduler(SupervisorConfig config, int jobs)
    : jobs_(jobs), supervisor_(std::make_unique<Supervisor>(std::move(config))) {
  start_threads();
}

void Scheduler::start_threads() {
  const int reference_threads = 1 + jobs_ / 8;
  deliverer_ = std::thread([this] { deliver_all(); });
  for (int i = 0; i < jobs_; ++i) threads_.emplace_back([this] { work(); });
  for (int i = 0; i < reference_threads; ++i) threads_.emplace_back([this] { prepare(); });
}

Scheduler::~Scheduler() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  cancel_all();
  for (std::thread& thread : threads_) thread.join();
  {
    std::lock_guard lock(mutex_);
    all_judged_ = true;
  }
  changed_.notify_all();
  deliverer_.join();
  supervisor_.reset();
}

void Scheduler::submit(VerifyRequest request, Callback done) {
  const std::string key = judgement_key(request);
  std::lock_guard lock(mutex_);
  ++counts_.submitted;
  Waiter waiter{request.id, std::move(done)};
  if (stopping_) {
    deliver(std::make_shared<const Verdict>(cancelled_verdict(request)), waiter, false);
  } else if (Judged known = recall(key)) {
    deliver(std::move(known), waiter, true);
  } else if (const auto same = open_.find(key); same != open_.end()) {
    same->second->waiters.push_back(std::move(waiter));
  } else {
    auto job = std::make_shared<Job>();
    job->key = key;
    job->reference = references_.entry_for(request);
    ++job->reference->pending;
    job->request = std::move(request);
    job->waiters.push_back(std::move(waiter));
    open_[key] = job;
    queue_.push_back(std::move(job));
  }
  changed_.notify_all();
}

// Called under the mutex; the callback runs later.
void Scheduler::deliver(Judged verdict, const Waiter& waiter, bool from_cache) {
  if (verdict->id != waiter.id || verdict->from_cache != from_cache) {
    auto copy = std::make_shared<Verdict>(*verdict);
    copy->id = waiter.id;
    copy->from_cache = from_cache;
    verdict = std::move(copy);
  }
  ++counts_.finished;
  if (from_cache) ++counts_.cached;
  finish_times_.push_back(Clock::now());
  deliveries_.push_back({std::move(verdict), waiter.done});
}

void Scheduler::remember(const std::string& key, const Judged& verdict) {
  if (!is_lasting(*verdict) || recent_by_key_.contains(key)) return;
  recent_.emplace_front(key, verdict);
  recent_by_key_[key] = recent_.begin();
  if (recent_.size() <= kRecentVerdicts) return;
  recent_by_key_.erase(recent_.back().first);
  recent_.pop_back();
}

Scheduler::Judged Scheduler::recall(const std::string& key) {
  const auto found = recent_by_key_.find(key);
  if (found == recent_by_key_.end()) return nullptr;
  recent_.splice(recent_.begin(), recent_, found->second);
  return found->second->second;
}

std::shared_ptr<Scheduler::Job> Scheduler::take_ready_job() {
  const auto ready = std::find_if(queue_.begin(), queue_.end(), [](const auto& job) {
    return job->reference->prepared != nullptr;
  });
  if (ready == queue_.end()) return nullptr;
  std::shared_ptr<Job> job = *ready;
  queue_.erase(ready);
  --job->reference->pending;
  ++counts_.active;
  changed_.notify_all();  // a reference thread may wait for room
  return job;
}

// Waits for a job; null when the verifier is being destroyed and none is left.
std::shared_ptr<Scheduler::Job> Scheduler::take_job() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (std::shared_ptr<Job> job = take_ready_job()) return job;
    if (stopping_) return nullptr;
    changed_.wait(lock);
  }
}

void Scheduler::work() {
  while (const std::shared_ptr<Job> job = take_job())
    finish(job,
           judge_candidate(*supervisor_, job->request, *job->reference->prepared, job->cancelled));
}

// Callbacks run on a thread of their own, so that a known verdict does not wait for a busy worker.
void Scheduler::deliver_all() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !deliveries_.empty() || all_judged_; });
    if (deliveries_.empty()) return;
    const Delivery delivery = std::move(deliveries_.front());
    deliveries_.pop_front();
    lock.unlock();
    call(delivery.done, delivery.verdict);
    lock.lock();
  }
}

void Scheduler::finish(const std::shared_ptr<Job>& job, Verdict verdict) {
  const auto judged = std::make_shared<const Verdict>(std::move(verdict));
  std::lock_guard lock(mutex_);
  --counts_.active;
  open_.erase(job->key);
  remember(job->key, judged);
  bool again = false;
  for (const Waiter& waiter : job->waiters) {
    deliver(judged, waiter, again);
    again = true;
  }
  changed_.notify_all();
}

void Scheduler::prepare() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const std::shared_ptr<ReferenceEntry> entry = references_.next_to_prepare(2 * jobs_ + 2);
    if (!entry) {
      changed_.wait(lock);
      continue;
    }
    lock.unlock();
    auto prepared = prepare_reference(*supervisor_, entry->sample, entry->cancelled);
    lock.lock();
    references_.complete(*entry, std::move(prepared));
    changed_.notify_all();
  }
}

// Queued jobs end here; running ones are told, and their workers deliver.
void Scheduler::cancel_all() {
  {
    std::lock_guard lock(mutex_);
    for (const std::shared_ptr<Job>& job : queue_) {
      --job->reference->pending;
      open_.erase(job->key);
      const auto verdict = std::make_shared<const Verdict>(cancelled_verdict(job->request));
      for (const Waiter& waiter : job->waiters) deliver(verdict, waiter, false);
    }
    queue_.clear();
    for (auto& [key, job] : open_) job->cancelled = true;
    references_.cancel_open();
  }
  changed_.notify_all();
  supervisor_->notify_all();
}

VerifierStats Scheduler::stats() const {
  std::lock_guard lock(mutex_);
  VerifierStats stats = counts_;
  stats.queued = static_cast<int>(queue_.size());
  stats.restarts = supervisor_->restarts();
  stats.sandbox = supervisor_->sandbox();
  const auto from = Clock::now() - kRateWindow;
  const auto recent = std::count_if(finish_times_.begin(), finish_times_.end(),
                                    [from](Clock::time_point at) { return at >= from; });
  stats.candidates_per_second =
      static_cast<double>(recent) / std::chrono::duration<double>(kRateWindow).count();
  return stats;
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/scheduler.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <optional>
#include <string_view>

#include "engine/base/log.h"
#include "engine/base/nvml.h"
#include "engine/base/process.h"
#include "engine/verify/request/request_keys.h"
#include "engine/verify/stages/attempt.h"

namespace nereid::verify {
namespace {

// Candidates on a GPU at once. One measures while others make their contexts, compile and run; each
// has a process with a context of its own.
constexpr int kTimingSlots = 16;
constexpr std::uint64_t kGpuBytesOfSlot = std::uint64_t{4} << 30;

// A prepared reference holds a descriptor for each of its thirty inputs or so. Systems allow 1024
// at first and more to who asks: the tasks of a run then stay prepared from one step to the next.
constexpr int kOpenFiles = 16384;

int files_of_references() {
  return raise_open_files(kOpenFiles) / 5 * 3;
}

int timing_slots(int jobs) {
  const std::optional<std::uint64_t> memory = gpu_memory_bytes(0);
  const auto room = memory ? static_cast<int>(*memory / kGpuBytesOfSlot) : kTimingSlots;
  return std::clamp(std::min(jobs, room), 1, kTimingSlots);
}

Verdict cancelled_verdict(const VerifyRequest& request) {
  Verdict verdict = empty_verdict(request);
  verdict.reason = {"cancelled", "cancelled before it was judged"};
  return verdict;
}

// Verdicts that may come out otherwise next time, or that are large, are not remembered.
bool is_lasting(const Verdict& verdict) {
  constexpr std::array<std::string_view, 5> kPassing = {"infrastructure", "cancelled", "timeout",
                                                        "compile_timeout", "memory_limit"};
  if (verdict.artefacts || verdict.trace) return false;  // megabytes each
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

Scheduler::Scheduler(SupervisorConfig config, const SchedulerLimits& limits,
                     WorkFolder own_work_dir, std::unique_ptr<Keeper> keeper)
    : Scheduler(std::move(config), limits, std::move(keeper)) {
  own_work_dir_ = std::move(own_work_dir);
}

Scheduler::Scheduler(SupervisorConfig config, const SchedulerLimits& limits,
                     std::unique_ptr<Keeper> keeper)
    : limits_(limits),
      reference_threads_(1 + limits.jobs / 8),
      gpu_(config.gpu),
      keeper_(std::move(keeper)),
      lanes_({.reference = reference_threads_,
              .compile = limits.compile_slots,
              .run = limits.run_slots,
              .timing = timing_slots(limits.jobs)}),
      supervisor_(std::make_unique<Supervisor>(std::move(config))),
      references_(files_of_references()) {
  start_threads();
}

void Scheduler::start_threads() {
  deliverer_ = std::thread([this] { deliver_all(); });
  threads_.emplace_back([this] { check_texts(); });
  // With one more than a lane holds, no core idles while a candidate waits for its processes.
  const int workers = limits_.jobs > 1 ? limits_.jobs + 1 : 1;
  for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  for (int i = 0; i < reference_threads_; ++i) threads_.emplace_back([this] { prepare(); });
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

// ---- taking in -------------------------------------------------------------------------------

SubmissionId Scheduler::submit(VerifyRequest request, Callback done) {
  return take_in(std::move(request), std::move(done), /*bounded=*/false);
}

SubmissionId Scheduler::try_submit(VerifyRequest request, Callback done) {
  return take_in(std::move(request), std::move(done), /*bounded=*/true);
}

void Scheduler::wait_for_room() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !is_full() || stopping_; });
}

std::size_t Scheduler::queued() const {
  return unchecked_.size() + checking_ + ready_.size();
}

bool Scheduler::is_full() const {
  return limits_.max_queued > 0 && queued() >= static_cast<std::size_t>(limits_.max_queued);
}

SubmissionId Scheduler::take_in(VerifyRequest request, Callback done, bool bounded) {
  const std::string key = judgement_key(request);
  std::lock_guard lock(mutex_);
  Judged known = recall(key);
  const auto same = open_.find(key);
  const bool is_new = !known && same == open_.end();
  if (bounded && is_new && is_full() && !stopping_) return 0;
  ++counts_.submitted;
  Waiter waiter{next_submission_++, request.id, std::move(done)};
  const SubmissionId number = waiter.number;
  if (stopping_) {
    deliver(std::make_shared<const Verdict>(cancelled_verdict(request)), waiter, false);
  } else if (known) {
    deliver(std::move(known), waiter, true);
  } else {
    const JobPointer job = is_new ? new_job(key, std::move(request)) : same->second;
    submissions_[number] = job;
    job->waiters.push_back(std::move(waiter));
  }
  changed_.notify_all();
  return number;
}

Scheduler::JobPointer Scheduler::new_job(const std::string& key, VerifyRequest request) {
  auto job = std::make_shared<Job>();
  job->key = key;
  job->reference = references_.hold(request);
  job->request = std::move(request);
  open_[key] = job;
  book_queue();
  unchecked_.push(job->reference, job);
  return job;
}

// ---- the threads -----------------------------------------------------------------------------

// Waits for a candidate whose text nobody has checked; null when the verifier is being destroyed.
Scheduler::JobPointer Scheduler::next_unchecked() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopping_ || unchecked_.size() > 0; });
  book_queue();
  const auto job = unchecked_.take([](const auto& /*reference*/) { return true; });
  if (!job) return nullptr;
  ++checking_;
  return *job;
}

// What fails here costs no process and waits for no reference.
void Scheduler::check_texts() {
  while (const JobPointer job = next_unchecked()) {
    if (give_kept(job)) continue;
    job->under_way = Stage::kStatic;
    TextCheck check = check_text(*supervisor_, job->request, lanes_.checks, job->cancelled);
    if (!check.refused) {
      pass_on(job, std::move(check.passed));
      continue;
    }
    take_back(job);
    finish(job, std::move(*check.refused));
  }
}

// Its verdict is there without a reference and without a worker.
void Scheduler::take_back(const JobPointer& job) {
  std::lock_guard lock(mutex_);
  references_.release(job->reference);
  book_queue();
  --checking_;
  ++counts_.active;  // until it is finished
}

// True if an earlier run has judged the same.
bool Scheduler::give_kept(const JobPointer& job) {
  if (!keeper_ || job->cancelled) return false;
  std::optional<Verdict> verdict = keeper_->verdict(job->request);
  if (!verdict) return false;
  take_back(job);
  finish(job, std::move(*verdict), /*kept=*/true);
  return true;
}

void Scheduler::pass_on(const JobPointer& job, std::optional<CheckedText> checked) {
  std::lock_guard lock(mutex_);
  book_queue();
  --checking_;
  job->checked = std::move(checked);
  job->under_way = Stage::kNone;
  if (job->cancelled) {
    references_.release(job->reference);
    deliver_cancelled(*job);
  } else {
    references_.want(job->reference);
    ready_.push(job->reference, job);
  }
  changed_.notify_all();
}

// Waits for a candidate whose reference is ready; null when the verifier is being destroyed and
// none is left.
Scheduler::JobPointer Scheduler::next_ready() {
  std::unique_lock lock(mutex_);
  while (true) {
    book_queue();
    const auto job =
        ready_.take([](const auto& reference) { return reference->prepared != nullptr; });
    if (job) {
      references_.release((*job)->reference);
      ++counts_.active;
      changed_.notify_all();  // a reference thread or a submitter may wait for room
      return *job;
    }
    if (stopping_) return nullptr;
    changed_.wait(lock);
  }
}

void Scheduler::work() {
  while (const JobPointer job = next_ready()) {
    const CheckedText* const checked = job->checked ? &*job->checked : nullptr;
    finish(job,
           judge_candidate(*supervisor_, job->request, *job->reference->prepared, job->cancelled,
                           {lanes_, timed_references_, keeper_.get(), checked, &job->under_way,
                            &own_references_}));
  }
}

void Scheduler::prepare() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const std::shared_ptr<ReferenceEntry> entry = references_.next_to_prepare(2 * limits_.jobs + 2);
    if (!entry) {
      changed_.wait(lock);
      continue;
    }
    lock.unlock();
    std::shared_ptr<const PreparedReference> prepared;
    {
      const Lane::Slot slot = lanes_.reference.enter(entry->cancelled);
      prepared = prepare_reference(*supervisor_, entry->sample, entry->cancelled);
    }
    lock.lock();
    references_.complete(*entry, std::move(prepared));
    changed_.notify_all();
  }
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

// ---- verdicts --------------------------------------------------------------------------------

// Called under the mutex; the callback runs later.
void Scheduler::deliver(Judged verdict, const Waiter& waiter, bool from_cache) {
  if (verdict->id != waiter.id || verdict->from_cache != from_cache) {
    auto copy = std::make_shared<Verdict>(*verdict);
    copy->id = waiter.id;
    copy->from_cache = from_cache;
    verdict = std::move(copy);
  }
  submissions_.erase(waiter.number);
  ++counts_.finished;
  if (verdict->accepted) ++counts_.accepted;
  if (verdict->reason.code == "cancelled") ++counts_.cancelled;
  if (from_cache) ++counts_.cached;
  forget_old_finishes();
  finish_times_.push_back(Clock::now());
  deliveries_.push_back({std::move(verdict), waiter.done});
}

// Called under the mutex: everybody who waits for the job.
void Scheduler::deliver_cancelled(const Job& job) {
  const auto verdict = std::make_shared<const Verdict>(cancelled_verdict(job.request));
  for (const Waiter& waiter : job.waiters) deliver(verdict, waiter, false);
}

void Scheduler::remember(const std::string& key, const Judged& verdict) {
  if (!is_lasting(*verdict) || recent_by_key_.contains(key)) return;
  recent_.emplace_front(key, verdict);
  recent_by_key_[key] = recent_.begin();
  if (recent_.size() <= limits_.remembered) return;
  recent_by_key_.erase(recent_.back().first);
  recent_.pop_back();
}

Scheduler::Judged Scheduler::recall(const std::string& key) {
  const auto found = recent_by_key_.find(key);
  if (found == recent_by_key_.end()) return nullptr;
  recent_.splice(recent_.begin(), recent_, found->second);
  return found->second->second;
}

void Scheduler::finish(const JobPointer& job, Verdict verdict, bool kept) {
  if (keeper_ && !kept) keeper_->keep(job->request, verdict);
  const auto judged = std::make_shared<const Verdict>(std::move(verdict));
  std::lock_guard lock(mutex_);
  --counts_.active;
  forget(job);
  remember(job->key, judged);
  if (!kept) count_stages(*judged);
  bool again = kept;
  for (const Waiter& waiter : job->waiters) {
    deliver(judged, waiter, again);
    again = true;
  }
  changed_.notify_all();
}

// No twin joins it any more; a later one may have the same key.
void Scheduler::forget(const JobPointer& job) {
  const auto found = open_.find(job->key);
  if (found != open_.end() && found->second == job) open_.erase(found);
}

// ---- cancelling ------------------------------------------------------------------------------

// Nobody wants this job: it leaves the queues, or its worker is told.
void Scheduler::drop(const JobPointer& job) {
  forget(job);
  job->cancelled = true;
  book_queue();
  if (unchecked_.remove(job->reference, job) || ready_.remove(job->reference, job))
    references_.release(job->reference);
}

bool Scheduler::cancel(SubmissionId submission) {
  {
    std::lock_guard lock(mutex_);
    const auto found = submissions_.find(submission);
    if (found == submissions_.end()) return false;
    const JobPointer job = found->second;
    const auto waiter =
        std::find_if(job->waiters.begin(), job->waiters.end(),
                     [submission](const Waiter& each) { return each.number == submission; });
    deliver(std::make_shared<const Verdict>(cancelled_verdict(job->request)), *waiter, false);
    job->waiters.erase(waiter);
    if (job->waiters.empty()) drop(job);
  }
  changed_.notify_all();
  lanes_.wake_all();
  supervisor_->notify_all();
  return true;
}

std::optional<Stage> Scheduler::stage_of(SubmissionId submission) const {
  std::lock_guard lock(mutex_);
  const auto found = submissions_.find(submission);
  if (found == submissions_.end()) return std::nullopt;
  return found->second->under_way.load(std::memory_order_relaxed);
}

// Queued jobs end here; running ones are told, and their workers deliver.
void Scheduler::cancel_all() {
  {
    std::lock_guard lock(mutex_);
    book_queue();
    for (Queue* queue : {&unchecked_, &ready_})
      for (const JobPointer& job : queue->take_all()) {
        references_.release(job->reference);
        job->cancelled = true;
        deliver_cancelled(*job);
      }
    for (const auto& [number, job] : submissions_) job->cancelled = true;
    open_.clear();
    references_.cancel_open();
  }
  changed_.notify_all();
  lanes_.wake_all();
  supervisor_->notify_all();
}

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "engine/verify/kept/keeper.h"
#include "engine/verify/lanes/fair_queue.h"
#include "engine/verify/lanes/judge_candidate.h"
#include "engine/verify/lanes/lanes.h"
#include "engine/verify/lanes/recent_times.h"
#include "engine/verify/lanes/reference_cache.h"
#include "engine/verify/lanes/work_folder.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/timing/reference_pool.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

struct SchedulerLimits {
  int jobs = 1;
  int compile_slots = 1;
  int run_slots = 1;
  int max_queued = 0;  ///< 0 = no limit
  std::size_t remembered = 0;
};

/// The verifier: a thread that has texts checked, threads that prepare references, threads that
/// each take one candidate at a time through its stages, the queues between them, and the
/// supervisor of the processes below. Thread-safe.
class Scheduler final : public Verifier {
 public:
  /// `keeper` null: nothing is kept between runs.
  Scheduler(SupervisorConfig config, const SchedulerLimits& limits, WorkFolder own_work_dir,
            std::unique_ptr<Keeper> keeper = nullptr);
  Scheduler(SupervisorConfig config, const SchedulerLimits& limits,
            std::unique_ptr<Keeper> keeper = nullptr);
  ~Scheduler() override;

  SubmissionId submit(VerifyRequest request, Callback done) override;
  SubmissionId try_submit(VerifyRequest request, Callback done) override;
  void wait_for_room() override;
  bool cancel(SubmissionId submission) override;
  std::optional<Stage> stage_of(SubmissionId submission) const override;
  void cancel_all() override;
  VerifierStats stats() const override;

 private:
  using Judged = std::shared_ptr<const Verdict>;
  struct Waiter {
    SubmissionId number = 0;
    std::string id;
    Callback done;
  };
  /// One judgement, wanted by one or more submissions. `waiters` is guarded by the mutex.
  struct Job {
    std::string key;
    VerifyRequest request;
    std::shared_ptr<ReferenceEntry> reference;
    std::vector<Waiter> waiters;
    std::optional<CheckedText> checked;
    std::atomic<bool> cancelled{false};
    std::atomic<Stage> under_way{Stage::kNone};
  };
  using JobPointer = std::shared_ptr<Job>;
  using Queue = FairQueue<std::shared_ptr<ReferenceEntry>, JobPointer>;
  struct Delivery {
    Judged verdict;
    Callback done;
  };

  void start_threads();
  void check_texts();
  void work();
  void prepare();
  void deliver_all();
  SubmissionId take_in(VerifyRequest request, Callback done, bool bounded);
  JobPointer new_job(const std::string& key, VerifyRequest request);
  JobPointer next_unchecked();
  JobPointer next_ready();
  std::size_t queued() const;
  bool is_full() const;
  bool give_kept(const JobPointer& job);
  void pass_on(const JobPointer& job, std::optional<CheckedText> checked);
  void finish(const JobPointer& job, Verdict verdict, bool kept = false);
  void take_back(const JobPointer& job);
  void forget(const JobPointer& job);
  void drop(const JobPointer& job);
  void count_stages(const Verdict& verdict);
  void remember(const std::string& key, const Judged& verdict);
  Judged recall(const std::string& key);
  void deliver(Judged verdict, const Waiter& waiter, bool from_cache);
  void deliver_cancelled(const Job& job);
  void forget_old_finishes();
  void book_queue() const;

  std::optional<WorkFolder> own_work_dir_;  // outlives the supervisor
  const SchedulerLimits limits_;
  const int reference_threads_;
  const bool gpu_;
  const Clock::time_point start_ = Clock::now();
  const std::unique_ptr<Keeper> keeper_;
  mutable Lanes lanes_;
  OwnReferences own_references_;
  ReferencePool timed_references_;  // outlives the supervisor, whose end ends its children
  std::unique_ptr<Supervisor> supervisor_;

  mutable std::mutex mutex_;  ///< guards everything down to the threads
  std::condition_variable changed_;
  Queue unchecked_;
  std::size_t checking_ = 0;  ///< taken from `unchecked_`, not yet in `ready_`
  Queue ready_;               ///< passed `static`; taken once their reference is prepared
  std::map<std::string, JobPointer> open_;  ///< by judgement: those that a twin may still join
  std::unordered_map<SubmissionId, JobPointer> submissions_;  ///< without a verdict
  std::deque<Delivery> deliveries_;
  ReferenceCache references_;
  std::list<std::pair<std::string, Judged>> recent_;  ///< newest first
  std::map<std::string, std::list<std::pair<std::string, Judged>>::iterator> recent_by_key_;
  std::deque<Clock::time_point> finish_times_;
  SubmissionId next_submission_ = 1;
  mutable VerifierStats counts_;
  mutable Clock::time_point booked_ = start_;  ///< counts_.queued_s is up to here
  std::array<RecentTimes, kStageCount> stage_times_;
  std::array<std::int64_t, kStageCount> stage_rejections_ = {};
  bool stopping_ = false;
  bool all_judged_ = false;  ///< nothing will be delivered any more

  std::vector<std::thread> threads_;
  std::thread deliverer_;
};

}  // namespace nereid::verify

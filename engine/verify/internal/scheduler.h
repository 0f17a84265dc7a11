// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/file.h"
#include "engine/verify/internal/reference_cache.h"
#include "engine/verify/internal/supervisor.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// The settings of a verifier with everything that was left empty filled in, but for the folder
/// that it works in; kNotFound if a part of the installation is missing.
Result<SupervisorConfig> complete_config(const VerifierConfig& config);

/// The verifier: a queue, threads that prepare references, threads that each take one candidate at
/// a time through its stages, and the supervisor of the processes below. Thread-safe.
class Scheduler final : public Verifier {
 public:
  Scheduler(SupervisorConfig config, int jobs, TemporaryDirectory own_work_dir);
  Scheduler(SupervisorConfig config, int jobs);
  ~Scheduler() override;

  void submit(VerifyRequest request, Callback done) override;
  void cancel_all() override;
  VerifierStats stats() const override;

 private:
  using Judged = std::shared_ptr<const Verdict>;
  struct Waiter {
    std::string id;
    Callback done;
  };
  /// One judgement, wanted by one or more submissions. `waiters` is guarded by the mutex.
  struct Job {
    std::string key;
    VerifyRequest request;
    std::shared_ptr<ReferenceEntry> reference;
    std::vector<Waiter> waiters;
    std::atomic<bool> cancelled{false};
  };
  struct Delivery {
    Judged verdict;
    Callback done;
  };

  void start_threads();
  void work();
  void prepare();
  void deliver_all();
  std::shared_ptr<Job> take_job();
  std::shared_ptr<Job> take_ready_job();
  void finish(const std::shared_ptr<Job>& job, Verdict verdict);
  void remember(const std::string& key, const Judged& verdict);
  Judged recall(const std::string& key);
  void deliver(Judged verdict, const Waiter& waiter, bool from_cache);
  Verdict judge(Job& job);

  std::optional<TemporaryDirectory> own_work_dir_;  // outlives the supervisor
  const int jobs_;
  std::unique_ptr<Supervisor> supervisor_;

  mutable std::mutex mutex_;  ///< guards everything down to the threads
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> queue_;
  std::map<std::string, std::shared_ptr<Job>> open_;  ///< queued and running, by judgement
  std::deque<Delivery> deliveries_;
  ReferenceCache references_;
  std::list<std::pair<std::string, Judged>> recent_;  ///< newest first
  std::map<std::string, std::list<std::pair<std::string, Judged>>::iterator> recent_by_key_;
  std::deque<Clock::time_point> finish_times_;
  VerifierStats counts_;
  bool stopping_ = false;
  bool all_judged_ = false;  ///< nothing will be delivered any more

  std::vector<std::thread> threads_;
  std::thread deliverer_;
};

/// Judges one request whose reference is ready. Blocks. Never throws.
Verdict judge_candidate(ChildSource& children, const VerifyRequest& request,
                        const PreparedReference& reference, const std::atomic<bool>& cancelled);

}  // namespace nereid::verify

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/distill/distill.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "engine/base/check.h"
#include "engine/distill/internal/completion.h"
#include "engine/distill/internal/store.h"
#include "engine/tasks/importers.h"

namespace nereid::distill {
namespace {

constexpr int kMostWaiting = 64;  // candidates that wait for their verdict; asking waits then
constexpr int kMostFailuresInARow = 10;  // questions without an answer; then something is wrong

/// Does this failure stand in the way of every question?
bool concerns_all(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:  // this task's prompt is too long, say
    case ErrorCode::kCorrupt:
    case ErrorCode::kTimeout:
      return false;
    case ErrorCode::kNotFound:
    case ErrorCode::kPermissionDenied:
    case ErrorCode::kNoSpace:
    case ErrorCode::kUnsupported:
    case ErrorCode::kUnavailable:
    case ErrorCode::kCancelled:
    case ErrorCode::kInternal:
      return true;
  }
  return true;
}

/// One task after the other, each with its samples; tasks of equal code once.
std::vector<std::pair<const tasks::Task*, int>> questions_of(const DistillRequest& request) {
  std::vector<std::pair<const tasks::Task*, int>> all;
  std::set<std::string> seen;
  for (const tasks::Task& task : request.tasks) {
    if (!seen.insert(task.fingerprint).second) continue;
    for (int sample = 0; sample < request.samples; ++sample) all.emplace_back(&task, sample);
  }
  return all;
}

/// Answers in, verdicts and files out. Thread-safe; the verifier's callbacks come here too.
class Work {
 public:
  Work(const DistillRequest& request, const Ask& ask, verify::Verifier& verifier, Store store,
       const std::function<void(const DistillCounts&)>& progress)
      : request_(request),
        ask_(ask),
        verifier_(verifier),
        progress_(progress),
        store_(std::move(store)),
        questions_(questions_of(request)) {
    report_.counts.questions = static_cast<int>(questions_.size());
  }

  DistillReport run(const std::stop_token& stop) {
    const std::stop_callback cancel(stop, [this] {
      end({ErrorCode::kCancelled, "stopped; what came is kept"});
    });
    take_kept();
    {
      std::vector<std::jthread> askers;
      for (int i = 0; i < request_.askers; ++i) askers.emplace_back([this] { ask_on(); });
      judge_kept();
    }
    wait_for_verdicts();
    const std::scoped_lock lock(mutex_, end_mutex_);
    report_.ended_by = ended_by_;
    return report_;
  }

 private:
  using Place = std::pair<const tasks::Task*, int>;

  // 1) What former starts left behind: settled questions first, as their candidates are taken.
  void take_kept() {
    const std::lock_guard lock(mutex_);
    for (const Place& place : questions_) {
      const auto at = store_.kept().find({place.first->fingerprint, place.second});
      if (at == store_.kept().end()) {
        missing_.push_back(place);
        continue;
      }
      const Kept& kept = at->second;
      if (!kept.accepted && !kept.refused) {
        unsettled_.push_back(place);
        continue;
      }
      claim(*place.first, verify::extract_candidate(completion_of(kept.answer)).code);
      ++report_.counts.kept;
      ++(kept.accepted ? report_.counts.accepted : report_.counts.refused);
      if (kept.refused) ++report_.counts.reasons[kept.reason];
    }
    progress_(report_.counts);
  }

  // 2) Answers that nobody has judged yet.
  void judge_kept() {
    for (const Place& place : unsettled_) {
      if (ending_.stop_requested()) return;
      judge(place, store_.kept().at({place.first->fingerprint, place.second}).answer);
    }
  }

  // 3) Questions that nobody has answered yet; on each of the asking threads.
  void ask_on() {
    for (;;) {
      const std::optional<Place> place = next();
      if (!place) return;
      Result<Answer> answer = guarded(
          "asking", [&] { return ask_(*place->first, place->second, ending_.get_token()); });
      if (!answer) {
        note_failure(answer.error());
        continue;
      }
      if (keep(*place, *answer)) judge(*place, *answer);
    }
  }

  std::optional<Place> next() {
    const std::lock_guard lock(mutex_);
    if (ending_.stop_requested() || next_ == missing_.size()) return std::nullopt;
    return missing_[next_++];
  }

  void note_failure(const Error& error) {
    std::unique_lock lock(mutex_);
    if (ending_.stop_requested()) return;  // it was cancelled, not refused
    ++report_.counts.failed;
    report_.last_failure = error;
    const bool is_enough = ++failures_in_a_row_ >= kMostFailuresInARow || concerns_all(error);
    progress_(report_.counts);
    lock.unlock();
    if (is_enough) end(error);
  }

  bool keep(const Place& place, const Answer& answer) {
    std::unique_lock lock(mutex_);
    failures_in_a_row_ = 0;
    const Result<void> kept = store_.add_answer(*place.first, place.second, answer);
    lock.unlock();
    if (!kept) end(kept.error());
    return kept.has_value();
  }

  /// Has nobody answered this task with this code? The caller holds the lock.
  bool claim(const tasks::Task& task, const std::string& candidate) {
    return claimed_.insert({task.fingerprint, tasks::fingerprint(candidate)}).second;
  }

  void judge(const Place& place, const Answer& answer) {
    const tasks::Task& task = *place.first;
    const std::string id = fmt::format("{}#{}", task.id, place.second);
    const std::string candidate = verify::extract_candidate(completion_of(answer)).code;
    if (answer.truncated || candidate.empty()) {
      const char* code = answer.truncated ? "truncated" : "no_block";
      settle(place, answer, verify::verdict_without_candidate(id, code));
      return;
    }
    {
      std::unique_lock lock(mutex_);
      if (!claim(task, candidate)) {
        const bool was_there = store_.kept().contains({task.fingerprint, place.second});
        report_.counts.kept += was_there ? 1 : 0;
        ++report_.counts.duplicates;
        progress_(report_.counts);
        return;
      }
      if (!changed_.wait(lock, ending_.get_token(), [this] { return waiting_ < kMostWaiting; }))
        return;
      ++waiting_;
    }
    verify::VerifyRequest request;
    request.id = id;
    request.task_id = task.id;
    request.reference = task.reference;
    request.entry_point = task.entry_point;
    request.candidate = candidate;
    request.seed = verify::unguessable_seed();
    request.options = request_.verify;
    verifier_.submit(std::move(request), [this, place, answer](const auto& verdict) {
      settle(place, answer, *verdict);
      const std::lock_guard lock(mutex_);
      --waiting_;
      changed_.notify_all();
    });
  }

  void settle(const Place& place, const Answer& answer, const verify::Verdict& verdict) {
    std::unique_lock lock(mutex_);
    if (!verify::was_judged(verdict)) {
      if (!ending_.stop_requested()) ++report_.counts.not_judged;
      progress_(report_.counts);
      return;
    }
    const Result<void> written = store_.settle(*place.first, place.second, answer, verdict);
    if (written) {
      ++(verdict.accepted ? report_.counts.accepted : report_.counts.refused);
      if (!verdict.accepted) ++report_.counts.reasons[reason_text(verdict)];
      progress_(report_.counts);
    }
    lock.unlock();
    if (!written) end(written.error());
  }

  /// The first reason counts. Whoever hears of progress may ask for it, so it takes a lock of its
  /// own.
  void end(const Error& why) {
    {
      const std::lock_guard lock(end_mutex_);
      if (!ended_by_) ended_by_ = why;
    }
    ending_.request_stop();
  }

  // A verdict that is missing is waited for; the verifier hurries when it is to end.
  void wait_for_verdicts() {
    std::unique_lock lock(mutex_);
    const auto is_done = [this] { return waiting_ == 0; };
    if (changed_.wait(lock, ending_.get_token(), is_done)) return;
    lock.unlock();
    verifier_.cancel_all();
    lock.lock();
    changed_.wait(lock, is_done);
  }

  const DistillRequest& request_;
  const Ask& ask_;
  verify::Verifier& verifier_;
  const std::function<void(const DistillCounts&)>& progress_;
  std::stop_source ending_;
  std::mutex end_mutex_;
  std::optional<Error> ended_by_;  ///< guarded by end_mutex_

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable_any changed_;
  Store store_;
  const std::vector<Place> questions_;
  std::vector<Place> missing_, unsettled_;
  std::size_t next_ = 0;                                   ///< of missing_
  std::set<std::pair<std::string, std::string>> claimed_;  ///< task and candidate, by fingerprint
  int waiting_ = 0;                                        ///< for verdicts
  int failures_in_a_row_ = 0;
  DistillReport report_;
};

}  // namespace

Result<DistillReport> distill(const DistillRequest& request, const Ask& ask,
                              verify::Verifier& verifier,
                              const std::function<void(const DistillCounts&)>& progress,
                              const std::stop_token& stop) {
  Result<Store> store = Store::open(request.out, request.source);
  if (!store) return store.error();
  Work work(request, ask, verifier, std::move(*store), progress);
  return work.run(stop);
}

}  // namespace nereid::distill

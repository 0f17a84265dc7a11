// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/judge_batch.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "engine/base/clock.h"

namespace nereid::verify {
namespace {

constexpr std::chrono::milliseconds kLookEvery{100};

// The verdicts that a batch takes, with the time of each.
struct Arrivals {
  explicit Arrivals(std::size_t size) : list(std::make_shared<std::vector<Judged>>(size)) {}
  JudgeBatch::Take take() const {
    return [list = list](std::size_t place, std::shared_ptr<const Verdict> verdict) {
      (*list)[place] = {std::move(verdict), unix_ms()};
    };
  }
  std::shared_ptr<std::vector<Judged>> list;
};

JudgeBatch submit_all(const Submit& submit, std::vector<VerifyRequest> requests,
                      const Arrivals& arrivals, BatchProgress progress) {
  JudgeBatch batch(submit, requests.size(), arrivals.take(), std::move(progress));
  for (std::size_t i = 0; i < requests.size(); ++i) batch.submit(i, std::move(requests[i]));
  return batch;
}

}  // namespace

Submit submit_to(Verifier& verifier) {
  return [&verifier](VerifyRequest request, Verifier::Callback done) {
    verifier.submit(std::move(request), std::move(done));
  };
}

struct JudgeBatch::Board {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t total = 0, settled = 0;
  Take take;
  BatchProgress progress;

  // Under the lock.
  void settle() {
    ++settled;
    if (progress) progress(static_cast<int>(settled), static_cast<int>(total));
    changed.notify_all();
  }
};

JudgeBatch::JudgeBatch(Submit submit, std::size_t size, Take take, BatchProgress progress)
    : submit_(std::move(submit)), board_(std::make_shared<Board>()) {
  board_->total = size;
  board_->take = std::move(take);
  board_->progress = std::move(progress);
}

void JudgeBatch::submit(std::size_t place, VerifyRequest request) {
  submit_(std::move(request), [board = board_, place](std::shared_ptr<const Verdict> verdict) {
    const std::lock_guard lock(board->mutex);
    board->take(place, std::move(verdict));
    board->settle();
  });
}

void JudgeBatch::skip() {
  const std::lock_guard lock(board_->mutex);
  board_->settle();
}

void JudgeBatch::wait() {
  std::unique_lock lock(board_->mutex);
  board_->changed.wait(lock, [this] { return board_->settled == board_->total; });
}

void JudgeBatch::wait(const std::function<bool()>& cancelled, const std::function<void()>& cancel) {
  const auto all_settled = [this] { return board_->settled == board_->total; };
  bool told = false;
  std::unique_lock lock(board_->mutex);
  while (!board_->changed.wait_for(lock, kLookEvery, all_settled)) {
    if (told || !cancelled()) continue;
    told = true;
    // A verdict may arrive within the call.
    lock.unlock();
    cancel();
    lock.lock();
  }
}

std::vector<Judged> judge_batch(const Submit& submit, std::vector<VerifyRequest> requests,
                                BatchProgress progress) {
  const Arrivals arrivals(requests.size());
  submit_all(submit, std::move(requests), arrivals, std::move(progress)).wait();
  return std::move(*arrivals.list);
}

std::vector<Judged> judge_batch(Verifier& verifier, std::vector<VerifyRequest> requests,
                                BatchProgress progress, const std::function<bool()>& cancelled) {
  const Arrivals arrivals(requests.size());
  submit_all(submit_to(verifier), std::move(requests), arrivals, std::move(progress))
      .wait(cancelled, [&verifier] { verifier.cancel_all(); });
  return std::move(*arrivals.list);
}

}  // namespace nereid::verify

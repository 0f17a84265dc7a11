// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/python/module/verifier_handle.h"

#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <shared_mutex>
#include <utility>

namespace nereid::python {
namespace {

/// Threads that are made meanwhile inherit the mask.
class SignalBlock {
 public:
  SignalBlock() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalBlock() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalBlock(const SignalBlock&) = delete;
  SignalBlock& operator=(const SignalBlock&) = delete;

 private:
  sigset_t before_;
};

/// Verdicts on their way to the fetching thread. Thread-safe.
class Inbox {
 public:
  void put(Finished finished) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(finished));
    changed_.notify_all();
  }
  std::vector<Finished> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || closed_; });
    return std::exchange(waiting_, {});
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Finished> waiting_;
  bool closed_ = false;
};

Error closed_error() {
  return {ErrorCode::kUnavailable, "this Verifier is closed; make a new one"};
}

}  // namespace

struct VerifierHandle::State {
  mutable std::shared_mutex mutex;  ///< guards the pointer, not what it points to
  std::unique_ptr<verify::Verifier> verifier;
  std::shared_ptr<Inbox> inbox = std::make_shared<Inbox>();  ///< shared with leaving callbacks
};

VerifierHandle::VerifierHandle() : owner_(getpid()), state_(std::make_unique<State>()) {}

Result<std::unique_ptr<VerifierHandle>> VerifierHandle::start(
    const verify::VerifierConfig& config) {
  const SignalBlock block;
  auto verifier = verify::Verifier::start(config);
  if (!verifier) return verifier.error();
  std::unique_ptr<VerifierHandle> handle(new VerifierHandle);
  handle->state_->verifier = std::move(*verifier);
  return handle;
}

VerifierHandle::~VerifierHandle() {
  close();
  // A lock may have been held when the process was forked, so nothing of it may be destroyed.
  if (getpid() != owner_) (void)state_.release();
}

Result<void> VerifierHandle::submit(std::uint64_t ticket, verify::VerifyRequest request) {
  const std::shared_lock lock(state_->mutex);
  if (!state_->verifier) return closed_error();
  state_->verifier->submit(
      std::move(request),
      [inbox = state_->inbox, ticket](const std::shared_ptr<const verify::Verdict>& verdict) {
        inbox->put({ticket, verify::to_json_text(*verdict)});
      });
  return {};
}

std::vector<Finished> VerifierHandle::take() {
  return state_->inbox->take();
}

void VerifierHandle::cancel_all() {
  const std::shared_lock lock(state_->mutex);
  if (state_->verifier) state_->verifier->cancel_all();
}

verify::VerifierStats VerifierHandle::stats() const {
  const std::shared_lock lock(state_->mutex);
  return state_->verifier ? state_->verifier->stats() : verify::VerifierStats();
}

void VerifierHandle::close() {
  if (getpid() != owner_) return;
  std::unique_ptr<verify::Verifier> verifier;
  {
    const std::lock_guard lock(state_->mutex);
    verifier = std::move(state_->verifier);
  }
  verifier.reset();  // every open submission gets its verdict here
  state_->inbox->close();
}

}  // namespace nereid::python

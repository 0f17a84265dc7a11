// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/result.h"

namespace nereid::endpoint {

/// Does a failure stand in the way of every other question too (a refused key, an unknown model)?
bool concerns_all(const Error& error);

struct AskAllOptions {
  int at_once = 4;                 ///< questions on their way
  int most_failures_in_a_row = 8;  ///< then no more are asked
  /// Asked about every 100 ms on the caller's thread; empty: never.
  std::function<bool()> is_stopped;
};
struct AskAllOutcome {
  int failed = 0;
  std::optional<Error> last_failure;
};

/// Puts `count` questions, `ask(i, stop)` on threads of its own, and hands each answer to
/// `take(i, answer)` on the caller's as it arrives. Ends when all are answered or have failed,
/// after a failure that concerns all, or when it is stopped: then `stop` ends those on their way.
template <class Answer>
class AskAll {
 public:
  using Ask = std::function<Result<Answer>(std::size_t question, const std::stop_token& stop)>;
  using Take = std::function<void(std::size_t question, Answer answer)>;

  static AskAllOutcome run(std::size_t count, const AskAllOptions& options, const Ask& ask,
                           const Take& take) {
    AskAll all(count, options, ask);
    while (auto answer = all.next()) take(answer->first, std::move(answer->second));
    return {all.failed_, all.last_failure_};
  }

 private:
  AskAll(std::size_t count, const AskAllOptions& options, const Ask& ask)
      : count_(count), options_(options), ask_(ask) {
    const auto threads = std::min(count, static_cast<std::size_t>(std::max(1, options.at_once)));
    asking_ = threads;
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { ask_on(); });
  }
  ~AskAll() { ending_.request_stop(); }  // an exception of `take`: the threads are joined

  std::optional<std::pair<std::size_t, Answer>> next() {
    constexpr std::chrono::milliseconds kLookEvery{100};
    std::unique_lock lock(mutex_);
    while (arrived_.empty() && asking_ > 0) {
      changed_.wait_for(lock, kLookEvery);
      if (options_.is_stopped && options_.is_stopped()) ending_.request_stop();
    }
    if (arrived_.empty()) return std::nullopt;
    auto answer = std::move(arrived_.front());
    arrived_.pop_front();
    return answer;
  }
  void ask_on() {
    while (const std::optional<std::size_t> question = take_question())
      settle(*question, guarded("asking", [&] { return ask_(*question, ending_.get_token()); }));
    const std::lock_guard lock(mutex_);
    --asking_;
    changed_.notify_all();
  }
  std::optional<std::size_t> take_question() {
    const std::lock_guard lock(mutex_);
    if (ending_.stop_requested() || next_ == count_) return std::nullopt;
    return next_++;
  }
  void settle(std::size_t question, Result<Answer> answer) {
    const std::lock_guard lock(mutex_);
    if (answer) {
      failures_in_a_row_ = 0;
      arrived_.emplace_back(question, std::move(*answer));
    } else if (!ending_.stop_requested()) {  // else it was stopped, not refused
      ++failed_;
      last_failure_ = answer.error();
      if (++failures_in_a_row_ >= options_.most_failures_in_a_row || concerns_all(answer.error()))
        ending_.request_stop();
    }
    changed_.notify_all();
  }

  const std::size_t count_;
  const AskAllOptions& options_;
  const Ask& ask_;
  std::stop_source ending_;
  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::size_t next_ = 0, asking_ = 0;
  std::deque<std::pair<std::size_t, Answer>> arrived_;
  int failed_ = 0, failures_in_a_row_ = 0;
  std::optional<Error> last_failure_;
  std::vector<std::jthread> threads_;  ///< last: they use the others
};

}  // namespace nereid::endpoint

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "engine/distill/distill.h"
#include "engine/module/module.h"

namespace nereid::app {

/// Answers drawn from a model in this process. Whoever asks while it generates waits; what waits is
/// answered together in the next batch, by one of those who asked. Thread-safe.
class LocalAsker {
 public:
  /// `seed`: of the sampling; an answer is a function of it, the task's code, the sample's number
  /// and the weights.
  LocalAsker(std::unique_ptr<AskedModel> model, std::string name, std::uint64_t seed)
      : model_(std::move(model)), name_(std::move(name)), seed_(seed) {}
  Result<distill::Answer> ask(const tasks::Task& task, int sample, const std::stop_token& stop);

 private:
  struct Waiting {
    Question question;
    std::promise<Result<ModelAnswer>> answer;
  };
  void answer_all(std::deque<Waiting> batch);

  const std::unique_ptr<AskedModel> model_;
  const std::string name_;
  const std::uint64_t seed_;
  std::mutex generating_;  ///< taken before mutex_
  std::mutex mutex_;
  std::deque<Waiting> waiting_;  ///< guarded by mutex_
};

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/distill_local.h"

#include <charconv>
#include <utility>

#include "engine/base/random.h"

namespace nereid::app {
namespace {

/// The first 64 bits of a fingerprint, which is a hash in hexadecimal digits.
std::uint64_t number_of(const std::string& fingerprint) {
  std::uint64_t number = 0;
  const std::string_view digits = std::string_view(fingerprint).substr(0, 16);
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return number;
}

}  // namespace

Result<distill::Answer> LocalAsker::ask(const tasks::Task& task, int sample,
                                        const std::stop_token& stop) {
  const std::uint64_t draw =
      mix_seed(seed_, number_of(task.fingerprint), static_cast<std::uint64_t>(sample));
  std::future<Result<ModelAnswer>> coming;
  {
    const std::lock_guard lock(mutex_);
    Waiting& mine = waiting_.emplace_back(Waiting{{task, draw}, {}});
    coming = mine.answer.get_future();
  }
  {
    // Whoever comes first generates for all who came meanwhile.
    const std::lock_guard turn(generating_);
    std::deque<Waiting> batch;
    {
      const std::lock_guard lock(mutex_);
      batch.swap(waiting_);
    }
    if (stop.stop_requested()) {
      for (Waiting& one : batch)
        one.answer.set_value(Error{ErrorCode::kCancelled, "stopped before it was asked"});
    } else if (!batch.empty()) {
      answer_all(std::move(batch));
    }
  }
  Result<ModelAnswer> answer = coming.get();
  if (!answer) return answer.error();
  return distill::Answer{
      .text = std::move(answer->text), .model = name_, .truncated = answer->truncated};
}

void LocalAsker::answer_all(std::deque<Waiting> batch) {
  std::vector<Question> questions;
  for (Waiting& one : batch) questions.push_back(std::move(one.question));
  Result<std::vector<Result<ModelAnswer>>> answers = model_->answer(questions);
  for (std::size_t i = 0; i < batch.size(); ++i)
    batch[i].answer.set_value(answers ? std::move((*answers)[i])
                                      : Result<ModelAnswer>(answers.error()));
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>

#include "engine/tasks/generator.h"
#include "engine/verify/verifier.h"

namespace nereid::tasks {
namespace {

using Verdict = std::shared_ptr<const verify::Verdict>;

/// Judges pairs with the real verifier, several at once.
class Bench {
 public:
  Bench() : verifier_(verify::Verifier::start({})) {}
  bool started() const { return verifier_.has_value(); }
  std::string problem() const { return verifier_.error().message; }

  void submit(const std::string& id, const Task& task, const std::string& answer) {
    ++submitted_;
    verify::VerifyRequest request{.id = id, .reference = task.reference, .candidate = answer};
    request.seed = 1;
    request.options.device = "cpu";
    (*verifier_)->submit(std::move(request), [this](const Verdict& verdict) {
      const std::lock_guard lock(mutex_);
      verdicts_[verdict->id] = verdict;
      changed_.notify_all();
    });
  }
  std::map<std::string, Verdict> wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return verdicts_.size() == submitted_; });
    return verdicts_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Verdict> verdicts_;
  std::size_t submitted_ = 0;
  Result<std::unique_ptr<verify::Verifier>>
      verifier_;  // last: its threads end before the rest goes
};

// What every task of the generator allows; it has no modes and rarely three sizes.
const std::set<std::string> kEverywhere = {"tiny",        "original",    "values_x2", "new_seed",
                                           "larger_dims", "other_dtype", "zero_mean", "odd_dims"};

TEST(Answers, CleanOnesAreAcceptedOnAllInputs) {
  Bench bench;
  ASSERT_TRUE(bench.started()) << bench.problem();
  std::map<std::string, CorpusSample> samples;
  for (std::uint64_t i = 0; i < 24; ++i) {
    const CorpusSample sample = corpus_sample(Corpus::kClean, 31, i);
    samples[sample.task.id] = sample;
    bench.submit(sample.task.id, sample.task, sample.answer);
  }
  for (const auto& [id, verdict] : bench.wait()) {
    EXPECT_TRUE(verdict->accepted) << id << ": " << verdict->reason.message << "\n"
                                   << samples[id].answer;
    for (const verify::InputResult& input : verdict->inputs) {
      EXPECT_TRUE(input.applicable || !kEverywhere.contains(input.variant))
          << id << " " << input.variant << ": " << input.detail;
    }
  }
}

TEST(Answers, FaultyOnesAreRejected) {
  Bench bench;
  ASSERT_TRUE(bench.started()) << bench.problem();
  std::map<std::string, CorpusSample> samples;
  for (std::uint64_t i = 0; samples.size() < 8; ++i) {
    CorpusSample sample = corpus_sample(Corpus::kUnverified, 33, i);
    const std::string& error = sample.planted_error;
    if (error == "undefined_name" || error == "missing_argument" || error == "fixed_dtype" ||
        error == "wrong_sign" || error == "biased_divisor") {
      bench.submit(sample.task.id, sample.task, sample.answer);
      samples[sample.task.id] = std::move(sample);
    }
  }
  for (const auto& [id, verdict] : bench.wait()) {
    EXPECT_FALSE(verdict->accepted) << id << " has " << samples[id].planted_error << "\n"
                                    << samples[id].answer;
  }
}

}  // namespace
}  // namespace nereid::tasks

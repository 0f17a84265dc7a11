// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/config/settings.h"
#include "engine/record/store.h"
#include "engine/train/internal/start.h"

namespace nereid::train::toy {

/// The toy task: a model that was taught to answer every prompt with one of two short modules,
/// "import good" or "import bad", half of the time each. The judge accepts the first. Everything
/// else is the real engine.

/// Settings of runs that start from the taught model; made once per process (a few seconds of SFT).
config::RunConfig grpo_config();
config::RunConfig best_of_n_config();
/// What the model was taught with.
std::filesystem::path corpus_file();

/// Judges on a thread of its own, as the verifier does, and remembers the options of the last
/// request.
class ToyJudge {
 public:
  Submit submit();
  verify::VerifyOptions last_options() const;

 private:
  struct Shared {
    mutable std::mutex mutex;
    verify::VerifyOptions options;
  };
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

/// Remembers what it hears and lets a test wait for a state. Thread-safe.
class Listener final : public RunObserver {
 public:
  void on_state(record::RunState state, const std::string& message) override;
  void on_step(std::shared_ptr<const StepSummary> step) override;
  void on_progress(const std::string& activity, int, int) override;
  void on_record_changed() override {}
  void on_log(const std::string& level, const std::string& message) override;

  /// False if the run ended without ever being in `state`.
  bool wait_for(record::RunState state);
  std::vector<record::RunState> states() const;
  std::vector<std::string> messages() const;
  std::vector<std::string> warnings() const;
  std::vector<StepSummary> steps() const;
  std::set<std::string> activities() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<record::RunState> states_;
  std::vector<std::string> messages_, warnings_;
  std::vector<StepSummary> steps_;
  std::set<std::string> activities_;
};

/// Runs to the end (or to `stop_after`) and returns the outcome.
Result<void> run(const config::RunConfig& config, const std::filesystem::path& folder,
                 Listener& listener, bool resume = false, std::int64_t stop_after = 0,
                 Validator validate = {});

/// Every metric that is not a time, by step and key.
std::map<std::pair<std::int64_t, std::string>, double> metrics_of(
    const std::filesystem::path& folder);
/// Key, completion, reward and advantage of every episode, in order.
std::vector<std::string> episodes_of(const std::filesystem::path& folder);
/// weights_hash in state.json of a checkpoint.
std::string weights_hash_of(const std::filesystem::path& folder, std::int64_t step);

}  // namespace nereid::train::toy

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>

#include "engine/module/session.h"
#include "engine/record/store.h"

namespace nereid::app {

/// Seconds that a run waited for verdicts up to a step, as its record says (the metric
/// time/verify); 0 where it never did.
Result<double> verifier_seconds(record::RunReader& reader, std::int64_t last_step);

/// Can a budget of seconds end this run? An error names what cannot be.
Result<void> check_verifier_budget(const config::RunConfig& config);

/// Stops a run after the step with which its verifier has spent a budget of seconds, those before
/// a resume included, and passes on what it hears. Thread-safe.
class VerifierBudget final : public train::RunObserver {
 public:
  VerifierBudget(train::RunObserver& next, std::filesystem::path run_dir, double budget_s);

  /// The first step waits for this, so that not even a run of one step escapes. The session lives
  /// until the run is over.
  void watch(train::TrainSession& session);
  /// nullopt: no step has been finished.
  std::optional<double> spent_s() const;
  bool is_met() const;

  void on_state(record::RunState state, const std::string& message) override;
  void on_step(std::shared_ptr<const train::StepSummary> step) override;
  void on_progress(const std::string& activity, int done, int total) override;
  void on_record_changed() override;
  void on_log(const std::string& level, const std::string& message) override;

 private:
  double before(std::int64_t step) const;

  train::RunObserver& next_;
  const std::filesystem::path run_dir_;
  const double budget_s_;
  mutable std::mutex mutex_;
  std::condition_variable watched_;
  train::TrainSession* session_ = nullptr;
  std::optional<double> spent_s_;
};

}  // namespace nereid::app

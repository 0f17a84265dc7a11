// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verifier_budget.h"

#include <cmath>

namespace nereid::app {

Result<double> verifier_seconds(record::RunReader& reader, std::int64_t last_step) {
  const Result<record::MetricColumn> column = reader.metric_column("time/verify");
  if (!column) return column.error();
  double sum = 0;
  for (std::size_t i = 0; i < column->steps.size(); ++i) {
    const bool counts = column->steps[i] <= static_cast<double>(last_step);
    if (counts && std::isfinite(column->values[i])) sum += column->values[i];
  }
  return sum;
}

Result<void> check_verifier_budget(const config::RunConfig& config) {
  if (config.method == "sft")
    return Error{ErrorCode::kInvalidArgument,
                 "--verifier-seconds: SFT asks no verifier; give --steps instead"};
  if (config.optimizer.lr_scheduler_type != "constant")
    return Error{ErrorCode::kInvalidArgument,
                 "--verifier-seconds: nobody knows the last step beforehand, which the learning "
                 "rate falls to; set optimizer.lr_scheduler_type=constant"};
  return {};
}

VerifierBudget::VerifierBudget(train::RunObserver& next, std::filesystem::path run_dir,
                               double budget_s)
    : next_(next), run_dir_(std::move(run_dir)), budget_s_(budget_s) {}

void VerifierBudget::watch(train::TrainSession& session) {
  const std::lock_guard lock(mutex_);
  session_ = &session;
  watched_.notify_all();
}

std::optional<double> VerifierBudget::spent_s() const {
  const std::lock_guard lock(mutex_);
  return spent_s_;
}

bool VerifierBudget::is_met() const {
  const std::lock_guard lock(mutex_);
  return spent_s_ && *spent_s_ >= budget_s_;
}

// Steps before the first one of this process are in the record, whichever checkpoint it went on
// from.
double VerifierBudget::before(std::int64_t step) const {
  const auto reader = record::RunReader::open(run_dir_);
  const Result<double> spent = reader ? verifier_seconds(**reader, step - 1) : reader.error();
  if (spent) return *spent;
  next_.on_log("warning", "seconds of the verifier before step " + std::to_string(step) +
                              " cannot be read and count as none: " + spent.error().message);
  return 0;
}

void VerifierBudget::on_step(std::shared_ptr<const train::StepSummary> step) {
  next_.on_step(step);
  std::unique_lock lock(mutex_);
  watched_.wait(lock, [this] { return session_ != nullptr; });
  if (!spent_s_) spent_s_ = step->step > 1 ? before(step->step) : 0;
  if (std::isfinite(step->verify_s)) *spent_s_ += step->verify_s;
  const bool met = *spent_s_ >= budget_s_;
  train::TrainSession& session = *session_;
  lock.unlock();  // the session tells its observer of the new state at once
  if (met) session.stop();
}

void VerifierBudget::on_state(record::RunState state, const std::string& message) {
  next_.on_state(state, message);
}

void VerifierBudget::on_progress(const std::string& activity, int done, int total) {
  next_.on_progress(activity, done, total);
}

void VerifierBudget::on_record_changed() {
  next_.on_record_changed();
}

void VerifierBudget::on_log(const std::string& level, const std::string& message) {
  next_.on_log(level, message);
}

}  // namespace nereid::app

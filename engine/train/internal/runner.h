// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/cores.h"
#include "engine/train/internal/start.h"

namespace nereid::train {

/// What the runner asks between steps.
class StepGate {
 public:
  virtual ~StepGate() = default;
  /// Called before `step`; returns after a pause. False: stop now.
  virtual bool pass(std::int64_t step) = 0;
};

/// The body of a run: load, resume, step, validate, checkpoint. Trainer thread only.
class Runner {
 public:
  Runner(config::RunConfig config, StartOptions options, RunObserver& observer, SessionParts parts,
         record::RunWriter& writer, StepGate& gate, std::int64_t total_steps);
  ~Runner();
  Result<void> run();
  /// Did run() end because the gate said so?
  bool was_stopped() const { return was_stopped_; }
  std::int64_t last_step() const { return step_; }

 private:
  Result<void> prepare();
  Result<void> start_verifier(const CoreShare& share);
  Result<void> load_policy();
  Result<void> resume_or_begin();
  Result<bool> try_checkpoint(std::int64_t step);
  Result<void> apply_state(const Json& state);
  Result<void> take_state(const Json& state);
  Result<void> one_step();
  Result<bool> validate();
  void note_sandbox();
  Result<void> checkpoint();
  Result<void> finish();
  void publish(StepReport report, double seconds);
  void log(const std::string& level, const std::string& message);
  bool is_adapter() const { return config_.model.adapter == "lora"; }

  config::RunConfig config_;
  StartOptions options_;
  RunObserver& observer_;
  SessionParts parts_;
  record::RunWriter& writer_;
  StepGate& gate_;
  Progress progress_;
  std::unique_ptr<verify::Verifier> verifier_;
  verify::VerifierStats verifier_before_;  ///< after the last step
  std::unique_ptr<policy::Policy> policy_, ref_policy_;
  std::optional<tasks::PromptFormat> prompt_format_;
  std::unique_ptr<AdamW> optimizer_;
  std::unique_ptr<Workshop> workshop_;
  std::unique_ptr<Method> method_;
  std::deque<double> recent_seconds_;
  std::int64_t step_ = 0, total_ = 0;
  std::optional<std::int64_t> best_step_;
  double best_score_ = 0;
  bool was_stopped_ = false, checkpointed_ = false, sandbox_noted_ = false;
};

/// An error that names each setting that decides the numbers of a run and was another one when its
/// checkpoint was `made`. Name, folder, jobs, validation and checkpoints decide none, nor does the
/// length under a constant learning rate.
Result<void> require_same_settings(const config::RunConfig& made, const config::RunConfig& now,
                                   const std::string& folder);

}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/cores.h"
#include "engine/policy/internal/numerics.h"
#include "engine/train/internal/checkpoint.h"
#include "engine/train/internal/gauges.h"
#include "engine/train/internal/phase_plan.h"
#include "engine/train/internal/start.h"

namespace nereid::train {

/// What the runner asks between steps.
class StepGate {
 public:
  virtual ~StepGate() = default;
  /// Called before `step`; returns after a pause. False: stop now.
  virtual bool pass(std::int64_t step) = 0;
  /// Asked after each step: is a checkpoint wanted beside those of the settings? Takes the wish
  /// back.
  virtual bool take_checkpoint_wish() = 0;
  /// Will pass() say stop? Any thread.
  virtual bool is_stopping() const = 0;
};

/// The body of a run: load, resume, step, validate, checkpoint, phase after phase. Trainer thread
/// only.
class Runner {
 public:
  Runner(config::RunConfig config, StartOptions options, RunObserver& observer, SessionParts parts,
         record::RunWriter& writer, StepGate& gate, std::vector<PlannedPhase> phases);
  ~Runner();
  Result<void> run();
  /// Did run() end because the gate said so?
  bool was_stopped() const { return was_stopped_; }
  std::int64_t last_step() const { return step_; }

 private:
  Result<void> prepare();
  Result<void> join_ranks();
  Result<void> check_ranks_are_equal();
  bool pass(std::int64_t step);
  Result<void> start_verifier(const CoreShare& share);
  Result<void> load_policy();
  Result<void> enter_phase(std::size_t index);
  Result<void> open_endpoint();
  Result<void> leave_phase();
  Result<void> change_phase_if_due();
  Result<void> load_phase_start();
  Result<void> load_ref_policy();
  Result<std::vector<FrozenAgent>> load_earlier_agents();
  Result<tasks::PromptFormat> format_for(const config::RunConfig& settings) const;
  const PlannedPhase& phase() const { return phases_[at_]; }
  const config::RunConfig& settings() const { return phase().settings; }
  bool has_phases() const { return phases_.size() > 1; }
  bool judges() const;
  Result<void> resume_or_begin();
  Result<bool> try_checkpoint(std::int64_t step);
  Result<void> apply_state(const Json& state);
  Result<void> take_state(const Json& state);
  Result<void> one_step();
  Result<void> give_step_up(const Json& before, bool had_checkpoint);
  void add_ranks(std::vector<std::pair<std::string, double>>& metrics, OwnTimes own);
  Result<bool> validate();
  void note_sandbox();
  Result<void> checkpoint();
  Result<void> finish();
  void publish(StepReport report, double seconds);
  void log(const std::string& level, const std::string& message);
  // Workshop::gpu_room of the phase in work.
  std::int64_t room_of_gpu() const;
  bool is_adapter() const { return config_.model.adapter == "lora"; }

  const config::RunConfig config_;  ///< of the whole run; a phase has its own
  const std::vector<PlannedPhase> phases_;
  std::size_t at_ = 0;  ///< the phase in work
  StartOptions options_;
  RunObserver& observer_;
  SessionParts parts_;
  record::RunWriter& writer_;
  StepGate& gate_;
  Progress progress_;
  std::unique_ptr<Ranks> joined_;  ///< of several processes
  Ranks* ranks_ = &Ranks::alone();
  Yardstick flops_, bandwidth_;
  std::optional<policy::NumericsScope> numerics_;  ///< of a GPU, from the first use of it on
  std::unique_ptr<verify::Verifier> verifier_;
  verify::VerifierStats verifier_before_;  ///< after the last step
  std::unique_ptr<policy::Policy> policy_, ref_policy_;
  NamedTensors start_weights_;  ///< of the model, where a later phase may begin with them
  std::optional<tasks::PromptFormat> base_format_, prompt_format_;  ///< the model's, the phase's
  std::unique_ptr<AdamW> optimizer_;
  std::unique_ptr<endpoint::ChatClient> served_;  ///< writes the samples of this phase, if any
  std::unique_ptr<Workshop> workshop_;
  std::unique_ptr<Method> method_;
  std::deque<double> recent_seconds_;
  int update_threads_ = 1;
  std::int64_t step_ = 0, total_ = 0;
  std::optional<std::int64_t> best_step_;
  double best_score_ = 0;
  bool was_stopped_ = false, checkpointed_ = false, sandbox_noted_ = false;
};

/// An error that names each setting that decides the numbers of a run and was another one when its
/// checkpoint was `made`. Name, folder, jobs, kept verdicts, validation and checkpoints decide
/// none, nor does the length under a constant learning rate.
Result<void> require_same_settings(const config::RunConfig& made, const config::RunConfig& now,
                                   const std::string& folder);
/// The same of the newest checkpoint of a run that says its settings. Asked before anything is
/// written or loaded: under other settings whole weights would look damaged.
Result<void> require_settings_of_checkpoints(const std::filesystem::path& run_dir,
                                             const config::RunConfig& config);

}  // namespace nereid::train

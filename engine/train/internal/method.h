// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/json.h"
#include "engine/config/settings.h"
#include "engine/endpoint/chat.h"
#include "engine/module/session.h"
#include "engine/policy/internal/borrowed_weights.h"
#include "engine/policy/internal/policy.h"
#include "engine/record/store.h"
#include "engine/tasks/prompt.h"
#include "engine/train/internal/optimizer.h"
#include "engine/train/internal/ranks.h"
#include "engine/verify/judge_batch.h"

namespace nereid::train {

using verify::Submit;
using Progress = std::function<void(const std::string& activity, int done, int total)>;

using policy::copy_weights;
using policy::NamedTensors;

/// An agent of an earlier phase, whose answers this phase works on.
struct FrozenAgent {
  std::string name;  ///< of its phase
  config::RunConfig settings;
  NamedTensors weights;
  std::string weights_hash;  ///< of their file
  tasks::PromptFormat prompt_format;
};

/// What a method works with: the settings are those of its phase. Everything outlives the method.
/// Trainer thread only.
struct Workshop {
  const config::RunConfig& config;
  policy::Policy& policy;
  policy::Policy*
      ref_policy;  ///< frozen copy of the start, only for a KL term with full fine-tuning
  AdamW& optimizer;
  const Submit& submit;
  record::RunWriter& writer;
  const Progress& progress;
  std::int64_t total_steps;   ///< of this phase, for schedules
  std::int64_t steps_before;  ///< of the run, before this phase
  std::string phase;          ///< "train", or the name of the phase where there are several
  const tasks::PromptFormat& prompt_format;
  std::vector<FrozenAgent> earlier = {};  ///< in their order; none for what works on tasks alone
  Ranks& ranks = Ranks::alone();
  endpoint::ChatClient* served = nullptr;  ///< writes the completions in place of the policy
  /// Is the run to stop, so that a rollout may be given up? Any thread.
  std::function<bool()> is_stopping = [] { return false; };
  /// Hurries the verdicts that are on their way; they say "cancelled".
  std::function<void()> cancel_judging = [] {};
  std::int64_t gpu_room = policy::kGpuCacheBytes;  ///< estimate.h, gpu_room()
  int update_threads = 0;  ///< of an update, when nothing is judged; 0: as many as for the rest
};

/// Tokens of an update, prompts included, each as often as its row has been learnt from.
struct LearntTokens {
  std::int64_t learnt = 0;
  std::int64_t read = 0;  ///< that went through the model: a prompt of several rows goes once
};

/// Where the step of one process went.
struct OwnTimes {
  double generate_s = 0, verify_s = 0, overlap_s = 0, update_s = 0, wait_s = 0;
  std::int64_t sampled_tokens = 0;
  policy::SamplerReads reads;
  LearntTokens tokens;
};

struct StepReport {
  std::vector<std::pair<std::string, double>> metrics;
  std::string warning;  ///< for the log; empty = none
  StepSummary summary;  ///< step, total_steps, step_s and eta_s are filled in by the session
  OwnTimes own;         ///< wait_s is filled in by the runner
};

/// What an update has learnt, after report.summary.update_s: prompt and completion tokens of all
/// ranks, and of this one. Nothing where nothing was learnt.
void add_learnt(StepReport& report, std::int64_t tokens, LearntTokens own);

/// One way to train: what happens in one step, and what it must remember beside weights and
/// moments.
class Method {
 public:
  virtual ~Method() = default;
  /// `step` counts from 1 within the phase and is the only clock: equal state and equal step give
  /// equal work.
  virtual Result<StepReport> step(std::int64_t step) = 0;
  virtual Json state() const = 0;
  virtual Result<void> restore(const Json& state) = 0;
};

Result<std::unique_ptr<Method>> make_sft(Workshop& workshop);
Result<std::unique_ptr<Method>> make_grpo(Workshop& workshop);
Result<std::unique_ptr<Method>> make_best_of_n(Workshop& workshop);
/// The one that the settings name.
Result<std::unique_ptr<Method>> make_method(Workshop& workshop);

}  // namespace nereid::train

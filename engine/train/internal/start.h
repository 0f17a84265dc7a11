// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/train/internal/method.h"

namespace nereid::train {

/// Result of a validation: metrics for the record, and one score (higher is better) that picks the
/// best checkpoint.
struct Validation {
  std::vector<std::pair<std::string, double>> metrics;
  double score = 0;
};
/// Scores the policy of a phase on the validation split after a step of the run; an agent's on
/// kernels of the earlier ones. Handed in, because this room does not know the one that evaluates.
using Validator = std::function<Result<Validation>(const Workshop& workshop, std::int64_t step)>;

struct SessionParts {
  Submit submit;       ///< empty = a verifier of this session's own
  Validator validate;  ///< empty = evaluate.every has no effect
};

/// Opens the run folder and starts the trainer thread. Loading happens on that thread: its failures
/// arrive as on_state(kFailed) and from wait(). `observer` must outlive the session.
Result<std::unique_ptr<TrainSession>> start_session(const config::RunConfig& config,
                                                    const StartOptions& options,
                                                    RunObserver& observer, SessionParts parts);

/// "auto" (a GPU if there is one), "cpu", "cuda" or "cuda:N"; kUnsupported with the mend if it is
/// not there.
Result<torch::Device> choose_device(const std::string& name);
/// The type of weights that "float32", "bfloat16" or "int8" names.
torch::Dtype weight_type(const std::string& dtype);
/// The policy that a run starts from: a model folder, or a new one (path "new") whose tokenizer
/// lies in or is written to `run_dir`/model. `shared`: see Policy::load().
Result<std::unique_ptr<policy::Policy>> load_start_policy(
    const config::RunConfig& config, const std::filesystem::path& run_dir, torch::Device device,
    const std::shared_ptr<policy::SharedBase>& shared = nullptr);

}  // namespace nereid::train

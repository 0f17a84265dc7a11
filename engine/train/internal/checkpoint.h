// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/policy/internal/policy.h"
#include "engine/train/internal/method.h"
#include "engine/train/internal/optimizer.h"

namespace nereid::train {

// A checkpoint is the folder checkpoints/step-N: the weights in Hugging Face layout (or the adapter
// in PEFT's), optimizer.safetensors and state.json. It is written under a temporary name, synced
// and renamed, so that a folder called step-N is always whole.

/// checkpoints/step-N, relative to the run folder.
std::filesystem::path checkpoint_name(std::int64_t step);
/// Steps of the checkpoints in a run folder, ascending. Leftovers of an interrupted write are not
/// among them.
std::vector<std::int64_t> list_checkpoints(const std::filesystem::path& run_dir);

/// Writes checkpoints/step-N. `state` gets "step", "weights_hash", "optimizer_steps" and the files'
/// hashes added.
Result<void> write_checkpoint(const std::filesystem::path& run_dir, std::int64_t step,
                              bool adapter_only, policy::Policy& policy, const AdamW& optimizer,
                              Json state);

/// The state.json of step-N alone. kCorrupt with the mend if it is damaged.
Result<Json> read_checkpoint_state(const std::filesystem::path& run_dir, std::int64_t step);

/// Reads step-N into `policy` and `optimizer` and returns its state.json. kCorrupt with the mend if
/// a file is damaged or the weights do not have the hash that was stored; policy and optimizer are
/// then in an unknown state.
Result<Json> read_checkpoint(const std::filesystem::path& run_dir, std::int64_t step,
                             bool adapter_only, policy::Policy& policy, AdamW& optimizer);

/// Keeps the weights of a phase that has ended in the folder phases/NAME, whole or not at all, in
/// the layout of a model or an adapter.
Result<void> write_phase_weights(const std::filesystem::path& run_dir, const std::string& phase,
                                 bool adapter_only, policy::Policy& policy);
/// Those weights, in the order of the policy's trainable ones. kCorrupt with the mend if they are
/// damaged or do not fit.
Result<NamedTensors> read_phase_weights(const std::filesystem::path& run_dir,
                                        const std::string& phase, bool adapter_only,
                                        policy::Policy& policy);

/// Removes all but the newest `keep` (at least 1) checkpoints and the one of step `best`.
void prune_checkpoints(const std::filesystem::path& run_dir, int keep,
                       std::optional<std::int64_t> best);

}  // namespace nereid::train

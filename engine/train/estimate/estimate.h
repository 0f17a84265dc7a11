// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/policy/shape/model_shape.h"

namespace nereid::train {

/// When a part of the memory is held.
enum class MemoryPhase {
  kAlways,
  kGenerate,  ///< while completions are made
  kUpdate,    ///< while the loss is taken and learnt from
};

struct MemoryPart {
  /// "libraries", "weights", "whole_layer", "start_weights", "ref_weights", "adapter", "optimizer",
  /// "gradients", "kv_cache", "decoder", "activations" or "allocator".
  std::string key;
  std::uint64_t bytes = 0;
  MemoryPhase phase = MemoryPhase::kAlways;
};

/// What one phase of a run takes at most.
struct PhaseEstimate {
  std::string name;
  std::string method;
  std::int64_t steps = 0;           ///< 0 where they follow from the tasks of a folder
  std::uint64_t trainer_bytes = 0;  ///< as in RunEstimate
  std::uint64_t judges_bytes = 0;
};

/// What a run takes at most, before it starts. Computed from the settings and the model's
/// config.json; nothing is loaded, and libtorch is not needed.
struct RunEstimate {
  bool on_gpu = false;          ///< the policy; judges without a GPU stay on the CPU
  std::int64_t parameters = 0;  ///< of the base model
  std::int64_t trainable = 0;   ///< of them or of the adapters
  /// Of the device that holds the policy; of a run with phases that of the phase that takes most.
  std::vector<MemoryPart> memory;
  std::uint64_t trainer_bytes = 0;     ///< peak: what is always held and the larger phase
  std::uint64_t gpu_bytes = 0;         ///< memory of the GPU, 0: none, or not known
  std::uint64_t host_bytes = 0;        ///< of the trainer's process, when the policy is on a GPU
  std::uint64_t judges_bytes = 0;      ///< of the verifier's processes, in main memory
  std::uint64_t checkpoint_bytes = 0;  ///< one of them
  /// Checkpoints that are kept, one being written, the final model, the weights of each phase.
  std::uint64_t disk_bytes = 0;
  std::vector<PhaseEstimate> phases;  ///< of a run that has some, in their order
  std::size_t largest = 0;            ///< of them, the one that `memory` tells of
  bool exceeds_gpu() const { return on_gpu && gpu_bytes > 0 && trainer_bytes > gpu_bytes; }
  /// Main memory that the run takes at most.
  std::uint64_t main_memory() const { return (on_gpu ? host_bytes : trainer_bytes) + judges_bytes; }
};

/// The formulas are those of the code that takes the memory, named in estimate.cpp; docs/launch.md
/// sets them beside measured runs. `gpu_bytes`: memory of the GPU that the policy is on, where
/// `has_gpu`; 0: not known. `ranks`: processes of the run, of which the estimate is for one. An
/// Error if the model's config.json cannot be read. Reads one small file.
Result<RunEstimate> estimate_run(const config::RunConfig& config, bool has_gpu,
                                 std::uint64_t gpu_bytes = 0, int ranks = 1);

/// The same for this machine, with the memory of the GPU that `model.device` names, by NVML.
Result<RunEstimate> estimate_here(const config::RunConfig& config, int ranks = 1);

/// What the activations of a pass of the update may take of a GPU, and in turn the sampler's keys
/// and values: what weights, moments and gradients leave of `gpu_bytes`, with a reserve for the
/// judges and for what lives shortly; 1 GB at least, 37 GB at most, 32 GB where `gpu_bytes` is 0.
/// `config`: of one phase. `has_phases`: it is one of several. `ranks`: as in estimate_run().
std::int64_t gpu_room(const config::RunConfig& config, const policy::ModelShape& shape,
                      bool has_phases, std::uint64_t gpu_bytes, int ranks = 1);

}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/policy/internal/stored_weights.h"
#include "engine/policy/internal/transformer.h"

namespace nereid::policy {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Puts every base weight of `weights.config` in place, converted to `dtype` on `device`. Per-row
/// int8 entries (NAME as I8, NAME.scale as F32) are multiplied out. With kInt8 the weights of the
/// linears are held in 8 bits: int8 entries as they are, others quantised; norms, biases, embedding
/// and head in float32 on a CPU, in bfloat16 elsewhere. With `shared` that keeps the linears'
/// weights, of which this rank gets its part. A missing entry or wrong shape is kCorrupt and names
/// it.
Result<void> fill_weights(Weights& weights, const StoredWeights& stored, torch::Device device,
                          torch::Dtype dtype, const std::shared_ptr<SharedBase>& shared = nullptr);
/// Every base weight as it is held, in a fixed order: NAME, and NAME.scale after one in 8 bits.
/// Those that ranks share have sizes and types alone.
NamedTensors base_tensors(Weights& weights);
/// Calls `visit` for each of base_tensors() with its numbers. Those that ranks share are gathered
/// one layer at a time, so that all ranks must do it, or have left their SharedBase meanwhile.
void visit_base(Weights& weights,
                const std::function<void(const std::string&, const torch::Tensor&)>& visit);
/// Numbers that a model has: elements of the tensors, scales not counted.
std::int64_t count_parameters(const NamedTensors& tensors);
/// What model.safetensors holds for `dtype` ("float32", "float16", "bfloat16", "int8": matrices in
/// int8 with a scale per row, vectors in float16) of base_tensors(). What is held in 8 bits stays
/// so, bit for bit, or is multiplied out.
Result<NamedTensors> encode_weights(const NamedTensors& weights, const std::string& dtype);

/// Adapter tensors under PEFT's names: "base_model.model." + path + ".lora_A.weight".
NamedTensors adapter_tensors(Weights& weights);
std::string render_adapter_config(const LoraOptions& lora, const std::string& base_model);
/// Rank, alpha, dropout and targets of FOLDER/adapter_config.json.
Result<LoraOptions> read_adapter_config(const std::filesystem::path& folder);
/// Copies adapter_model.safetensors into the adapter of `weights`, which must have the same rank
/// and targets.
Result<void> fill_adapter(Weights& weights, const std::filesystem::path& folder);
/// Is each target the name of linears of the model? The error begins with `where`.
Result<void> check_targets(Weights& weights, const std::vector<std::string>& targets,
                           const std::string& where);
/// New adapter: A kaiming_uniform(a = sqrt 5), B zero, float32, as PEFT starts it.
void add_adapter(Weights& weights, const LoraOptions& lora);
/// Adds the adapter's product to the base weights and drops it.
void merge_adapter(Weights& weights);

}  // namespace nereid::policy

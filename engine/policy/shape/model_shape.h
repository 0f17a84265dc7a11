// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::policy {

/// Shape of a decoder-only transformer; the keys of a Hugging Face config.json (Llama and Qwen
/// families). Known without libtorch.
struct ModelShape {
  std::string architecture =
      "LlamaForCausalLM";  ///< or Qwen2ForCausalLM (q/k/v bias), Qwen3ForCausalLM (q/k norm)
  std::int64_t vocabulary = 0, hidden_size = 128, layers = 4, heads = 4, kv_heads = 4,
               head_dim = 32;
  std::int64_t intermediate_size = 352, max_positions = 1024;
  double rms_norm_eps = 1e-5, rope_theta = 10000.0;
  bool tie_embeddings = true, attention_bias = false, qk_norm = false;
};

/// Reads FOLDER/config.json (Llama, Qwen2 and Qwen3 of Hugging Face). Missing keys take that
/// library's defaults. kNotFound, kCorrupt or kUnsupported names the file, the key and the mend.
Result<ModelShape> read_model_shape(const std::filesystem::path& folder);

/// Folder of a model that the settings name: of the pocket model, or the path itself.
std::filesystem::path model_folder(const std::string& name_or_folder);

/// Weights of the whole model, the head counted once if it is tied to the embedding.
std::int64_t parameter_count(const ModelShape& shape);
/// Of them the weights of linear layers, without biases and head.
std::int64_t linear_parameter_count(const ModelShape& shape);
/// Outputs of all linear layers together, and weights of the largest one.
std::int64_t linear_output_count(const ModelShape& shape);
std::int64_t largest_linear(const ModelShape& shape);
/// How many rows are sampled together, at least one and at most `rows`, so that their keys and
/// values of `tokens_per_row` tokens in `value_bytes` bytes each stay within `budget_bytes`.
std::int64_t rows_at_once(const ModelShape& shape, std::int64_t rows, std::int64_t tokens_per_row,
                          std::int64_t value_bytes, std::int64_t budget_bytes);
/// The budget of a device: what the sampler holds of keys and values at once.
constexpr std::int64_t kCpuCacheBytes = 2'000'000'000, kGpuCacheBytes = 32'000'000'000;
/// Weights of low-rank adapters on the linears named ("q_proj", ...), in every layer.
std::int64_t adapter_parameter_count(const ModelShape& shape, std::int64_t rank,
                                     const std::vector<std::string>& targets);

}  // namespace nereid::policy

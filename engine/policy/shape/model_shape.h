// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::policy {

/// How the rotary embedding is stretched beyond the context that a model was first trained with.
struct RopeScaling {
  enum class Kind { kNone, kLinear, kLlama3, kYarn };
  Kind kind = Kind::kNone;
  double factor = 1;
  std::int64_t original_positions = 0;               ///< context of the first training
  double low_freq_factor = 1, high_freq_factor = 4;  ///< llama3
  double beta_fast = 32, beta_slow = 1;  ///< yarn: rotations where the ramp ends and begins
  double attention_factor = 1;           ///< yarn: of cosine and sine
  bool truncate = true;                  ///< yarn: the ramp begins and ends at whole places
  bool operator==(const RopeScaling&) const = default;
};

/// Shape of a decoder-only transformer; the keys of a Hugging Face config.json (Llama and Qwen
/// families). Known without libtorch.
struct ModelShape {
  std::string architecture =
      "LlamaForCausalLM";  ///< or Qwen2ForCausalLM (q/k/v bias), Qwen3ForCausalLM (q/k norm)
  std::int64_t vocabulary = 0, hidden_size = 128, layers = 4, heads = 4, kv_heads = 4,
               head_dim = 32;
  std::int64_t intermediate_size = 352, max_positions = 1024;
  double rms_norm_eps = 1e-5, rope_theta = 10000.0;
  RopeScaling rope_scaling;
  bool tie_embeddings = true, attention_bias = false, qk_norm = false;
};

/// Of a GGUF file (architectures llama, qwen2 and qwen3), or of FOLDER/config.json (Llama, Qwen2
/// and Qwen3 of Hugging Face), whose missing keys take that library's defaults. kNotFound, kCorrupt
/// or kUnsupported names the file, the key or tensor and the mend.
Result<ModelShape> read_model_shape(const std::filesystem::path& model);

/// Place of a model that the settings name: the folder of the pocket model, or the path itself.
std::filesystem::path model_folder(const std::string& name_or_path);

/// Frequencies of the rotary embedding, radians a position, one for each pair of a head's places.
/// float32 throughout, in the order of operations of transformers, so that they agree with its to
/// the last bit but for pow(). Sources: Llama 3.1 (transformers 4.57, modeling_rope_utils.py,
/// _compute_llama3_parameters), YaRN (arXiv:2309.00071, sec. 3; _compute_yarn_parameters there).
/// `powers`: head_dim / 2 numbers rope_theta^(2i / head_dim).
std::vector<float> scaled_frequencies(const ModelShape& shape, const std::vector<float>& powers);

/// Weights of the whole model, the head counted once if it is tied to the embedding.
std::int64_t parameter_count(const ModelShape& shape);
/// Of them the weights of linear layers, without biases and head.
std::int64_t linear_parameter_count(const ModelShape& shape);
/// Outputs of all linear layers together, and weights of the largest one.
std::int64_t linear_output_count(const ModelShape& shape);
std::int64_t largest_linear(const ModelShape& shape);
/// What a sampler reads of memory while it makes tokens.
struct SamplerReads {
  std::int64_t passes = 0;  ///< over all weights
  std::int64_t keys = 0;    ///< tokens whose keys and values were read, each time that they were
  /// Adds what `made` tokens behind a prompt of `prompt` tokens looked at: each all before it.
  void add_row(std::int64_t prompt, std::int64_t made);
  void add(const SamplerReads& other);
};
/// The bytes of that: linears of one byte a weight `in_8_bits`, everything else, and keys and
/// values, of `value_bytes`.
double bytes_read(const ModelShape& shape, const SamplerReads& reads, bool in_8_bits,
                  std::int64_t value_bytes);
/// How many rows are sampled together, at least one and at most `rows`, so that their keys and
/// values of `tokens_per_row` tokens in `value_bytes` bytes each stay within `budget_bytes`.
std::int64_t rows_at_once(const ModelShape& shape, std::int64_t rows, std::int64_t tokens_per_row,
                          std::int64_t value_bytes, std::int64_t budget_bytes);
/// The budget of a device: what the sampler holds of keys and values at once.
constexpr std::int64_t kCpuCacheBytes = 2'000'000'000, kGpuCacheBytes = 32'000'000'000;
/// Rows that a GPU samples at once: more are two passes over the weights, which buys nothing.
constexpr std::int64_t kMostLanes = 256;
/// Tokens of one forward and backward pass, 256 at least, whose activations stay within 2
/// GB, on a GPU within `gpu_bytes`, which the sampler may hold while nothing is learnt.
std::int64_t tokens_per_pass(const ModelShape& shape, bool on_gpu, bool is_half,
                             std::int64_t gpu_bytes = kGpuCacheBytes);
/// Bytes that a forward pass keeps of each token for the backward pass. About 34 values a layer and
/// hidden unit, of four bytes (Korthikanti et al., arXiv:2205.05198); where a GPU computes in half
/// precision what our own functions keep (transformer.cpp), of two.
std::int64_t activation_bytes(const ModelShape& shape, bool on_gpu, bool is_half);
/// Weights of low-rank adapters on the linears named ("q_proj", ...), in every layer.
std::int64_t adapter_parameter_count(const ModelShape& shape, std::int64_t rank,
                                     const std::vector<std::string>& targets);

}  // namespace nereid::policy

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/policy/shape/model_shape.h"
#include "engine/policy/tokenizer.h"

namespace nereid::policy {

class SharedBase;

struct LoraOptions {
  int rank = 0;  ///< 0 = no adapter
  double alpha = 32, dropout = 0;
  std::vector<std::string> targets;
  std::uint64_t seed = 0;
};

/// How the sampler on a CPU holds the weights.
enum class DecodeWeights {
  kFloat32,  ///< as the model computes
  kInt8      ///< linears and head in 8 bits, a scale for each 32 inputs of an output: a quarter of
         ///< what each token reads; no weight is off by more than 1/254 of the greatest of its 32
};

struct GeneratedRow {
  std::vector<std::int32_t> tokens;  ///< completion, end token included if sampled
  std::vector<float> logprobs;   ///< log-softmax of logits / temperature over the full vocabulary
  std::vector<float> entropies;  ///< nats, of the same distribution
  std::vector<std::int32_t> ranks;  ///< 1 = no token was more probable
  bool truncated = false;
};

struct GenerateOptions {
  int max_new_tokens = 0;    ///< limit of one completion; 0 = none is generated
  double temperature = 1.0;  ///< 0 = greedy
  double top_p = 1.0;
  int top_k = 0;
  double min_p = 0;  ///< share of the greatest probability that a token needs
  DecodeWeights weights = DecodeWeights::kFloat32;  ///< of no effect on a GPU
  std::vector<std::uint64_t>
      row_seeds;  ///< one a row; sampling depends on (row seed, position) alone
  std::function<void(int finished_rows, int rows)> progress;
  /// Keys and values that are held at once, in bytes: rows beyond wait for a place. 0 = the
  /// device's budget (model_shape.h). On a CPU no result depends on it.
  std::int64_t cache_bytes = 0;
  /// Hears of each row once, when it has ended: on a CPU at once, on a GPU where ended rows leave
  /// the batch. In any order, on the caller's thread.
  std::function<void(std::size_t row, const GeneratedRow& generated)> on_row;
  /// Hears of each pass over all weights that makes the next token of a batch. On a GPU alone.
  std::function<void()> on_step;
  /// Asked before each token: true ends the call there. The rows that have not ended are not told
  /// to `on_row`, and what is returned of them is of no use.
  std::function<bool()> stopped;
};

/// Rows of a batch, one after another, that begin with the same prompt.
struct EqualPrompts {
  std::int64_t first_row = 0, rows = 0;
  std::int64_t tokens = 0;  ///< of the prompt
};

/// A batch of prompt + completion rows for scoring or training; right-padded.
struct TokenBatch {
  torch::Tensor tokens;   ///< [B, T] int64
  torch::Tensor lengths;  ///< [B] int64, prompt + completion; on the host
  torch::Tensor
      completion_mask;  ///< [B, T-1] float32: 1 where tokens[:, t+1] is a completion token
  /// Prompts that are read once for several rows, where no dropout makes each of them another.
  std::vector<EqualPrompts> prompts;
};
TokenBatch make_batch(
    const std::vector<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>>& rows,
    std::int32_t pad_token, torch::Device device);

/// The language model in training: weights, optional LoRA adapter, cache and sampling. One thread
/// at a time. Throws c10::Error inside; load and save return Result.
class Policy {
 public:
  /// A GGUF file, or a Hugging Face folder: config.json, model.safetensors (fp32, fp16, bf16 or
  /// per-row int8), tokenizer.json. If the folder also holds adapter_model.safetensors (PEFT), it
  /// is applied; with `lora` it is trained on, and must have that rank, alpha and targets. `dtype`:
  /// kFloat32, kBFloat16, or kInt8 with `lora` only: the linears of the frozen base in 8 bits with
  /// a scale a row, the rest of it in float32 on a CPU and in bfloat16 elsewhere. With `shared`,
  /// which needs `lora`, this rank holds its part of the base's layers alone, and every call that
  /// reads them meets the other ranks (shared_base.h).
  static Result<std::unique_ptr<Policy>> load(const std::filesystem::path& model,
                                              torch::Device device, torch::Dtype dtype,
                                              const LoraOptions& lora,
                                              const std::shared_ptr<SharedBase>& shared = nullptr);
  /// Random weights: normal(0, 0.02), residual projections scaled by 1/sqrt(2 layers); norms 1.
  static std::unique_ptr<Policy> make_new(const ModelShape& config,
                                          std::shared_ptr<Tokenizer> tokenizer, std::uint64_t seed,
                                          torch::Device device, const LoraOptions& lora);
  virtual ~Policy() = default;

  virtual const ModelShape& config() const = 0;
  virtual const std::shared_ptr<Tokenizer>& tokenizer() const = 0;
  virtual torch::Device device() const = 0;
  virtual std::int64_t parameter_count() const = 0;

  /// tokens [B, T] int64, right-padded -> logits [B, T, V] float32. Causal; padding is harmless at
  /// the end.
  virtual torch::Tensor forward(const torch::Tensor& tokens, bool training) = 0;
  struct Scores {
    torch::Tensor logprobs;  ///< [B, T-1] float32, of tokens[:, 1:] under logits / temperature; 0
                             ///< outside the mask
    torch::Tensor entropy;   ///< [B, T-1] float32, nats; no gradient; 0 outside the mask
  };
  /// Log-probabilities of the completion tokens; runs lm_head on masked rows only, chunked.
  /// Gradient flows to the trainable parameters when grad mode is on.
  virtual Scores score(const TokenBatch& batch, double temperature, bool training) = 0;
  /// Share of the completion tokens that greedy decoding would choose where they stand.
  virtual double greedy_share(const TokenBatch& batch) = 0;
  /// Scores with the adapter as it was loaded or at the last keep_reference(), or switched off
  /// where it is new (LoRA only): the ref policy.
  virtual Scores score_reference(const TokenBatch& batch, double temperature) = 0;
  /// From here on scores have products of the frozen base in 8-bit floating point; the sampler has
  /// not. kUnsupported without adapters over bfloat16, and where the GPU has no such products.
  virtual Result<void> use_fp8_products() = 0;
  /// The adapter as it is now becomes that of score_reference() (LoRA only).
  virtual void keep_reference() = 0;

  /// Place of the next training batch: adapter dropout is a pure function of (LoraOptions::seed,
  /// step, layer, row).
  virtual void set_dropout_place(std::int64_t step, std::int64_t first_row) = 0;

  /// Batched sampling with a KV cache; finished rows are compacted away.
  virtual std::vector<GeneratedRow> generate(const std::vector<std::vector<std::int32_t>>& prompts,
                                             const GenerateOptions& options) = 0;

  /// Name (Hugging Face or PEFT spelling) and tensor, in a fixed order; NAME.scale follows a weight
  /// in 8 bits.
  virtual std::vector<std::pair<std::string, torch::Tensor>> trainable() = 0;
  virtual std::vector<std::pair<std::string, torch::Tensor>> all_weights() = 0;
  /// Writes config.json, the tokenizer with its companions, and model.safetensors in `dtype`
  /// ("float32", "float16", "bfloat16", "int8"), atomically (temporary name, fsync, rename).
  virtual Result<void> save(const std::filesystem::path& folder,
                            const std::string& dtype) const = 0;
  /// The same as one GGUF file, for llama.cpp; int8: Q8_0.
  virtual Result<void> save_gguf(const std::filesystem::path& file,
                                 const std::string& dtype) const = 0;
  /// adapter_model.safetensors and adapter_config.json with PEFT's key names.
  virtual Result<void> save_adapter(const std::filesystem::path& folder) const = 0;
  /// SHA-256 over names and bytes of all weights; equal runs have equal hashes.
  virtual std::string weights_hash() const = 0;
};

/// Named tensors as a safetensors file; written atomically. Used for weights, adapters and
/// optimizer state.
Result<void> write_safetensors(const std::filesystem::path& file,
                               const std::vector<std::pair<std::string, torch::Tensor>>& tensors,
                               const std::vector<std::pair<std::string, std::string>>& metadata);
/// Bounds, overlaps and dtypes are checked; a bad file is Error kCorrupt with the offending entry.
Result<std::vector<std::pair<std::string, torch::Tensor>>> read_safetensors(
    const std::filesystem::path& file);

/// What the files of a model say about it, without its numbers.
struct ModelFacts {
  ModelShape shape;
  std::string type;  ///< most weights are stored in
  std::uint64_t bytes = 0;
};
/// Of a model, or of the base of an adapter. Every weight that the model needs is there.
Result<ModelFacts> read_model_facts(const std::filesystem::path& model);

/// The tokenizer of a model, or of the base of an adapter.
Result<std::shared_ptr<Tokenizer>> load_tokenizer(const std::filesystem::path& model);

/// Place of a model name: "pocket" -> the folder of the shipped one; else the path itself, a folder
/// or a GGUF file. kNotFound with the mend.
Result<std::filesystem::path> resolve_model(const std::string& name_or_path);

}  // namespace nereid::policy

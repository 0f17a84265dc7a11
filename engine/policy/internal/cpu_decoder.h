// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/policy/internal/decode_kernels.h"
#include "engine/policy/internal/made_of.h"
#include "engine/policy/internal/transformer.h"

namespace nereid::policy {

/// Memory for vectors, aligned for the widest of them.
class FloatBuffer {
 public:
  FloatBuffer() = default;
  FloatBuffer(FloatBuffer&&) = default;
  FloatBuffer& operator=(FloatBuffer&&) = default;
  /// At least n floats; the former content is lost. Grown memory is zeroed.
  float* resize(std::size_t n);
  float* data() { return data_; }
  const float* data() const { return data_; }

 private:
  std::vector<float> memory_;
  float* data_ = nullptr;
};

/// Keys and values of one sequence, all layers: per layer and head, keys [capacity/8][d][8] and
/// values [capacity][d].
class KeyValueStore {
 public:
  void reserve(const ModelShape& config, int capacity);
  /// What reserve() takes of a store that is new.
  static std::size_t bytes(const ModelShape& config, int capacity);
  float* keys(std::int64_t layer, std::int64_t head) {
    return memory_.data() + (layer * heads_ + head) * 2 * head_size_;
  }
  float* values(std::int64_t layer, std::int64_t head) { return keys(layer, head) + head_size_; }

 private:
  FloatBuffer memory_;
  std::int64_t heads_ = 0;
  std::size_t head_size_ = 0;
};

/// One token to be run through the model: it is appended at `index` of `store` and attends to the
/// first `prefix_length` positions of `prefix` (may be null) and to `store` up to itself.
struct DecodeToken {
  std::int32_t token = 0;
  std::int32_t position = 0;
  KeyValueStore* store = nullptr;
  std::int32_t index = 0;
  KeyValueStore* prefix = nullptr;
  std::int32_t prefix_length = 0;
};

/// The transformer on the CPU in float32 without libtorch's overhead per operation: packed weights,
/// own kernels. Prompts and new tokens take the same path, and a token's result does not depend on
/// the others of the batch or on the number of threads. One thread at a time.
class CpuDecoder {
 public:
  /// Packs the weights with the adapter merged; weights of other types are converted.
  explicit CpuDecoder(const Weights& weights, DecodeWeights kind = DecodeWeights::kFloat32);
  /// Packs again what has changed since: after a step of an adapter its linears, not the head.
  void update(const Weights& weights);
  /// Runs the tokens; logits of those named in `wanted` (indices into tokens) ->
  /// [wanted][logits_stride()]. Tokens of one sequence must come in order.
  const float* run(std::span<const DecodeToken> tokens, std::span<const std::int32_t> wanted);
  std::size_t logits_stride() const { return head_.stride(); }
  const ModelShape& config() const { return config_; }

 private:
  struct PackedLinear {
    MadeOf made_of;
    FloatBuffer memory;              // the weights, or their scales
    std::vector<signed char> bytes;  // the weights in 8 bits
    FloatBuffer bias;
    bool has_bias = false;
    int inner = 0, outputs = 0, panels = 0;
    std::size_t stride() const { return static_cast<std::size_t>(panels) * kPanel; }
  };
  struct Layer {
    std::vector<float> input_norm, post_norm, q_norm, k_norm;
    PackedLinear qkv, o, gate, up, down;
  };

  void update(PackedLinear& out, const Weights& weights, const std::vector<const Linear*>& parts);
  void pack(PackedLinear& out, const std::vector<torch::Tensor>& parts) const;
  static void pack_floats(PackedLinear& out, const std::vector<const float*>& rows);
  static void pack_bytes(PackedLinear& out, const std::vector<const float*>& rows);
  void multiply(const PackedLinear& linear, const float* x, std::size_t x_stride, float* y,
                int rows, bool add);
  void attention(const Layer& layer, std::int64_t index, std::span<const DecodeToken> tokens);
  void store_and_rotate(const Layer& layer, std::int64_t index, const DecodeToken& token,
                        float* qkv);
  void feed_forward(const Layer& layer, int rows);
  void normalise(const float* x, const std::vector<float>& weight, float* y, int rows);

  ModelShape config_;
  DecodeWeights kind_;
  const DecodeKernels& kernels_;
  MadeOf embedding_made_of_;
  torch::Tensor embedding_, cosine_, sine_;
  std::vector<Layer> layers_;
  std::vector<float> final_norm_;
  PackedLinear head_;
  std::size_t hidden_stride_, attention_stride_;
  FloatBuffer x_, normed_, qkv_, mixed_, gate_, up_, logits_, scores_, panel_;
};

}  // namespace nereid::policy

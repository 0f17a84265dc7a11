// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/policy/internal/policy.h"
#include "engine/policy/internal/row_fp8.h"
#include "engine/policy/internal/row_int8.h"
#include "engine/policy/internal/shared_base.h"
#include "engine/policy/internal/token_rows.h"

namespace nereid::policy {

/// y = x W^T + bias, plus scaling * (x A^T) B^T where an adapter is defined.
struct Linear {
  /// [out, in]; int8 where `scale` is defined. Where ranks share the base it has a size and a type
  /// alone (the device is kMeta): held_weight() has its numbers.
  torch::Tensor weight;
  torch::Tensor scale;  ///< [out] float32: the weight is scale * int8; or undefined
  torch::Tensor bias;   ///< [out] or undefined
  RowFp8 fp8;  ///< the weight in 8-bit floating point, where it is kept (keep_fp8), or undefined
  torch::Tensor lora_a, lora_b;  ///< [rank, in] and [out, rank], or undefined
  /// Where a sampler puts lora_a in the weight's type: behind the weights of the linears with the
  /// same input (lay_side_by_side). Undefined where there is no such room.
  torch::Tensor room_for_a;
  std::shared_ptr<SharedBase> shared;  ///< of several ranks, or null
  std::size_t layer = 0, number = 0;   ///< its place there
};

struct LayerWeights {
  torch::Tensor input_norm, post_attention_norm;  ///< [H]
  torch::Tensor q_norm, k_norm;                   ///< [head_dim], Qwen3 only
  Linear q, k, v, o, gate, up, down;
};

/// All tensors of a model. Plain data; gradients are switched on by the owner.
struct Weights {
  ModelShape config;
  torch::Tensor embedding;   ///< [V, H]
  torch::Tensor lm_head;     ///< [V, H], undefined if tied to the embedding
  torch::Tensor final_norm;  ///< [H]
  std::vector<LayerWeights> layers;
  double lora_scaling = 0;  ///< alpha / rank
  /// Passes over rows, and samplers of many rows, have products of frozen linears in 8-bit floating
  /// point.
  bool fp8 = false;
  torch::Tensor cosine,
      sine;  ///< [max_positions, head_dim] float32, tables of the rotary embedding

  const torch::Tensor& head() const { return lm_head.defined() ? lm_head : embedding; }
  /// Do several ranks hold a part of the layers each?
  bool is_shared() const { return !layers.empty() && layers.front().q.shared; }
};

/// What a forward pass switches on beside the plain weights.
struct ForwardMode {
  bool adapter = true;
  double dropout = 0;  ///< on the adapter's input
  std::uint64_t dropout_seed = 0;
  std::int64_t step = 0;       ///< optimiser step and number of the batch's first row: dropout is a
  std::int64_t first_row = 0;  ///< pure function of (seed, step, layer, row)
};

/// Calls `visit(name, tensor, shape)` for every base weight, in the order of a Hugging Face
/// checkpoint.
void visit_weights(Weights& weights,
                   const std::function<void(const std::string&, torch::Tensor&,
                                            const std::vector<std::int64_t>&)>& visit);
/// Calls `visit(path, name, linear)` for every linear: "model.layers.0.self_attn.q_proj", "q_proj".
void visit_linears(
    Weights& weights,
    const std::function<void(const std::string&, const std::string&, Linear&)>& visit);

/// Moves plain weights of linears with one input (q, k and v; o; gate and up; down) into one piece
/// of memory, behind one another and before room for the first halves of their adapters, so that
/// one product can take them all. For weights that nobody trains.
void lay_side_by_side(Weights& weights);

/// Keeps the weights of all linears in 8-bit floating point, too, those with one input behind one
/// another; not where ranks share them.
void keep_fp8(Weights& weights);

/// The weight of a linear as it is held, gathered from all ranks where they share it: good until
/// that of another layer is asked for.
torch::Tensor held_weight(const Linear& linear);
/// The weight of a linear in `type`, multiplied out if it is held in 8 bits.
torch::Tensor whole_weight(const Linear& linear, torch::Dtype type);
/// x [..., in] through a linear, with its adapter if it has one, without dropout -> [..., out].
torch::Tensor adapted_product(const Weights& weights, const Linear& linear, const torch::Tensor& x);

/// Queries, keys and values of a layer before they are turned: [..., heads, head_dim].
struct LayerHeads {
  torch::Tensor q, k, v;
};
/// Of a sampler's x [..., H], which the layer's first norm is taken of.
LayerHeads layer_heads(const Weights& weights, const LayerWeights& layer, const torch::Tensor& x);
/// What a sampler's layer makes of its input x [..., H] and of what its heads have read,
/// mixed [..., heads * head_dim]: the rest of attention and the feed-forward, [..., H].
torch::Tensor layer_output(const Weights& weights, const LayerWeights& layer,
                           const torch::Tensor& x, const torch::Tensor& mixed);

/// Tables of the rotary embedding in Hugging Face's order (the halves of a head are rotated against
/// each other).
void build_rope_tables(Weights& weights, torch::Device device);

/// Hidden states after the last norm [N, H], in the weights' type.
torch::Tensor hidden_states(const Weights& weights, const TokenRows& rows, const ForwardMode& mode);

/// The rotary embedding of x [..., d]: the halves of the last dimension turned against each other
/// by angles whose cosine and sine are given in x's type, [..., d].
torch::Tensor rotate_halves(const torch::Tensor& x, const torch::Tensor& cosine,
                            const torch::Tensor& sine);

/// x / rms(x) * weight, computed in float32, returned in x's type.
torch::Tensor rms_norm(const torch::Tensor& x, const torch::Tensor& weight, double eps);

/// Log-probability of `targets` [N] under softmax(hidden [N, H] weight^T / temperature) and its
/// entropy, both [N] float32. The logits [N, V] exist in chunks only: the backward pass computes
/// them again. Gradient flows to hidden and weight through the first result.
std::pair<torch::Tensor, torch::Tensor> selected_logprobs(const torch::Tensor& hidden,
                                                          const torch::Tensor& weight,
                                                          const torch::Tensor& targets,
                                                          double temperature);

}  // namespace nereid::policy

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/transformer.h"

#include <cmath>

namespace nereid::policy {
namespace {

// lowbias32 (https://nullprogram.com/blog/2018/07/31/) on the low 32 bits of an int64 tensor.
// Products may wrap: their low 32 bits stay right.
torch::Tensor hash32(torch::Tensor x) {
  constexpr std::int64_t kMask = 0xffffffff;
  x = x ^ at::bitwise_right_shift(x, 16);
  x = (x * 0x7feb352dLL) & kMask;
  x = x ^ at::bitwise_right_shift(x, 15);
  x = (x * 0x846ca68bLL) & kMask;
  return x ^ at::bitwise_right_shift(x, 16);
}

std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// x [B, T, F] with a share of `dropout` set to zero. Which ones is a hash of (seed, step, site,
// row, place), so that a split into micro-batches or a resumed run drops the same.
torch::Tensor drop(const torch::Tensor& x, const ForwardMode& mode, std::int64_t site) {
  const std::uint64_t key =
      mix64(mix64(mix64(mode.dropout_seed) ^ static_cast<std::uint64_t>(mode.step)) ^
            static_cast<std::uint64_t>(site));
  const auto options = torch::TensorOptions().dtype(torch::kInt64).device(x.device());
  const auto rows = hash32((torch::arange(mode.first_row, mode.first_row + x.size(0), options) +
                            static_cast<std::int64_t>(key & 0xffffffff)) &
                           0xffffffff);
  const auto places = torch::arange(x.size(1) * x.size(2), options);
  const auto noise =
      hash32((rows.unsqueeze(1) ^ places.unsqueeze(0)) + static_cast<std::int64_t>(key >> 33));
  const auto keep = (noise & 0xffffffff) >= static_cast<std::int64_t>(mode.dropout * 4294967296.0);
  return x * (keep.view(x.sizes()).to(x.scalar_type()) / (1 - mode.dropout));
}

torch::Tensor apply(const Weights& weights, const Linear& linear, const torch::Tensor& x,
                    const ForwardMode& mode, std::int64_t site) {
  torch::Tensor y = at::linear(x, linear.weight, linear.bias);
  if (!mode.adapter || !linear.lora_a.defined()) return y;
  const auto adapter_type = linear.lora_a.scalar_type();
  torch::Tensor z = x.to(adapter_type);
  if (mode.dropout > 0) z = drop(z, mode, site);
  z = at::linear(at::linear(z, linear.lora_a), linear.lora_b) * weights.lora_scaling;
  return y + z.to(y.scalar_type());
}

// x [B, T, heads, d]; cosine, sine [T, 1, d].
torch::Tensor rotate(const torch::Tensor& x, const torch::Tensor& cosine,
                     const torch::Tensor& sine) {
  const std::int64_t half = x.size(-1) / 2;
  const auto turned = torch::cat({-x.narrow(-1, half, half), x.narrow(-1, 0, half)}, -1);
  return x * cosine + turned * sine;
}

// q [B, T, heads, d], k and v [B, T, kv_heads, d] -> [B, T, heads * d].
torch::Tensor causal_attention(torch::Tensor q, torch::Tensor k, torch::Tensor v) {
  const std::int64_t batch = q.size(0), tokens = q.size(1), group = q.size(2) / k.size(2);
  q = q.transpose(1, 2);
  k = k.transpose(1, 2);
  v = v.transpose(1, 2);
  // Only the half-precision CUDA kernels know unequal head counts; elsewhere grouping falls to a
  // slow path.
  const bool grouped = group > 1 && q.is_cuda() && q.scalar_type() != torch::kFloat32;
  if (group > 1 && !grouped) {
    k = k.repeat_interleave(group, 1);
    v = v.repeat_interleave(group, 1);
  }
  const auto out = at::scaled_dot_product_attention(q, k, v, {}, 0.0, true, std::nullopt, grouped);
  return out.transpose(1, 2).reshape({batch, tokens, -1});
}

torch::Tensor attention_block(const Weights& w, const LayerWeights& layer, const torch::Tensor& x,
                              const torch::Tensor& cosine, const torch::Tensor& sine,
                              const ForwardMode& mode, std::int64_t site) {
  const ModelConfig& c = w.config;
  const std::int64_t batch = x.size(0), tokens = x.size(1);
  auto q = apply(w, layer.q, x, mode, site).view({batch, tokens, c.heads, c.head_dim});
  auto k = apply(w, layer.k, x, mode, site + 1).view({batch, tokens, c.kv_heads, c.head_dim});
  const auto v = apply(w, layer.v, x, mode, site + 2).view({batch, tokens, c.kv_heads, c.head_dim});
  if (c.qk_norm) {
    q = rms_norm(q, layer.q_norm, c.rms_norm_eps);
    k = rms_norm(k, layer.k_norm, c.rms_norm_eps);
  }
  const auto mixed = causal_attention(rotate(q, cosine, sine), rotate(k, cosine, sine), v);
  return apply(w, layer.o, mixed, mode, site + 3);
}

torch::Tensor feed_forward(const Weights& w, const LayerWeights& layer, const torch::Tensor& x,
                           const ForwardMode& mode, std::int64_t site) {
  const auto gate = at::silu(apply(w, layer.gate, x, mode, site + 4));
  return apply(w, layer.down, gate * apply(w, layer.up, x, mode, site + 5), mode, site + 6);
}

}  // namespace

torch::Tensor rms_norm(const torch::Tensor& x, const torch::Tensor& weight, double eps) {
  if (x.is_cuda()) return at::rms_norm(x, {x.size(-1)}, weight, eps);
  const auto wide = x.to(torch::kFloat32);
  const auto factor = wide.square().mean(-1, true).add_(eps).rsqrt();
  return (wide * factor).to(x.scalar_type()) * weight;
}

void visit_linears(
    Weights& weights,
    const std::function<void(const std::string&, const std::string&, Linear&)>& visit) {
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    LayerWeights& layer = weights.layers[i];
    const std::string base = "model.layers." + std::to_string(i);
    visit(base + ".self_attn.q_proj", "q_proj", layer.q);
    visit(base + ".self_attn.k_proj", "k_proj", layer.k);
    visit(base + ".self_attn.v_proj", "v_proj", layer.v);
    visit(base + ".self_attn.o_proj", "o_proj", layer.o);
    visit(base + ".mlp.gate_proj", "gate_proj", layer.gate);
    visit(base + ".mlp.up_proj", "up_proj", layer.up);
    visit(base + ".mlp.down_proj", "down_proj", layer.down);
  }
}

void visit_weights(Weights& weights,
                   const std::function<void(const std::string&, torch::Tensor&,
                                            const std::vector<std::int64_t>&)>& visit) {
  const ModelConfig& c = weights.config;
  const std::int64_t q_size = c.heads * c.head_dim, kv_size = c.kv_heads * c.head_dim;
  visit("model.embed_tokens.weight", weights.embedding, {c.vocabulary, c.hidden_size});
  for (std::size_t i = 0; i < weights.layers.size(); ++i) {
    LayerWeights& layer = weights.layers[i];
    const std::string base = "model.layers." + std::to_string(i) + ".";
    const std::string attention = base + "self_attn.";
    visit(base + "input_layernorm.weight", layer.input_norm, {c.hidden_size});
    visit(attention + "q_proj.weight", layer.q.weight, {q_size, c.hidden_size});
    visit(attention + "k_proj.weight", layer.k.weight, {kv_size, c.hidden_size});
    visit(attention + "v_proj.weight", layer.v.weight, {kv_size, c.hidden_size});
    if (c.attention_bias) {
      visit(attention + "q_proj.bias", layer.q.bias, {q_size});
      visit(attention + "k_proj.bias", layer.k.bias, {kv_size});
      visit(attention + "v_proj.bias", layer.v.bias, {kv_size});
    }
    if (c.qk_norm) {
      visit(attention + "q_norm.weight", layer.q_norm, {c.head_dim});
      visit(attention + "k_norm.weight", layer.k_norm, {c.head_dim});
    }
    visit(attention + "o_proj.weight", layer.o.weight, {c.hidden_size, q_size});
    visit(base + "post_attention_layernorm.weight", layer.post_attention_norm, {c.hidden_size});
    visit(base + "mlp.gate_proj.weight", layer.gate.weight, {c.intermediate_size, c.hidden_size});
    visit(base + "mlp.up_proj.weight", layer.up.weight, {c.intermediate_size, c.hidden_size});
    visit(base + "mlp.down_proj.weight", layer.down.weight, {c.hidden_size, c.intermediate_size});
  }
  visit("model.norm.weight", weights.final_norm, {c.hidden_size});
  if (!c.tie_embeddings) visit("lm_head.weight", weights.lm_head, {c.vocabulary, c.hidden_size});
}

void build_rope_tables(Weights& weights, torch::Device device) {
  const std::int64_t d = weights.config.head_dim;
  // float32 throughout, in Hugging Face's order of operations, so that the angles agree to the last
  // bit.
  const auto exponents =
      torch::arange(0, d, 2, torch::kInt64).to(torch::kFloat32) / static_cast<double>(d);
  const auto frequencies = 1.0 / torch::pow(weights.config.rope_theta, exponents);
  const auto positions = torch::arange(weights.config.max_positions, torch::kFloat32);
  const auto angles = torch::outer(positions, frequencies).repeat({1, 2});
  weights.cosine = angles.cos().to(device);
  weights.sine = angles.sin().to(device);
}

torch::Tensor hidden_states(const Weights& weights, const torch::Tensor& tokens,
                            const ForwardMode& mode) {
  const std::int64_t length = tokens.size(1);
  TORCH_CHECK(length <= weights.config.max_positions, "a row has ", length,
              " tokens, the model takes ", weights.config.max_positions,
              "; shorten the prompts or max_completion_length");
  torch::Tensor x = at::embedding(weights.embedding, tokens);
  const auto cosine = weights.cosine.narrow(0, 0, length).unsqueeze(1).to(x.scalar_type());
  const auto sine = weights.sine.narrow(0, 0, length).unsqueeze(1).to(x.scalar_type());
  const double eps = weights.config.rms_norm_eps;
  std::int64_t site = 0;
  for (const LayerWeights& layer : weights.layers) {
    x = x + attention_block(weights, layer, rms_norm(x, layer.input_norm, eps), cosine, sine, mode,
                            site);
    x = x + feed_forward(weights, layer, rms_norm(x, layer.post_attention_norm, eps), mode, site);
    site += 8;
  }
  return rms_norm(x, weights.final_norm, eps);
}

}  // namespace nereid::policy

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/transformer.h"

#include "engine/policy/internal/dropout.h"
#include "engine/policy/internal/low_rank.h"
#include "engine/policy/internal/row_attention.h"
#include "engine/policy/internal/training_kernels.h"

namespace nereid::policy {
namespace {

// What the layers of one pass share.
struct Pass {
  const Weights& weights;
  const TokenRows& rows;
  const ForwardMode& mode;
  torch::Tensor cosine, sine;  // [N, 1, d]
  RowAttention& attention;
};

torch::Tensor base_product(const Linear& linear, const torch::Tensor& x) {
  if (linear.scale.defined()) return int8_linear(x, {linear.weight, linear.scale}, linear.bias);
  return at::linear(x, linear.weight, linear.bias);
}

// What adds an adapter's product where both are at hand in half precision, on a GPU. Whether it
// does hangs on the model alone, so that a sampler's prefill and a trainer round alike.
bool adds_in_place(const Linear& linear, const torch::Tensor& x) {
  return x.is_cuda() && x.scalar_type() != linear.lora_a.scalar_type();
}

// y plus the adapter's product with z, both of one linear.
torch::Tensor add_low_rank(const torch::Tensor& y, const Linear& linear, const torch::Tensor& z,
                           double scaling) {
  if (adds_in_place(linear, z))
    return add_low_rank_in_place(y, z, linear.lora_a, linear.lora_b, scaling);
  const auto low_rank =
      at::linear(at::linear(z.to(linear.lora_a.scalar_type()), linear.lora_a), linear.lora_b);
  return y + (low_rank * scaling).to(y.scalar_type());
}

torch::Tensor apply(const Pass& pass, const Linear& linear, const torch::Tensor& x,
                    std::int64_t site) {
  const torch::Tensor y = base_product(linear, x);
  if (!pass.mode.adapter || !linear.lora_a.defined()) return y;
  const double scaling = pass.weights.lora_scaling, dropout = pass.mode.dropout;
  if (dropout <= 0) return add_low_rank(y, linear, x, scaling);
  // 1 / (1 - dropout) is no number of half precision.
  if (adds_in_place(linear, x))
    return add_low_rank(y, linear, zero_dropped(x, pass.rows, pass.mode, site),
                        scaling / (1 - dropout));
  const torch::Tensor keep = kept(x, pass.rows, pass.mode, site);
  const torch::Tensor z = x.to(linear.lora_a.scalar_type());
  return add_low_rank(y, linear, z * (keep.to(z.scalar_type()) / (1 - dropout)), scaling);
}

torch::Tensor attention_block(const Pass& pass, const LayerWeights& layer, const torch::Tensor& x,
                              std::int64_t site) {
  const ModelShape& c = pass.weights.config;
  auto q = apply(pass, layer.q, x, site).view({-1, c.heads, c.head_dim});
  auto k = apply(pass, layer.k, x, site + 1).view({-1, c.kv_heads, c.head_dim});
  const auto v = apply(pass, layer.v, x, site + 2).view({-1, c.kv_heads, c.head_dim});
  if (c.qk_norm) {
    q = rms_norm(q, layer.q_norm, c.rms_norm_eps);
    k = rms_norm(k, layer.k_norm, c.rms_norm_eps);
  }
  const auto mixed = pass.attention(rotate_halves(q, pass.cosine, pass.sine),
                                    rotate_halves(k, pass.cosine, pass.sine), v);
  return apply(pass, layer.o, mixed, site + 3);
}

torch::Tensor feed_forward(const Pass& pass, const LayerWeights& layer, const torch::Tensor& x,
                           std::int64_t site) {
  const auto gate = apply(pass, layer.gate, x, site + 4);
  return apply(pass, layer.down, gated(gate, apply(pass, layer.up, x, site + 5)), site + 6);
}

}  // namespace

torch::Tensor whole_weight(const Linear& linear, torch::Dtype type) {
  return linear.scale.defined() ? multiply_out({linear.weight, linear.scale}, type)
                                : linear.weight.to(type);
}

torch::Tensor adapted_product(const Weights& weights, const Linear& linear,
                              const torch::Tensor& x) {
  const torch::Tensor y = base_product(linear, x);
  if (!linear.lora_a.defined()) return y;
  return add_low_rank(y, linear, x, weights.lora_scaling);
}

torch::Tensor rotate_halves(const torch::Tensor& x, const torch::Tensor& cosine,
                            const torch::Tensor& sine) {
  const std::int64_t half = x.size(-1) / 2;
  const auto turned = torch::cat({-x.narrow(-1, half, half), x.narrow(-1, 0, half)}, -1);
  return x * cosine + turned * sine;
}

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
  const ModelShape& c = weights.config;
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
  const auto powers = torch::pow(weights.config.rope_theta, exponents);
  auto frequencies = 1.0 / powers;
  const RopeScaling& scaling = weights.config.rope_scaling;
  if (scaling.kind != RopeScaling::Kind::kNone) {
    const float* first = powers.data_ptr<float>();
    frequencies =
        torch::tensor(scaled_frequencies(weights.config, {first, first + powers.numel()}));
  }
  const auto positions = torch::arange(weights.config.max_positions, torch::kFloat32);
  const auto angles = torch::outer(positions, frequencies).repeat({1, 2});
  weights.cosine = angles.cos();
  weights.sine = angles.sin();
  if (scaling.attention_factor != 1) {
    weights.cosine.mul_(scaling.attention_factor);
    weights.sine.mul_(scaling.attention_factor);
  }
  weights.cosine = weights.cosine.to(device);
  weights.sine = weights.sine.to(device);
}

torch::Tensor hidden_states(const Weights& weights, const TokenRows& rows,
                            const ForwardMode& mode) {
  const std::int64_t longest = longest_row(rows);
  TORCH_CHECK(longest <= weights.config.max_positions, "a row has ", longest,
              " tokens, the model takes ", weights.config.max_positions,
              "; shorten the prompts or max_completion_length");
  torch::Tensor x = at::embedding(weights.embedding, rows.tokens);
  const auto angles = [&](const torch::Tensor& table) {
    return table.index_select(0, rows.positions).unsqueeze(1).to(x.scalar_type());
  };
  RowAttention attention(rows, x, weights.config.head_dim);
  const Pass pass{weights, rows, mode, angles(weights.cosine), angles(weights.sine), attention};
  const double eps = weights.config.rms_norm_eps;
  std::int64_t site = 0;
  for (const LayerWeights& layer : weights.layers) {
    x = x + attention_block(pass, layer, rms_norm(x, layer.input_norm, eps), site);
    x = x + feed_forward(pass, layer, rms_norm(x, layer.post_attention_norm, eps), site);
    site += 8;
  }
  return rms_norm(x, weights.final_norm, eps);
}

}  // namespace nereid::policy

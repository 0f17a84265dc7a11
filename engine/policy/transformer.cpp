// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/transformer.h"

#include <algorithm>
#include <memory>

#include "engine/policy/internal/adapted_products.h"
#include "engine/policy/internal/dropout.h"
#include "engine/policy/internal/row_attention.h"
#include "engine/policy/internal/training_kernels.h"

namespace nereid::policy {
namespace {

// What the layers of one pass share.
struct Pass {
  const Weights& weights;
  std::shared_ptr<const TokenRows> rows;  // the backward pass may ask for them
  const ForwardMode& mode;
  torch::Tensor cosine, sine;  // [N, 1, d]
  RowAttention& attention;
};

torch::Tensor base_product(const Linear& linear, const torch::Tensor& x) {
  if (linear.scale.defined()) return int8_linear(x, {linear.weight, linear.scale}, linear.bias);
  return at::linear(x, linear.weight, linear.bias);
}

// Are the linears' products made together, with gradients of our own: those of frozen weights in
// half precision, on a GPU, with adapters in float32, and those of weights that must be asked for
// again in the backward pass? It hangs on the model alone, so that a sampler's prefill and a
// trainer round alike.
bool are_joined(const Linear& linear, const torch::Tensor& x) {
  if (linear.shared) return true;
  return x.is_cuda() && linear.lora_a.defined() && x.scalar_type() != linear.lora_a.scalar_type() &&
         !linear.weight.requires_grad();
}

// y plus the adapter's product with z, both of one linear.
torch::Tensor add_low_rank(const torch::Tensor& y, const Linear& linear, const torch::Tensor& z,
                           double scaling) {
  const auto low_rank =
      at::linear(at::linear(z.to(linear.lora_a.scalar_type()), linear.lora_a), linear.lora_b);
  return y + (low_rank * scaling).to(y.scalar_type());
}

torch::Tensor apply_alone(const Pass& pass, const Linear& linear, const torch::Tensor& x,
                          std::int64_t site) {
  const torch::Tensor y = base_product(linear, x);
  if (!pass.mode.adapter || !linear.lora_a.defined()) return y;
  const double scaling = pass.weights.lora_scaling, dropout = pass.mode.dropout;
  if (dropout <= 0) return add_low_rank(y, linear, x, scaling);
  const torch::Tensor keep = kept(x, *pass.rows, pass.mode, site);
  const torch::Tensor z = x.to(linear.lora_a.scalar_type());
  return add_low_rank(y, linear, z * (keep.to(z.scalar_type()) / (1 - dropout)), scaling);
}

// x through linears that all have it as their input; `site` numbers the first of them.
std::vector<torch::Tensor> apply(const Pass& pass, const std::vector<const Linear*>& linears,
                                 const torch::Tensor& x, std::int64_t site) {
  const bool is_one_joined =
      std::ranges::any_of(linears, [&](const Linear* one) { return are_joined(*one, x); });
  if (pass.weights.fp8 || pass.weights.is_shared() || (pass.mode.adapter && is_one_joined)) {
    LinearGroup group{.linears = linears,
                      .scaling = pass.weights.lora_scaling,
                      .has_adapters = pass.mode.adapter,
                      .fp8 = pass.weights.fp8};
    if (pass.mode.dropout > 0) {
      // 1 / (1 - dropout) is no number of half precision.
      group.scaling /= 1 - pass.mode.dropout;
      group.drop = [rows = pass.rows, mode = pass.mode, site](const torch::Tensor& x,
                                                              std::size_t number) {
        return zero_dropped(x, *rows, mode, site + static_cast<std::int64_t>(number));
      };
    }
    return adapted_products(x, group);
  }
  std::vector<torch::Tensor> results;
  for (const Linear* linear : linears) results.push_back(apply_alone(pass, *linear, x, site++));
  return results;
}

// The halves of each head turned by the angles of the tokens' positions.
torch::Tensor turned(const Pass& pass, const torch::Tensor& x) {
  const Weights& weights = pass.weights;
  if (has_training_kernels(x) && x.size(-1) % 16 == 0)
    return rotated(x, weights.cosine, weights.sine, pass.rows->positions);
  return rotate_halves(x, pass.cosine, pass.sine);
}

torch::Tensor attention_block(const Pass& pass, const LayerWeights& layer, const torch::Tensor& x,
                              std::int64_t site) {
  const ModelShape& c = pass.weights.config;
  const auto products = apply(pass, {&layer.q, &layer.k, &layer.v}, x, site);
  auto q = products[0].view({-1, c.heads, c.head_dim});
  auto k = products[1].view({-1, c.kv_heads, c.head_dim});
  const auto v = products[2].view({-1, c.kv_heads, c.head_dim});
  if (c.qk_norm) {
    q = rms_norm(q, layer.q_norm, c.rms_norm_eps);
    k = rms_norm(k, layer.k_norm, c.rms_norm_eps);
  }
  const auto mixed = pass.attention(turned(pass, q), turned(pass, k), v);
  return apply(pass, {&layer.o}, mixed, site + 3)[0];
}

torch::Tensor feed_forward(const Pass& pass, const LayerWeights& layer, const torch::Tensor& x,
                           std::int64_t site) {
  const auto both = apply(pass, {&layer.gate, &layer.up}, x, site + 4);
  return apply(pass, {&layer.down}, gated(both[0], both[1]), site + 6)[0];
}

}  // namespace

void lay_side_by_side(Weights& weights) {
  torch::NoGradGuard no_grad;
  const auto lay = [](const std::vector<Linear*>& linears) {
    std::int64_t rows = 0;
    for (const Linear* linear : linears) {
      if (linear->scale.defined() || linear->shared) return;
      rows += linear->weight.size(0);
      if (linear->lora_a.defined()) rows += linear->lora_a.size(0);
    }
    const torch::Tensor& like = linears.front()->weight;
    const auto whole = torch::zeros({rows, like.size(1)}, like.options().requires_grad(false));
    std::int64_t first = 0;
    const auto next = [&](std::int64_t count) {
      first += count;
      return whole.narrow(0, first - count, count);
    };
    for (Linear* linear : linears) {
      const torch::Tensor place = next(linear->weight.size(0));
      place.copy_(linear->weight);
      linear->weight = place;
    }
    for (Linear* linear : linears)
      if (linear->lora_a.defined()) linear->room_for_a = next(linear->lora_a.size(0));
  };
  for (LayerWeights& layer : weights.layers) {
    lay({&layer.q, &layer.k, &layer.v});
    lay({&layer.o});
    lay({&layer.gate, &layer.up});
    lay({&layer.down});
  }
}

void keep_fp8(Weights& weights) {
  torch::NoGradGuard no_grad;
  if (weights.is_shared()) return;
  const auto keep = [](const std::vector<Linear*>& linears) {
    std::vector<torch::Tensor> bytes, scales;
    for (const Linear* linear : linears) {
      const RowFp8 narrow = fp8_rows(linear->weight);
      bytes.push_back(narrow.data.view(torch::kUInt8));
      scales.push_back(narrow.scale);
    }
    const auto data = torch::cat(bytes).view(torch::kFloat8_e4m3fn), scale = torch::cat(scales);
    std::int64_t first = 0;
    for (Linear* linear : linears) {
      const std::int64_t rows = linear->weight.size(0);
      linear->fp8 = {data.narrow(0, first, rows), scale.narrow(0, first, rows)};
      first += rows;
    }
  };
  for (LayerWeights& layer : weights.layers) {
    keep({&layer.q, &layer.k, &layer.v});
    keep({&layer.o});
    keep({&layer.gate, &layer.up});
    keep({&layer.down});
  }
}

torch::Tensor held_weight(const Linear& linear) {
  return linear.shared ? linear.shared->whole(linear.layer, linear.number) : linear.weight;
}

torch::Tensor whole_weight(const Linear& linear, torch::Dtype type) {
  const torch::Tensor weight = held_weight(linear);
  return linear.scale.defined() ? multiply_out({weight, linear.scale}, type) : weight.to(type);
}

torch::Tensor adapted_product(const Weights& weights, const Linear& linear,
                              const torch::Tensor& x) {
  if (are_joined(linear, x)) {
    const auto flat = x.dim() == 2 ? x : x.flatten(0, -2);
    auto sizes = x.sizes().vec();
    sizes.back() = linear.weight.size(0);
    return adapted_products(flat, {{&linear}, weights.lora_scaling})[0].view(sizes);
  }
  const torch::Tensor y = base_product(linear, x);
  if (!linear.lora_a.defined()) return y;
  return add_low_rank(y, linear, x, weights.lora_scaling);
}

LayerHeads layer_heads(const Weights& weights, const LayerWeights& layer, const torch::Tensor& x) {
  const ModelShape& c = weights.config;
  const auto normed = rms_norm(x, layer.input_norm, c.rms_norm_eps);
  const auto heads = [&](const Linear& linear, std::int64_t count) {
    auto sizes = x.sizes().vec();
    sizes.back() = count;
    sizes.push_back(c.head_dim);
    return adapted_product(weights, linear, normed).view(sizes);
  };
  LayerHeads out{heads(layer.q, c.heads), heads(layer.k, c.kv_heads), heads(layer.v, c.kv_heads)};
  if (c.qk_norm) {
    out.q = rms_norm(out.q, layer.q_norm, c.rms_norm_eps);
    out.k = rms_norm(out.k, layer.k_norm, c.rms_norm_eps);
  }
  return out;
}

torch::Tensor layer_output(const Weights& weights, const LayerWeights& layer,
                           const torch::Tensor& x, const torch::Tensor& mixed) {
  const torch::Tensor read = x + adapted_product(weights, layer.o, mixed);
  const auto inner = rms_norm(read, layer.post_attention_norm, weights.config.rms_norm_eps);
  return read + adapted_product(weights, layer.down,
                                at::silu(adapted_product(weights, layer.gate, inner)) *
                                    adapted_product(weights, layer.up, inner));
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
  const Pass pass{weights,
                  std::make_shared<TokenRows>(rows),
                  mode,
                  angles(weights.cosine),
                  angles(weights.sine),
                  attention};
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

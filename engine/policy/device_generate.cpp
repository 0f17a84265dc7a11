// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/sampling.h"

namespace nereid::policy {
namespace {

// The host looks for finished rows once in so many steps: each look waits for the device.
constexpr int kStepsBetweenLooks = 16;

// Linears with the same input. Their weights are merged with the adapter and fused, in a copy of
// their own. Weights in 8 bits are not copied: each is multiplied out at every step, which takes
// about 5 bytes of traffic a weight in place of 2 in bfloat16, and no memory beyond one matrix.
struct Product {
  torch::Tensor weight, bias;
  std::vector<const Linear*> parts;  // in 8 bits
};

struct FusedLayer {
  torch::Tensor input_norm, post_norm, q_norm, k_norm;
  Product qkv, o, gate_up, down;
  torch::Tensor keys, values;  // [B, kv_heads, slots, d]
};

torch::Tensor merged(const Weights& weights, const Linear& linear) {
  if (!linear.lora_a.defined()) return linear.weight;
  const auto delta = at::matmul(linear.lora_b, linear.lora_a) * weights.lora_scaling;
  return (linear.weight.to(delta.scalar_type()) + delta).to(linear.weight.scalar_type());
}

Product fuse(const Weights& weights, const std::vector<const Linear*>& parts) {
  if (parts.front()->scale.defined()) return {.parts = parts};
  std::vector<torch::Tensor> whole, biases;
  for (const Linear* part : parts) {
    whole.push_back(merged(weights, *part));
    if (part->bias.defined()) biases.push_back(part->bias);
  }
  return {.weight = whole.size() == 1 ? whole.front() : torch::cat(whole),
          .bias = biases.empty() ? torch::Tensor() : torch::cat(biases)};
}

torch::Tensor multiply(const Weights& weights, const Product& product, const torch::Tensor& x) {
  if (product.parts.empty()) return at::linear(x, product.weight, product.bias);
  std::vector<torch::Tensor> results;
  for (const Linear* part : product.parts) results.push_back(adapted_product(weights, *part, x));
  return results.size() == 1 ? results.front() : torch::cat(results, -1);
}

// The state of a batch. Prompts are padded on the left, so that all rows write to the same slot.
struct Batch {
  std::vector<FusedLayer> layers;
  torch::Tensor padding;                     // [B] int64, unused slots before the prompt
  torch::Tensor uniforms;                    // [B, new tokens] float64
  torch::Tensor tokens;                      // [B, new tokens] int64
  torch::Tensor logprobs, entropies, ranks;  // [B, new tokens] float32
  std::vector<std::int64_t> host_rows;
};

class DeviceGenerator {
 public:
  DeviceGenerator(const Weights& weights, const std::vector<std::int32_t>& end_tokens,
                  const std::vector<std::vector<std::int32_t>>& prompts,
                  const GenerateOptions& options)
      : weights_(weights),
        c_(weights.config),
        options_(options),
        prompts_(prompts),
        end_tokens_(end_tokens),
        device_(weights.embedding.device()) {
    for (const auto& prompt : prompts) width_ = std::max<std::int64_t>(width_, prompt.size());
    ends_ = torch::tensor(std::vector<std::int64_t>(end_tokens.begin(), end_tokens.end()),
                          torch::kInt64)
                .to(device_);
    steps_ = std::min<std::int64_t>(options.max_new_tokens, c_.max_positions - width_);
    if (steps_ < 1) steps_ = 1;
    head_ = weights.head().to(torch::kFloat32);
    prepare();
  }

  std::vector<GeneratedRow> run() {
    std::vector<GeneratedRow> out(prompts_.size());
    sample(step_tokens(left_padded(), 0), 0);
    for (std::int64_t step = 1; step < steps_; ++step) {
      if (options_.stopped && options_.stopped()) return out;
      if (step % kStepsBetweenLooks == 0 && retire(step, out)) break;
      if (options_.on_step) options_.on_step();
      sample(step_tokens(batch_.tokens.narrow(1, step - 1, 1), width_ + step - 1), step);
    }
    collect(batch_, steps_, out);
    return out;
  }

 private:
  void prepare() {
    const auto batch = static_cast<std::int64_t>(prompts_.size());
    const auto numbers = torch::TensorOptions().dtype(torch::kInt64);
    auto padding = torch::empty({batch}, numbers);
    auto uniforms = torch::zeros({batch, steps_}, torch::kFloat64);
    for (std::int64_t row = 0; row < batch; ++row) {
      const auto length = static_cast<std::int64_t>(prompts_[row].size());
      padding[row] = width_ - length;
      double* values = uniforms.data_ptr<double>() + row * steps_;
      for (std::int64_t i = 0; i < steps_ && options_.temperature > 0; ++i) {
        values[i] = uniform_at(options_.row_seeds[row], length + i);
      }
      batch_.host_rows.push_back(row);
    }
    batch_.padding = padding.to(device_);
    batch_.uniforms = uniforms.to(device_);
    batch_.tokens = torch::zeros({batch, steps_}, numbers.device(device_));
    batch_.logprobs = torch::zeros({batch, steps_}, torch::TensorOptions().device(device_));
    batch_.entropies = torch::zeros_like(batch_.logprobs);
    batch_.ranks = torch::zeros_like(batch_.logprobs);
    for (const LayerWeights& layer : weights_.layers)
      batch_.layers.push_back(fuse_layer(layer, batch));
  }

  FusedLayer fuse_layer(const LayerWeights& layer, std::int64_t batch) const {
    FusedLayer fused{layer.input_norm, layer.post_attention_norm, layer.q_norm, layer.k_norm};
    fused.qkv = fuse(weights_, {&layer.q, &layer.k, &layer.v});
    fused.o = fuse(weights_, {&layer.o});
    fused.gate_up = fuse(weights_, {&layer.gate, &layer.up});
    fused.down = fuse(weights_, {&layer.down});
    const std::vector<std::int64_t> shape = {batch, c_.kv_heads, width_ + steps_, c_.head_dim};
    fused.keys = torch::zeros(shape, weights_.embedding.options().requires_grad(false));
    fused.values = torch::zeros_like(fused.keys);
    return fused;
  }

  torch::Tensor left_padded() const {
    auto tokens = torch::zeros({static_cast<std::int64_t>(prompts_.size()), width_}, torch::kInt64);
    for (std::size_t row = 0; row < prompts_.size(); ++row) {
      std::int64_t* end = tokens.data_ptr<std::int64_t>() + (row + 1) * width_;
      std::copy(prompts_[row].begin(), prompts_[row].end(), end - prompts_[row].size());
    }
    return tokens.to(device_);
  }

  // q [B, heads, T, d] over the slots 0..slots-1; mask [B, 1, T, slots] additive.
  torch::Tensor attend(const torch::Tensor& q, const FusedLayer& layer, const torch::Tensor& mask,
                       std::int64_t slots) const {
    const std::int64_t batch = q.size(0), tokens = q.size(2), group = c_.heads / c_.kv_heads;
    const auto keys = layer.keys.narrow(2, 0, slots), values = layer.values.narrow(2, 0, slots);
    // [B, kv, group * T, d]: the heads that share keys become rows of one product
    const auto grouped = q.reshape({batch, c_.kv_heads, group * tokens, c_.head_dim});
    auto scores = at::matmul(grouped, keys.transpose(2, 3)).to(torch::kFloat32);
    scores = scores.mul_(1.0 / std::sqrt(static_cast<double>(c_.head_dim)))
                 .view({batch, c_.heads, tokens, slots});
    const auto p = at::softmax(scores.add_(mask), -1).to(q.scalar_type());
    const auto out = at::matmul(p.view({batch, c_.kv_heads, group * tokens, slots}), values);
    return out.view({batch, c_.heads, tokens, c_.head_dim})
        .transpose(1, 2)
        .reshape({batch, tokens, -1});
  }

  // Runs tokens [B, T] that stand at the slots first..first+T-1; logits after the last one [B, V]
  // float32.
  torch::Tensor step_tokens(const torch::Tensor& tokens, std::int64_t first) {
    const std::int64_t batch = tokens.size(0), count = tokens.size(1), slots = first + count;
    const auto places = torch::arange(slots, batch_.padding.options());
    const auto own = places.narrow(0, first, count);
    const auto positions = (own.unsqueeze(0) - batch_.padding.unsqueeze(1)).clamp_min(0);  // [B, T]
    const auto is_padding = places.unsqueeze(0) < batch_.padding.unsqueeze(1);  // [B, slots]
    auto hidden = is_padding.view({batch, 1, 1, slots}) |
                  (places.view({1, 1, 1, slots}) > own.view({1, 1, count, 1}));
    // A padding query sees itself only, which keeps its softmax finite.
    hidden = hidden & (places.view({1, 1, 1, slots}) != own.view({1, 1, count, 1}));
    const auto mask =
        torch::zeros(hidden.sizes(), batch_.logprobs.options()).masked_fill_(hidden, -INFINITY);
    auto x = at::embedding(weights_.embedding, tokens);
    const auto cosine = weights_.cosine.index_select(0, positions.flatten())
                            .view({batch, count, 1, -1})
                            .to(x.scalar_type());
    const auto sine = weights_.sine.index_select(0, positions.flatten())
                          .view({batch, count, 1, -1})
                          .to(x.scalar_type());
    for (FusedLayer& layer : batch_.layers) {
      x = x + attention(layer, rms_norm(x, layer.input_norm, c_.rms_norm_eps), cosine, sine, mask,
                        first, slots);
      const auto both =
          multiply(weights_, layer.gate_up, rms_norm(x, layer.post_norm, c_.rms_norm_eps));
      const auto parts = both.chunk(2, -1);
      x = x + multiply(weights_, layer.down, at::silu(parts[0]) * parts[1]);
    }
    const auto last = rms_norm(x.select(1, count - 1), weights_.final_norm, c_.rms_norm_eps);
    return at::matmul(last.to(torch::kFloat32), head_.t());
  }

  torch::Tensor attention(FusedLayer& layer, const torch::Tensor& x, const torch::Tensor& cosine,
                          const torch::Tensor& sine, const torch::Tensor& mask, std::int64_t first,
                          std::int64_t slots) {
    const std::int64_t batch = x.size(0), count = x.size(1), d = c_.head_dim;
    const auto qkv =
        multiply(weights_, layer.qkv, x).view({batch, count, c_.heads + 2 * c_.kv_heads, d});
    auto q = qkv.narrow(2, 0, c_.heads), k = qkv.narrow(2, c_.heads, c_.kv_heads);
    if (c_.qk_norm) {
      q = rms_norm(q, layer.q_norm, c_.rms_norm_eps);
      k = rms_norm(k, layer.k_norm, c_.rms_norm_eps);
    }
    layer.keys.narrow(2, first, count).copy_(rotate_halves(k, cosine, sine).transpose(1, 2));
    layer.values.narrow(2, first, count)
        .copy_(qkv.narrow(2, c_.heads + c_.kv_heads, c_.kv_heads).transpose(1, 2));
    return multiply(weights_, layer.o,
                    attend(rotate_halves(q, cosine, sine).transpose(1, 2), layer, mask, slots));
  }

  void sample(torch::Tensor logits, std::int64_t step) {
    const bool greedy = options_.temperature <= 0;
    if (!greedy) logits = logits / options_.temperature;
    const auto log_p = at::log_softmax(logits, 1);
    const auto p = log_p.exp();
    torch::Tensor token;
    if (greedy) {
      token = logits.argmax(1, true);
    } else {
      token = draw(p, batch_.uniforms.narrow(1, step, 1), options_);
    }
    batch_.tokens.narrow(1, step, 1).copy_(token);
    const auto chosen = log_p.gather(1, token);
    batch_.logprobs.narrow(1, step, 1).copy_(chosen);
    batch_.ranks.narrow(1, step, 1).copy_((log_p > chosen).sum(1, true) + 1);
    batch_.entropies.narrow(1, step, 1).copy_(-(p * log_p).sum(1, true));
  }

  // Hands over the rows that have ended and keeps the rest; true if none is left.
  bool retire(std::int64_t step, std::vector<GeneratedRow>& out) {
    const auto ended = at::isin(batch_.tokens.narrow(1, 0, step), ends_).any(1).to(torch::kCPU);
    const auto finished = ended.sum().item<std::int64_t>();
    const auto live = static_cast<std::int64_t>(batch_.host_rows.size());
    if (finished == live) {
      steps_ = step;
      return true;
    }
    if (finished * 4 < live) return false;  // moving the cache costs more than a few idle rows
    const auto gone = ended.nonzero().squeeze(1), kept = ended.logical_not().nonzero().squeeze(1);
    collect(select(batch_, gone.to(device_), gone, false), step, out);
    batch_ = select(batch_, kept.to(device_), kept, true);
    if (options_.progress) {
      options_.progress(static_cast<int>(prompts_.size() - batch_.host_rows.size()),
                        static_cast<int>(prompts_.size()));
    }
    return false;
  }

  static Batch select(const Batch& from, const torch::Tensor& rows, const torch::Tensor& host_rows,
                      bool with_cache) {
    Batch to;
    to.padding = from.padding.index_select(0, rows);
    to.uniforms = from.uniforms.index_select(0, rows);
    to.tokens = from.tokens.index_select(0, rows);
    to.logprobs = from.logprobs.index_select(0, rows);
    to.entropies = from.entropies.index_select(0, rows);
    to.ranks = from.ranks.index_select(0, rows);
    for (std::int64_t i = 0; i < host_rows.numel(); ++i)
      to.host_rows.push_back(from.host_rows[host_rows[i].item<std::int64_t>()]);
    if (!with_cache) return to;
    to.layers = from.layers;
    for (FusedLayer& layer : to.layers) {
      layer.keys = layer.keys.index_select(0, rows);
      layer.values = layer.values.index_select(0, rows);
    }
    return to;
  }

  void collect(const Batch& batch, std::int64_t steps, std::vector<GeneratedRow>& out) const {
    const auto tokens = batch.tokens.to(torch::kCPU), logprobs = batch.logprobs.to(torch::kCPU),
               entropies = batch.entropies.to(torch::kCPU), ranks = batch.ranks.to(torch::kCPU);
    for (std::size_t i = 0; i < batch.host_rows.size(); ++i) {
      GeneratedRow& row = out[batch.host_rows[i]];
      const std::int64_t* first = tokens.data_ptr<std::int64_t>() + i * tokens.size(1);
      const auto* end =
          std::find_first_of(first, first + steps, end_tokens_.begin(), end_tokens_.end());
      row.truncated = end == first + steps;
      const std::int64_t count = row.truncated ? steps : end - first + 1;
      row.tokens.assign(first, first + count);
      const float* p = logprobs.data_ptr<float>() + i * tokens.size(1);
      const float* h = entropies.data_ptr<float>() + i * tokens.size(1);
      const float* r = ranks.data_ptr<float>() + i * tokens.size(1);
      row.logprobs.assign(p, p + count);
      row.entropies.assign(h, h + count);
      row.ranks.assign(r, r + count);
      if (options_.on_row) options_.on_row(static_cast<std::size_t>(batch.host_rows[i]), row);
    }
  }

  const Weights& weights_;
  const ModelShape& c_;
  const GenerateOptions& options_;
  const std::vector<std::vector<std::int32_t>>& prompts_;
  std::vector<std::int32_t> end_tokens_;
  torch::Device device_;
  torch::Tensor ends_;  ///< end_tokens_ on the device
  std::int64_t width_ = 0, steps_ = 0;
  torch::Tensor head_;
  Batch batch_;
};

}  // namespace

torch::Tensor draw(torch::Tensor p, const torch::Tensor& uniforms, const GenerateOptions& options) {
  const std::int64_t vocabulary = p.size(1);
  if (options.top_p < 1.0 || options.top_k > 0) {
    auto [sorted, order] = p.sort(true, 1, true);
    if (options.top_k > 0 && options.top_k < vocabulary)
      sorted.narrow(1, options.top_k, vocabulary - options.top_k).zero_();
    const auto before = sorted.cumsum(1) - sorted;
    sorted = sorted.masked_fill(before >= sorted.sum(1, true) * options.top_p, 0);
    p = torch::zeros_like(p).scatter_(1, order, sorted);
  }
  const auto cumulative = p.to(torch::kFloat64).cumsum(1);
  const auto total = cumulative.narrow(1, vocabulary - 1, 1);
  // Just below the sum, so that rounding cannot choose a token past the last possible one.
  const auto target = (uniforms * total).minimum(total * (1 - 1e-12));
  return at::searchsorted(cumulative, target.contiguous(), false, true).clamp_max(vocabulary - 1);
}

GenerateOptions part_of(const GenerateOptions& whole, std::size_t first, std::size_t last,
                        std::size_t rows) {
  GenerateOptions part = whole;
  if (!whole.row_seeds.empty())
    part.row_seeds.assign(whole.row_seeds.begin() + first, whole.row_seeds.begin() + last);
  if (whole.progress)
    part.progress = [&whole, first, rows](int finished, int) {
      whole.progress(static_cast<int>(first) + finished, static_cast<int>(rows));
    };
  if (whole.on_row)
    part.on_row = [&whole, first](std::size_t row, const GeneratedRow& generated) {
      whole.on_row(first + row, generated);
    };
  return part;
}

std::vector<GeneratedRow> generate_on_device(const Weights& weights,
                                             const std::vector<std::int32_t>& end_tokens,
                                             const std::vector<std::vector<std::int32_t>>& prompts,
                                             const GenerateOptions& options) {
  check_generate_input(weights.config, prompts, options);
  if (prompts.empty() || options.max_new_tokens <= 0)
    return std::vector<GeneratedRow>(prompts.size());
  torch::InferenceMode inference;
  std::int64_t width = 0;
  for (const auto& prompt : prompts) width = std::max<std::int64_t>(width, std::ssize(prompt));
  const std::int64_t tokens =
      std::min<std::int64_t>(width + options.max_new_tokens, weights.config.max_positions);
  const auto places = static_cast<std::size_t>(
      rows_at_once(weights.config, std::ssize(prompts), tokens, weights.embedding.element_size(),
                   options.cache_bytes > 0 ? options.cache_bytes : kGpuCacheBytes));
  if (places >= prompts.size()) return DeviceGenerator(weights, end_tokens, prompts, options).run();
  std::vector<GeneratedRow> out;
  for (std::size_t first = 0; first < prompts.size(); first += places) {
    if (options.stopped && options.stopped()) {
      out.resize(prompts.size());
      break;
    }
    const std::size_t last = std::min(first + places, prompts.size());
    const GenerateOptions part = part_of(options, first, last, prompts.size());
    auto rows = DeviceGenerator(weights, end_tokens,
                                {prompts.begin() + first, prompts.begin() + last}, part)
                    .run();
    std::move(rows.begin(), rows.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace nereid::policy

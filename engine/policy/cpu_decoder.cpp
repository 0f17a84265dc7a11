// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/cpu_decoder.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#if !defined(INTRA_OP_PARALLEL) && !defined(__clang_analyzer__)
#error "at::parallel_for runs on one thread without -fopenmp (cmake/NereidTorch.cmake)"
#endif

namespace nereid::policy {
namespace {

std::size_t round_up(std::size_t n, std::size_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

torch::Tensor as_float(const torch::Tensor& tensor) {
  return tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous();
}

std::vector<float> as_vector(const torch::Tensor& tensor) {
  if (!tensor.defined()) return {};
  const auto host = as_float(tensor);
  return {host.data_ptr<float>(), host.data_ptr<float>() + host.numel()};
}

torch::Tensor merged(const Weights& weights, const Linear& linear) {
  auto weight = as_float(whole_weight(linear, torch::kFloat32));
  if (!linear.lora_a.defined()) return weight;
  return weight +
         at::matmul(as_float(linear.lora_b), as_float(linear.lora_a)) * weights.lora_scaling;
}

torch::Tensor joined_bias(const std::vector<const Linear*>& parts) {
  std::vector<torch::Tensor> biases;
  for (const Linear* part : parts)
    if (part->bias.defined()) biases.push_back(as_float(part->bias));
  return biases.empty() ? torch::Tensor() : torch::cat(biases);
}

}  // namespace

float* FloatBuffer::resize(std::size_t n) {
  constexpr std::size_t kAlign = 16;  // floats: one cache line
  if (memory_.size() < n + kAlign) {
    memory_.assign(n + n / 4 + kAlign, 0.0f);
    auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    data_ = memory_.data() + (kAlign - address / sizeof(float) % kAlign) % kAlign;
  }
  return data_;
}

std::size_t KeyValueStore::bytes(const ModelShape& config, int capacity) {
  return round_up(static_cast<std::size_t>(capacity), kKeyBlock) * config.head_dim * config.layers *
         config.kv_heads * 2 * sizeof(float);
}

void KeyValueStore::reserve(const ModelShape& config, int capacity) {
  heads_ = config.kv_heads;
  head_size_ = round_up(static_cast<std::size_t>(capacity), kKeyBlock) * config.head_dim;
  memory_.resize(static_cast<std::size_t>(config.layers) * heads_ * 2 * head_size_);
}

CpuDecoder::CpuDecoder(const Weights& weights, DecodeWeights kind)
    : config_(weights.config), kind_(kind), kernels_(decode_kernels()) {
  const std::int64_t half = config_.head_dim / 2;
  cosine_ = as_float(weights.cosine.narrow(1, 0, half));
  sine_ = as_float(weights.sine.narrow(1, 0, half));
  layers_.resize(weights.layers.size());
  hidden_stride_ = round_up(config_.hidden_size, kPanel);
  attention_stride_ = round_up(config_.heads * config_.head_dim, kPanel);
  update(weights);
}

void CpuDecoder::update(const Weights& weights) {
  torch::NoGradGuard no_grad;
  if (!embedding_made_of_.is_still({weights.embedding}, 0))
    embedding_ = as_float(weights.embedding);
  final_norm_ = as_vector(weights.final_norm);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const LayerWeights& from = weights.layers[i];
    Layer& to = layers_[i];
    to.input_norm = as_vector(from.input_norm);
    to.post_norm = as_vector(from.post_attention_norm);
    to.q_norm = as_vector(from.q_norm);
    to.k_norm = as_vector(from.k_norm);
    update(to.qkv, weights, {&from.q, &from.k, &from.v});
    update(to.o, weights, {&from.o});
    update(to.gate, weights, {&from.gate});
    update(to.up, weights, {&from.up});
    update(to.down, weights, {&from.down});
  }
  if (!head_.made_of.is_still({weights.head()}, 0)) pack(head_, {as_float(weights.head())});
}

void CpuDecoder::update(PackedLinear& out, const Weights& weights,
                        const std::vector<const Linear*>& parts) {
  std::vector<torch::Tensor> tensors;
  for (const Linear* part : parts)
    tensors.insert(tensors.end(),
                   {part->weight, part->scale, part->bias, part->lora_a, part->lora_b});
  if (out.made_of.is_still(tensors, weights.lora_scaling)) return;
  std::vector<torch::Tensor> matrices;
  for (const Linear* part : parts) matrices.push_back(merged(weights, *part));
  pack(out, matrices);
  const torch::Tensor bias = joined_bias(parts);
  out.has_bias = bias.defined();
  if (out.has_bias)
    std::memcpy(out.bias.resize(out.stride()), bias.data_ptr<float>(), bias.nbytes());
}

// parts [out_i, in] stacked -> [panels][in][16], the last panel filled up with zeros.
void CpuDecoder::pack(PackedLinear& out, const std::vector<torch::Tensor>& parts) const {
  std::vector<const float*> rows;
  for (const torch::Tensor& part : parts)
    for (std::int64_t row = 0; row < part.size(0); ++row)
      rows.push_back(part.data_ptr<float>() + row * part.size(1));
  out.outputs = static_cast<int>(rows.size());
  out.inner = static_cast<int>(parts.front().size(1));
  out.panels = (out.outputs + kPanel - 1) / kPanel;
  if (kind_ == DecodeWeights::kInt8) {
    pack_bytes(out, rows);
  } else {
    pack_floats(out, rows);
  }
}

void CpuDecoder::pack_floats(PackedLinear& out, const std::vector<const float*>& rows) {
  float* packed = out.memory.resize(out.stride() * out.inner);
  at::parallel_for(0, out.panels, 8, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t panel = first; panel < last; ++panel) {
      float* to = packed + static_cast<std::size_t>(panel) * out.inner * kPanel;
      const std::int64_t begin = panel * kPanel;
      const int count = static_cast<int>(std::min<std::int64_t>(kPanel, out.outputs - begin));
      for (int k = 0; k < out.inner; ++k)
        for (int n = 0; n < count; ++n)
          to[static_cast<std::size_t>(k) * kPanel + n] = rows[begin + n][k];
    }
  });
}

void CpuDecoder::pack_bytes(PackedLinear& out, const std::vector<const float*>& rows) {
  const int blocks = (out.inner + kScaleBlock - 1) / kScaleBlock;
  out.bytes.assign(out.stride() * out.inner, 0);
  float* scales = out.memory.resize(out.stride() * blocks);
  at::parallel_for(0, out.outputs, 64, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t n = first; n < last; ++n) {
      const std::size_t panel = n / kPanel, column = n % kPanel;
      for (int block = 0; block < blocks; ++block) {
        const int begin = block * kScaleBlock, end = std::min(begin + kScaleBlock, out.inner);
        float top = 0;
        for (int k = begin; k < end; ++k) top = std::max(top, std::abs(rows[n][k]));
        const float scale = top / 127;
        scales[(panel * blocks + block) * kPanel + column] = scale;
        if (scale == 0) continue;
        for (int k = begin; k < end; ++k)
          out.bytes[(panel * out.inner + k) * kPanel + column] =
              static_cast<signed char>(std::lrint(rows[n][k] / scale));
      }
    }
  });
}

void CpuDecoder::multiply(const PackedLinear& linear, const float* x, std::size_t x_stride,
                          float* y, int rows, bool add) {
  const std::size_t stride = linear.stride();
  if (linear.has_bias) {
    for (int row = 0; row < rows; ++row)
      std::memcpy(y + row * stride, linear.bias.data(), stride * sizeof(float));
    add = true;
  }
  // A chunk of rows stays in the first-level cache while all panels pass by.
  constexpr int kRows = 36;
  const std::int64_t work = static_cast<std::int64_t>(rows) * linear.inner * kPanel;
  const std::int64_t grain = std::max<std::int64_t>(1, (1 << 18) / work);
  const bool in_8_bits = kind_ == DecodeWeights::kInt8;
  const std::size_t panel = static_cast<std::size_t>(linear.inner) * kPanel;
  if (in_8_bits) panel_.resize(panel * static_cast<std::size_t>(at::get_num_threads()));
  at::parallel_for(0, linear.panels, grain, [&](std::int64_t first, std::int64_t last) {
    if (in_8_bits) {
      float* scratch = panel_.data() + panel * static_cast<std::size_t>(at::get_thread_num());
      kernels_.matmul_int8(x, x_stride, {linear.bytes.data(), linear.memory.data()}, y, stride,
                           rows, linear.inner, static_cast<int>(first), static_cast<int>(last), add,
                           scratch);
      return;
    }
    for (int row = 0; row < rows; row += kRows) {
      kernels_.matmul(x + row * x_stride, x_stride, linear.memory.data(), y + row * stride, stride,
                      std::min(kRows, rows - row), linear.inner, static_cast<int>(first),
                      static_cast<int>(last), add);
    }
  });
}

void CpuDecoder::normalise(const float* x, const std::vector<float>& weight, float* y, int rows) {
  const int n = static_cast<int>(config_.hidden_size);
  for (int row = 0; row < rows; ++row) {
    kernels_.rms_norm(x + row * hidden_stride_, weight.data(), y + row * hidden_stride_, n,
                      static_cast<float>(config_.rms_norm_eps));
  }
}

void CpuDecoder::store_and_rotate(const Layer& layer, std::int64_t index, const DecodeToken& token,
                                  float* qkv) {
  const int d = static_cast<int>(config_.head_dim);
  const float* cosine =
      cosine_.data_ptr<float>() + static_cast<std::size_t>(token.position) * (d / 2);
  const float* sine = sine_.data_ptr<float>() + static_cast<std::size_t>(token.position) * (d / 2);
  const auto eps = static_cast<float>(config_.rms_norm_eps);
  for (std::int64_t head = 0; head < config_.heads + config_.kv_heads; ++head) {
    float* x = qkv + head * d;
    const std::vector<float>& norm = head < config_.heads ? layer.q_norm : layer.k_norm;
    if (!norm.empty()) kernels_.rms_norm(x, norm.data(), x, d, eps);
    kernels_.rope(x, cosine, sine, d);
  }
  for (std::int64_t head = 0; head < config_.kv_heads; ++head) {
    const float* key = qkv + (config_.heads + head) * d;
    const float* value = key + config_.kv_heads * d;
    float* keys = token.store->keys(index, head) +
                  static_cast<std::size_t>(token.index / kKeyBlock) * d * kKeyBlock +
                  token.index % kKeyBlock;
    for (int i = 0; i < d; ++i) keys[static_cast<std::size_t>(i) * kKeyBlock] = key[i];
    std::memcpy(token.store->values(index, head) + static_cast<std::size_t>(token.index) * d, value,
                d * sizeof(float));
  }
}

void CpuDecoder::attention(const Layer& layer, std::int64_t index,
                           std::span<const DecodeToken> tokens) {
  const int rows = static_cast<int>(tokens.size());
  const int d = static_cast<int>(config_.head_dim);
  const std::int64_t group = config_.heads / config_.kv_heads;
  const std::size_t qkv_stride = layer.qkv.stride();
  normalise(x_.data(), layer.input_norm, normed_.data(), rows);
  multiply(layer.qkv, normed_.data(), hidden_stride_, qkv_.data(), rows, false);
  for (int row = 0; row < rows; ++row)
    store_and_rotate(layer, index, tokens[row], qkv_.data() + row * qkv_stride);
  std::size_t scratch = 0;
  for (const DecodeToken& t : tokens)
    scratch = std::max<std::size_t>(scratch, t.prefix_length + t.index + 4 * kKeyBlock);
  const std::size_t threads = static_cast<std::size_t>(at::get_num_threads());
  scores_.resize(scratch * threads);
  const float scale = 1.0f / std::sqrt(static_cast<float>(d));
  // Heads outermost: neighbours in the batch share a prompt, whose keys then stay in the cache.
  at::parallel_for(0, config_.kv_heads * rows, 16, [&](std::int64_t first, std::int64_t last) {
    float* scores = scores_.data() + scratch * static_cast<std::size_t>(at::get_thread_num());
    for (std::int64_t item = first; item < last; ++item) {
      const std::int64_t kv = item / rows, row = item % rows;
      const DecodeToken& token = tokens[row];
      HeadSpan prefix{nullptr, nullptr, 0};
      if (token.prefix != nullptr)
        prefix = {token.prefix->keys(index, kv), token.prefix->values(index, kv),
                  token.prefix_length};
      const HeadSpan own{token.store->keys(index, kv), token.store->values(index, kv),
                         token.index + 1};
      for (std::int64_t head = kv * group; head < (kv + 1) * group; ++head) {
        kernels_.attend(qkv_.data() + row * qkv_stride + head * d, prefix, own, d, scale, scores,
                        mixed_.data() + row * attention_stride_ + head * d);
      }
    }
  });
  multiply(layer.o, mixed_.data(), attention_stride_, x_.data(), rows, true);
}

void CpuDecoder::feed_forward(const Layer& layer, int rows) {
  normalise(x_.data(), layer.post_norm, normed_.data(), rows);
  multiply(layer.gate, normed_.data(), hidden_stride_, gate_.data(), rows, false);
  multiply(layer.up, normed_.data(), hidden_stride_, up_.data(), rows, false);
  const std::size_t stride = layer.gate.stride();
  at::parallel_for(0, rows, 64, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      kernels_.swiglu(gate_.data() + row * stride, up_.data() + row * stride, layer.gate.outputs);
    }
  });
  multiply(layer.down, gate_.data(), stride, x_.data(), rows, true);
}

const float* CpuDecoder::run(std::span<const DecodeToken> tokens,
                             std::span<const std::int32_t> wanted) {
  const std::size_t rows = tokens.size();
  x_.resize(rows * hidden_stride_);
  normed_.resize(rows * hidden_stride_);
  qkv_.resize(rows * layers_.front().qkv.stride());
  mixed_.resize(rows * attention_stride_);
  gate_.resize(rows * layers_.front().gate.stride());
  up_.resize(rows * layers_.front().up.stride());
  for (std::size_t row = 0; row < rows; ++row) {
    const float* source = embedding_.data_ptr<float>() +
                          static_cast<std::size_t>(tokens[row].token) * config_.hidden_size;
    std::memcpy(x_.data() + row * hidden_stride_, source, config_.hidden_size * sizeof(float));
  }
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    attention(layers_[i], static_cast<std::int64_t>(i), tokens);
    feed_forward(layers_[i], static_cast<int>(rows));
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::memmove(x_.data() + i * hidden_stride_, x_.data() + wanted[i] * hidden_stride_,
                 hidden_stride_ * sizeof(float));
  }
  normalise(x_.data(), final_norm_, normed_.data(), static_cast<int>(wanted.size()));
  logits_.resize(std::max<std::size_t>(1, wanted.size()) * head_.stride());
  if (!wanted.empty())
    multiply(head_, normed_.data(), hidden_stride_, logits_.data(), static_cast<int>(wanted.size()),
             false);
  return logits_.data();
}

}  // namespace nereid::policy

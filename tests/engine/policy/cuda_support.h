// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/DeviceAccelerator.h>
#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/torch.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "engine/policy/internal/transformer.h"

namespace nereid::policy::testing_on_gpu {

struct Kind {
  const char* name;
  bool is_int8 = false;
  int rank = 0;
  bool has_bias = false, has_head_norm = false;
  bool has_fp8 = false;
};
// That of Qwen2.5-Coder-7B.
inline ModelShape large_shape() {
  ModelShape shape;
  shape.vocabulary = 152064;
  shape.hidden_size = 3584;
  shape.layers = 28;
  shape.heads = 28;
  shape.kv_heads = 4;
  shape.head_dim = 128;
  shape.intermediate_size = 18944;
  shape.max_positions = 4096;
  shape.attention_bias = true;
  return shape;
}

inline torch::TensorOptions on_gpu(torch::Dtype type) {
  return torch::TensorOptions().dtype(type).device(torch::kCUDA);
}

inline Linear linear_of(std::int64_t rows, std::int64_t columns, const Kind& kind, bool has_bias,
                        double spread) {
  Linear linear;
  linear.weight = torch::randn({rows, columns}, on_gpu(torch::kBFloat16)) * spread;
  if (has_bias) linear.bias = torch::randn({rows}, on_gpu(torch::kBFloat16)) * 0.1;
  if (kind.is_int8) {
    const RowInt8 quantised = quantise_rows(linear.weight);
    linear.weight = quantised.data;
    linear.scale = quantised.scale;
  }
  if (kind.rank > 0) {
    linear.lora_a =
        torch::randn({kind.rank, columns}, on_gpu(torch::kFloat32)) / std::sqrt(columns);
    linear.lora_b = torch::randn({rows, kind.rank}, on_gpu(torch::kFloat32)) * spread;
  }
  return linear;
}

inline Weights random_weights(const ModelShape& c, const Kind& kind) {
  torch::manual_seed(7);
  Weights weights;
  weights.config = c;
  weights.lora_scaling = 2;
  const auto norm = [](std::int64_t size) {
    return 1 + torch::randn({size}, on_gpu(torch::kBFloat16)) * 0.1;
  };
  const double spread = 1.0 / std::sqrt(static_cast<double>(c.hidden_size));
  weights.embedding = torch::randn({c.vocabulary, c.hidden_size}, on_gpu(torch::kBFloat16));
  weights.lm_head =
      torch::randn({c.vocabulary, c.hidden_size}, on_gpu(torch::kBFloat16)) * 2 * spread;
  weights.config.tie_embeddings = false;
  weights.final_norm = norm(c.hidden_size);
  const std::int64_t q = c.heads * c.head_dim, kv = c.kv_heads * c.head_dim;
  for (std::int64_t i = 0; i < c.layers; ++i) {
    LayerWeights layer;
    layer.input_norm = norm(c.hidden_size);
    layer.post_attention_norm = norm(c.hidden_size);
    if (c.qk_norm) layer.q_norm = norm(c.head_dim), layer.k_norm = norm(c.head_dim);
    layer.q = linear_of(q, c.hidden_size, kind, c.attention_bias, spread);
    layer.k = linear_of(kv, c.hidden_size, kind, c.attention_bias, spread);
    layer.v = linear_of(kv, c.hidden_size, kind, c.attention_bias, spread);
    layer.o = linear_of(c.hidden_size, q, kind, false, spread);
    layer.gate = linear_of(c.intermediate_size, c.hidden_size, kind, false, spread);
    layer.up = linear_of(c.intermediate_size, c.hidden_size, kind, false, spread);
    layer.down = linear_of(c.hidden_size, c.intermediate_size, kind, false, spread);
    weights.layers.push_back(std::move(layer));
  }
  build_rope_tables(weights, torch::kCUDA);
  if (kind.rank > 0) lay_side_by_side(weights);  // as a policy has them
  weights.fp8 = kind.has_fp8;
  if (kind.has_fp8) keep_fp8(weights);
  return weights;
}

// Whether a list such as ",4,64," in the environment names it; without a list everything is chosen.
inline bool is_chosen(const char* variable, const std::string& name) {
  const char* const chosen = std::getenv(variable);
  return chosen == nullptr || std::string(chosen).find("," + name + ",") != std::string::npos;
}

template <class Action>
double seconds_of(const Action& action, int times) {
  at::accelerator::synchronizeDevice(0);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) action();
  at::accelerator::synchronizeDevice(0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Where NEREID_DECODE_TRACES names a folder: what one more call spends on the GPU, as
// FOLDER/name.json for chrome://tracing or Perfetto.
inline void trace(const std::string& name, const std::function<void()>& call) {
  const char* folder = std::getenv("NEREID_DECODE_TRACES");
  if (folder == nullptr) return;
  using torch::profiler::impl::ActivityType;
  namespace profiler = torch::autograd::profiler;
  const std::set<ActivityType> activities = {ActivityType::CPU, ActivityType::CUDA};
  const torch::profiler::impl::ProfilerConfig config(torch::profiler::impl::ProfilerState::KINETO);
  profiler::prepareProfiler(config, activities);
  profiler::enableProfiler(config, activities, {at::RecordScope::FUNCTION});
  call();
  at::accelerator::synchronizeDevice(0);
  profiler::disableProfiler()->save(std::string(folder) + "/" + name + ".json");
}

}  // namespace nereid::policy::testing_on_gpu

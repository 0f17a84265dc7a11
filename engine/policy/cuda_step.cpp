// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/DeviceAccelerator.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "engine/policy/cuda/decode_step.h"
#include "engine/policy/internal/cuda_streams.h"
#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/lane_step.h"
#include "engine/policy/internal/whole_products.h"

namespace nereid::policy {
namespace {

const float* floats(const torch::Tensor& tensor) {
  return tensor.defined() ? tensor.const_data_ptr<float>() : nullptr;
}
const void* data(const torch::Tensor& tensor) {
  return tensor.defined() ? tensor.const_data_ptr() : nullptr;
}
bool is_plain(const torch::Tensor& tensor, torch::Dtype type) {
  return !tensor.defined() || (tensor.scalar_type() == type && tensor.is_contiguous());
}

bool takes(const Linear& linear) {
  const bool is_int8 = linear.scale.defined();
  return is_plain(linear.weight, is_int8 ? torch::kInt8 : torch::kBFloat16) &&
         is_plain(linear.scale, torch::kFloat32) && is_plain(linear.bias, torch::kBFloat16) &&
         is_plain(linear.lora_a, torch::kFloat32) && is_plain(linear.lora_b, torch::kFloat32);
}
bool takes(const Weights& weights) {
  const auto plain = [](const torch::Tensor& tensor) { return is_plain(tensor, torch::kBFloat16); };
  if (!plain(weights.embedding) || !plain(weights.lm_head) || !plain(weights.final_norm))
    return false;
  return std::all_of(weights.layers.begin(), weights.layers.end(), [&](const LayerWeights& layer) {
    const std::array linears = {&layer.q,    &layer.k,  &layer.v,   &layer.o,
                                &layer.gate, &layer.up, &layer.down};
    const bool is_int8 = layer.q.scale.defined();
    return plain(layer.input_norm) && plain(layer.post_attention_norm) && plain(layer.q_norm) &&
           plain(layer.k_norm) &&
           std::all_of(linears.begin(), linears.end(), [&](const Linear* linear) {
             return takes(*linear) && linear->scale.defined() == is_int8;
           });
  });
}

cuda::LinearPointers pointers(const Linear& linear) {
  return {.weight = data(linear.weight),
          .scale = floats(linear.scale),
          .bias = data(linear.bias),
          .fp8 = data(linear.fp8.data),
          .fp8_scale = floats(linear.fp8.scale),
          .rows = static_cast<int>(linear.weight.size(0)),
          .columns = static_cast<int>(linear.weight.size(1))};
}

cuda::ModelPointers pointers(const Weights& weights) {
  const ModelShape& c = weights.config;
  cuda::ModelPointers model{.embedding = data(weights.embedding),
                            .head = data(weights.head()),
                            .final_norm = data(weights.final_norm),
                            .cosine = floats(weights.cosine),
                            .sine = floats(weights.sine),
                            .hidden = static_cast<int>(c.hidden_size),
                            .intermediate = static_cast<int>(c.intermediate_size),
                            .heads = static_cast<int>(c.heads),
                            .kv_heads = static_cast<int>(c.kv_heads),
                            .head_dim = static_cast<int>(c.head_dim),
                            .vocabulary = static_cast<int>(c.vocabulary),
                            .lora_scaling = static_cast<float>(weights.lora_scaling),
                            .eps = static_cast<float>(c.rms_norm_eps)};
  for (const LayerWeights& layer : weights.layers) {
    model.layers.push_back({.input_norm = data(layer.input_norm),
                            .post_norm = data(layer.post_attention_norm),
                            .q_norm = data(layer.q_norm),
                            .k_norm = data(layer.k_norm),
                            .q = pointers(layer.q),
                            .k = pointers(layer.k),
                            .v = pointers(layer.v),
                            .o = pointers(layer.o),
                            .gate = pointers(layer.gate),
                            .up = pointers(layer.up),
                            .down = pointers(layer.down),
                            .cache = {}});
    for (const Linear* linear :
         {&layer.q, &layer.k, &layer.v, &layer.o, &layer.gate, &layer.up, &layer.down})
      if (linear->lora_a.defined()) model.rank = static_cast<int>(linear->lora_a.size(0));
  }
  return model;
}

// Does float16 hold whatever the norms of a model in 8 bits make? No number is above the root of
// the width times its weight.
bool norms_fit_half(const Weights& weights) {
  constexpr double kGreatestHalf = 65504;
  if (weights.layers.empty() || !weights.layers.front().q.scale.defined()) return false;
  std::vector<torch::Tensor> norms;
  for (const LayerWeights& layer : weights.layers) {
    norms.push_back(layer.input_norm);
    norms.push_back(layer.post_attention_norm);
  }
  const double greatest = torch::stack(norms).abs().max().item<double>();
  return greatest * std::sqrt(static_cast<double>(weights.config.hidden_size)) <= kGreatestHalf;
}

class CudaStep : public LaneStep {
 public:
  CudaStep(const Weights& weights, const GenerateOptions& options,
           std::shared_ptr<cuda::Module> module)
      : weights_(weights),
        c_(weights.config),
        options_(options),
        module_(std::move(module)),
        device_(weights.embedding.device()),
        streams_(device_),
        recording_(from_pool()),
        beside_(from_pool()),
        model_(pointers(weights)),
        multiplier_(whole_products(device_)) {}

  torch::Tensor logits(const torch::Tensor& hidden) override {
    auto out =
        torch::empty({hidden.size(0), c_.vocabulary}, torch::TensorOptions().device(device_));
    cuda::DecodeStep(module_, model_, {}, multiplier_)
        .logits(hidden.const_data_ptr(), static_cast<int>(hidden.size(0)), out.data_ptr<float>(),
                streams_.current());
    return out;
  }

  void prepare(const LaneMemory& memory) override {
    memory_ = &memory;
    for (std::size_t i = 0; i < weights_.layers.size(); ++i)
      model_.layers[i].cache = {
          memory.prefix_keys[i].const_data_ptr(), memory.prefix_values[i].const_data_ptr(),
          memory.own_keys[i].data_ptr(),          memory.own_values[i].data_ptr(),
          static_cast<int>(memory.width),         static_cast<int>(memory.steps)};
    narrow_adapters();
    model_.takes_half = norms_fit_half(weights_);
    decode_.emplace(module_, model_, scratch(memory.state.size(1)), multiplier_,
                    beside_.native_handle());
  }

  void draw(const torch::Tensor& lanes, const torch::Tensor& logits) override {
    const auto numbers = lanes.to(torch::kInt32);
    cuda::Sample sample = draw_arguments();
    sample.lane = numbers.const_data_ptr<int>();
    sample.logits = logits.const_data_ptr<float>();
    torch::Tensor forced;
    if (is_filtered(options_)) {
      forced = drawn(*memory_, options_, lanes, logits);
      sample.forced = forced.const_data_ptr<std::int64_t>();
    }
    decode_->sample(sample, static_cast<int>(lanes.size(0)), streams_.current());
  }

  void step(std::int64_t live) override {
    const std::int64_t count = lane_bucket(live);
    const bool filtered = is_filtered(options_);
    auto& graph = graphs_[count];
    if (!graph) graph = record(static_cast<int>(count), !filtered);
    graph->launch(streams_.current());
    if (filtered)
      draw(torch::arange(count, torch::TensorOptions().dtype(torch::kInt64).device(device_)),
           logits_.narrow(0, 0, count));
  }

 private:
  void* keep(const torch::Tensor& tensor) {
    scratch_.push_back(tensor);
    return tensor.data_ptr();
  }
  // The adapters in the type of the activations, as the training pass multiplies with them; the
  // first halves behind the weights where there is room for them.
  void narrow_adapters() {
    const torch::NoGradGuard no_grad;
    std::vector<torch::Tensor> from, to;
    const auto narrow = [&](const torch::Tensor& tensor, const torch::Tensor& room) -> const void* {
      if (!tensor.defined()) return nullptr;
      from.push_back(tensor);
      to.push_back(room.defined() && room.sizes() == tensor.sizes()
                       ? room
                       : torch::empty_like(tensor, torch::kBFloat16));
      return keep(to.back());
    };
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      const LayerWeights& layer = weights_.layers[i];
      cuda::LayerPointers& of_layer = model_.layers[i];
      const auto adapt = [&](cuda::LinearPointers& pointers, const Linear& linear) {
        pointers.lora_a = narrow(linear.lora_a, linear.room_for_a);
        pointers.lora_b = narrow(linear.lora_b, {});
      };
      adapt(of_layer.q, layer.q);
      adapt(of_layer.k, layer.k);
      adapt(of_layer.v, layer.v);
      adapt(of_layer.o, layer.o);
      adapt(of_layer.gate, layer.gate);
      adapt(of_layer.up, layer.up);
      adapt(of_layer.down, layer.down);
    }
    if (!to.empty()) at::_foreach_copy_(to, from);
  }

  cuda::Scratch scratch(std::int64_t padded) {
    const auto values = weights_.embedding.options().requires_grad(false);
    const auto wide = torch::TensorOptions().device(device_);
    const auto integers = wide.dtype(torch::kInt32);
    const std::int64_t rank = std::max(model_.rank, 1), all_heads = c_.heads + 2 * c_.kv_heads;
    const auto numbers = [&](std::size_t count) {
      return torch::empty({static_cast<std::int64_t>(count)}, wide);
    };
    cuda::Scratch scratch;
    scratch.x = keep(torch::empty({padded, c_.hidden_size}, values));
    scratch.normed = keep(torch::empty({padded, c_.hidden_size}, values));
    if (model_.takes_half)
      scratch.half_normed =
          keep(torch::empty({padded, c_.hidden_size}, values.dtype(torch::kFloat16)));
    scratch.qkv = keep(torch::empty({padded, all_heads * c_.head_dim}, values));
    scratch.mixed = keep(torch::empty({padded, c_.heads * c_.head_dim}, values));
    scratch.activated = keep(torch::empty({padded, c_.intermediate_size}, values));
    const std::int64_t most_columns =
        std::max({c_.hidden_size, c_.heads * c_.head_dim, c_.intermediate_size});
    if (module_->capability() == cuda::kHopper && !weights_.layers.empty() &&
        weights_.layers.front().q.scale.defined()) {
      const std::size_t digits =
          cuda::digit_bytes(static_cast<int>(most_columns), static_cast<int>(padded));
      scratch.digits =
          keep(torch::empty({static_cast<std::int64_t>(digits)}, values.dtype(torch::kUInt8)));
    }
    if (weights_.fp8) {
      scratch.fp8 = keep(torch::empty({padded, most_columns}, values.dtype(torch::kUInt8)));
      scratch.lane_scales = static_cast<float*>(keep(torch::empty({padded}, wide)));
    }
    logits_ = torch::empty({padded, c_.vocabulary}, wide);
    scratch.logits = logits_.data_ptr<float>();
    scratch.low_rank = keep(torch::empty({padded, 3 * rank}, values));
    scratch.low_rank_sums = static_cast<float*>(
        keep(numbers(cuda::low_rank_sum_count(static_cast<int>(padded), static_cast<int>(rank)))));
    scratch.partial = static_cast<float*>(
        keep(torch::empty({padded, c_.heads, cuda::kMostSplits, c_.head_dim + 2}, wide)));
    scratch.arrived = static_cast<unsigned*>(keep(torch::zeros({padded, c_.kv_heads}, integers)));
    const std::int64_t most_rows =
        std::max({2 * c_.intermediate_size, all_heads * c_.head_dim, c_.hidden_size}) + 3 * rank;
    scratch.sums = static_cast<float*>(
        keep(numbers(cuda::sum_count(static_cast<int>(most_rows), static_cast<int>(padded)))));
    scratch.tiles_arrived =
        static_cast<unsigned*>(keep(torch::zeros({cuda::kMostTiles}, integers)));
    const auto bytes = [&](std::size_t count) {
      return torch::zeros({static_cast<std::int64_t>(count)}, integers.dtype(torch::kUInt8));
    };
    scratch.stretches = keep(bytes(padded * cuda::kStretches * sizeof(cuda::Stretch)));
    scratch.drawn = keep(bytes(padded * sizeof(cuda::Drawn)));
    return scratch;
  }

  c10::Stream from_pool() const {
    return c10::impl::VirtualGuardImpl(device_.type())
        .getStreamFromGlobalPool(device_, /*isHighPriority=*/false);
  }

  cuda::Lanes lanes() const {
    int* const first = memory_->state.data_ptr<int>();
    const auto at = [&](LaneState which) { return first + which * memory_->state.size(1); };
    return {at(kRow),   at(kSlot), at(kPrefix), at(kStart),
            at(kLimit), at(kMade), at(kToken),  at(kDone)};
  }

  cuda::Sample draw_arguments() const {
    cuda::Sample sample{};
    sample.lanes = lanes();
    sample.uniforms =
        memory_->uniforms.defined() ? memory_->uniforms.const_data_ptr<double>() : nullptr;
    sample.ends = memory_->ends.const_data_ptr<int>();
    sample.tokens = memory_->tokens.data_ptr<int>();
    sample.logprobs = memory_->logprobs.data_ptr<float>();
    sample.entropies = memory_->entropies.data_ptr<float>();
    sample.ranks = memory_->ranks.data_ptr<int>();
    sample.vocabulary = static_cast<int>(c_.vocabulary);
    sample.steps = static_cast<int>(memory_->steps);
    sample.end_count = static_cast<int>(memory_->ends.numel());
    sample.temperature = static_cast<float>(options_.temperature);
    return sample;
  }

  // A step of `count` lanes, with the draw where the kernels do it.
  std::unique_ptr<cuda::Module::Graph> record(int count, bool draws) {
    const c10::StreamGuard guard(recording_);
    const cuda::StreamHandle recording = recording_.native_handle();
    // Once without recording, since libtorch allocates memory for its products at the first of
    // them. Nothing comes of it but keys and values that the recorded step writes again.
    at::accelerator::synchronizeDevice(device_.index());
    decode_->run(lanes(), count, recording);
    at::accelerator::synchronizeDevice(device_.index());
    module_->begin_capture(recording);
    decode_->run(lanes(), count, recording);
    cuda::Sample sample = draw_arguments();
    sample.logits = logits_.const_data_ptr<float>();
    if (draws) decode_->sample(sample, count, recording);
    return module_->end_capture(recording);
  }

  const Weights& weights_;
  const ModelShape& c_;
  const GenerateOptions& options_;
  std::shared_ptr<cuda::Module> module_;
  torch::Device device_;
  Streams streams_;
  c10::Stream recording_;  // graphs are recorded on it, since the default stream cannot be
  c10::Stream beside_;     // and on it what they do at the same time
  cuda::ModelPointers model_;
  const cuda::Multiplier multiplier_;
  const LaneMemory* memory_ = nullptr;
  std::vector<torch::Tensor> scratch_;  // what pointers refer to
  torch::Tensor logits_;
  std::optional<cuda::DecodeStep> decode_;
  std::map<std::int64_t, std::unique_ptr<cuda::Module::Graph>> graphs_;  // by the batch's bucket
};

}  // namespace

std::string why_no_cuda_kernels(const Weights& weights) {
  if (!weights.embedding.is_cuda()) return "the model is not on a GPU";
  if (!takes(weights)) return "the weights are not in bfloat16 or 8 bits";
  if (std::string why = cuda::unsupported(pointers(weights)); !why.empty()) return why;
  std::string why;
  // libtorch makes its context current by the first thing that it does on a thread.
  c10::impl::VirtualGuardImpl(c10::DeviceType::CUDA)
      .synchronizeDevice(weights.embedding.device().index());
  const c10::DeviceGuard guard(weights.embedding.device());
  cuda::Module::load(why, weights.embedding.device().index());
  return why;
}

std::unique_ptr<LaneStep> cuda_step(const Weights& weights, const GenerateOptions& options) {
  std::string why;
  auto module = cuda::Module::load(why, weights.embedding.device().index());
  TORCH_CHECK(module, "no CUDA kernels: ", why);
  return std::make_unique<CudaStep>(weights, options, std::move(module));
}

std::vector<GeneratedRow> generate_by_cuda_kernels(
    const Weights& weights, const std::vector<std::int32_t>& end_tokens,
    const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options) {
  const std::string refused = why_no_cuda_kernels(weights);
  TORCH_CHECK(refused.empty(), "no CUDA kernels: ", refused);
  const c10::DeviceGuard guard(weights.embedding.device());  // own kernels run on the current one
  return generate_by_lanes(weights, end_tokens, prompts, options, cuda_step);
}

}  // namespace nereid::policy

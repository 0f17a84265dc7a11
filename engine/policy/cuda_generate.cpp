// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/DeviceAccelerator.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "engine/policy/cuda/decode_step.h"
#include "engine/policy/internal/cuda_streams.h"
#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/sampling.h"

namespace nereid::policy {
namespace {

// The host looks for finished rows once in so many steps: each look waits for the device.
constexpr int kStepsBetweenLooks = 16;
// More lanes than that are two passes over the weights, which buys nothing.
constexpr std::int64_t kMostLanes = 256;
// Measured on one H100, shape of a 7B model in bfloat16, milliseconds a step: by kernels 7.8 with
// 64 rows and 9.6 with 128, by libtorch's operators one by one 15.7 with 64. In 8 bits the
// operators take 37 to 41.
constexpr std::size_t kRowsOfWholeWeights = 128;
// Tokens of prompts that are read at once.
constexpr std::int64_t kPrefillTokens = 16384;
// One dimension of the lanes' state each, in the order of cuda::Lanes.
enum State { kRow, kSlot, kPrefix, kStart, kLimit, kMade, kToken, kDone, kStates };

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

// The prompts of one call, each once: their keys and values, and the logits after their last token.
struct Prefixes {
  std::vector<torch::Tensor> keys, values;  // of a layer, [prompts, kv_heads, width, d]
  torch::Tensor logits;                     // [prompts, V] float32
  std::vector<std::int64_t> of_row;         // row -> prompt
  std::vector<std::vector<std::int32_t>> prompts;
  std::int64_t width = 0;
};

class CudaGeneration {
 public:
  CudaGeneration(const Weights& weights, std::shared_ptr<cuda::Module> module,
                 const std::vector<std::int32_t>& end_tokens,
                 const std::vector<std::vector<std::int32_t>>& prompts,
                 const GenerateOptions& options)
      : weights_(weights),
        c_(weights.config),
        module_(std::move(module)),
        options_(options),
        rows_(static_cast<std::int64_t>(prompts.size())),
        device_(weights.embedding.device()),
        numbers_(torch::TensorOptions().dtype(torch::kInt32)),
        streams_(device_),
        recording_(from_pool()),
        beside_(from_pool()),
        out_(prompts.size()) {
    ends_ = torch::tensor(end_tokens, numbers_).to(device_);
    find_prefixes(prompts);
    const std::int64_t longest =
        std::ranges::max(prompts, {}, &std::vector<std::int32_t>::size).size();
    steps_ = std::clamp<std::int64_t>(options.max_new_tokens, 1, c_.max_positions - longest);
    for (std::int64_t row = 0; row < rows_; ++row) waiting_.push_back(row);
    read_prompts();
    allocate();
  }

  std::vector<GeneratedRow> run() {
    begin_rows();
    while (!live_.empty()) {
      std::int64_t left = 0;
      for (const Lane& lane : live_) left = std::max(left, lane.limit - lane.made);
      const std::int64_t steps = std::min<std::int64_t>(kStepsBetweenLooks, left);
      for (std::int64_t i = 0; i < steps; ++i) {
        if (options_.stopped && options_.stopped()) return std::move(out_);
        step();
      }
      look();
      begin_rows();
    }
    return std::move(out_);
  }

 private:
  struct Lane {
    std::int64_t row = 0, slot = 0, made = 0, token = 0, limit = 0;
    bool done = false;
  };

  void find_prefixes(const std::vector<std::vector<std::int32_t>>& prompts) {
    std::map<std::vector<std::int32_t>, std::int64_t> seen;
    for (const auto& prompt : prompts) {
      const auto [place, is_new] =
          seen.emplace(prompt, static_cast<std::int64_t>(prefixes_.prompts.size()));
      if (is_new) prefixes_.prompts.push_back(prompt);
      prefixes_.of_row.push_back(place->second);
      prefixes_.width = std::max(prefixes_.width, static_cast<std::int64_t>(prompt.size()));
    }
  }

  torch::Tensor cache(std::int64_t rows, std::int64_t room) const {
    return torch::zeros({rows, c_.kv_heads, room, c_.head_dim},
                        weights_.embedding.options().requires_grad(false));
  }

  void read_prompts() {
    const auto count = static_cast<std::int64_t>(prefixes_.prompts.size());
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      prefixes_.keys.push_back(cache(count, prefixes_.width));
      prefixes_.values.push_back(cache(count, prefixes_.width));
    }
    prefixes_.logits = torch::empty({count, c_.vocabulary}, torch::TensorOptions().device(device_));
    model_ = pointers(weights_);
    const std::int64_t at_once = std::max<std::int64_t>(1, kPrefillTokens / prefixes_.width);
    cuda::DecodeStep head(module_, model_, {}, multiplier());
    for (std::int64_t first = 0; first < count; first += at_once) {
      const std::int64_t some = std::min(at_once, count - first);
      const torch::Tensor hidden = read(first, some);
      head.logits(hidden.const_data_ptr(), static_cast<int>(some),
                  prefixes_.logits.data_ptr<float>() + first * c_.vocabulary, streams_.current());
    }
  }

  // Runs some prompts, padded on the left; their last hidden states [count, H].
  torch::Tensor read(std::int64_t first, std::int64_t count) {
    const std::int64_t width = prefixes_.width, d = c_.head_dim, group = c_.heads / c_.kv_heads;
    auto host = torch::zeros({count, width}, torch::kInt64);
    auto starts = torch::empty({count}, torch::kInt64);
    bool even = true;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto& prompt = prefixes_.prompts[first + i];
      const auto padding = width - static_cast<std::int64_t>(prompt.size());
      even = even && padding == 0;
      starts.data_ptr<std::int64_t>()[i] = padding;
      std::copy(prompt.begin(), prompt.end(), host.data_ptr<std::int64_t>() + i * width + padding);
    }
    const auto tokens = host.to(device_), padding = starts.to(device_);
    const auto places = torch::arange(width, padding.options());
    const auto positions = (places.unsqueeze(0) - padding.unsqueeze(1)).clamp_min(0).flatten();
    torch::Tensor mask;
    if (!even) {
      // A padding query sees itself only, which keeps its softmax finite.
      auto seen = (places.view({1, 1, 1, width}) >= padding.view({count, 1, 1, 1})) &
                  (places.view({1, 1, 1, width}) <= places.view({1, 1, width, 1}));
      mask = seen | (places.view({1, 1, 1, width}) == places.view({1, 1, width, 1}));
    }
    auto x = at::embedding(weights_.embedding, tokens);
    const auto angles = [&](const torch::Tensor& table) {
      return table.index_select(0, positions).view({count, width, 1, d}).to(x.scalar_type());
    };
    const auto cosine = angles(weights_.cosine), sine = angles(weights_.sine);
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      const LayerWeights& layer = weights_.layers[i];
      const auto normed = rms_norm(x, layer.input_norm, c_.rms_norm_eps);
      auto q = adapted_product(weights_, layer.q, normed).view({count, width, c_.heads, d});
      auto k = adapted_product(weights_, layer.k, normed).view({count, width, c_.kv_heads, d});
      auto v = adapted_product(weights_, layer.v, normed).view({count, width, c_.kv_heads, d});
      if (c_.qk_norm) {
        q = rms_norm(q, layer.q_norm, c_.rms_norm_eps);
        k = rms_norm(k, layer.k_norm, c_.rms_norm_eps);
      }
      q = rotate_halves(q, cosine, sine).transpose(1, 2);
      k = rotate_halves(k, cosine, sine).transpose(1, 2);
      v = v.transpose(1, 2);
      prefixes_.keys[i].narrow(0, first, count).copy_(k);
      prefixes_.values[i].narrow(0, first, count).copy_(v);
      if (group > 1) {
        k = k.repeat_interleave(group, 1);
        v = v.repeat_interleave(group, 1);
      }
      const auto mixed = at::scaled_dot_product_attention(
          q, k, v, even ? std::optional<torch::Tensor>() : mask, 0.0, even);
      x = x + adapted_product(weights_, layer.o, mixed.transpose(1, 2).reshape({count, width, -1}));
      const auto inner = rms_norm(x, layer.post_attention_norm, c_.rms_norm_eps);
      x = x + adapted_product(weights_, layer.down,
                              at::silu(adapted_product(weights_, layer.gate, inner)) *
                                  adapted_product(weights_, layer.up, inner));
    }
    return rms_norm(x.select(1, width - 1).contiguous(), weights_.final_norm, c_.rms_norm_eps);
  }

  void* keep(const torch::Tensor& tensor) {
    scratch_.push_back(tensor);
    return tensor.data_ptr();
  }
  // The adapters in the type of the activations, as the training pass multiplies with them.
  void narrow_adapters() {
    const auto narrow = [&](const torch::Tensor& tensor) -> const void* {
      return tensor.defined() ? keep(tensor.to(torch::kBFloat16)) : nullptr;
    };
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      const LayerWeights& from = weights_.layers[i];
      cuda::LayerPointers& to = model_.layers[i];
      const auto adapt = [&](cuda::LinearPointers& pointers, const Linear& linear) {
        pointers.lora_a = narrow(linear.lora_a);
        pointers.lora_b = narrow(linear.lora_b);
      };
      adapt(to.q, from.q);
      adapt(to.k, from.k);
      adapt(to.v, from.v);
      adapt(to.o, from.o);
      adapt(to.gate, from.gate);
      adapt(to.up, from.up);
      adapt(to.down, from.down);
    }
  }

  // Products of many lanes by libtorch, on the stream that is current on this thread.
  cuda::Multiplier multiplier() const {
    return [device = device_](const cuda::WholeProduct& given) {
      const auto narrow = torch::TensorOptions().dtype(torch::kBFloat16).device(device);
      const auto matrix = [&](const void* data, std::int64_t rows) {
        return torch::from_blob(const_cast<void*>(data), {rows, given.columns}, narrow);
      };
      auto sums = torch::from_blob(given.sums, {given.count, given.rows}, {given.stride, 1},
                                   narrow.dtype(torch::kFloat32));
      at::mm_out(sums, matrix(given.x, given.count), matrix(given.weight, given.rows).t(),
                 torch::kFloat32);
    };
  }

  void allocate() {
    const std::int64_t budget = options_.cache_bytes > 0 ? options_.cache_bytes : kGpuCacheBytes;
    lanes_ = std::min({rows_, kMostLanes,
                       rows_at_once(c_, rows_, steps_, weights_.embedding.element_size(), budget)});
    for (std::int64_t slot = 0; slot < lanes_; ++slot) free_.push_back(slot);
    const auto values = weights_.embedding.options().requires_grad(false);
    const auto wide = torch::TensorOptions().device(device_);
    const auto integers = numbers_.device(device_);
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      // One more, for lanes that stand for nobody.
      own_.push_back(cache(lanes_ + 1, steps_));
      own_.push_back(cache(lanes_ + 1, steps_));
      model_.layers[i].cache = {prefixes_.keys[i].const_data_ptr(),
                                prefixes_.values[i].const_data_ptr(),
                                own_[2 * i].data_ptr(),
                                own_[2 * i + 1].data_ptr(),
                                static_cast<int>(prefixes_.width),
                                static_cast<int>(steps_)};
    }
    cuda::Scratch scratch;
    const std::int64_t padded = bucket(lanes_), rank = std::max(model_.rank, 1);
    const std::int64_t all_heads = c_.heads + 2 * c_.kv_heads;
    const auto numbers = [&](std::size_t count) {
      return torch::empty({static_cast<std::int64_t>(count)}, wide);
    };
    narrow_adapters();
    scratch.x = keep(torch::empty({padded, c_.hidden_size}, values));
    scratch.normed = keep(torch::empty({padded, c_.hidden_size}, values));
    model_.takes_half = norms_fit_half(weights_);
    if (model_.takes_half)
      scratch.half_normed =
          keep(torch::empty({padded, c_.hidden_size}, values.dtype(torch::kFloat16)));
    scratch.qkv = keep(torch::empty({padded, all_heads * c_.head_dim}, values));
    scratch.mixed = keep(torch::empty({padded, c_.heads * c_.head_dim}, values));
    scratch.activated = keep(torch::empty({padded, c_.intermediate_size}, values));
    logits_ = torch::empty({padded, c_.vocabulary}, wide);
    scratch.logits = logits_.data_ptr<float>();
    scratch.low_rank = keep(torch::empty({padded, 3 * rank}, values));
    scratch.low_rank_sums = static_cast<float*>(
        keep(numbers(cuda::low_rank_sum_count(static_cast<int>(padded), static_cast<int>(rank)))));
    scratch.partial = static_cast<float*>(
        keep(torch::empty({padded, c_.heads, cuda::kMostSplits, c_.head_dim + 2}, wide)));
    scratch.arrived = static_cast<unsigned*>(keep(torch::zeros({padded, c_.kv_heads}, integers)));
    const std::int64_t most_rows =
        std::max({2 * c_.intermediate_size, all_heads * c_.head_dim, c_.hidden_size});
    scratch.sums = static_cast<float*>(
        keep(numbers(cuda::sum_count(static_cast<int>(most_rows), static_cast<int>(padded)))));
    scratch.tiles_arrived =
        static_cast<unsigned*>(keep(torch::zeros({cuda::kMostTiles}, integers)));
    const auto bytes = [&](std::size_t count) {
      return torch::zeros({static_cast<std::int64_t>(count)}, integers.dtype(torch::kUInt8));
    };
    scratch.stretches = keep(bytes(padded * cuda::kStretches * sizeof(cuda::Stretch)));
    scratch.drawn = keep(bytes(padded * sizeof(cuda::Drawn)));
    state_ = torch::zeros({kStates, padded}, integers);
    tokens_ = torch::zeros({rows_, steps_}, integers);
    ranks_ = torch::zeros_like(tokens_);
    logprobs_ = torch::zeros({rows_, steps_}, wide);
    entropies_ = torch::zeros_like(logprobs_);
    if (options_.temperature > 0) {
      auto uniforms = torch::empty({rows_, steps_}, torch::kFloat64);
      for (std::int64_t row = 0; row < rows_; ++row)
        for (std::int64_t i = 0; i < steps_; ++i)
          uniforms.data_ptr<double>()[row * steps_ + i] =
              uniform_at(options_.row_seeds[row], length_of(row) + i);
      uniforms_ = uniforms.to(device_);
    }
    decode_.emplace(module_, model_, scratch, multiplier(), beside_.native_handle());
  }

  c10::Stream from_pool() const {
    return c10::impl::VirtualGuardImpl(device_.type())
        .getStreamFromGlobalPool(device_, /*isHighPriority=*/false);
  }

  std::int64_t length_of(std::int64_t row) const {
    return static_cast<std::int64_t>(prefixes_.prompts[prefixes_.of_row[row]].size());
  }
  // Batches are rounded up, so that few graphs serve all of them.
  static std::int64_t bucket(std::int64_t lanes) {
    for (std::int64_t size = 1; size < 64; size *= 2)
      if (lanes <= size) return size;
    return (lanes + 63) / 64 * 64;
  }

  cuda::Lanes lanes() const {
    int* const first = state_.data_ptr<int>();
    const auto at = [&](State which) { return first + which * state_.size(1); };
    return {at(kRow),   at(kSlot), at(kPrefix), at(kStart),
            at(kLimit), at(kMade), at(kToken),  at(kDone)};
  }

  cuda::Sample draw_arguments() const {
    cuda::Sample sample{};
    sample.lanes = lanes();
    sample.uniforms = uniforms_.defined() ? uniforms_.const_data_ptr<double>() : nullptr;
    sample.ends = ends_.const_data_ptr<int>();
    sample.tokens = tokens_.data_ptr<int>();
    sample.logprobs = logprobs_.data_ptr<float>();
    sample.entropies = entropies_.data_ptr<float>();
    sample.ranks = ranks_.data_ptr<int>();
    sample.vocabulary = static_cast<int>(c_.vocabulary);
    sample.steps = static_cast<int>(steps_);
    sample.end_count = static_cast<int>(ends_.numel());
    sample.temperature = static_cast<float>(options_.temperature);
    return sample;
  }

  bool is_filtered() const {
    return options_.temperature > 0 && (options_.top_p < 1.0 || options_.top_k > 0);
  }

  // Tokens that top_k and top_p leave, drawn by libtorch: logits [B, V], lanes [B] -> [B] int64.
  torch::Tensor drawn(const torch::Tensor& logits, const torch::Tensor& lanes) const {
    const auto p = at::softmax(logits / options_.temperature, 1);
    const auto rows = state_[kRow].index_select(0, lanes).to(torch::kInt64);
    const auto made = state_[kMade].index_select(0, lanes).to(torch::kInt64).clamp_max(steps_ - 1);
    const auto uniforms = uniforms_.index_select(0, rows).gather(1, made.unsqueeze(1));
    return draw(p, uniforms, options_).squeeze(1).contiguous();
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

  void step() {
    if (options_.on_step) options_.on_step();
    const auto count = static_cast<int>(bucket(std::ssize(live_)));
    const bool filtered = is_filtered();
    auto& graph = graphs_[count];
    if (!graph) graph = record(count, !filtered);
    graph->launch(streams_.current());
    if (!filtered) return;
    const auto all =
        torch::arange(count, torch::TensorOptions().dtype(torch::kInt64).device(device_));
    const auto forced = drawn(logits_.narrow(0, 0, count), all);
    cuda::Sample sample = draw_arguments();
    sample.logits = logits_.const_data_ptr<float>();
    sample.forced = forced.const_data_ptr<std::int64_t>();
    decode_->sample(sample, count, streams_.current());
  }

  // Hands over the rows that have ended; their slots are free then.
  void look() {
    const auto host = state_.to(torch::kCPU);
    const int* const values = host.data_ptr<int>();
    const std::int64_t stride = host.size(1);
    std::vector<Lane> kept;
    std::vector<std::int64_t> ended;
    for (std::size_t i = 0; i < live_.size(); ++i) {
      Lane& lane = live_[i];
      lane.made = values[kMade * stride + static_cast<std::int64_t>(i)];
      lane.token = values[kToken * stride + static_cast<std::int64_t>(i)];
      lane.done = values[kDone * stride + static_cast<std::int64_t>(i)] != 0;
      if (!lane.done) {
        kept.push_back(lane);
        continue;
      }
      ended.push_back(lane.row);
      lengths_[lane.row] = lane.made;
      free_.push_back(lane.slot);
    }
    changed_ = changed_ || !ended.empty();
    live_ = std::move(kept);
    hand_over(ended);
  }

  void hand_over(const std::vector<std::int64_t>& rows) {
    if (rows.empty()) return;
    const auto which = torch::tensor(rows, torch::kInt64).to(device_);
    const auto take = [&](const torch::Tensor& from) {
      return from.index_select(0, which).to(torch::kCPU);
    };
    const auto tokens = take(tokens_), ranks = take(ranks_), logprobs = take(logprobs_),
               entropies = take(entropies_);
    const auto ends = ends_.to(torch::kCPU);
    const int* const first_end = ends.data_ptr<int>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      GeneratedRow& row = out_[rows[i]];
      const std::int64_t count = lengths_[rows[i]], at = static_cast<std::int64_t>(i) * steps_;
      const auto copy = [&](auto& to, const auto* from) {
        to.assign(from + at, from + at + count);
      };
      copy(row.tokens, tokens.data_ptr<int>());
      copy(row.ranks, ranks.data_ptr<int>());
      copy(row.logprobs, logprobs.data_ptr<float>());
      copy(row.entropies, entropies.data_ptr<float>());
      row.truncated = std::find(first_end, first_end + ends.numel(), row.tokens.back()) ==
                      first_end + ends.numel();
      ++finished_;
      if (options_.on_row) options_.on_row(static_cast<std::size_t>(rows[i]), row);
    }
    if (options_.progress) options_.progress(finished_, static_cast<int>(rows_));
  }

  // Gives free slots to rows that wait, with the first token of each out of its prompt's logits.
  void begin_rows() {
    std::vector<std::int64_t> fresh;
    while (!free_.empty() && !waiting_.empty()) {
      const std::int64_t row = waiting_.front();
      waiting_.pop_front();
      fresh.push_back(std::ssize(live_));
      live_.push_back({.row = row,
                       .slot = free_.back(),
                       .limit = std::min(steps_, c_.max_positions - length_of(row))});
      free_.pop_back();
    }
    if (fresh.empty() && !changed_) return;
    changed_ = false;
    upload();
    if (fresh.empty()) return;
    auto lane = torch::tensor(fresh, torch::kInt64);
    auto prompt = torch::empty_like(lane);
    for (std::size_t i = 0; i < fresh.size(); ++i)
      prompt.data_ptr<std::int64_t>()[i] = prefixes_.of_row[live_[fresh[i]].row];
    const auto lanes = lane.to(numbers_).to(device_), prompts = prompt.to(numbers_).to(device_);
    cuda::Sample sample = draw_arguments();
    sample.lane = lanes.const_data_ptr<int>();
    torch::Tensor forced;
    if (is_filtered()) {
      forced = drawn(prefixes_.logits.index_select(0, prompt.to(device_)), lane.to(device_));
      sample.forced = forced.const_data_ptr<std::int64_t>();
    }
    sample.logits = prefixes_.logits.const_data_ptr<float>();
    sample.logits_row = prompts.const_data_ptr<int>();
    decode_->sample(sample, static_cast<int>(fresh.size()), streams_.current());
    for (const std::int64_t i : fresh) live_[i].made = 1;
  }

  void upload() {
    auto host = torch::zeros({kStates, state_.size(1)}, numbers_);
    int* const values = host.data_ptr<int>();
    const std::int64_t stride = host.size(1);
    for (std::int64_t i = 0; i < stride; ++i) {
      const bool lives = i < std::ssize(live_);
      const Lane lane =
          lives ? live_[i] : Lane{.slot = lanes_, .made = 1, .limit = 1, .done = true};
      const std::int64_t prompt = lives ? prefixes_.of_row[lane.row] : 0;
      const std::int64_t start = lives ? prefixes_.width - length_of(lane.row) : prefixes_.width;
      const std::array<std::int64_t, kStates> all = {lane.row,   lane.slot, prompt,     start,
                                                     lane.limit, lane.made, lane.token, lane.done};
      for (int which = 0; which < kStates; ++which)
        values[which * stride + i] = static_cast<int>(all[which]);
    }
    state_.copy_(host);
  }

  const Weights& weights_;
  const ModelShape& c_;
  std::shared_ptr<cuda::Module> module_;
  const GenerateOptions& options_;
  std::int64_t rows_, steps_ = 0, lanes_ = 0;
  torch::Device device_;
  torch::TensorOptions numbers_;
  Streams streams_;
  c10::Stream recording_;  // graphs are recorded on it, since the default stream cannot be
  c10::Stream beside_;     // and on it what they do at the same time
  Prefixes prefixes_;
  cuda::ModelPointers model_;
  std::vector<torch::Tensor> own_, scratch_;  // keys and values by turns; what pointers refer to
  torch::Tensor ends_, uniforms_, logits_, state_, tokens_, ranks_, logprobs_, entropies_;
  std::optional<cuda::DecodeStep> decode_;
  std::map<int, std::unique_ptr<cuda::Module::Graph>> graphs_;  // by the size of the batch
  std::deque<std::int64_t> waiting_;                            // rows that have no lane yet
  std::vector<std::int64_t> free_;                              // slots of the cache
  std::vector<Lane> live_;
  std::map<std::int64_t, std::int64_t> lengths_;  // of the rows that have ended
  bool changed_ = false;
  int finished_ = 0;
  std::vector<GeneratedRow> out_;
};

// Rows whose prompts together fit the budget: the end of each such stretch.
std::vector<std::size_t> waves(const Weights& weights,
                               const std::vector<std::vector<std::int32_t>>& prompts,
                               const GenerateOptions& options) {
  const auto longest = std::ssize(std::ranges::max(prompts, {}, &std::vector<std::int32_t>::size));
  const std::int64_t most =
      rows_at_once(weights.config, std::ssize(prompts), longest, weights.embedding.element_size(),
                   options.cache_bytes > 0 ? options.cache_bytes : kGpuCacheBytes);
  std::vector<std::size_t> ends;
  std::set<std::vector<std::int32_t>> seen;
  for (std::size_t row = 0; row < prompts.size(); ++row) {
    if (!seen.contains(prompts[row]) && std::ssize(seen) == most) {
      ends.push_back(row);
      seen.clear();
    }
    seen.insert(prompts[row]);
  }
  ends.push_back(prompts.size());
  return ends;
}

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

bool prefers_cuda_kernels(const Weights& weights, std::size_t rows) {
  const bool is_int8 = !weights.layers.empty() && weights.layers.front().q.scale.defined();
  return (is_int8 || rows <= kRowsOfWholeWeights) && why_no_cuda_kernels(weights).empty();
}

std::vector<GeneratedRow> generate_by_cuda_kernels(
    const Weights& weights, const std::vector<std::int32_t>& end_tokens,
    const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options) {
  check_generate_input(weights.config, prompts, options);
  if (prompts.empty() || options.max_new_tokens <= 0)
    return std::vector<GeneratedRow>(prompts.size());
  const std::string refused = why_no_cuda_kernels(weights);
  TORCH_CHECK(refused.empty(), "no CUDA kernels: ", refused);
  torch::InferenceMode inference;
  const torch::Device device = weights.embedding.device();
  const c10::DeviceGuard guard(device);  // our own kernels run on the current one
  std::string why;
  const auto module = cuda::Module::load(why, device.index());
  const std::vector<std::size_t> ends = waves(weights, prompts, options);
  if (ends.size() == 1) return CudaGeneration(weights, module, end_tokens, prompts, options).run();
  std::vector<GeneratedRow> out;
  for (std::size_t first = 0; const std::size_t last : ends) {
    if (options.stopped && options.stopped()) break;
    GenerateOptions part = part_of(options, first, last, prompts.size());
    auto rows = CudaGeneration(weights, module, end_tokens,
                               {prompts.begin() + first, prompts.begin() + last}, part)
                    .run();
    std::move(rows.begin(), rows.end(), std::back_inserter(out));
    first = last;
  }
  out.resize(prompts.size());
  return out;
}

}  // namespace nereid::policy

// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/lane_step.h"

namespace nereid::policy {
namespace {

// One token a row of p [B, V], of those that the filters leave: uniforms [B, 1] float64 in
// [0, 1) -> [B, 1] int64.
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
  // The most probable token is left by all filters.
  if (options.min_p > 0) p = p.masked_fill(p < p.amax(1, true) * options.min_p, 0);
  const auto cumulative = p.to(torch::kFloat64).cumsum(1);
  const auto total = cumulative.narrow(1, vocabulary - 1, 1);
  // Just below the sum, so that rounding cannot choose a token past the last possible one.
  const auto target = (uniforms * total).minimum(total * (1 - 1e-12));
  return at::searchsorted(cumulative, target.contiguous(), false, true).clamp_max(vocabulary - 1);
}

class OperatorStep : public LaneStep {
 public:
  OperatorStep(const Weights& weights, const GenerateOptions& options)
      : weights_(weights), c_(weights.config), options_(options) {}

  torch::Tensor logits(const torch::Tensor& hidden) override {
    if (!head_.defined()) head_ = weights_.head().to(torch::kFloat32).t();
    return at::matmul(hidden.to(torch::kFloat32), head_);
  }

  void prepare(const LaneMemory& memory) override { memory_ = &memory; }

  void draw(const torch::Tensor& lanes, const torch::Tensor& logits) override {
    const bool greedy = options_.temperature <= 0;
    const auto log_p = at::log_softmax(greedy ? logits : logits / options_.temperature, 1);
    const auto token = greedy ? logits.argmax(1) : drawn(*memory_, options_, lanes, logits);
    const auto chosen = log_p.gather(1, token.unsqueeze(1));
    const auto is_live = state(kDone, lanes) == 0;
    const auto made = state(kMade, lanes);
    const auto row = state(kRow, lanes), place = made.clamp_max(memory_->steps - 1);
    const auto note = [&](const torch::Tensor& to, const torch::Tensor& value) {
      const auto before = to.index({row, place});
      torch::Tensor(to).index_put_({row, place},
                                   at::where(is_live, value.to(to.scalar_type()), before));
    };
    note(memory_->tokens, token);
    note(memory_->logprobs, chosen.squeeze(1));
    note(memory_->ranks, (log_p > chosen).sum(1) + 1);
    note(memory_->entropies, -(log_p.exp() * log_p).sum(1));
    const auto ends = (made + 1 >= state(kLimit, lanes)) | at::isin(token, memory_->ends);
    set_state(kToken, lanes, at::where(is_live, token, state(kToken, lanes)));
    set_state(kMade, lanes, made + is_live.to(torch::kInt64));
    set_state(kDone, lanes, (is_live.logical_not() | ends).to(torch::kInt64));
  }

  void step(std::int64_t count) override {
    const auto lanes = torch::arange(
        count, torch::TensorOptions().dtype(torch::kInt64).device(memory_->state.device()));
    const Places places(*this, lanes);
    auto x = at::embedding(weights_.embedding, state(kToken, lanes));
    const auto angles = [&](const torch::Tensor& table) {
      return table.index_select(0, places.positions).unsqueeze(1).to(x.scalar_type());
    };
    const auto cosine = angles(weights_.cosine), sine = angles(weights_.sine);
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      const LayerWeights& layer = weights_.layers[i];
      x = layer_output(weights_, layer, x,
                       attend(i, layer_heads(weights_, layer, x), cosine, sine, places));
    }
    draw(lanes, logits(rms_norm(x, weights_.final_norm, c_.rms_norm_eps)));
  }

 private:
  // Where the lanes of a step stand, [B] each.
  struct Places {
    torch::Tensor slot, prefix, own, positions;
    torch::Tensor hidden;  // [B, 1, 1, width + steps] additive
    Places(const OperatorStep& step, const torch::Tensor& lanes)
        : slot(step.state(kSlot, lanes)),
          prefix(step.state(kPrefix, lanes)),
          own(step.state(kMade, lanes) - 1) {
      const auto start = step.state(kStart, lanes);
      const std::int64_t width = step.memory_->width, steps = step.memory_->steps;
      positions = width - start + own;
      const auto is_padding =
          torch::arange(width, start.options()).unsqueeze(0) < start.unsqueeze(1);
      const auto is_later = torch::arange(steps, own.options()).unsqueeze(0) > own.unsqueeze(1);
      hidden = torch::zeros({lanes.size(0), 1, 1, width + steps},
                            torch::TensorOptions().device(lanes.device()))
                   .masked_fill_(torch::cat({is_padding, is_later}, 1).unsqueeze(1).unsqueeze(1),
                                 -INFINITY);
    }
  };

  // What the heads of a layer read -> [B, heads * d].
  torch::Tensor attend(std::size_t i, const LayerHeads& heads, const torch::Tensor& cosine,
                       const torch::Tensor& sine, const Places& places) const {
    using torch::indexing::Slice;
    const std::int64_t batch = heads.q.size(0), d = c_.head_dim;
    const auto append = [&](torch::Tensor to, const torch::Tensor& value) {
      to.index_put_({places.slot, Slice(), places.own}, value);
    };
    append(memory_->own_keys[i], rotate_halves(heads.k, cosine, sine));
    append(memory_->own_values[i], heads.v);
    const auto all = [&](const torch::Tensor& prefix, const torch::Tensor& own) {
      return torch::cat({prefix.index_select(0, places.prefix), own.index_select(0, places.slot)},
                        2);
    };
    // [B, kv, group, d]: the heads that share keys become rows of one product
    const auto grouped = rotate_halves(heads.q, cosine, sine).view({batch, c_.kv_heads, -1, d});
    const auto keys = all(memory_->prefix_keys[i], memory_->own_keys[i]);
    const auto scores = at::matmul(grouped, keys.transpose(2, 3)).to(torch::kFloat32) *
                        (1.0 / std::sqrt(static_cast<double>(d)));
    const auto p = at::softmax(scores + places.hidden, -1).to(heads.q.scalar_type());
    return at::matmul(p, all(memory_->prefix_values[i], memory_->own_values[i]))
        .view({batch, c_.heads * d});
  }

  torch::Tensor state(LaneState which, const torch::Tensor& lanes) const {
    return memory_->state[which].index_select(0, lanes).to(torch::kInt64);
  }
  void set_state(LaneState which, const torch::Tensor& lanes, const torch::Tensor& value) const {
    memory_->state[which].index_copy_(0, lanes, value.to(torch::kInt32));
  }

  const Weights& weights_;
  const ModelShape& c_;
  const GenerateOptions& options_;
  const LaneMemory* memory_ = nullptr;
  torch::Tensor head_;  ///< [H, V] float32
};

}  // namespace

bool is_filtered(const GenerateOptions& options) {
  return options.temperature > 0 && (options.top_p < 1.0 || options.top_k > 0 || options.min_p > 0);
}

torch::Tensor drawn(const LaneMemory& memory, const GenerateOptions& options,
                    const torch::Tensor& lanes, const torch::Tensor& logits) {
  const auto of = [&](LaneState which) {
    return memory.state[which].index_select(0, lanes).to(torch::kInt64);
  };
  const auto uniforms = memory.uniforms.index_select(0, of(kRow))
                            .gather(1, of(kMade).clamp_max(memory.steps - 1).unsqueeze(1));
  return draw(at::softmax(logits / options.temperature, 1), uniforms, options)
      .squeeze(1)
      .contiguous();
}

std::unique_ptr<LaneStep> operator_step(const Weights& weights, const GenerateOptions& options) {
  return std::make_unique<OperatorStep>(weights, options);
}

std::vector<GeneratedRow> generate_by_operators(
    const Weights& weights, const std::vector<std::int32_t>& end_tokens,
    const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options) {
  return generate_by_lanes(weights, end_tokens, prompts, options, operator_step);
}

}  // namespace nereid::policy

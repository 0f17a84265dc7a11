// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <set>

#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/lane_step.h"
#include "engine/policy/internal/sampling.h"

namespace nereid::policy {
namespace {

// The host looks for finished rows once in so many steps: each look waits for the device.
constexpr int kStepsBetweenLooks = 16;
// Tokens of prompts that are read at once.
constexpr std::int64_t kPrefillTokens = 16384;

std::int64_t cache_bytes(const GenerateOptions& options) {
  return options.cache_bytes > 0 ? options.cache_bytes : kGpuCacheBytes;
}

// The prompts of one call, each once, and the logits after their last token.
struct Prefixes {
  torch::Tensor logits;              // [prompts, V] float32
  std::vector<std::int64_t> of_row;  // row -> prompt
  std::vector<std::vector<std::int32_t>> prompts;
};

class LaneSampler {
 public:
  LaneSampler(const Weights& weights, const std::vector<std::int32_t>& end_tokens,
              const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options,
              MakeLaneStep make)
      : weights_(weights),
        c_(weights.config),
        options_(options),
        rows_(static_cast<std::int64_t>(prompts.size())),
        device_(weights.embedding.device()),
        numbers_(torch::TensorOptions().dtype(torch::kInt32)),
        out_(prompts.size()),
        step_(make(weights, options)) {
    memory_.ends = torch::tensor(end_tokens, numbers_).to(device_);
    find_prefixes(prompts);
    const std::int64_t longest =
        std::ranges::max(prompts, {}, &std::vector<std::int32_t>::size).size();
    memory_.steps = std::clamp<std::int64_t>(options.max_new_tokens, 1, c_.max_positions - longest);
    for (std::int64_t row = 0; row < rows_; ++row) waiting_.push_back(row);
    read_prompts();
    allocate();
    step_->prepare(memory_);
  }

  std::vector<GeneratedRow> run() {
    begin_rows();
    while (!live_.empty()) {
      std::int64_t left = 0;
      for (const Lane& lane : live_) left = std::max(left, lane.limit - lane.made);
      const std::int64_t steps = std::min<std::int64_t>(kStepsBetweenLooks, left);
      for (std::int64_t i = 0; i < steps; ++i) {
        if (options_.stopped && options_.stopped()) return std::move(out_);
        if (options_.on_step) options_.on_step();
        step_->step(std::ssize(live_));
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
      memory_.width = std::max(memory_.width, static_cast<std::int64_t>(prompt.size()));
    }
  }

  torch::Tensor cache(std::int64_t rows, std::int64_t room) const {
    return torch::zeros({rows, c_.kv_heads, room, c_.head_dim},
                        weights_.embedding.options().requires_grad(false));
  }

  void read_prompts() {
    const auto count = static_cast<std::int64_t>(prefixes_.prompts.size());
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      memory_.prefix_keys.push_back(cache(count, memory_.width));
      memory_.prefix_values.push_back(cache(count, memory_.width));
    }
    const std::int64_t at_once = std::max<std::int64_t>(1, kPrefillTokens / memory_.width);
    std::vector<torch::Tensor> logits;
    for (std::int64_t first = 0; first < count; first += at_once)
      logits.push_back(step_->logits(read(first, std::min(at_once, count - first))));
    prefixes_.logits = torch::cat(logits);
  }

  // Runs some prompts, padded on the left; their last hidden states [count, H].
  torch::Tensor read(std::int64_t first, std::int64_t count) {
    const std::int64_t width = memory_.width, d = c_.head_dim, group = c_.heads / c_.kv_heads;
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
      const LayerHeads heads = layer_heads(weights_, layer, x);
      const auto q = rotate_halves(heads.q, cosine, sine).transpose(1, 2);
      auto k = rotate_halves(heads.k, cosine, sine).transpose(1, 2);
      auto v = heads.v.transpose(1, 2);
      memory_.prefix_keys[i].narrow(0, first, count).copy_(k);
      memory_.prefix_values[i].narrow(0, first, count).copy_(v);
      if (group > 1) {
        k = k.repeat_interleave(group, 1);
        v = v.repeat_interleave(group, 1);
      }
      const auto mixed = at::scaled_dot_product_attention(
          q, k, v, even ? std::optional<torch::Tensor>() : mask, 0.0, even);
      x = layer_output(weights_, layer, x, mixed.transpose(1, 2).reshape({count, width, -1}));
    }
    return rms_norm(x.select(1, width - 1).contiguous(), weights_.final_norm, c_.rms_norm_eps);
  }

  void allocate() {
    lanes_ = std::min({rows_, kMostLanes,
                       rows_at_once(c_, rows_, memory_.steps, weights_.embedding.element_size(),
                                    cache_bytes(options_))});
    for (std::int64_t slot = 0; slot < lanes_; ++slot) free_.push_back(slot);
    for (std::size_t i = 0; i < weights_.layers.size(); ++i) {
      // One more, for lanes that stand for nobody.
      memory_.own_keys.push_back(cache(lanes_ + 1, memory_.steps));
      memory_.own_values.push_back(cache(lanes_ + 1, memory_.steps));
    }
    memory_.state = torch::zeros({kLaneStates, lane_bucket(lanes_)}, numbers_.device(device_));
    memory_.tokens = torch::zeros({rows_, memory_.steps}, numbers_.device(device_));
    memory_.ranks = torch::zeros_like(memory_.tokens);
    memory_.logprobs = torch::zeros({rows_, memory_.steps}, torch::TensorOptions().device(device_));
    memory_.entropies = torch::zeros_like(memory_.logprobs);
    if (options_.temperature <= 0) return;
    auto uniforms = torch::empty({rows_, memory_.steps}, torch::kFloat64);
    for (std::int64_t row = 0; row < rows_; ++row)
      for (std::int64_t i = 0; i < memory_.steps; ++i)
        uniforms.data_ptr<double>()[row * memory_.steps + i] =
            uniform_at(options_.row_seeds[row], length_of(row) + i);
    memory_.uniforms = uniforms.to(device_);
  }

  std::int64_t length_of(std::int64_t row) const {
    return static_cast<std::int64_t>(prefixes_.prompts[prefixes_.of_row[row]].size());
  }

  // Hands over the rows that have ended; their slots are free then.
  void look() {
    const auto host = memory_.state.to(torch::kCPU);
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
    const auto tokens = take(memory_.tokens), ranks = take(memory_.ranks),
               logprobs = take(memory_.logprobs), entropies = take(memory_.entropies);
    const auto ends = memory_.ends.to(torch::kCPU);
    const int* const first_end = ends.data_ptr<int>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      GeneratedRow& row = out_[rows[i]];
      const std::int64_t count = lengths_[rows[i]],
                         at = static_cast<std::int64_t>(i) * memory_.steps;
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
                       .limit = std::min(memory_.steps, c_.max_positions - length_of(row))});
      free_.pop_back();
    }
    if (fresh.empty() && !changed_) return;
    changed_ = false;
    upload();
    if (fresh.empty()) return;
    auto prompt = torch::empty({std::ssize(fresh)}, torch::kInt64);
    for (std::size_t i = 0; i < fresh.size(); ++i)
      prompt.data_ptr<std::int64_t>()[i] = prefixes_.of_row[live_[fresh[i]].row];
    step_->draw(torch::tensor(fresh, torch::kInt64).to(device_),
                prefixes_.logits.index_select(0, prompt.to(device_)));
    for (const std::int64_t i : fresh) live_[i].made = 1;
  }

  void upload() {
    auto host = torch::zeros({kLaneStates, memory_.state.size(1)}, numbers_);
    int* const values = host.data_ptr<int>();
    const std::int64_t stride = host.size(1);
    for (std::int64_t i = 0; i < stride; ++i) {
      const bool lives = i < std::ssize(live_);
      const Lane lane =
          lives ? live_[i] : Lane{.slot = lanes_, .made = 1, .limit = 1, .done = true};
      const std::int64_t prompt = lives ? prefixes_.of_row[lane.row] : 0;
      const std::int64_t start = lives ? memory_.width - length_of(lane.row) : memory_.width;
      const std::array<std::int64_t, kLaneStates> all = {
          lane.row, lane.slot, prompt, start, lane.limit, lane.made, lane.token, lane.done};
      for (int which = 0; which < kLaneStates; ++which)
        values[which * stride + i] = static_cast<int>(all[which]);
    }
    memory_.state.copy_(host);
  }

  const Weights& weights_;
  const ModelShape& c_;
  const GenerateOptions& options_;
  std::int64_t rows_, lanes_ = 0;
  torch::Device device_;
  torch::TensorOptions numbers_;
  Prefixes prefixes_;
  LaneMemory memory_;
  std::deque<std::int64_t> waiting_;  // rows that have no lane yet
  std::vector<std::int64_t> free_;    // slots of the cache
  std::vector<Lane> live_;
  std::map<std::int64_t, std::int64_t> lengths_;  // of the rows that have ended
  bool changed_ = false;
  int finished_ = 0;
  std::vector<GeneratedRow> out_;
  std::unique_ptr<LaneStep> step_;
};

// Rows whose prompts together fit the budget: the end of each such stretch.
std::vector<std::size_t> waves(const Weights& weights,
                               const std::vector<std::vector<std::int32_t>>& prompts,
                               const GenerateOptions& options) {
  const auto longest = std::ssize(std::ranges::max(prompts, {}, &std::vector<std::int32_t>::size));
  const std::int64_t most = rows_at_once(weights.config, std::ssize(prompts), longest,
                                         weights.embedding.element_size(), cache_bytes(options));
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

// The options of the rows first to last - 1 of a call of `rows`: progress and rows are told as the
// whole call counts them. `whole` must outlive the result.
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

}  // namespace

std::int64_t lane_bucket(std::int64_t lanes) {
  for (std::int64_t size = 1; size < 64; size *= 2)
    if (lanes <= size) return size;
  return (lanes + 63) / 64 * 64;
}

std::vector<GeneratedRow> generate_by_lanes(const Weights& weights,
                                            const std::vector<std::int32_t>& end_tokens,
                                            const std::vector<std::vector<std::int32_t>>& prompts,
                                            const GenerateOptions& options, MakeLaneStep make) {
  check_generate_input(weights.config, prompts, options);
  if (prompts.empty() || options.max_new_tokens <= 0)
    return std::vector<GeneratedRow>(prompts.size());
  torch::InferenceMode inference;
  const std::vector<std::size_t> ends = waves(weights, prompts, options);
  if (ends.size() == 1) return LaneSampler(weights, end_tokens, prompts, options, make).run();
  std::vector<GeneratedRow> out;
  for (std::size_t first = 0; const std::size_t last : ends) {
    if (options.stopped && options.stopped()) break;
    const GenerateOptions part = part_of(options, first, last, prompts.size());
    auto rows = LaneSampler(weights, end_tokens, {prompts.begin() + first, prompts.begin() + last},
                            part, make)
                    .run();
    std::move(rows.begin(), rows.end(), std::back_inserter(out));
    first = last;
  }
  out.resize(prompts.size());
  return out;
}

}  // namespace nereid::policy

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/policy/internal/transformer.h"

namespace nereid::policy {

/// Rows of LaneMemory::state, in the order of cuda::Lanes, which says what they mean.
enum LaneState { kRow, kSlot, kPrefix, kStart, kLimit, kMade, kToken, kDone, kLaneStates };

/// What a sampler and its steps share, on the model's device. A lane is a row of the batch; the
/// completion that it works on has a number, and keys and values in a slot.
struct LaneMemory {
  std::vector<torch::Tensor> prefix_keys, prefix_values;  ///< a layer [prompts, kv_heads, width, d]
  std::vector<torch::Tensor> own_keys, own_values;        ///< a layer [slots, kv_heads, steps, d]
  torch::Tensor state;                                    ///< [kLaneStates, lanes] int32
  torch::Tensor uniforms;             ///< [completions, steps] float64; undefined: greedy
  torch::Tensor ends;                 ///< end tokens, int32
  torch::Tensor tokens, ranks;        ///< [completions, steps] int32
  torch::Tensor logprobs, entropies;  ///< [completions, steps] float32
  std::int64_t width = 0, steps = 0;
};

/// How the lanes of a batch get their next tokens.
class LaneStep {
 public:
  virtual ~LaneStep() = default;
  /// hidden after the last norm [N, H] -> logits [N, V] float32. Before prepare() as well.
  virtual torch::Tensor logits(const torch::Tensor& hidden) = 0;
  /// Once, when all of `memory` is there. It must outlive the step.
  virtual void prepare(const LaneMemory& memory) = 0;
  /// Draws a token for each of `lanes` [N] int64 out of logits [N, V] float32, without filters or
  /// with them as the options say, and notes it in the state.
  virtual void draw(const torch::Tensor& lanes, const torch::Tensor& logits) = 0;
  /// Runs the last token of each of the first `count` lanes, appends its keys and values, and draws
  /// the next one for those that are not done.
  virtual void step(std::int64_t count) = 0;
};

/// By libtorch's operators one by one, on any device and in any type: the slow twin.
std::unique_ptr<LaneStep> operator_step(const Weights& weights, const GenerateOptions& options);
/// By own kernels, as one CUDA graph; see generate_by_cuda_kernels(), which says what they take.
std::unique_ptr<LaneStep> cuda_step(const Weights& weights, const GenerateOptions& options);

/// Batches are rounded up, so that few graphs serve all of them: lanes that `lanes` are made.
std::int64_t lane_bucket(std::int64_t lanes);

/// Do the options ask for filters of what is drawn from?
bool is_filtered(const GenerateOptions& options);
/// One token for each of `lanes` [N] int64 out of logits [N, V], of those that the filters leave ->
/// [N] int64. Not for greedy sampling.
torch::Tensor drawn(const LaneMemory& memory, const GenerateOptions& options,
                    const torch::Tensor& lanes, const torch::Tensor& logits);

/// Samples `prompts` with `make` for the steps: equal prompts are read once, completions that end
/// give their place to those that wait. Rows are told as GenerateOptions says.
using MakeLaneStep = std::unique_ptr<LaneStep> (*)(const Weights&, const GenerateOptions&);
std::vector<GeneratedRow> generate_by_lanes(const Weights& weights,
                                            const std::vector<std::int32_t>& end_tokens,
                                            const std::vector<std::vector<std::int32_t>>& prompts,
                                            const GenerateOptions& options, MakeLaneStep make);

}  // namespace nereid::policy

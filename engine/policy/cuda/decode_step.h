// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/policy/cuda/arguments.h"
#include "engine/policy/cuda/driver.h"

namespace nereid::policy::cuda {

/// A linear of the model. Weights lie row by row, [rows, columns].
struct LinearPointers {
  const void* weight = nullptr;   ///< bfloat16, or int8 with `scale`
  const float* scale = nullptr;   ///< [rows]
  const void* bias = nullptr;     ///< [rows] bfloat16
  const float* lora_a = nullptr;  ///< [rank, columns]
  const float* lora_b = nullptr;  ///< [rows, rank]
  int rows = 0, columns = 0;
};

struct LayerPointers {
  const void *input_norm = nullptr, *post_norm = nullptr;  ///< [H] bfloat16
  const void *q_norm = nullptr, *k_norm = nullptr;         ///< [d] bfloat16
  LinearPointers q, k, v, o, gate, up, down;
  Cache cache;
};

/// A model and the memory that one token of a batch takes; all of it on the device and bfloat16
/// where not said otherwise.
struct ModelPointers {
  std::vector<LayerPointers> layers;
  const void *embedding = nullptr, *head = nullptr, *final_norm = nullptr;
  const float *cosine = nullptr, *sine = nullptr;  ///< [positions, d]
  int hidden = 0, intermediate = 0, heads = 0, kv_heads = 0, head_dim = 0, vocabulary = 0;
  int rank = 0;
  float lora_scaling = 0, eps = 0;
};
struct Scratch {
  void *x = nullptr, *normed = nullptr;  ///< [lanes, H]
  void* qkv = nullptr;                   ///< [lanes, (heads + 2 kv_heads) d]
  void* mixed = nullptr;                 ///< [lanes, heads d]
  void* activated = nullptr;             ///< [lanes, intermediate]
  float* logits = nullptr;               ///< [lanes, V]
  float* low_rank = nullptr;             ///< [3, lanes, rank]
  float* partial = nullptr;              ///< [lanes, heads, kMostSplits, d + 2]
  unsigned* arrived = nullptr;           ///< [lanes, kv_heads], zeros
  float* shared_sums = nullptr;          ///< shared_sum_count(lanes)
  unsigned* tiles_arrived = nullptr;     ///< [kMostSharedBlocks], zeros
};
constexpr int kMostSplits = 16;
/// Blocks that share the inputs of a product out.
constexpr int kMostSharedBlocks = 528;
/// Numbers that those blocks leave for the one that adds them up.
std::size_t shared_sum_count(int lanes);

/// Why the kernels cannot run a model of this shape, or "". Numbers of a linear's inputs are
/// multiples of 64; heads have 64 or 128 numbers, and at most eight share keys.
std::string unsupported(const ModelPointers& model);

/// One token of `lanes` completions, from the last token of each to the logits of the next. All
/// work is started on `stream`; nothing is allocated and nothing waits, so that it can be recorded.
class DecodeStep {
 public:
  DecodeStep(std::shared_ptr<Module> module, ModelPointers model, Scratch scratch);

  void run(const Lanes& lanes, int count, StreamHandle stream);
  /// hidden [count, H] after the last norm -> logits [count, V] float32.
  void logits(const void* hidden, int count, float* out, StreamHandle stream);
  /// y = x W^T with everything that belongs to the linears, for tests: [count, rows of all].
  void product(const std::vector<LinearPointers>& linears, const void* x, void* out, int count,
               StreamHandle stream);
  void sample(const Sample& arguments, int count, StreamHandle stream);

 private:
  enum class Ending { kStore, kAdd, kGate };
  void multiply(const std::vector<const LinearPointers*>& linears, Ending ending, const void* x,
                void* out, int count, StreamHandle stream);
  // `rows`: of each part of the result.
  void start(Product& given, bool is_int8, const std::string& ending, const std::vector<int>& rows,
             StreamHandle stream);
  void attend(const LayerPointers& layer, const Lanes& lanes, int count, StreamHandle stream);
  void norm(const void* x, const void* weight, void* out, int count, StreamHandle stream);

  std::shared_ptr<Module> module_;
  ModelPointers model_;
  Scratch scratch_;
};

}  // namespace nereid::policy::cuda

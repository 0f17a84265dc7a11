// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/policy/cuda/arguments.h"
#include "engine/policy/cuda/driver.h"

namespace nereid::policy::cuda {

/// A linear of the model. Weights lie row by row, [rows, columns].
struct LinearPointers {
  const void* weight = nullptr;  ///< bfloat16, or int8 with `scale`
  const float* scale = nullptr;  ///< [rows]
  const void* bias = nullptr;    ///< [rows] bfloat16
  /// [rank, columns] bfloat16. Where those of all linears with one input lie behind their weights,
  /// which lie behind one another, many lanes are multiplied with all at once.
  const void* lora_a = nullptr;
  const void* lora_b = nullptr;  ///< [rows, rank] bfloat16
  /// The weight in E4M3 and the scales of its rows, that many lanes are multiplied with; or null.
  const void* fp8 = nullptr;
  const float* fp8_scale = nullptr;
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
  /// Weights are in 8 bits, and float16 holds whatever comes out of the norms.
  bool takes_half = false;
};
struct Scratch {
  void *x = nullptr, *normed = nullptr;  ///< [lanes, H]
  void* half_normed = nullptr;           ///< [lanes, H] float16, where the model takes_half
  void* qkv = nullptr;                   ///< [lanes, (heads + 2 kv_heads) d]
  void* mixed = nullptr;                 ///< [lanes, heads d]
  void* activated = nullptr;             ///< [lanes, intermediate]
  void* fp8 = nullptr;           ///< [lanes, most inputs of a linear] E4M3, with fp8 weights
  float* lane_scales = nullptr;  ///< [lanes]
  void* digits = nullptr;    ///< digit_bytes(most inputs of a linear, lanes); in 8 bits on Hopper
  float* logits = nullptr;   ///< [lanes, V]
  void* low_rank = nullptr;  ///< [lanes, 3 rank]
  float* low_rank_sums = nullptr;  ///< low_rank_sum_count(lanes, rank)
  float* partial = nullptr;        ///< [lanes, heads, kMostSplits, d + 2]
  unsigned* arrived = nullptr;     ///< [lanes, kv_heads], zeros
  /// sum_count(rows of linears with one input and of their adapters' first halves, lanes)
  float* sums = nullptr;
  unsigned* tiles_arrived = nullptr;  ///< [kMostTiles], zeros
  void* stretches = nullptr;          ///< [lanes, kStretches] of Stretch
  void* drawn = nullptr;              ///< [lanes] of Drawn, zeros
};
constexpr int kMostSplits = 32;
/// Tiles of the first halves of adapters whose inputs blocks share out.
constexpr int kMostTiles = 512;
/// Numbers that the blocks leave for those that add them up.
std::size_t sum_count(int rows, int lanes);
std::size_t low_rank_sum_count(int lanes, int rank);
/// Bytes of the inputs of many lanes in whole numbers.
std::size_t digit_bytes(int columns, int lanes);

/// sums [count, rows] float32, `stride` from row to row, = x [count, columns] times the transpose
/// of weight [rows, columns], both bfloat16 or both E4M3, started on `stream` by somebody else's
/// kernels.
struct WholeProduct {
  const void *weight = nullptr, *x = nullptr;
  float* sums = nullptr;
  int rows = 0, columns = 0, count = 0, stride = 0;
  bool is_fp8 = false;
  StreamHandle stream = nullptr;
};
using Multiplier = std::function<void(const WholeProduct&)>;

/// Why the kernels cannot run a model of this shape, or "". Numbers of a linear's inputs are
/// multiples of 64; heads have 64 or 128 numbers, and at most eight share keys.
std::string unsupported(const ModelPointers& model);

/// One token of `lanes` completions, from the last token of each to the logits of the next. All
/// work is started on `stream`; nothing is allocated and nothing waits, so that it can be recorded.
class DecodeStep {
 public:
  /// `multiplier` takes the products of many lanes with weights in bfloat16 or E4M3. Without it the
  /// kernels do those, sixteen lanes at a time. On the stream `beside` the first halves of adapters
  /// run while the weights of many lanes are multiplied; without it they run before.
  DecodeStep(std::shared_ptr<Module> module, ModelPointers model, Scratch scratch,
             Multiplier multiplier = {}, StreamHandle beside = nullptr);

  void run(const Lanes& lanes, int count, StreamHandle stream);
  /// hidden [count, H] after the last norm -> logits [count, V] float32.
  void logits(const void* hidden, int count, float* out, StreamHandle stream);
  /// y = x W^T with everything that belongs to the linears, for tests: [count, rows of all].
  void product(const std::vector<LinearPointers>& linears, const void* x, void* out, int count,
               StreamHandle stream);
  void sample(const Sample& arguments, int count, StreamHandle stream);

 private:
  enum class Ending { kStore, kAdd, kGate };
  // `half_x`: the same as x by Norm::half_out, or null.
  void multiply(const std::vector<const LinearPointers*>& linears, Ending ending, const void* x,
                const void* half_x, void* out, int count, StreamHandle stream);
  // The first halves of the linears' adapters.
  void reduce(const std::vector<const LinearPointers*>& linears, Product& given, bool starts_early,
              StreamHandle stream);
  // Few lanes.
  void multiply_thin(const Product& given, const std::string& weights, const std::string& ending,
                     StreamHandle stream);
  // At most kStreamLanes in 8 bits on Hopper.
  void multiply_streamed(Product given, const std::string& ending, StreamHandle stream);
  // Many lanes in E4M3, with their scales.
  void narrow(Product& given, StreamHandle stream);
  // Many lanes in 8 bits on Hopper: bare sums.
  void sum_up_whole(Product& given, int tiles, StreamHandle stream);
  // Can what is added to sums of many lanes be added by tiles (adapted_sums.cuh)?
  bool takes_adapted_tiles(const std::vector<const LinearPointers*>& linears) const;
  bool is_one_matrix(const std::vector<const LinearPointers*>& linears) const;
  // Many lanes, of one matrix: bare sums, those of the adapters' first halves behind them.
  void sum_up_with_adapters(const std::vector<const LinearPointers*>& linears, Product& given,
                            StreamHandle stream);
  // Many lanes: bare sums.
  void sum_up(const std::vector<const LinearPointers*>& linears, Product& given,
              StreamHandle stream);
  void attend(const LayerPointers& layer, const Lanes& lanes, int count, StreamHandle stream);
  void norm(const void* x, const void* weight, void* out, void* half_out, int count,
            StreamHandle stream);

  std::shared_ptr<Module> module_;
  ModelPointers model_;
  Scratch scratch_;
  Multiplier multiplier_;
  StreamHandle beside_;
};

}  // namespace nereid::policy::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace nereid::policy {

/// Width of a packed weight panel: outputs computed together.
inline constexpr int kPanel = 16;
/// Positions kept together in a key block, so that their scores fill one vector.
inline constexpr int kKeyBlock = 8;

/// Weights of one row that share a scale where they are held in 8 bits.
inline constexpr int kScaleBlock = 32;

/// Weights in 8 bits: packed [panels][k][16], scales [panels][ceil(k/32)][16].
struct Int8Panels {
  const signed char* packed;
  const float* scales;
};

/// Keys and values of one head: keys [ceil(n/8)][head_dim][8], values [n][head_dim]; `length`
/// positions are valid.
struct HeadSpan {
  const float* keys;
  const float* values;
  int length;
};

/// Sampling facts of one row of logits.
struct RowStatistics {
  float max;      ///< of logits / temperature
  double sum;     ///< of exp(logits / temperature - max)
  float entropy;  ///< nats
};

/// The hot loops of decoding on the CPU, fp32. Every output element is summed in an order of its
/// own inputs only, so a row's result does not depend on the rows or threads beside it.
struct DecodeKernels {
  /// y[m][n] (+)= sum_k x[m][k] w[n][k] for the panels first..last-1 of `packed` ([panels][k][16]).
  void (*matmul)(const float* x, std::size_t x_stride, const float* packed, float* y,
                 std::size_t y_stride, int rows, int inner, int first_panel, int last_panel,
                 bool add);
  /// The same with w = scale * packed, multiplied out in float32: the results are those of matmul()
  /// with these weights, bit for bit. `scratch` holds inner * 16 floats.
  void (*matmul_int8)(const float* x, std::size_t x_stride, const Int8Panels& w, float* y,
                      std::size_t y_stride, int rows, int inner, int first_panel, int last_panel,
                      bool add, float* scratch);
  /// y = x / sqrt(mean(x^2) + eps) * weight; x and y may be the same.
  void (*rms_norm)(const float* x, const float* weight, float* y, int n, float eps);
  /// Rotates one head in place; cosine and sine hold head_dim / 2 values.
  void (*rope)(float* x, const float* cosine, const float* sine, int head_dim);
  /// gate = silu(gate) * up.
  void (*swiglu)(float* gate, const float* up, int n);
  /// Softmax attention of one query over two spans; `scores` is scratch of 8-rounded lengths
  /// together.
  void (*attend)(const float* query, const HeadSpan& prefix, const HeadSpan& own, int head_dim,
                 float scale, float* scores, float* out);
  /// probabilities[i] = exp(logits[i] / temperature - max), not normalised.
  RowStatistics (*softmax_row)(const float* logits, float* probabilities, int n,
                               float inverse_temperature);
};

/// The fastest set that this processor runs.
const DecodeKernels& decode_kernels();

namespace kernels_baseline {
extern const DecodeKernels kKernels;
}
namespace kernels_avx2 {
extern const DecodeKernels kKernels;
}

}  // namespace nereid::policy

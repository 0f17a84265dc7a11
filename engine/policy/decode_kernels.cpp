// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled once per instruction set (NEREID_KERNEL_SET names the namespace). It must not use inline
// functions of the standard library: the linker would keep one copy of them, perhaps the one for
// the newer processor.
#include "engine/policy/internal/decode_kernels.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace nereid::policy::NEREID_KERNEL_SET {
namespace {

using V8 = float __attribute__((vector_size(32)));
using I8 = int __attribute__((vector_size(32)));

inline V8 load(const float* p) {
  V8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
inline void store(float* p, V8 v) {
  __builtin_memcpy(p, &v, sizeof v);
}
inline V8 splat(float x) {
  return V8{x, x, x, x, x, x, x, x};
}
inline V8 larger(V8 a, V8 b) {
  return a > b ? a : b;
}

inline float sum8(V8 v) {
  return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}
inline float max8(V8 v) {
  float top = v[0];
  for (int i = 1; i < 8; ++i) top = v[i] > top ? v[i] : top;
  return top;
}

// exp for x <= 88: 2^n times a polynomial on [-ln2/2, ln2/2]; about 1 ulp. Coefficients: Cephes
// expf.
inline V8 exp8(V8 x) {
  x = larger(x, splat(-87.0f));
  const V8 shifted =
      x * 1.44269504088896341f + 12582912.0f;  // adding 1.5 * 2^23 rounds to an integer
  const V8 n = shifted - 12582912.0f;
  V8 r = x - n * 0.693359375f;
  r = r + n * 2.12194440e-4f;
  V8 p = splat(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  I8 bits;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  bits = (bits - 0x4b400000 + 127) << 23;
  V8 power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return p * power;
}

// R rows times one panel of 16 outputs; R <= 6 keeps all sums in registers.
template <int R>
inline void tile(const float* x, std::size_t x_stride, const float* w, float* y,
                 std::size_t y_stride, int inner, bool add) {
  V8 low[R], high[R];
  for (int r = 0; r < R; ++r) low[r] = high[r] = splat(0);
  for (int k = 0; k < inner; ++k) {
    const V8 w0 = load(w + static_cast<std::size_t>(k) * kPanel);
    const V8 w1 = load(w + static_cast<std::size_t>(k) * kPanel + 8);
#pragma GCC unroll 6
    for (int r = 0; r < R; ++r) {
      const V8 value = splat(x[r * x_stride + k]);
      low[r] += value * w0;
      high[r] += value * w1;
    }
  }
  for (int r = 0; r < R; ++r) {
    float* out = y + r * y_stride;
    if (add) {
      low[r] += load(out);
      high[r] += load(out + 8);
    }
    store(out, low[r]);
    store(out + 8, high[r]);
  }
}

void matmul(const float* x, std::size_t x_stride, const float* packed, float* y,
            std::size_t y_stride, int rows, int inner, int first_panel, int last_panel, bool add) {
  for (int panel = first_panel; panel < last_panel; ++panel) {
    const float* w = packed + static_cast<std::size_t>(panel) * inner * kPanel;
    float* out = y + static_cast<std::size_t>(panel) * kPanel;
    int row = 0;
    for (; row + 6 <= rows; row += 6)
      tile<6>(x + row * x_stride, x_stride, w, out + row * y_stride, y_stride, inner, add);
    const float* rest = x + row * x_stride;
    float* rest_out = out + row * y_stride;
    switch (rows - row) {
      case 1:
        tile<1>(rest, x_stride, w, rest_out, y_stride, inner, add);
        break;
      case 2:
        tile<2>(rest, x_stride, w, rest_out, y_stride, inner, add);
        break;
      case 3:
        tile<3>(rest, x_stride, w, rest_out, y_stride, inner, add);
        break;
      case 4:
        tile<4>(rest, x_stride, w, rest_out, y_stride, inner, add);
        break;
      case 5:
        tile<5>(rest, x_stride, w, rest_out, y_stride, inner, add);
        break;
      case 0:
        break;
    }
  }
}

// Eight of them as floats. GCC 12 takes the vectors apart where it converts them by itself.
inline V8 widened(const signed char* p) {
#ifdef __AVX2__
  return _mm256_cvtepi32_ps(
      _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
#else
  V8 out;
  for (int i = 0; i < 8; ++i) out[i] = static_cast<float>(p[i]);
  return out;
#endif
}

// Bytes that are asked of the memory ahead of their use: the processor's own look-ahead ends with a
// page, and a panel is a few pages.
constexpr int kAhead = 1024;

// R rows times P panels held in 8 bits: w = q * scale, then the sums of tile(), in its order.
// Several panels hide the latency of the additions.
template <int R, int P>
inline void tile_int8(const float* x, std::size_t x_stride, const signed char* w,
                      const float* scales, float* y, std::size_t y_stride, int inner, bool add) {
  const std::size_t panel = static_cast<std::size_t>(inner) * kPanel;
  const std::size_t panel_scales =
      static_cast<std::size_t>((inner + kScaleBlock - 1) / kScaleBlock) * kPanel;
  V8 low[P][R], high[P][R];
  for (int p = 0; p < P; ++p)
    for (int r = 0; r < R; ++r) low[p][r] = high[p][r] = splat(0);
  for (int first = 0; first < inner; first += kScaleBlock, scales += kPanel) {
    const int last = first + kScaleBlock < inner ? first + kScaleBlock : inner;
    V8 s0[P], s1[P];
    for (int p = 0; p < P; ++p) {
      __builtin_prefetch(scales + p * panel_scales + kAhead / 16);
      s0[p] = load(scales + p * panel_scales);
      s1[p] = load(scales + p * panel_scales + 8);
    }
    for (int k = first; k < last; ++k) {
#pragma GCC unroll 4
      for (int p = 0; p < P; ++p) {
        const signed char* at = w + p * panel + static_cast<std::size_t>(k) * kPanel;
        if (k % 4 == 0) __builtin_prefetch(at + kAhead);  // a line of memory holds four rows
        const V8 w0 = widened(at) * s0[p], w1 = widened(at + 8) * s1[p];
#pragma GCC unroll 2
        for (int r = 0; r < R; ++r) {
          const V8 value = splat(x[r * x_stride + k]);
          low[p][r] += value * w0;
          high[p][r] += value * w1;
        }
      }
    }
  }
  for (int p = 0; p < P; ++p)
    for (int r = 0; r < R; ++r) {
      float* out = y + r * y_stride + p * kPanel;
      if (add) {
        low[p][r] += load(out);
        high[p][r] += load(out + 8);
      }
      store(out, low[p][r]);
      store(out + 8, high[p][r]);
    }
}

void multiply_panel_out(const signed char* w, const float* scales, int inner, float* out) {
  for (int k = 0; k < inner; ++k) {
    const float* scale = scales + static_cast<std::size_t>(k / kScaleBlock) * kPanel;
    const std::size_t at = static_cast<std::size_t>(k) * kPanel;
    store(out + at, widened(w + at) * load(scale));
    store(out + at + 8, widened(w + at + 8) * load(scale + 8));
  }
}

// One result is the same whatever the number of rows: each way multiplies a weight out before it is
// used, and adds up in order of k.
void matmul_int8(const float* x, std::size_t x_stride, const Int8Panels& weights, float* y,
                 std::size_t y_stride, int rows, int inner, int first_panel, int last_panel,
                 bool add, float* scratch) {
  const std::size_t blocks = static_cast<std::size_t>((inner + kScaleBlock - 1) / kScaleBlock);
  for (int panel = first_panel; panel < last_panel;) {
    const signed char* w = weights.packed + static_cast<std::size_t>(panel) * inner * kPanel;
    const float* scales = weights.scales + static_cast<std::size_t>(panel) * blocks * kPanel;
    float* out = y + static_cast<std::size_t>(panel) * kPanel;
    const int left = last_panel - panel;
    if (rows == 1 && left >= 4) {
      tile_int8<1, 4>(x, x_stride, w, scales, out, y_stride, inner, add);
      panel += 4;
    } else if (rows == 1) {
      tile_int8<1, 1>(x, x_stride, w, scales, out, y_stride, inner, add);
      ++panel;
    } else if (rows == 2 && left >= 2) {
      tile_int8<2, 2>(x, x_stride, w, scales, out, y_stride, inner, add);
      panel += 2;
    } else {
      // Many rows share a panel: it is multiplied out once.
      multiply_panel_out(w, scales, inner, scratch);
      matmul(x, x_stride, scratch, out, y_stride, rows, inner, 0, 1, add);
      ++panel;
    }
  }
}

void rms_norm(const float* x, const float* weight, float* y, int n, float eps) {
  V8 squares = splat(0);
  int i = 0;
  for (; i + 8 <= n; i += 8) squares += load(x + i) * load(x + i);
  float sum = sum8(squares);
  for (; i < n; ++i) sum += x[i] * x[i];
  const float factor = 1.0f / __builtin_sqrtf(sum / static_cast<float>(n) + eps);
  for (i = 0; i < n; ++i) y[i] = x[i] * factor * weight[i];
}

void rope(float* x, const float* cosine, const float* sine, int head_dim) {
  const int half = head_dim / 2;
  for (int i = 0; i < half; ++i) {
    const float a = x[i], b = x[i + half];
    x[i] = a * cosine[i] - b * sine[i];
    x[i + half] = b * cosine[i] + a * sine[i];
  }
}

inline V8 silu8(V8 x) {
  return x / (1.0f + exp8(-x > 88.0f ? splat(88.0f) : -x));
}

void swiglu(float* gate, const float* up, int n) {
  int i = 0;
  for (; i + 8 <= n; i += 8) store(gate + i, silu8(load(gate + i)) * load(up + i));
  for (; i < n; ++i) gate[i] = silu8(splat(gate[i]))[0] * up[i];
}

// Scores of the blocks of one span, four blocks (32 positions) at a time. Returns the greatest
// valid score.
float score_span(const float* query, const HeadSpan& span, int head_dim, float scale,
                 float* scores) {
  const int blocks = (span.length + kKeyBlock - 1) / kKeyBlock;
  const std::size_t block_size = static_cast<std::size_t>(head_dim) * kKeyBlock;
  int block = 0;
  for (; block + 4 <= blocks; block += 4) {
    const float* keys = span.keys + block * block_size;
    V8 a = splat(0), b = splat(0), c = splat(0), d = splat(0);
    for (int i = 0; i < head_dim; ++i) {
      const V8 q = splat(query[i]);
      a += q * load(keys + i * kKeyBlock);
      b += q * load(keys + block_size + i * kKeyBlock);
      c += q * load(keys + 2 * block_size + i * kKeyBlock);
      d += q * load(keys + 3 * block_size + i * kKeyBlock);
    }
    float* out = scores + block * kKeyBlock;
    store(out, a * scale);
    store(out + 8, b * scale);
    store(out + 16, c * scale);
    store(out + 24, d * scale);
  }
  for (; block < blocks; ++block) {
    const float* keys = span.keys + block * block_size;
    V8 a = splat(0);
    for (int i = 0; i < head_dim; ++i) a += splat(query[i]) * load(keys + i * kKeyBlock);
    store(scores + block * kKeyBlock, a * scale);
  }
  // Positions past the length hold whatever the cache held: they must weigh nothing.
  for (int i = span.length; i < blocks * kKeyBlock; ++i) scores[i] = -__builtin_inff();
  V8 top = splat(-__builtin_inff());
  for (int i = 0; i < blocks; ++i) top = larger(top, load(scores + i * kKeyBlock));
  return max8(top);
}

float exponentiate(float* scores, int length, float top) {
  const int rounded = (length + kKeyBlock - 1) / kKeyBlock * kKeyBlock;
  for (int i = 0; i < rounded; i += 8) store(scores + i, exp8(load(scores + i) - top));
  for (int i = length; i < rounded; ++i) scores[i] = 0;
  V8 sum = splat(0);
  for (int i = 0; i < rounded; i += 8) sum += load(scores + i);
  return sum8(sum);
}

// out[0..W*8) += sum_t weights[t] values[t]; two running sums hide the latency of the additions.
template <int W>
inline void weigh(const float* weights, const float* values, int length, int head_dim, float* out) {
  V8 even[W], odd[W];
  for (int w = 0; w < W; ++w) even[w] = load(out + w * 8), odd[w] = splat(0);
  int t = 0;
  for (; t + 2 <= length; t += 2) {
    const V8 p = splat(weights[t]), q = splat(weights[t + 1]);
    const float* row = values + static_cast<std::size_t>(t) * head_dim;
#pragma GCC unroll 4
    for (int w = 0; w < W; ++w) {
      even[w] += p * load(row + w * 8);
      odd[w] += q * load(row + head_dim + w * 8);
    }
  }
  if (t < length) {
    for (int w = 0; w < W; ++w)
      even[w] += weights[t] * load(values + static_cast<std::size_t>(t) * head_dim + w * 8);
  }
  for (int w = 0; w < W; ++w) store(out + w * 8, even[w] + odd[w]);
}

void weigh_span(const float* weights, const HeadSpan& span, int head_dim, float* out) {
  int column = 0;
  for (; column + 32 <= head_dim; column += 32)
    weigh<4>(weights, span.values + column, span.length, head_dim, out + column);
  for (; column + 8 <= head_dim; column += 8)
    weigh<1>(weights, span.values + column, span.length, head_dim, out + column);
  for (; column < head_dim; ++column) {
    for (int t = 0; t < span.length; ++t)
      out[column] += weights[t] * span.values[static_cast<std::size_t>(t) * head_dim + column];
  }
}

void attend(const float* query, const HeadSpan& prefix, const HeadSpan& own, int head_dim,
            float scale, float* scores, float* out) {
  float* own_scores = scores + (prefix.length + kKeyBlock - 1) / kKeyBlock * kKeyBlock;
  const float prefix_top = score_span(query, prefix, head_dim, scale, scores);
  const float own_top = score_span(query, own, head_dim, scale, own_scores);
  const float top = prefix_top > own_top ? prefix_top : own_top;
  const float sum =
      exponentiate(scores, prefix.length, top) + exponentiate(own_scores, own.length, top);
  for (int i = 0; i < head_dim; ++i) out[i] = 0;
  weigh_span(scores, prefix, head_dim, out);
  weigh_span(own_scores, own, head_dim, out);
  for (int i = 0; i < head_dim; ++i) out[i] /= sum;
}

RowStatistics softmax_row(const float* logits, float* probabilities, int n,
                          float inverse_temperature) {
  float top = -__builtin_inff();
  int i = 0;
  V8 tops = splat(top);
  for (; i + 8 <= n; i += 8) tops = larger(tops, load(logits + i));
  top = max8(tops);
  for (; i < n; ++i) top = logits[i] > top ? logits[i] : top;
  double sum = 0, weighted = 0;  // of p and of p * (z - max)
  for (i = 0; i + 8 <= n; i += 8) {
    const V8 z = (load(logits + i) - top) * inverse_temperature;
    const V8 p = exp8(z);
    store(probabilities + i, p);
    sum += static_cast<double>(sum8(p));
    weighted += static_cast<double>(sum8(p * z));
  }
  for (; i < n; ++i) {
    const float z = (logits[i] - top) * inverse_temperature;
    probabilities[i] = exp8(splat(z))[0];
    sum += static_cast<double>(probabilities[i]);
    weighted += static_cast<double>(probabilities[i] * z);
  }
  const double log_sum = __builtin_log(sum);
  return {top * inverse_temperature, sum, static_cast<float>(log_sum - weighted / sum)};
}

}  // namespace

extern const DecodeKernels kKernels;
const DecodeKernels kKernels = {matmul, matmul_int8, rms_norm, rope, swiglu, attend, softmax_row};

}  // namespace nereid::policy::NEREID_KERNEL_SET

// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

// One register of numbers.
#if defined(__AVX512F__)
using Vector = __m512;
static inline Vector load_vector(const float* from) {
  return _mm512_loadu_ps(from);
}
static inline void store_vector(float* to, Vector x) {
  _mm512_storeu_ps(to, x);
}
static inline Vector spread(float x) {
  return _mm512_set1_ps(x);
}
static inline Vector multiply_add(Vector x, Vector y, Vector z) {
  return _mm512_fmadd_ps(x, y, z);
}
constexpr std::size_t kTileRows = 8;
#elif defined(__AVX2__)
using Vector = __m256;
static inline Vector load_vector(const float* from) {
  return _mm256_loadu_ps(from);
}
static inline void store_vector(float* to, Vector x) {
  _mm256_storeu_ps(to, x);
}
static inline Vector spread(float x) {
  return _mm256_set1_ps(x);
}
static inline Vector multiply_add(Vector x, Vector y, Vector z) {
  return _mm256_fmadd_ps(x, y, z);
}
constexpr std::size_t kTileRows = 4;
#else
using Vector = float __attribute__((vector_size(16)));
static inline Vector load_vector(const float* from) {
  Vector x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
static inline void store_vector(float* to, Vector x) {
  std::memcpy(to, &x, sizeof x);
}
static inline Vector spread(float x) {
  return Vector{x, x, x, x};
}
static inline Vector multiply_add(Vector x, Vector y, Vector z) {
  return x * y + z;
}
constexpr std::size_t kTileRows = 4;
#endif
constexpr std::size_t kVector = sizeof(Vector) / sizeof(float);

// `kRows` rows of c and two registers of its columns: they stay in registers along K.
template <std::size_t kRows>
static inline void multiply_tile(const float* __restrict a, const float* __restrict b,
                                 const float* from, float* to, std::size_t n, std::size_t k,
                                 std::size_t first) {
  Vector left[kRows], right[kRows];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kRows; ++i) {
    left[i] = load_vector(from + i * n);
    right[i] = load_vector(from + i * n + kVector);
  }
  for (std::size_t step = 0; step < k; ++step) {
    const std::size_t inner = (first + step) & (k - 1);
    const Vector y = load_vector(b + inner * n), z = load_vector(b + inner * n + kVector);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kRows; ++i) {
      const Vector x = spread(a[i * k + inner]);
      left[i] = multiply_add(x, y, left[i]);
      right[i] = multiply_add(x, z, right[i]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kRows; ++i) {
    store_vector(to + i * n, left[i]);
    store_vector(to + i * n + kVector, right[i]);
  }
}

static void multiply(const float* __restrict a, const float* __restrict b, const float* from,
                     float* to, std::size_t m, std::size_t n, std::size_t k, std::size_t first) {
  constexpr std::size_t kWide = 2 * kVector;
  const std::size_t rows = m / kTileRows * kTileRows, columns = n / kWide * kWide;
  for (std::size_t column = 0; column < columns; column += kWide) {
    for (std::size_t row = 0; row < rows; row += kTileRows)
      multiply_tile<kTileRows>(a + row * k, b + column, from + row * n + column,
                               to + row * n + column, n, k, first);
    for (std::size_t row = rows; row < m; ++row)
      multiply_tile<1>(a + row * k, b + column, from + row * n + column, to + row * n + column, n,
                       k, first);
  }
  for (std::size_t row = 0; row < m && columns < n; ++row)
    for (std::size_t j = columns; j < n; ++j) {
      float sum = from[row * n + j];
      for (std::size_t step = 0; step < k; ++step) {
        const std::size_t inner = (first + step) & (k - 1);
        sum = multiply_add(a[row * k + inner], b[inner * n + j], sum);
      }
      to[row * n + j] = sum;
    }
}

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES

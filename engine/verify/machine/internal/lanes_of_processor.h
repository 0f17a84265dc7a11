// SPDX-License-Identifier: GPL-3.0-or-later
// No header guard: each lanes_*.cpp includes it once, compiled for one kind of processor and in a
// namespace of its own. Only builtins and `static` functions are used, so that no code for one
// processor is linked into another's.
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "engine/verify/machine/internal/half.h"
#include "engine/verify/machine/internal/lane_operation.h"

#ifndef NEREID_LANES
#error "NEREID_LANES names the namespace"
#endif

namespace nereid::verify::machine::NEREID_LANES {
namespace {

// ---- how lanes are kept, and what one computes with --------------------------------------------
template <class T>
struct Plain {
  using Kept = T;
  using Number = T;
  static inline Number read(Kept x) { return x; }
  static inline Kept keep(Number x) { return x; }
};
// i1: one byte, of which the last bit counts.
struct Bit {
  using Kept = std::uint8_t;
  using Number = std::uint8_t;
  static inline Number read(Kept x) { return x; }
  static inline Kept keep(Number x) { return x & 1U; }
};
struct F16 {
  using Kept = std::uint16_t;
  using Number = float;
  static inline Number read(Kept x) { return float_of_f16(x); }
  static inline Kept keep(Number x) { return f16_of_float(x); }
};
struct BF16 {
  using Kept = std::uint16_t;
  using Number = float;
  static inline Number read(Kept x) { return float_of_bf16(x); }
  static inline Kept keep(Number x) { return bf16_of_float(x); }
};

template <class From, class To, class Function>
static inline void each1(void* out, const void* const* in, std::size_t n, Function function) {
  auto* __restrict to = static_cast<typename To::Kept*>(out);
  const auto* __restrict a = static_cast<const typename From::Kept*>(in[0]);
  for (std::size_t i = 0; i < n; ++i) to[i] = To::keep(function(From::read(a[i])));
}

template <class From, class To, class Function>
static inline void each2(void* out, const void* const* in, std::size_t n, Function function) {
  auto* __restrict to = static_cast<typename To::Kept*>(out);
  const auto* __restrict a = static_cast<const typename From::Kept*>(in[0]);
  const auto* __restrict b = static_cast<const typename From::Kept*>(in[1]);
  for (std::size_t i = 0; i < n; ++i)
    to[i] = To::keep(function(From::read(a[i]), From::read(b[i])));
}

template <class From, class Function>
static inline void each3(void* out, const void* const* in, std::size_t n, Function function) {
  auto* __restrict to = static_cast<typename From::Kept*>(out);
  const auto* __restrict a = static_cast<const typename From::Kept*>(in[0]);
  const auto* __restrict b = static_cast<const typename From::Kept*>(in[1]);
  const auto* __restrict c = static_cast<const typename From::Kept*>(in[2]);
  for (std::size_t i = 0; i < n; ++i)
    to[i] = From::keep(function(From::read(a[i]), From::read(b[i]), From::read(c[i])));
}

// A lane function out of an expression of x (and y, z).
#define NEREID_ONE(TYPE, EXPRESSION)                                    \
  [](void* out, const void* const* in, std::size_t n) {                 \
    using T [[maybe_unused]] = typename TYPE::Number;                   \
    each1<TYPE, TYPE>(out, in, n, [](T x) -> T { return EXPRESSION; }); \
  }
#define NEREID_TWO(TYPE, EXPRESSION)                                         \
  [](void* out, const void* const* in, std::size_t n) {                      \
    using T [[maybe_unused]] = typename TYPE::Number;                        \
    each2<TYPE, TYPE>(out, in, n, [](T x, T y) -> T { return EXPRESSION; }); \
  }
#define NEREID_THREE(TYPE, EXPRESSION)                                      \
  [](void* out, const void* const* in, std::size_t n) {                     \
    using T [[maybe_unused]] = typename TYPE::Number;                       \
    each3<TYPE>(out, in, n, [](T x, T y, T z) -> T { return EXPRESSION; }); \
  }
#define NEREID_TEST(TYPE, EXPRESSION)                                                  \
  [](void* out, const void* const* in, std::size_t n) {                                \
    using T [[maybe_unused]] = typename TYPE::Number;                                  \
    each2<TYPE, Bit>(out, in, n, [](T x, T y) -> std::uint8_t { return EXPRESSION; }); \
  }

// ---- whole numbers ------------------------------------------------------------------------------
template <class U>
using Signed = std::make_signed_t<U>;

// Where C++ leaves a result open, all bits are set, as a GPU gives them.
template <class U>
static inline U divide_signed(U x, U y) {
  const auto a = static_cast<Signed<U>>(x), b = static_cast<Signed<U>>(y);
  if (b == 0) return static_cast<U>(-1);
  return b == -1 ? static_cast<U>(U{0} - x) : static_cast<U>(a / b);
}
template <class U>
static inline U remainder_signed(U x, U y) {
  const auto a = static_cast<Signed<U>>(x), b = static_cast<Signed<U>>(y);
  if (b == 0) return x;
  return b == -1 ? U{0} : static_cast<U>(a % b);
}
template <class U>
static inline U ceil_divide_signed(U x, U y) {
  const U quotient = divide_signed(x, y);
  const bool rest = remainder_signed(x, y) != 0;
  const bool same = (static_cast<Signed<U>>(x) < 0) == (static_cast<Signed<U>>(y) < 0);
  return static_cast<U>(quotient + (rest && same ? 1 : 0));
}
template <class U>
static inline U floor_divide_signed(U x, U y) {
  const U quotient = divide_signed(x, y);
  const bool rest = remainder_signed(x, y) != 0;
  const bool same = (static_cast<Signed<U>>(x) < 0) == (static_cast<Signed<U>>(y) < 0);
  return static_cast<U>(quotient - (rest && !same ? 1 : 0));
}
template <class U>
static inline U multiply_high(U x, U y) {
  if constexpr (sizeof(U) == 8)
    return static_cast<U>((static_cast<unsigned __int128>(x) * y) >> 64);
  else
    return static_cast<U>((static_cast<std::uint64_t>(x) * y) >> (8 * sizeof(U)));
}
template <class U>
static inline U shift_right_signed(U x, U y) {
  constexpr U kBits = 8 * sizeof(U);
  return static_cast<U>(static_cast<Signed<U>>(x) >> (y < kBits ? y : kBits - 1));
}
template <class U>
static inline U leading_zeros(U x) {
  constexpr int kBits = 8 * sizeof(U);
  return static_cast<U>(x == 0 ? kBits : __builtin_clzll(x) - (64 - kBits));
}
template <class U>
static inline U trailing_zeros(U x) {
  return static_cast<U>(x == 0 ? 8 * sizeof(U) : __builtin_ctzll(x));
}

// i8 to i64. T is unsigned, S its signed twin; products are made in a type without promotion to
// int.
template <class K>
static LaneFunction whole(LaneOperation operation) {
  using U = typename K::Number;
  using W = std::conditional_t<sizeof(U) < 4, std::uint32_t, U>;
  using S [[maybe_unused]] = Signed<U>;
  constexpr U kBits [[maybe_unused]] = 8 * sizeof(U);
  switch (operation) {
    case LaneOperation::kAdd:
      return NEREID_TWO(K, T(x + y));
    case LaneOperation::kSub:
      return NEREID_TWO(K, T(x - y));
    case LaneOperation::kMul:
      return NEREID_TWO(K, T(W(x) * W(y)));
    case LaneOperation::kDivS:
      return NEREID_TWO(K, divide_signed(x, y));
    case LaneOperation::kDivU:
      return NEREID_TWO(K, y == 0 ? T(-1) : T(x / y));
    case LaneOperation::kRemS:
      return NEREID_TWO(K, remainder_signed(x, y));
    case LaneOperation::kRemU:
      return NEREID_TWO(K, y == 0 ? x : T(x % y));
    case LaneOperation::kCeilDivS:
      return NEREID_TWO(K, ceil_divide_signed(x, y));
    case LaneOperation::kCeilDivU:
      return NEREID_TWO(K, y == 0 ? T(-1) : T(x / y + (x % y != 0)));
    case LaneOperation::kFloorDivS:
      return NEREID_TWO(K, floor_divide_signed(x, y));
    case LaneOperation::kAnd:
      return NEREID_TWO(K, T(x & y));
    case LaneOperation::kOr:
      return NEREID_TWO(K, T(x | y));
    case LaneOperation::kXor:
      return NEREID_TWO(K, T(x ^ y));
    case LaneOperation::kShl:
      return NEREID_TWO(K, y < kBits ? T(W(x) << y) : T(0));
    case LaneOperation::kShrS:
      return NEREID_TWO(K, shift_right_signed(x, y));
    case LaneOperation::kShrU:
      return NEREID_TWO(K, y < kBits ? T(x >> y) : T(0));
    case LaneOperation::kMaxS:
      return NEREID_TWO(K, S(x) > S(y) ? x : y);
    case LaneOperation::kMaxU:
      return NEREID_TWO(K, x > y ? x : y);
    case LaneOperation::kMinS:
      return NEREID_TWO(K, S(x) < S(y) ? x : y);
    case LaneOperation::kMinU:
      return NEREID_TWO(K, x < y ? x : y);
    case LaneOperation::kMulHighU:
      return NEREID_TWO(K, multiply_high(x, y));
    case LaneOperation::kAbsI:
      return NEREID_ONE(K, S(x) < 0 ? T(0 - x) : x);
    case LaneOperation::kLeadingZeros:
      return NEREID_ONE(K, leading_zeros(x));
    case LaneOperation::kTrailingZeros:
      return NEREID_ONE(K, trailing_zeros(x));
    case LaneOperation::kPopulation:
      return NEREID_ONE(K, T(__builtin_popcountll(x)));
    case LaneOperation::kEq:
      return NEREID_TEST(K, x == y);
    case LaneOperation::kNe:
      return NEREID_TEST(K, x != y);
    case LaneOperation::kSlt:
      return NEREID_TEST(K, S(x) < S(y));
    case LaneOperation::kSle:
      return NEREID_TEST(K, S(x) <= S(y));
    case LaneOperation::kSgt:
      return NEREID_TEST(K, S(x) > S(y));
    case LaneOperation::kSge:
      return NEREID_TEST(K, S(x) >= S(y));
    case LaneOperation::kUlt:
      return NEREID_TEST(K, x < y);
    case LaneOperation::kUle:
      return NEREID_TEST(K, x <= y);
    case LaneOperation::kUgt:
      return NEREID_TEST(K, x > y);
    case LaneOperation::kUge:
      return NEREID_TEST(K, x >= y);
    default:
      return nullptr;
  }
}

// i1: true is -1 where a sign counts.
static LaneFunction bits(LaneOperation operation) {
  switch (operation) {
    case LaneOperation::kAdd:
    case LaneOperation::kSub:
    case LaneOperation::kXor:
    case LaneOperation::kNe:
      return NEREID_TWO(Bit, T(x ^ y));
    case LaneOperation::kMul:
    case LaneOperation::kAnd:
    case LaneOperation::kMinU:
    case LaneOperation::kMaxS:
      return NEREID_TWO(Bit, T(x & y));
    case LaneOperation::kOr:
    case LaneOperation::kMaxU:
    case LaneOperation::kMinS:
      return NEREID_TWO(Bit, T(x | y));
    case LaneOperation::kEq:
      return NEREID_TWO(Bit, T(x == y));
    case LaneOperation::kUlt:
    case LaneOperation::kSgt:
      return NEREID_TWO(Bit, T(x < y));
    case LaneOperation::kUgt:
    case LaneOperation::kSlt:
      return NEREID_TWO(Bit, T(x > y));
    case LaneOperation::kUle:
    case LaneOperation::kSge:
      return NEREID_TWO(Bit, T(x <= y));
    case LaneOperation::kUge:
    case LaneOperation::kSle:
      return NEREID_TWO(Bit, T(x >= y));
    default:
      return nullptr;
  }
}

// ---- floating point -----------------------------------------------------------------------------
template <class T>
static inline T clamp_nan(T x, T low, T high) {
  if (x != x) return x;
  const T above = x > low ? x : low;
  return above < high ? above : high;
}
template <class T>
static inline T max_number(T x, T y) {
  return x != x ? y : (y != y ? x : (x > y ? x : y));
}
template <class T>
static inline T min_number(T x, T y) {
  return x != x ? y : (y != y ? x : (x < y ? x : y));
}

static inline float root(float x) {
  return __builtin_sqrtf(x);
}
static inline double root(double x) {
  return __builtin_sqrt(x);
}
static inline float floored(float x) {
  return __builtin_floorf(x);
}
static inline double floored(double x) {
  return __builtin_floor(x);
}
static inline float ceiled(float x) {
  return __builtin_ceilf(x);
}
static inline double ceiled(double x) {
  return __builtin_ceil(x);
}
static inline float cut(float x) {
  return __builtin_truncf(x);
}
static inline double cut(double x) {
  return __builtin_trunc(x);
}
static inline float nearest(float x) {
  return __builtin_rintf(x);
}
static inline double nearest(double x) {
  return __builtin_rint(x);
}
static inline float size(float x) {
  return __builtin_fabsf(x);
}
static inline double size(double x) {
  return __builtin_fabs(x);
}
// One rounding where the processor does it in one instruction, as tensor cores and FFMA do; else
// two.
static inline float multiply_add(float x, float y, float z) {
#ifdef __FMA__
  return __builtin_fmaf(x, y, z);
#else
  return x * y + z;
#endif
}

template <class K>
static LaneFunction real(LaneOperation operation) {
  switch (operation) {
    case LaneOperation::kAddF:
      return NEREID_TWO(K, x + y);
    case LaneOperation::kSubF:
      return NEREID_TWO(K, x - y);
    case LaneOperation::kMulF:
      return NEREID_TWO(K, x * y);
    case LaneOperation::kDivF:
      return NEREID_TWO(K, x / y);
    case LaneOperation::kNegF:
      return NEREID_ONE(K, -x);
    case LaneOperation::kAbsF:
      return NEREID_ONE(K, size(x));
    case LaneOperation::kMaxNum:
      return NEREID_TWO(K, max_number(x, y));
    case LaneOperation::kMinNum:
      return NEREID_TWO(K, min_number(x, y));
    case LaneOperation::kMaximum:
      return NEREID_TWO(K, x != x || x > y ? x : y);
    case LaneOperation::kMinimum:
      return NEREID_TWO(K, x != x || x < y ? x : y);
    case LaneOperation::kFma:
      if constexpr (std::is_same_v<typename K::Number, double>)
        return NEREID_THREE(K, __builtin_fma(x, y, z));
      else
        return NEREID_THREE(K, __builtin_fmaf(x, y, z));
    case LaneOperation::kSqrt:
      return NEREID_ONE(K, root(x));
    case LaneOperation::kRsqrt:
      return NEREID_ONE(K, 1 / root(x));
    case LaneOperation::kFloor:
      return NEREID_ONE(K, floored(x));
    case LaneOperation::kCeil:
      return NEREID_ONE(K, ceiled(x));
    case LaneOperation::kTruncate:
      return NEREID_ONE(K, cut(x));
    case LaneOperation::kRoundEven:
      return NEREID_ONE(K, nearest(x));
    case LaneOperation::kClamp:
      return NEREID_THREE(K, min_number(max_number(x, y), z));
    case LaneOperation::kClampNan:
      return NEREID_THREE(K, clamp_nan(x, y, z));
    case LaneOperation::kOeq:
      return NEREID_TEST(K, x == y);
    case LaneOperation::kOgt:
      return NEREID_TEST(K, x > y);
    case LaneOperation::kOge:
      return NEREID_TEST(K, x >= y);
    case LaneOperation::kOlt:
      return NEREID_TEST(K, x < y);
    case LaneOperation::kOle:
      return NEREID_TEST(K, x <= y);
    case LaneOperation::kOne:
      return NEREID_TEST(K, (x < y) | (x > y));
    case LaneOperation::kOrd:
      return NEREID_TEST(K, (x == x) & (y == y));
    case LaneOperation::kUeq:
      return NEREID_TEST(K, !((x < y) | (x > y)));
    case LaneOperation::kUfgt:
      return NEREID_TEST(K, !(x <= y));
    case LaneOperation::kUfge:
      return NEREID_TEST(K, !(x < y));
    case LaneOperation::kUflt:
      return NEREID_TEST(K, !(x >= y));
    case LaneOperation::kUfle:
      return NEREID_TEST(K, !(x > y));
    case LaneOperation::kUne:
      return NEREID_TEST(K, x != y);
    case LaneOperation::kUno:
      return NEREID_TEST(K, (x != x) | (y != y));
    default:
      return nullptr;
  }
}

// ---- from one type to another -------------------------------------------------------------------
template <class From, class To, class Function>
static inline void convert(void* out, const void* const* in, std::size_t n, Function function) {
  each1<From, To>(out, in, n, function);
}

// As PTX converts: out of range to the nearest, NaN to 0.
template <class To, class T>
static inline To saturate(T x) {
  constexpr T kLow = static_cast<T>(std::numeric_limits<To>::min());
  constexpr To kHalf = std::numeric_limits<To>::max() / 2 + 1;
  constexpr T kPast = static_cast<T>(kHalf) * 2;
  if (x != x) return 0;
  if (x <= kLow) return std::numeric_limits<To>::min();
  return x >= kPast ? std::numeric_limits<To>::max() : static_cast<To>(x);
}

template <class From, class To>
static LaneFunction between_whole(LaneOperation operation) {
  using F = typename From::Number;
  using T = typename To::Number;
  constexpr bool kBit = std::is_same_v<From, Bit>;
  if (operation == LaneOperation::kExtS)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n, [](F x) -> T {
        return kBit ? static_cast<T>(0 - x) : static_cast<T>(static_cast<Signed<F>>(x));
      });
    };
  if (operation == LaneOperation::kExtU || operation == LaneOperation::kTrunc)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n, [](F x) -> T { return static_cast<T>(x); });
    };
  return nullptr;
}

template <class From, class To>
static LaneFunction to_real(LaneOperation operation) {
  using F = typename From::Number;
  using T = typename To::Number;
  constexpr bool kBit = std::is_same_v<From, Bit>;
  if (operation == LaneOperation::kUiToFp)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n, [](F x) -> T { return static_cast<T>(x); });
    };
  if (operation == LaneOperation::kSiToFp)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n, [](F x) -> T {
        return kBit ? -static_cast<T>(x) : static_cast<T>(static_cast<Signed<F>>(x));
      });
    };
  return nullptr;
}

template <class From, class To>
static LaneFunction from_real(LaneOperation operation) {
  using F = typename From::Number;
  using T = typename To::Number;
  if (operation == LaneOperation::kFpToSi)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n,
                        [](F x) -> T { return static_cast<T>(saturate<Signed<T>>(x)); });
    };
  if (operation == LaneOperation::kFpToUi)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n, [](F x) -> T { return saturate<T>(x); });
    };
  return nullptr;
}

// The processor's own conversion of f16, where it has one.
static void float_of_f16_lanes(void* out, const void* const* in, std::size_t n) {
  auto* __restrict to = static_cast<float*>(out);
  const auto* __restrict from = static_cast<const std::uint16_t*>(in[0]);
  std::size_t i = 0;
#if defined(__AVX512F__)
  constexpr __mmask16 kAll = 0xFFFF;  // without a mask GCC 12 warns of its own header
  for (; i + 16 <= n; i += 16) {
    const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
    _mm512_storeu_ps(to + i, _mm512_maskz_cvtph_ps(kAll, halves));
  }
#elif defined(__F16C__)
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(to + i,
                     _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
#endif
  for (; i < n; ++i) to[i] = float_of_f16(from[i]);
}

template <class From, class To>
static LaneFunction between_real(LaneOperation operation) {
  using F = typename From::Number;
  using T = typename To::Number;
  if (operation != LaneOperation::kFpCast) return nullptr;
  if constexpr (std::is_same_v<From, F16> && std::is_same_v<To, Plain<float>>)
    return float_of_f16_lanes;
  return [](void* out, const void* const* in, std::size_t n) {
    convert<From, To>(out, in, n, [](F x) -> T { return static_cast<T>(x); });
  };
}

// From float64 to a half type at once: through float32 with rounding to odd, or it would be rounded
// twice.
template <class To>
static LaneFunction narrow_double(LaneOperation operation) {
  if (operation != LaneOperation::kFpCast) return nullptr;
  return [](void* out, const void* const* in, std::size_t n) {
    convert<Plain<double>, To>(out, in, n, [](double x) -> float {
      const float near = static_cast<float>(x);
      const std::uint32_t bits = std::bit_cast<std::uint32_t>(near);
      const double back = near;
      if (back == x || (bits & 1U) != 0 || back != back || __builtin_isinf(near)) return near;
      // An even neighbour was chosen: take the odd one on the other side of x.
      const bool away = (back < x) == (x > 0);
      return std::bit_cast<float>(away ? bits + 1 : bits - 1);
    });
  };
}

using U8 = Plain<std::uint8_t>;
using U16 = Plain<std::uint16_t>;
using U32 = Plain<std::uint32_t>;
using U64 = Plain<std::uint64_t>;
using F32 = Plain<float>;
using F64 = Plain<double>;

template <class From>
static LaneFunction cast_whole(LaneOperation operation, Element to) {
  switch (to) {
    case Element::kI1:
      return between_whole<From, Bit>(operation);
    case Element::kI8:
      return between_whole<From, U8>(operation);
    case Element::kI16:
      return between_whole<From, U16>(operation);
    case Element::kI32:
      return between_whole<From, U32>(operation);
    case Element::kI64:
      return between_whole<From, U64>(operation);
    case Element::kF16:
      return to_real<From, F16>(operation);
    case Element::kBF16:
      return to_real<From, BF16>(operation);
    case Element::kF32:
      return to_real<From, F32>(operation);
    case Element::kF64:
      return to_real<From, F64>(operation);
    default:
      return nullptr;
  }
}

template <class From>
static LaneFunction cast_real(LaneOperation operation, Element to) {
  constexpr bool kDouble = std::is_same_v<From, F64>;
  switch (to) {
    case Element::kI8:
      return from_real<From, U8>(operation);
    case Element::kI16:
      return from_real<From, U16>(operation);
    case Element::kI32:
      return from_real<From, U32>(operation);
    case Element::kI64:
      return from_real<From, U64>(operation);
    case Element::kF16:
      return kDouble ? narrow_double<F16>(operation) : between_real<From, F16>(operation);
    case Element::kBF16:
      return kDouble ? narrow_double<BF16>(operation) : between_real<From, BF16>(operation);
    case Element::kF32:
      return between_real<From, F32>(operation);
    case Element::kF64:
      return between_real<From, F64>(operation);
    default:
      return nullptr;
  }
}

static LaneFunction cast(LaneOperation operation, Element from, Element to) {
  switch (from) {
    case Element::kI1:
      return cast_whole<Bit>(operation, to);
    case Element::kI8:
      return cast_whole<U8>(operation, to);
    case Element::kI16:
      return cast_whole<U16>(operation, to);
    case Element::kI32:
      return cast_whole<U32>(operation, to);
    case Element::kI64:
      return cast_whole<U64>(operation, to);
    case Element::kF16:
      return cast_real<F16>(operation, to);
    case Element::kBF16:
      return cast_real<BF16>(operation, to);
    case Element::kF32:
      return cast_real<F32>(operation, to);
    case Element::kF64:
      return cast_real<F64>(operation, to);
    default:
      return nullptr;
  }
}

template <class K>
static void choose(void* out, const void* const* in, std::size_t n) {
  auto* __restrict to = static_cast<K*>(out);
  const auto* __restrict condition = static_cast<const std::uint8_t*>(in[0]);
  const auto* __restrict a = static_cast<const K*>(in[1]);
  const auto* __restrict b = static_cast<const K*>(in[2]);
  for (std::size_t i = 0; i < n; ++i) to[i] = condition[i] ? a[i] : b[i];
}

template <std::size_t kBytes>
static void copy(void* out, const void* const* in, std::size_t n) {
  std::memcpy(out, in[0], n * kBytes);
}

static LaneFunction moved(LaneOperation operation, Element element) {
  const bool select = operation == LaneOperation::kSelect;
  switch (bytes_of(element)) {
    case 1:
      return select ? choose<std::uint8_t> : copy<1>;
    case 2:
      return select ? choose<std::uint16_t> : copy<2>;
    case 4:
      return select ? choose<std::uint32_t> : copy<4>;
    default:
      return select ? choose<std::uint64_t> : copy<8>;
  }
}

// ---- loops that are no operation ----------------------------------------------------------------
template <class S>
static inline void add_scaled(std::uint64_t* __restrict to, const std::uint64_t* __restrict from,
                              const S* __restrict offsets, std::uint64_t scale, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    to[i] = from[i] + static_cast<std::uint64_t>(static_cast<std::int64_t>(offsets[i])) * scale;
}

static void add_offsets(std::uint64_t* to, const std::uint64_t* from, const void* offsets,
                        std::size_t offset_bytes, std::uint64_t scale, std::size_t n) {
  switch (offset_bytes) {
    case 1:
      return add_scaled(to, from, static_cast<const std::int8_t*>(offsets), scale, n);
    case 2:
      return add_scaled(to, from, static_cast<const std::int16_t*>(offsets), scale, n);
    case 4:
      return add_scaled(to, from, static_cast<const std::int32_t*>(offsets), scale, n);
    default:
      return add_scaled(to, from, static_cast<const std::int64_t*>(offsets), scale, n);
  }
}

static std::uint64_t contiguous_runs(const std::uint64_t* __restrict addresses,
                                     const std::uint8_t* __restrict mask, std::size_t runs,
                                     std::uint64_t step) {
  std::uint64_t distances[kRunLanes];
  for (std::size_t i = 0; i < kRunLanes; ++i) distances[i] = i * step;
  std::uint64_t follow = 0;
  for (std::size_t run = 0; run < runs; ++run, addresses += kRunLanes) {
    const std::uint64_t first = addresses[0];
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < kRunLanes; ++i) wrong |= addresses[i] ^ (first + distances[i]);
    std::uint8_t on = 1;
    for (std::size_t i = 0; mask && i < kRunLanes; ++i) on &= mask[run * kRunLanes + i];
    follow |= (wrong == 0 && on != 0 ? std::uint64_t{1} : 0) << run;
  }
  return follow;
}

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

// ---- what a GPU computes approximately ----------------------------------------------------------
static inline std::uint32_t hashed(std::uint32_t bits, std::uint32_t seed) {
  std::uint32_t hash = bits * 0x9E3779B1U ^ seed;
  hash ^= hash >> 15U;
  hash *= 0x85EBCA6BU;
  return hash ^ (hash >> 13U);
}

// From -ulps to ulps.
static inline std::uint32_t drawn(std::uint32_t bits, std::uint32_t seed, std::uint32_t ulps) {
  return (((hashed(bits, seed) & 0xFFFFU) * (2 * ulps + 1)) >> 16U) - ulps;
}

static void shake(float* __restrict values, std::size_t n, std::uint32_t ulps, std::uint32_t seed) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(values[i]);
    const std::uint32_t exponent = bits & 0x7F800000U;
    const bool stays = (bits & 0x7FFFFFU) == 0 || exponent == 0 || exponent == 0x7F800000U;
    // A number next to an infinity does not become one.
    const std::uint32_t moved = bits + drawn(bits, seed, ulps);
    const bool over = (moved & 0x7F800000U) == 0x7F800000U;
    values[i] = std::bit_cast<float>(stays || over ? bits : moved);
  }
}

static void divide_fast(float* __restrict to, const float* __restrict a, const float* __restrict b,
                        std::size_t n, std::uint32_t seed) {
  std::uint32_t special = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(b[i]);
    const std::uint32_t exponent = (bits >> 23U) & 0xFFU, mantissa = bits & 0x7FFFFFU;
    // The reciprocal of the mantissa, in [1, 2): a parabola that is off by 1/99, and two of
    // Newton's steps.
    const float x = std::bit_cast<float>(mantissa | 0x3F800000U);
    float reciprocal = multiply_add(multiply_add(x, 32.0F / 99, -144.0F / 99), x, 210.0F / 99);
    reciprocal = multiply_add(multiply_add(-x, reciprocal, 1.0F), reciprocal, reciprocal);
    reciprocal = multiply_add(multiply_add(-x, reciprocal, 1.0F), reciprocal, reciprocal);
    const std::uint32_t near = std::bit_cast<std::uint32_t>(reciprocal) + drawn(mantissa, seed, 1);
    // Times 2^(127 - exponent), with the sign of b: in two steps that float holds, the first of
    // which changes the exponent alone.
    const std::int32_t power = 127 - static_cast<std::int32_t>(exponent), half = power >> 1;
    const std::uint32_t first =
        (mantissa == 0 ? 0x3F800000U : near) + (static_cast<std::uint32_t>(half) << 23U);
    const float scaled = a[i] * std::bit_cast<float>(first | (bits & 0x80000000U));
    const float result =
        scaled * std::bit_cast<float>(static_cast<std::uint32_t>(power - half + 127) << 23U);
    special |= exponent == 0 || exponent == 0xFFU ? 1U : 0U;
    to[i] = result;
  }
  // Zeroes, infinities, NaN and what lies next to 0: apart, as they cost a true division.
  for (std::size_t i = 0; i < n && special != 0; ++i) {
    const std::uint32_t exponent = (std::bit_cast<std::uint32_t>(b[i]) >> 23U) & 0xFFU;
    if (exponent == 0 || exponent == 0xFFU) to[i] = a[i] / b[i];
  }
}

// 2^x as ex2.approx does it, but for its error: 2^n times a polynomial on [-1/2, 1/2].
static inline float power_of_two(float x) {
  const float low = x > -152.0F ? x : -152.0F;
  const float bounded = low < 130.0F ? low : 130.0F;
  const float whole = nearest(bounded);
  const float rest = bounded - whole;
  float sum = 1.5252734e-5F;
  sum = multiply_add(sum, rest, 1.5403530e-4F);
  sum = multiply_add(sum, rest, 1.3333558e-3F);
  sum = multiply_add(sum, rest, 9.6181291e-3F);
  sum = multiply_add(sum, rest, 5.5504109e-2F);
  sum = multiply_add(sum, rest, 2.4022651e-1F);
  sum = multiply_add(sum, rest, 6.9314718e-1F);
  sum = multiply_add(sum, rest, 1.0F);
  // In two steps, as the power itself may lie below or above what float holds.
  const std::int32_t n = static_cast<std::int32_t>(whole), half = n >> 1;
  const auto power = [](std::int32_t exponent) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23U);
  };
  const float result = sum * power(half) * power(n - half);
  return x != x ? x : result;
}

// As Triton has exp: the product with log2(e) is rounded.
static void exponentials(void* out, const void* const* in, std::size_t n) {
  each1<Plain<float>, Plain<float>>(out, in, n,
                                    [](float x) { return power_of_two(x * 1.44269504F); });
}
static void powers_of_two(void* out, const void* const* in, std::size_t n) {
  each1<Plain<float>, Plain<float>>(out, in, n, [](float x) { return power_of_two(x); });
}

// The last dimension in one go; those before it by counting.
template <class T>
static inline void copy_lanes(int rank, const std::int64_t* shape, const std::int64_t* strides,
                              const T* from, T* __restrict to) {
  const std::int64_t n = shape[rank - 1], stride = strides[rank - 1];
  std::int64_t at[kMaxRank] = {};
  for (;;) {
    if (stride == 1) {
      for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
    } else if (stride == 0) {
      const T value = *from;
      for (std::int64_t i = 0; i < n; ++i) to[i] = value;
    } else {
      for (std::int64_t i = 0; i < n; ++i) to[i] = from[i * stride];
    }
    to += n;
    int dimension = rank - 2;
    for (; dimension >= 0; --dimension) {
      from += strides[dimension];
      if (++at[dimension] < shape[dimension]) break;
      from -= strides[dimension] * shape[dimension];
      at[dimension] = 0;
    }
    if (dimension < 0) return;
  }
}

static void copy_strided(void* to, const void* from, int rank, const std::int64_t* shape,
                         const std::int64_t* strides, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint8_t*>(from),
                        static_cast<std::uint8_t*>(to));
    case 2:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint16_t*>(from),
                        static_cast<std::uint16_t*>(to));
    case 4:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint32_t*>(from),
                        static_cast<std::uint32_t*>(to));
    default:
      return copy_lanes(rank, shape, strides, static_cast<const std::uint64_t*>(from),
                        static_cast<std::uint64_t*>(to));
  }
}

static void part_pairs(std::uint32_t* __restrict left, std::uint32_t* __restrict right,
                       const std::uint32_t* __restrict from, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    left[i] = from[2 * i];
    right[i] = from[2 * i + 1];
  }
}

// Whether somebody else than this thread has left a mark; in which epoch it did does not matter.
// See mark.h for the bits.
static inline bool is_foreign(std::uint64_t found, std::uint64_t mark) {
  constexpr std::uint64_t kEpoch = ((1ULL << 16U) - 1) << 26U;
  return found != 0 && ((found ^ mark) & ~kEpoch) != 0;
}

static LoadNoted note_loads(const std::uint64_t* __restrict stored,
                            std::uint64_t* __restrict loaded, std::uint64_t mark, std::size_t n) {
  std::uint64_t touched = 0, several_all = 1, foreign = 0;
  for (std::size_t i = 0; i < n; ++i) {
    touched |= stored[i];
    several_all &= loaded[i];
  }
  for (std::size_t i = 0; i < n && touched != 0; ++i)
    foreign |= is_foreign(stored[i], mark + (i << 1)) ? 1 : 0;
  if (foreign != 0) return LoadNoted::kLookAtEach;
  // That several programs load these is known, and one more would change nothing.
  if (several_all != 0) return touched == 0 ? LoadNoted::kSettled : LoadNoted::kDone;
  constexpr int kProgram = 42;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t old = loaded[i];
    const bool several = old != 0 && ((old ^ mark) >> kProgram) != 0;
    loaded[i] = (mark + (i << 1)) | (old & 1U) | (several ? 1U : 0U);
  }
  return LoadNoted::kDone;
}

static bool note_stores(std::uint64_t* __restrict stored, const std::uint64_t* __restrict loaded,
                        std::uint64_t mark, std::size_t n) {
  std::uint64_t foreign = 0;
  for (std::size_t i = 0; i < n; ++i)
    foreign |=
        is_foreign(stored[i], mark + (i << 1)) || is_foreign(loaded[i], mark + (i << 1)) ? 1 : 0;
  if (foreign != 0) return false;
  for (std::size_t i = 0; i < n; ++i) stored[i] = mark + (i << 1);
  return true;
}

template <bool kStored, bool kLoaded>
static inline MarkCounts count_some_marks(const std::uint64_t* __restrict stored,
                                          const std::uint64_t* __restrict loaded, std::size_t n) {
  constexpr std::uint64_t kShape = 31ULL << 21U;  // see mark.h
  std::uint64_t touched = 0, updates = 0, stores = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t store = kStored ? stored[i] : 0, load = kLoaded ? loaded[i] : 0;
    const std::uint64_t updated = (store & kShape) == kShape ? 1 : 0;
    stores += store != 0 ? 1 : 0;
    updates += updated;
    touched += load != 0 || updated != 0 ? 1 : 0;
  }
  return {touched, stores, updates};
}

static MarkCounts count_marks(const std::uint64_t* stored, const std::uint64_t* loaded,
                              std::size_t n) {
  if (!stored) return count_some_marks<false, true>(stored, loaded, n);
  return loaded ? count_some_marks<true, true>(stored, loaded, n)
                : count_some_marks<true, false>(stored, loaded, n);
}

}  // namespace

LaneFunction find(LaneOperation operation, Element from, Element to) {
  if (operation == LaneOperation::kExp) return from == Element::kF32 ? exponentials : nullptr;
  if (operation == LaneOperation::kExp2) return from == Element::kF32 ? powers_of_two : nullptr;
  if (operation == LaneOperation::kSelect || operation == LaneOperation::kCopy)
    return moved(operation, from);
  if (operation >= LaneOperation::kExtS && operation <= LaneOperation::kFpCast)
    return cast(operation, from, to);
  switch (from) {
    case Element::kI1:
      return bits(operation);
    case Element::kI8:
      return whole<U8>(operation);
    case Element::kI16:
      return whole<U16>(operation);
    case Element::kI32:
      return whole<U32>(operation);
    case Element::kI64:
    case Element::kPointer:
      return whole<U64>(operation);
    case Element::kF16:
      return real<F16>(operation);
    case Element::kBF16:
      return real<BF16>(operation);
    case Element::kF32:
      return real<F32>(operation);
    case Element::kF64:
      return real<F64>(operation);
    default:
      return nullptr;
  }
}

extern const LaneLoops kLoops;
const LaneLoops kLoops = {add_offsets, contiguous_runs, multiply,   shake,       divide_fast,
                          part_pairs,  copy_strided,    note_loads, note_stores, count_marks};

}  // namespace nereid::verify::machine::NEREID_LANES

#undef NEREID_ONE
#undef NEREID_TWO
#undef NEREID_THREE
#undef NEREID_TEST

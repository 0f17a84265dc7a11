// SPDX-License-Identifier: GPL-3.0-or-later
// From one type to another.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

template <class From, class To, class Function>
static inline void convert(void* out, const void* const* in, std::size_t n, Function function) {
  each1<From, To>(out, in, n, function);
}

// As PTX converts: out of range to the nearest, NaN to 0. Where 64 bits are taken or made, an H200
// makes NaN the highest bit alone.
template <class To, class T>
static inline To saturate(T x) {
  constexpr T kLow = static_cast<T>(std::numeric_limits<To>::min());
  constexpr To kHalf = std::numeric_limits<To>::max() / 2 + 1;
  constexpr T kPast = static_cast<T>(kHalf) * 2;
  constexpr bool kLong = sizeof(T) == 8 || sizeof(To) == 8;
  if (x != x) return kLong ? static_cast<To>(std::uint64_t{1} << (8 * sizeof(To) - 1)) : To{0};
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

// PTX has no conversion to eight bits: Triton takes that to sixteen, of which a store keeps the low
// byte.
template <class T>
using Converted = std::conditional_t<sizeof(T) == 1, std::uint16_t, T>;

template <class From, class To>
static LaneFunction from_real(LaneOperation operation) {
  using F = typename From::Number;
  using T = typename To::Number;
  using C = Converted<T>;
  if (operation == LaneOperation::kFpToSi)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n,
                        [](F x) -> T { return static_cast<T>(saturate<Signed<C>>(x)); });
    };
  if (operation == LaneOperation::kFpToUi)
    return [](void* out, const void* const* in, std::size_t n) {
      convert<From, To>(out, in, n, [](F x) -> T { return static_cast<T>(saturate<C>(x)); });
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

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES

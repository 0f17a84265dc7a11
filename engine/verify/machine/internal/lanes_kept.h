// SPDX-License-Identifier: GPL-3.0-or-later
// How lanes are kept, and what one computes with.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

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

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES

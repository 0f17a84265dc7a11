// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of libdevice that say how they round: arithmetic, and casts of numbers.
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/verify/machine/internal/libdevice.h"

namespace nereid::verify::machine {
namespace {

/// The processor rounds so while one of these lives.
class Rounding {
 public:
  explicit Rounding(int how) : before_(std::fegetround()) { std::fesetround(how); }
  ~Rounding() { std::fesetround(before_); }
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;

 private:
  int before_;
};

// The loop of a row under a way to round. Its function reads and writes through volatile numbers,
// so that the compiler computes nothing before or after.
template <auto kFunction, int kHow>
void rounded_lanes(void* out, const void* const* in, std::size_t n) {
  const Rounding rounding(kHow);
  LibraryLanes<kFunction, decltype(+kFunction)>::run(out, in, n);
}

template <auto kFunction, int kHow>
constexpr LibraryFunction rounded_row(std::string_view symbol) {
  LibraryFunction row = library_row<kFunction>(symbol);
  row.function = rounded_lanes<kFunction, kHow>;
  return row;
}

template <class T>
T pinned(T x) {
  volatile T kept = x;
  return kept;
}

template <class T>
T add(T x, T y) {
  return pinned<T>(pinned(x) + pinned(y));
}
template <class T>
T subtract(T x, T y) {
  return pinned<T>(pinned(x) - pinned(y));
}
template <class T>
T multiply(T x, T y) {
  return pinned<T>(pinned(x) * pinned(y));
}
template <class T>
T divide(T x, T y) {
  return pinned<T>(pinned(x) / pinned(y));
}
template <class T>
T reciprocal(T x) {
  return pinned<T>(pinned(T{1}) / pinned(x));
}
template <class T>
T root(T x) {
  return pinned<T>(std::sqrt(pinned(x)));
}
template <class T>
T multiply_add(T x, T y, T z) {
  return pinned<T>(std::fma(pinned(x), pinned(y), pinned(z)));
}
template <class To, class From>
To cast(From x) {
  return pinned<To>(static_cast<To>(pinned(x)));
}

// As PTX converts: rounded, out of range to the nearest, NaN to 0 (to the smallest, of 64 bits).
template <class To, class From>
To whole(From given) {
  const From x = pinned<From>(std::nearbyint(pinned(given)));
  if (std::isnan(x)) return sizeof(To) == 8 ? static_cast<To>(1ULL << 63U) : To{0};
  constexpr auto kLow = static_cast<From>(std::numeric_limits<To>::min());
  constexpr To kHalf = std::numeric_limits<To>::max() / 2 + 1;
  constexpr From kPast = static_cast<From>(kHalf) * 2;
  if (x <= kLow) return std::numeric_limits<To>::min();
  return x >= kPast ? std::numeric_limits<To>::max() : static_cast<To>(x);
}

// One function in the four ways: SYMBOL_rn, _rz, _rd and _ru.
template <auto kFunction>
void four(std::vector<LibraryFunction>& rows, std::array<std::string_view, 4> symbols) {
  rows.push_back(rounded_row<kFunction, FE_TONEAREST>(symbols[0]));
  rows.push_back(rounded_row<kFunction, FE_TOWARDZERO>(symbols[1]));
  rows.push_back(rounded_row<kFunction, FE_DOWNWARD>(symbols[2]));
  rows.push_back(rounded_row<kFunction, FE_UPWARD>(symbols[3]));
}
#define NEREID_FOUR(SYMBOL, ...)                                                             \
  four<__VA_ARGS__>(rows, {"__nv_" SYMBOL "_rn", "__nv_" SYMBOL "_rz", "__nv_" SYMBOL "_rd", \
                           "__nv_" SYMBOL "_ru"})

std::vector<LibraryFunction> make_rows() {
  using U32 = std::uint32_t;
  using I64 = std::int64_t;
  using U64 = std::uint64_t;
  std::vector<LibraryFunction> rows;
  NEREID_FOUR("fadd", [](float x, float y) { return add(x, y); });
  NEREID_FOUR("dadd", [](double x, double y) { return add(x, y); });
  NEREID_FOUR("fsub", [](float x, float y) { return subtract(x, y); });
  NEREID_FOUR("dsub", [](double x, double y) { return subtract(x, y); });
  NEREID_FOUR("fmul", [](float x, float y) { return multiply(x, y); });
  NEREID_FOUR("dmul", [](double x, double y) { return multiply(x, y); });
  NEREID_FOUR("fdiv", [](float x, float y) { return divide(x, y); });
  NEREID_FOUR("ddiv", [](double x, double y) { return divide(x, y); });
  NEREID_FOUR("frcp", [](float x) { return reciprocal(x); });
  NEREID_FOUR("drcp", [](double x) { return reciprocal(x); });
  NEREID_FOUR("fsqrt", [](float x) { return root(x); });
  NEREID_FOUR("dsqrt", [](double x) { return root(x); });
  NEREID_FOUR("fmaf", [](float x, float y, float z) { return multiply_add(x, y, z); });
  NEREID_FOUR("fma", [](double x, double y, double z) { return multiply_add(x, y, z); });
  NEREID_FOUR("double2float", [](double x) { return cast<float>(x); });
  NEREID_FOUR("double2int", [](double x) { return whole<int>(x); });
  NEREID_FOUR("double2uint", [](double x) { return whole<U32>(x); });
  NEREID_FOUR("double2ll", [](double x) { return whole<I64>(x); });
  NEREID_FOUR("double2ull", [](double x) { return whole<U64>(x); });
  NEREID_FOUR("float2int", [](float x) { return whole<int>(x); });
  NEREID_FOUR("float2uint", [](float x) { return whole<U32>(x); });
  NEREID_FOUR("float2ll", [](float x) { return whole<I64>(x); });
  NEREID_FOUR("float2ull", [](float x) { return whole<U64>(x); });
  NEREID_FOUR("int2float", [](int x) { return cast<float>(x); });
  NEREID_FOUR("uint2float", [](U32 x) { return cast<float>(x); });
  NEREID_FOUR("ll2float", [](I64 x) { return cast<float>(x); });
  NEREID_FOUR("ull2float", [](U64 x) { return cast<float>(x); });
  NEREID_FOUR("ll2double", [](I64 x) { return cast<double>(x); });
  NEREID_FOUR("ull2double", [](U64 x) { return cast<double>(x); });
  rows.push_back(library_row<[](int x) { return cast<double>(x); }>("__nv_int2double_rn"));
  rows.push_back(library_row<[](U32 x) { return cast<double>(x); }>("__nv_uint2double_rn"));
  rows.push_back(library_row<[](float x) {
    return static_cast<float>(1 / std::sqrt(static_cast<double>(x)));
  }>("__nv_frsqrt_rn"));
  rows.push_back(library_row<[](float x) { return whole<I64>(x); }>("__nv_llrintf"));
  rows.push_back(library_row<[](double x) { return whole<I64>(x); }>("__nv_llrint"));
  rows.push_back(library_row<[](float x) { return whole<I64>(std::round(x)); }>("__nv_llroundf"));
  rows.push_back(library_row<[](double x) { return whole<I64>(std::round(x)); }>("__nv_llround"));
  // The upper half of the reciprocal; the lower half is 0.
  rows.push_back(library_row<[](double x) {
    return std::bit_cast<double>(std::bit_cast<U64>(1 / x) & ~0xFFFFFFFFULL);
  }>("__nv_rcp64h"));
  return rows;
}
#undef NEREID_FOUR

}  // namespace

std::span<const LibraryFunction> rounding_library() {
  static const std::vector<LibraryFunction> kRows = make_rows();
  return kRows;
}

}  // namespace nereid::verify::machine

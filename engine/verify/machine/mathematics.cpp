// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/mathematics.h"

#include <array>
#include <cmath>
#include <numbers>

#include "engine/verify/machine/internal/half.h"

namespace nereid::verify::machine {
namespace {

template <class Kept, auto kRead, auto kKeep, auto kFunction>
void each(void* out, const void* const* in, std::size_t n) {
  auto* to = static_cast<Kept*>(out);
  const auto* a = static_cast<const Kept*>(in[0]);
  for (std::size_t i = 0; i < n; ++i) to[i] = kKeep(kFunction(kRead(a[i])));
}

template <class Kept, auto kRead, auto kKeep, auto kFunction>
void each_two(void* out, const void* const* in, std::size_t n) {
  auto* to = static_cast<Kept*>(out);
  const auto* a = static_cast<const Kept*>(in[0]);
  const auto* b = static_cast<const Kept*>(in[1]);
  for (std::size_t i = 0; i < n; ++i) to[i] = kKeep(kFunction(kRead(a[i]), kRead(b[i])));
}

template <class T>
T as_it_is(T x) {
  return x;
}

// A function of C++ for float and double, in the four types of lanes.
#define NEREID_MATH(NAME, EXPRESSION)    \
  struct NAME {                          \
    template <class T>                   \
    static T of(T x) {                   \
      return static_cast<T>(EXPRESSION); \
    }                                    \
  }
NEREID_MATH(Exp, std::exp(x));
NEREID_MATH(Exp2, std::exp2(x));
NEREID_MATH(Log, std::log(x));
NEREID_MATH(Log2, std::log2(x));
NEREID_MATH(Sin, std::sin(x));
NEREID_MATH(Cos, std::cos(x));
NEREID_MATH(Tan, std::tan(x));
NEREID_MATH(Tanh, std::tanh(x));
NEREID_MATH(Erf, std::erf(x));
#undef NEREID_MATH

struct Pow {
  template <class T>
  static T of(T x, T y) {
    return std::pow(x, y);
  }
};
struct Remainder {
  template <class T>
  static T of(T x, T y) {
    return std::fmod(x, y);
  }
};

template <class F>
LaneFunction one(Element lanes) {
  switch (lanes) {
    case Element::kF16:
      return each<std::uint16_t, float_of_f16, f16_of_float, F::template of<float>>;
    case Element::kBF16:
      return each<std::uint16_t, float_of_bf16, bf16_of_float, F::template of<float>>;
    case Element::kF32:
      return each<float, as_it_is<float>, as_it_is<float>, F::template of<float>>;
    case Element::kF64:
      return each<double, as_it_is<double>, as_it_is<double>, F::template of<double>>;
    default:
      return nullptr;
  }
}

template <class F>
LaneFunction two(Element lanes) {
  switch (lanes) {
    case Element::kF16:
      return each_two<std::uint16_t, float_of_f16, f16_of_float, F::template of<float>>;
    case Element::kBF16:
      return each_two<std::uint16_t, float_of_bf16, bf16_of_float, F::template of<float>>;
    case Element::kF32:
      return each_two<float, as_it_is<float>, as_it_is<float>, F::template of<float>>;
    case Element::kF64:
      return each_two<double, as_it_is<double>, as_it_is<double>, F::template of<double>>;
    default:
      return nullptr;
  }
}

// ---- libdevice: a row for each symbol
// ------------------------------------------------------------
template <class To, class From, int kOperands, auto kFunction>
void lanes_of(void* out, const void* const* in, std::size_t n) {
  auto* to = static_cast<To*>(out);
  const auto at = [&](std::size_t which, std::size_t i) {
    return static_cast<const From*>(in[which])[i];
  };
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (kOperands == 1)
      to[i] = kFunction(at(0, i));
    else if constexpr (kOperands == 2)
      to[i] = kFunction(at(0, i), at(1, i));
    else
      to[i] = kFunction(at(0, i), at(1, i), at(2, i));
  }
}

// Both precisions of a function: __nv_NAMEf and __nv_NAME.
#define NEREID_LIBRARY1(NAME, EXPRESSION)                                                  \
  LibraryFunction{"__nv_" #NAME "f", 1, Element::kF32, Element::kF32,                      \
                  lanes_of<float, float, 1, [](float x) -> float { return EXPRESSION; }>}, \
      LibraryFunction {                                                                    \
    "__nv_" #NAME, 1, Element::kF64, Element::kF64,                                        \
        lanes_of<double, double, 1, [](double x) -> double { return EXPRESSION; }>         \
  }
#define NEREID_LIBRARY2(NAME, EXPRESSION)                                                    \
  LibraryFunction{                                                                           \
      "__nv_" #NAME "f", 2, Element::kF32, Element::kF32,                                    \
      lanes_of<float, float, 2, [](float x, float y) -> float { return EXPRESSION; }>},      \
      LibraryFunction {                                                                      \
    "__nv_" #NAME, 2, Element::kF64, Element::kF64,                                          \
        lanes_of<double, double, 2, [](double x, double y) -> double { return EXPRESSION; }> \
  }
#define NEREID_TEST1(NAME, EXPRESSION)                                                 \
  LibraryFunction{"__nv_" #NAME "f", 1, Element::kF32, Element::kI32,                  \
                  lanes_of<int, float, 1, [](float x) -> int { return EXPRESSION; }>}, \
      LibraryFunction {                                                                \
    "__nv_" #NAME "d", 1, Element::kF64, Element::kI32,                                \
        lanes_of<int, double, 1, [](double x) -> int { return EXPRESSION; }>           \
  }
// The fast forms, of float alone: NAME without the f of the slow one.
#define NEREID_FAST1(NAME, EXPRESSION)                                         \
  LibraryFunction {                                                            \
    "__nv_fast_" #NAME "f", 1, Element::kF32, Element::kF32,                   \
        lanes_of<float, float, 1, [](float x) -> float { return EXPRESSION; }> \
  }

constexpr double kPi = std::numbers::pi;

const std::array kLibrary = {
    NEREID_LIBRARY1(acos, std::acos(x)),
    NEREID_LIBRARY1(acosh, std::acosh(x)),
    NEREID_LIBRARY1(asin, std::asin(x)),
    NEREID_LIBRARY1(asinh, std::asinh(x)),
    NEREID_LIBRARY1(atan, std::atan(x)),
    NEREID_LIBRARY1(atanh, std::atanh(x)),
    NEREID_LIBRARY1(cbrt, std::cbrt(x)),
    NEREID_LIBRARY1(ceil, std::ceil(x)),
    NEREID_LIBRARY1(cos, std::cos(x)),
    NEREID_LIBRARY1(cosh, std::cosh(x)),
    NEREID_LIBRARY1(cospi, static_cast<decltype(x)>(std::cos(kPi* x))),
    NEREID_LIBRARY1(erf, std::erf(x)),
    NEREID_LIBRARY1(erfc, std::erfc(x)),
    NEREID_LIBRARY1(exp, std::exp(x)),
    NEREID_LIBRARY1(exp10, static_cast<decltype(x)>(std::pow(10.0, x))),
    NEREID_LIBRARY1(exp2, std::exp2(x)),
    NEREID_LIBRARY1(expm1, std::expm1(x)),
    NEREID_LIBRARY1(fabs, std::fabs(x)),
    NEREID_LIBRARY1(floor, std::floor(x)),
    NEREID_LIBRARY1(lgamma, std::lgamma(x)),
    NEREID_LIBRARY1(log, std::log(x)),
    NEREID_LIBRARY1(log10, std::log10(x)),
    NEREID_LIBRARY1(log1p, std::log1p(x)),
    NEREID_LIBRARY1(log2, std::log2(x)),
    NEREID_LIBRARY1(nearbyint, std::nearbyint(x)),
    NEREID_LIBRARY1(rcbrt, 1 / std::cbrt(x)),
    NEREID_LIBRARY1(rint, std::nearbyint(x)),
    NEREID_LIBRARY1(round, std::round(x)),
    NEREID_LIBRARY1(rsqrt, 1 / std::sqrt(x)),
    NEREID_LIBRARY1(sin, std::sin(x)),
    NEREID_LIBRARY1(sinh, std::sinh(x)),
    NEREID_LIBRARY1(sinpi, static_cast<decltype(x)>(std::sin(kPi* x))),
    NEREID_LIBRARY1(sqrt, std::sqrt(x)),
    NEREID_LIBRARY1(tan, std::tan(x)),
    NEREID_LIBRARY1(tanh, std::tanh(x)),
    NEREID_LIBRARY1(tgamma, std::tgamma(x)),
    NEREID_LIBRARY1(trunc, std::trunc(x)),
    NEREID_LIBRARY2(atan2, std::atan2(x, y)),
    NEREID_LIBRARY2(copysign, std::copysign(x, y)),
    NEREID_LIBRARY2(fdim, std::fdim(x, y)),
    NEREID_LIBRARY2(fmax, std::fmax(x, y)),
    NEREID_LIBRARY2(fmin, std::fmin(x, y)),
    NEREID_LIBRARY2(fmod, std::fmod(x, y)),
    NEREID_LIBRARY2(hypot, std::hypot(x, y)),
    NEREID_LIBRARY2(nextafter, std::nextafter(x, y)),
    NEREID_LIBRARY2(pow, std::pow(x, y)),
    NEREID_LIBRARY2(remainder, std::remainder(x, y)),
    NEREID_TEST1(isinf, std::isinf(x) ? 1 : 0),
    NEREID_TEST1(isnan, std::isnan(x) ? 1 : 0),
    NEREID_TEST1(signbit, std::signbit(x) ? 1 : 0),
    NEREID_FAST1(cos, std::cos(x)),
    NEREID_FAST1(exp, std::exp(x)),
    NEREID_FAST1(log, std::log(x)),
    NEREID_FAST1(log2, std::log2(x)),
    NEREID_FAST1(log10, std::log10(x)),
    NEREID_FAST1(sin, std::sin(x)),
    NEREID_FAST1(tan, std::tan(x)),
    NEREID_FAST1(tanh, std::tanh(x)),
    LibraryFunction{"__nv_finitef", 1, Element::kF32, Element::kI32,
                    lanes_of<int, float, 1, [](float x) -> int { return std::isfinite(x); }>},
    LibraryFunction{"__nv_isfinited", 1, Element::kF64, Element::kI32,
                    lanes_of<int, double, 1, [](double x) -> int { return std::isfinite(x); }>},
    LibraryFunction{"__nv_fmaf", 3, Element::kF32, Element::kF32,
                    lanes_of<float, float, 3,
                             [](float x, float y, float z) -> float { return std::fma(x, y, z); }>},
    LibraryFunction{
        "__nv_fma",
        3, Element::kF64, Element::kF64,
        lanes_of<double, double, 3,
                 [](double x, double y, double z) -> double { return std::fma(x, y, z); }>},
    LibraryFunction{"__nv_saturatef", 1, Element::kF32, Element::kF32,
                    lanes_of<float, float, 1,
                             [](float x) -> float { return std::fmin(std::fmax(x, 0.0F), 1.0F); }>},
    LibraryFunction{
        "__nv_fast_powf", 2, Element::kF32, Element::kF32,
        lanes_of<float, float, 2, [](float x, float y) -> float { return std::pow(x, y); }>},
    LibraryFunction{"__nv_fast_fdividef", 2, Element::kF32, Element::kF32,
                    lanes_of<float, float, 2, [](float x, float y) -> float { return x / y; }>},
};
#undef NEREID_LIBRARY1
#undef NEREID_LIBRARY2
#undef NEREID_TEST1
#undef NEREID_FAST1

}  // namespace

LaneFunction mathematical_function(LaneOperation operation, Element lanes) {
  switch (operation) {
    case LaneOperation::kExp:
      return one<Exp>(lanes);
    case LaneOperation::kExp2:
      return one<Exp2>(lanes);
    case LaneOperation::kLog:
      return one<Log>(lanes);
    case LaneOperation::kLog2:
      return one<Log2>(lanes);
    case LaneOperation::kSin:
      return one<Sin>(lanes);
    case LaneOperation::kCos:
      return one<Cos>(lanes);
    case LaneOperation::kTan:
      return one<Tan>(lanes);
    case LaneOperation::kTanh:
      return one<Tanh>(lanes);
    case LaneOperation::kErf:
      return one<Erf>(lanes);
    case LaneOperation::kPow:
      return two<Pow>(lanes);
    case LaneOperation::kRemF:
      return two<Remainder>(lanes);
    default:
      return nullptr;
  }
}

const LibraryFunction* library_function(std::string_view symbol) {
  for (const LibraryFunction& row : kLibrary)
    if (row.symbol == symbol) return &row;
  return nullptr;
}

}  // namespace nereid::verify::machine

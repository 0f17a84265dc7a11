// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/mathematics.h"

#include <cmath>

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

}  // namespace nereid::verify::machine

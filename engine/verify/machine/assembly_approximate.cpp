// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that a GPU has but approximately. They err within what PTX documents, as a hash of the
// operand and the seed says: equal operands have equal results.
#include <algorithm>
#include <limits>
#include <numbers>

#include "engine/verify/machine/internal/assembly_form.h"
#include "engine/verify/machine/internal/assembly_numbers.h"

namespace nereid::verify::machine {
namespace {

using Flags = AssemblyFlags;
using Kind = AssemblyKind;
using Bits = std::uint64_t;

// From -1 to 1.
double drawn(Bits bits, std::uint32_t seed) {
  if (seed == 0) return 0;
  Bits hash = (bits ^ Bits{seed} << 32U) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 31U;
  hash *= 0xBF58476D1CE4E5B9ULL;
  return static_cast<double>(static_cast<std::int64_t>(hash)) * 0x1p-63;
}

// 0, powers of two, infinities and NaN are exact.
bool stays(double value) {
  int exponent = 0;
  return value == 0 || !std::isfinite(value) || std::fabs(std::frexp(value, &exponent)) == 0.5;
}

/// An approximate function of f32: its exact value, and by how much it may be off, before it is
/// rounded.
struct Reciprocal {
  static double of(double x) { return 1 / x; }
  static double error(double, double value) { return std::fabs(value) * 0x1p-24; }
};
struct Root {
  static double of(double x) { return std::sqrt(x); }
  static double error(double, double value) { return value * 0x1p-24; }
};
struct ReciprocalRoot {
  static double of(double x) { return 1 / std::sqrt(x); }
  static double error(double, double value) { return value * (0x1.1p-23 - 0x1p-24); }
};
// In turns the smallest numbers are 0.
bool vanishes(double x) {
  return std::fabs(x) * 0.15915494309189535 < 0x1p-126;
}
struct Sine {
  static double of(double x) { return vanishes(x) ? std::copysign(0.0, x) : std::sin(x); }
  // 2^-20.5 up to 2 pi, 2^-14.7 up to 100 pi.
  static double error(double x, double) {
    return 6.7e-7 * std::max(1.0, std::fabs(x) / (2 * std::numbers::pi));
  }
};
struct Cosine {
  static double of(double x) { return std::cos(x); }
  static double error(double x, double value) { return Sine::error(x, value); }
};
struct Logarithm {
  static double of(double x) { return std::log2(x); }
  static double error(double x, double value) {
    return x > 0.5 && x < 2 ? 0x1p-22 - 0x1p-24 : std::fabs(value) * (0x1p-22 - 0x1p-24);
  }
};
struct Exponential {
  static double of(double x) { return std::exp2(x); }
  // Two units in the last place, of which the rounding is a half.
  static double error(double, double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return 1.5 * std::ldexp(1.0, std::max(exponent - 24, -149));
  }
};
struct Tangent {
  static double of(double x) { return std::tanh(x); }
  static double error(double x, double value) {
    return std::fabs(x) < 0x1p-126 ? 0 : std::fabs(value) * (0x1p-11 - 0x1p-24);
  }
};

template <class F>
void singles(const AssemblyLanes& lanes) {
  constexpr bool kBounded =
      std::is_same_v<F, Sine> || std::is_same_v<F, Cosine> || std::is_same_v<F, Tangent>;
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const float x = flushed(float_of(lanes.in[0][i]), lanes.flags.ftz);
    double value = F::of(x);
    if (!stays(value)) {
      value += drawn(bits_of(x), lanes.seed) * F::error(x, value);
      if (kBounded) value = std::clamp(value, -1.0, 1.0);
    }
    lanes.out[i] = given(static_cast<float>(value), lanes.flags);
  }
}

// a (1 / b).
void quotients(const AssemblyLanes& lanes) {
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const float x = flushed(float_of(lanes.in[0][i]), lanes.flags.ftz);
    const float y = flushed(float_of(lanes.in[1][i]), lanes.flags.ftz);
    const bool full = lanes.flags.number != 0;
    if (!full && std::fabs(y) > 0x1p126F && std::isfinite(y)) {
      const bool odd = std::isinf(x) || std::isnan(x);
      lanes.out[i] = odd ? kSingle.nan : bits_of(std::signbit(x) == std::signbit(y) ? 0.0F : -0.0F);
      continue;
    }
    double value = double{x} / double{y};
    const bool exact = stays(y) || stays(value);
    // The error is that of the reciprocal, the same for all that is divided by y.
    if (!exact) value += drawn(bits_of(y), lanes.seed) * Exponential::error(0, value);
    lanes.out[i] = given(static_cast<float>(value), lanes.flags);
  }
}

// Before they are rounded. ex2: 2^-9.9 and 2^-7 of the result; tanh: 2^-10.987 and 2^-8, but of
// small numbers (measured on an H200) no more than two units in the last place.
double half_error(bool brain, bool tangent, double value) {
  const double size = std::fabs(value);
  if (tangent) return brain ? std::min(0x1p-9, size * 0x1p-8) : std::min(2.48e-4, size * 0x1p-11);
  return brain ? size * 0x1p-8 : std::max(size * 5.58e-4, 0x1p-25);
}

template <bool kTangent, bool kBrain, bool kTwo>
void halves(const AssemblyLanes& lanes) {
  constexpr const NumberFormat& kFormat = kBrain ? kBfloat : kHalf;
  const auto one = [&](Bits bits) -> Bits {
    if (kBrain) bits = flushed_bfloat(bits, lanes.flags.ftz);
    const double x = decode(bits, kFormat);
    double value = kTangent ? std::tanh(x) : std::exp2(x);
    if (!stays(value)) value += drawn(bits, lanes.seed) * half_error(kBrain, kTangent, value);
    if (kTangent) value = std::clamp(value, -1.0, 1.0);
    Bits out = encode(value, kFormat, AssemblyRounding::kNearest);
    return kBrain ? flushed_bfloat(out, lanes.flags.ftz) : out;
  };
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const Bits low = one(lanes.in[0][i] & 0xFFFFU);
    lanes.out[i] = kTwo ? low | one(lanes.in[0][i] >> 16U) << 16U : low;
  }
}

AssemblyFunction of_halves(bool tangent, Kind kind) {
  switch (kind) {
    case Kind::kF16:
      return tangent ? halves<true, false, false> : halves<false, false, false>;
    case Kind::kF16x2:
      return tangent ? halves<true, false, true> : halves<false, false, true>;
    case Kind::kBF16:
      return tangent ? halves<true, true, false> : halves<false, true, false>;
    case Kind::kBF16x2:
      return tangent ? halves<true, true, true> : halves<false, true, true>;
    default:
      return nullptr;
  }
}

}  // namespace

bool approximate_form(Mnemonic& name, AssemblyForm& form) {
  const std::string_view what = name.name();
  const bool full = what == "div" && name.take("full");
  if (!full && !name.take("approx")) return false;
  form.flags.ftz = name.take("ftz");
  form.flags.number = full ? 1 : 0;
  const Kind kind = name.kind();
  form.out = kind;
  form.in = {kind};
  form.counter = counter_of(kind);
  if (kind != Kind::kF32) {
    const bool tangent = what == "tanh";
    if (!tangent && what != "ex2") return false;
    const bool brain = kind == Kind::kBF16 || kind == Kind::kBF16x2;
    if (form.flags.ftz != (brain && !tangent)) return false;
    form.function = of_halves(tangent, kind);
    return form.function != nullptr;
  }
  if (what == "div") {
    form.in.push_back(kind);
    form.function = quotients;
    return true;
  }
  if (what == "tanh" && form.flags.ftz) return false;
  form.function = what == "rcp"     ? singles<Reciprocal>
                  : what == "sqrt"  ? singles<Root>
                  : what == "rsqrt" ? singles<ReciprocalRoot>
                  : what == "sin"   ? singles<Sine>
                  : what == "cos"   ? singles<Cosine>
                  : what == "lg2"   ? singles<Logarithm>
                  : what == "ex2"   ? singles<Exponential>
                  : what == "tanh"  ? singles<Tangent>
                                    : nullptr;
  return form.function != nullptr;
}

}  // namespace nereid::verify::machine

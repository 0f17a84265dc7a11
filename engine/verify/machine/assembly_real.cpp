// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of floating point. A result is exact, or rounded to odd, in float64 first; rounding
// that in any direction is rounding the exact one. float64 itself is rounded by the processor.
#include <cfenv>

#include "engine/verify/machine/internal/assembly_form.h"
#include "engine/verify/machine/internal/assembly_numbers.h"

namespace nereid::verify::machine {

// In whole numbers: the last place is the exponent's, or the smallest one's.
std::uint64_t encode(double value, const NumberFormat& format, AssemblyRounding rounding,
                     bool finite) {
  const std::uint64_t sign =
      std::signbit(value) ? 1ULL << (format.exponent_bits + format.mantissa_bits) : 0;
  if (std::isnan(value)) return format.nan;
  const double size = std::fabs(value);
  const bool holds = format.has_infinity && !finite;
  const std::uint64_t infinity = ((1ULL << format.exponent_bits) - 1) << format.mantissa_bits;
  if (std::isinf(size)) return sign | (holds ? infinity : format.largest);
  if (size == 0) return sign;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  int exponent = 0;
  std::frexp(size, &exponent);
  const int unit = std::max(exponent - 1, 1 - bias) - format.mantissa_bits;
  const double scaled = std::ldexp(size, -unit);
  double whole = std::floor(scaled);
  const double rest = scaled - whole;
  const bool negative = sign != 0;
  bool up = false;
  switch (rounding) {
    case AssemblyRounding::kNearest:
      up = rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2.0) != 0);
      break;
    case AssemblyRounding::kAway:
      up = rest >= 0.5;
      break;
    case AssemblyRounding::kZero:
      break;
    case AssemblyRounding::kDown:
      up = negative && rest > 0;
      break;
    case AssemblyRounding::kUp:
      up = !negative && rest > 0;
      break;
  }
  if (up) whole += 1;
  const std::uint64_t code =
      (static_cast<std::uint64_t>(unit + format.mantissa_bits + bias - 1) << format.mantissa_bits) +
      static_cast<std::uint64_t>(whole);
  if (code <= format.largest) return sign | code;
  // Beyond the largest: towards it, or to an infinity.
  const bool towards = rounding == AssemblyRounding::kZero ||
                       (rounding == AssemblyRounding::kDown && !negative) ||
                       (rounding == AssemblyRounding::kUp && negative);
  return sign | (holds && !towards ? infinity : format.largest);
}

double decode(std::uint64_t bits, const NumberFormat& format) {
  const std::uint64_t mantissa = bits & ((1ULL << format.mantissa_bits) - 1);
  const std::uint64_t exponent =
      bits >> format.mantissa_bits & ((1ULL << format.exponent_bits) - 1);
  const bool negative = (bits >> (format.mantissa_bits + format.exponent_bits) & 1U) != 0;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  double size = 0;
  const bool highest = exponent == (1ULL << format.exponent_bits) - 1;
  if (highest && format.has_infinity)
    size = mantissa == 0 ? INFINITY : NAN;
  else if (!format.has_infinity && (bits & format.nan) == format.nan)
    size = NAN;
  else
    size = std::ldexp(
        static_cast<double>(mantissa + (exponent == 0 ? 0 : 1ULL << format.mantissa_bits)),
        (exponent == 0 ? 1 : static_cast<int>(exponent)) - bias - format.mantissa_bits);
  return negative ? -size : size;
}

namespace {

using Flags = AssemblyFlags;
using Kind = AssemblyKind;
using Bits = std::uint64_t;
using Rounding = AssemblyRounding;

// ---- float32
float read_single(Bits bits, const Flags& flags) {
  return flushed(float_of(bits), flags.ftz);
}
// Whether a number that is rounded as if exponents had no end is below the smallest one: then .ftz
// makes it 0 (measured on an H200), even if it would be rounded up to that.
bool is_tiny(double odd, double least, int mantissa_bits, Rounding rounding) {
  const double size = std::fabs(odd);
  const double below = least * (1 - std::ldexp(1.0, -mantissa_bits - 1));
  if (rounding == Rounding::kNearest)
    return size < least * (1 - std::ldexp(1.0, -mantissa_bits - 2));
  const bool away = rounding == (std::signbit(odd) ? Rounding::kDown : Rounding::kUp);
  return away ? size <= below : size < least;
}
Bits rounded_single(double odd, const Flags& flags) {
  if (flags.ftz && is_tiny(odd, 0x1p-126, 23, flags.rounding)) odd = std::copysign(0.0, odd);
  return given(float_of(encode(odd, kSingle, flags.rounding)), flags);
}
// A sum that is exactly 0 is -0 when it is rounded down, unless both are 0.
double signed_zero(double sum, double a, double b, const Flags& flags) {
  if (sum != 0 || a != -b) return sum;
  const bool down = flags.rounding == Rounding::kDown;
  if (a == 0) return std::signbit(a) == std::signbit(b) ? a : (down ? -0.0 : 0.0);
  return down ? -0.0 : 0.0;
}
template <bool kLess>
Bits add_single(Bits a, Bits b, const Flags& flags) {
  const float x = read_single(a, flags);
  const float y = kLess ? -read_single(b, flags) : read_single(b, flags);
  if (flags.rounding == Rounding::kNearest) return given(x + y, flags);
  return rounded_single(signed_zero(odd_sum(x, y), x, y, flags), flags);
}
Bits multiply_single(Bits a, Bits b, const Flags& flags) {
  const float x = read_single(a, flags), y = read_single(b, flags);
  if (flags.rounding == Rounding::kNearest && !flags.ftz) return given(x * y, flags);
  return rounded_single(double{x} * double{y}, flags);
}
Bits fused_single(Bits a, Bits b, Bits c, const Flags& flags) {
  const double product = double{read_single(a, flags)} * double{read_single(b, flags)};
  const double z = read_single(c, flags);
  return rounded_single(signed_zero(odd_sum(product, z), product, z, flags), flags);
}
double odd_quotient(double a, double b) {
  const double quotient = a / b;
  if (!std::isfinite(quotient) || quotient == 0 || std::isinf(b)) return quotient;
  const double rest = std::fma(-quotient, b, a);
  return made_odd(quotient, b < 0 ? -rest : rest);
}
Bits divide_single(Bits a, Bits b, const Flags& flags) {
  return rounded_single(odd_quotient(read_single(a, flags), read_single(b, flags)), flags);
}
Bits reciprocal_single(Bits a, const Flags& flags) {
  return rounded_single(odd_quotient(1.0, read_single(a, flags)), flags);
}
Bits root_single(Bits a, const Flags& flags) {
  const double x = read_single(a, flags);
  const double root = std::sqrt(x);
  if (!std::isfinite(root) || root == 0) return rounded_single(root, flags);
  return rounded_single(made_odd(root, std::fma(-root, root, x)), flags);
}
Bits absolute_single(Bits a, const Flags& flags) {
  return given(std::fabs(read_single(a, flags)), flags);
}
Bits negative_single(Bits a, const Flags& flags) {
  return given(-read_single(a, flags), flags);
}

// ---- float64: by the processor, in the direction that it is told
class Direction {
 public:
  explicit Direction(Rounding rounding) : before_(std::fegetround()) {
    std::fesetround(rounding == Rounding::kZero   ? FE_TOWARDZERO
                    : rounding == Rounding::kDown ? FE_DOWNWARD
                    : rounding == Rounding::kUp   ? FE_UPWARD
                                                  : FE_TONEAREST);
  }
  ~Direction() { std::fesetround(before_); }
  Direction(const Direction&) = delete;
  Direction& operator=(const Direction&) = delete;

 private:
  int before_;
};
// Nothing is computed before or after the direction is set.
double pinned(double x) {
  volatile double kept = x;
  return kept;
}
// Of several NaN the last one is given, as an H200 has it.
Bits quieted(Bits bits) {
  return bits | 0x8000000000000ULL;
}
bool is_nan(Bits bits) {
  return std::isnan(double_of(bits));
}
template <class F>
Bits of_two(Bits a, Bits b, const F& act) {
  if (is_nan(b)) return quieted(b);
  return is_nan(a) ? quieted(a) : bits_of(pinned(act(pinned(double_of(a)), pinned(double_of(b)))));
}
Bits add_double(Bits a, Bits b, const Flags&) {
  return of_two(a, b, [](double x, double y) { return x + y; });
}
Bits subtract_double(Bits a, Bits b, const Flags&) {
  return of_two(a, b, [](double x, double y) { return x - y; });
}
Bits multiply_double(Bits a, Bits b, const Flags&) {
  return of_two(a, b, [](double x, double y) { return x * y; });
}
Bits divide_double(Bits a, Bits b, const Flags&) {
  return bits_of(pinned(pinned(double_of(a)) / pinned(double_of(b))));
}
Bits reciprocal_double(Bits a, const Flags&) {
  return bits_of(pinned(pinned(1.0) / pinned(double_of(a))));
}
Bits root_double(Bits a, const Flags&) {
  return bits_of(pinned(std::sqrt(pinned(double_of(a)))));
}
Bits fused_double(Bits a, Bits b, Bits c, const Flags&) {
  if (is_nan(b)) return quieted(b);
  if (is_nan(c)) return quieted(c);
  if (is_nan(a)) return quieted(a);
  return bits_of(
      pinned(std::fma(pinned(double_of(a)), pinned(double_of(b)), pinned(double_of(c)))));
}
template <auto kLanes>
void directed(const AssemblyLanes& lanes) {
  const Direction direction(lanes.flags.rounding);
  kLanes(lanes);
}
Bits absolute_double(Bits a, const Flags&) {
  return is_nan(a) ? quieted(a) : a & 0x7FFFFFFFFFFFFFFFULL;
}
Bits negative_double(Bits a, const Flags&) {
  return is_nan(a) ? quieted(a) : a ^ 0x8000000000000000ULL;
}

// ---- halves
struct HalfType {
  static constexpr double kLeast = 0x1p-14;
  static constexpr const NumberFormat& kFormat = kHalf;
  static Bits flush(Bits bits, bool ftz) { return flushed_half(bits, ftz); }
};
struct BfloatType {
  static constexpr double kLeast = 0x1p-126;
  static constexpr const NumberFormat& kFormat = kBfloat;
  static Bits flush(Bits bits, bool ftz) { return flushed_bfloat(bits, ftz); }
};
template <class H>
double read_half(Bits bits, const Flags& flags) {
  return decode(H::flush(bits, flags.ftz), H::kFormat);
}
template <class H>
Bits given_half(double odd, const Flags& flags) {
  if (std::isnan(odd)) return flags.saturates ? 0 : H::kFormat.nan;
  Bits bits = H::flush(encode(odd, H::kFormat, Rounding::kNearest), flags.ftz);
  if (flags.ftz && is_tiny(odd, H::kLeast, H::kFormat.mantissa_bits, Rounding::kNearest))
    bits = std::signbit(odd) ? 0x8000U : 0;
  if (flags.saturates || flags.relu) {
    const double value = decode(bits, H::kFormat);
    if (std::signbit(value)) bits = 0;
    if (flags.saturates && value > 1) bits = encode(1, H::kFormat, Rounding::kNearest);
  }
  return bits;
}
template <class H>
Bits add_half(Bits a, Bits b, const Flags& flags) {
  return given_half<H>(odd_sum(read_half<H>(a, flags), read_half<H>(b, flags)), flags);
}
template <class H>
Bits subtract_half(Bits a, Bits b, const Flags& flags) {
  return given_half<H>(odd_sum(read_half<H>(a, flags), -read_half<H>(b, flags)), flags);
}
template <class H>
Bits multiply_half(Bits a, Bits b, const Flags& flags) {
  return given_half<H>(read_half<H>(a, flags) * read_half<H>(b, flags), flags);
}
template <class H>
Bits fused_half(Bits a, Bits b, Bits c, const Flags& flags) {
  const double product = read_half<H>(a, flags) * read_half<H>(b, flags);
  return given_half<H>(odd_sum(product, read_half<H>(c, flags)), flags);
}
template <class H>
Bits absolute_half(Bits a, const Flags& flags) {
  const Bits bits = H::flush(a, flags.ftz);
  return std::isnan(decode(bits, H::kFormat)) ? H::kFormat.nan : bits & 0x7FFFU;
}
template <class H>
Bits negative_half(Bits a, const Flags& flags) {
  const Bits bits = H::flush(a, flags.ftz);
  return std::isnan(decode(bits, H::kFormat)) ? H::kFormat.nan : bits ^ 0x8000U;
}

// ---- the smaller and the larger: of a number and NaN the number, -0 below 0
template <bool kLess>
double chosen(double a, double b, const Flags& flags) {
  double x = a, y = b;
  if (flags.xor_sign) x = std::fabs(a), y = std::fabs(b);
  double value = 0;
  if (std::isnan(x) || std::isnan(y))
    value = flags.nan || (std::isnan(x) && std::isnan(y)) ? NAN : std::isnan(x) ? y : x;
  else if (x == y)
    value = std::signbit(x) == kLess ? x : y;
  else
    value = (x < y) == kLess ? x : y;
  if (flags.xor_sign && !std::isnan(value))
    value = std::copysign(value, std::signbit(a) == std::signbit(b) ? 1.0 : -1.0);
  return value;
}
template <bool kLess>
Bits chosen_single(Bits a, Bits b, const Flags& flags) {
  return given(
      static_cast<float>(chosen<kLess>(read_single(a, flags), read_single(b, flags), flags)),
      flags);
}
template <bool kLess>
Bits chosen_double(Bits a, Bits b, const Flags& flags) {
  const double value = chosen<kLess>(double_of(a), double_of(b), flags);
  return std::isnan(value) ? quieted(b) : bits_of(value);
}
template <bool kLess, class H>
Bits chosen_half(Bits a, Bits b, const Flags& flags) {
  return given_half<H>(chosen<kLess>(read_half<H>(a, flags), read_half<H>(b, flags), flags), flags);
}
Bits sign_of_single(Bits a, Bits b, const Flags&) {
  return (a & 0x80000000U) | (b & 0x7FFFFFFFU);
}
Bits sign_of_double(Bits a, Bits b, const Flags&) {
  return (a & 0x8000000000000000ULL) | (b & 0x7FFFFFFFFFFFFFFFULL);
}

// ---- forms
bool made(AssemblyForm& form, AssemblyFunction function, Kind kind, std::size_t operands) {
  form.function = function;
  form.out = kind;
  form.in.assign(operands, kind);
  form.counter = counter_of(kind);
  if (kind == Kind::kF16x2 || kind == Kind::kBF16x2) form.each *= 2;
  return function != nullptr;
}

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names of templates
#define NEREID_HALVES(FUNCTION, ONE, TWO)                        \
  (kind == Kind::kF16     ? LANES_##ONE<FUNCTION<HalfType>>      \
   : kind == Kind::kBF16  ? LANES_##ONE<FUNCTION<BfloatType>>    \
   : kind == Kind::kF16x2 ? LANES_##ONE<TWO<FUNCTION<HalfType>>> \
                          : LANES_##ONE<TWO<FUNCTION<BfloatType>>>)
// NOLINTEND(bugprone-macro-parentheses)
#define LANES_one lanes_of_one
#define LANES_two lanes_of_two
#define LANES_three lanes_of_three

bool is_half(Kind kind) {
  return kind == Kind::kF16 || kind == Kind::kF16x2 || kind == Kind::kBF16 || kind == Kind::kBF16x2;
}

AssemblyFunction half_function(std::string_view what, Kind kind) {
  if (what == "add") return NEREID_HALVES(add_half, two, both_of_two);
  if (what == "sub") return NEREID_HALVES(subtract_half, two, both_of_two);
  if (what == "mul") return NEREID_HALVES(multiply_half, two, both_of_two);
  if (what == "fma") return NEREID_HALVES(fused_half, three, both_of_three);
  if (what == "abs") return NEREID_HALVES(absolute_half, one, both);
  if (what == "neg") return NEREID_HALVES(negative_half, one, both);
  const bool less = what == "min";
  if (!less && what != "max") return nullptr;
  switch (kind) {
    case Kind::kF16:
      return less ? lanes_of_two<chosen_half<true, HalfType>>
                  : lanes_of_two<chosen_half<false, HalfType>>;
    case Kind::kBF16:
      return less ? lanes_of_two<chosen_half<true, BfloatType>>
                  : lanes_of_two<chosen_half<false, BfloatType>>;
    case Kind::kF16x2:
      return less ? lanes_of_two<both_of_two<chosen_half<true, HalfType>>>
                  : lanes_of_two<both_of_two<chosen_half<false, HalfType>>>;
    default:
      return less ? lanes_of_two<both_of_two<chosen_half<true, BfloatType>>>
                  : lanes_of_two<both_of_two<chosen_half<false, BfloatType>>>;
  }
}
#undef NEREID_HALVES

AssemblyFunction single_function(std::string_view what) {
  if (what == "add") return lanes_of_two<add_single<false>>;
  if (what == "sub") return lanes_of_two<add_single<true>>;
  if (what == "mul") return lanes_of_two<multiply_single>;
  if (what == "fma" || what == "mad") return lanes_of_three<fused_single>;
  if (what == "div") return lanes_of_two<divide_single>;
  if (what == "rcp") return lanes_of_one<reciprocal_single>;
  if (what == "sqrt") return lanes_of_one<root_single>;
  if (what == "abs") return lanes_of_one<absolute_single>;
  if (what == "neg") return lanes_of_one<negative_single>;
  if (what == "min") return lanes_of_two<chosen_single<true>>;
  if (what == "max") return lanes_of_two<chosen_single<false>>;
  return what == "copysign" ? lanes_of_two<sign_of_single> : nullptr;
}

AssemblyFunction double_function(std::string_view what) {
  if (what == "add") return directed<lanes_of_two<add_double>>;
  if (what == "sub") return directed<lanes_of_two<subtract_double>>;
  if (what == "mul") return directed<lanes_of_two<multiply_double>>;
  if (what == "fma" || what == "mad") return directed<lanes_of_three<fused_double>>;
  if (what == "div") return directed<lanes_of_two<divide_double>>;
  if (what == "rcp") return directed<lanes_of_one<reciprocal_double>>;
  if (what == "sqrt") return directed<lanes_of_one<root_double>>;
  if (what == "abs") return lanes_of_one<absolute_double>;
  if (what == "neg") return lanes_of_one<negative_double>;
  if (what == "min") return lanes_of_two<chosen_double<true>>;
  if (what == "max") return lanes_of_two<chosen_double<false>>;
  return what == "copysign" ? lanes_of_two<sign_of_double> : nullptr;
}

std::size_t operands_of(std::string_view what) {
  if (what == "fma" || what == "mad") return 3;
  return what == "rcp" || what == "sqrt" || what == "abs" || what == "neg" ? 1 : 2;
}

}  // namespace

bool real_form(Mnemonic& name, AssemblyForm& form) {
  const std::string_view what = name.name();
  const std::size_t operands = operands_of(what);
  const bool picks = what == "min" || what == "max";
  const bool signs = what == "abs" || what == "neg" || what == "copysign";
  std::optional<Rounding> rounding;
  if (!picks && !signs) rounding = name.rounding();
  form.flags.rounding = rounding.value_or(Rounding::kNearest);
  form.flags.ftz = what != "copysign" && name.take("ftz");
  form.flags.saturates =
      (what == "add" || what == "sub" || operands == 3 || what == "mul") && name.take("sat");
  form.flags.relu = what == "fma" && name.take("relu");
  form.flags.nan = picks && name.take("NaN");
  form.flags.xor_sign = picks && name.take("xorsign") && name.take("abs");
  if (operands == 3) form.each = 2;
  const Kind kind = name.kind();
  const Flags& flags = form.flags;
  if (is_half(kind)) {
    const bool brain = kind == Kind::kBF16 || kind == Kind::kBF16x2;
    if (brain && (flags.ftz || flags.saturates)) return false;
    if (flags.relu && flags.saturates) return false;
    if (rounding.value_or(Rounding::kNearest) != Rounding::kNearest) return false;
    if (what == "fma" && !rounding) return false;
    return made(form, half_function(what, kind), kind, operands);
  }
  if (flags.relu) return false;
  // Where the result has more than one way to be rounded it must be said.
  const bool must_say =
      what == "fma" || what == "mad" || what == "div" || what == "rcp" || what == "sqrt";
  if (must_say && !rounding) return false;
  if (kind == Kind::kF32) return made(form, single_function(what), kind, operands);
  if (kind != Kind::kF64 || flags.ftz || flags.saturates || flags.nan || flags.xor_sign)
    return false;
  return made(form, double_function(what), kind, operands);
}

}  // namespace nereid::verify::machine

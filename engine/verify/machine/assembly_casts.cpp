// SPDX-License-Identifier: GPL-3.0-or-later
// cvt: from any type to any, with rounding and saturation.
#include <algorithm>
#include <limits>

#include "engine/verify/machine/internal/assembly_form.h"
#include "engine/verify/machine/internal/assembly_numbers.h"

namespace nereid::verify::machine {
namespace {

using Flags = AssemblyFlags;
using Kind = AssemblyKind;
using Bits = std::uint64_t;
using Rounding = AssemblyRounding;

bool is_real(Kind kind) {
  return kind == Kind::kF16 || kind == Kind::kBF16 || kind == Kind::kF32 || kind == Kind::kF64;
}

/// What both types are is said by `number`: 8 bits each.
Kind from_kind(const Flags& flags) {
  return static_cast<Kind>(flags.number & 0xFFU);
}
Kind to_kind(const Flags& flags) {
  return static_cast<Kind>(flags.number >> 8U & 0xFFU);
}

double read(Bits bits, Kind kind) {
  switch (kind) {
    case Kind::kF16:
      return decode(bits & 0xFFFFU, kHalf);
    case Kind::kBF16:
      return decode(bits & 0xFFFFU, kBfloat);
    case Kind::kF32:
      return float_of(bits);
    default:
      return double_of(bits);
  }
}
const NumberFormat& format_of(Kind kind) {
  return kind == Kind::kF16 ? kHalf : kind == Kind::kBF16 ? kBfloat : kSingle;
}

// To a type of floating point, from a double that is exact or odd.
Bits given_real(double value, Kind to, const Flags& flags) {
  if (std::isnan(value) && (flags.saturates)) return 0;
  if (flags.saturates) value = value > 0 ? std::min(value, 1.0) : 0.0;
  if (flags.relu && !std::isnan(value) && std::signbit(value)) value = 0;
  if (to == Kind::kF64) return std::isnan(value) ? 0x7FFFFFFFFFFFFFFFULL : bits_of(value);
  Bits bits = encode(value, format_of(to), flags.rounding, flags.finite);
  if (to == Kind::kF32 && flags.ftz) bits = bits_of(flushed(float_of(bits), true));
  return bits;
}

// NaN of another type: its payload goes along, but where a f16 or f32 is made of a smaller one.
Bits given_nan(Bits bits, Kind from, Kind to, const Flags& flags) {
  if (from == Kind::kBF16 && to == Kind::kF32)
    return flags.ftz ? kSingle.nan : bits << 16U & 0xFFFF0000U;
  const bool canonical = from == Kind::kF32 && flags.ftz;
  const auto parts = [&](int exponent, int mantissa) {
    const bool negative = (bits >> (exponent + mantissa) & 1U) != 0;
    return std::pair(negative, (bits & mask_of(mantissa)) << (52 - mantissa));
  };
  const auto [negative, payload] = from == Kind::kF64    ? parts(11, 52)
                                   : from == Kind::kF32  ? parts(8, 23)
                                   : from == Kind::kBF16 ? parts(8, 7)
                                                         : parts(5, 10);
  const Bits quiet = payload | Bits{1} << 51U;
  switch (to) {
    case Kind::kF64:
      if (canonical) return 0x7FFFFFFFE0000000ULL;
      return (negative ? Bits{1} << 63U : 0) | 0x7FF0000000000000ULL | quiet;
    case Kind::kF32:
      if (from != Kind::kF64) return kSingle.nan;
      return (negative ? 0x80000000U : 0) | 0x7F800000U | quiet >> 29U;
    case Kind::kF16:
      if (from != Kind::kF64) return kHalf.nan;
      return (negative ? 0x8000U : 0) | 0x7C00U | quiet >> 42U;
    default:
      if (from != Kind::kF64) return kBfloat.nan;
      return (negative ? 0x8000U : 0) | 0x7F80U | quiet >> 45U;
  }
}

// A whole number as a double that is odd where it is not exact.
double odd_of(Bits magnitude, bool negative) {
  const int spare = magnitude >> 53U == 0 ? 0 : 11 - std::countl_zero(magnitude);
  const Bits cut = magnitude >> spare;
  const bool lost = spare > 0 && (magnitude & ((Bits{1} << spare) - 1)) != 0;
  const double size = std::ldexp(static_cast<double>(cut | (lost ? 1U : 0U)), spare);
  return negative ? -size : size;
}

Bits whole_to_whole(Bits bits, const Flags& flags) {
  const Kind from = from_kind(flags), to = to_kind(flags);
  const int width = bits_of(from), out = bits_of(to);
  bits &= mask_of(width);
  const bool negative = is_signed(from) && (bits >> (width - 1) & 1U) != 0;
  const Bits wide = negative ? bits | ~mask_of(width) : bits;
  if (!flags.saturates) return wide & mask_of(out);
  const Bits highest = mask_of(is_signed(to) ? out - 1 : out);
  if (negative) {
    if (!is_signed(to)) return 0;
    const auto lowest = -static_cast<std::int64_t>(highest) - 1;
    return static_cast<Bits>(std::max(static_cast<std::int64_t>(wide), lowest)) & mask_of(out);
  }
  return std::min(wide, highest);
}

Bits whole_to_real(Bits bits, const Flags& flags) {
  const Kind from = from_kind(flags), to = to_kind(flags);
  const int width = bits_of(from);
  bits &= mask_of(width);
  const bool negative = is_signed(from) && (bits >> (width - 1) & 1U) != 0;
  const Bits magnitude = negative ? (~bits + 1) & mask_of(width) : bits;
  const double odd = odd_of(magnitude, negative);
  if (to != Kind::kF64) return given_real(odd, to, flags);
  // 53 bits are what it has itself: rounded by hand.
  const int spare = magnitude >> 53U == 0 ? 0 : 11 - std::countl_zero(magnitude);
  Bits whole = magnitude >> spare;
  const Bits rest = magnitude & mask_of(spare), half = spare == 0 ? 0 : Bits{1} << (spare - 1);
  const bool up = (flags.rounding == Rounding::kNearest &&
                   (rest > half || (rest == half && rest != 0 && (whole & 1U) != 0))) ||
                  (flags.rounding == Rounding::kUp && !negative && rest != 0) ||
                  (flags.rounding == Rounding::kDown && negative && rest != 0);
  whole += up ? 1 : 0;
  const double size = std::ldexp(static_cast<double>(whole), spare);
  return given_real(negative ? -size : size, to, flags);
}

double rounded_whole(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::kZero:
      return std::trunc(value);
    case Rounding::kDown:
      return std::floor(value);
    case Rounding::kUp:
      return std::ceil(value);
    default: {
      const double low = std::floor(value), rest = value - low;
      const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(low, 2.0) != 0);
      return std::copysign(low + (up ? 1 : 0), value);
    }
  }
}

Bits real_to_whole(Bits bits, const Flags& flags) {
  const Kind from = from_kind(flags), to = to_kind(flags);
  double value = read(bits, from);
  if (from == Kind::kF32) value = flushed(static_cast<float>(value), flags.ftz);
  const int width = bits_of(to);
  if (std::isnan(value)) return from != Kind::kF64 && width != 64 ? 0 : Bits{1} << (width - 1);
  value = rounded_whole(value, flags.rounding);
  const double highest = std::ldexp(1.0, is_signed(to) ? width - 1 : width);
  const double lowest = is_signed(to) ? -highest : 0;
  if (value >= highest) return mask_of(is_signed(to) ? width - 1 : width);
  if (value <= lowest) return static_cast<Bits>(static_cast<std::int64_t>(lowest)) & mask_of(width);
  if (value < 0) return static_cast<Bits>(static_cast<std::int64_t>(value)) & mask_of(width);
  return static_cast<Bits>(value);
}

Bits real_to_real(Bits bits, const Flags& flags) {
  const Kind from = from_kind(flags);
  double value = read(bits, from);
  if (std::isnan(value) && !flags.saturates) return given_nan(bits, from, to_kind(flags), flags);
  // To f16 nothing is flushed.
  if (from == Kind::kF32 && to_kind(flags) != Kind::kF16)
    value = flushed(static_cast<float>(value), flags.ftz);
  return given_real(value, to_kind(flags), flags);
}
// .rni and others: to a whole number of the same type.
Bits real_to_rounded(Bits bits, const Flags& flags) {
  const Kind from = from_kind(flags);
  double value = read(bits, from);
  if (std::isnan(value) && !flags.saturates && from == Kind::kF64)
    return given_nan(bits, from, from, flags);
  if (from == Kind::kF32) value = flushed(static_cast<float>(value), flags.ftz);
  if (std::isfinite(value)) value = std::copysign(rounded_whole(value, flags.rounding), value);
  return given_real(value, to_kind(flags), flags);
}

Bits half_of(Bits bits, const Flags& flags, const NumberFormat& format) {
  float value = float_of(bits);
  if (flags.relu && !std::isnan(value) && std::signbit(value)) value = 0;
  return encode(value, format, flags.rounding, flags.finite);
}
Bits two_halves(Bits a, Bits b, const Flags& flags) {
  const NumberFormat& format = to_kind(flags) == Kind::kF16x2 ? kHalf : kBfloat;
  return half_of(a, flags, format) << 16U | half_of(b, flags, format);
}
Bits tensor_float(Bits a, const Flags& flags) {
  float value = float_of(a);
  constexpr Bits kCut = 0xFFFFE000U;
  if (std::isnan(value)) {
    if (flags.rounding != Rounding::kAway) return kSingle.nan & kCut;
    return ((a & kCut) - (flags.finite ? 0x2000U : 0)) & 0xFFFFFFFFU;
  }
  if (flags.relu && std::signbit(value)) value = 0;
  return encode(value, kTensorFloat, flags.rounding, flags.finite) << 13U;
}
const NumberFormat& small_format(Kind kind) {
  return kind == Kind::kE4M3x2 ? kE4M3Format : kE5M2Format;
}
Bits small_of(double value, const Flags& flags, Kind to) {
  if (flags.relu && !std::isnan(value) && std::signbit(value)) value = 0;
  return encode(value, small_format(to), Rounding::kNearest, true);
}
Bits two_small(Bits a, Bits b, const Flags& flags) {
  const Kind to = to_kind(flags);
  return small_of(float_of(a), flags, to) << 8U | small_of(float_of(b), flags, to);
}
Bits small_of_halves(Bits a, const Flags& flags) {
  const Kind to = to_kind(flags);
  return small_of(decode(a >> 16U, kHalf), flags, to) << 8U |
         small_of(decode(a & 0xFFFFU, kHalf), flags, to);
}
Bits halves_of_small(Bits a, const Flags& flags) {
  const NumberFormat& format = small_format(from_kind(flags));
  const auto one = [&](Bits bits) {
    double value = decode(bits & 0xFFU, format);
    if (flags.relu && !std::isnan(value) && std::signbit(value)) value = 0;
    return encode(value, kHalf, Rounding::kNearest);
  };
  return one(a >> 8U) << 16U | one(a);
}

// Two whole numbers, saturated, into the low bits; behind them those of a third.
template <int kBits, bool kSigned>
Bits packed(Bits a, Bits b, Bits c) {
  static constexpr std::int64_t kHigh = (std::int64_t{1} << (kSigned ? kBits - 1 : kBits)) - 1;
  static constexpr std::int64_t kLow = kSigned ? -kHigh - 1 : 0;
  const auto one = [](Bits x) {
    const std::int64_t value = static_cast<std::int32_t>(x);
    return static_cast<Bits>(std::clamp(value, kLow, kHigh)) & mask_of(kBits);
  };
  return (c << (2 * kBits) | one(a) << kBits | one(b)) & 0xFFFFFFFFU;
}
template <int kBits, bool kSigned>
Bits packed_three(Bits a, Bits b, Bits c, const Flags&) {
  return packed<kBits, kSigned>(a, b, c);
}
template <bool kSigned>
Bits packed_two(Bits a, Bits b, const Flags&) {
  return packed<16, kSigned>(a, b, 0);
}

bool pack_form(Mnemonic& name, AssemblyForm& form) {
  if (!name.take("sat")) return false;
  struct Row {
    std::string_view part;
    AssemblyFunction function;
  };
  constexpr std::array<Row, 6> kRows = {{{"u8", lanes_of_three<packed_three<8, false>>},
                                         {"s8", lanes_of_three<packed_three<8, true>>},
                                         {"u4", lanes_of_three<packed_three<4, false>>},
                                         {"s4", lanes_of_three<packed_three<4, true>>},
                                         {"u2", lanes_of_three<packed_three<2, false>>},
                                         {"s2", lanes_of_three<packed_three<2, true>>}}};
  form.out = Kind::kB32;
  form.in = {Kind::kS32, Kind::kS32};
  for (const Row& row : kRows)
    if (name.take(row.part)) {
      form.function = row.function;
      form.in.push_back(Kind::kB32);
      return name.take("s32") && name.take("b32");
    }
  return false;
}
bool pack_of_16_form(Mnemonic& name, AssemblyForm& form, bool is_signed_type) {
  form.out = Kind::kB32;
  form.in = {Kind::kS32, Kind::kS32};
  form.function = is_signed_type ? lanes_of_two<packed_two<true>> : lanes_of_two<packed_two<false>>;
  return name.take("sat") && name.take("s32");
}

struct How {
  std::optional<Rounding> rounding;  ///< .rn, .rz, .rm, .rp, .rna
  bool whole = false;                ///< .rni, .rzi, .rmi, .rpi
};
How rounding_of(Mnemonic& name) {
  How how;
  how.rounding = name.rounding();
  if (name.take("rna")) how.rounding = Rounding::kAway;
  for (const auto& [part, rounding] : {std::pair{"rni", Rounding::kNearest},
                                       {"rzi", Rounding::kZero},
                                       {"rmi", Rounding::kDown},
                                       {"rpi", Rounding::kUp}})
    if (name.take(part)) how = {rounding, true};
  return how;
}

bool says(AssemblyForm& form, AssemblyFunction function, Kind to, std::vector<Kind> in) {
  form.function = function;
  form.flags.number = static_cast<std::uint32_t>(in.front()) | static_cast<std::uint32_t>(to) << 8U;
  form.out = to;
  form.in = std::move(in);
  return true;
}

// Types of more than one number, and tf32.
bool packed_form(AssemblyForm& form, const How& how, Kind to, Kind from) {
  const Flags& flags = form.flags;
  if (flags.ftz || flags.saturates || how.whole || !how.rounding) return false;
  const bool nearest = *how.rounding == Rounding::kNearest;
  const bool plain = nearest || *how.rounding == Rounding::kZero;
  const bool small = to == Kind::kE4M3x2 || to == Kind::kE5M2x2;
  if (to == Kind::kTF32) {
    const bool away = *how.rounding == Rounding::kAway;
    if (from != Kind::kF32 || (!plain && !away)) return false;
    if (away ? flags.relu : flags.finite) return false;
    return says(form, lanes_of_one<tensor_float>, to, {from});
  }
  if (to == Kind::kF16x2 && (from == Kind::kE4M3x2 || from == Kind::kE5M2x2))
    return nearest && !flags.finite && says(form, lanes_of_one<halves_of_small>, to, {from});
  if (to == Kind::kF16x2 || to == Kind::kBF16x2)
    return from == Kind::kF32 && plain && says(form, lanes_of_two<two_halves>, to, {from, from});
  if (!small || !nearest || !flags.finite) return false;
  if (from == Kind::kF32) return says(form, lanes_of_two<two_small>, to, {from, from});
  return from == Kind::kF16x2 && says(form, lanes_of_one<small_of_halves>, to, {from});
}

}  // namespace

bool cast_form(Mnemonic& name, AssemblyForm& form) {
  form.wider = true;
  form.counter = Counter::kNone;
  if (name.take("pack")) {
    form.wider = false;
    if (name.take("u16")) return pack_of_16_form(name, form, false);
    if (name.take("s16")) return pack_of_16_form(name, form, true);
    return pack_form(name, form);
  }
  const How how = rounding_of(name);
  Flags& flags = form.flags;
  flags.rounding = how.rounding.value_or(Rounding::kNearest);
  flags.ftz = name.take("ftz");
  flags.saturates = name.take("sat");
  flags.finite = name.take("satfinite");
  flags.relu = name.take("relu");
  const Kind to = name.kind(), from = name.kind();
  const bool whole_to = is_whole(to), whole_from = is_whole(from);
  if ((!whole_to && !is_real(to)) || (!whole_from && !is_real(from)))
    return packed_form(form, how, to, from);
  if (how.rounding == Rounding::kAway) return false;
  if (to == Kind::kBF16 || from == Kind::kBF16)
    if (flags.saturates || bits_of(to) == 8 || bits_of(from) == 8) return false;
  if (flags.ftz && to != Kind::kF32 && from != Kind::kF32) return false;
  if (flags.relu || flags.finite) {
    const bool plain = flags.rounding == Rounding::kNearest || flags.rounding == Rounding::kZero;
    if ((to != Kind::kF16 && to != Kind::kBF16) || from != Kind::kF32 || !plain || how.whole)
      return false;
  }
  // Where every number fits there is nothing to saturate.
  const bool always_fits = is_signed(to) == is_signed(from)
                               ? bits_of(to) >= bits_of(from)
                               : is_signed(to) && bits_of(to) > bits_of(from);
  if (whole_to && whole_from && flags.saturates && always_fits) return false;
  if (whole_to && whole_from)
    return !how.rounding && !flags.ftz && says(form, lanes_of_one<whole_to_whole>, to, {from});
  if (whole_from)
    return how.rounding && !how.whole && !flags.ftz &&
           says(form, lanes_of_one<whole_to_real>, to, {from});
  if (whole_to) return how.whole && says(form, lanes_of_one<real_to_whole>, to, {from});
  if (how.whole) return to == from && says(form, lanes_of_one<real_to_rounded>, to, {from});
  // Where digits are lost it must be said how; elsewhere it may not be said.
  const bool narrows = bits_of(to) < bits_of(from) || (bits_of(to) == 16 && to != from);
  if (narrows != how.rounding.has_value()) return false;
  return says(form, lanes_of_one<real_to_real>, to, {from});
}

}  // namespace nereid::verify::machine

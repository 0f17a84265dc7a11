// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions on whole numbers and bits.
#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "engine/verify/machine/internal/assembly_form.h"

namespace nereid::verify::machine {
namespace {

using Flags = AssemblyFlags;
using Kind = AssemblyKind;
using Bits = std::uint64_t;

template <class T>
T from(Bits bits) {
  return static_cast<T>(bits);
}
template <class T>
Bits keep(T value) {
  return static_cast<Bits>(static_cast<std::make_unsigned_t<T>>(value));
}
__extension__ using Signed128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;
template <class T>
using Wide = std::conditional_t<std::is_signed_v<T>, Signed128, Unsigned128>;
template <class T>
T saturated(Wide<T> value) {
  constexpr Wide<T> kLow = std::numeric_limits<T>::min(), kHigh = std::numeric_limits<T>::max();
  return static_cast<T>(std::clamp(value, kLow, kHigh));
}

template <class T>
Bits add(Bits a, Bits b, const Flags& flags) {
  if (flags.saturates) return keep(saturated<T>(Wide<T>{from<T>(a)} + from<T>(b)));
  return keep(static_cast<T>(a + b));
}
template <class T>
Bits subtract(Bits a, Bits b, const Flags& flags) {
  if (flags.saturates && std::is_signed_v<T>)
    return keep(saturated<T>(Wide<T>{from<T>(a)} - from<T>(b)));
  return keep(static_cast<T>(a - b));
}
template <class T>
Bits product_low(Bits a, Bits b, const Flags&) {
  return keep(static_cast<T>(a * b));
}
template <class T>
Bits product_high(Bits a, Bits b, const Flags&) {
  return keep(static_cast<T>(Wide<T>{from<T>(a)} * from<T>(b) >> (8 * sizeof(T))));
}
// Twice as wide.
template <class T>
Bits product_wide(Bits a, Bits b, const Flags&) {
  const Wide<T> product = Wide<T>{from<T>(a)} * from<T>(b);
  return sizeof(T) == 2 ? keep(static_cast<std::uint32_t>(product)) : static_cast<Bits>(product);
}
template <class T>
Bits sum_of_low(Bits a, Bits b, Bits c, const Flags&) {
  return keep(static_cast<T>(a * b + c));
}
template <class T>
Bits sum_of_high(Bits a, Bits b, Bits c, const Flags& flags) {
  if (flags.saturates)
    return keep(saturated<T>((Wide<T>{from<T>(a)} * from<T>(b) >> (8 * sizeof(T))) + from<T>(c)));
  return keep(static_cast<T>(product_high<T>(a, b, flags) + c));
}
template <class T>
Bits sum_of_wide(Bits a, Bits b, Bits c, const Flags& flags) {
  const Bits sum = product_wide<T>(a, b, flags) + c;
  return sizeof(T) == 2 ? sum & 0xFFFFFFFFU : sum;
}

// The low 24 bits of each.
template <class T>
Wide<T> product_24(Bits a, Bits b) {
  const auto low = [](Bits x) {
    return static_cast<T>(static_cast<T>(static_cast<std::uint32_t>(x) << 8U) / 256);
  };
  const auto cut = [](Bits x) { return static_cast<T>(x & 0xFFFFFFU); };
  return std::is_signed_v<T> ? Wide<T>{low(a)} * low(b) : Wide<T>{cut(a)} * cut(b);
}
template <class T>
Bits low_24(Bits a, Bits b, const Flags&) {
  return static_cast<Bits>(product_24<T>(a, b)) & 0xFFFFFFFFU;
}
template <class T>
Bits high_24(Bits a, Bits b, const Flags&) {
  return static_cast<Bits>(product_24<T>(a, b) >> 16) & 0xFFFFFFFFU;
}
template <class T>
Bits sum_low_24(Bits a, Bits b, Bits c, const Flags& flags) {
  return (low_24<T>(a, b, flags) + c) & 0xFFFFFFFFU;
}
template <class T>
Bits sum_high_24(Bits a, Bits b, Bits c, const Flags& flags) {
  if (flags.saturates) return keep(saturated<T>((product_24<T>(a, b) >> 16) + from<T>(c)));
  return (high_24<T>(a, b, flags) + c) & 0xFFFFFFFFU;
}

template <class T>
Bits quotient(Bits a, Bits b, const Flags&) {
  const T divisor = from<T>(b);
  if (divisor == 0) return keep(static_cast<T>(~Bits{0}));
  return keep(static_cast<T>(Wide<T>{from<T>(a)} / divisor));
}
template <class T>
Bits remainder(Bits a, Bits b, const Flags&) {
  const T divisor = from<T>(b);
  if (divisor == 0) return keep(static_cast<T>(~Bits{0}));
  return keep(static_cast<T>(Wide<T>{from<T>(a)} % divisor));
}
template <class T>
Bits absolute(Bits a, const Flags&) {
  if constexpr (std::is_signed_v<T>) return keep(static_cast<T>(from<T>(a) < 0 ? Bits{0} - a : a));
  return a;
}
template <class T>
Bits negative(Bits a, const Flags&) {
  return keep(static_cast<T>(Bits{0} - a));
}
template <class T>
Bits relued(T value, const Flags& flags) {
  if constexpr (std::is_signed_v<T>) return keep(flags.relu && value < 0 ? T{0} : value);
  return keep(value);
}
template <class T>
Bits smaller(Bits a, Bits b, const Flags& flags) {
  return relued<T>(std::min(from<T>(a), from<T>(b)), flags);
}
template <class T>
Bits larger(Bits a, Bits b, const Flags& flags) {
  return relued<T>(std::max(from<T>(a), from<T>(b)), flags);
}
template <class T>
Bits distance(Bits a, Bits b, Bits c, const Flags&) {
  const bool less = from<T>(a) < from<T>(b);
  return keep(static_cast<T>(c + (less ? b - a : a - b)));
}

template <class T>
Bits both_bits(Bits a, Bits b, const Flags&) {
  return a & b;
}
template <class T>
Bits any_bits(Bits a, Bits b, const Flags&) {
  return a | b;
}
template <class T>
Bits other_bits(Bits a, Bits b, const Flags&) {
  return a ^ b;
}
template <class T>
Bits no_bits(Bits a, const Flags&) {
  return keep(static_cast<T>(~a));
}
Bits not_predicate(Bits a, const Flags&) {
  return a ^ 1U;
}
Bits is_zero(Bits a, const Flags&) {
  return a == 0 ? 1 : 0;
}
template <class T>
Bits shifted_left(Bits a, Bits b, const Flags&) {
  return b >= 8 * sizeof(T) ? 0 : keep(static_cast<T>(a << b));
}
template <class T>
Bits shifted_right(Bits a, Bits b, const Flags&) {
  constexpr Bits kMost = 8 * sizeof(T) - 1;
  if (b > kMost && !std::is_signed_v<T>) return 0;
  return keep(static_cast<T>(from<T>(a) >> std::min(b, kMost)));
}
Bits by_table(Bits a, Bits b, Bits c, Bits table, const Flags&) {
  Bits out = 0;
  for (unsigned i = 0; i < 8; ++i)
    if ((table >> i & 1U) != 0)
      out |= ((i & 4U) != 0 ? a : ~a) & ((i & 2U) != 0 ? b : ~b) & ((i & 1U) != 0 ? c : ~c);
  return out & 0xFFFFFFFFU;
}
Bits funnel_left(Bits low, Bits high, Bits by, const Flags& flags) {
  const Bits n = flags.wraps ? by & 31U : std::min<Bits>(by, 32);
  return ((high << 32U | low) << n >> 32U) & 0xFFFFFFFFU;
}
Bits funnel_right(Bits low, Bits high, Bits by, const Flags& flags) {
  const Bits n = flags.wraps ? by & 31U : std::min<Bits>(by, 32);
  return (high << 32U | low) >> n & 0xFFFFFFFFU;
}

// Bytes of a and b by the nibbles of a number.
Bits permuted(Bits a, Bits b, Bits by, const Flags&) {
  const Bits bytes = b << 32U | a;
  Bits out = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const Bits which = by >> (4 * i) & 15U;
    Bits byte = bytes >> (8 * (which & 7U)) & 0xFFU;
    if ((which & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xFF : 0;
    out |= byte << (8 * i);
  }
  return out;
}
constexpr std::array<std::array<std::uint16_t, 4>, 6> kPermutations = {{
    {0x3210, 0x4321, 0x5432, 0x6543},  // f4e
    {0x5670, 0x6701, 0x7012, 0x0123},  // b4e
    {0x0000, 0x1111, 0x2222, 0x3333},  // rc8
    {0x3210, 0x3211, 0x3222, 0x3333},  // ecl
    {0x0000, 0x1110, 0x2210, 0x3210},  // ecr
    {0x1010, 0x3232, 0x1010, 0x3232},  // rc16
}};
Bits permuted_by_mode(Bits a, Bits b, Bits by, const Flags& flags) {
  return permuted(a, b, kPermutations.at(flags.number).at(by & 3U), flags);
}

// Of 32 bits the last 8 of a place and a length count, of 64 bits (measured) all.
template <class T>
constexpr Bits kPlaces = sizeof(T) == 8 ? 0xFFFFFFFFU : 0xFFU;
template <class T>
Bits field(Bits a, Bits at, Bits length, const Flags&) {
  constexpr Bits kWidth = 8 * sizeof(T);
  const Bits first = at & kPlaces<T>, n = length & kPlaces<T>;
  const Bits value = keep(from<T>(a));
  const Bits sign = !std::is_signed_v<T> || n == 0
                        ? 0
                        : value >> std::min<Bits>(std::min(first + n - 1, kWidth - 1), kWidth - 1);
  Bits out = 0;
  for (Bits i = 0; i < kWidth; ++i) {
    const bool inside = i < n && first + i < kWidth;
    out |= ((inside ? value >> (first + i) : sign) & 1U) << i;
  }
  return out;
}
template <class T>
Bits inserted(Bits a, Bits b, Bits at, Bits length, const Flags&) {
  constexpr Bits kWidth = 8 * sizeof(T);
  const Bits first = at & kPlaces<T>, n = length & kPlaces<T>;
  for (Bits i = 0; i < n && first + i < kWidth; ++i) {
    const Bits bit = Bits{1} << (first + i);
    b = (a >> i & 1U) != 0 ? b | bit : b & ~bit;
  }
  return b;
}
template <class T>
Bits reversed(Bits a, const Flags&) {
  Bits out = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) out |= (a >> i & 1U) << (8 * sizeof(T) - 1 - i);
  return out;
}
template <class T>
Bits population(Bits a, const Flags&) {
  return static_cast<Bits>(std::popcount(a));
}
template <class T>
Bits leading_zeros(Bits a, const Flags&) {
  return static_cast<Bits>(std::countl_zero(static_cast<std::make_unsigned_t<T>>(a)));
}
// The highest bit that is not the sign.
template <class T>
Bits found_bit(Bits a, const Flags& flags) {
  using U = std::make_unsigned_t<T>;
  U bits = static_cast<U>(a);
  if constexpr (std::is_signed_v<T>) bits = from<T>(a) < 0 ? static_cast<U>(~bits) : bits;
  if (bits == 0) return 0xFFFFFFFFU;
  const auto zeros = static_cast<Bits>(std::countl_zero(bits));
  return flags.saturates ? zeros : 8 * sizeof(T) - 1 - zeros;  // .shiftamt
}
Bits nth_set(Bits mask, Bits base, Bits offset, const Flags&) {
  const auto wanted = static_cast<std::int32_t>(offset);
  auto at = static_cast<std::int64_t>(static_cast<std::uint32_t>(base));
  if (wanted == std::numeric_limits<std::int32_t>::min()) return 0;  // as an H200 has it
  if (wanted == 0) return at < 32 && (mask >> at & 1U) != 0 ? base : 0xFFFFFFFFU;
  std::int64_t left = std::abs(std::int64_t{wanted}) - 1;
  for (; at >= 0 && at<32; at += wanted> 0 ? 1 : -1)
    if ((mask >> at & 1U) != 0 && left-- == 0) return static_cast<Bits>(at);
  return 0xFFFFFFFFU;
}
// From bit `at` on `n` bits that are set.
Bits mask_of_bits(Bits at, Bits n, const Flags& flags) {
  const Bits first = flags.wraps ? at & 31U : std::min<Bits>(at, 32);
  const Bits count = flags.wraps ? n & 31U : std::min<Bits>(n, 32);
  return ((Bits{1} << count) - 1) << first & 0xFFFFFFFFU;
}
template <class T>
Bits extended(Bits a, Bits n, const Flags& flags) {
  const Bits width = flags.wraps ? n & 31U : std::min<Bits>(n, 32);
  if (width == 32) return a;
  if (width == 0) return 0;
  const Bits low = a & ((Bits{1} << width) - 1);
  const bool negative = std::is_signed_v<T> && (low >> (width - 1) & 1U) != 0;
  return negative ? (low | ~((Bits{1} << width) - 1)) & 0xFFFFFFFFU : low;
}

// Products of bytes, and of halves with bytes, added up.
template <class A, class B>
Bits byte_products(Bits a, Bits b, Bits c, const Flags&) {
  Bits sum = c;
  for (unsigned i = 0; i < 4; ++i)
    sum += static_cast<Bits>(std::int64_t{static_cast<A>(a >> (8 * i))} *
                             static_cast<B>(b >> (8 * i)));
  return sum & 0xFFFFFFFFU;
}
template <class A, class B>
Bits half_products(Bits a, Bits b, Bits c, const Flags& flags) {
  Bits sum = c;
  for (unsigned i = 0; i < 2; ++i)
    sum += static_cast<Bits>(std::int64_t{static_cast<A>(a >> (16 * i))} *
                             static_cast<B>(b >> (8 * i + flags.number)));
  return sum & 0xFFFFFFFFU;
}

// With the carry, which takes a register of its own.
template <class T, bool kTakes, bool kLess>
void with_carry(const AssemblyLanes& lanes) {
  using U = Unsigned128;
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const U a = lanes.in[0][i], carry = kTakes ? lanes.in[2][i] : 0;
    const U b = kLess ? static_cast<T>(~lanes.in[1][i]) : static_cast<T>(lanes.in[1][i]);
    // A difference is a sum with the complement; the carry then is that nothing was borrowed.
    const U sum = a + b + (kLess ? (kTakes ? 1 - carry : U{1}) : carry);
    lanes.out[i] = static_cast<T>(sum);
    if (lanes.second) {
      const auto over = static_cast<Bits>(sum >> (8 * sizeof(T))) & 1U;
      lanes.second[i] = kLess ? 1 - over : over;
    }
  }
}
template <class T, bool kTakes>
void product_with_carry(const AssemblyLanes& lanes) {
  using U = Unsigned128;
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const bool high = lanes.flags.number != 0;
    const Bits product = high ? product_high<T>(lanes.in[0][i], lanes.in[1][i], lanes.flags)
                              : product_low<T>(lanes.in[0][i], lanes.in[1][i], lanes.flags);
    const U sum = U{product} + lanes.in[2][i] + (kTakes ? lanes.in[3][i] : 0);
    lanes.out[i] = static_cast<std::make_unsigned_t<T>>(sum);
    if (lanes.second) lanes.second[i] = static_cast<Bits>(sum >> (8 * sizeof(T))) & 1U;
  }
}

// ---- from a kind to the function of it
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names of templates
#define NEREID_BY_KIND(LANES, FUNCTION)        \
  [](Kind operand) -> AssemblyFunction {       \
    switch (operand) {                         \
      case Kind::kU16:                         \
      case Kind::kB16:                         \
        return LANES<FUNCTION<std::uint16_t>>; \
      case Kind::kS16:                         \
        return LANES<FUNCTION<std::int16_t>>;  \
      case Kind::kU32:                         \
      case Kind::kB32:                         \
        return LANES<FUNCTION<std::uint32_t>>; \
      case Kind::kS32:                         \
        return LANES<FUNCTION<std::int32_t>>;  \
      case Kind::kU64:                         \
      case Kind::kB64:                         \
        return LANES<FUNCTION<std::uint64_t>>; \
      case Kind::kS64:                         \
        return LANES<FUNCTION<std::int64_t>>;  \
      default:                                 \
        return nullptr;                        \
    }                                          \
  }
// NOLINTEND(bugprone-macro-parentheses)

// Halves of a register.
AssemblyFunction halves(std::string_view name, Kind kind) {
  const bool sign = kind == Kind::kS16x2;
  if (kind != Kind::kU16x2 && !sign) return nullptr;
  if (name == "add") return lanes_of_two<both_of_two<add<std::uint16_t>>>;
  if (name == "min")
    return sign ? lanes_of_two<both_of_two<smaller<std::int16_t>>>
                : lanes_of_two<both_of_two<smaller<std::uint16_t>>>;
  if (name == "max")
    return sign ? lanes_of_two<both_of_two<larger<std::int16_t>>>
                : lanes_of_two<both_of_two<larger<std::uint16_t>>>;
  return nullptr;
}

bool fits(Kind kind, std::initializer_list<Kind> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}
const std::initializer_list<Kind> kNumbers = {Kind::kU16, Kind::kS16, Kind::kU32,
                                              Kind::kS32, Kind::kU64, Kind::kS64};
const std::initializer_list<Kind> kWords = {Kind::kU32, Kind::kS32, Kind::kU64, Kind::kS64};
const std::initializer_list<Kind> kBitKinds = {Kind::kB16, Kind::kB32, Kind::kB64};

Kind twice_as_wide(Kind kind) {
  switch (kind) {
    case Kind::kU16:
      return Kind::kU32;
    case Kind::kS16:
      return Kind::kS32;
    case Kind::kU32:
      return Kind::kU64;
    case Kind::kS32:
      return Kind::kS64;
    default:
      return Kind::kNone;
  }
}

bool made(AssemblyForm& form, AssemblyFunction function, Kind out, std::vector<Kind> in) {
  form.function = function;
  form.out = out;
  form.in = std::move(in);
  return function != nullptr;
}

template <class T, bool kLess>
AssemblyFunction carrying(bool takes) {
  return takes ? with_carry<T, true, kLess> : with_carry<T, false, kLess>;
}

bool sum_form(Mnemonic& name, AssemblyForm& form) {
  const bool less = name.name() == "sub" || name.name() == "subc";
  form.takes_carry = name.name() == "addc" || name.name() == "subc";
  form.gives_carry = name.take("cc");
  form.flags.saturates = name.take("sat");
  const Kind kind = name.kind();
  if (form.takes_carry || form.gives_carry) {
    if (!fits(kind, kWords) || form.flags.saturates) return false;
    const bool wide = bits_of(kind) == 64;
    const AssemblyFunction function =
        wide ? (less ? carrying<std::uint64_t, true>(form.takes_carry)
                     : carrying<std::uint64_t, false>(form.takes_carry))
             : (less ? carrying<std::uint32_t, true>(form.takes_carry)
                     : carrying<std::uint32_t, false>(form.takes_carry));
    return made(form, function, kind, {kind, kind});
  }
  if (form.flags.saturates && kind != Kind::kS32) return false;
  if (const AssemblyFunction function = less ? nullptr : halves("add", kind))
    return made(form, function, kind, {kind, kind});
  if (!fits(kind, kNumbers)) return false;
  constexpr auto kAdd = NEREID_BY_KIND(lanes_of_two, add);
  constexpr auto kSubtract = NEREID_BY_KIND(lanes_of_two, subtract);
  return made(form, less ? kSubtract(kind) : kAdd(kind), kind, {kind, kind});
}

bool product_form(Mnemonic& name, AssemblyForm& form) {
  const bool high = name.take("hi"), wide = name.take("wide"), low = name.take("lo");
  const Kind kind = name.kind();
  if (high + wide + low != 1 || !fits(kind, kNumbers)) return false;
  constexpr auto kLow = NEREID_BY_KIND(lanes_of_two, product_low);
  constexpr auto kHigh = NEREID_BY_KIND(lanes_of_two, product_high);
  constexpr auto kWide = NEREID_BY_KIND(lanes_of_two, product_wide);
  if (!wide) return made(form, high ? kHigh(kind) : kLow(kind), kind, {kind, kind});
  const Kind out = twice_as_wide(kind);
  return out != Kind::kNone && made(form, kWide(kind), out, {kind, kind});
}

template <class T>
AssemblyFunction carrying_product(bool takes) {
  return takes ? product_with_carry<T, true> : product_with_carry<T, false>;
}

bool product_sum_form(Mnemonic& name, AssemblyForm& form) {
  const bool high = name.take("hi"), wide = name.take("wide"), low = name.take("lo");
  form.takes_carry = name.name() == "madc";
  form.gives_carry = name.take("cc");
  form.flags.saturates = name.take("sat");
  form.each = 2;
  const Kind kind = name.kind();
  if (high + wide + low != 1 || !fits(kind, kNumbers)) return false;
  if (form.flags.saturates && (!high || kind != Kind::kS32)) return false;
  if (form.takes_carry || form.gives_carry) {
    if (!fits(kind, kWords) || wide || form.flags.saturates) return false;
    form.flags.number = high ? 1 : 0;
    const bool takes = form.takes_carry;
    const AssemblyFunction function = kind == Kind::kU32   ? carrying_product<std::uint32_t>(takes)
                                      : kind == Kind::kS32 ? carrying_product<std::int32_t>(takes)
                                      : kind == Kind::kU64 ? carrying_product<std::uint64_t>(takes)
                                                           : carrying_product<std::int64_t>(takes);
    return made(form, function, kind, {kind, kind, kind});
  }
  constexpr auto kLow = NEREID_BY_KIND(lanes_of_three, sum_of_low);
  constexpr auto kHigh = NEREID_BY_KIND(lanes_of_three, sum_of_high);
  constexpr auto kWide = NEREID_BY_KIND(lanes_of_three, sum_of_wide);
  if (!wide) return made(form, high ? kHigh(kind) : kLow(kind), kind, {kind, kind, kind});
  const Kind out = twice_as_wide(kind);
  return out != Kind::kNone && made(form, kWide(kind), out, {kind, kind, out});
}

bool product_24_form(Mnemonic& name, AssemblyForm& form) {
  const bool high = name.take("hi"), low = name.take("lo"), sum = name.name() == "mad24";
  form.flags.saturates = name.take("sat");
  const Kind kind = name.kind();
  const bool sign = kind == Kind::kS32;
  if (high == low || (kind != Kind::kU32 && !sign)) return false;
  if (form.flags.saturates && (!sum || !high || !sign)) return false;
  if (!sum)
    return made(
        form,
        high ? (sign ? lanes_of_two<high_24<std::int32_t>> : lanes_of_two<high_24<std::uint32_t>>)
             : (sign ? lanes_of_two<low_24<std::int32_t>> : lanes_of_two<low_24<std::uint32_t>>),
        kind, {kind, kind});
  form.each = 2;
  return made(form,
              high ? (sign ? lanes_of_three<sum_high_24<std::int32_t>>
                           : lanes_of_three<sum_high_24<std::uint32_t>>)
                   : (sign ? lanes_of_three<sum_low_24<std::int32_t>>
                           : lanes_of_three<sum_low_24<std::uint32_t>>),
              kind, {kind, kind, kind});
}

bool logic_form(Mnemonic& name, AssemblyForm& form) {
  const Kind kind = name.kind();
  const bool predicate = kind == Kind::kPredicate;
  if (!predicate && !fits(kind, kBitKinds)) return false;
  const std::string_view what = name.name();
  constexpr auto kNot = NEREID_BY_KIND(lanes_of_one, no_bits);
  if (what == "not")
    return made(form, predicate ? lanes_of_one<not_predicate> : kNot(kind), kind, {kind});
  if (what == "cnot") return !predicate && made(form, lanes_of_one<is_zero>, kind, {kind});
  return made(form,
              what == "and"  ? lanes_of_two<both_bits<Bits>>
              : what == "or" ? lanes_of_two<any_bits<Bits>>
                             : lanes_of_two<other_bits<Bits>>,
              kind, {kind, kind});
}

bool shift_form(Mnemonic& name, AssemblyForm& form) {
  const bool left = name.name() == "shl";
  const Kind kind = name.kind();
  if (!fits(kind, kBitKinds) && (left || !fits(kind, kNumbers))) return false;
  constexpr auto kLeft = NEREID_BY_KIND(lanes_of_two, shifted_left);
  constexpr auto kRight = NEREID_BY_KIND(lanes_of_two, shifted_right);
  return made(form, left ? kLeft(kind) : kRight(kind), kind, {kind, Kind::kU32});
}

bool funnel_form(Mnemonic& name, AssemblyForm& form) {
  const bool left = name.take("l"), right = name.take("r");
  form.flags.wraps = name.take("wrap");
  const bool clamps = name.take("clamp");
  if (left == right || form.flags.wraps == clamps || name.kind() != Kind::kB32) return false;
  return made(form, left ? lanes_of_three<funnel_left> : lanes_of_three<funnel_right>, Kind::kB32,
              {Kind::kB32, Kind::kB32, Kind::kU32});
}

bool permutation_form(Mnemonic& name, AssemblyForm& form) {
  constexpr std::array<std::string_view, 6> kModes = {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
  AssemblyFunction function = lanes_of_three<permuted>;
  if (name.kind() != Kind::kB32) return false;
  for (std::size_t i = 0; i < kModes.size(); ++i)
    if (name.take(kModes.at(i))) {
      form.flags.number = static_cast<std::uint32_t>(i);
      function = lanes_of_three<permuted_by_mode>;
    }
  return made(form, function, Kind::kB32, {Kind::kB32, Kind::kB32, Kind::kB32});
}

bool bits_form(Mnemonic& name, AssemblyForm& form) {
  const std::string_view what = name.name();
  form.flags.saturates = what == "bfind" && name.take("shiftamt");
  const Kind kind = name.kind();
  constexpr auto kField = NEREID_BY_KIND(lanes_of_three, field);
  constexpr auto kInserted = NEREID_BY_KIND(lanes_of_four, inserted);
  constexpr auto kReversed = NEREID_BY_KIND(lanes_of_one, reversed);
  constexpr auto kPopulation = NEREID_BY_KIND(lanes_of_one, population);
  constexpr auto kZeros = NEREID_BY_KIND(lanes_of_one, leading_zeros);
  constexpr auto kFound = NEREID_BY_KIND(lanes_of_one, found_bit);
  const bool bits = kind == Kind::kB32 || kind == Kind::kB64;
  if (what == "bfe")
    return fits(kind, kWords) && made(form, kField(kind), kind, {kind, Kind::kU32, Kind::kU32});
  if (what == "bfi")
    return bits && made(form, kInserted(kind), kind, {kind, kind, Kind::kU32, Kind::kU32});
  if (what == "bfind") return fits(kind, kWords) && made(form, kFound(kind), Kind::kU32, {kind});
  if (!bits) return false;
  if (what == "brev") return made(form, kReversed(kind), kind, {kind});
  if (what == "popc") return made(form, kPopulation(kind), Kind::kU32, {kind});
  if (what == "clz") return made(form, kZeros(kind), Kind::kU32, {kind});
  return false;
}

bool mask_form(Mnemonic& name, AssemblyForm& form) {
  form.flags.wraps = name.take("wrap");
  const bool clamps = name.take("clamp");
  const Kind kind = name.kind();
  if (form.flags.wraps == clamps) return false;
  if (name.name() == "bmsk")
    return kind == Kind::kB32 &&
           made(form, lanes_of_two<mask_of_bits>, kind, {Kind::kU32, Kind::kU32});
  if (kind != Kind::kU32 && kind != Kind::kS32) return false;
  return made(form,
              kind == Kind::kS32 ? lanes_of_two<extended<std::int32_t>>
                                 : lanes_of_two<extended<std::uint32_t>>,
              kind, {kind, Kind::kU32});
}

bool dot_form(Mnemonic& name, AssemblyForm& form) {
  const bool four = name.name() == "dp4a";
  if (!four) {
    const bool high = name.take("hi");
    if (high == name.take("lo")) return false;
    form.flags.number = high ? 16 : 0;
  }
  const Kind a = name.kind(), b = name.kind();
  const auto whole = [](Kind kind) { return kind == Kind::kU32 || kind == Kind::kS32; };
  if (!whole(a) || !whole(b)) return false;
  const bool sign_a = a == Kind::kS32, sign_b = b == Kind::kS32;
  using S8 = std::int8_t;
  using U8 = std::uint8_t;
  const AssemblyFunction bytes =
      sign_a
          ? (sign_b ? lanes_of_three<byte_products<S8, S8>> : lanes_of_three<byte_products<S8, U8>>)
          : (sign_b ? lanes_of_three<byte_products<U8, S8>>
                    : lanes_of_three<byte_products<U8, U8>>);
  using S16 = std::int16_t;
  using U16 = std::uint16_t;
  const AssemblyFunction pairs = sign_a ? (sign_b ? lanes_of_three<half_products<S16, S8>>
                                                  : lanes_of_three<half_products<S16, U8>>)
                                        : (sign_b ? lanes_of_three<half_products<U16, S8>>
                                                  : lanes_of_three<half_products<U16, U8>>);
  form.each = four ? 8 : 4;
  const Kind sum = sign_a || sign_b ? Kind::kS32 : Kind::kU32;
  return made(form, four ? bytes : pairs, sum, {Kind::kB32, Kind::kB32, sum});
}

bool arithmetic_form(Mnemonic& name, AssemblyForm& form) {
  const std::string_view what = name.name();
  form.flags.relu = (what == "min" || what == "max") && name.take("relu");
  const Kind kind = name.kind();
  if (form.flags.relu && kind != Kind::kS32 && kind != Kind::kS16x2) return false;
  if (what == "min" || what == "max")
    if (const AssemblyFunction function = halves(what, kind))
      return made(form, function, kind, {kind, kind});
  if (!fits(kind, kNumbers)) return false;
  constexpr auto kQuotient = NEREID_BY_KIND(lanes_of_two, quotient);
  constexpr auto kRemainder = NEREID_BY_KIND(lanes_of_two, remainder);
  constexpr auto kSmaller = NEREID_BY_KIND(lanes_of_two, smaller);
  constexpr auto kLarger = NEREID_BY_KIND(lanes_of_two, larger);
  constexpr auto kDistance = NEREID_BY_KIND(lanes_of_three, distance);
  constexpr auto kAbsolute = NEREID_BY_KIND(lanes_of_one, absolute);
  constexpr auto kNegative = NEREID_BY_KIND(lanes_of_one, negative);
  if (what == "div") return made(form, kQuotient(kind), kind, {kind, kind});
  if (what == "rem") return made(form, kRemainder(kind), kind, {kind, kind});
  if (what == "min") return made(form, kSmaller(kind), kind, {kind, kind});
  if (what == "max") return made(form, kLarger(kind), kind, {kind, kind});
  if (what == "sad") return made(form, kDistance(kind), kind, {kind, kind, kind});
  if (!is_signed(kind)) return false;
  if (what == "abs") return made(form, kAbsolute(kind), kind, {kind});
  return what == "neg" && made(form, kNegative(kind), kind, {kind});
}
#undef NEREID_BY_KIND

}  // namespace

bool whole_form(Mnemonic& name, AssemblyForm& form) {
  const std::string_view what = name.name();
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), what) != names.end();
  };
  if (is({"add", "sub", "addc", "subc"})) return sum_form(name, form);
  if (what == "mul") return product_form(name, form);
  if (is({"mad", "madc"})) return product_sum_form(name, form);
  if (is({"mul24", "mad24"})) return product_24_form(name, form);
  if (is({"and", "or", "xor", "not", "cnot"})) return logic_form(name, form);
  if (is({"shl", "shr"})) return shift_form(name, form);
  if (what == "shf") return funnel_form(name, form);
  if (what == "prmt") return permutation_form(name, form);
  if (what == "lop3")
    return name.kind() == Kind::kB32 && made(form, lanes_of_four<by_table>, Kind::kB32,
                                             {Kind::kB32, Kind::kB32, Kind::kB32, Kind::kU32});
  if (is({"bfe", "bfi", "brev", "popc", "clz", "bfind"})) return bits_form(name, form);
  if (what == "fns")
    return name.kind() == Kind::kB32 &&
           made(form, lanes_of_three<nth_set>, Kind::kB32, {Kind::kB32, Kind::kB32, Kind::kS32});
  if (is({"bmsk", "szext"})) return mask_form(name, form);
  if (is({"dp4a", "dp2a"})) return dot_form(name, form);
  if (is({"div", "rem", "min", "max", "sad", "abs", "neg"})) return arithmetic_form(name, form);
  return false;
}

}  // namespace nereid::verify::machine

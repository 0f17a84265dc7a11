// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons and choices: setp, set, selp, slct, testp.
#include <algorithm>

#include "engine/verify/machine/internal/assembly_form.h"
#include "engine/verify/machine/internal/assembly_numbers.h"

namespace nereid::verify::machine {
namespace {

using Flags = AssemblyFlags;
using Kind = AssemblyKind;
using Bits = std::uint64_t;

/// A comparison: in which of the orders it holds.
struct Comparison {
  std::string_view word;
  unsigned holds;
  bool real, whole;
  bool is_unsigned = false;  ///< lo, ls, hi, hs
};
constexpr unsigned kL = 1, kE = 2, kM = 4, kU = 8;
constexpr std::array<Comparison, 18> kComparisons = {{{"eq", kE, true, true},
                                                      {"ne", kL | kM, true, true},
                                                      {"lt", kL, true, true},
                                                      {"le", kL | kE, true, true},
                                                      {"gt", kM, true, true},
                                                      {"ge", kM | kE, true, true},
                                                      {"lo", kL, false, true, true},
                                                      {"ls", kL | kE, false, true, true},
                                                      {"hi", kM, false, true, true},
                                                      {"hs", kM | kE, false, true, true},
                                                      {"equ", kE | kU, true, false},
                                                      {"neu", kL | kM | kU, true, false},
                                                      {"ltu", kL | kU, true, false},
                                                      {"leu", kL | kE | kU, true, false},
                                                      {"gtu", kM | kU, true, false},
                                                      {"geu", kM | kE | kU, true, false},
                                                      {"num", kL | kE | kM, true, false},
                                                      {"nan", kU, true, false}}};

template <class T>
unsigned order_of(T a, T b) {
  return a < b ? kL : a == b ? kE : a > b ? kM : kU;
}

// `number`: the orders in which it holds, then the kind of the operands, then that of the result.
Kind compared(const Flags& flags) {
  return static_cast<Kind>(flags.number >> 8U & 0xFFU);
}
unsigned order(Bits a, Bits b, Kind kind, bool ftz) {
  switch (kind) {
    case Kind::kS16:
      return order_of(static_cast<std::int16_t>(a), static_cast<std::int16_t>(b));
    case Kind::kS32:
      return order_of(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
    case Kind::kS64:
      return order_of(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
    case Kind::kF32:
      return order_of(flushed(float_of(a), ftz), flushed(float_of(b), ftz));
    case Kind::kF64:
      return order_of(double_of(a), double_of(b));
    case Kind::kF16:
      return order_of(decode(flushed_half(a, ftz), kHalf), decode(flushed_half(b, ftz), kHalf));
    case Kind::kBF16:
      return order_of(decode(a, kBfloat), decode(b, kBfloat));
    default:
      return order_of(a, b);
  }
}
bool holds(Bits a, Bits b, const Flags& flags) {
  return (order(a, b, compared(flags), flags.ftz) & flags.number & 15U) != 0;
}
Bits combined(bool value, Bits with, const Flags& flags) {
  const bool other = with != 0;
  switch (flags.logic) {
    case 1:
      return value && other;
    case 2:
      return value || other;
    case 3:
      return value != other;
    default:
      return value;
  }
}

// p | q = comparison, its opposite, each combined with a third operand.
void predicates(const AssemblyLanes& lanes) {
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const bool value = holds(lanes.in[0][i], lanes.in[1][i], lanes.flags);
    const Bits with = lanes.in[2] ? lanes.in[2][i] : 0;
    const Bits first = combined(value, with, lanes.flags);
    if (lanes.second) lanes.second[i] = combined(!value, with, lanes.flags);
    lanes.out[i] = first;
  }
}
// p | q: of both halves.
void predicates_of_halves(const AssemblyLanes& lanes) {
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const Bits a = lanes.in[0][i], b = lanes.in[1][i];
    const Bits with = lanes.in[2] ? lanes.in[2][i] : 0;
    const Bits low = combined(holds(a & 0xFFFFU, b & 0xFFFFU, lanes.flags), with, lanes.flags);
    if (lanes.second)
      lanes.second[i] = combined(holds(a >> 16U, b >> 16U, lanes.flags), with, lanes.flags);
    lanes.out[i] = low;
  }
}
// All bits set, or 1.0.
Bits of_truth(bool value, Kind kind) {
  if (!value) return 0;
  switch (kind) {
    case Kind::kF32:
      return 0x3F800000U;
    case Kind::kF16:
      return 0x3C00U;
    case Kind::kBF16:
      return 0x3F80U;
    case Kind::kU16:
    case Kind::kS16:
      return 0xFFFFU;
    default:
      return 0xFFFFFFFFU;
  }
}
void numbers(const AssemblyLanes& lanes) {
  const auto to = static_cast<Kind>(lanes.flags.number >> 16U & 0xFFU);
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const Bits with = lanes.in[2] ? lanes.in[2][i] : 0;
    const bool value = holds(lanes.in[0][i], lanes.in[1][i], lanes.flags);
    lanes.out[i] = of_truth(combined(value, with, lanes.flags) != 0, to);
  }
}
void numbers_of_halves(const AssemblyLanes& lanes) {
  const auto to = static_cast<Kind>(lanes.flags.number >> 16U & 0xFFU);
  for (std::size_t i = 0; i < lanes.n; ++i) {
    const Bits a = lanes.in[0][i], b = lanes.in[1][i];
    const Bits with = lanes.in[2] ? lanes.in[2][i] : 0;
    const auto one = [&](Bits x, Bits y) {
      return of_truth(combined(holds(x, y, lanes.flags), with, lanes.flags) != 0, to) & 0xFFFFU;
    };
    lanes.out[i] = one(a & 0xFFFFU, b & 0xFFFFU) | one(a >> 16U, b >> 16U) << 16U;
  }
}

Bits by_predicate(Bits a, Bits b, Bits p, const Flags&) {
  return p != 0 ? a : b;
}
Bits by_sign(Bits a, Bits b, Bits c, const Flags&) {
  return static_cast<std::int32_t>(c) >= 0 ? a : b;
}
Bits by_real_sign(Bits a, Bits b, Bits c, const Flags& flags) {
  return flushed(float_of(c), flags.ftz) >= 0 ? a : b;
}

Bits tested(Bits a, const Flags& flags) {
  const bool wide = compared(flags) == Kind::kF64;
  const double value = wide ? double_of(a) : double{float_of(a)};
  const double least = wide ? 0x1p-1022 : 0x1p-126;
  switch (flags.number & 0xFFU) {
    case 0:
      return std::isfinite(value);
    case 1:
      return std::isinf(value);
    case 2:
      return !std::isnan(value);
    case 3:
      return std::isnan(value);
    case 4:
      return std::isfinite(value) && (value == 0 || std::fabs(value) >= least);
    default:
      return value != 0 && std::fabs(value) < least;
  }
}

bool is_real(Kind kind) {
  return kind == Kind::kF16 || kind == Kind::kBF16 || kind == Kind::kF32 || kind == Kind::kF64;
}
Kind half_of(Kind kind) {
  return kind == Kind::kF16x2 ? Kind::kF16 : kind == Kind::kBF16x2 ? Kind::kBF16 : Kind::kNone;
}

const Comparison* comparison(Mnemonic& name) {
  for (const Comparison& row : kComparisons)
    if (name.take(row.word)) return &row;
  return nullptr;
}

bool compares(Mnemonic& name, AssemblyForm& form, bool gives_predicates) {
  const Comparison* row = comparison(name);
  if (!row) return false;
  form.flags.logic = name.take("and") ? 1 : name.take("or") ? 2 : name.take("xor") ? 3 : 0;
  form.flags.ftz = name.take("ftz");
  const Kind to = gives_predicates ? Kind::kPredicate : name.kind();
  const Kind kind = name.kind();
  const bool halves = half_of(kind) != Kind::kNone;
  const Kind each = halves ? half_of(kind) : kind;
  if (is_real(each) ? !row->real : !row->whole || !is_whole(each)) return false;
  if (row->is_unsigned && is_signed(each)) return false;
  if (bits_of(each) == 8 || (form.flags.ftz && each != Kind::kF32 && each != Kind::kF16))
    return false;
  form.out = to;
  form.in = {kind, kind};
  if (form.flags.logic != 0) form.in.push_back(Kind::kPredicate);
  form.flags.number = row->holds | static_cast<std::uint32_t>(each) << 8U;
  form.counter = is_real(each) ? Counter::kNone : Counter::kInteger;
  if (gives_predicates) {
    form.second = Kind::kPredicate;
    form.function = halves ? predicates_of_halves : predicates;
    return true;
  }
  const bool small = each == Kind::kF16 || each == Kind::kBF16;
  const Kind shown = halves && half_of(to) != Kind::kNone ? half_of(to) : to;
  const bool fits = to == Kind::kU32 || to == Kind::kS32 || to == Kind::kF32 ||
                    (small && (to == Kind::kU16 || to == Kind::kS16 || shown == each));
  if (!fits || (halves && bits_of(to) != 32)) return false;
  if (halves && to == Kind::kF32) return false;
  form.flags.number |= static_cast<std::uint32_t>(shown) << 16U;
  form.function = halves ? numbers_of_halves : numbers;
  return true;
}

bool picks(Mnemonic& name, AssemblyForm& form) {
  const Kind kind = name.kind();
  if (bits_of(kind) < 16 || kind == Kind::kPredicate || half_of(kind) != Kind::kNone ||
      kind == Kind::kF16 || kind == Kind::kBF16)
    return false;
  form.out = kind;
  form.in = {kind, kind, Kind::kPredicate};
  form.function = lanes_of_three<by_predicate>;
  return true;
}

bool picks_by_sign(Mnemonic& name, AssemblyForm& form) {
  form.flags.ftz = name.take("ftz");
  const Kind kind = name.kind(), by = name.kind();
  if (bits_of(kind) < 16 || (by != Kind::kS32 && by != Kind::kF32) ||
      (form.flags.ftz && by != Kind::kF32) || half_of(kind) != Kind::kNone)
    return false;
  form.out = kind;
  form.in = {kind, kind, by};
  form.function = by == Kind::kF32 ? lanes_of_three<by_real_sign> : lanes_of_three<by_sign>;
  return true;
}

bool tests(Mnemonic& name, AssemblyForm& form) {
  constexpr std::array<std::string_view, 6> kWords = {"finite",     "infinite", "number",
                                                      "notanumber", "normal",   "subnormal"};
  const auto found = std::find_if(kWords.begin(), kWords.end(),
                                  [&](std::string_view word) { return name.take(word); });
  const Kind kind = name.kind();
  if (found == kWords.end() || (kind != Kind::kF32 && kind != Kind::kF64)) return false;
  form.flags.number =
      static_cast<std::uint32_t>(found - kWords.begin()) | static_cast<std::uint32_t>(kind) << 8U;
  form.out = Kind::kPredicate;
  form.in = {kind};
  form.function = lanes_of_one<tested>;
  return true;
}

struct KindName {
  std::string_view word;
  Kind kind;
  int bits;
};
constexpr std::array<KindName, 24> kKinds = {
    {{"b8", Kind::kB8, 8},          {"u8", Kind::kU8, 8},          {"s8", Kind::kS8, 8},
     {"b16", Kind::kB16, 16},       {"u16", Kind::kU16, 16},       {"s16", Kind::kS16, 16},
     {"b32", Kind::kB32, 32},       {"u32", Kind::kU32, 32},       {"s32", Kind::kS32, 32},
     {"b64", Kind::kB64, 64},       {"u64", Kind::kU64, 64},       {"s64", Kind::kS64, 64},
     {"u16x2", Kind::kU16x2, 32},   {"s16x2", Kind::kS16x2, 32},   {"f16", Kind::kF16, 16},
     {"f16x2", Kind::kF16x2, 32},   {"bf16", Kind::kBF16, 16},     {"bf16x2", Kind::kBF16x2, 32},
     {"f32", Kind::kF32, 32},       {"f64", Kind::kF64, 64},       {"tf32", Kind::kTF32, 32},
     {"e4m3x2", Kind::kE4M3x2, 16}, {"e5m2x2", Kind::kE5M2x2, 16}, {"pred", Kind::kPredicate, 1}}};

}  // namespace

bool choice_form(Mnemonic& name, AssemblyForm& form) {
  const std::string_view what = name.name();
  if (what == "setp") return compares(name, form, true);
  if (what == "set") return compares(name, form, false);
  if (what == "selp") return picks(name, form);
  if (what == "slct") return picks_by_sign(name, form);
  return what == "testp" && tests(name, form);
}

AssemblyKind assembly_kind(std::string_view word) {
  for (const KindName& row : kKinds)
    if (row.word == word) return row.kind;
  return Kind::kNone;
}
// The first of them that is a type.
AssemblyKind Mnemonic::kind() {
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    const Kind kind = assembly_kind(parts_[i]);
    if (kind == Kind::kNone) continue;
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(i));
    return kind;
  }
  return Kind::kNone;
}
std::optional<AssemblyRounding> Mnemonic::rounding() {
  if (take("rn")) return AssemblyRounding::kNearest;
  if (take("rz")) return AssemblyRounding::kZero;
  if (take("rm")) return AssemblyRounding::kDown;
  if (take("rp")) return AssemblyRounding::kUp;
  return std::nullopt;
}
int bits_of(AssemblyKind kind) {
  static constexpr auto kBits = [] {
    std::array<int, kKinds.size() + 1> bits = {};
    for (const KindName& row : kKinds) bits.at(static_cast<std::size_t>(row.kind)) = row.bits;
    return bits;
  }();
  return kBits.at(static_cast<std::size_t>(kind));
}
bool is_whole(AssemblyKind kind) {
  return kind >= Kind::kB8 && kind <= Kind::kS64;
}
bool is_signed(AssemblyKind kind) {
  return kind == Kind::kS8 || kind == Kind::kS16 || kind == Kind::kS32 || kind == Kind::kS64;
}
Counter counter_of(AssemblyKind kind) {
  switch (kind) {
    case Kind::kF32:
      return Counter::kSingle;
    case Kind::kF64:
      return Counter::kDouble;
    case Kind::kF16:
    case Kind::kF16x2:
      return Counter::kHalf;
    case Kind::kBF16:
    case Kind::kBF16x2:
      return Counter::kBfloat;
    default:
      return Counter::kInteger;
  }
}

}  // namespace nereid::verify::machine

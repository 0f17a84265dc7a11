// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/atomics.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engine/verify/machine/internal/half.h"

namespace nereid::verify::machine {
namespace {

constexpr std::array<std::pair<std::string_view, AtomicKind>, 11> kNames = {
    {{"and", AtomicKind::kAnd},
     {"or", AtomicKind::kOr},
     {"xor", AtomicKind::kXor},
     {"add", AtomicKind::kAdd},
     {"fadd", AtomicKind::kAddF},
     {"max", AtomicKind::kMaxS},
     {"min", AtomicKind::kMinS},
     {"umax", AtomicKind::kMaxU},
     {"umin", AtomicKind::kMinU},
     {"exch", AtomicKind::kExchange},
     {"cas", AtomicKind::kCompare}}};

template <class U>
U whole(AtomicKind kind, U old, U value) {
  using S = std::make_signed_t<U>;
  switch (kind) {
    case AtomicKind::kAnd:
      return old & value;
    case AtomicKind::kOr:
      return old | value;
    case AtomicKind::kXor:
      return old ^ value;
    case AtomicKind::kAdd:
      return old + value;
    case AtomicKind::kMaxS:
      return static_cast<U>(std::max(static_cast<S>(old), static_cast<S>(value)));
    case AtomicKind::kMinS:
      return static_cast<U>(std::min(static_cast<S>(old), static_cast<S>(value)));
    case AtomicKind::kMaxU:
      return std::max(old, value);
    case AtomicKind::kMinU:
      return std::min(old, value);
    case AtomicKind::kAddF:
    case AtomicKind::kExchange:
    case AtomicKind::kCompare:
      return value;
  }
  return value;
}

template <class T, class Change>
void change(std::byte* memory, const std::byte* value, Change made) {
  T old = {}, by = {};
  std::memcpy(&old, memory, sizeof old);
  std::memcpy(&by, value, sizeof by);
  const T now = made(old, by);
  std::memcpy(memory, &now, sizeof now);
}

template <class U>
void apply_whole(AtomicKind kind, std::byte* memory, const std::byte* value) {
  change<U>(memory, value, [kind](U old, U by) { return whole<U>(kind, old, by); });
}

}  // namespace

std::optional<AtomicKind> atomic_named(std::string_view name) {
  for (const auto& [known, kind] : kNames)
    if (known == name) return kind;
  return std::nullopt;
}

bool has_atomic(AtomicKind kind, Element element) {
  if (kind == AtomicKind::kExchange || kind == AtomicKind::kCompare) return bytes_of(element) >= 2;
  if (kind == AtomicKind::kAddF) return is_float(element) && bytes_of(element) >= 2;
  return element == Element::kI32 || element == Element::kI64;
}

void apply_atomic(AtomicKind kind, Element element, std::byte* memory, const std::byte* value) {
  if (kind == AtomicKind::kAddF) {
    switch (element) {
      case Element::kF16:
        return change<std::uint16_t>(memory, value, [](auto old, auto by) {
          return f16_of_float(float_of_f16(old) + float_of_f16(by));
        });
      case Element::kBF16:
        return change<std::uint16_t>(memory, value, [](auto old, auto by) {
          return bf16_of_float(float_of_bf16(old) + float_of_bf16(by));
        });
      case Element::kF32:
        return change<float>(memory, value, [](float old, float by) { return old + by; });
      default:
        return change<double>(memory, value, [](double old, double by) { return old + by; });
    }
  }
  switch (bytes_of(element)) {
    case 2:
      return apply_whole<std::uint16_t>(AtomicKind::kExchange, memory, value);
    case 4:
      return apply_whole<std::uint32_t>(kind, memory, value);
    default:
      return apply_whole<std::uint64_t>(kind, memory, value);
  }
}

}  // namespace nereid::verify::machine

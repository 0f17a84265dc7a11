// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of libdevice on whole numbers and on bits.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "engine/verify/machine/internal/libdevice.h"

namespace nereid::verify::machine {
namespace {

using I32 = std::int32_t;
using U32 = std::uint32_t;
using I64 = std::int64_t;
using U64 = std::uint64_t;

template <class U>
U reversed(U x) {
  U result = 0;
  for (std::size_t i = 0; i < 8 * sizeof(U); ++i, x >>= 1U) result = (result << 1U) | (x & 1U);
  return result;
}

// Each byte of the result is chosen by four bits of a selector among the eight of both; the
// highest of the four bits spreads the byte's sign instead.
U32 permuted_bytes(U32 x, U32 y, U32 selector) {
  const U64 bytes = (static_cast<U64>(y) << 32U) | x;
  U32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const U32 chosen = (selector >> (4 * i)) & 0xFU;
    U32 byte = static_cast<U32>(bytes >> (8 * (chosen & 7U))) & 0xFFU;
    if (chosen & 8U) byte = byte & 0x80U ? 0xFFU : 0;
    result |= byte << (8 * i);
  }
  return result;
}

// The lower 24 bits of a number, with their sign.
I32 low_24(I32 x) {
  return static_cast<I32>(static_cast<U32>(x) << 8U) >> 8U;
}

U32 distance(I32 x, I32 y) {
  return x < y ? static_cast<U32>(y) - static_cast<U32>(x)
               : static_cast<U32>(x) - static_cast<U32>(y);
}

const std::array kWhole = {
    library_row<[](I32 x) -> I32 { return std::countl_zero(static_cast<U32>(x)); }>("__nv_clz"),
    library_row<[](I64 x) -> I32 { return std::countl_zero(static_cast<U64>(x)); }>("__nv_clzll"),
    library_row<[](I32 x) -> I32 { return std::popcount(static_cast<U32>(x)); }>("__nv_popc"),
    library_row<[](I64 x) -> I32 { return std::popcount(static_cast<U64>(x)); }>("__nv_popcll"),
    library_row<[](I32 x) -> I32 {
      return x == 0 ? 0 : std::countr_zero(static_cast<U32>(x)) + 1;
    }>("__nv_ffs"),
    library_row<[](I64 x) -> I32 {
      return x == 0 ? 0 : std::countr_zero(static_cast<U64>(x)) + 1;
    }>("__nv_ffsll"),
    library_row<[](U32 x) -> U32 { return reversed(x); }>("__nv_brev"),
    library_row<[](U64 x) -> U64 { return reversed(x); }>("__nv_brevll"),
    library_row<[](U32 x, U32 y, U32 s) -> U32 { return permuted_bytes(x, y, s); }>(
        "__nv_byte_perm"),
    library_row<[](I32 x, I32 y) -> I32 {
      return static_cast<I32>((static_cast<I64>(x) * y) >> 32U);
    }>("__nv_mulhi"),
    library_row<[](U32 x, U32 y) -> U32 {
      return static_cast<U32>((static_cast<U64>(x) * y) >> 32U);
    }>("__nv_umulhi"),
    library_row<[](I64 x, I64 y) -> I64 {
      return static_cast<I64>((static_cast<__int128>(x) * y) >> 64U);
    }>("__nv_mul64hi"),
    library_row<[](U64 x, U64 y) -> U64 {
      return static_cast<U64>((static_cast<unsigned __int128>(x) * y) >> 64U);
    }>("__nv_umul64hi"),
    library_row<[](I32 x, I32 y) -> I32 {
      return static_cast<I32>(static_cast<U32>(low_24(x)) * static_cast<U32>(low_24(y)));
    }>("__nv_mul24"),
    library_row<[](U32 x, U32 y) -> U32 { return (x & 0xFFFFFFU) * (y & 0xFFFFFFU); }>(
        "__nv_umul24"),
    library_row<[](I32 x, I32 y, U32 z) -> U32 { return distance(x, y) + z; }>("__nv_sad"),
    library_row<[](U32 x, U32 y, U32 z) -> U32 { return (x < y ? y - x : x - y) + z; }>(
        "__nv_usad"),
    library_row<[](I32 x) -> U32 { return x < 0 ? 0 - static_cast<U32>(x) : static_cast<U32>(x); }>(
        "__nv_abs"),
    library_row<[](I64 x) -> U64 { return x < 0 ? 0 - static_cast<U64>(x) : static_cast<U64>(x); }>(
        "__nv_llabs"),
    library_row<[](I32 x, I32 y) -> I32 {
      return static_cast<I32>((static_cast<I64>(x) + y) >> 1U);
    }>("__nv_hadd"),
    library_row<[](U32 x, U32 y) -> U32 {
      return static_cast<U32>((static_cast<U64>(x) + y) >> 1U);
    }>("__nv_uhadd"),
    library_row<[](I32 x, I32 y) -> I32 {
      return static_cast<I32>((static_cast<I64>(x) + y + 1) >> 1U);
    }>("__nv_rhadd"),
    library_row<[](U32 x, U32 y) -> U32 {
      return static_cast<U32>((static_cast<U64>(x) + y + 1) >> 1U);
    }>("__nv_urhadd"),
    // Bits under another type.
    library_row<[](I32 x) -> float { return std::bit_cast<float>(x); }>("__nv_int_as_float"),
    library_row<[](U32 x) -> float { return std::bit_cast<float>(x); }>("__nv_uint_as_float"),
    library_row<[](float x) -> I32 { return std::bit_cast<I32>(x); }>("__nv_float_as_int"),
    library_row<[](float x) -> U32 { return std::bit_cast<U32>(x); }>("__nv_float_as_uint"),
    library_row<[](I64 x) -> double { return std::bit_cast<double>(x); }>(
        "__nv_longlong_as_double"),
    library_row<[](double x) -> I64 { return std::bit_cast<I64>(x); }>("__nv_double_as_longlong"),
    library_row<[](double x) -> I32 {
      return static_cast<I32>(static_cast<U32>(std::bit_cast<U64>(x)));
    }>("__nv_double2loint"),
    library_row<[](double x) -> I32 {
      return static_cast<I32>(static_cast<U32>(std::bit_cast<U64>(x) >> 32U));
    }>("__nv_double2hiint"),
    library_row<[](U32 high, U32 low) -> double {
      return std::bit_cast<double>((static_cast<U64>(high) << 32U) | low);
    }>("__nv_hiloint2double"),
};

}  // namespace

std::span<const LibraryFunction> whole_library() {
  return kWhole;
}

const LibraryFunction* library_function(std::string_view symbol) {
  for (const auto& family : {real_library(), rounding_library(), whole_library()})
    for (const LibraryFunction& row : family)
      if (row.symbol == symbol) return &row;
  return nullptr;
}

}  // namespace nereid::verify::machine

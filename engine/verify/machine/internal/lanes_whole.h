// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on whole numbers and Booleans.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

template <class U>
using Signed = std::make_signed_t<U>;

// Where C++ leaves a result open, all bits are set, as a GPU gives them.
template <class U>
static inline U divide_signed(U x, U y) {
  const auto a = static_cast<Signed<U>>(x), b = static_cast<Signed<U>>(y);
  if (b == 0) return static_cast<U>(-1);
  return b == -1 ? static_cast<U>(U{0} - x) : static_cast<U>(a / b);
}
template <class U>
static inline U remainder_signed(U x, U y) {
  const auto a = static_cast<Signed<U>>(x), b = static_cast<Signed<U>>(y);
  if (b == 0) return x;
  return b == -1 ? U{0} : static_cast<U>(a % b);
}
template <class U>
static inline U ceil_divide_signed(U x, U y) {
  const U quotient = divide_signed(x, y);
  const bool rest = remainder_signed(x, y) != 0;
  const bool same = (static_cast<Signed<U>>(x) < 0) == (static_cast<Signed<U>>(y) < 0);
  return static_cast<U>(quotient + (rest && same ? 1 : 0));
}
template <class U>
static inline U floor_divide_signed(U x, U y) {
  const U quotient = divide_signed(x, y);
  const bool rest = remainder_signed(x, y) != 0;
  const bool same = (static_cast<Signed<U>>(x) < 0) == (static_cast<Signed<U>>(y) < 0);
  return static_cast<U>(quotient - (rest && !same ? 1 : 0));
}
template <class U>
static inline U multiply_high(U x, U y) {
  if constexpr (sizeof(U) == 8)
    return static_cast<U>((static_cast<unsigned __int128>(x) * y) >> 64);
  else
    return static_cast<U>((static_cast<std::uint64_t>(x) * y) >> (8 * sizeof(U)));
}
template <class U>
static inline U shift_right_signed(U x, U y) {
  constexpr U kBits = 8 * sizeof(U);
  return static_cast<U>(static_cast<Signed<U>>(x) >> (y < kBits ? y : kBits - 1));
}
template <class U>
static inline U leading_zeros(U x) {
  constexpr int kBits = 8 * sizeof(U);
  return static_cast<U>(x == 0 ? kBits : __builtin_clzll(x) - (64 - kBits));
}
template <class U>
static inline U trailing_zeros(U x) {
  return static_cast<U>(x == 0 ? 8 * sizeof(U) : __builtin_ctzll(x));
}

// i8 to i64. T is unsigned, S its signed twin; products are made in a type without promotion to
// int.
template <class K>
static LaneFunction whole(LaneOperation operation) {
  using U = typename K::Number;
  using W = std::conditional_t<sizeof(U) < 4, std::uint32_t, U>;
  using S [[maybe_unused]] = Signed<U>;
  constexpr U kBits [[maybe_unused]] = 8 * sizeof(U);
  switch (operation) {
    case LaneOperation::kAdd:
      return NEREID_TWO(K, T(x + y));
    case LaneOperation::kSub:
      return NEREID_TWO(K, T(x - y));
    case LaneOperation::kMul:
      return NEREID_TWO(K, T(W(x) * W(y)));
    case LaneOperation::kDivS:
      return NEREID_TWO(K, divide_signed(x, y));
    case LaneOperation::kDivU:
      return NEREID_TWO(K, y == 0 ? T(-1) : T(x / y));
    case LaneOperation::kRemS:
      return NEREID_TWO(K, remainder_signed(x, y));
    case LaneOperation::kRemU:
      return NEREID_TWO(K, y == 0 ? x : T(x % y));
    case LaneOperation::kCeilDivS:
      return NEREID_TWO(K, ceil_divide_signed(x, y));
    case LaneOperation::kCeilDivU:
      return NEREID_TWO(K, y == 0 ? T(-1) : T(x / y + (x % y != 0)));
    case LaneOperation::kFloorDivS:
      return NEREID_TWO(K, floor_divide_signed(x, y));
    case LaneOperation::kAnd:
      return NEREID_TWO(K, T(x & y));
    case LaneOperation::kOr:
      return NEREID_TWO(K, T(x | y));
    case LaneOperation::kXor:
      return NEREID_TWO(K, T(x ^ y));
    case LaneOperation::kShl:
      return NEREID_TWO(K, y < kBits ? T(W(x) << y) : T(0));
    case LaneOperation::kShrS:
      return NEREID_TWO(K, shift_right_signed(x, y));
    case LaneOperation::kShrU:
      return NEREID_TWO(K, y < kBits ? T(x >> y) : T(0));
    case LaneOperation::kMaxS:
      return NEREID_TWO(K, S(x) > S(y) ? x : y);
    case LaneOperation::kMaxU:
      return NEREID_TWO(K, x > y ? x : y);
    case LaneOperation::kMinS:
      return NEREID_TWO(K, S(x) < S(y) ? x : y);
    case LaneOperation::kMinU:
      return NEREID_TWO(K, x < y ? x : y);
    case LaneOperation::kMulHighU:
      return NEREID_TWO(K, multiply_high(x, y));
    case LaneOperation::kAbsI:
      return NEREID_ONE(K, S(x) < 0 ? T(0 - x) : x);
    case LaneOperation::kLeadingZeros:
      return NEREID_ONE(K, leading_zeros(x));
    case LaneOperation::kTrailingZeros:
      return NEREID_ONE(K, trailing_zeros(x));
    case LaneOperation::kPopulation:
      return NEREID_ONE(K, T(__builtin_popcountll(x)));
    case LaneOperation::kEq:
      return NEREID_TEST(K, x == y);
    case LaneOperation::kNe:
      return NEREID_TEST(K, x != y);
    case LaneOperation::kSlt:
      return NEREID_TEST(K, S(x) < S(y));
    case LaneOperation::kSle:
      return NEREID_TEST(K, S(x) <= S(y));
    case LaneOperation::kSgt:
      return NEREID_TEST(K, S(x) > S(y));
    case LaneOperation::kSge:
      return NEREID_TEST(K, S(x) >= S(y));
    case LaneOperation::kUlt:
      return NEREID_TEST(K, x < y);
    case LaneOperation::kUle:
      return NEREID_TEST(K, x <= y);
    case LaneOperation::kUgt:
      return NEREID_TEST(K, x > y);
    case LaneOperation::kUge:
      return NEREID_TEST(K, x >= y);
    default:
      return nullptr;
  }
}

// i1: true is -1 where a sign counts.
static LaneFunction bits(LaneOperation operation) {
  switch (operation) {
    case LaneOperation::kAdd:
    case LaneOperation::kSub:
    case LaneOperation::kXor:
    case LaneOperation::kNe:
      return NEREID_TWO(Bit, T(x ^ y));
    case LaneOperation::kMul:
    case LaneOperation::kAnd:
    case LaneOperation::kMinU:
    case LaneOperation::kMaxS:
      return NEREID_TWO(Bit, T(x & y));
    case LaneOperation::kOr:
    case LaneOperation::kMaxU:
    case LaneOperation::kMinS:
      return NEREID_TWO(Bit, T(x | y));
    case LaneOperation::kEq:
      return NEREID_TWO(Bit, T(x == y));
    case LaneOperation::kUlt:
    case LaneOperation::kSgt:
      return NEREID_TWO(Bit, T(x < y));
    case LaneOperation::kUgt:
    case LaneOperation::kSlt:
      return NEREID_TWO(Bit, T(x > y));
    case LaneOperation::kUle:
    case LaneOperation::kSge:
      return NEREID_TWO(Bit, T(x <= y));
    case LaneOperation::kUge:
    case LaneOperation::kSle:
      return NEREID_TWO(Bit, T(x >= y));
    default:
      return nullptr;
  }
}

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES

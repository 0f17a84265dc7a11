// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/verify/machine/internal/type.h"

namespace nereid::verify::machine {

/// What is done to each lane by itself.
enum class LaneOperation : std::uint8_t {
  kNone,
  // Whole numbers.
  kAdd,
  kSub,
  kMul,
  kDivS,
  kDivU,
  kRemS,
  kRemU,
  kCeilDivS,
  kCeilDivU,
  kFloorDivS,
  kAnd,
  kOr,
  kXor,
  kShl,
  kShrS,
  kShrU,
  kMaxS,
  kMaxU,
  kMinS,
  kMinU,
  kMulHighU,
  kAbsI,
  kLeadingZeros,
  kTrailingZeros,
  kPopulation,
  // Comparisons of whole numbers and addresses; i1.
  kEq,
  kNe,
  kSlt,
  kSle,
  kSgt,
  kSge,
  kUlt,
  kUle,
  kUgt,
  kUge,
  // Floating point.
  kAddF,
  kSubF,
  kMulF,
  kDivF,
  kNegF,
  kAbsF,
  kMaxNum,
  kMinNum,
  kMaximum,
  kMinimum,
  kFma,
  kMulSub,  ///< x y - z, with one rounding
  kSubMul,  ///< z - x y, likewise
  kSqrt,
  kRsqrt,
  kFloor,
  kCeil,
  kTruncate,
  kRoundEven,
  kClamp,
  kClampNan,
  // Comparisons of floating point, ordered and not; i1.
  kOeq,
  kOgt,
  kOge,
  kOlt,
  kOle,
  kOne,
  kOrd,
  kUeq,
  kUfgt,
  kUfge,
  kUflt,
  kUfle,
  kUne,
  kUno,
  // From one type to another.
  kExtS,
  kExtU,
  kTrunc,
  kSiToFp,
  kUiToFp,
  kFpToSi,
  kFpToUi,
  kFpCast,
  kCopy,       ///< equal widths, the bits as they are
  kSelect,     ///< i1, then two of one type
  kPredicate,  ///< the comparison that a word names
  // The library of mathematical functions.
  kExp,
  kExp2,
  kLog,
  kLog2,
  kSin,
  kCos,
  kTan,
  kTanh,
  kErf,
  kPow,
  kRemF,
};

/// Does `n` lanes: in[0], in[1], ... are its operands, each with its own type of lanes. `out` may
/// be none of them.
using LaneFunction = void (*)(void* out, const void* const* in, std::size_t n);

/// The fastest that this processor has; null if there is none for these lanes. `from`: of the
/// operands (of kSelect those that are chosen), `to`: of the result.
LaneFunction lane_function(LaneOperation operation, Element from, Element to);

/// What noting a load has found. kSettled: several programs have loaded all of the elements and
/// none has stored any, so that further loads have nothing to note.
enum class LoadNoted : std::uint8_t { kLookAtEach, kDone, kSettled };

/// Lanes of an access that are looked at together.
inline constexpr std::size_t kRunLanes = 32;

/// How many elements were loaded or changed in place, stored (the latter among them), and changed
/// in place.
struct MarkCounts {
  std::uint64_t loaded = 0, stored = 0, updated = 0;
};

/// Loops that are no operation of the IR, in the fastest form that this processor has.
struct LaneLoops {
  /// to[i] = from[i] + offsets[i] * scale; `offsets` are of 4 or 8 bytes, signed.
  void (*add_offsets)(std::uint64_t* to, const std::uint64_t* from, const void* offsets,
                      std::size_t offset_bytes, std::uint64_t scale, std::size_t n);
  /// One bit for each of up to 64 runs of kRunLanes lanes, the first in the lowest: whether all of
  /// its lanes of the mask (null: all) are on and its addresses follow each other.
  std::uint64_t (*contiguous_runs)(const std::uint64_t* addresses, const std::uint8_t* mask,
                                   std::size_t runs, std::uint64_t step);
  /// to[M, N] = from[M, N] + a[M, K] b[K, N], rows one behind another; `from` may be `to`. The sum
  /// along K begins at `first` and comes round to it; K is a power of two.
  void (*multiply)(const float* a, const float* b, const float* from, float* to, std::size_t m,
                   std::size_t n, std::size_t k, std::size_t first);
  /// Moves each number by up to `ulps` units in the last place, as a hash of its bits and the seed
  /// says: equal numbers stay equal. Zeroes, powers of two, infinities and NaN stay.
  void (*shake)(float* values, std::size_t n, std::uint32_t ulps, std::uint32_t seed);
  /// a / b as div.full does it: a times a reciprocal that is off by up to one unit in the last
  /// place, unless b is a power of two.
  void (*divide_fast)(float* to, const float* a, const float* b, std::size_t n, std::uint32_t seed);
  /// Pairs of neighbours of 4 bytes: left[i] = from[2 i], right[i] = from[2 i + 1].
  void (*part_pairs)(std::uint32_t* left, std::uint32_t* right, const std::uint32_t* from,
                     std::size_t n);
  /// A tensor of lanes of 1, 2, 4 or 8 bytes whose input is in another order: `strides` of the
  /// input, in lanes.
  void (*copy_strided)(void* to, const void* from, int rank, const std::int64_t* shape,
                       const std::int64_t* strides, std::size_t bytes);
  /// Marks n elements that lie one behind another as loaded, where no other thread has stored any
  /// of them, and as stored, where no other thread has touched any. kLookAtEach or false: one has,
  /// nothing was marked, and the slow way must look at each. `mark`: that of the first; its lane
  /// counts on.
  LoadNoted (*note_loads)(const std::uint64_t* stored, std::uint64_t* loaded, std::uint64_t mark,
                          std::size_t n);
  bool (*note_stores)(std::uint64_t* stored, const std::uint64_t* loaded, std::uint64_t mark,
                      std::size_t n);
  /// What the marks of n elements say; one of the two may be null: there are none of that kind.
  MarkCounts (*count_marks)(const std::uint64_t* stored, const std::uint64_t* loaded,
                            std::size_t n);
};
const LaneLoops& lane_loops();

}  // namespace nereid::verify::machine

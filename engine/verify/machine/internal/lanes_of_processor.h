// SPDX-License-Identifier: GPL-3.0-or-later
// No header guard: each lanes_*.cpp includes it once, compiled for one kind of processor and in a
// namespace of its own. Only builtins and `static` functions are used, so that no code for one
// processor is linked into another's.
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "engine/verify/machine/internal/half.h"
#include "engine/verify/machine/internal/lane_operation.h"

#ifndef NEREID_LANES
#error "NEREID_LANES names the namespace"
#endif

// In this order: what comes later uses what comes before.
// clang-format off
#include "engine/verify/machine/internal/lanes_kept.h"
#include "engine/verify/machine/internal/lanes_whole.h"
#include "engine/verify/machine/internal/lanes_real.h"
#include "engine/verify/machine/internal/lanes_cast.h"
#include "engine/verify/machine/internal/lanes_moves.h"
#include "engine/verify/machine/internal/lanes_product.h"
#include "engine/verify/machine/internal/lanes_approximate.h"
#include "engine/verify/machine/internal/lanes_note_marks.h"
// clang-format on

namespace nereid::verify::machine::NEREID_LANES {

LaneFunction find(LaneOperation operation, Element from, Element to) {
  if (operation == LaneOperation::kExp) return from == Element::kF32 ? exponentials : nullptr;
  if (operation == LaneOperation::kExp2) return from == Element::kF32 ? powers_of_two : nullptr;
  if (operation == LaneOperation::kSelect || operation == LaneOperation::kCopy)
    return moved(operation, from);
  if (operation >= LaneOperation::kExtS && operation <= LaneOperation::kFpCast)
    return cast(operation, from, to);
  switch (from) {
    case Element::kI1:
      return bits(operation);
    case Element::kI8:
      return whole<U8>(operation);
    case Element::kI16:
      return whole<U16>(operation);
    case Element::kI32:
      return whole<U32>(operation);
    case Element::kI64:
    case Element::kPointer:
      return whole<U64>(operation);
    case Element::kF16:
      return real<F16>(operation);
    case Element::kBF16:
      return real<BF16>(operation);
    case Element::kF32:
      return real<F32>(operation);
    case Element::kF64:
      return real<F64>(operation);
    default:
      return nullptr;
  }
}

extern const LaneLoops kLoops;
const LaneLoops kLoops = {add_offsets, contiguous_runs, multiply,   shake,       divide_fast,
                          part_pairs,  copy_strided,    note_loads, note_stores, count_marks};

}  // namespace nereid::verify::machine::NEREID_LANES

#undef NEREID_ONE
#undef NEREID_TWO
#undef NEREID_THREE
#undef NEREID_TEST

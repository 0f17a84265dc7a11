// SPDX-License-Identifier: GPL-3.0-or-later
// Which compiled form of the lane functions this processor runs.
#include "engine/verify/machine/internal/lane_operation.h"
#include "engine/verify/machine/internal/mathematics.h"
#include "engine/verify/machine/internal/small_floats.h"

#ifdef NEREID_LANES_X86
#include <cpuid.h>
#endif

namespace nereid::verify::machine {

#define NEREID_FORM(NAME)                                               \
  namespace NAME {                                                      \
  LaneFunction find(LaneOperation operation, Element from, Element to); \
  extern const LaneLoops kLoops;                                        \
  }
NEREID_FORM(baseline)
NEREID_FORM(avx2)
NEREID_FORM(avx512)
#undef NEREID_FORM

namespace {

struct Form {
  LaneFunction (*find)(LaneOperation, Element, Element);
  const LaneLoops* loops;
};

#ifdef NEREID_LANES_X86
// Not every compiler that reads this knows F16C by name.
bool widens_f16() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}
#endif

Form best_form() {
#ifdef NEREID_LANES_X86
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return {avx512::find, &avx512::kLoops};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && widens_f16())
    return {avx2::find, &avx2::kLoops};
#endif
  return {baseline::find, &baseline::kLoops};
}

const Form& form() {
  static const Form kForm = best_form();
  return kForm;
}

}  // namespace

LaneFunction lane_function(LaneOperation operation, Element from, Element to) {
  if (operation >= LaneOperation::kExp) {
    const LaneFunction fast = form().find(operation, from, to);
    return fast ? fast : mathematical_function(operation, from);
  }
  if (operation == LaneOperation::kFpCast)
    if (const LaneFunction small = small_float_cast(from, to)) return small;
  return form().find(operation, from, to);
}

const LaneLoops& lane_loops() {
  return *form().loops;
}

}  // namespace nereid::verify::machine

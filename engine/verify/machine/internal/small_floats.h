// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/machine/internal/lane_operation.h"

namespace nereid::verify::machine {

/// A cast from or to a type of 8 bits; null if neither is one. To 8 bits it rounds to the nearest
/// even and saturates at the largest finite number, as cvt.rn.satfinite does; NaN stays NaN.
LaneFunction small_float_cast(Element from, Element to);

/// A cast from f16, bf16 or f32 to a type of 8 or 16 bits that rounds towards zero; else null.
LaneFunction cast_towards_zero(Element from, Element to);

}  // namespace nereid::verify::machine

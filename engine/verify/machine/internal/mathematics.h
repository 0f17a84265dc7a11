// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/machine/internal/lane_operation.h"

namespace nereid::verify::machine {

/// exp, sin, ... of f16, bf16 (both by way of f32), f32 and f64; null for other lanes.
LaneFunction mathematical_function(LaneOperation operation, Element lanes);

}  // namespace nereid::verify::machine

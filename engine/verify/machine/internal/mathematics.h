// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/verify/machine/internal/lane_operation.h"

namespace nereid::verify::machine {

/// exp, sin, ... of f16, bf16 (both by way of f32), f32 and f64; null for other lanes.
LaneFunction mathematical_function(LaneOperation operation, Element lanes);

/// A function of CUDA's libdevice, by its symbol.
struct LibraryFunction {
  std::string_view symbol;  ///< "__nv_tanhf"
  int operands = 1;
  Element takes = Element::kF32;
  Element gives = Element::kF32;
  LaneFunction function = nullptr;
};
/// Null if it is not known.
const LibraryFunction* library_function(std::string_view symbol);

}  // namespace nereid::verify::machine

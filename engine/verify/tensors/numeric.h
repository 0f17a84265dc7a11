// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "engine/verify/tensors/bundle.h"

namespace nereid::verify {

/// Exact conversions of stored bit patterns.
float half_to_float(std::uint16_t bits);
float bfloat16_to_float(std::uint16_t bits);
float float8_e4m3_to_float(std::uint8_t bits);  ///< the "fn" form: no infinities, S.1111.111 is NaN
float float8_e5m2_to_float(std::uint8_t bits);

/// Elements [begin, begin + out.size()) of `tensor` as double. Integers beyond 2^53 are rounded.
void load_double(const TensorView& tensor, std::int64_t begin, std::span<double> out);

}  // namespace nereid::verify

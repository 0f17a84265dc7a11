// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace nereid {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace nereid

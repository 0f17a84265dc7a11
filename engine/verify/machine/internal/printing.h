// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/verify/machine/internal/code.h"

namespace nereid::verify::machine {

/// "prefix: 1 2 3 ...", the first 64 lanes of a value.
std::string print_line(const std::string& prefix, const Print::Value& value, const Frame& frame);

}  // namespace nereid::verify::machine

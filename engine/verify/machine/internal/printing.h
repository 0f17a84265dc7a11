// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/verify/machine/internal/code.h"

namespace nereid::verify::machine {

/// One lane as text, and as a number.
std::string lane_text(const std::byte* lane, Element element);
double lane_number(const std::byte* lane, Element element);
/// "prefix: 1 2 3 ...", the first 64 lanes of a value.
std::string print_line(const std::string& prefix, const Print::Value& value, const Frame& frame);

}  // namespace nereid::verify::machine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/verify/machine/internal/ir.h"

namespace nereid::verify::machine {

/// By value of a function: the numbers of its text from which the value is made by additions and
/// subtractions, as what was added to sees them: of `abs(x - 3) * (2 * x - 5)` these are 3 and 2.5.
/// There a difference is 0, so that a comparison of what is made of it may have another outcome
/// than elsewhere.
std::vector<std::vector<double>> shifted_numbers(const Function& function);

}  // namespace nereid::verify::machine

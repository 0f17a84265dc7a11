// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/verify/machine/internal/ir.h"

namespace nereid::verify::machine {

/// What is wrong with the operands, types and attributes of an operation, if anything. `operands`:
/// their types; `results` gets those that it gives. Regions are verified by whoever reads them.
std::optional<std::string> type_operation(const Operation& operation,
                                          const std::vector<Type>& operands,
                                          std::vector<Type>& results);

}  // namespace nereid::verify::machine

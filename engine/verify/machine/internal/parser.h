// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/verify/machine/internal/ir.h"

namespace nereid::verify::machine {

/// Limits of what is read; above them a text is refused.
inline constexpr std::size_t kMaxTextBytes = 16U << 20;
inline constexpr std::size_t kMaxOperations = 200000;
inline constexpr int kMaxRegions = 48;  ///< nested in one another

/// Reads and verifies the text of a module as Triton prints it. Errors name the line of the text:
/// kUnsupported for an operation, a type or an attribute that is not known, kCorrupt for everything
/// that is no valid IR.
Result<Module> parse_module(std::string text);

}  // namespace nereid::verify::machine

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/verify/machine/internal/lowering.h"

namespace nereid::verify::machine {

/// A step that checks the hints for a value among an operation's attributes, if there are any:
/// tt.divisibility, tt.contiguity and tt.constancy, with this behind the name ("_arg1": the second
/// argument of a loop's region).
bool check_hints(Lowering& to, const Operation& operation, ValueId value, std::string_view suffix);

}  // namespace nereid::verify::machine

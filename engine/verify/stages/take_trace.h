// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/verify/execution/reference.h"
#include "engine/verify/stages/attempt.h"

namespace nereid::verify {

/// Whether the forward that was just judged on these inputs is the one whose program is asked for.
bool is_traced(const Attempt& attempt, const PreparedVariant& variant, const InputResult& input);

/// Asks the device, whose last forward it was, what the program did that stored the element, and
/// puts that into the verdict; or why it cannot.
void take_trace(Attempt& attempt, const InputResult& input);

}  // namespace nereid::verify

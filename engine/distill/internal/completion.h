// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/distill/distill.h"

namespace nereid::distill {

/// The completion that an answer teaches: its reasoning as "<think>\n...\n</think>\n\n" before its
/// text. A text that has a thinking section of its own keeps it; one whose section was begun by the
/// prompt, so that only its end is there, gets its beginning.
std::string completion_of(const Answer& answer);

}  // namespace nereid::distill

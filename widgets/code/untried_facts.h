// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/verify/verdict.h"
#include "widgets/code/code_notes.h"

namespace nereid::widgets {

/// What an accepted verdict does not speak of, for the margin of the candidate's source: lines that
/// ran on no input, and conditions in kernels that had one outcome on all of them. Rows in order.
std::vector<CodeFact> untriedFacts(const verify::Verdict& verdict);

}  // namespace nereid::widgets

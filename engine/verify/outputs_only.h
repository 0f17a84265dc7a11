// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/verify/verifier.h"

namespace nereid::verify {

/// What a checker that compares outputs alone would do under the same tolerance: the task's own
/// inputs, and no other look at the candidate. Nothing is timed.
VerifyOptions outputs_only(VerifyOptions strict);
/// What a strict verdict says of such a checker's answer; nothing where the candidate must be
/// judged again to know.
std::optional<bool> outputs_right_of(const Verdict& verdict);
/// Does a verdict under outputs_only accept those outputs?
bool has_right_outputs(const Verdict& verdict);

}  // namespace nereid::verify

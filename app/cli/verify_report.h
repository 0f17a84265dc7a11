// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/verify/verdict.h"
#include "engine/verify/verifier_stats.h"

namespace nereid::app {

/// A verdict for people: the answer, then tables of stages, inputs and kernels.
std::string verdict_report(const verify::Verdict& verdict);
/// One line: id, answer, furthest stage, reason.
std::string verdict_line(const verify::Verdict& verdict);

/// A few lines: verdicts, lanes and stages of a verifier.
std::string stats_report(const verify::VerifierStats& stats);

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/verify/verdict.h"

namespace nereid::widgets {

/// A line that a verdict names.
struct ProblemLine {
  int line = 0;  ///< from 1
  bool inReference = false;
  QString text;  ///< why, in words
  bool operator==(const ProblemLine&) const = default;
};

/// The lines that the reason of a rejection, the candidate's traceback and the audit name, the
/// reason's first; each line once.
std::vector<ProblemLine> problemLines(const verify::Verdict& verdict);

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/json.h"
#include "engine/evaluate/mutants/mutants.h"

namespace nereid::app {

/// The table by class, what caught the mutants, and each escaped one with its change.
std::string mutants_text(const evaluate::MutantReport& report);
/// The same with every mutant, for scripts.
OrderedJson mutants_json(const evaluate::MutantReport& report);

}  // namespace nereid::app

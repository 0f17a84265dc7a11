// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/result.h"

namespace nereid::evaluate {

/// Runs resources/mutants/SCRIPT with the project's Python: `input` are its JSON lines in, the
/// result its JSON lines out. `lines` hears how many there are so far. Where `cancelled` answers
/// true the script is ended and the complete lines are kept.
Result<std::vector<Json>> run_script(const std::string& script, std::vector<std::string> arguments,
                                     const std::string& input,
                                     const std::function<bool()>& cancelled,
                                     const std::function<void(int)>& lines);

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/json.h"
#include "engine/module/module.h"

namespace nereid::app {

/// The report of an evaluation with what it rests on, schema nereid.eval/1.
OrderedJson report_json(const EvaluateRequest& request, const EvaluateReport& report);
/// The same as lines for people.
std::string report_text(const EvaluateReport& report);

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/evaluate/archive/report_file.h"

namespace nereid::evaluate {

/// The report as it is written, without how long it took.
inline std::string scores_text(const EvaluationPlan& plan, const EvaluateReport& report,
                               const ReportOptions& options) {
  OrderedJson json = report_json(plan, report, options);
  json.erase("seconds");
  json.erase("tokens_per_second");
  return dump_json(json);
}

}  // namespace nereid::evaluate

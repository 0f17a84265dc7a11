// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "engine/config/settings.h"
#include "engine/evaluate/internal/evaluate.h"

namespace nereid::evaluate {

/// Where a validation stands in its run.
struct ValidationPlace {
  std::filesystem::path run_dir;  ///< its episodes are kept below; empty: nowhere
  std::int64_t step = 0;
};

/// pass@1 at temperature 1 on the validation split that the settings of a run name. The yardstick
/// has every extension on, whatever the run has, and the draws are the same at every call, so that
/// differences come from the weights. A run that goes on from before `place.step` repeats it: what
/// an interrupted one left is used where the weights are the same, and replaced where they are not.
Result<EvaluateReport> validate(policy::Policy& policy, const verify::Submit& submit,
                                const config::RunConfig& config, const ValidationPlace& place,
                                const std::function<void(int, int)>& progress);

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/config/settings.h"
#include "engine/evaluate/internal/evaluate.h"

namespace nereid::evaluate {

/// How held-out tasks are judged. The published figures ask whether a kernel is right, not how fast
/// it is, and on the five input variants.
verify::VerifyOptions strict_options(const config::Extensions& extensions);

/// pass@1 at temperature 1 on the validation split that the settings of a run name. The yardstick
/// has every extension on, whatever the run has, and the draws are the same at every call, so that
/// differences come from the weights.
Result<EvaluateReport> validate(policy::Policy& policy, const verify::Submit& submit,
                                const config::RunConfig& config,
                                const std::function<void(int, int)>& progress);

}  // namespace nereid::evaluate

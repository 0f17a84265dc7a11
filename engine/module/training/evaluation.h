// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/module/module.h"
#include "engine/policy/internal/policy.h"

namespace nereid {

/// A model by its name or folder, in float32, on a GPU if there is one.
Result<std::unique_ptr<policy::Policy>> load_model(const std::string& name);

/// TrainingModule::evaluate.
Result<EvaluateReport> evaluate_request(const EvaluateRequest& request,
                                        const std::function<void(int, int)>& progress,
                                        const std::function<bool()>& cancelled);

}  // namespace nereid

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/module/module.h"
#include "engine/policy/internal/policy.h"

namespace nereid {

/// A model to ask by its name or folder, on a GPU if there is one. Weights in 8 bits are held under
/// an adapter: the model's own, or one that changes nothing.
Result<std::unique_ptr<policy::Policy>> load_model(const std::string& name,
                                                   const std::string& dtype = "float32");

/// TrainingModule::evaluate.
Result<EvaluateReport> evaluate_request(const EvaluateRequest& request,
                                        const std::function<void(int, int)>& progress,
                                        const std::function<bool()>& cancelled);

}  // namespace nereid

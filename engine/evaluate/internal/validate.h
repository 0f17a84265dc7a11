// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/config/settings.h"
#include "engine/evaluate/internal/evaluate.h"
#include "engine/policy/internal/weights_io.h"

namespace nereid::evaluate {

/// An agent whose kernels the one in training works on.
struct EarlierAgent {
  PlannedAgent plan;
  const policy::NamedTensors& weights;  ///< in the order of the policy's trainable ones
};

/// Where a validation stands in its run.
struct ValidationPlace {
  std::filesystem::path run_dir;  ///< its episodes are kept below; empty: nowhere
  std::int64_t step = 0;
  std::string phase = {};  ///< its name; of episodes where there are agents before
  /// In the order in which they work, a frontend first; none for what works on tasks alone.
  std::vector<EarlierAgent> earlier = {};
};

/// pass@1 at temperature 1 on the validation split that the settings of a run name, asked with the
/// prompt of the settings' agent. With agents before it a chain: `agents.kernel_samples` answers a
/// task of each of them, and one of the policy to what came of those. The yardstick
/// has every extension on, whatever the run has, and the draws are the same at every call, so that
/// differences come from the weights. `pay` fills Sample::paid. A run that goes on from before
/// `place.step` repeats it: what an interrupted one left is used where the weights are the same,
/// and replaced where they are not.
Result<EvaluateReport> validate(policy::Policy& policy, const verify::Submit& submit,
                                const config::RunConfig& config, const ValidationPlace& place,
                                const std::function<void(int, int)>& progress,
                                const std::function<double(const verify::Verdict&)>& pay = {});

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

namespace nereid::reward {

struct RewardSettings {
  std::string name = "staged";    ///< "staged", "binary", "weighted" (0.7 / 0.3) or "two_agent"
  double failure = 0;             ///< two_agent only: reward of a failure
  double speedup_cap = 3;         ///< two_agent mid-end only: min(ratio, cap); <= 0 means none
  std::string role = "frontend";  ///< two_agent only: "frontend" or "midend"
  /// staged only. False when staged evaluation is off: a candidate that is not accepted earns 0.
  bool partial_credit = true;
};

/// A reward and the parts it is the sum of, for display and replay.
struct Reward {
  double total = 0;
  std::vector<std::pair<std::string, double>> parts;
};

using RewardFunction = Reward (*)(const verify::Verdict&, const RewardSettings&);

/// The function registered under `name`, or an error that lists the known names.
Result<RewardFunction> find_reward(std::string_view name);
std::vector<std::string> reward_names();

}  // namespace nereid::reward

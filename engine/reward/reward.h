// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

namespace nereid::reward {

struct RewardSettings {
  std::string name = "staged";    ///< as in reward_names()
  double failure = 0;             ///< two_agent only: reward of a failure
  double speedup_cap = 3;         ///< two_agent mid-end only: min(ratio, cap); <= 0 means none
  std::string role = "frontend";  ///< two_agent only: "frontend", "midend" or "backend"
  std::string score = "clip2";    ///< of a speedup: "clip2", "log2", "milestones" or "literal_1.0"
  std::vector<double> milestones = {1, 1.5, 2, 3};  ///< of the score of that name; not empty
  std::string baseline = "eager";       ///< of a speedup: "eager" or "min_eager_compile"
  std::string speed = "measured";       ///< "measured" or "modelled"; never both
  std::string code_reward = "correct";  ///< hierarchical only: "correct" or "speed"
  /// staged only. False when staged evaluation is off: a candidate that is not accepted earns 0.
  bool partial_credit = true;
};

/// A reward and the parts it is the sum of, for display and replay.
struct Reward {
  double total = 0;
  std::vector<std::pair<std::string, double>> parts;
  /// What the tokens of the plan earn, where they are paid apart; `total` is what those of the code
  /// earn then.
  std::optional<double> plan = std::nullopt;
};

using RewardFunction = Reward (*)(const verify::Verdict&, const RewardSettings&);

/// The function registered under `name`, or an error that lists the known names.
Result<RewardFunction> find_reward(std::string_view name);
std::vector<std::string> reward_names();

}  // namespace nereid::reward

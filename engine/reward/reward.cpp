// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reward/reward.h"

#include <array>

#include "engine/reward/internal/formulas.h"

namespace nereid::reward {
namespace {

struct Row {
  std::string_view name;
  RewardFunction function;
};

// A new formula is one file and one row here.
constexpr std::array<Row, 5> kTable{{
    {"staged", staged_reward},
    {"binary", binary_reward},
    {"weighted", weighted_reward},
    {"two_agent", two_agent_reward},
    {"hierarchical", hierarchical_reward},
}};

}  // namespace

std::vector<std::string> reward_names() {
  std::vector<std::string> names;
  for (const Row& row : kTable) names.emplace_back(row.name);
  return names;
}

Result<RewardFunction> find_reward(std::string_view name) {
  for (const Row& row : kTable) {
    if (row.name == name) return row.function;
  }
  std::string known;
  for (const Row& row : kTable) known += (known.empty() ? "" : ", ") + std::string(row.name);
  return Error{ErrorCode::kInvalidArgument, "reward.name: there is no reward \"" +
                                                std::string(name) + "\"; choose one of " + known};
}

}  // namespace nereid::reward

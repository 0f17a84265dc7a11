// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "engine/config/internal/fields.h"

namespace nereid::config {
namespace {

struct Anything {
  template <class T>
  operator T() const;  // NOLINT: implicit, and never called
};

template <class T, std::size_t... I>
consteval bool takes(std::index_sequence<I...>) {
  return requires {
    T{(static_cast<void>(I), Anything{})...};
  };
}

/// How many members an aggregate has: the most values that its braces take.
template <class T, std::size_t N = 0>
consteval std::size_t members() {
  if constexpr (takes<T>(std::make_index_sequence<N + 1>())) {
    return members<T, N + 1>();
  } else {
    return N;
  }
}

struct Two {
  int one = 1;
  std::vector<std::string> two = {"a"};
};
static_assert(members<Two>() == 2);

TEST(Settings, EveryMemberHasARow) {
  const std::map<std::string, std::size_t> wanted = {{"model", members<ModelSettings>()},
                                                     {"tasks", members<TaskSettings>()},
                                                     {"generation", members<GenerationSettings>()},
                                                     {"sft", members<SftSettings>()},
                                                     {"grpo", members<GrpoSettings>()},
                                                     {"turns", members<TurnSettings>()},
                                                     {"hierarchy", members<HierarchySettings>()},
                                                     {"agents", members<AgentSettings>()},
                                                     {"advisor", members<AdvisorSettings>()},
                                                     {"best_of_n", members<BestOfNSettings>()},
                                                     {"optimizer", members<OptimizerSettings>()},
                                                     {"reward", members<RewardChoice>()},
                                                     {"extensions", members<Extensions>()},
                                                     {"verify", members<VerifySettings>()},
                                                     {"advisor", members<AdvisorSettings>()},
                                                     {"evaluate", members<EvaluateSettings>()},
                                                     {"run", members<RunSettings>()}};
  RunConfig config;
  std::map<std::string, std::size_t> rows;
  for (const Field& field : fields_of(config)) ++rows[field.section];
  for (const auto& [section, count] : wanted) EXPECT_EQ(rows[section], count) << section;
  EXPECT_EQ(rows.size(), wanted.size() + 1);  // and the settings at the top
  // And the blocks of the phases, which are rows of other phases.
  EXPECT_EQ(rows[""] + wanted.size() + 1, members<RunConfig>());
}

}  // namespace
}  // namespace nereid::config

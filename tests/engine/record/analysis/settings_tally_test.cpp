// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/analysis/settings_tally.h"

#include <gtest/gtest.h>

#include <random>

namespace nereid::record {
namespace {

// Runs come and go in any order; what differs among those that are there is what one look at all of
// them says. Some have settings that others lack, or that nobody knows.
TEST(SettingsTally, SaysWhatOneLookAtAllRunsSays) {
  std::vector<SettingTexts> runs;
  std::mt19937 random(3);
  for (int run = 0; run < 12; ++run) {
    SettingTexts texts;
    if (run % 5 == 4) {
      runs.push_back(texts);
      continue;
    }
    for (const char* key : {"a", "b.c", "grpo.beta", "run.seed", "seed", "z"})
      if (random() % 5 > 0) texts[key] = random() % 3 == 0 ? "" : std::to_string(random() % 2);
    runs.push_back(texts);
  }
  SettingsTally tally;
  std::vector<bool> there(runs.size());
  int differed = 0;
  for (int change = 0; change < 400; ++change) {
    const std::size_t which = random() % runs.size();
    there[which] ? tally.remove(runs[which]) : tally.add(runs[which]);
    there[which] = !there[which];
    std::vector<const SettingTexts*> present;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (there[i]) present.push_back(&runs[i]);
    EXPECT_EQ(tally.differing(), differing_settings(present)) << "after change " << change;
    differed += tally.differing().empty() ? 0 : 1;
  }
  EXPECT_GT(differed, 100);
}

TEST(SettingsTally, CountsRunsByTheirText) {
  SettingsTally tally;
  tally.add({{"grpo.beta", "0"}});
  tally.add({{"grpo.beta", "0"}, {"name", "other"}});
  tally.add({{"grpo.beta", "0.04"}});
  EXPECT_EQ(tally.texts("grpo.beta"), (SettingsTally::Texts{{"0", 2}, {"0.04", 1}}));
  tally.remove({{"grpo.beta", "0.04"}});
  EXPECT_EQ(tally.texts("grpo.beta"), (SettingsTally::Texts{{"0", 2}}));
  EXPECT_TRUE(tally.texts("nobody.has.it").empty());
}

}  // namespace
}  // namespace nereid::record

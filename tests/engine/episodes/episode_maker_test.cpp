// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/episodes/episode_maker.h"

#include <gtest/gtest.h>

namespace nereid::episodes {
namespace {

std::string reason_of(const std::string& text, bool truncated = false) {
  Answer answer;
  answer.text = text;
  answer.truncated = truncated;
  return begin_episode({1, 0, 0}, {.reference = "class Model: pass"}, "prompt", answer, 0)
      .verdict.reason.code;
}

TEST(BeginEpisode, AnAnswerWithoutACandidateSaysWhy) {
  EXPECT_EQ(reason_of("no code at all"), "no_block");
  EXPECT_EQ(reason_of("```python\n```"), "no_block") << "a block with nothing in it";
  EXPECT_EQ(reason_of("```python\nx = 1", true), "truncated");
}

}  // namespace
}  // namespace nereid::episodes

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/distill/internal/completion.h"

#include <gtest/gtest.h>

namespace nereid::distill {
namespace {

TEST(Completion, ReasoningComesBeforeTheTextInAThinkingSection) {
  EXPECT_EQ(completion_of({.reasoning = "\nfirst rows\n", .text = "code\n"}),
            "<think>\nfirst rows\n</think>\n\ncode");
  EXPECT_EQ(completion_of({.text = "\n code"}), "code");
}

TEST(Completion, ThinkingSectionOfTheTextStays) {
  EXPECT_EQ(completion_of({.reasoning = "again", .text = "<think>plan</think>code"}),
            "<think>plan</think>code");
  // Some chat templates begin the section in the prompt.
  EXPECT_EQ(completion_of({.text = "plan</think>code"}), "<think>\nplan</think>code");
  EXPECT_EQ(completion_of({.text = "plan</think>and <think>more</think>code"}),
            "<think>\nplan</think>and <think>more</think>code");
}

}  // namespace
}  // namespace nereid::distill

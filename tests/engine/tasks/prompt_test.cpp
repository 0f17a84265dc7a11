// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/prompt.h"

#include <gtest/gtest.h>

#include <memory>

namespace nereid::tasks {
namespace {

/// Knows the marks of the pocket model or not; never a chat template.
struct Marks {
  bool known = false;
  std::vector<int> encode(const std::string& text) const {
    return std::vector<int>(known ? 1 : text.size());
  }
  bool has_chat_template() const { return false; }
  Result<std::string> chat(const std::string& user) const { return user; }
};

PromptFormat format(bool pocket) {
  return *PromptFormat::of(std::make_shared<Marks>(Marks{pocket}));
}

const Task kTask{.reference = "class Swish: pass  # {kernel}", .entry_point = "Swish"};

TEST(AgentPrompts, EachHasItsTemplateWithTheTaskInIt) {
  const KernelInHand kernel{"import good {facts}", "# latency: 3.00 us\n", "NVIDIA L4"};
  for (const Agent agent : {Agent::kFrontend, Agent::kMidend, Agent::kBackend}) {
    const Result<PromptFormat> made = format(false).for_agent(agent, 1);
    ASSERT_TRUE(made) << made.error().message;
    const std::string text = made->prompt(kTask, kernel);
    EXPECT_NE(text.find("class Swish: pass  # {kernel}"), std::string::npos) << "left as it is";
    EXPECT_NE(text.find("Swish"), std::string::npos);
    const bool works_on_kernel = agent != Agent::kFrontend;
    EXPECT_EQ(text.find("import good {facts}") != std::string::npos, works_on_kernel);
    EXPECT_EQ(text.find("# latency: 3.00 us") != std::string::npos, works_on_kernel);
    EXPECT_EQ(text.find("NVIDIA L4") != std::string::npos, agent == Agent::kBackend);
    EXPECT_EQ(text.find("{entry}"), std::string::npos);
  }
  const PromptFormat none = *format(false).for_agent(Agent::kNone, 99);
  EXPECT_EQ(none.prompt(kTask), format(false).prompt(kTask));
}

TEST(AgentPrompts, AnUnknownVersionNamesTheNewest) {
  const Result<PromptFormat> none = format(false).for_agent(Agent::kMidend, 99);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("there is no version 99 of the midend's prompt"),
            std::string::npos)
      << none.error().message;
  EXPECT_NE(none.error().message.find(" is 1"), std::string::npos) << none.error().message;
}

TEST(AgentPrompts, ThePocketModelSeesTheKernelAsASecondTask) {
  const PromptFormat pocket = *format(true).for_agent(Agent::kMidend, 1);
  EXPECT_EQ(pocket.prompt(kTask, {.source = "import good"}),
            "<|task|>\nclass Swish: pass  # {kernel}\n<|task|>\nimport good\n<|answer|>\n");
}

TEST(TurnPrompts, ALaterTurnAddsAnswerAndVerdictToTheFirstPrompt) {
  const KernelInHand kernel{"import good", "# latency: 3.00 us\n", "NVIDIA L4"};
  const AnswerBefore before{"x = {facts}", "rejected, wrong_values in tiny: {code}",
                            "# roofline\n"};
  for (const Agent agent : {Agent::kNone, Agent::kFrontend, Agent::kMidend, Agent::kBackend}) {
    const PromptFormat turns = *format(false).for_agent(agent, 1)->for_turns(1);
    const std::string first = turns.prompt(kTask, kernel);
    const std::string next = turns.next_prompt(kTask, kernel, before);
    EXPECT_EQ(next.substr(0, first.size()), first);
    const std::string added = next.substr(first.size());
    EXPECT_NE(added.find("```python\nx = {facts}\n```"), std::string::npos) << "left as it is";
    EXPECT_NE(added.find(before.verdict), std::string::npos);
    EXPECT_NE(added.find("# roofline"), std::string::npos);
    EXPECT_NE(added.find("class SwishNew(nn.Module)"), std::string::npos);
  }
  const std::string empty = format(false).for_turns(1)->next_prompt(kTask, {}, {.verdict = "none"});
  EXPECT_NE(empty.find("# no code"), std::string::npos);
}

TEST(TurnPrompts, ThePocketModelSeesTheAnswerWithItsVerdictAsASecondTask) {
  const PromptFormat pocket = *format(true).for_turns(1);
  EXPECT_EQ(pocket.next_prompt(kTask, {}, {"import bad\n", "rejected, no_kernel", "# facts\n"}),
            "<|task|>\nclass Swish: pass  # {kernel}\n<|task|>\nimport bad\n# rejected, "
            "no_kernel\n<|answer|>\n");
  EXPECT_EQ(pocket.next_prompt(kTask, {.source = "import good"}, {"", "rejected, no_block", ""}),
            "<|task|>\nclass Swish: pass  # {kernel}\n<|task|>\nimport good\n# rejected, "
            "no_block\n<|answer|>\n")
      << "without an answer the kernel stays in hand";
}

TEST(TurnPrompts, AnUnknownVersionNamesTheNewest) {
  const Result<PromptFormat> none = format(false).for_turns(7);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message.find("turns.prompt_version: there is no version 7"), 0u)
      << none.error().message;
}

TEST(Completions, APlanThinksBeforeTheCode) {
  EXPECT_EQ(render_completion("a = 1\n"), "```python\na = 1\n```");
  EXPECT_EQ(render_completion("a = 1\n", "ops: relu\n"),
            "<think>\nops: relu\n</think>\n```python\na = 1\n```");
}

}  // namespace
}  // namespace nereid::tasks

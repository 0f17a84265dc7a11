// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "engine/verify/verifier.h"

namespace nereid::verify {
namespace {

struct Case {
  const char* name;
  std::string text;
  std::string code;
  int blocks;
  std::string problem;
};

const Case kCases[] = {
    {"one block", "Here:\n```python\nimport x\n```\nDone.", "import x\n", 1, ""},
    {"py label", "```py\na = 1\n```", "a = 1\n", 1, ""},
    {"triton label", "```triton\na = 1\n```", "a = 1\n", 1, ""},
    {"label in capitals", "```Python\na = 1\n```\n", "a = 1\n", 1, ""},
    {"no label, module", "```\nimport torch\n```\n", "import torch\n", 1, ""},
    {"no label, output", "```\n1 2 3\n```\n", "", 0, "no_block"},
    {"other language only", "```cpp\nint x;\n```\n", "", 0, "no_block"},
    {"the last of several", "```python\na\n```\ntext\n```python\nb\n```", "b\n", 2,
     "several_blocks"},
    {"last complete before an unclosed one", "```python\na\n```\n```python\nb\n", "a\n", 1, ""},
    {"unclosed", "```python\nimport torch\nx = (", "", 0, "unclosed_block"},
    {"thinking is skipped", "<think>```python\nwrong\n```</think>\n```python\nright\n```",
     "right\n", 1, ""},
    {"thinking that never ends", "<think>```python\nwrong\n```", "", 0, "no_block"},
    {"only an end of thinking", "plan ```\n</think>\n```python\nok\n```", "ok\n", 1, ""},
    {"plain module", "import torch\nx = 1\n", "import torch\nx = 1\n", 0, ""},
    {"prose", "I cannot do that.", "", 0, "no_block"},
    {"nothing", "", "", 0, "no_block"},
    {"longer fence holds a shorter one", "````python\ns = '''\n```\n'''\n````",
     "s = '''\n```\n'''\n", 1, ""},
    {"tilde fence", "~~~python\na\n~~~\n", "a\n", 1, ""},
    {"carriage returns", "```python\r\na\r\n```\r\n", "a\r\n", 1, ""},
    {"indented fence", "1. so:\n   ```python\n   a\n   ```\n", "   a\n", 1, ""},
};

TEST(Extract, Cases) {
  for (const Case& c : kCases) {
    const Extraction result = extract_candidate(c.text);
    EXPECT_EQ(result.code, c.code) << c.name;
    EXPECT_EQ(result.blocks, c.blocks) << c.name;
    EXPECT_EQ(result.problem, c.problem) << c.name;
    EXPECT_EQ(c.text.substr(result.begin, result.end - result.begin), result.code) << c.name;
  }
}

// The strict reading: of several blocks none is the answer, of one it is the same as ever.
TEST(Extract, SeveralBlocksMayBeInvalid) {
  for (const Case& c : kCases) {
    const Extraction strict = extract_candidate(c.text, SeveralBlocks::kInvalid);
    EXPECT_EQ(strict.code, c.blocks > 1 ? "" : c.code) << c.name;
    EXPECT_EQ(strict.blocks, c.blocks) << c.name;
    EXPECT_EQ(strict.problem, c.problem) << c.name;
    EXPECT_EQ(strict.end - strict.begin, strict.code.size()) << c.name;
  }
}

TEST(CompletionWithoutCandidate, IsAVerdictWithFiveStages) {
  const Verdict verdict = verdict_without_candidate("1/0/0", "truncated");
  EXPECT_EQ(verdict.stages.size(), 5u);
  EXPECT_EQ(verdict.rejected_at, Stage::kStatic);
  EXPECT_FALSE(verdict.accepted);
  EXPECT_EQ(verdict.reason.code, "truncated");
}

}  // namespace
}  // namespace nereid::verify

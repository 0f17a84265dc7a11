// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/internal/python_text.h"

#include <gtest/gtest.h>

#include "engine/tasks/importers.h"
#include "engine/tasks/internal/memory_estimate.h"
#include "engine/tasks/internal/python_value.h"

namespace nereid::tasks {
namespace {

std::string value_of(const std::string& expression) {
  PyScope scope;
  for (const PyLine& line : tokenize_python("b = c = 4\nshape = (b, 2 ** 3)\nh, w = 5, -6\n")) {
    assign_line(line, scope);
  }
  const auto lines = tokenize_python(expression);
  const auto value = lines.empty() ? std::nullopt : evaluate(lines.front().tokens, scope);
  if (!value) {
    return "none";
  }
  if (!value->is_list) {
    return std::to_string(value->number);
  }
  std::string text = "[";
  for (const PyValue& item : value->items) {
    text += std::to_string(static_cast<int>(item.number)) + ",";
  }
  return text + "]";
}

TEST(Fingerprint, IgnoresCommentsDocstringsAndWhiteSpace) {
  const std::string plain = "def f(x):\n    if x:\n        return x+1\n    return 'a # b'\n";
  const std::string dressed =
      "# head\n\ndef f( x ) :\n\t\"\"\"Says\n\t\tmuch.\"\"\"\n\tif x:  # why\n\t\treturn x + \\\n "
      "1\n\n"
      "\treturn 'a # b'";
  EXPECT_EQ(fingerprint(plain), fingerprint(dressed));
  EXPECT_EQ(fingerprint(plain).size(), 64u);
}

TEST(Fingerprint, SeesWhatMatters) {
  const std::string plain = "def f(x):\n    if x:\n        x = 1\n    return 'a b'\n";
  EXPECT_NE(fingerprint(plain),
            fingerprint("def f(x):\n    if x:\n        x = 1\n        return 'a b'\n"));
  EXPECT_NE(fingerprint(plain),
            fingerprint("def f(x):\n    if x:\n        x = 1\n    return 'a  b'\n"));
  EXPECT_NE(fingerprint(plain),
            fingerprint("def f(x):\n    if x:\n        x = 2\n    return 'a b'\n"));
}

TEST(PythonText, SurvivesAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) {
    bytes += static_cast<char>(i * 37 % 256);
    tokenize_python(std::string_view(bytes).substr(bytes.size() / 2));
  }
  EXPECT_TRUE(tokenize_python("").empty());
  EXPECT_EQ(tokenize_python("'''open").size(), 1u);
  EXPECT_EQ(tokenize_python("x = 'open\\").size(), 1u);
}

TEST(PythonValue, EvaluatesSizes) {
  EXPECT_EQ(value_of("b * 2 + 1"), std::to_string(9.0));
  EXPECT_EQ(value_of("2 + 3 * 4 ** 2 // 5 % 6"), std::to_string(5.0));
  EXPECT_EQ(value_of("-(b - w)"), std::to_string(-10.0));
  EXPECT_EQ(value_of("-2 ** 2"), std::to_string(-4.0));
  EXPECT_EQ(value_of("int(7 / 2)"), std::to_string(3.0));
  EXPECT_EQ(value_of("shape[-1]"), std::to_string(8.0));
  EXPECT_EQ(value_of("[*shape, 1_000, c]"), "[4,8,1000,4,]");
  EXPECT_EQ(value_of("(h,)"), "[5,]");
  EXPECT_EQ(value_of("()"), "[]");
}

TEST(PythonValue, RefusesTheRest) {
  for (const char* text : {"unknown", "f(1)", "1 +", "1 // 0", "shape[9]", "shape[0.5", "(1", "b.c",
                           "[1] - [2]", "'4'"}) {
    EXPECT_EQ(value_of(text), "none") << text;
  }
  EXPECT_EQ(value_of(std::string(100000, '(')), "none");
  EXPECT_EQ(value_of(std::string(100000, '-') + "1"), "none");
}

TEST(MemoryEstimate, CountsInputsOutputAndParameters) {
  const char* source =
      "batch = 8\nclass Model(nn.Module):\n    def __init__(self, n, k=3):\n        self.a = "
      "nn.Linear(n, 10)\n"
      "        self.c = nn.Conv2d(2, 4, k)\n"
      "def get_inputs():\n    s = 2\n    return [torch.randn(batch, 100 * s), torch.randint(0, 9, "
      "(batch,))]\n"
      "def get_init_inputs():\n    return [20, 5]\n";
  const MemoryEstimate estimate = estimate_memory(source, "Model");
  EXPECT_TRUE(estimate.unknown.empty());
  // Inputs 8*200 float32 and 8 int64, an output like the larger one, weights 20*10 and 2*4*5*5.
  EXPECT_EQ(estimate.bytes, 8 * 200 * 4 + 8 * 8 + 8 * 200 * 4 + (200 + 200) * 4);
}

TEST(MemoryEstimate, SaysWhatItCannotKnow) {
  const MemoryEstimate estimate =
      estimate_memory("def get_inputs():\n    return [torch.rand(n)]\n", "Model");
  ASSERT_EQ(estimate.unknown.size(), 1u);
  EXPECT_EQ(estimate.unknown[0], "torch.rand in line 2");
}

}  // namespace
}  // namespace nereid::tasks

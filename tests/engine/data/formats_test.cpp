// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/formats.h"

#include <gtest/gtest.h>

namespace nereid::data {
namespace {

Result<Sample> sample_of(const char* text) {
  const Json values = Json::parse(text);
  std::vector<std::string> columns;
  for (const auto& [key, value] : values.items()) columns.push_back(key);
  const auto format = format_of(columns, "x.json");
  if (!format) return format.error();
  return (*format)->sample({values, "x.json: row 5"});
}

TEST(Formats, KernelBook) {
  const auto sample = sample_of(R"({"entry_point": "ScaledSwish", "python_code": "import torch",
    "triton_code": "class ScaledSwishNew: pass", "original_triton_code": "...", "uuid": 17,
    "repo_name": "someone/something", "licenses": ["MIT", "BSD-3-Clause"], "module_name": "ScaledSwish"})");
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->origin.entry_point, "ScaledSwish");
  EXPECT_EQ(sample->origin.source, "kernelbook");
  EXPECT_EQ(sample->origin.row, "17");
  EXPECT_EQ(sample->origin.licences, (std::vector<std::string>{"MIT", "BSD-3-Clause"}));
  EXPECT_EQ(sample->answer, "class ScaledSwishNew: pass");
  EXPECT_EQ(sample->place, "x.json: row 5");
}

TEST(Formats, KernelBenchAndCudaL1) {
  const auto bench =
      sample_of(R"({"code": "class Model: pass", "level": 2, "name": "7_Conv", "problem_id": 7})");
  ASSERT_TRUE(bench) << bench.error().message;
  EXPECT_EQ(bench->origin.row, "level_2/7");
  EXPECT_EQ(bench->origin.level, 2);
  EXPECT_EQ(bench->name, "7_Conv");
  const auto cuda = sample_of(R"({"level_id": 1, "task_id": 3, "ref_code": "class Model: pass",
    "custom_code": null, "cuda_graph_code": "x", "score_default": 2.5})");
  ASSERT_TRUE(cuda) << cuda.error().message;
  EXPECT_EQ(cuda->answer, "");
  EXPECT_EQ(cuda->claims["score_default"], 2.5);
}

TEST(Formats, DrKernelNestsItsColumns) {
  const auto sample =
      sample_of(R"({"data_source": "s", "prompt": [{"role": "user", "content": "?"}],
    "ability": "a", "reward_model": {"ground_truth": "class Net: pass", "style": "rule"},
    "extra_info": {"entry_point": "Net", "level": "0", "module_name": "Net", "uuid": "cuda_1", "ops": "[]"}})");
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->reference, "class Net: pass");
  EXPECT_EQ(sample->origin.entry_point, "Net");
  EXPECT_EQ(sample->origin.level, 0);
  EXPECT_EQ(sample->origin.row, "cuda_1");
}

TEST(Formats, PairsOfOurOwn) {
  const auto pair =
      sample_of(R"({"reference": "class Model: pass", "completion": "```python\n```"})");
  ASSERT_TRUE(pair);
  EXPECT_TRUE(pair->is_completion);
  const auto generated =
      sample_of(R"({"id": "synthetic/1/train.7.0", "reference": "r", "candidate": "c"})");
  ASSERT_TRUE(generated);
  EXPECT_FALSE(generated->is_completion);
  EXPECT_EQ(generated->answer, "c");
  const auto prompt = sample_of(R"({"prompt": "p", "completion": "c"})");
  ASSERT_TRUE(prompt);
  EXPECT_EQ(prompt->prompt, "p");
}

TEST(Formats, UnknownColumnsAreNamedWithWhatWasExpected) {
  const auto sample = sample_of(R"({"question": "?", "solution": "!"})");
  ASSERT_FALSE(sample);
  for (const char* word : {"question, solution", "kernelbook", "triton_code", "problem_id"})
    EXPECT_NE(sample.error().message.find(word), std::string::npos) << sample.error().message;
}

TEST(Formats, ValuesOfAnotherTypeNameRowAndColumn) {
  const auto wrong = [](const char* text, const char* what) {
    const auto sample = sample_of(text);
    ASSERT_FALSE(sample);
    EXPECT_NE(sample.error().message.find(what), std::string::npos) << sample.error().message;
    EXPECT_TRUE(sample.error().message.starts_with("x.json: row 5: column "));
  };
  wrong(R"({"code": 1, "level": 1, "name": "", "problem_id": 1})",
        "code: expected a text, got number");
  wrong(R"({"code": "", "level": [], "name": "", "problem_id": 1})",
        "level: expected a whole number");
  wrong(R"({"entry_point": "A", "python_code": "", "triton_code": "", "licenses": [1]})",
        "licenses: expected a list of texts");
  wrong(R"({"prompt": [], "reward_model": {"ground_truth": 5}, "extra_info": {}})",
        "reward_model.ground_truth: expected a text");
  wrong(R"({"prompt": [], "reward_model": "x", "extra_info": {}})",
        "reward_model: expected an object");
}

}  // namespace
}  // namespace nereid::data

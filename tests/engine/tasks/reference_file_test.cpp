// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/reference_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/base/file.h"
#include "engine/tasks/importers.h"
#include "engine/tasks/level.h"
#include "engine/tasks/prompt.h"

namespace nereid::tasks {
namespace {

constexpr const char* kInputs =
    "def get_inputs():\n    return [torch.rand([4, 4])]\ndef get_init_inputs():\n    return [[], "
    "{}]\n";

std::string with_classes(const std::string& classes) {
  return "import torch\nfrom torch import nn\n" + classes + kInputs;
}

TEST(ReferenceFile, TheFirstLineComesBackAsItWas) {
  const Origin origin{.entry_point = "Swish",
                      .source = "kernelbook",
                      .row = "17",
                      .repository = "owner/name",
                      .licences = {"MIT", "Apache-2.0"},
                      .level = 2};
  const std::string text = with_classes("class Swish(nn.Module):\n    pass\n");
  const auto file = split_reference(origin_line(origin) + text);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->reference, text);
  EXPECT_EQ(file->origin.entry_point, "Swish");
  EXPECT_EQ(file->origin.row, "17");
  EXPECT_EQ(file->origin.licences, origin.licences);
  EXPECT_EQ(file->origin.level, 2);
  EXPECT_EQ(fingerprint(origin_line(origin) + text), fingerprint(text));
}

TEST(ReferenceFile, TextsWithoutTheLineStayAsTheyAre) {
  for (const char* text : {"", "import torch\n", "# nereid\n", "# a comment\nx = 1\n"}) {
    const auto file = split_reference(text);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->reference, text);
  }
  for (const char* text : {"# nereid: {\"entry_point\"", "# nereid: [1]\nx\n", "# nereid: \n"})
    EXPECT_FALSE(split_reference(text)) << text;
}

TEST(ReferenceFile, TheClassThatIsMeant) {
  const auto found = [](const std::string& text) {
    const auto name = entry_point_of(text);
    return name ? *name : "(" + name.error().message + ")";
  };
  EXPECT_EQ(found(with_classes("class A(nn.Module): pass\nclass Model(nn.Module): pass\n")),
            "Model");
  EXPECT_EQ(found(with_classes("class Gate(nn.Module): pass\nclass Swish(nn.Module):\n    def "
                               "__init__(self):\n        self.gate = Gate()\n")),
            "Swish");
  EXPECT_EQ(found(with_classes("class Base(nn.Module): pass\nclass Other(Base): pass\n")), "Other");
  EXPECT_EQ(found("# nereid: {\"entry_point\":\"A\"}\n" +
                  with_classes("class A(nn.Module): pass\nclass Model(nn.Module): pass\n")),
            "A");
  const std::string several =
      found(with_classes("class A(nn.Module): pass\nclass B(nn.Module): pass\n"));
  EXPECT_NE(several.find("A, B"), std::string::npos) << several;
  EXPECT_EQ(entry_point_or_model(with_classes("")), "Model");
}

TEST(ReferenceFile, FilesAreTasksByTheirOwnClass) {
  const auto folder = TemporaryDirectory::make("nereid-reference");
  ASSERT_TRUE(folder);
  const auto file = folder->path() / "level1" / "5_Swish.py";
  ASSERT_TRUE(make_directories(file.parent_path()));
  const std::string text = with_classes("class A(nn.Module): pass\nclass B(nn.Module): pass\n");
  std::ofstream(file)
      << "# nereid: {\"source\":\"book\",\"entry_point\":\"B\",\"licences\":[\"MIT\"]}\n"
      << text;
  const auto tasks = load_kernelbench(folder->path(), {});
  ASSERT_TRUE(tasks) << tasks.error().message;
  EXPECT_EQ(tasks->front().id, "book/level1/5_Swish");
  EXPECT_EQ(tasks->front().entry_point, "B");
  EXPECT_EQ(tasks->front().reference, text);
  EXPECT_EQ(tasks->front().licences, std::vector<std::string>{"MIT"});
  std::ofstream(file) << text;
  EXPECT_NE(load_task_file(file).error().message.find("A, B"), std::string::npos);
  EXPECT_EQ(load_task_file(file, "A")->entry_point, "A");
  EXPECT_NE(load_task_file(file, "C").error().message.find("class C"), std::string::npos);
}

TEST(ReferenceFile, SetsThatNereidBringsAreFoundByName) {
  const auto tasks = load_kernelbench("beyond-tritonrl", {});
  ASSERT_TRUE(tasks) << tasks.error().message;
  ASSERT_EQ(tasks->size(), 2u);
  EXPECT_EQ((*tasks)[0].id, "beyond-tritonrl/level2/1_Gemm_Bias_ReLU");
  EXPECT_EQ((*tasks)[1].id, "beyond-tritonrl/level2/2_Conv2d_BatchNorm_ReLU");
  for (const Task& task : *tasks) {
    EXPECT_EQ(task.level, 2);
    EXPECT_FALSE(task.too_large);
  }
  EXPECT_FALSE(load_kernelbench("no-such-set", {}));
  EXPECT_EQ(task_folder("./beyond-tritonrl"), "./beyond-tritonrl");
}

TEST(ReferenceFile, ThePromptAsksForTheClassOfTheAnswer) {
  const std::string prompt =
      render_prompt({.reference = "x", .entry_point = "ScaledSwish"}, PromptStyle::kInstruct);
  EXPECT_NE(prompt.find("class ScaledSwishNew(nn.Module)"), std::string::npos) << prompt;
  EXPECT_NE(prompt.find("forward signature as ScaledSwish,"), std::string::npos) << prompt;
  EXPECT_NE(render_prompt({.reference = "x"}, PromptStyle::kInstruct).find("class ModelNew("),
            std::string::npos);
}

TEST(Level, CountsOperations) {
  const auto level = [](const std::string& init, const std::string& forward) {
    return level_of(
        "from torch import nn\nN = 4 * 4 * 4\nclass Model(nn.Module):\n    def "
        "__init__(self):\n        super().__init__()\n" +
        init + "    def forward(self, x):\n" + forward);
  };
  EXPECT_EQ(level("", "        return torch.relu(x)\n"), 1);
  EXPECT_EQ(level("        self.fc = nn.Linear(3, 4)\n", "        return self.fc(x)\n"), 1);
  EXPECT_EQ(level("", "        return x.view(-x.size(0), -1).sum()\n"), 1);
  EXPECT_EQ(level("", "        return torch.relu(x) * 2\n"), 2);
  EXPECT_EQ(level("        self.a = nn.Linear(3, 4)\n        self.b = nn.ReLU()\n",
                  "        return self.b(self.a(x))\n"),
            2);
  std::string many;
  for (int i = 0; i < 11; ++i)
    many += "        self.l" + std::to_string(i) + " = nn.Linear(3, 3)\n";
  EXPECT_EQ(level(many, "        return x\n"), 3);
}

}  // namespace
}  // namespace nereid::tasks

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/sift.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/base/file.h"
#include "engine/base/json.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

// Class and arguments by KernelBook's custom: [args, kwargs], an answer with New behind the name.
constexpr const char* kReference = R"(import torch
from torch import nn

class Gate(nn.Module):
    def forward(self, x):
        return torch.sigmoid(x)

class ScaledSwish(nn.Module):
    def __init__(self, scale, power=1.0):
        super(ScaledSwish, self).__init__()
        self.scale = nn.Parameter(torch.full((1,), float(scale)))
        self.power = power
        self.gate = Gate()

    def forward(self, x):
        return x * self.gate(x) * self.scale * self.power

def get_inputs():
    return [torch.rand([4, 4, 4, 4])]

def get_init_inputs():
    return [[1.5], {'power': 2.0}]
)";
constexpr const char* kAnswer = R"(import torch
import triton
import triton.language as tl
from torch import nn

@triton.jit
def kernel(x_ptr, scale_ptr, out_ptr, power, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, at < n).to(tl.float32)
    scale = tl.load(scale_ptr).to(tl.float32)
    tl.store(out_ptr + at, x * tl.sigmoid(x) * scale * power, at < n)

class ScaledSwishNew(nn.Module):
    def __init__(self, scale, power=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.full((1,), float(scale)))
        self.power = power

    def forward(self, x):
        x = x.contiguous()
        out = torch.empty_like(x)
        kernel[(triton.cdiv(x.numel(), 256),)](x, self.scale, out, self.power, x.numel(), BLOCK=256)
        return out
)";
constexpr const char* kConvolution = R"(import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(2, 3, 3)
    def forward(self, x):
        return self.conv(x)
def get_inputs():
    return [torch.rand(2, 2, 8, 8)]
def get_init_inputs():
    return []
)";

class Sift : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = TemporaryDirectory::make("nereid-sift");
    ASSERT_TRUE(made);
    folder_.emplace(std::move(*made));
    plan_.out = path() / "set";
    plan_.seed = 7;
    plan_.options.timing = false;
    plan_.verifier.jobs = 2;
  }
  fs::path path() const { return folder_->path(); }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path() / name, std::ios::binary) << text;
    return path() / name;
  }
  static std::string row(const std::string& answer) {
    return dump_json(Json{{"entry_point", "ScaledSwish"},
                          {"python_code", kReference},
                          {"triton_code", answer},
                          {"uuid", 5}}) +
           "\n";
  }
  std::vector<Json> lines(const std::string& name) const {
    std::vector<Json> found;
    std::ifstream stream(plan_.out / name);
    for (std::string text; std::getline(stream, text);) found.push_back(Json::parse(text));
    return found;
  }

  SiftPlan plan_;
  std::stop_source stop_;

 private:
  std::optional<TemporaryDirectory> folder_;
};

TEST_F(Sift, KeepsWhatIsRightAndTheOthersWithTheirReasons) {
  std::string wrong = kAnswer;
  wrong.replace(wrong.find("* power, at"), 8, "+ power,");
  std::string by_bench_name = kAnswer;  // ModelNew is taken too
  by_bench_name.replace(by_bench_name.find("ScaledSwishNew"), 14, "ModelNew");
  std::string unnamed = kAnswer;
  unnamed.replace(unnamed.find("ScaledSwishNew"), 14, "Something");
  plan_.sources = {write(
      "book.jsonl", row(kAnswer) + row(wrong) + row(by_bench_name) + row(unnamed) + row(kAnswer))};
  const auto summary = sift_answers(plan_, {}, stop_.get_token());
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->right, 2);
  EXPECT_EQ(summary->repeated, 1);
  EXPECT_THAT(summary->refused, ElementsAre(Pair("missing_model", 1), Pair("wrong_values", 1)));
  const auto right = lines("pairs.jsonl");
  ASSERT_EQ(right.size(), 2u);
  EXPECT_EQ(right[0]["entry_point"], "ScaledSwish");
  EXPECT_EQ(right[0]["verdict"]["stage"], "full");
  const auto refused = lines("refused.jsonl");
  ASSERT_EQ(refused.size(), 2u);
  for (const Json& line : refused) {
    if (line["verdict"]["reason"] != "missing_model") continue;
    EXPECT_THAT(line["verdict"]["message"].get<std::string>(),
                HasSubstr("ScaledSwishNew or ModelNew"));
  }
  EXPECT_TRUE(fs::exists(plan_.out / "CARD.md"));
  EXPECT_FALSE(fs::exists(plan_.out / "journal.jsonl"));
}

TEST_F(Sift, GoesOnAfterAnInterruption) {
  std::string rows;
  for (int i = 0; i < 6; ++i) rows += row(kAnswer + std::string("# ") + std::to_string(i) + "\n");
  plan_.sources = {write("book.jsonl", rows)};
  plan_.verifier.jobs = 1;
  const auto first = sift_answers(
      plan_,
      [this](const SiftProgress& progress) {
        if (progress.done >= 1) stop_.request_stop();
      },
      stop_.get_token());
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(fs::exists(plan_.out));
  // Killed within a line.
  std::ofstream(path() / ".set.unfinished" / "journal.jsonl", std::ios::app)
      << "{\"key\": \"half a li";
  stop_ = {};
  const auto second = sift_answers(plan_, {}, stop_.get_token());
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_GE(second->from_before, 1);
  EXPECT_EQ(second->right, 6);
  EXPECT_EQ(lines("pairs.jsonl").size(), 6u);
}

TEST_F(Sift, WhatWasJudgedStaysUntilTheSetIsWhole) {
  plan_.sources = {write("book.jsonl", row(kAnswer) + row(kAnswer + std::string("# 2\n")))};
  // The card cannot be written, as on a full disk.
  const fs::path obstacle = path() / ".set.unfinished" / "CARD.md";
  fs::create_directories(obstacle / "in the way");
  const auto first = sift_answers(plan_, {}, stop_.get_token());
  ASSERT_FALSE(first);
  EXPECT_THAT(first.error().message, HasSubstr("CARD.md"));
  EXPECT_FALSE(fs::exists(plan_.out));
  fs::remove_all(obstacle);
  const auto second = sift_answers(plan_, {}, stop_.get_token());
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(second->from_before, 2) << "nothing is judged twice";
  EXPECT_EQ(lines("pairs.jsonl").size(), 2u);
  EXPECT_FALSE(fs::exists(plan_.out / "journal.jsonl"));
  EXPECT_FALSE(fs::exists(plan_.out / "plan.json"));
}

TEST_F(Sift, AnUnfinishedCallOfAnotherPlanIsLeftAlone) {
  plan_.sources = {write("book.jsonl", row(kAnswer))};
  stop_.request_stop();
  EXPECT_FALSE(sift_answers(plan_, {}, stop_.get_token()));
  plan_.seed = 8;
  stop_ = {};
  const auto other = sift_answers(plan_, {}, stop_.get_token());
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("other sources or options"));
}

TEST_F(Sift, MakesAnswersByInductorThatTheVerifierAccepts) {
  plan_.make = true;
  plan_.sources = {write("swish.py", kReference), write("conv.py", kConvolution)};
  const auto summary = sift_answers(plan_, {}, stop_.get_token());
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->right, 1) << dump_json(Json(lines("refused.jsonl")), 1);
  EXPECT_THAT(summary->not_made, ElementsAre(Pair("not_expressible", 1)));
  const auto right = lines("pairs.jsonl");
  ASSERT_EQ(right.size(), 1u);
  const auto completion = right[0]["completion"].get<std::string>();
  EXPECT_THAT(completion, HasSubstr("class ScaledSwishNew(nn.Module)"));
  EXPECT_EQ(completion.find("_inductor"), std::string::npos);
  EXPECT_THAT(lines("refused.jsonl")[0]["verdict"]["message"].get<std::string>(),
              HasSubstr("convolution"));
}

}  // namespace
}  // namespace nereid::data

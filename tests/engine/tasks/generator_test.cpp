// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/hash.h"
#include "engine/tasks/catalog.h"
#include "engine/tasks/importers.h"
#include "engine/tasks/internal/plan.h"
#include "engine/tasks/prompt.h"

namespace nereid::tasks {
namespace {

std::string composition(const Task& task) {
  std::string text;
  for (const std::string& tag : task.tags) {
    text += tag + " ";
  }
  return text;
}

TEST(Generator, TextsAreThoseOfThisVersion) {
  // The pocket model and recorded runs rest on these texts: a change needs a new kGeneratorVersion.
  std::string tasks;
  std::string pairs;
  for (std::uint64_t i = 0; i < 50; ++i) {
    for (const int level : {1, 2}) {
      const Task task = synthetic_task(7, Split::kValidation, level, i);
      tasks += task.reference + synthetic_answer(task, i);
    }
    const CorpusSample sample = corpus_sample(Corpus::kUnverified, 7, i);
    pairs += sample.task.id + sample.planted_error + sample.answer;
  }
  EXPECT_EQ(kGeneratorVersion, 2);
  EXPECT_EQ(sha256_hex(tasks), "070c16f0e13cae1591019dc9e2f65b088a1ffca1c5b095e92398ad74c34c7d41");
  EXPECT_EQ(sha256_hex(pairs), "93594129acd3ad50fb4cd2e65f133edfac5cd3691d081ad71765d7938e150bed");
}

TEST(Generator, IsAPureFunctionOfItsArguments) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Task task = synthetic_task(3, Split::kTest, 2, i);
    EXPECT_EQ(task.reference, synthetic_task(3, Split::kTest, 2, i).reference);
    EXPECT_EQ(synthetic_answer(task, 5), synthetic_answer(task, 5));
    EXPECT_EQ(task.fingerprint, fingerprint(task.reference));
  }
}

TEST(Generator, Level2CompositionsDoNotLeakBetweenSplits) {
  std::map<std::string, std::set<std::string>> splits_of;
  for (const Split split : {Split::kTrain, Split::kValidation, Split::kTest}) {
    for (std::uint64_t seed : {1, 2}) {
      for (std::uint64_t i = 0; i < 1000; ++i) {
        const Task task = synthetic_task(seed, split, 2, i);
        splits_of[composition(task)].insert(task.split);
      }
    }
  }
  EXPECT_GT(splits_of.size(), 3000u);
  for (const auto& [tags, splits] : splits_of) {
    EXPECT_EQ(splits.size(), 1u) << tags;
  }
}

TEST(Generator, Level1TextsDoNotLeakBetweenSplits) {
  std::map<std::string, std::set<std::string>> splits_of;
  for (const Split split : {Split::kTrain, Split::kValidation, Split::kTest}) {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const Task task = synthetic_task(1, split, 1, i);
      splits_of[task.fingerprint].insert(task.split);
    }
  }
  for (const auto& [print, splits] : splits_of) {
    EXPECT_EQ(splits.size(), 1u) << print;
  }
}

TEST(Generator, CoversEveryOperationOnBothLevels) {
  std::set<std::string> wanted = {"matmul", "linear"};
  for (const PointwiseOp& op : pointwise_ops()) {
    wanted.insert(op.name);
  }
  for (int i = 0; i < kReductionCount; ++i) {
    wanted.insert(reduction_name(static_cast<ReductionKind>(i)));
  }
  EXPECT_EQ(wanted.size(), 41u + 13u + 2u);
  for (const int level : {1, 2}) {
    std::set<std::string> missing = wanted;
    for (std::uint64_t i = 0; i < 3000; ++i) {
      const Task task = synthetic_task(1, Split::kTrain, level, i);
      EXPECT_TRUE(level == 1 ? task.tags.size() == 1
                             : task.tags.size() >= 2 && task.tags.size() <= 4);
      for (const std::string& tag : task.tags) {
        missing.erase(tag);
      }
    }
    EXPECT_TRUE(missing.empty()) << "level " << level << " lacks " << *missing.begin();
  }
}

TEST(Generator, AnswersComeInSeveralForms) {
  const Task task = synthetic_task(1, Split::kTrain, 2, 4);
  std::set<std::string> forms;
  for (std::uint64_t style = 0; style < 40; ++style) {
    forms.insert(synthetic_answer(task, style));
  }
  EXPECT_GE(forms.size(), 4u);
}

TEST(Corpus, HasAQuarterOfLevel1AndOnlyTrainingTasks) {
  int level1 = 0;
  constexpr int kSamples = 4000;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const CorpusSample sample = corpus_sample(Corpus::kClean, 9, i);
    level1 += sample.task.level == 1 ? 1 : 0;
    EXPECT_EQ(sample.task.split, "train");
    EXPECT_EQ(sample.planted_error, "");
  }
  // Five standard deviations: 5 * sqrt(0.25 * 0.75 / 4000) = 0.034.
  EXPECT_NEAR(static_cast<double>(level1) / kSamples, 0.25, 0.034);
}

TEST(Corpus, PlantsEveryDocumentedErrorAndNoOther) {
  std::set<std::string> documented;
  for (const auto& [name, sentence] : planted_errors()) {
    documented.insert(name);
    EXPECT_GT(sentence.size(), 20u) << name;
  }
  std::set<std::string> seen;
  std::map<int, std::pair<int, int>> planted;  // level -> with error, all
  for (std::uint64_t i = 0; i < 6000; ++i) {
    const CorpusSample sample = corpus_sample(Corpus::kUnverified, 9, i);
    auto& [faulty, all] = planted[sample.task.level];
    ++all;
    if (!sample.planted_error.empty()) {
      ++faulty;
      seen.insert(sample.planted_error);
      EXPECT_NE(sample.answer, corpus_sample(Corpus::kClean, 9, i).answer);
    } else {
      EXPECT_EQ(sample.answer, corpus_sample(Corpus::kClean, 9, i).answer);
    }
  }
  EXPECT_EQ(seen, documented);
  // Measured .441 and .755 of 6,000; some errors are harmless, so slightly more answers pass than
  // these leave.
  EXPECT_NEAR(static_cast<double>(planted[1].first) / planted[1].second, 0.44, 0.04);
  EXPECT_NEAR(static_cast<double>(planted[2].first) / planted[2].second, 0.755, 0.03);
}

TEST(Catalog, IdsLeadBackToTheTask) {
  const Task task = synthetic_task(123456789012345ULL, Split::kValidation, 2, 77);
  EXPECT_EQ(task.id, "synthetic/2/validation.123456789012345.77");
  const auto found = find_task(task.id);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->reference, task.reference);
  for (const char* bad :
       {"synthetic/", "synthetic/3/train.1.2", "synthetic/2/train.1", "synthetic/2/other.1.2",
        "synthetic/2/train.1.x", "synthetic/2/train..3", "synthetic/train.1.2"}) {
    const auto result = find_task(bad);
    ASSERT_FALSE(result) << bad;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument) << bad;
  }
}

TEST(Prompt, HasTheMarksThatThePocketTokenizerKnows) {
  const Task task = synthetic_task(1, Split::kTrain, 1, 0);
  EXPECT_EQ(render_prompt(task, PromptStyle::kPocket),
            "<|task|>\n" + task.reference + "\n<|answer|>\n");
  const std::string instruct = render_prompt(task, PromptStyle::kInstruct);
  EXPECT_NE(instruct.find(task.reference), std::string::npos);
  EXPECT_EQ(instruct.find("{entry}"), std::string::npos);
  EXPECT_EQ(render_completion("x = 1\n"), "```python\nx = 1\n```");
}

TEST(Prompt, StyleIsThePocketModelsWhereBothMarksAreSingleTokens) {
  const auto knowing = [](std::vector<std::string> marks) {
    return [marks](const std::string& text) -> std::size_t {
      return std::count(marks.begin(), marks.end(), text) > 0 ? 1 : text.size();
    };
  };
  EXPECT_EQ(style_for(knowing({kTaskMark, kAnswerMark})), PromptStyle::kPocket);
  EXPECT_EQ(style_for(knowing({kTaskMark})), PromptStyle::kInstruct);
  EXPECT_EQ(style_for(knowing({})), PromptStyle::kInstruct);
}

}  // namespace
}  // namespace nereid::tasks

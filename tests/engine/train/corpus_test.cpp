// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/corpus.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/policy/internal/policy.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"

namespace nereid::train {
namespace {

/// A corpus file of `fitting` pairs and `long_ones` that are over the limit.
class CorpusFile : public testing::Test {
 protected:
  BatchStream open(int fitting, int long_ones, int batch_size) {
    config_.sft.corpus = (folder_.path() / "corpus.jsonl").string();
    config_.sft.batch_size = batch_size;
    config_.generation.max_completion_length = 30;
    std::ofstream file(config_.sft.corpus);
    for (int i = 0; i < fitting + long_ones; ++i) {
      std::string words;
      for (int word = 0; i >= fitting && word < 100; ++word) words += " word";
      file << R"({"prompt": "p)" << i << R"(", "completion": "c)" << i << words << "\"}\n";
    }
    file.close();
    const auto corpus = Corpus::open(config_);
    EXPECT_TRUE(corpus) << corpus.error().message;
    const auto folder = policy::resolve_model("pocket");
    EXPECT_TRUE(folder);
    const auto tokenizer = policy::Tokenizer::load(*folder / "tokenizer.json");
    EXPECT_TRUE(tokenizer);
    const auto format = tasks::PromptFormat::of(*tokenizer);
    EXPECT_TRUE(format);
    return BatchStream(*corpus, *tokenizer, *format, config_);
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-corpus"));
  config::RunConfig config_;
};

// How often each row was seen in the steps from `first` to `last`.
std::map<std::vector<std::int32_t>, int> seen(BatchStream& stream, int first, int last) {
  std::map<std::vector<std::int32_t>, int> counts;
  for (int step = first; step <= last; ++step)
    for (const TokenRow& row : stream.batch(step)) ++counts[row.first];
  return counts;
}

TEST_F(CorpusFile, AnEpochHasEveryPairOnce) {
  BatchStream stream = open(43, 0, 4);  // 11 steps: a block of eight and one of three
  for (int epoch = 0; epoch < 3; ++epoch) {
    const auto counts = seen(stream, 11 * epoch + 1, 11 * (epoch + 1));
    EXPECT_EQ(counts.size(), 43u);
    for (const auto& [row, count] : counts) EXPECT_EQ(count, 1);
  }
  EXPECT_EQ(stream.epochs_after(11), 1.0);
}

TEST_F(CorpusFile, NoBatchIsEmptyHoweverFewPairsFit) {
  BatchStream stream = open(3, 40, 2);
  EXPECT_NEAR(stream.dropped_ratio(), 40.0 / 43, 1e-12);
  for (int step = 1; step <= 40; ++step) EXPECT_FALSE(stream.batch(step).empty()) << step;
  EXPECT_EQ(seen(stream, 1, 2).size(), 3u);
}

// What SFT teaches is the answer to the very prompt that RL and evaluation ask.
TEST_F(CorpusFile, AReferenceIsAskedAsInRl) {
  open(1, 0, 1);  // for the limits and the file's place
  const tasks::Task task = tasks::synthetic_task(0, tasks::Split::kTrain, 1, 5);
  std::ofstream(config_.sft.corpus)
      << dump_json(Json{{"reference", task.reference}, {"completion", "c"}}) << "\n";
  const auto corpus = Corpus::open(config_);
  ASSERT_TRUE(corpus) << corpus.error().message;
  const auto tokenizer =
      policy::Tokenizer::load(*policy::resolve_model("pocket") / "tokenizer.json");
  ASSERT_TRUE(tokenizer);
  const auto format = tasks::PromptFormat::of(*tokenizer);
  ASSERT_TRUE(format);
  BatchStream stream(*corpus, *tokenizer, *format, config_);
  ASSERT_EQ(stream.batch(1).size(), 1u);
  EXPECT_EQ(stream.batch(1)[0].first, (*tokenizer)->encode(format->prompt(task)));
}

TEST_F(CorpusFile, ALineIsAPromptOrAReference) {
  config_.sft.corpus = (folder_.path() / "bad.jsonl").string();
  for (const char* line :
       {R"({"prompt": "p", "reference": "r", "completion": "c"})", R"({"completion": "c"})",
        R"({"prompt": "p"})", R"({"prompt": "p", "completion": )"}) {
    std::ofstream(config_.sft.corpus) << line << "\n";
    const auto corpus = Corpus::open(config_);
    ASSERT_FALSE(corpus) << line;
    EXPECT_NE(corpus.error().message.find("bad.jsonl:1"), std::string::npos)
        << corpus.error().message;
  }
}

TEST_F(CorpusFile, WithoutAPairThatFitsThereIsNoBatch) {
  BatchStream stream = open(0, 5, 2);
  EXPECT_EQ(stream.dropped_ratio(), 1.0);
  EXPECT_TRUE(stream.batch(1).empty());
}

TEST_F(CorpusFile, AnyStepIsTheSameInAnyOrder) {
  BatchStream one = open(43, 2, 4), other = open(43, 2, 4);
  std::vector<std::vector<TokenRow>> batches;
  for (int step = 1; step <= 30; ++step) batches.push_back(one.batch(step));
  for (const int step : {30, 12, 11, 1, 25, 8, 9})
    EXPECT_EQ(other.batch(step), batches[static_cast<std::size_t>(step - 1)]) << step;
}

double level2_pairs_of(double share, int samples) {
  config::RunConfig config;
  config.sft.level2_share = share;
  config.sft.samples = samples;
  const auto corpus = Corpus::open(config);
  EXPECT_TRUE(corpus) << corpus.error().message;
  double level2 = 0;
  for (std::uint64_t i = 0; i < (*corpus)->size(); ++i)
    level2 += (*corpus)->at(i).task->level == 2 ? 1 : 0;
  return level2;
}

// As the report has it: 150 pairs of level 1, 50 of level 2.
TEST(GeneratedCorpus, HasExactlyTheLevelMixOfTheSettings) {
  EXPECT_EQ(level2_pairs_of(0.25, 200), 50);
  EXPECT_EQ(level2_pairs_of(0.75, 1000), 750);
  EXPECT_EQ(level2_pairs_of(0.5, 1), 1);
  EXPECT_EQ(level2_pairs_of(0.0004, 2500), 1);  // finer than the odds of a draw
  EXPECT_EQ(level2_pairs_of(0, 300), 0);
  EXPECT_EQ(level2_pairs_of(1, 300), 300);
}

// All but the few pairs that are changed over are those of the generator at these odds.
TEST(GeneratedCorpus, KeepsTheTextsOfTheGenerator) {
  config::RunConfig config;
  config.sft.samples = 1000;
  EXPECT_EQ(config.sft.level2_share, tasks::kCorpusLevel2Share);
  const auto corpus = Corpus::open(config);
  ASSERT_TRUE(corpus) << corpus.error().message;
  int equal = 0;
  for (std::uint64_t i = 0; i < (*corpus)->size(); ++i) {
    const tasks::CorpusSample sample = tasks::corpus_sample(tasks::Corpus::kUnverified, 0, i);
    equal += (*corpus)->at(i).completion == tasks::render_completion(sample.answer, sample.plan);
  }
  // Four standard deviations of the number of level-2 pairs among 1000 draws.
  EXPECT_GE(equal, 1000 - 4 * std::sqrt(1000 * 0.75 * 0.25));
}

}  // namespace
}  // namespace nereid::train

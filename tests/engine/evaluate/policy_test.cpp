// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "engine/base/file.h"
#include "engine/evaluate/archive/archive.h"
#include "engine/evaluate/internal/validate.h"
#include "tests/engine/evaluate/scores_text.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;

/// The taught toy model, which is right half of the time, on more rows than one batch holds.
class PolicyEvaluation : public testing::Test {
 protected:
  static constexpr int kTasks = 40, kSamples = 2;

  PolicyEvaluation() {
    at::set_num_threads(1);
    policy_ = std::move(*policy::Policy::load(train::toy::grpo_config().model.path, torch::kCPU,
                                              torch::kFloat, {}));
    tasks_ = *evaluation_tasks({.split = "test", .levels = {1}, .count = kTasks});
    plan_.subject = "toy";
    plan_.split = "test";
    plan_.levels = {1};
    plan_.samples = kSamples;
    plan_.max_new_tokens = 24;
    plan_.yardstick.outputs = false;
    EXPECT_TRUE(complete_plan(plan_, *policy_, tasks_));
  }

  Result<EvaluateReport> run(const fs::path& folder, std::function<bool()> cancelled = {}) {
    auto archive = Archive::open(
        {.folder = folder, .name = "toy", .plan = plan_, .samples = kTasks * kSamples});
    if (!archive) return archive.error();
    return closed(**archive, options_, [&] {
      return evaluate_policy(
          *policy_, tasks_, plan_, options_,
          {.submit = counted(), .cancelled = std::move(cancelled), .archive = archive->get()});
    });
  }

  verify::Submit counted() {
    return [this, submit = judge_.submit()](verify::VerifyRequest request,
                                            verify::Verifier::Callback done) {
      ++judged_;
      submit(std::move(request), std::move(done));
    };
  }

  std::string scores(const EvaluateReport& report) const {
    return scores_text(plan_, report, options_);
  }

  /// Key, tokens and log-probabilities of every episode, sorted.
  static std::vector<std::string> episodes_of(const fs::path& folder) {
    auto reader = std::move(*record::RunReader::open(folder));
    std::int64_t cursor = 0;
    std::vector<std::string> all;
    const auto rows = *reader->episodes_since(cursor, 0);
    for (const record::EpisodeRow& row : rows) {
      const record::Episode episode = *reader->episode(row.id);
      all.push_back(dump_json(Json{episode.key.group, episode.key.index, episode.prompt,
                                   episode.completion, episode.tokens, episode.logprobs,
                                   episode.seed, episode.verdict.accepted}));
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-evaluation"));
  std::unique_ptr<policy::Policy> policy_;
  std::vector<tasks::Task> tasks_;
  EvaluationPlan plan_;
  ReportOptions options_{.k = {1, 2}, .samples = kSamples};
  train::toy::ToyJudge judge_;
  std::atomic<int> judged_{0};
};

TEST_F(PolicyEvaluation, CutAnywhereAndContinuedEqualsUnbroken) {
  const fs::path whole = folder_.path() / "whole";
  const Result<EvaluateReport> unbroken = run(whole);
  ASSERT_TRUE(unbroken) << unbroken.error().message;
  EXPECT_EQ(unbroken->all.samples, kTasks * kSamples);
  EXPECT_GT(unbroken->all.correct, 0);
  EXPECT_LT(unbroken->all.correct, kTasks * kSamples);
  const int all = judged_;
  const std::vector<std::string> expected = episodes_of(whole);
  ASSERT_EQ(expected.size(), static_cast<std::size_t>(kTasks * kSamples));
  for (const int stop : {1, 37, 70}) {
    const fs::path cut = folder_.path() / std::to_string(stop);
    judged_ = 0;
    // The judge answers what was handed in; the rest of the batch is lost, as by a kill.
    const Result<EvaluateReport> first = run(cut, [&] { return judged_ >= stop; });
    ASSERT_FALSE(first);
    EXPECT_EQ(first.error().code, ErrorCode::kCancelled) << first.error().message;
    const int before = judged_;
    const Result<EvaluateReport> second = run(cut);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(scores(*second), scores(*unbroken)) << "cut after " << stop;
    EXPECT_EQ(episodes_of(cut), expected) << "cut after " << stop;
    EXPECT_EQ(judged_, all) << "judged before the cut: " << before;
  }
}

TEST_F(PolicyEvaluation, KilledAmidABatchIsCompletedAsItWas) {
  const fs::path whole = folder_.path() / "whole", holed = folder_.path() / "holed";
  const Result<EvaluateReport> unbroken = run(whole);
  ASSERT_TRUE(unbroken);
  // What a kill leaves: some verdicts of each batch, none of the others.
  auto reader = std::move(*record::RunReader::open(whole));
  std::int64_t cursor = 0;
  {
    auto archive = std::move(*Archive::open(
        {.folder = holed, .name = "toy", .plan = plan_, .samples = kTasks * kSamples}));
    const auto rows = *reader->episodes_since(cursor, 0);
    for (const record::EpisodeRow& row : rows)
      if ((row.key.group * 7 + row.key.index) % 3 == 0) archive->add(*reader->episode(row.id));
  }
  const Result<EvaluateReport> completed = run(holed);
  ASSERT_TRUE(completed) << completed.error().message;
  EXPECT_EQ(scores(*completed), scores(*unbroken));
  EXPECT_EQ(episodes_of(holed), episodes_of(whole));
}

TEST_F(PolicyEvaluation, PromptsThatAreTooLongAreWrongAndKept) {
  plan_.max_prompt_tokens = 1;
  const Result<EvaluateReport> report = run(folder_.path() / "long");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->all.too_long, kTasks * kSamples);
  EXPECT_EQ(report->all.right.value, 0.0);
  EXPECT_EQ(judged_, 0);
  EXPECT_EQ(episodes_of(folder_.path() / "long").size(), report->samples.size());
}

TEST_F(PolicyEvaluation, AFrontendIsAskedWithTheFrontendsPrompt) {
  // A tokenizer without the marks of the pocket model: asked in words.
  const fs::path file = folder_.path() / "tokenizer.json";
  ASSERT_TRUE(policy::Tokenizer::train({tasks_[0].reference}, 300, {"<|pad|>", "<|end|>"}, file));
  auto tokenizer = policy::Tokenizer::load(file);
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  policy::ModelShape shape;
  shape.vocabulary = (*tokenizer)->vocabulary();
  shape.hidden_size = 16;
  shape.layers = 1;
  shape.heads = shape.kv_heads = 2;
  shape.head_dim = 8;
  shape.intermediate_size = 16;
  shape.max_positions = 8192;
  policy_ = policy::Policy::make_new(shape, *tokenizer, 1, torch::kCPU, {});
  tasks_.resize(1);
  plan_.samples = 1;
  plan_.max_new_tokens = 1;
  plan_.max_prompt_tokens = 0;
  options_ = {};
  const auto prompt_of = [&](const std::string& agent) {
    plan_.agent = agent;
    EXPECT_TRUE(complete_plan(plan_, *policy_, tasks_));
    const Result<EvaluateReport> report = run(folder_.path() / agent);
    EXPECT_TRUE(report) << report.error().message;
    auto reader = std::move(*record::RunReader::open(folder_.path() / agent));
    std::int64_t cursor = 0;
    const auto rows = *reader->episodes_since(cursor, 0);
    return (*reader->episode(rows.front().id)).prompt;
  };
  const std::string example = "An example. For this module:";
  EXPECT_NE(prompt_of("frontend").find(example), std::string::npos);
  EXPECT_EQ(prompt_of("none").find(example), std::string::npos);
}

TEST_F(PolicyEvaluation, ValidationsOfARunAreKeptByStep) {
  config::RunConfig config = train::toy::grpo_config();
  config.name = "toy";
  config.evaluate.samples_per_level = 6;
  const auto validated = [&](std::int64_t step) {
    return validate(*policy_, counted(), config, {folder_.path(), step}, {});
  };
  const Result<EvaluateReport> first = validated(4);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(checkpoint_score(*first), mean_pass_at_1(*first)) << "correctness, where no agent is";
  const fs::path place = folder_.path() / "evaluations" / "step-4";
  const Result<Evaluation> kept = read_evaluation(place);
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(kept->plan.split, "validation");
  EXPECT_EQ(kept->report.all.correct, first->all.correct);
  const int judged = judged_;
  ASSERT_TRUE(validated(4));
  EXPECT_EQ(judged_, judged) << "the same weights and settings";
  config.generation.top_k = 1;
  config.generation.min_p = 0.125;
  ASSERT_TRUE(validated(4));
  EXPECT_GT(judged_, judged) << "other settings: what was there is replaced";
  EXPECT_EQ(read_evaluation(place)->plan.top_k, 1);
  EXPECT_EQ(read_evaluation(place)->plan.min_p, 0.125);
}

}  // namespace
}  // namespace nereid::evaluate

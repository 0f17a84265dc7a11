// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/evaluate/archive/archive.h"
#include "engine/evaluate/internal/evaluate.h"
#include "engine/evaluate/internal/validate.h"
#include "engine/train/internal/rollout.h"
#include "tests/engine/evaluate/scores_text.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;

// What is right, and how fast it is, belongs to the text and to the seed: to task and agent.
std::shared_ptr<const verify::Verdict> verdict_of(const verify::VerifyRequest& request,
                                                  bool is_refused) {
  verify::Verdict verdict;
  verdict.id = request.id;
  // Of the question alone: its seed is mixed with the secret of this installation.
  std::uint64_t question = request.candidate.size();
  for (const char letter : request.id)
    question = question * 31 + static_cast<unsigned char>(letter);
  const std::uint64_t draw = mix_seed(question, 0, 0);
  verdict.accepted = !is_refused && draw % 2 == 0;
  verdict.furthest_stage = verdict.accepted ? verify::Stage::kFull : verify::Stage::kCompile;
  if (!verdict.accepted) verdict.rejected_at = verify::Stage::kTiny;
  verdict.reason.code = verdict.accepted ? "ok" : "wrong_values";
  for (int stage = 1; stage <= verify::kStageCount; ++stage)
    verdict.stages.push_back({.stage = static_cast<verify::Stage>(stage)});
  if (verdict.accepted && !request.options.modelled_device.empty()) {
    verdict.modelled = verify::ModelledTime{.device = request.options.modelled_device};
    verdict.modelled->candidate.us = 1 + static_cast<double>(draw % 97);
    verdict.modelled->reference.us = 50;
    verdict.modelled->speedup = 50 / verdict.modelled->candidate.us;
  }
  return std::make_shared<const verify::Verdict>(std::move(verdict));
}

/// The toy model of training, taught to answer also where a kernel stands behind the task.
const fs::path& taught_model() {
  static const TemporaryDirectory folder = std::move(*TemporaryDirectory::make("nereid-taught"));
  static const fs::path model = [] {
    const fs::path corpus = folder.path() / "corpus.jsonl";
    std::ofstream lines(corpus);
    for (std::uint64_t i = 0; i < 96; ++i) {
      const tasks::Task task = tasks::synthetic_task(0, tasks::Split::kTrain, 1, 2000 + i);
      std::string prompt = tasks::render_prompt(task, tasks::PromptStyle::kPocket);
      const std::string kernel =
          std::string(tasks::kTaskMark) + (i % 8 < 4 ? "\nimport good\n" : "\nimport bad\n");
      if (i % 2 == 1) prompt.insert(prompt.rfind(tasks::kAnswerMark), kernel);
      const std::string answer = i % 4 < 2 ? "import good\n" : "import bad\n";
      lines << dump_json(Json{{"prompt", prompt}, {"completion", tasks::render_completion(answer)}})
            << "\n";
    }
    lines.close();
    config::RunConfig config = train::toy::grpo_config();
    config.method = "sft";
    config.sft.corpus = corpus.string();
    config.sft.batch_size = 8;
    config.sft.steps = 60;
    config.run.checkpoint_every = 0;
    train::toy::Listener listener;
    const Result<void> done = train::toy::run(config, folder.path() / "sft", listener);
    EXPECT_TRUE(done) << done.error().message;
    return folder.path() / "sft" / "model";
  }();
  return model;
}

class ChainTest : public testing::Test {
 protected:
  static constexpr int kTasks = 40, kSamples = 2;

  ChainTest() {
    at::set_num_threads(1);
    policy_ = std::move(*policy::Policy::load(taught_model(), torch::kCPU, torch::kFloat, {}));
    tasks_ = *evaluation_tasks({.split = "test", .levels = {1}, .count = kTasks});
    plan_.subject = "toy";
    plan_.split = "test";
    plan_.levels = {1};
    plan_.samples = kSamples;
    plan_.max_new_tokens = 24;
    plan_.yardstick.outputs = false;
    plan_.yardstick.modelled_device = "H200";
    for (const char* role : {"frontend", "midend", "backend"})
      plan_.agents.push_back({.phase = role,
                              .role = role,
                              .weights_hash = role,
                              .device = "H200",
                              .samples = kSamples});
    EXPECT_TRUE(complete_plan(plan_, *policy_, tasks_));
  }

  verify::Submit judge() {
    return [this](const verify::VerifyRequest& request, const verify::Verifier::Callback& done) {
      ++judged_;
      done(verdict_of(request, refuses_));
    };
  }
  Result<EvaluateReport> run(const fs::path& folder, std::function<bool()> cancelled = {}) {
    auto archive = Archive::open(
        {.folder = folder, .name = "toy", .plan = plan_, .samples = rows_of(plan_, tasks_.size())});
    if (!archive) return archive.error();
    const std::vector<AgentModel> models(
        plan_.agents.size(), [this]() -> Result<policy::Policy*> { return policy_.get(); });
    return closed(**archive, options_, [&] {
      return evaluate_chain(
          models, tasks_, plan_, options_,
          {.submit = judge(), .cancelled = std::move(cancelled), .archive = archive->get()});
    });
  }

  std::string scores(const EvaluateReport& report) const {
    return scores_text(plan_, report, options_);
  }

  static std::vector<record::Episode> episodes_of(const fs::path& folder) {
    auto reader = std::move(*record::RunReader::open(folder));
    std::int64_t cursor = 0;
    std::vector<record::Episode> all;
    const auto rows = *reader->episodes_since(cursor, 0);
    for (const record::EpisodeRow& row : rows) all.push_back(*reader->episode(row.id));
    return all;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-chain"));
  std::unique_ptr<policy::Policy> policy_;
  std::vector<tasks::Task> tasks_;
  EvaluationPlan plan_;
  ReportOptions options_{.k = {1, 2}, .samples = kSamples};
  std::atomic<int> judged_{0};
  bool refuses_ = false;
};

/// The slow twin: the chain's answers by the recorded episodes alone.
std::map<int, ChainAnswer> answers_by_record(const std::vector<record::Episode>& episodes,
                                             const EvaluationPlan& plan) {
  std::map<int, ChainAnswer> answers;
  std::map<int, double> times;
  for (const PlannedAgent& agent : plan.agents)
    for (int sample = 0; sample < agent.samples; ++sample)
      for (const record::Episode& episode : episodes) {
        if (episode.phase != agent.phase || episode.key.index != sample) continue;
        if (!episode.verdict.accepted) continue;
        const int task = episode.key.group;
        const double us = episode.verdict.modelled->candidate.us;
        if (times.contains(task) && times[task] <= us) continue;
        times[task] = us;
        answers[task] = {task, agent.phase, sample};
      }
  return answers;
}

TEST_F(ChainTest, TheFastestVerifiedKernelOfATaskGoesOn) {
  const Result<EvaluateReport> report = run(folder_.path() / "run");
  ASSERT_TRUE(report) << report.error().message;
  const std::vector<record::Episode> episodes = episodes_of(folder_.path() / "run");
  const std::map<int, ChainAnswer> expected = answers_by_record(episodes, plan_);
  ASSERT_EQ(report->answers.size(), static_cast<std::size_t>(kTasks));
  std::set<std::string> leaving;
  for (const ChainAnswer& answer : report->answers) {
    const auto found = expected.find(answer.task);
    const Sample& sample = report->samples[static_cast<std::size_t>(answer.task)];
    EXPECT_EQ(sample.right, found != expected.end());
    if (found != expected.end()) {
      EXPECT_EQ(answer, found->second);
    }
    if (sample.right) leaving.insert(answer.agent);
  }
  EXPECT_GT(leaving.size(), 1u) << "in some tasks a later agent is faster, in others it is not";
  EXPECT_EQ(report->all.samples, kTasks);
  EXPECT_EQ(report->all.correct, static_cast<int>(expected.size()));
  // No agent makes what leaves the chain slower.
  for (const Sample& sample : report->samples)
    for (const EvaluateReport& agent : report->agents)
      for (const Sample& other : agent.samples)
        if (other.task == sample.task && other.right) {
          EXPECT_GE(*sample.modelled_speedup, *other.modelled_speedup);
        }
  EXPECT_EQ(report->all.speedup.ratio.n, 0) << "nothing was measured";
  EXPECT_EQ(report->all.modelled.ratio.n, report->all.correct);
  EXPECT_GT(report->all.modelled.one_plus.value, report->all.modelled.ratio.value);
}

TEST_F(ChainTest, AgentsAreAskedAboutVerifiedKernelsAndRecordedByTheirPhases) {
  const Result<EvaluateReport> report = run(folder_.path() / "run");
  ASSERT_TRUE(report) << report.error().message;
  std::map<std::string, std::set<int>> asked;
  std::set<int> solved;
  for (const record::Episode& episode : episodes_of(folder_.path() / "run")) {
    asked[episode.phase].insert(episode.key.group);
    const std::size_t first = episode.prompt.find(tasks::kTaskMark);
    const bool shows = episode.prompt.find(tasks::kTaskMark, first + 1) != std::string::npos;
    EXPECT_EQ(shows, episode.phase != "frontend") << episode.prompt;
    if (episode.phase == "frontend" && episode.verdict.accepted) solved.insert(episode.key.group);
  }
  ASSERT_EQ(asked.size(), 3u);
  EXPECT_EQ(asked["frontend"].size(), static_cast<std::size_t>(kTasks));
  EXPECT_LT(solved.size(), static_cast<std::size_t>(kTasks));
  EXPECT_EQ(asked["midend"], solved);
  EXPECT_EQ(asked["backend"], solved);
  EXPECT_EQ(report->agents[1].all.tasks, static_cast<int>(solved.size()));
  const auto checked = record::check_record(folder_.path() / "run");
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->problems.empty()) << checked->problems.front();
  const auto info = (*record::RunReader::open(folder_.path() / "run"))->info();
  EXPECT_EQ(info->facts.at(kSamplesFact), std::to_string(info->episode_count));
}

TEST_F(ChainTest, TheFirstAgentIsScoredAsAlone) {
  const Result<EvaluateReport> chain = run(folder_.path() / "chain");
  ASSERT_TRUE(chain) << chain.error().message;
  EvaluationPlan alone = plan_;
  alone.agents.clear();
  alone.agent = "frontend";
  const Result<EvaluateReport> single =
      evaluate_policy(*policy_, tasks_, alone, options_, {.submit = judge()});
  ASSERT_TRUE(single) << single.error().message;
  EXPECT_EQ(chain->agents.front().samples, single->samples);
}

TEST_F(ChainTest, CutAnywhereAndContinuedEqualsUnbroken) {
  const Result<EvaluateReport> unbroken = run(folder_.path() / "whole");
  ASSERT_TRUE(unbroken) << unbroken.error().message;
  const int all = judged_;
  ASSERT_GT(all, 100) << "the last cuts fall on later agents";
  for (const int stop : {1, 70, 90, all - 3}) {
    const fs::path cut = folder_.path() / std::to_string(stop);
    judged_ = 0;
    const Result<EvaluateReport> first = run(cut, [&] { return judged_ >= stop; });
    ASSERT_FALSE(first);
    EXPECT_EQ(first.error().code, ErrorCode::kCancelled) << first.error().message;
    const Result<EvaluateReport> second = run(cut);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(scores(*second), scores(*unbroken)) << "cut after " << stop;
    EXPECT_EQ(judged_, all) << "nothing is judged twice, cut after " << stop;
  }
}

TEST_F(ChainTest, WhereNothingIsAcceptedTheChainFailsAsItsFirstAgentDid) {
  refuses_ = true;
  const Result<EvaluateReport> report = run(folder_.path() / "refused");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->all.correct, 0);
  EXPECT_EQ(report->all.samples, kTasks);
  EXPECT_TRUE(report->agents[1].samples.empty());
  for (const ChainAnswer& answer : report->answers) EXPECT_EQ(answer.agent, "frontend");
}

TEST_F(ChainTest, ReadBackAndCompared) {
  const Result<EvaluateReport> report = run(folder_.path() / "a");
  ASSERT_TRUE(report) << report.error().message;
  const Result<Evaluation> a = read_evaluation(folder_.path() / "a");
  ASSERT_TRUE(a) << a.error().message;
  EXPECT_EQ(scores(a->report), scores(*report));
  plan_.agents.pop_back();
  ASSERT_TRUE(run(folder_.path() / "b"));
  const Result<Evaluation> b = read_evaluation(folder_.path() / "b");
  ASSERT_TRUE(b) << b.error().message;
  const Result<PairedReport> paired = compare_evaluations(*b, *a);
  ASSERT_TRUE(paired) << paired.error().message;
  EXPECT_EQ(paired->ties, kTasks) << "a backend makes nothing right that was wrong";
  EXPECT_GT(paired->modelled_ratio.value, 1.0);
  EXPECT_EQ(paired->speed_ratio.n, 0);
  ASSERT_EQ(paired->agents.size(), 2u);
  EXPECT_EQ(paired->agents[1].difference.value, 0.0) << "the same mid-end";
  EXPECT_GT(paired->agents[1].left_out, 0);
  Evaluation alone = *a;
  alone.plan.agents.clear();
  const Result<PairedReport> refused = compare_evaluations(alone, *b);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("who answers"), std::string::npos);
}

TEST_F(ChainTest, AValidationAsksTheAgentInTrainingOnKernelsOfTheFrozen) {
  config::RunConfig config = train::toy::grpo_config();
  config.name = "toy";
  config.agent = "midend";
  config.agents.kernel_samples = 3;
  config.verify.modelled_device = "H200";
  config.reward.speed = "modelled";
  config.reward.name = "two_agent";
  config.reward.role = "midend";
  config.evaluate.samples_per_level = 6;
  config.tasks.levels = {1};
  // Weights that answer nothing that can be read.
  policy::NamedTensors silent;
  for (const auto& [name, tensor] : policy_->trainable())
    silent.emplace_back(name, torch::zeros_like(tensor));
  policy::NamedTensors same;
  for (const auto& [name, tensor] : policy_->trainable())
    same.emplace_back(name, tensor.detach().clone());
  const std::string hash = policy_->weights_hash();
  const auto validated = [&](std::int64_t step, const policy::NamedTensors& frozen) {
    ValidationPlace place{.run_dir = folder_.path(), .step = step, .phase = "midend"};
    place.earlier.push_back(
        {.plan = {.phase = "frontend", .role = "frontend", .weights_hash = "frozen"},
         .weights = frozen});
    return validate(*policy_, judge(), config, place, {}, train::payment_of(config));
  };
  const Result<EvaluateReport> report = validated(4, same);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->agents.size(), 2u);
  EXPECT_EQ(report->agents[0].samples.size(), 18u);
  EXPECT_GT(report->agents[1].samples.size(), 0u);
  EXPECT_EQ(report->agents[1].samples.size(), static_cast<std::size_t>(report->all.correct));
  EXPECT_EQ(policy_->weights_hash(), hash) << "the borrowed weights are given back";
  std::map<std::string, int> phases;
  for (const record::Episode& episode : episodes_of(folder_.path() / "evaluations" / "step-4"))
    ++phases[episode.phase];
  EXPECT_EQ(phases["frontend"], 18);
  EXPECT_EQ(phases["midend"], report->all.correct);
  EXPECT_EQ(phases.size(), 2u);

  // The best checkpoint is that which the phase pays most for: failure 0, else 1 + min(speedup, 3).
  double paid = 0;
  for (const Sample& sample : report->agents[1].samples)
    paid += sample.right ? 1 + std::min(*sample.modelled_speedup, 3.0) : 0;
  EXPECT_GT(paid, 0);
  EXPECT_DOUBLE_EQ(checkpoint_score(*report),
                   paid / static_cast<double>(report->agents[1].samples.size()));

  const Result<EvaluateReport> none = validated(5, silent);
  ASSERT_TRUE(none) << none.error().message;
  EXPECT_EQ(none->all.correct, 0) << "it is the frozen weights that answer first";
  EXPECT_TRUE(none->agents[1].samples.empty());
  EXPECT_TRUE(std::isnan(checkpoint_score(*none)));
  EXPECT_EQ(policy_->weights_hash(), hash);
}

}  // namespace
}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <fstream>
#include <mutex>

#include "engine/base/file.h"
#include "engine/config/ablation.h"
#include "engine/evaluate/scores/ablation_statistics.h"
#include "engine/evaluate/scores/report.h"
#include "engine/record/control/run_control.h"
#include "engine/record/metrics.h"
#include "engine/tasks/curriculum.h"
#include "engine/tasks/generator.h"
#include "engine/train/internal/checkpoint.h"
#include "engine/train/internal/rollout.h"
#include "engine/train/internal/runner.h"
#include "engine/train/internal/verifier_metrics.h"
#include "tests/engine/endpoint/chat_server.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;
using record::RunState;

class Session : public testing::Test {
 protected:
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-session"));
  fs::path at(const char* name) const { return folder_.path() / name; }
  // In the folder "run".
  void two_steps(const config::RunConfig& config, toy::Listener& listener, Submit submit) const {
    StartOptions options;
    options.run_dir = at("run");
    options.stop_after_step = 2;
    auto session = start_session(config, options, listener, {std::move(submit), {}});
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_TRUE((*session)->wait());
  }
};

void expect_equal_runs(const fs::path& a, const fs::path& b, std::int64_t last_step) {
  EXPECT_EQ(toy::weights_hash_of(a, last_step), toy::weights_hash_of(b, last_step));
  EXPECT_EQ(toy::episodes_of(a), toy::episodes_of(b));
  const auto left = toy::metrics_of(a), right = toy::metrics_of(b);
  ASSERT_EQ(left.size(), right.size());
  for (const auto& [key, value] : left) {
    ASSERT_TRUE(right.contains(key)) << key.second;
    EXPECT_EQ(value, right.at(key)) << key.second << " at step " << key.first;
  }
}

TEST_F(Session, GrpoLearnsTheToyTask) {
  config::RunConfig config = toy::grpo_config();
  config.grpo.steps = 25;
  config.grpo.prompts_per_step = 4;
  config.grpo.num_generations = 8;
  toy::Listener listener;
  const Result<void> done = toy::run(config, at("run"), listener);
  ASSERT_TRUE(done) << done.error().message;
  const std::vector<StepSummary> steps = listener.steps();
  ASSERT_EQ(steps.size(), 25u);
  double early = 0, late = 0;
  for (int i = 0; i < 5; ++i) {
    early += steps[static_cast<std::size_t>(i)].pass_rate / 5;
    late += steps[steps.size() - 1 - static_cast<std::size_t>(i)].pass_rate / 5;
  }
  EXPECT_GT(late, early + 0.2) << "pass rate " << early << " -> " << late;
  EXPECT_GT(late, 0.85);
  for (const char* activity : {"load", "generate", "verify", "update", "checkpoint", "export"}) {
    EXPECT_TRUE(listener.activities().contains(activity)) << activity;
  }
  EXPECT_TRUE(fs::exists(at("run") / "model" / "model.safetensors"));
}

TEST_F(Session, StoppedAndResumedEqualsUnbroken) {
  const config::RunConfig config = toy::grpo_config();
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("unbroken"), listener));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, false, 3));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, true));
  expect_equal_runs(at("unbroken"), at("broken"), 6);
  // The comparison means something: the weights did change.
  EXPECT_NE(toy::weights_hash_of(at("unbroken"), 6), toy::weights_hash_of(at("unbroken"), 2));
}

TEST_F(Session, KilledBetweenCheckpointsAndResumedEqualsUnbroken) {
  config::RunConfig config = toy::grpo_config();
  config.grpo.beta = 0.05;
  config.grpo.num_iterations = 2;
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("unbroken"), listener));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, false, 5));
  // What a kill after step 5 leaves: its record, but no checkpoint after step 4.
  fs::remove_all(at("broken") / checkpoint_name(5));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, true));
  expect_equal_runs(at("unbroken"), at("broken"), 6);
}

TEST_F(Session, DamagedCheckpointIsRefusedAndThePreviousOneUsed) {
  const config::RunConfig config = toy::grpo_config();
  toy::Listener listener, resumed;
  ASSERT_TRUE(toy::run(config, at("unbroken"), listener));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, false, 4));
  const fs::path weights = at("broken") / checkpoint_name(4) / "model.safetensors";
  {
    std::fstream file(weights, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(-5, std::ios::end);
    const char flipped = static_cast<char>(file.peek() ^ 0x10);
    file.seekp(-5, std::ios::end);
    file.put(flipped);
  }
  ASSERT_TRUE(toy::run(config, at("broken"), resumed, true));
  ASSERT_FALSE(resumed.warnings().empty());
  EXPECT_NE(resumed.warnings().front().find("step-4"), std::string::npos)
      << resumed.warnings().front();
  EXPECT_EQ(resumed.steps().front().step, 3);
  expect_equal_runs(at("unbroken"), at("broken"), 6);
}

TEST_F(Session, SftResumesBitForBit) {
  config::RunConfig config = toy::grpo_config();
  config.method = "sft";
  config.sft.corpus =
      (fs::path(config.model.path).parent_path().parent_path() / "corpus.jsonl").string();
  config.sft.batch_size = 4;
  config.sft.steps = 12;  // over a border between blocks of eight
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("unbroken"), listener));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, false, 9));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, true));
  expect_equal_runs(at("unbroken"), at("broken"), 12);
}

TEST_F(Session, AdaptersOverAnInt8BaseResumeBitForBit) {
  config::RunConfig config = toy::grpo_config();
  config.model.adapter = "lora";
  config.model.lora_rank = 4;
  config.model.lora_dropout = 0.1;
  config.model.dtype = "int8";
  config.grpo.beta = 0.05;
  toy::Listener listener;
  const Result<void> unbroken = toy::run(config, at("unbroken"), listener);
  ASSERT_TRUE(unbroken) << unbroken.error().message;
  ASSERT_TRUE(toy::run(config, at("broken"), listener, false, 3));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, true));
  expect_equal_runs(at("unbroken"), at("broken"), 6);
  EXPECT_NE(toy::weights_hash_of(at("unbroken"), 6), toy::weights_hash_of(at("unbroken"), 2));
  EXPECT_TRUE(fs::exists(at("unbroken") / "model" / "adapter_model.safetensors"));
  // Another base than the one in 8 bits is noticed by its hash.
  config.model.dtype = "float32";
  const Result<void> other = toy::run(config, at("broken"), listener, true);
  ASSERT_FALSE(other);
}

TEST_F(Session, SftSaysHowManySamplesAreTooLong) {
  config::RunConfig config = toy::grpo_config();
  config.method = "sft";
  config.sft.corpus = at("corpus.jsonl").string();
  config.sft.batch_size = 4;
  config.sft.steps = 2;
  std::ofstream file(config.sft.corpus);
  for (int i = 0; i < 4; ++i) {
    std::string answer = "import good";
    for (int word = 0; i == 3 && word < config.generation.max_completion_length; ++word)
      answer += " good";
    file << R"({"prompt": "task", "completion": ")" << answer << "\"}\n";
  }
  file.close();
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("run"), listener));
  EXPECT_EQ(toy::metrics_of(at("run")).at({1, "dropped_ratio"}), 0.25);
  const std::vector<std::string> warnings = listener.warnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].find("25.0% of the samples are longer than"), 0u) << warnings[0];
}

TEST_F(Session, BestOfNLearnsFromTheKeptOnesAndResumes) {
  const config::RunConfig config = toy::best_of_n_config();
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("unbroken"), listener));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, false, 1));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, true));
  expect_equal_runs(at("unbroken"), at("broken"), 4);
  const auto metrics = toy::metrics_of(at("unbroken"));
  // Equal candidates are kept once, so one of twelve is the most that two tasks can give here.
  EXPECT_GT(metrics.at({1, "bon/kept"}), 0.0);
  EXPECT_EQ(metrics.at({1, "bon/kept_reward"}), 0.7);
}

// Names a metric has by the settings: "rewards/staged/mean".
bool is_named_by_settings(const std::string& key) {
  return key.starts_with("rewards/");
}

std::set<std::string> keys_of(const fs::path& run) {
  std::set<std::string> keys;
  const auto reader = record::RunReader::open(run);
  const auto all = (*reader)->metric_keys();
  EXPECT_TRUE(all);
  if (!all) return keys;
  for (const std::string& key : *all)
    if (!is_named_by_settings(key)) keys.insert(key);
  return keys;
}

/// What the verifier tells, all lanes and stages at work.
std::set<std::string> verifier_keys() {
  verify::VerifierStats stats;
  for (int stage = 1; stage <= verify::kStageCount; ++stage)
    stats.stages.push_back(
        {.name = std::string(verify::stage_name(static_cast<verify::Stage>(stage))), .count = 1});
  std::vector<std::pair<std::string, double>> metrics;
  add_verifier_metrics(metrics, {}, stats);
  std::set<std::string> keys;
  for (const auto& [key, value] : metrics) keys.insert(key);
  return keys;
}

/// What validations on tasks of every level tell.
std::set<std::string> validation_keys() {
  EvaluateReport report;
  for (const int level : {1, 2, 3, 4}) report.levels.push_back({.level = level, .pass_at_k = {0}});
  std::set<std::string> keys;
  for (const auto& [key, value] : validation_metrics(report)) keys.insert(key);
  return keys;
}

TEST_F(Session, TheTableHoldsWhatIsEmittedAndNothingElse) {
  config::RunConfig grpo = toy::grpo_config();
  grpo.grpo.beta = 0.05;
  grpo.tasks.levels = {1, 2};
  grpo.extensions.adaptive_curriculum = false;
  grpo.tasks.level2_share = 0.5;
  config::RunConfig sft = toy::grpo_config();
  sft.method = "sft";
  sft.sft.corpus = (fs::path(sft.model.path).parent_path().parent_path() / "corpus.jsonl").string();
  sft.sft.batch_size = 4;
  sft.sft.steps = 1;
  std::set<std::string> emitted = verifier_keys();
  emitted.merge(validation_keys());
  emitted.insert(evaluate::kStrictScoreMetric);  // by nereid ablate
  emitted.insert("time/wait");                   // of several ranks: ranks_test.cpp
  emitted.insert({"mfu", "mbu"});                // of a GPU whose peaks are known
  config::RunConfig turns = toy::grpo_config();
  turns.turns.count = 2;
  turns.grpo.steps = 1;
  int number = 0;
  for (const config::RunConfig& config : {grpo, sft, toy::best_of_n_config(), turns}) {
    const fs::path folder = at("run") / std::to_string(++number);
    toy::Listener listener;
    ASSERT_TRUE(toy::run(config, folder, listener));
    emitted.merge(keys_of(folder));
  }
  std::set<std::string> known;
  for (const record::MetricInfo& info : record::metric_table()) known.emplace(info.key);
  EXPECT_EQ(emitted, known) << "a row in engine/record/metrics.cpp for each, no row without one";
}

TEST_F(Session, OtherSettingsAreRefusedOnResume) {
  config::RunConfig config = toy::grpo_config();
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("run"), listener, false, 2));
  config.optimizer.learning_rate *= 2;
  const Result<void> resumed = toy::run(config, at("run"), listener, true);
  ASSERT_FALSE(resumed);
  EXPECT_EQ(resumed.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(resumed.error().message.find("optimizer.learning_rate was 0.003, is 0.006"),
            std::string::npos)
      << resumed.error().message;
}

TEST_F(Session, FolderOfAnotherRunIsNotOverwritten) {
  const config::RunConfig config = toy::grpo_config();
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("run"), listener, false, 1));
  const Result<void> again = toy::run(config, at("run"), listener);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message.find("--resume"), std::string::npos);
  EXPECT_FALSE(toy::run(config, at("nowhere"), listener, true));
}

TEST_F(Session, MissingModelFailsTheRunWithTheMend) {
  config::RunConfig config = toy::grpo_config();
  config.model.path = at("no-model").string();
  toy::Listener listener;
  const Result<void> done = toy::run(config, at("run"), listener);
  ASSERT_FALSE(done);
  EXPECT_EQ(listener.states().back(), RunState::kFailed);
  EXPECT_NE(done.error().message.find("no-model"), std::string::npos) << done.error().message;
}

TEST_F(Session, PauseResumeAndStopAreAcknowledged) {
  config::RunConfig config = toy::grpo_config();
  config.grpo.steps = 500;
  toy::Listener listener;
  toy::ToyJudge judge;
  StartOptions options;
  options.run_dir = at("run");
  auto session = start_session(config, options, listener, {judge.submit(), {}});
  ASSERT_TRUE(session);
  ASSERT_TRUE(listener.wait_for(RunState::kRunning));
  (*session)->pause();
  ASSERT_TRUE(listener.wait_for(RunState::kPaused));
  const std::size_t steps_at_pause = listener.steps().size();
  EXPECT_EQ((*session)->state(), RunState::kPaused);
  (*session)->resume();
  (*session)->stop();
  ASSERT_TRUE((*session)->wait());
  EXPECT_EQ((*session)->state(), RunState::kStopped);
  EXPECT_LE(listener.steps().size(), steps_at_pause + 1);
  const std::vector<std::string> messages = listener.messages();
  EXPECT_TRUE(std::any_of(messages.begin(), messages.end(), [](const std::string& message) {
    return message.rfind("pausing after step", 0) == 0;
  }));
  // Stopped means: with a checkpoint of the last step.
  EXPECT_EQ(list_checkpoints(at("run")).back(), static_cast<std::int64_t>(listener.steps().size()));
}

// As another process does: what was answered is in the record already.
TEST_F(Session, CommandsFromOutsideAreObeyedAndRecorded) {
  using record::ControlCommand;
  config::RunConfig config = toy::grpo_config();
  config.grpo.steps = 500;
  toy::Listener listener;
  toy::ToyJudge judge;
  StartOptions options;
  options.run_dir = at("run");
  auto session = start_session(config, options, listener, {judge.submit(), {}});
  ASSERT_TRUE(session);
  const auto recorded = [&](const std::string& words) {
    auto reader = record::RunReader::open(at("run"));
    std::int64_t cursor = 0;
    const auto events = (*reader)->events_since(cursor);
    return std::any_of(events->begin(), events->end(), [&](const record::Event& event) {
      return event.message.find(words) != std::string::npos;
    });
  };
  ASSERT_TRUE(listener.wait_for(RunState::kRunning));
  auto answer = record::ask_run(at("run"), ControlCommand::kPause, "test");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(answer->state == RunState::kPausing || answer->state == RunState::kPaused);
  EXPECT_EQ(answer->total_steps, 500);
  EXPECT_TRUE(recorded("pause asked for by test, process " + std::to_string(::getpid())));
  EXPECT_TRUE(recorded("pausing after step"));
  ASSERT_TRUE(listener.wait_for(RunState::kPaused));
  EXPECT_EQ(record::run_status(at("run"))->state, RunState::kPaused);
  EXPECT_TRUE(record::ask_run(at("run"), ControlCommand::kResume, "test"));
  EXPECT_TRUE(record::ask_run(at("run"), ControlCommand::kStop, "test"));
  EXPECT_TRUE(recorded("stopping after step"));
  ASSERT_TRUE((*session)->wait());
  session->reset();
  EXPECT_FALSE(record::ask_run(at("run"), ControlCommand::kStop, "test"));
  EXPECT_EQ(record::run_status(at("run"))->state, RunState::kStopped);
  EXPECT_FALSE(fs::exists(record::control_path(at("run"))));
}

// A stop is obeyed at the next token: the step in work is given up, and its end is that of a run
// that never had it.
TEST_F(Session, StopGivesTheRolloutInWorkUp) {
  config::RunConfig config = toy::grpo_config();
  config.grpo.steps = 6;
  toy::Listener whole;
  ASSERT_TRUE(toy::run(config, at("whole"), whole));
  toy::Listener listener;
  TrainSession* session = nullptr;
  std::atomic<int> judged = 0;
  // The verdict of the second step's first candidate waits for the stop.
  toy::ToyJudge judge;
  const Submit submit = judge.submit();
  StartOptions options;
  options.run_dir = at("run");
  std::mutex mutex;
  std::condition_variable started;
  auto begun = start_session(config, options, listener,
                             {[&](verify::VerifyRequest request, verify::Verifier::Callback done) {
                                if (++judged == 1 + 2 * 4) {
                                  std::unique_lock lock(mutex);
                                  started.wait(lock, [&] { return session != nullptr; });
                                  session->stop();
                                }
                                submit(std::move(request), std::move(done));
                              },
                              {}});
  ASSERT_TRUE(begun);
  {
    const std::lock_guard lock(mutex);
    session = begun->get();
  }
  started.notify_all();
  ASSERT_TRUE((*begun)->wait());
  EXPECT_EQ(listener.steps().size(), 1u);
  EXPECT_EQ(list_checkpoints(at("run")).back(), 1);
  begun->reset();
  for (const auto& [place, value] : toy::metrics_of(at("run"))) EXPECT_EQ(place.first, 1);
  toy::Listener rest;
  ASSERT_TRUE(toy::run(config, at("run"), rest, true));
  EXPECT_EQ(toy::episodes_of(at("run")), toy::episodes_of(at("whole")));
  EXPECT_EQ(toy::weights_hash_of(at("run"), 6), toy::weights_hash_of(at("whole"), 6));
  // The first step's candidates were handed in while others were still being written.
  auto reader = record::RunReader::open(at("whole"));
  const auto overlap = (*reader)->metric_column("time/overlap");
  const auto verify = (*reader)->metric_column("time/verify");
  ASSERT_EQ(overlap->values.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_LE(overlap->values[i], verify->values[i]);
}

TEST_F(Session, BestOfNLearnsFromTheSamplesOfAnEndpoint) {
  config::RunConfig config = toy::best_of_n_config();
  endpoint::ChatServer server;
  config.best_of_n.endpoint = server.url();
  config.best_of_n.endpoint_model = "served";
  config.best_of_n.endpoint_concurrency = 3;
  config.generation.max_completion_length = 64;
  server.answer({{"repeat", true}, {"body", endpoint::chat_body("```python\nimport good\n```\n")}});
  toy::Listener listener;
  const Result<void> done = toy::run(config, at("run"), listener, false, 1);
  ASSERT_TRUE(done) << done.error().message;
  const Json question = server.next_question();
  EXPECT_EQ(question["body"]["model"], "served");
  EXPECT_NE(question["body"]["messages"][0]["content"].get<std::string>().find("class Model"),
            std::string::npos);
  auto reader = record::RunReader::open(at("run"));
  EXPECT_EQ((*reader)->info()->facts.at("samples_by"), "endpoint:served");
  std::int64_t cursor = 0;
  const auto rows = (*reader)->episodes_since(cursor, 100);
  ASSERT_EQ(rows->size(), 12u);
  const auto episode = (*reader)->episode(rows->front().id);
  EXPECT_EQ(episode->completion, "```python\nimport good\n```\n");
  EXPECT_TRUE(episode->logprobs.empty());
  EXPECT_TRUE(episode->verdict.accepted);
  const auto metrics = toy::metrics_of(at("run"));
  EXPECT_EQ(metrics.at({1, "bon/kept"}), 2.0 / 12) << "equal answers are learnt once a task";
  EXPECT_GT(metrics.at({1, "loss"}), 0);

  // Down: the run says so, and goes on when it is there again.
  server.stop();
  const Result<void> down = toy::run(config, at("run"), listener, true, 2);
  ASSERT_FALSE(down);
  EXPECT_NE(down.error().message.find("best_of_n.endpoint"), std::string::npos);
  EXPECT_NE(down.error().message.find("start the endpoint"), std::string::npos)
      << down.error().message;
  endpoint::ChatServer other;
  config.best_of_n.endpoint = other.url();
  other.answer({{"repeat", true}, {"body", endpoint::chat_body("```python\nimport good\n```\n")}});
  const Result<void> again = toy::run(config, at("run"), listener, true, 2);
  EXPECT_TRUE(again) << again.error().message;
}

TEST_F(Session, BestCheckpointByValidationSurvivesPruning) {
  config::RunConfig config = toy::grpo_config();
  config.evaluate.every = 1;
  config.run.checkpoint_every = 1;
  config.run.keep_checkpoints = 1;
  toy::Listener listener;
  const Validator validate = [](const Workshop&, std::int64_t step) -> Result<Validation> {
    return Validation{{{"eval_pass@1/level1", step == 2 ? 0.9 : 0.4}}, step == 2 ? 0.9 : 0.4};
  };
  ASSERT_TRUE(toy::run(config, at("run"), listener, false, 0, validate));
  EXPECT_EQ(list_checkpoints(at("run")), (std::vector<std::int64_t>{2, 6}));
  EXPECT_EQ(toy::metrics_of(at("run")).at({2, "eval_pass@1/level1"}), 0.9);
}

TEST_F(Session, EachExtensionSwitchReachesItsPart) {
  for (const bool on : {true, false}) {
    config::RunConfig config = toy::grpo_config();
    config.extensions = {on, on, on, on};
    toy::ToyJudge judge;
    toy::Listener listener;
    StartOptions options;
    options.run_dir = at(on ? "on" : "off");
    options.stop_after_step = 1;
    auto session = start_session(config, options, listener, {judge.submit(), {}});
    ASSERT_TRUE(session);
    ASSERT_TRUE((*session)->wait());
    EXPECT_EQ(judge.last_options().multi_input, on);
    EXPECT_EQ(judge.last_options().staged_evaluation, on);
    EXPECT_EQ(judge.last_options().calibrated_timing, on);
    const auto metrics = toy::metrics_of(options.run_dir);
    // Staged: a rejected candidate that compiled earns 0.3; off: nothing below acceptance is paid.
    const double pass = metrics.at({1, "pass_rate/all"}),
                 compiled = metrics.at({1, "funnel/compile"});
    const double expected = 0.7 * pass + (on ? 0.3 * (compiled - pass) : 0.0);
    EXPECT_NEAR(metrics.at({1, "reward"}), expected, 1e-12);
    EXPECT_EQ(metrics.at({1, "flagged_ratio"}), pass) << "the judge flags what it accepts";
    // Adaptive: p(L2) = 0.1 + accuracy of level 1 below 0.4; off: the fixed share.
    const double accuracy = metrics.at({1, "curriculum/level1_accuracy"});
    EXPECT_DOUBLE_EQ(metrics.at({1, "curriculum/level2_share"}),
                     on ? tasks::level2_probability(accuracy) : config.tasks.level2_share);
  }
}

/// What training does in its first step, by name.
std::map<std::string, std::string> first_step(const config::RunConfig& config,
                                              const fs::path& folder) {
  toy::Listener listener;
  EXPECT_TRUE(toy::run(config, folder, listener, false, 1));
  const auto metrics = toy::metrics_of(folder);
  const double pass = metrics.at({1, "pass_rate/all"}), reward = metrics.at({1, "reward"});
  const bool fixed = metrics.at({1, "curriculum/level2_share"}) == config.tasks.level2_share;
  auto reader = std::move(*record::RunReader::open(folder));
  std::int64_t cursor = 0;
  const auto rows = reader->episodes_since(cursor, 1000);
  EXPECT_TRUE(rows);
  std::string tasks, completions;
  for (const record::EpisodeRow& row : *rows) {
    const auto episode = reader->episode(row.id);
    EXPECT_TRUE(episode);
    tasks += episode->task_id + " ";
    completions += episode->completion + "|";
  }
  return {{"tasks", tasks},
          {"completions", completions},
          {"pass_rate", std::to_string(pass)},
          {"partial_credit", reward > 0.7 * pass + 1e-9 ? "paid" : "none"},
          {"level2_share", fixed ? "fixed" : "adaptive"},
          {"learning_rate", std::to_string(metrics.at({1, "learning_rate"}))}};
}

// The judge of the toy task is the same whatever it is asked for: what changes is training itself.
TEST_F(Session, OneSwitchChangesOfTrainingWhatItNamesAndNothingElse) {
  config::RunConfig all = toy::grpo_config();
  all.tasks.levels = {1, 2};
  const auto with_all = first_step(all, at("all"));
  const std::vector<std::set<std::string>> named = {
      {}, {"partial_credit"}, {"level2_share", "tasks", "completions", "pass_rate"}, {}};
  for (std::size_t which = 0; which < config::kExtensionCount; ++which) {
    config::RunConfig without = all;
    without.extensions.*config::kExtensionSwitches[which].member = false;
    std::set<std::string> changed;
    for (const auto& [name, value] : first_step(without, at(std::to_string(which).c_str())))
      if (with_all.at(name) != value) changed.insert(name);
    EXPECT_TRUE(
        std::includes(named[which].begin(), named[which].end(), changed.begin(), changed.end()))
        << config::kExtensionSwitches[which].name << " changes " << testing::PrintToString(changed);
    const bool does_something = !named[which].empty();
    EXPECT_EQ(
        changed.contains(does_something ? (which == 1 ? "partial_credit" : "level2_share") : ""),
        does_something);
  }
}

TEST(SameSettings, NamesAndLengthsMayDiffer) {
  config::RunConfig base, other = base;
  other.name = "x";
  other.grpo.steps = 999;
  other.run.checkpoint_every = 1;
  EXPECT_TRUE(require_same_settings(base, other, "run"));
  other.verify.keep = false;
  other.verify.keep_days = 2;
  EXPECT_TRUE(require_same_settings(base, other, "run"));
  other.grpo.beta = 0.1;
  EXPECT_FALSE(require_same_settings(base, other, "run"));
  // A rate that falls to 0 at the end has another course over another length.
  other = base;
  base.optimizer.lr_scheduler_type = other.optimizer.lr_scheduler_type = "linear";
  EXPECT_TRUE(require_same_settings(base, other, "run"));
  other.grpo.steps = 999;
  const Result<void> same = require_same_settings(base, other, "run");
  ASSERT_FALSE(same);
  EXPECT_NE(same.error().message.find("grpo.steps was 150, is 999"), std::string::npos)
      << same.error().message;
}

// The machinery is broken: no judgement.
void give_up(const verify::VerifyRequest& request, const verify::Verifier::Callback& done) {
  verify::Verdict verdict;
  verdict.id = request.id;
  verdict.reason = {"infrastructure", "the disk is full"};
  for (int stage = 1; stage <= verify::kStageCount; ++stage)
    verdict.stages.push_back({.stage = static_cast<verify::Stage>(stage)});
  done(std::make_shared<const verify::Verdict>(std::move(verdict)));
}

// Every second candidate is not judged.
Submit half_broken(Submit judge) {
  const auto count = std::make_shared<std::atomic<int>>(0);
  return [judge, count](verify::VerifyRequest request, verify::Verifier::Callback done) {
    if ((*count)++ % 2 == 0) return judge(std::move(request), std::move(done));
    give_up(request, done);
  };
}

TEST_F(Session, WhatWasNotJudgedEarnsNothingAndCountsNowhere) {
  config::RunConfig config = toy::grpo_config();
  config.reward.name = "two_agent";
  config.reward.failure = -10;  // would show in every mean
  toy::ToyJudge judge;
  toy::Listener listener;
  two_steps(config, listener, half_broken(judge.submit()));
  auto reader = record::RunReader::open(at("run"));
  ASSERT_TRUE(reader);
  std::int64_t cursor = 0;
  const auto rows = (*reader)->episodes_since(cursor, 1000);
  ASSERT_TRUE(rows);
  int missing = 0, judged = 0, accepted = 0;
  for (const record::EpisodeRow& row : *rows) {
    const Result<record::Episode> episode = (*reader)->episode(row.id);
    ASSERT_TRUE(episode);
    if (verify::was_judged(episode->verdict)) {
      judged += episode->key.step == 1 ? 1 : 0;
      accepted += episode->key.step == 1 && episode->verdict.accepted ? 1 : 0;
      EXPECT_TRUE(std::isfinite(episode->reward.total));
    } else {
      missing += episode->key.step == 1 ? 1 : 0;
      EXPECT_TRUE(std::isnan(episode->reward.total)) << episode->reward.total;
      EXPECT_EQ(episode->advantage, 0.0);
    }
  }
  ASSERT_GT(missing, 0);
  const auto metrics = toy::metrics_of(at("run"));
  EXPECT_DOUBLE_EQ(metrics.at({1, "not_judged_ratio"}), missing / 8.0);
  EXPECT_DOUBLE_EQ(metrics.at({1, "pass_rate/all"}), accepted / static_cast<double>(judged));
  EXPECT_DOUBLE_EQ(metrics.at({1, "reward"}), (accepted - 10.0 * (judged - accepted)) / judged);
  const std::vector<std::string> warnings = listener.warnings();
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings[0].find("could not be judged"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("the disk is full"), std::string::npos) << warnings[0];
}

TEST_F(Session, WithoutAnyJudgementNothingIsLearnt) {
  config::RunConfig config = toy::grpo_config();
  config.grpo.beta = 0.1;
  toy::Listener listener;
  two_steps(config, listener, give_up);
  EXPECT_EQ(toy::weights_hash_of(at("run"), 0), toy::weights_hash_of(at("run"), 2));
}

// As in TRL: zero gradients are a step too, and the moments of the one before still move the
// weights.
TEST_F(Session, AStepOfEqualRewardsIsAStep) {
  config::RunConfig config = toy::grpo_config();
  config.run.checkpoint_every = 1;
  config.reward.name = "binary";  // no answer and a wrong one earn the same
  toy::ToyJudge judge;
  const Submit submit = [judge = judge.submit()](verify::VerifyRequest request,
                                                 verify::Verifier::Callback done) {
    if (!request.id.starts_with("1/")) request.candidate = "import bad";
    judge(std::move(request), std::move(done));
  };
  toy::Listener listener;
  two_steps(config, listener, submit);
  const auto metrics = toy::metrics_of(at("run"));
  ASSERT_LT(metrics.at({1, "frac_reward_zero_std"}), 1.0);
  ASSERT_EQ(metrics.at({2, "frac_reward_zero_std"}), 1.0);
  EXPECT_EQ(metrics.at({2, "grad_norm"}), 0.0);
  EXPECT_NE(toy::weights_hash_of(at("run"), 1), toy::weights_hash_of(at("run"), 2));
}

// Wrong answers are torch in disguise: rejected for that, with right outputs or not.
Submit torch_in_disguise(Submit judge, bool right_outputs) {
  return [judge, right_outputs](verify::VerifyRequest request, verify::Verifier::Callback done) {
    const bool outputs_alone = request.options.policy == verify::Policy::kOutputs;
    judge(std::move(request), [=](const std::shared_ptr<const verify::Verdict>& verdict) {
      auto changed = std::make_shared<verify::Verdict>(*verdict);
      if (!verdict->accepted) changed->reason.code = "torch_fallback";
      if (outputs_alone)
        changed->inputs = {{.variant = "original", .passed = verdict->accepted || right_outputs}};
      done(std::move(changed));
    });
  };
}

/// Of the level-1 episodes of a run: the share that is accepted, and that which holds any code.
std::pair<double, double> shares_of_level1(const std::filesystem::path& folder) {
  const auto reader = record::RunReader::open(folder);
  std::int64_t cursor = 0;
  const auto rows = (*reader)->episodes_since(cursor, 1000);
  double accepted = 0, answered = 0, all = 0;
  for (const record::EpisodeRow& row : *rows) {
    const Result<record::Episode> episode = (*reader)->episode(row.id);
    if (episode->level != 1) continue;
    accepted += episode->verdict.accepted ? 1 : 0;
    answered += episode->candidate.empty() ? 0 : 1;
    ++all;
  }
  return {accepted / all, answered / all};
}

TEST_F(Session, ACurriculumMayCountWhatOutputsAloneWouldAllow) {
  config::RunConfig config = toy::grpo_config();
  config.grpo.prompts_per_step = 4;
  struct Row {
    const char* counts;
    bool right_outputs;
  };
  for (const Row& row : {Row{"correct", true}, {"raw", true}, {"raw", false}}) {
    config.tasks.curriculum_counts = row.counts;
    const std::filesystem::path folder = at(row.right_outputs ? row.counts : "wrong");
    toy::ToyJudge judge;
    toy::Listener listener;
    StartOptions options;
    options.run_dir = folder;
    options.stop_after_step = 1;
    auto session = start_session(config, options, listener,
                                 {torch_in_disguise(judge.submit(), row.right_outputs), {}});
    ASSERT_TRUE(session && (*session)->wait());
    const auto [accepted, answered] = shares_of_level1(folder);
    ASSERT_LT(accepted, answered);
    const auto metrics = toy::metrics_of(folder);
    EXPECT_DOUBLE_EQ(metrics.at({1, "pass_rate/level1"}), accepted) << "rates are strict";
    const bool is_raw = row.counts == std::string("raw") && row.right_outputs;
    EXPECT_DOUBLE_EQ(metrics.at({1, "curriculum/level1_accuracy"}), is_raw ? answered : accepted);
  }
}

// Dynamic sampling: groups of equal rewards give their place to other tasks of the same step.
TEST_F(Session, DeadGroupsAreReplaced) {
  config::RunConfig config = toy::grpo_config();
  config.grpo.num_generations = 2;  // half of the groups are dead
  config.grpo.prompts_per_step = 4;
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("plain"), listener, false, 2));
  config.grpo.resample_rounds = 8;
  ASSERT_TRUE(toy::run(config, at("resampled"), listener, false, 2));
  ASSERT_TRUE(toy::run(config, at("again"), listener, false, 1));
  ASSERT_TRUE(toy::run(config, at("again"), listener, true, 2));
  EXPECT_EQ(toy::episodes_of(at("plain")).size(), 2u * 4 * 2);
  EXPECT_GT(toy::episodes_of(at("resampled")).size(), 2u * 4 * 2);
  EXPECT_EQ(toy::episodes_of(at("resampled")), toy::episodes_of(at("again")));
  EXPECT_EQ(toy::weights_hash_of(at("resampled"), 2), toy::weights_hash_of(at("again"), 2));
}

TEST_F(Session, KeptAnswersMayWeighTheirReward) {
  config::RunConfig config = toy::best_of_n_config();
  config.best_of_n.keep = "topk_always";  // good and bad answers, of different rewards
  config.best_of_n.k = 6;
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("uniform"), listener, false, 1));
  config.best_of_n.loss = "reward_weighted";
  ASSERT_TRUE(toy::run(config, at("weighted"), listener, false, 1));
  EXPECT_EQ(toy::episodes_of(at("uniform")), toy::episodes_of(at("weighted")));
  const double uniform = toy::metrics_of(at("uniform")).at({1, "loss"});
  const double weighted = toy::metrics_of(at("weighted")).at({1, "loss"});
  EXPECT_NE(uniform, weighted);
  EXPECT_NE(toy::weights_hash_of(at("uniform"), 1), toy::weights_hash_of(at("weighted"), 1));
}

// A task whose prompt is too long is left out of its epoch; the run goes on.
TEST_F(Session, AnEpochGoesOnWithoutWhatIsTooLong) {
  config::RunConfig config = toy::best_of_n_config();
  const fs::path tasks = at("tasks") / "level1";
  fs::create_directories(tasks);
  for (int i = 0; i < 3; ++i) {
    std::string reference =
        tasks::synthetic_task(0, tasks::Split::kTrain, 1, static_cast<std::uint64_t>(i)).reference;
    for (int line = 0; i == 1 && line < 200; ++line) reference += "too_long = 1\n";
    ASSERT_TRUE(atomic_write_file(tasks / (std::to_string(i + 1) + "_task.py"), reference));
  }
  config.tasks.source = at("tasks").string();
  config.tasks.validation_share = config.tasks.test_share = 0;
  config.best_of_n.epochs = config.best_of_n.tasks_per_step = 1;
  config.best_of_n.steps = 0;
  toy::Listener listener;
  const Result<void> done = toy::run(config, at("run"), listener);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(listener.steps().size(), 3u);
  const std::vector<std::string> warnings = listener.warnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("generation.max_prompt_length"), std::string::npos) << warnings[0];
  EXPECT_EQ(toy::metrics_of(at("run")).at({3, "prompts_dropped"}), 1.0);
}

TEST_F(Session, EpochsOfBestOfNAreSteps) {
  config::RunConfig config = toy::best_of_n_config();
  config.best_of_n.epochs = 3;
  config.best_of_n.steps = 1;
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("run"), listener));
  ASSERT_EQ(listener.steps().size(), 3u);
  EXPECT_EQ(listener.steps().front().total_steps, 3);
}

}  // namespace
}  // namespace nereid::train

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/train/toy_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"
#include "engine/train/internal/checkpoint.h"

namespace nereid::train::toy {
namespace {

namespace fs = std::filesystem;

// Prompts of real tasks, half of them answered right.
void write_corpus(const fs::path& file) {
  std::ofstream out(file);
  for (std::uint64_t i = 0; i < 64; ++i) {
    const tasks::Task task =
        tasks::synthetic_task(0, tasks::Split::kTrain, i % 2 == 0 ? 1 : 2, 1000 + i);
    const std::string answer = i % 4 < 2 ? "import good\n" : "import bad\n";
    out << dump_json(Json{{"prompt", tasks::render_prompt(task, tasks::PromptStyle::kPocket)},
                          {"completion", tasks::render_completion(answer)}})
        << "\n";
  }
}

config::RunConfig sft_config(const fs::path& corpus) {
  config::RunConfig config;
  config.method = "sft";
  config.model.path = "new";
  config.model.device = "cpu";
  config.model.hidden_size = 32;
  config.model.layers = 1;
  config.model.heads = config.model.kv_heads = 2;
  config.model.intermediate_size = 64;
  config.sft.corpus = corpus.string();
  config.sft.batch_size = 8;
  config.sft.steps = 200;
  config.optimizer.learning_rate = 1e-2;
  config.optimizer.lr_scheduler_type = "cosine";
  config.run.checkpoint_every = 0;
  return config;
}

/// The taught model, in a folder that lives as long as the process.
const fs::path& taught_model() {
  static const TemporaryDirectory folder = std::move(*TemporaryDirectory::make("nereid-toy"));
  static const fs::path model = [] {
    write_corpus(folder.path() / "corpus.jsonl");
    Listener listener;
    const Result<void> done =
        run(sft_config(folder.path() / "corpus.jsonl"), folder.path() / "sft", listener);
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_LT(listener.steps().back().loss, 0.2)
        << "the answer's one free choice costs ln 2 over its tokens";
    return folder.path() / "sft" / "model";
  }();
  return model;
}

verify::Verdict judge(const verify::VerifyRequest& request) {
  verify::Verdict verdict;
  verdict.id = request.id;
  verdict.accepted = request.candidate.find("good") != std::string::npos;
  verdict.furthest_stage = verdict.accepted ? verify::Stage::kFull : verify::Stage::kCompile;
  if (!verdict.accepted) verdict.rejected_at = verify::Stage::kTiny;
  verdict.reason.code = verdict.accepted ? "ok" : "wrong_values";
  if (verdict.accepted) verdict.flags.emplace_back("try_with_fallback");
  for (int stage = 1; stage <= verify::kStageCount; ++stage) {
    verdict.stages.push_back({.stage = static_cast<verify::Stage>(stage)});
  }
  return verdict;
}

bool is_time_like(const std::string& key) {
  for (const char* prefix : {"time/", "step_time", "mfu", "mbu", "rollout/", "verify/", "verifier/",
                             "memory/", "ranks/"}) {
    if (key.rfind(prefix, 0) == 0) return true;
  }
  return false;
}

bool is_end(record::RunState state) {
  return state == record::RunState::kStopped || state == record::RunState::kFinished ||
         state == record::RunState::kFailed;
}

}  // namespace

config::RunConfig grpo_config() {
  config::RunConfig config;
  config.method = "grpo";
  config.seed = 5;
  config.model.path = taught_model().string();
  config.model.device = "cpu";
  config.generation.max_completion_length = 24;
  config.grpo.prompts_per_step = 2;
  config.grpo.num_generations = 4;
  config.grpo.steps = 6;
  config.optimizer.learning_rate = 3e-3;
  config.run.checkpoint_every = 2;
  config.run.keep_checkpoints = 3;
  config.run.trainer_threads = 1;
  return config;
}

config::RunConfig best_of_n_config() {
  config::RunConfig config = grpo_config();
  config.method = "best_of_n";
  config.best_of_n.n = 6;
  config.best_of_n.k = 2;
  config.best_of_n.tasks_per_step = 2;
  config.best_of_n.steps = 2;
  config.best_of_n.epochs = 2;
  return config;
}

fs::path corpus_file() {
  return taught_model().parent_path().parent_path() / "corpus.jsonl";
}

Submit ToyJudge::submit() {
  return [shared = shared_](verify::VerifyRequest request, verify::Verifier::Callback done) {
    {
      const std::lock_guard lock(shared->mutex);
      shared->options = request.options;
    }
    std::thread([request = std::move(request), done = std::move(done)] {
      done(std::make_shared<const verify::Verdict>(judge(request)));
    }).detach();
  };
}

verify::VerifyOptions ToyJudge::last_options() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->options;
}

void Listener::on_state(record::RunState state, const std::string& message) {
  const std::lock_guard lock(mutex_);
  states_.push_back(state);
  messages_.push_back(message);
  changed_.notify_all();
}

void Listener::on_step(std::shared_ptr<const StepSummary> step) {
  const std::lock_guard lock(mutex_);
  steps_.push_back(*step);
}

void Listener::on_progress(const std::string& activity, int, int) {
  const std::lock_guard lock(mutex_);
  activities_.insert(activity);
}

void Listener::on_log(const std::string& level, const std::string& message) {
  const std::lock_guard lock(mutex_);
  if (level != "info") warnings_.push_back(message);
}

bool Listener::wait_for(record::RunState state) {
  std::unique_lock lock(mutex_);
  const auto seen = [&] {
    return std::find(states_.begin(), states_.end(), state) != states_.end();
  };
  changed_.wait(lock, [&] { return seen() || (!states_.empty() && is_end(states_.back())); });
  return seen();
}

std::vector<record::RunState> Listener::states() const {
  const std::lock_guard lock(mutex_);
  return states_;
}
std::vector<std::string> Listener::messages() const {
  const std::lock_guard lock(mutex_);
  return messages_;
}
std::vector<std::string> Listener::warnings() const {
  const std::lock_guard lock(mutex_);
  return warnings_;
}
std::vector<StepSummary> Listener::steps() const {
  const std::lock_guard lock(mutex_);
  return steps_;
}
std::set<std::string> Listener::activities() const {
  const std::lock_guard lock(mutex_);
  return activities_;
}

Result<void> run(const config::RunConfig& config, const fs::path& folder, Listener& listener,
                 bool resume, std::int64_t stop_after, Validator validate) {
  ToyJudge judge;
  StartOptions options;
  options.run_dir = folder;
  options.resume = resume;
  options.stop_after_step = stop_after;
  auto session = start_session(config, options, listener, {judge.submit(), std::move(validate)});
  if (!session) return session.error();
  return (*session)->wait();
}

std::map<std::pair<std::int64_t, std::string>, double> metrics_of(const fs::path& folder) {
  std::map<std::pair<std::int64_t, std::string>, double> out;
  auto reader = record::RunReader::open(folder);
  EXPECT_TRUE(reader);
  std::int64_t cursor = 0;
  const auto batches = (*reader)->metrics_since(cursor);
  EXPECT_TRUE(batches);
  for (const record::MetricBatch& batch : *batches) {
    for (const auto& [key, value] : batch.values) {
      if (!is_time_like(key)) out[{batch.step, key}] = value;
    }
  }
  return out;
}

std::vector<std::string> episodes_of(const fs::path& folder) {
  auto reader = record::RunReader::open(folder);
  EXPECT_TRUE(reader);
  std::int64_t cursor = 0;
  const auto rows = (*reader)->episodes_since(cursor, 1'000'000);
  EXPECT_TRUE(rows);
  std::vector<std::string> out;
  for (const record::EpisodeRow& row : *rows) {
    const Result<record::Episode> one = (*reader)->episode(row.id);
    EXPECT_TRUE(one);
    out.push_back(dump_json(Json{one->key.step, one->key.group, one->key.index, one->task_id,
                                 one->completion, one->logprobs, one->entropies, one->ranks,
                                 one->reward.total, one->advantage, one->verdict.reason.code}));
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string weights_hash_of(const fs::path& folder, std::int64_t step) {
  const Result<std::string> text = read_file(folder / checkpoint_name(step) / "state.json");
  EXPECT_TRUE(text);
  return json_value<std::string>(*parse_json(*text), "weights_hash", "");
}

}  // namespace nereid::train::toy

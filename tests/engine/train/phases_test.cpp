// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/record/store.h"
#include "engine/train/internal/checkpoint.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;

/// SFT, GRPO with a KL term, best-of-N: 2 + 3 + 2 steps.
config::RunConfig three_phases() {
  config::RunConfig config = toy::grpo_config();
  config.phases = {"sft", "grpo", "best_of_n"};
  config.sft.corpus = toy::corpus_file().string();
  config.sft.steps = 2;
  config.sft.batch_size = 8;
  config.grpo.steps = 3;
  config.grpo.beta = 0.1;
  config.best_of_n.n = 6;
  config.best_of_n.k = 2;
  config.best_of_n.epochs = 1;
  config.best_of_n.steps = config.best_of_n.tasks_per_step = 2;
  config.phase = {{"sft", {{"optimizer.learning_rate", "0.001"}}}};
  return config;
}
constexpr std::int64_t kSteps = 7;

config::RunConfig with_adapter(config::RunConfig config) {
  config.model.adapter = "lora";
  config.model.lora_rank = 2;
  config.model.lora_dropout = 0.1;
  return config;
}

class Phases : public testing::TestWithParam<bool> {
 protected:
  config::RunConfig config() const {
    return GetParam() ? with_adapter(three_phases()) : three_phases();
  }
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-phases"));
  fs::path at(const std::string& name) const { return folder_.path() / name; }
};

TEST_P(Phases, RunOneAfterTheOtherInOneRecord) {
  toy::Listener listener;
  const Result<void> done = toy::run(config(), at("run"), listener);
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(listener.steps().size(), static_cast<std::size_t>(kSteps));
  EXPECT_EQ(listener.steps().back().total_steps, kSteps);
  // The time left is that of the phase in work, at its own pace.
  const std::array<std::int64_t, 3> lasts = {2, 5, kSteps};
  for (const StepSummary& step : listener.steps()) {
    const std::int64_t last = *std::lower_bound(lasts.begin(), lasts.end(), step.step);
    EXPECT_EQ(step.eta_is_least, last < kSteps) << step.step;
    EXPECT_EQ(step.eta_s > 0, step.step < last) << step.step;
    // The first step of a phase is all that is known of its pace.
    if (step.step == 1 || step.step == 3 || step.step == 6) {
      EXPECT_DOUBLE_EQ(step.eta_s, step.step_s * static_cast<double>(last - step.step));
    }
  }
  auto reader = record::RunReader::open(at("run"));
  ASSERT_TRUE(reader);
  const Result<record::RunInfo> info = (*reader)->info();
  ASSERT_TRUE(info);
  EXPECT_EQ(info->method, "sft+grpo+best_of_n");
  const Result<Json> phases = parse_json(info->facts.at("phases"));
  ASSERT_TRUE(phases);
  ASSERT_EQ(phases->size(), 3u);
  EXPECT_EQ((*phases)[1]["name"], "grpo");
  EXPECT_EQ((*phases)[1]["first_step"], 3);
  EXPECT_EQ((*phases)[1]["last_step"], 5);
  const auto metrics = toy::metrics_of(at("run"));
  EXPECT_TRUE(metrics.contains({2, "epoch"}));
  EXPECT_TRUE(metrics.contains({3, "kl"}));
  EXPECT_TRUE(metrics.contains({6, "bon/kept"}));
  EXPECT_NEAR(metrics.at({3, "kl"}), 0, 1e-6) << "the reference is the start of this phase";
  EXPECT_EQ(metrics.at({1, "learning_rate"}), 1e-3);
  EXPECT_EQ(metrics.at({3, "learning_rate"}), config().optimizer.learning_rate);
  std::int64_t cursor = 0;
  const auto rows = (*reader)->episodes_since(cursor, 1000);
  ASSERT_TRUE(rows);
  for (const record::EpisodeRow& row : *rows)
    EXPECT_EQ(row.phase, row.key.step <= 5 ? "grpo" : "best_of_n") << row.key.step;
  for (const char* name : {"sft", "grpo", "best_of_n"})
    EXPECT_TRUE(fs::exists(at("run") / "phases" / name / "state.json")) << name;
}

// A kill at any instant leaves the record as far as it was, and the checkpoints of even steps and
// of the ends of phases.
TEST_P(Phases, KilledAnywhereAndResumedEqualsUnbroken) {
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config(), at("unbroken"), listener));
  const auto metrics = toy::metrics_of(at("unbroken"));
  const auto episodes = toy::episodes_of(at("unbroken"));
  for (std::int64_t kill = 1; kill < kSteps; ++kill) {
    SCOPED_TRACE("killed after step " + std::to_string(kill));
    const fs::path broken = at("broken-" + std::to_string(kill));
    ASSERT_TRUE(toy::run(config(), broken, listener, false, kill));
    fs::remove_all(broken / checkpoint_name(kill));
    const Result<void> resumed = toy::run(config(), broken, listener, true);
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(toy::weights_hash_of(broken, kSteps), toy::weights_hash_of(at("unbroken"), kSteps));
    EXPECT_EQ(toy::metrics_of(broken), metrics);
    EXPECT_EQ(toy::episodes_of(broken), episodes);
  }
}

TEST_P(Phases, AnotherStartIsOtherWeights) {
  config::RunConfig config = this->config();
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("previous"), listener));
  config.phase.push_back({"best_of_n", {{"start", "model"}}});
  ASSERT_TRUE(toy::run(config, at("model"), listener));
  EXPECT_EQ(toy::weights_hash_of(at("previous"), 5), toy::weights_hash_of(at("model"), 5));
  EXPECT_NE(toy::weights_hash_of(at("previous"), kSteps),
            toy::weights_hash_of(at("model"), kSteps));
}

TEST_P(Phases, DamagedWeightsOfAPhaseAreRefused) {
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config(), at("run"), listener, false, 4));
  ASSERT_TRUE(atomic_write_file(at("run") / "phases" / "sft" / "state.json", "{}"));
  const Result<void> resumed = toy::run(config(), at("run"), listener, true);
  ASSERT_FALSE(resumed);
  EXPECT_NE(resumed.error().message.find("phases/sft: the weights do not have the hash"),
            std::string::npos)
      << resumed.error().message;
}

TEST_P(Phases, OtherLengthsAreOtherRuns) {
  config::RunConfig config = this->config();
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("run"), listener, false, 4));
  config.sft.steps = 3;
  const Result<void> resumed = toy::run(config, at("run"), listener, true);
  ASSERT_FALSE(resumed);
  EXPECT_NE(resumed.error().message.find("sft.steps was 2, is 3"), std::string::npos)
      << resumed.error().message;
}

INSTANTIATE_TEST_SUITE_P(Weights, Phases, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "Adapter" : "Whole");
});

}  // namespace
}  // namespace nereid::train

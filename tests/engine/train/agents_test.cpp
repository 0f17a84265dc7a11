// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/record/store.h"
#include "engine/train/internal/checkpoint.h"
#include "engine/train/internal/run_agents.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;

config::RunConfig agents() {
  config::RunConfig config = toy::grpo_config();
  config.phases = {"frontend", "midend", "backend"};
  config.reward.name = "two_agent";
  config.grpo.steps = 2;
  config.agents.kernel_samples = 2;
  config.agents.kernel_attempts = 2;
  // A kernel in hand makes the toy model sure of itself: groups of equal rewards. Decay moves the
  // weights nevertheless, as far as the rates say.
  config.optimizer.weight_decay = 0.1;
  config.phase = {{"midend", {{"optimizer.learning_rate", "0.001"}}},
                  {"backend", {{"optimizer.learning_rate", "0.002"}}}};
  return config;
}
constexpr std::int64_t kSteps = 6;

class Agents : public testing::Test {
 protected:
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-agents"));
  fs::path at(const std::string& name) const { return folder_.path() / name; }

  std::vector<record::Episode> episodes(const std::string& run) const {
    auto reader = record::RunReader::open(at(run));
    EXPECT_TRUE(reader);
    std::int64_t cursor = 0;
    std::vector<record::Episode> all;
    const auto rows = (*reader)->episodes_since(cursor, 10000);
    EXPECT_TRUE(rows);
    for (const record::EpisodeRow& row : *rows) all.push_back(*(*reader)->episode(row.id));
    return all;
  }
};

TEST_F(Agents, LaterOnesWorkOnVerifiedKernelsOfTheFrozenOnes) {
  toy::Listener listener;
  const Result<void> done = toy::run(agents(), at("run"), listener);
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(listener.steps().size(), static_cast<std::size_t>(kSteps));
  std::map<std::string, int> in_frontend, in_midend, in_backend;
  for (const record::Episode& episode : episodes("run")) {
    if (episode.key.step <= 2) ++in_frontend[episode.phase];
    if (episode.key.step == 3 || episode.key.step == 4) ++in_midend[episode.phase];
    if (episode.key.step > 4) ++in_backend[episode.phase];
    const bool shows_kernel = episode.prompt.find("import good") != std::string::npos;
    EXPECT_EQ(shows_kernel, episode.phase != "frontend") << episode.prompt;
  }
  EXPECT_EQ(in_frontend.size(), 1u);
  EXPECT_EQ(in_midend.size(), 2u);
  EXPECT_GT(in_midend["frontend"], 0);
  EXPECT_GT(in_midend["midend"], 0);
  EXPECT_EQ(in_backend.size(), 3u) << "frontend and mid-end answer before the backend does";
}

TEST_F(Agents, EachHasItsOwnWeightsOverOneBase) {
  toy::Listener listener;
  ASSERT_TRUE(toy::run(agents(), at("run"), listener));
  const auto weights = [&](const char* phase) {
    return *sha256_file(at("run") / "phases" / phase / "model.safetensors");
  };
  EXPECT_NE(weights("frontend"), weights("midend"));
  EXPECT_NE(weights("midend"), weights("backend"));
  // Frozen: what it answers later comes from the weights that it ended with.
  config::RunConfig other = agents();
  other.phase[0].settings[0].second = "0.0001";
  ASSERT_TRUE(toy::run(other, at("other"), listener, false, 4));
  EXPECT_EQ(weights("frontend"),
            *sha256_file(at("other") / "phases" / "frontend" / "model.safetensors"));
  EXPECT_NE(toy::weights_hash_of(at("run"), 4), toy::weights_hash_of(at("other"), 4));
}

TEST_F(Agents, KilledAnywhereAndResumedEqualsUnbroken) {
  toy::Listener listener;
  ASSERT_TRUE(toy::run(agents(), at("unbroken"), listener));
  for (std::int64_t kill = 1; kill < kSteps; ++kill) {
    SCOPED_TRACE("killed after step " + std::to_string(kill));
    const fs::path broken = at("broken-" + std::to_string(kill));
    ASSERT_TRUE(toy::run(agents(), broken, listener, false, kill));
    fs::remove_all(broken / checkpoint_name(kill));
    const Result<void> resumed = toy::run(agents(), broken, listener, true);
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(toy::weights_hash_of(broken, kSteps), toy::weights_hash_of(at("unbroken"), kSteps));
    EXPECT_EQ(toy::metrics_of(broken), toy::metrics_of(at("unbroken")));
    EXPECT_EQ(toy::episodes_of(broken), toy::episodes_of(at("unbroken")));
  }
}

TEST_F(Agents, WeightsAreThoseOfEndedPhasesAndOfTheOneInWork) {
  toy::Listener listener;
  ASSERT_TRUE(toy::run(agents(), at("run"), listener, false, 3));
  const auto found = agents_of_run(at("run"), agents());
  ASSERT_TRUE(found) << found.error().message;
  std::vector<std::string> places;
  for (const RunAgent& agent : *found) places.push_back(agent.phase + " " + agent.place.string());
  EXPECT_EQ(places, (std::vector<std::string>{"frontend phases/frontend",
                                              "midend checkpoints/step-3", "backend "}));
  const auto phase_of = [&](const char* place) {
    const auto phase = phase_of_weights(at("run"), agents(), at("run") / place);
    EXPECT_TRUE(phase) << phase.error().message;
    return phase && *phase ? (*phase)->name : "";
  };
  EXPECT_EQ(phase_of("phases/frontend"), "frontend");
  EXPECT_EQ(phase_of("checkpoints/step-2"), "frontend");
  EXPECT_EQ(phase_of("checkpoints/step-3"), "midend");
  EXPECT_EQ(phase_of("model"), "backend");
  EXPECT_EQ(phase_of("elsewhere"), "");
}

TEST_F(Agents, EveryPhaseIsValidatedWithTheAgentsBeforeIt) {
  config::RunConfig config = agents();
  config.evaluate.every = 2;
  std::vector<std::string> seen;
  const Validator validate = [&](const Workshop& shop, std::int64_t step) -> Result<Validation> {
    std::string text = std::to_string(step) + " " + shop.phase + " after";
    for (const FrozenAgent& agent : shop.earlier) {
      text += " " + agent.name;
      const fs::path folder = at("run") / "phases" / agent.name;
      EXPECT_EQ(agent.weights_hash, *hash_of_weights(folder));
    }
    seen.push_back(text);
    return Validation{{}, 0.5};
  };
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("run"), listener, false, 0, validate));
  EXPECT_EQ(seen, (std::vector<std::string>{"2 frontend after", "4 midend after frontend",
                                            "6 backend after frontend midend"}));
}

TEST_F(Agents, WithoutAVerifiedKernelAStepSaysSo) {
  config::RunConfig config = agents();
  config.phases = {"frontend", "midend"};
  config.grpo.steps = 1;
  const Submit refuse = [](verify::VerifyRequest request, verify::Verifier::Callback done) {
    verify::Verdict verdict;
    verdict.id = request.id;
    verdict.reason.code = "wrong_values";
    verdict.rejected_at = verify::Stage::kTiny;
    for (int stage = 1; stage <= verify::kStageCount; ++stage)
      verdict.stages.push_back({.stage = static_cast<verify::Stage>(stage)});
    done(std::make_shared<const verify::Verdict>(std::move(verdict)));
  };
  toy::Listener listener;
  StartOptions options;
  options.run_dir = at("run");
  auto session = start_session(config, options, listener, {refuse, {}});
  ASSERT_TRUE(session);
  const Result<void> done = (*session)->wait();
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(listener.warnings().size(), 1u);
  EXPECT_NE(listener.warnings()[0].find("no task of this step has a verified kernel"),
            std::string::npos);
}

}  // namespace
}  // namespace nereid::train

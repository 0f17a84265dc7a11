// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "engine/base/file.h"
#include "engine/record/store.h"
#include "engine/tasks/prompt.h"
#include "engine/train/internal/checkpoint.h"
#include "engine/train/internal/turns.h"
#include "tests/engine/train/toy_run.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;

config::RunConfig two_turns() {
  config::RunConfig config = toy::grpo_config();
  config.turns.count = 2;
  config.grpo.steps = 4;
  return config;
}

class TurnRuns : public testing::Test {
 protected:
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-turns"));
  fs::path at(const std::string& name) const { return folder_.path() / name; }

  std::vector<record::Episode> episodes(const std::string& run) const {
    auto reader = record::RunReader::open(at(run));
    EXPECT_TRUE(reader);
    std::int64_t cursor = 0;
    std::vector<record::Episode> all;
    const auto rows = (*reader)->episodes_since(cursor, 10000);
    EXPECT_TRUE(rows);
    for (const record::EpisodeRow& row : *rows) {
      all.push_back(*(*reader)->episode(row.id));
      EXPECT_EQ(all.back().turn, row.turn);
    }
    return all;
  }
  void expect_equal(const std::string& a, const std::string& b, std::int64_t step) const {
    EXPECT_EQ(toy::weights_hash_of(at(a), step), toy::weights_hash_of(at(b), step));
    EXPECT_EQ(toy::metrics_of(at(a)), toy::metrics_of(at(b)));
    EXPECT_EQ(toy::episodes_of(at(a)), toy::episodes_of(at(b)));
  }
};

using Key = record::EpisodeKey;

std::map<Key, record::Episode> by_key(std::vector<record::Episode> all) {
  std::map<Key, record::Episode> out;
  for (record::Episode& episode : all) {
    const Key key = episode.key;
    out.emplace(key, std::move(episode));
  }
  return out;
}

TEST_F(TurnRuns, ARejectedAnswerIsFollowedByOneThatSeesIt) {
  toy::Listener listener;
  const Result<void> done = toy::run(two_turns(), at("run"), listener);
  ASSERT_TRUE(done) << done.error().message;
  const std::map<Key, record::Episode> all = by_key(episodes("run"));
  std::set<Key> followed;
  int second = 0;
  for (const auto& [key, episode] : all) {
    if (episode.turn.number == 1) {
      EXPECT_LT(key.index, 4) << "K completions come first";
      EXPECT_EQ(episode.turn.before, -1);
      continue;
    }
    ++second;
    const Key before{key.step, key.group, episode.turn.before};
    ASSERT_TRUE(all.contains(before));
    EXPECT_TRUE(followed.insert(before).second) << "by one answer each";
    EXPECT_FALSE(all.at(before).verdict.accepted) << "an accepted one is settled";
    EXPECT_EQ(all.at(before).task_id, episode.task_id);
    EXPECT_NE(all.at(before).seed, episode.seed) << "new inputs";
    EXPECT_NE(episode.prompt.find(all.at(before).candidate), std::string::npos);
    const std::string why = "# rejected, " + all.at(before).verdict.reason.code + " in ";
    EXPECT_NE(episode.prompt.find(why), std::string::npos) << episode.prompt;
  }
  EXPECT_GT(second, 0);
  for (const auto& [key, episode] : all)
    if (episode.turn.number == 1 && !episode.verdict.accepted) {
      EXPECT_TRUE(followed.contains(key));
    }
  const auto checked = record::check_record(at("run"));
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->problems.empty()) << checked->problems.front();
}

// The advantages in the record, from its rewards and links alone.
TEST_F(TurnRuns, AdvantagesAreOfReturnsAmongAnswersOfOneTurnOrTask) {
  for (const std::string compare : {"turn", "task"}) {
    SCOPED_TRACE(compare);
    config::RunConfig config = two_turns();
    config.turns.compare = compare;
    config.turns.end = "never";
    toy::Listener listener;
    ASSERT_TRUE(toy::run(config, at(compare), listener, false, 2));
    const std::map<Key, record::Episode> all = by_key(episodes(compare));
    std::map<Key, double> returns;
    for (const auto& [key, episode] : all) returns[key] = episode.reward.total;
    for (const auto& [key, episode] : all)
      if (episode.turn.number == 2)
        returns[{key.step, key.group, episode.turn.before}] += 0.4 * episode.reward.total;
    std::map<std::tuple<std::int64_t, int, int>, std::vector<Key>> groups;
    for (const auto& [key, episode] : all)
      groups[{key.step, key.group, compare == "task" ? 0 : episode.turn.number}].push_back(key);
    int told_apart = 0;
    for (const auto& [group, keys] : groups) {
      EXPECT_EQ(keys.size(), compare == "task" ? 8u : 4u) << "no trajectory ends early";
      double mean = 0, squares = 0;
      for (const Key& key : keys) mean += returns[key] / static_cast<double>(keys.size());
      for (const Key& key : keys) squares += (returns[key] - mean) * (returns[key] - mean);
      const double deviation = std::sqrt(squares / static_cast<double>(keys.size() - 1));
      for (const Key& key : keys) {
        EXPECT_NEAR(all.at(key).advantage, (returns[key] - mean) / (deviation + 1e-4), 1e-9);
        EXPECT_NEAR(all.at(key).group_mean, mean, 1e-12);
        told_apart += all.at(key).advantage != 0 ? 1 : 0;
      }
    }
    EXPECT_GT(told_apart, 0);
  }
}

TEST_F(TurnRuns, OneTurnIsWhatItWasWithoutTheSetting) {
  config::RunConfig config = two_turns();
  config.turns = {};
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("plain"), listener));
  config.turns = {.discount = 0.9, .compare = "task", .end = "never"};
  ASSERT_TRUE(toy::run(config, at("set"), listener));
  expect_equal("plain", "set", 4);
  // The first turn of several asks what a single one does.
  ASSERT_TRUE(toy::run(two_turns(), at("two"), listener, false, 1));
  const std::map<Key, record::Episode> plain = by_key(episodes("plain"));
  for (const record::Episode& episode : episodes("two")) {
    if (episode.turn.number > 1) continue;
    EXPECT_EQ(episode.completion, plain.at(episode.key).completion);
    EXPECT_EQ(episode.seed, plain.at(episode.key).seed);
  }
}

TEST_F(TurnRuns, KilledAnywhereAndResumedEqualsUnbroken) {
  config::RunConfig config = two_turns();
  config.grpo.resample_rounds = 1;
  toy::Listener listener;
  ASSERT_TRUE(toy::run(config, at("unbroken"), listener));
  for (std::int64_t kill = 1; kill < 4; ++kill) {
    SCOPED_TRACE("killed after step " + std::to_string(kill));
    const std::string broken = "broken-" + std::to_string(kill);
    ASSERT_TRUE(toy::run(config, at(broken), listener, false, kill));
    fs::remove_all(at(broken) / checkpoint_name(kill));
    ASSERT_TRUE(toy::run(config, at(broken), listener, true));
    expect_equal("unbroken", broken, 4);
  }
  config.turns.discount = 0.5;
  const Result<void> refused = toy::run(config, at("unbroken"), listener, true);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("turns.discount was 0.4, is 0.5"), std::string::npos)
      << refused.error().message;
}

TEST_F(TurnRuns, BestOfNKeepsTheBestOfAllTurnsWithTheirPrompts) {
  config::RunConfig config = toy::best_of_n_config();
  config.turns.count = 3;
  toy::Listener listener;
  const Result<void> done = toy::run(config, at("run"), listener);
  ASSERT_TRUE(done) << done.error().message;
  int latest = 1;
  for (const record::Episode& episode : episodes("run"))
    latest = std::max(latest, episode.turn.number);
  EXPECT_GT(latest, 1);
  ASSERT_TRUE(toy::run(config, at("broken"), listener, false, 3));
  ASSERT_TRUE(toy::run(config, at("broken"), listener, true));
  expect_equal("run", "broken", 4);
}

TEST_F(TurnRuns, APromptWithoutRoomEndsThemAndIsCounted) {
  config::RunConfig config = two_turns();
  config.grpo.steps = 1;
  config.grpo.prompts_per_step = 4;
  toy::Listener listener;
  // Ever shorter, until some second prompts have no room while first ones still have.
  for (int limit = 160; limit >= 70; limit -= 10) {
    config.generation.max_prompt_length = limit;
    const std::string run = "limit-" + std::to_string(limit);
    const Result<void> done = toy::run(config, at(run), listener);
    ASSERT_TRUE(done) << done.error().message;
    int second = 0, wrong = 0;
    for (const record::Episode& episode : episodes(run)) {
      second += episode.turn.number > 1 ? 1 : 0;
      wrong += episode.turn.number == 1 && !episode.verdict.accepted ? 1 : 0;
    }
    const double too_long = toy::metrics_of(at(run)).at({1, "turns/too_long"});
    EXPECT_EQ(too_long, wrong - second) << "limit " << limit;
    if (too_long > 0) return;
  }
  ADD_FAILURE() << "no limit under which a second prompt has no room";
}

TEST_F(TurnRuns, ALimitThatLeavesNoRoomAtAllIsRefusedAtTheStart) {
  config::RunConfig config = two_turns();
  config.generation.max_prompt_length = 8;
  toy::Listener listener;
  const Result<void> refused = toy::run(config, at("run"), listener);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("turns.count"), std::string::npos);
  EXPECT_NE(refused.error().message.find("generation.max_prompt_length 8"), std::string::npos)
      << refused.error().message;
}

}  // namespace
}  // namespace nereid::train

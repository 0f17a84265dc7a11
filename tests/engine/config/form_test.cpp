// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/form.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/base/process.h"

namespace nereid::config {
namespace {

RunConfig preset(const std::string& name) {
  const Result<RunConfig> loaded = load_settings(name);
  EXPECT_TRUE(loaded) << name;
  return loaded ? *loaded : RunConfig();
}

TEST(Form, HasEverySettingOnceWithWords) {
  std::set<std::string> seen;
  const std::vector<SettingInfo> fields = schema();
  for (const SettingInfo& field : fields) {
    EXPECT_TRUE(seen.insert(field.key).second) << field.key;
    EXPECT_FALSE(field.help.empty()) << field.key;
    EXPECT_FALSE(field.accepts.empty()) << field.key;
    EXPECT_EQ(field.key, field.section.empty() ? field.name : field.section + "." + field.name);
    EXPECT_EQ(field.type == "choice", !field.choices.empty()) << field.key;
  }
  EXPECT_EQ(fields.size(), schema().size());
}

TEST(Form, TextsGoBackUnchanged) {
  for (const std::string& name : preset_names()) {
    const RunConfig config = preset(name);
    RunConfig copy;
    for (const SettingInfo& field : schema())
      EXPECT_EQ(assign_setting(copy, field.key, setting_text(config, field.key)), std::nullopt)
          << field.key;
    for (const PhaseBlock& block : config.phase)
      for (const auto& [key, text] : block.settings)
        EXPECT_EQ(assign_setting(copy, "phase." + block.name + "." + key, text), std::nullopt)
            << key;
    EXPECT_EQ(to_yaml(copy), to_yaml(config)) << name;
  }
}

TEST(Form, AWrongTextIsToldAndChangesNothing) {
  RunConfig config = preset("pocket");
  const std::string before = to_yaml(config);
  EXPECT_EQ(assign_setting(config, "grpo.num_generations", "1"),
            "expected a whole number from 2 to 65536, got 1");
  EXPECT_EQ(assign_setting(config, "grpo.loss_type", "ppo"),
            "expected grpo, dr_grpo or dapo, got ppo");
  EXPECT_EQ(assign_setting(config, "seed", ""),
            "expected a whole number of at least 0, got nothing");
  EXPECT_TRUE(assign_setting(config, "no.such", "1"));
  EXPECT_EQ(to_yaml(config), before);
}

TEST(Form, WhatIsAcceptedIsSaidAsInTheErrors) {
  RunConfig config;
  for (const SettingInfo& field : schema()) {
    // No number, list of numbers, truth value or choice reads like this.
    const auto problem = assign_setting(config, field.key, "\x01?");
    if (!problem) continue;
    EXPECT_NE(problem->find(field.accepts), std::string::npos) << *problem;
  }
}

TEST(Form, SettingsMayDisagreeWhileOneTypes) {
  RunConfig config = preset("pocket");
  EXPECT_EQ(assign_setting(config, "best_of_n.n", "2"), std::nullopt);
  const auto conflict = find_conflict(config);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->key, "best_of_n.k");
  EXPECT_EQ(assign_setting(config, "best_of_n.k", "2"), std::nullopt);
  EXPECT_FALSE(find_conflict(config));
}

/// The words that a real shell makes of the command.
std::vector<std::string> words_of(const std::string& command) {
  const auto done = run_captured({.argv = {"sh", "-c", "printf '%s\\036' " + command}});
  EXPECT_TRUE(done && done->status.ok());
  std::vector<std::string> words;
  std::string word;
  for (const char c : done ? done->out : std::string()) {
    if (c == '\x1e') {
      words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  return words;
}

TEST(Form, TheCommandMakesTheSameRun) {
  const RunConfig base = preset("pocket");
  EXPECT_EQ(train_command("pocket", base, base), "nereid train pocket");
  RunConfig config = base;
  config.name = "it's a \"test\" $HOME";
  config.tasks.levels = {2, 1};
  config.optimizer.learning_rate = 3.5e-5;
  config.extensions.multi_input = false;
  config.run.output = "/runs/with a space";
  const std::vector<std::string> words = words_of(train_command("pocket", base, config));
  ASSERT_EQ(words.size(), 3U + 5 * 2);
  EXPECT_EQ(words[2], "pocket");
  std::vector<std::string> assignments;
  for (std::size_t i = 4; i < words.size(); i += 2) {
    EXPECT_EQ(words[i - 1], "--set");
    assignments.push_back(words[i]);
  }
  RunConfig again = base;
  const Result<void> applied = apply_overrides(again, assignments);
  ASSERT_TRUE(applied) << applied.error().message;
  EXPECT_EQ(to_yaml(again), to_yaml(config));
}

}  // namespace
}  // namespace nereid::config

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/phases.h"

#include <gtest/gtest.h>

#include "engine/config/form.h"
#include "engine/config/steps.h"

namespace nereid::config {
namespace {

RunConfig must_parse(const std::string& yaml) {
  const Result<RunConfig> parsed = parse_settings(yaml, "test.yaml");
  if (!parsed) ADD_FAILURE() << parsed.error().message << "\n" << yaml;
  return parsed ? *parsed : RunConfig();
}

std::string error_of(const std::string& yaml) {
  const Result<RunConfig> parsed = parse_settings(yaml, "test.yaml");
  return parsed ? "no error" : parsed.error().message;
}

constexpr const char* kTwo = R"(
name: two
phases: [sft, best_of_n]
optimizer: {learning_rate: 1e-3}
phase:
  sft:
    sft:
      steps: 50
    optimizer.learning_rate: 1e-4
  best_of_n:
    best_of_n: {epochs: 2, steps: 3}
)";

TEST(Phases, ARunWithoutThemIsOne) {
  RunConfig config;
  config.method = "sft";
  const std::vector<Phase> phases = phases_of(config);
  ASSERT_EQ(phases.size(), 1u);
  EXPECT_EQ(phases[0].name, "sft");
  EXPECT_TRUE(differences(phases[0].settings, config).empty());
  EXPECT_EQ(method_text(config), "sft");
}

TEST(Phases, EachHasTheRunsSettingsItsNameAndItsBlock) {
  const RunConfig config = must_parse(kTwo);
  const std::vector<Phase> phases = phases_of(config);
  ASSERT_EQ(phases.size(), 2u);
  EXPECT_EQ(phases[0].settings.method, "sft");
  EXPECT_EQ(phases[0].settings.sft.steps, 50);
  EXPECT_EQ(phases[0].settings.optimizer.learning_rate, 1e-4);
  EXPECT_EQ(phases[1].settings.method, "best_of_n");
  EXPECT_EQ(phases[1].settings.optimizer.learning_rate, 1e-3) << "that of the run";
  EXPECT_EQ(phases[0].settings.seed, config.seed);
  EXPECT_NE(phases[1].settings.seed, config.seed);
  EXPECT_EQ(planned_steps(config), 50 + 2 * 3);
  EXPECT_EQ(method_text(config), "sft+best_of_n");
  EXPECT_EQ(start_of(phases, 1), 0u);
}

TEST(Phases, AgentsBeginWithWhatCameBeforeAllOfThem) {
  const RunConfig config = must_parse("phases: [sft, frontend, midend, backend]");
  const std::vector<Phase> phases = phases_of(config);
  for (const std::size_t i : {1u, 2u, 3u}) {
    EXPECT_EQ(phases[i].settings.method, "grpo");
    EXPECT_EQ(phases[i].settings.agent, phases[i].name);
    EXPECT_EQ(phases[i].settings.reward.role, phases[i].name);
    EXPECT_EQ(start_of(phases, i), 0u) << "an adapter of its own over the sft phase";
  }
  const std::vector<Phase> bare = phases_of(must_parse("phases: [frontend, midend]"));
  EXPECT_EQ(start_of(bare, 1), std::nullopt) << "the model itself";
  const std::vector<Phase> chosen =
      phases_of(must_parse("phases: [frontend, midend]\nphase: {midend: {start: frontend}}"));
  EXPECT_EQ(start_of(chosen, 1), 0u);
}

TEST(Phases, SurviveWritingAndReading) {
  RunConfig config = must_parse(kTwo);
  ASSERT_TRUE(apply_override(config, "phase.sft.sft.corpus=a \"b\": #c"));
  const RunConfig back = must_parse(to_yaml(config));
  EXPECT_TRUE(differences(back, config).empty());
  EXPECT_EQ(setting_text(back, "phase.sft.sft.corpus"), "a \"b\": #c");
  EXPECT_EQ(to_yaml(back), to_yaml(config));
}

TEST(Phases, TheCommandLineAndTheFormReachThem) {
  RunConfig config = must_parse(kTwo);
  const RunConfig before = config;
  ASSERT_TRUE(apply_override(config, "phase.best_of_n.best_of_n.k=1"));
  EXPECT_EQ(phases_of(config)[1].settings.best_of_n.k, 1);
  EXPECT_EQ(setting_text(config, "phase.best_of_n.best_of_n.k"), "1");
  EXPECT_EQ(assign_setting(config, "phase.sft.sft.steps", "7"), std::nullopt);
  const auto found = differences(before, config);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].first, "phase.sft.sft.steps");
  EXPECT_EQ(found[1].first, "phase.best_of_n.best_of_n.k");
  EXPECT_EQ(
      train_command("two.yaml", before, config),
      "nereid train two.yaml --set phase.sft.sft.steps=7 --set phase.best_of_n.best_of_n.k=1");
  // A setting of the run that no phase has for itself is told once.
  config = before;
  config.generation.top_k = 5;
  EXPECT_EQ(differences(before, config).size(), 1u);
}

/// What a shell would start with the command for `config`, by the assignments in it.
RunConfig reached_by_command(const RunConfig& base, const RunConfig& config) {
  std::string command = train_command("two.yaml", base, config);
  std::vector<std::string> assignments;
  for (std::size_t at = command.find(" --set "); at != std::string::npos;) {
    const std::size_t next = command.find(" --set ", at + 1);
    std::string word = command.substr(at + 7, next == std::string::npos ? next : next - at - 7);
    std::erase(word, '\'');
    assignments.push_back(word);
    at = next;
  }
  RunConfig reached = base;
  const Result<void> applied = apply_overrides(reached, assignments);
  EXPECT_TRUE(applied) << command << "\n" << (applied ? "" : applied.error().message);
  return reached;
}

TEST(Phases, TheCommandMakesTheSamePhases) {
  const RunConfig base = must_parse(kTwo);
  const auto same = [&](const RunConfig& config) {
    EXPECT_TRUE(differences(reached_by_command(base, config), config).empty())
        << train_command("two.yaml", base, config);
  };
  RunConfig config = base;
  unset_setting(config, "phase.sft.optimizer.learning_rate");
  EXPECT_EQ(setting_text(config, "phase.sft.optimizer.learning_rate"), "");
  same(config);
  // The run's value changes, the phase's stays: nothing of the phase differs before.
  config = base;
  assign_setting(config, "phase.best_of_n.optimizer.learning_rate", "1e-3");
  config.optimizer.learning_rate = 5e-4;
  same(config);
  config = base;
  set_phases(config, {"best_of_n", "grpo"});
  EXPECT_EQ(config.phase.size(), 1u) << "the block of sft is gone";
  assign_setting(config, "phase.grpo.grpo.steps", "9");
  same(config);
  config = base;
  set_phases(config, {});
  same(config);
  EXPECT_TRUE(reached_by_command(base, config).phases.empty());
}

TEST(Phases, AConflictNamesItsPhase) {
  RunConfig config = must_parse(kTwo);
  config.best_of_n.n = 2;
  const auto of_phase = find_conflict(config);
  ASSERT_TRUE(of_phase);
  EXPECT_EQ(of_phase->key, "best_of_n.k");
  EXPECT_EQ(of_phase->phase, "sft") << "the first one that it holds in";
  RunConfig single;
  single.best_of_n.n = 2;
  EXPECT_EQ(find_conflict(single)->phase, "");
}

TEST(Phases, StepsAreThoseOfEach) {
  RunConfig config = must_parse(kTwo);
  set_steps(config, 2);
  EXPECT_EQ(planned_steps(config), 4);
}

TEST(Phases, WhatCannotBeIsNamed) {
  EXPECT_EQ(error_of("phases: [sft, sft]"),
            "test.yaml:1: phases: expected each name once, got sft twice");
  EXPECT_EQ(error_of("phases: [\"a b\"]").substr(0, 50),
            "test.yaml:1: phases: expected names of letters, di");
  EXPECT_EQ(error_of("phases: [sft]\nphase:\n  sfx:\n    sft.steps: 3"),
            "test.yaml:3: phase.sfx: expected one of the phases (sft), got sfx");
  EXPECT_EQ(error_of("phases: [sft]\nphase:\n  sft:\n    optimizer:\n      learning_rat: 3"),
            "test.yaml:5: phase.sft.optimizer.learning_rat: unknown setting; did you mean "
            "phase.sft.optimizer.learning_rate?");
  EXPECT_EQ(error_of("phases: [sft]\nphase:\n  sft:\n    sft.steps: none"),
            "test.yaml:4: phase.sft.sft.steps: expected a whole number of at least 1, got none");
  EXPECT_EQ(
      error_of("phases: [sft]\nphase:\n  sft:\n    model.lora_rank: 4"),
      "test.yaml:4: phase.sft.model.lora_rank: expected a setting of one phase, got one of the "
      "whole run");
  EXPECT_EQ(error_of("phases: [sft]\nphase: 3"),
            "test.yaml:2: phase: expected a block for each phase, as \"sft:\" and below it its "
            "settings, got a single value");
  EXPECT_EQ(error_of("phases: [sft, midend]").substr(0, 60),
            "test.yaml: agent: expected a phase frontend before midend, w");
  EXPECT_EQ(error_of("phases: [sft, grpo]\nphase:\n  grpo:\n    start: later"),
            "test.yaml:4: phase.grpo.start: expected previous, model or the name of an earlier "
            "phase, got later (in the phase grpo)");
  EXPECT_EQ(
      error_of("phases: [sft, best_of_n]\nphase:\n  best_of_n:\n    best_of_n.k: 99"),
      "test.yaml:4: phase.best_of_n.best_of_n.k: expected at most best_of_n.n = 10, got 99 (in "
      "the phase best_of_n)");
  RunConfig config;
  const Result<void> wrong = apply_override(config, "phase.sft.sft.stps=3");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message,
            "phase.sft.sft.stps: unknown setting; did you mean phase.sft.sft.steps?");
}

}  // namespace
}  // namespace nereid::config

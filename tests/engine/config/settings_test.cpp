// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/settings.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

#include "engine/base/file.h"
#include "engine/config/ablation.h"
#include "engine/config/internal/fields.h"
#include "engine/config/internal/nearest.h"
#include "engine/config/phases.h"

namespace nereid::config {
namespace {

RunConfig must_parse(const std::string& yaml) {
  const Result<RunConfig> parsed = parse_settings(yaml, "test.yaml");
  if (!parsed) ADD_FAILURE() << parsed.error().message << "\n" << yaml;
  return parsed ? *parsed : RunConfig();
}

/// Gives a setting an allowed value other than its present one.
struct Change {
  const Rule& rule;
  void operator()(bool* value) const { *value = !*value; }
  void operator()(int* value) const { *value += *value + 1 <= rule.max ? 1 : -1; }
  void operator()(std::uint64_t* value) const { *value = UINT64_MAX - 7; }
  void operator()(double* value) const {
    *value = std::nextafter(*value, *value < rule.max ? 1e9 : 0);
  }
  void operator()(std::string* value) const {
    if (!rule.choices.empty())
      *value = *value == rule.choices[0] ? rule.choices[1] : rule.choices[0];
    else
      *value = rule.expected.starts_with("auto") ? "cuda:3" : "a \"b\": #c\n\t'd' \xC3\xA9 \x01";
  }
  void operator()(std::vector<std::string>* value) const { *value = {"x, y", "[z]", "~", "null"}; }
  void operator()(std::vector<int>* value) const { *value = {4, 2}; }
  void operator()(std::vector<double>* value) const { *value = {0.1, 1e-7, 3}; }
  void operator()(std::optional<double>* value) const { *value = 1e-7; }
};

TEST(Settings, DefaultsReadBackEqual) {
  const RunConfig defaults;
  EXPECT_TRUE(differences(must_parse(to_yaml(defaults)), defaults).empty());
}

TEST(Settings, EverySettingSurvivesWritingAndReadingAlone) {
  RunConfig config;
  for (std::size_t i = 0; i < fields_of(config).size(); ++i) {
    RunConfig changed;
    const Field field = fields_of(changed)[i];
    std::visit(Change{field.rule}, field.value);
    if (!check_settings(changed))
      continue;  // e.g. lora_rank alone is fine, but path = new with lora is not
    const auto from_default = differences(changed, RunConfig());
    ASSERT_EQ(from_default.size(), 1U) << field.key();
    EXPECT_EQ(from_default[0].first, field.key());
    const auto lost = differences(must_parse(to_yaml(changed)), changed);
    EXPECT_TRUE(lost.empty()) << field.key() << ": " << lost[0].second.first << " for "
                              << lost[0].second.second;
  }
}

TEST(Settings, NumbersKeepEveryBit) {
  RunConfig config;
  for (const double value :
       {1e-4, 0.1, 1.0 / 3, 1e-300, 12345678901234.5, std::nextafter(1.0, 2.0)}) {
    config.optimizer.learning_rate = value;
    EXPECT_EQ(must_parse(to_yaml(config)).optimizer.learning_rate, value);
  }
}

TEST(Settings, EmptySectionsCommentsAndListsAreRead) {
  const RunConfig config = must_parse(
      "# a comment\n"
      "grpo:\n"
      "#  beta: 1\n"
      "tasks:\n"
      "  levels: 2        # a lone value is a list of one\n"
      "model:\n"
      "  lora_targets:\n"
      "  - q_proj\n"
      "  - \"v_proj\"\n"
      "optimizer: {learning_rate: 3e-5, warmup_steps: 7}\n"
      "grpo.epsilon: 0.3\n"
      "name: 123\n");
  EXPECT_EQ(config.grpo.epsilon, 0.3);
  EXPECT_EQ(config.grpo.beta, 0);
  EXPECT_EQ(config.tasks.levels, std::vector<int>{2});
  EXPECT_EQ(config.model.lora_targets, (std::vector<std::string>{"q_proj", "v_proj"}));
  EXPECT_EQ(config.optimizer.learning_rate, 3e-5);
  EXPECT_EQ(config.optimizer.warmup_steps, 7);
  EXPECT_EQ(config.name, "123");
}

TEST(Settings, SchemaDescribesEverySettingOnce) {
  std::set<std::string> keys;
  for (const SettingInfo& info : schema()) {
    EXPECT_TRUE(keys.insert(info.key).second) << info.key;
    EXPECT_TRUE(info.help.ends_with(".")) << info.key;
    EXPECT_EQ(info.type == "choice", !info.choices.empty()) << info.key;
    RunConfig config;
    EXPECT_TRUE(apply_override(
        config, info.key + "=" +
                    (info.type == "text" && info.default_text == "\"\"" ? "" : info.default_text)))
        << info.key;
    EXPECT_TRUE(differences(config, RunConfig()).empty()) << info.key;
  }
  EXPECT_TRUE(keys.contains("grpo.num_generations"));
  EXPECT_TRUE(keys.contains("extensions.calibrated_timing"));
  EXPECT_GE(keys.size(), 70U);
}

TEST(Settings, OverridesAreCheckedLikeYaml) {
  RunConfig config;
  ASSERT_TRUE(apply_override(config, "grpo.steps=20"));
  // Checked together: the generator has two levels, a folder may have more.
  ASSERT_TRUE(apply_overrides(config, {"tasks.levels=[1, 2, 3]", "tasks.source=tasks"}));
  ASSERT_TRUE(apply_override(config, "model.lora_targets=q_proj,v_proj"));
  ASSERT_TRUE(apply_override(config, "run.output=a=b"));
  EXPECT_EQ(config.grpo.steps, 20);
  EXPECT_EQ(config.tasks.levels, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(config.model.lora_targets, (std::vector<std::string>{"q_proj", "v_proj"}));
  EXPECT_EQ(config.run.output, "a=b");
}

TEST(Settings, OverridesTogetherAreAllOrNothing) {
  RunConfig config;
  // n = 2 alone contradicts the default k = 3.
  EXPECT_FALSE(apply_override(config, "best_of_n.n=2"));
  EXPECT_EQ(config.best_of_n.n, 10);
  EXPECT_TRUE(apply_overrides(config, {"best_of_n.n=2", "best_of_n.k=1"}));
  EXPECT_EQ(config.best_of_n.n, 2);
  EXPECT_FALSE(apply_overrides(config, {"grpo.steps=9", "grpo.steps=x"}));
  EXPECT_EQ(config.grpo.steps, 150);
}

TEST(Presets, AllAreThereAndReadBackEqual) {
  const std::vector<std::string> names = preset_names();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names[0], "pocket");
  const std::set<std::string> known(names.begin(), names.end());
  for (const char* name :
       {"pocket", "pocket-sft", "pocket-best-of-n", "smollm2", "beyond-tritonrl", "two-agent",
        "tritonrl", "pocket-beyond-tritonrl", "pocket-two-agent", "pocket-tritonrl"})
    EXPECT_TRUE(known.contains(name)) << name;
  for (const std::string& name : names) {
    const Result<RunConfig> config = load_settings(name);
    ASSERT_TRUE(config) << config.error().message;
    const auto lost = differences(must_parse(to_yaml(*config)), *config);
    EXPECT_TRUE(lost.empty()) << name << " " << lost[0].first;
  }
}

TEST(Presets, HoldThePublishedValues) {
  const RunConfig pocket = *load_settings("pocket");
  EXPECT_EQ(pocket.method, "grpo");
  EXPECT_EQ(pocket.grpo.steps, 150);
  EXPECT_EQ(pocket.grpo.num_generations * pocket.grpo.prompts_per_step, 32);
  EXPECT_EQ(pocket.optimizer.learning_rate, 1.2e-4);
  EXPECT_EQ(pocket.grpo.beta, 0);
  EXPECT_EQ(pocket.generation.temperature, 1);

  const RunConfig sft = *load_settings("pocket-sft");
  EXPECT_EQ(sft.method, "sft");
  EXPECT_EQ(sft.model.path, "new");
  EXPECT_EQ(sft.sft.steps, 3500);
  EXPECT_EQ(sft.sft.batch_size, 128);
  EXPECT_EQ(sft.optimizer.learning_rate, 3e-3);
  EXPECT_EQ(sft.optimizer.lr_scheduler_type, "cosine");
  EXPECT_GT(sft.optimizer.warmup_steps, 0);

  const RunConfig two_agent = *load_settings("two-agent");
  EXPECT_EQ(two_agent.phases, (std::vector<std::string>{"frontend", "midend", "backend"}));
  EXPECT_EQ(two_agent.grpo.num_generations, 4);
  EXPECT_EQ(two_agent.grpo.beta, 0.1);
  EXPECT_EQ(two_agent.optimizer.learning_rate, 1e-6);
  EXPECT_EQ(two_agent.model.lora_rank, 16);
  EXPECT_EQ(two_agent.model.lora_alpha, 32);
  EXPECT_EQ(two_agent.model.lora_dropout, 0.05);

  const std::vector<Phase> beyond = phases_of(*load_settings("beyond-tritonrl"));
  ASSERT_EQ(beyond.size(), 2U);
  EXPECT_EQ(beyond[0].settings.method, "sft");
  EXPECT_EQ(beyond[0].settings.sft.samples, 200);
  EXPECT_EQ(beyond[0].settings.sft.batch_size, 4);
  EXPECT_EQ(beyond[0].settings.sft.steps, 50);
  EXPECT_EQ(beyond[1].settings.method, "best_of_n");
  EXPECT_EQ(beyond[1].settings.best_of_n.n, 10);
  EXPECT_EQ(beyond[1].settings.best_of_n.k, 3);
  EXPECT_EQ(beyond[1].settings.best_of_n.epochs, 2);
  EXPECT_EQ(beyond[1].settings.model.adapter, "lora");
  EXPECT_EQ(beyond[1].settings.model.dtype, "int8");

  const std::vector<Phase> tritonrl = phases_of(*load_settings("tritonrl"));
  ASSERT_EQ(tritonrl.size(), 2U);
  EXPECT_EQ(tritonrl[0].settings.optimizer.learning_rate, 1e-5);
  EXPECT_EQ(tritonrl[1].settings.optimizer.learning_rate, 1e-6);
  EXPECT_EQ(tritonrl[1].settings.reward.name, "hierarchical");
  EXPECT_EQ(tritonrl[1].settings.hierarchy.alpha, 0.1);
}

TEST(Ablation, SixteenDifferentCells) {
  const std::vector<AblationCell> cells = ablation_matrix();
  ASSERT_EQ(cells.size(), 16U);
  EXPECT_EQ(cells.front().name, "none");
  EXPECT_EQ(cells.back().name, "all");
  std::set<std::string> names;
  std::set<std::array<bool, 4>> combinations;
  for (const AblationCell& cell : cells) {
    const Extensions& e = cell.extensions;
    names.insert(cell.name);
    combinations.insert(
        {e.multi_input, e.staged_evaluation, e.adaptive_curriculum, e.calibrated_timing});
    EXPECT_EQ(cell.name == "all" || cell.name.find("staged_evaluation") != std::string::npos,
              e.staged_evaluation);
  }
  EXPECT_EQ(names.size(), 16U);
  EXPECT_EQ(combinations.size(), 16U);
}

TEST(Ablation, RunsDifferInNameAndSwitchesOnly) {
  RunConfig base;
  base.name = "base";
  for (const RunConfig& run : ablation_runs(base))
    for (const auto& [key, texts] : differences(run, base))
      EXPECT_TRUE(key == "name" || key.starts_with("extensions.")) << key;
}

TEST(Nearest, DistanceCountsEdits) {
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", "abc"), 0);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("setps", "steps"), 1);  // neighbours swapped
  EXPECT_FALSE(nearest_word("zzzzzz", {"alpha", "beta"}));
}

}  // namespace
}  // namespace nereid::config

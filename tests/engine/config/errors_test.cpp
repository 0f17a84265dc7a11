// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>

#include "engine/base/file.h"
#include "engine/config/settings.h"

namespace nereid::config {
namespace {

struct BadYaml {
  const char* name;
  std::string yaml;
  std::string message;  ///< the whole message, or its start when it ends with "..."
};

void PrintTo(const BadYaml& bad, std::ostream* out) {
  *out << bad.name;
}

class BadYamlTest : public testing::TestWithParam<BadYaml> {};

TEST_P(BadYamlTest, IsRefusedWithItsLine) {
  const BadYaml& bad = GetParam();
  const Result<RunConfig> parsed = parse_settings(bad.yaml, "run.yaml");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, ErrorCode::kInvalidArgument);
  const std::string& message = parsed.error().message;
  if (bad.message.ends_with("..."))
    EXPECT_EQ(message.substr(0, bad.message.size() - 3),
              bad.message.substr(0, bad.message.size() - 3));
  else
    EXPECT_EQ(message, bad.message);
}

const BadYaml kBad[] = {
    {"UnknownAtTop", "name: a\nsede: 1\n", "run.yaml:2: sede: unknown setting; did you mean seed?"},
    {"UnknownInSection", "grpo:\n  steps: 3\n  num_generation: 4\n",
     "run.yaml:3: grpo.num_generation: unknown setting; did you mean grpo.num_generations?"},
    {"RightNameWrongSection", "beta: 0.1\n",
     "run.yaml:1: beta: unknown setting; did you mean grpo.beta?"},
    {"UnknownSection", "optimiser:\n  learning_rate: 1\n",
     "run.yaml:1: optimiser: unknown setting..."},
    {"UnlikeAnything", "qqqqqqqq: 1\n", "run.yaml:1: qqqqqqqq: unknown setting"},
    {"DottedKeyAndSection", "grpo.beta: 1\ngrpo:\n  beta: 2\n",
     "run.yaml:3: grpo.beta: given twice, first in line 1"},
    {"WrongTypeOfNumber", "\n\noptimizer:\n  learning_rate: fast\n",
     "run.yaml:4: optimizer.learning_rate: expected a number above 0, got fast"},
    {"QuotedNumber", "seed: \"3\"\n",
     "run.yaml:1: seed: expected a whole number of at least 0, got \"3\""},
    {"FractionForInt", "grpo: {steps: 1.5}\n",
     "run.yaml:1: grpo.steps: expected a whole number of at least 1, got 1.5"},
    {"TooLargeForInt", "grpo: {steps: 99999999999}\n",
     "run.yaml:1: grpo.steps: expected a whole number of at least 1, got 99999999999"},
    {"NegativeSeed", "seed: -1\n",
     "run.yaml:1: seed: expected a whole number of at least 0, got -1"},
    {"NoMilestones", "reward: {milestones: []}\n",
     "run.yaml:1: reward.milestones: expected at least one speedup, got an empty list"},
    {"FallingMilestones", "reward:\n  milestones: [1, 2, 1.5]\n",
     "run.yaml:2: reward.milestones: expected speedups in rising order, got [1, 2, 1.5]"},
    {"EqualMilestones", "reward: {milestones: [2, 2]}\n",
     "run.yaml:1: reward.milestones: expected speedups in rising order, got [2, 2]"},
    {"MilestoneOfZero", "reward: {milestones: [0, 1]}\n",
     "run.yaml:1: reward.milestones: expected a list of numbers, each one above 0, got 0"},
    {"MilestoneThatIsNoNumber", "reward: {milestones: [1, fast]}\n",
     "run.yaml:1: reward.milestones: expected a list of numbers, each one above 0, got fast"},
    {"NegativeTolerance", "verify: {rtol: -1e-3, atol: 0}\n",
     "run.yaml:1: verify.rtol: expected none or a number of at least 0, got -1e-3"},
    {"ToleranceThatIsNoNumber", "verify:\n  atol: .nan\n",
     "run.yaml:2: verify.atol: expected none or a number of at least 0, got .nan"},
    {"ToleranceThatIsNan", "verify:\n  atol: nan\n",
     "run.yaml:2: verify.atol: expected none or a number of at least 0, got nan"},
    {"InfiniteTolerance", "verify:\n  rtol: inf\n  atol: 1\n",
     "run.yaml:2: verify.rtol: expected none or a number of at least 0, got inf"},
    {"HalfATolerance", "verify:\n  thorough: true\n  atol: 0.01\n",
     "run.yaml:3: verify.atol: expected none where verify.rtol is none (a tolerance needs both), "
     "got 0.01"},
    {"BelowRange", "grpo:\n  epsilon: -0.2\n",
     "run.yaml:2: grpo.epsilon: expected a number above 0 and at most 1, got -0.2"},
    {"NoTurn", "turns:\n  count: 0\n",
     "run.yaml:2: turns.count: expected a whole number from 1 to 64, got 0"},
    {"DiscountAboveOne", "turns: {count: 2, discount: 2}\n",
     "run.yaml:1: turns.discount: expected a number from 0 to 1, got 2"},
    {"TurnsOfSft", "method: sft\nturns:\n  count: 2\n",
     "run.yaml:3: turns.count: expected 1 for method = sft (its answers are given), got 2"},
    {"TurnsOfAnSftPhase", "phases: [sft, grpo]\nphase:\n  sft:\n    turns: {count: 3}\n",
     "run.yaml:4: phase.sft.turns.count: expected 1 for method = sft (its answers are given), got "
     "3 (in the phase sft)"},
    {"UnlikelyEndOfTurns", "turns: {end: setled}\n", "run.yaml:1: turns.end: expected ..."},
    {"OneCompletionAGroup", "grpo: {num_generations: 1}\n",
     "run.yaml:1: grpo.num_generations: expected a whole number from 2 to 65536, got 1"},
    {"NotANumber", "grpo: {beta: .nan}\n",
     "run.yaml:1: grpo.beta: expected a number of at least 0, got .nan"},
    {"Infinity", "grpo: {beta: inf}\n",
     "run.yaml:1: grpo.beta: expected a number of at least 0, got inf"},
    {"OldTruthValue", "extensions:\n  multi_input: yes\n",
     "run.yaml:2: extensions.multi_input: expected true or false, got yes"},
    {"UnknownChoice", "method: ppo\n",
     "run.yaml:1: method: expected sft, grpo or best_of_n, got ppo"},
    {"BadDevice", "model: {device: gpu}\n",
     "run.yaml:1: model.device: expected auto, cpu, cuda or cuda:N, got gpu"},
    {"Nothing", "seed:\nname: x\n", "run.yaml:1: seed: expected a value, got nothing"},
    {"EmptyName", "name: \"\"\n", "run.yaml:1: name: expected a name, got an empty text"},
    {"ListForNumber", "seed: [1, 2]\n",
     "run.yaml:1: seed: expected a whole number of at least 0, got a list of 2"},
    {"MapForNumber", "seed:\n  x: 1\n", "run.yaml:1: seed: expected a value, got a map"},
    {"ValueForSection", "name: x\ngrpo: 3\n",
     "run.yaml:2: grpo: expected indented \"key: value\" lines, got a single value"},
    {"BadListItem", "tasks:\n  levels: [1, two]\n",
     "run.yaml:2: tasks.levels: expected a list of whole numbers from 1 to 4, got two"},
    {"DuplicateKey", "seed: 1\nname: x\nseed: 2\n",
     "run.yaml:3: seed: given twice, first in line 1"},
    {"DuplicateSection", "grpo:\n  steps: 1\ngrpo:\n  beta: 1\n",
     "run.yaml:3: grpo: given twice, first in line 1"},
    {"DuplicateInSection", "grpo:\n  steps: 1\n  steps: 2\n",
     "run.yaml:3: grpo.steps: given twice, first in line 2"},
    {"BrokenYaml", "name: x\ngrpo: [1, 2\nseed: 3\n", "run.yaml:3: broken YAML: ..."},
    {"BrokenIndent", "grpo:\n  steps: 1\n beta: 2\n", "run.yaml:3: broken YAML: ..."},
    {"Tab", "grpo:\n\tsteps: 1\n", "run.yaml:2: broken YAML: ..."},
    {"TwoDocuments", "seed: 1\n---\nseed: 2\n", "run.yaml:3: expected one document..."},
    {"Empty", "", "run.yaml:1: expected settings, the file is empty; start from a preset"},
    {"OnlyComments", "# nothing\n",
     "run.yaml:1: expected settings, the file is empty; start from a preset"},
    {"PlainText", "just words\n", "run.yaml:1: expected settings as \"key: value\" lines"},
    {"NotUtf8", "name: x\nseed: 1 # \xE9t\xE9\n",
     "run.yaml:2: expected UTF-8 text, got the byte 0xe9; save the file as UTF-8"},
    {"MoreKeptThanSampled", "best_of_n:\n  n: 4\n  k: 5\n",
     "run.yaml:3: best_of_n.k: expected at most best_of_n.n = 4, got 5"},
    {"HeadsDoNotDivide", "model:\n  path: new\n  heads: 3\n",
     "run.yaml: model.hidden_size: expected a multiple of model.heads = 3, got 128"},
    {"NoLevels", "tasks:\n  levels: []\n",
     "run.yaml:2: tasks.levels: expected at least one level, got an empty list"},
    {"LoraOnNewModel", "model:\n  path: new\n  adapter: lora\n",
     "run.yaml:3: model.adapter: expected none for ..."},
    {"EightBitsWithoutAdapters", "model:\n  dtype: int8\n",
     "run.yaml:2: model.dtype: expected float32 or bfloat16 for model.adapter = none ..."},
};
INSTANTIATE_TEST_SUITE_P(Settings, BadYamlTest, testing::ValuesIn(kBad),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(BadOverride, SaysWhatIsWrong) {
  RunConfig config;
  const auto message = [&](const std::string& assignment) {
    const Result<void> done = apply_override(config, assignment);
    return done ? std::string("accepted") : done.error().message;
  };
  EXPECT_EQ(message("grpo.step=3"), "grpo.step: unknown setting; did you mean grpo.steps?");
  EXPECT_EQ(message("learning_rate=3"),
            "learning_rate: unknown setting; did you mean optimizer.learning_rate?");
  EXPECT_EQ(message("grpo.steps=many"),
            "grpo.steps: expected a whole number of at least 1, got many");
  EXPECT_EQ(message("grpo.steps="),
            "grpo.steps: expected a whole number of at least 1, got nothing");
  EXPECT_EQ(message("grpo.steps"), "grpo.steps: expected key=value, e.g. grpo.steps=20");
  EXPECT_EQ(message("=3"), "=3: expected key=value, e.g. grpo.steps=20");
  EXPECT_TRUE(differences(config, RunConfig()).empty());
}

TEST(BadFile, UnknownPresetListsTheKnownOnes) {
  const Result<RunConfig> got = load_settings("poket");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::kNotFound);
  EXPECT_NE(got.error().message.find("did you mean pocket?"), std::string::npos)
      << got.error().message;
  EXPECT_NE(got.error().message.find("two-agent"), std::string::npos) << got.error().message;
}

TEST(BadFile, MissingFileAndNoiseAreErrors) {
  EXPECT_EQ(load_settings("/no/such/run.yaml").error().code, ErrorCode::kNotFound);
  const TemporaryDirectory folder = std::move(*TemporaryDirectory::make());
  const auto file = folder.path() / "noise.yaml";
  std::string noise;
  for (int i = 0; i < 5000; ++i) noise += static_cast<char>(i * i * 31 + i);
  ASSERT_TRUE(atomic_write_file(file, noise));
  const Result<RunConfig> got = load_settings(file.string());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().message.find(file.string() + ":"), 0U) << got.error().message;
}

TEST(BadFile, DeepAndRepeatedNestingIsRefused) {
  EXPECT_FALSE(parse_settings(std::string(50'000, '['), "deep.yaml"));
  EXPECT_FALSE(parse_settings("seed: &a [*a]\n", "loop.yaml"));
}

}  // namespace
}  // namespace nereid::config

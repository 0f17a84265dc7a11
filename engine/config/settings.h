// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace nereid::config {

/// The four switches of the Beyond TritonRL report. Each changes behaviour by itself.
struct Extensions {
  bool multi_input = true;
  bool staged_evaluation = true;
  bool adaptive_curriculum = true;
  bool calibrated_timing = true;
};

struct ModelSettings {
  std::string path = "pocket";   ///< "pocket", a GGUF file or a folder with config.json,
                                 ///< model.safetensors, tokenizer.json
  std::string adapter = "none";  ///< "none" (full fine-tuning) or "lora"
  int lora_rank = 16;
  double lora_alpha = 32;
  double lora_dropout = 0;
  std::vector<std::string> lora_targets = {"q_proj",    "k_proj",  "v_proj",   "o_proj",
                                           "gate_proj", "up_proj", "down_proj"};
  std::string device = "auto";    ///< "auto", "cpu" or "cuda:N"
  std::string dtype = "float32";  ///< "float32", "bfloat16" or, with adapter = lora, "int8"
  bool shard_base = false;  ///< of several ranks each holds a part of the frozen layers; with lora
  bool fp8 = false;  ///< with lora, bfloat16 and a GPU that has them: products of the base in fp8
                     ///< while it learns
  /// Are inputs of adapters dropped, in each row other ones?
  bool drops_inputs() const { return adapter == "lora" && lora_dropout > 0; }
  // Only for a model that is made from scratch (path: "new"); defaults are the pocket model's.
  int hidden_size = 128, layers = 4, heads = 4, kv_heads = 4, intermediate_size = 352,
      max_positions = 1024;
};

struct TaskSettings {
  std::string source = "synthetic";  ///< "synthetic" or a folder (KernelBench layout)
  std::string exclude;               ///< file with the ids of tasks that are left out; empty = none
  std::vector<int> levels = {1, 2};
  double validation_share = 0.1, test_share = 0.1;  ///< of a folder, never trained on
  double level2_share = 0.25;                       ///< fixed p(L2) when the curriculum is off
  int curriculum_window = 200;
  std::string curriculum_counts = "correct";  ///< "correct" or "raw"
  std::uint64_t seed = 0;
};

/// Tokens of a completion where nothing else is said: the longest answer that the task generator
/// writes, in the pocket model's tokens, fits.
inline constexpr int kDefaultCompletionLength = 640;

struct GenerationSettings {
  int max_prompt_length = 512;
  int max_completion_length = kDefaultCompletionLength;
  double temperature = 1.0;
  double top_p = 1.0;
  int top_k = 0;
  double min_p = 0;
};

struct SftSettings {
  std::string corpus =
      "unverified";  ///< a name of tasks::corpus_names() or a JSONL file of {prompt, completion}
  int samples = 240000;
  double level2_share = 0.75;  ///< of a generated corpus
  int batch_size = 128;
  int steps = 3500;
};

struct GrpoSettings {
  int prompts_per_step = 4;
  int num_generations = 8;  ///< K
  int num_iterations = 1;   ///< mu, updates per rollout
  double beta = 0;          ///< KL weight
  bool use_bias_correction_kl = false;
  double epsilon = 0.2;
  double epsilon_high = 0.2;
  std::string loss_type = "dapo";       ///< "grpo", "dr_grpo" or "dapo"
  std::string scale_rewards = "group";  ///< "group", "batch" or "none"
  std::string group_baseline = "mean";  ///< "mean" or "leave_one_out"
  double advantage_clip = 0;            ///< 0 = off
  int resample_rounds = 0;              ///< for groups of equal rewards; 0 = they stay
  bool mask_truncated_completions = false;
  int steps = 150;
};

/// Answers to one task that follow one another: each is asked for with the one before it and what
/// the verifier said of it. For grpo and best_of_n.
struct TurnSettings {
  int count = 1;                 ///< at most, of each completion
  double discount = 0.4;         ///< of the rewards that come after an answer
  std::string compare = "turn";  ///< answers of one "turn", or all of the "task"
  std::string end = "settled";   ///< before the last turn: "settled", "accepted" or "never"
  int prompt_version = 1;        ///< resources/prompts/turn-VERSION.txt
};

/// Rewards of plan and code tokens apart; with reward.name = hierarchical.
struct HierarchySettings {
  double alpha = 0.1;                   ///< weight of the plan's objective
  std::string code_reward = "correct";  ///< "correct" or "speed"
  std::string divisor = "class";        ///< tokens of the "class" or of the whole "completion"
  std::string prose = "plan";           ///< text between and after: "plan" or "masked"
};

struct BestOfNSettings {
  int n = 10;
  int k = 3;
  double min_reward = 0.7;
  std::string keep = "threshold";  ///< "threshold" or "topk_always"
  std::string loss = "uniform";    ///< "uniform" or "reward_weighted"
  int epochs = 2;
  int tasks_per_step = 4;
  int steps = 100;  ///< of one epoch; 0 = each task of the folder once
  /// Base of an OpenAI-compatible endpoint whose model writes the samples; empty = the policy does.
  std::string endpoint;
  std::string endpoint_model;    ///< as the endpoint calls it
  std::string endpoint_key_env;  ///< environment variable with the key; empty = no key is sent
  int endpoint_concurrency = 4;  ///< questions on their way at once
};

struct OptimizerSettings {
  double learning_rate = 1e-4;
  std::string lr_scheduler_type = "constant";  ///< "cosine", "linear" or "constant"
  int warmup_steps = 0;
  double adam_beta1 = 0.9, adam_beta2 = 0.999, adam_epsilon = 1e-8;
  double weight_decay = 0;
  double max_grad_norm = 1.0;
  std::string moments = "float32";  ///< of AdamW: "float32" or "int8"
};

struct RewardChoice {
  std::string name = "staged";
  double failure = 0;
  double speedup_cap = 3;
  std::string role = "frontend";
  std::string score = "clip2";  ///< "clip2", "log2", "milestones" or "literal_1.0"
  std::vector<double> milestones = {1, 1.5, 2, 3};  ///< speedups, ascending
  std::string baseline = "eager";                   ///< "eager" or "min_eager_compile"
  std::string speed = "measured";                   ///< "measured" or "modelled"
};

/// What agents are asked with and what they work on.
struct AgentSettings {
  int prompt_version = 1;   ///< resources/prompts/AGENT-VERSION.txt
  int kernel_samples = 4;   ///< answers an earlier agent gives for one task
  int kernel_attempts = 4;  ///< tasks tried for one place
  std::string device = "H200";
};

struct VerifySettings {
  std::string device = "auto";
  std::string policy = "full";  ///< "full" or "best-system"
  int jobs = 0;                 ///< 0 = shared deliberately with the trainer
  double compile_limit_s = 20, run_limit_s = 20;
  std::string inputs = "report";  ///< acceptance asks for "task", "report" or "all" (InputScope)
  std::string several_blocks = "last";  ///< in one answer: "last" counts, or it is "invalid"
  /// Both set: torch.allclose with these in place of the verifier's bounds.
  std::optional<double> rtol, atol;
  bool thorough = true;  ///< with extensions.multi_input: more variants beside the five
  std::string timing_method = "nereid";  ///< with extensions.calibrated_timing; or "report"
  std::string modelled_device = "none";  ///< a name of verify::modelled_devices()
  bool keep = true;                      ///< verdicts and compilations, for later runs
  double keep_days = 30;
  double keep_gib = 2;
};

/// A language model whose opinion of candidates is asked for: advice, which decides nothing.
struct AdvisorSettings {
  std::string url;      ///< base of an OpenAI-compatible endpoint; empty = nobody is asked
  std::string model;    ///< as the endpoint calls it
  std::string key_env;  ///< environment variable with the key; empty = no key is sent
  std::string ca_file;  ///< certificates to trust, PEM; empty = those of the system
  std::string prompt = "advisor-1";  ///< a shipped one, or a file
  double temperature = 0;
  double top_p = 1;
  int max_tokens = 4096;  ///< of an answer, its reasoning included
  double timeout_s = 300;
  int concurrency = 4;  ///< questions on their way at once
};

struct EvaluateSettings {
  int every = 0;  ///< steps between validations; 0 = none
  int samples_per_level = 64;
  int turns = 1;  ///< answers that each sample has, at most
};

struct RunSettings {
  int checkpoint_every = 10;  ///< steps
  int keep_checkpoints = 2;
  int trainer_threads = 0;  ///< 0 = shared deliberately with the judges
  std::string output = "";  ///< run folder; empty = a new one under the runs folder
};

/// What one phase sets otherwise than the run: the block "phase.NAME" of the YAML.
struct PhaseBlock {
  std::string name;
  std::vector<std::pair<std::string, std::string>> settings;  ///< key, value as typed
  bool operator==(const PhaseBlock&) const = default;
};

/// Everything that decides a run. One schema: YAML, command line, form and comparison walk
/// `schema()`.
struct RunConfig {
  std::string name = "run";
  std::string method = "grpo";      ///< "sft", "grpo" or "best_of_n"
  std::vector<std::string> phases;  ///< names, in order; empty = the run is one phase (phases.h)
  std::vector<PhaseBlock> phase;    ///< blocks of some of them
  std::string start = "previous";   ///< weights a phase begins with (phases.h)
  std::string agent = "none";       ///< "none", "frontend", "midend" or "backend"
  std::uint64_t seed = 0;
  ModelSettings model;
  TaskSettings tasks;
  GenerationSettings generation;
  SftSettings sft;
  GrpoSettings grpo;
  TurnSettings turns;
  HierarchySettings hierarchy;
  BestOfNSettings best_of_n;
  OptimizerSettings optimizer;
  RewardChoice reward;
  AgentSettings agents;
  Extensions extensions;
  VerifySettings verify;
  AdvisorSettings advisor;
  EvaluateSettings evaluate;
  RunSettings run;
};

/// One setting: where it lives, what it accepts, what it means.
struct SettingInfo {
  std::string key;      ///< dotted, e.g. "grpo.num_generations"
  std::string section;  ///< "grpo"; empty for the settings at the top
  std::string name;     ///< "num_generations"
  std::string type;     ///< "bool", "int", "number", "text", "choice", "list"
  std::string unit;     ///< what the number counts: "tokens", "steps", "s"; empty = nothing
  std::string accepts;  ///< in the words of its errors: "a whole number from 1 to 4096"
  std::string help;     ///< one sentence, translatable
  std::vector<std::string> choices;
  std::string default_text;  ///< as YAML writes it
};
/// All settings, in the order in which YAML is written.
std::vector<SettingInfo> schema();

/// Reads and checks a YAML text. Errors read "FILE:LINE: KEY: expected ..., got ...; did you mean
/// ...?".
Result<RunConfig> parse_settings(std::string_view yaml, const std::string& file_name);
/// A file, or the name of a shipped preset ("pocket", "smollm2", ...).
Result<RunConfig> load_settings(const std::string& file_or_preset);
std::vector<std::string> preset_names();
/// Applies "key=value" on top. The same checks as for YAML.
Result<void> apply_override(RunConfig& config, const std::string& assignment);
/// Applies all or, on an error, none; settings that depend on each other may come in any order.
Result<void> apply_overrides(RunConfig& config, const std::vector<std::string>& assignments);
/// Do the settings go together? For a config that was changed by hand.
Result<void> check_settings(const RunConfig& config);
/// Complete YAML with every default written out; parse_settings reads it back to an equal config.
std::string to_yaml(const RunConfig& config);
/// Dotted keys whose values differ, with both texts.
std::vector<std::pair<std::string, std::pair<std::string, std::string>>> differences(
    const RunConfig& a, const RunConfig& b);

}  // namespace nereid::config

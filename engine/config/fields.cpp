// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/config/internal/fields.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/config/ablation.h"
#include "engine/config/internal/values.h"

namespace nereid::config {
namespace {

bool is_device(const std::string& text) {
  if (text == "auto" || text == "cpu" || text == "cuda") return true;
  if (!text.starts_with("cuda:") || text.size() == 5 || text.size() > 8) return false;
  return std::all_of(text.begin() + 5, text.end(), [](unsigned char c) { return std::isdigit(c); });
}

bool is_not_empty(const std::string& text) {
  return !text.empty();
}

Rule any(std::string help) {
  return {.help = std::move(help)};
}
Rule named(std::string help, std::string_view expected) {
  return {.help = std::move(help), .accepts = is_not_empty, .expected = expected};
}
Rule choice(std::string help, std::vector<std::string> choices) {
  return {.help = std::move(help), .choices = std::move(choices)};
}
Rule device(std::string help) {
  return {.help = std::move(help), .accepts = is_device, .expected = "auto, cpu, cuda or cuda:N"};
}
Rule at_least(double min, std::string help) {
  return {.help = std::move(help), .min = min};
}
Rule above(double min, std::string help) {
  return {.help = std::move(help), .min = min, .above_min = true};
}
Rule between(double min, double max, std::string help) {
  return {.help = std::move(help), .min = min, .max = max};
}
Rule share_below_one(std::string help) {
  return {.help = std::move(help), .min = 0, .max = 1, .below_max = true};
}

/// The same rule for a number that counts something.
Rule in(std::string_view unit, Rule rule) {
  rule.unit = unit;
  return rule;
}

/// Collects the rows of one section.
class Section {
 public:
  Section(std::vector<Field>& fields, std::string name) : fields_(fields), name_(std::move(name)) {}
  template <class T>
  Section& add(std::string name, T& value, Rule rule) {
    fields_.push_back({name_, std::move(name), FieldPointer(&value), std::move(rule)});
    return *this;
  }

 private:
  std::vector<Field>& fields_;
  std::string name_;
};

void add_top(std::vector<Field>& fields, RunConfig& c) {
  Section(fields, "")
      .add("name", c.name, named("Name of the run in lists and folders.", "a name"))
      .add("method", c.method, choice("How the policy learns.", {"sft", "grpo", "best_of_n"}))
      .add("seed", c.seed, at_least(0, "Seed of every random stream of the run."));
}

void add_model(std::vector<Field>& fields, ModelSettings& m) {
  Section(fields, "model")
      .add("path", m.path,
           named("The model: pocket, new (made from scratch) or a folder in Hugging Face layout.",
                 "pocket, new or a folder"))
      .add("adapter", m.adapter,
           choice("What is trained: none = all weights, lora = low-rank adapters.",
                  {"none", "lora"}))
      .add("lora_rank", m.lora_rank, between(1, 4096, "Rank of the adapters."))
      .add("lora_alpha", m.lora_alpha, above(0, "Scale of the adapters is lora_alpha / lora_rank."))
      .add("lora_dropout", m.lora_dropout, share_below_one("Dropout before the adapters."))
      .add("lora_targets", m.lora_targets, any("Names of the linear layers that get an adapter."))
      .add("device", m.device, device("Where the policy runs."))
      .add("dtype", m.dtype, choice("Number format of the weights.", {"float32", "bfloat16"}))
      .add("hidden_size", m.hidden_size, between(1, 1 << 20, "Width of a new model."))
      .add("layers", m.layers, between(1, 1024, "Decoder layers of a new model."))
      .add("heads", m.heads, between(1, 1024, "Query heads of a new model."))
      .add("kv_heads", m.kv_heads, between(1, 1024, "Key and value heads of a new model."))
      .add("intermediate_size", m.intermediate_size,
           between(1, 1 << 22, "Width of the feed-forward layer of a new model."))
      .add("max_positions", m.max_positions,
           in("tokens", between(16, 1 << 22, "Longest sequence of a new model, in tokens.")));
}

void add_tasks(std::vector<Field>& fields, TaskSettings& t) {
  Section(fields, "tasks")
      .add("source", t.source,
           named("synthetic (the built-in generator) or a folder in KernelBench layout.",
                 "synthetic or a folder"))
      .add("exclude", t.exclude,
           any("File with the ids of tasks that are left out, one a line; see nereid tasks check."))
      .add("levels", t.levels,
           between(1, 4, "Levels that are sampled; the curriculum needs 1 and 2."))
      .add("validation_share", t.validation_share,
           share_below_one("Share of a folder's tasks that are held out for validation; their code "
                           "decides which."))
      .add("test_share", t.test_share,
           share_below_one("Share of a folder's tasks that are held out for tests, as nereid eval "
                           "takes them."))
      .add("level2_share", t.level2_share,
           between(0, 1, "Share of level-2 prompts when the curriculum is off."))
      .add("curriculum_window", t.curriculum_window,
           in("candidates",
              between(1, 1 << 20,
                      "Level-1 candidates over which the curriculum takes its accuracy.")))
      .add("seed", t.seed, at_least(0, "Seed of the task generator."));
}

void add_generation(std::vector<Field>& fields, GenerationSettings& g) {
  Section(fields, "generation")
      .add("max_prompt_length", g.max_prompt_length,
           in("tokens", between(1, 1 << 22, "Longest prompt in tokens; a longer one is an error.")))
      .add("max_completion_length", g.max_completion_length,
           in("tokens", between(1, 1 << 22, "Longest completion in tokens.")))
      .add("temperature", g.temperature,
           between(0, 100, "Sampling temperature; 0 = greedy (no exploration)."))
      .add("top_p", g.top_p,
           {.help = "Share of probability that is sampled from; 1 = all.",
            .min = 0,
            .max = 1,
            .above_min = true})
      .add("top_k", g.top_k,
           in("tokens", at_least(0, "Number of tokens that are sampled from; 0 = all.")));
}

void add_sft(std::vector<Field>& fields, SftSettings& s) {
  Section(fields, "sft")
      .add(
          "corpus", s.corpus,
          named("unverified (with planted errors), clean, or a JSONL file of {prompt, completion}.",
                "unverified, clean or a file"))
      .add("level2_share", s.level2_share,
           between(0, 1, "Share of level 2 in the generated corpora; a file has its own."))
      .add("samples", s.samples, in("pairs", at_least(1, "Pairs taken from the corpus.")))
      .add("batch_size", s.batch_size, in("pairs", between(1, 1 << 20, "Pairs in one update.")))
      .add("steps", s.steps,
           in("updates", at_least(1, "Updates; the corpus is repeated as needed.")));
}

void add_grpo(std::vector<Field>& fields, GrpoSettings& g) {
  Section(fields, "grpo")
      .add("prompts_per_step", g.prompts_per_step,
           in("prompts", between(1, 65536, "Prompts (groups) in one step.")))
      .add("num_generations", g.num_generations,
           in("completions",
              between(2, 65536, "Completions of one prompt, K; an advantage needs at least two.")))
      .add("num_iterations", g.num_iterations,
           in("updates", between(1, 1000, "Updates on one rollout, mu.")))
      .add("beta", g.beta, at_least(0, "Weight of the KL term; 0 = no ref policy is kept."))
      .add("epsilon", g.epsilon,
           {.help = "Lower clip bound: the ratio is held above 1 - epsilon.",
            .min = 0,
            .max = 1,
            .above_min = true})
      .add("epsilon_high", g.epsilon_high,
           above(0, "Upper clip bound: the ratio is held below 1 + epsilon_high."))
      .add("loss_type", g.loss_type,
           choice("How the token losses are averaged.", {"grpo", "dr_grpo", "dapo"}))
      .add("scale_rewards", g.scale_rewards,
           choice("What the advantage is divided by: the group's or the batch's standard "
                  "deviation, or nothing.",
                  {"group", "batch", "none"}))
      .add("mask_truncated_completions", g.mask_truncated_completions,
           any("Leave completions that met the length limit out of the loss."))
      .add("steps", g.steps, in("steps", at_least(1, "Rollout steps.")));
}

void add_best_of_n(std::vector<Field>& fields, BestOfNSettings& b) {
  Section(fields, "best_of_n")
      .add("n", b.n, in("completions", between(1, 65536, "Completions sampled for one task, N.")))
      .add("k", b.k, in("completions", between(1, 65536, "Completions kept for fine-tuning, K.")))
      .add("min_reward", b.min_reward,
           any("Only completions with at least this reward are kept; a task without any is "
               "skipped."))
      .add("epochs", b.epochs, in("passes", at_least(1, "Passes over the tasks.")))
      .add("tasks_per_step", b.tasks_per_step, in("tasks", between(1, 65536, "Tasks in one step.")))
      .add("steps", b.steps,
           in("steps", at_least(0,
                                "Steps of one epoch; 0 = as many as it takes to visit each task "
                                "of the folder once.")));
}

void add_optimizer(std::vector<Field>& fields, OptimizerSettings& o) {
  Section(fields, "optimizer")
      .add("learning_rate", o.learning_rate, above(0, "Highest learning rate of AdamW."))
      .add("lr_scheduler_type", o.lr_scheduler_type,
           choice("Course of the learning rate after the warm-up.",
                  {"cosine", "linear", "constant"}))
      .add("warmup_steps", o.warmup_steps, in("updates", at_least(0, "Updates of linear warm-up.")))
      .add("adam_beta1", o.adam_beta1, share_below_one("Decay of the first moment."))
      .add("adam_beta2", o.adam_beta2, share_below_one("Decay of the second moment."))
      .add("adam_epsilon", o.adam_epsilon, above(0, "Added to the root of the second moment."))
      .add("weight_decay", o.weight_decay, at_least(0, "Decoupled weight decay."))
      .add("max_grad_norm", o.max_grad_norm,
           at_least(0, "Gradient norm is clipped to this; 0 = not."));
}

void add_reward(std::vector<Field>& fields, RewardChoice& r) {
  Section(fields, "reward")
      .add("name", r.name, choice("Reward formula.", {"staged", "binary", "weighted", "two_agent"}))
      .add("failure", r.failure, any("Reward of a failure; two_agent only."))
      .add("speedup_cap", r.speedup_cap,
           any("Largest speedup that is paid, two_agent mid-end only; 0 or less = no cap."))
      .add("role", r.role,
           choice("Which agent is trained; two_agent only.", {"frontend", "midend"}));
}

void add_extensions(std::vector<Field>& fields, Extensions& e) {
  // In the order of the switches; translations of the explanations are read from this file.
  const std::array rules = {
      any("Judge on five input variants; off: on the original only."),
      any("Stop at the first failing stage and pay partial credit; off: all or nothing."),
      any("Share of level 2 follows the level-1 accuracy; off: tasks.level2_share."),
      any("Timing with warm-up and many samples; off: one measured run.")};
  static_assert(rules.size() == kExtensionCount);
  Section section(fields, "extensions");
  for (std::size_t i = 0; i < kExtensionCount; ++i)
    section.add(std::string(kExtensionSwitches[i].name), e.*kExtensionSwitches[i].member, rules[i]);
}

void add_verify(std::vector<Field>& fields, VerifySettings& v) {
  Section(fields, "verify")
      .add("device", v.device, device("Where candidates run."))
      .add("policy", v.policy,
           choice("full: kernels do all the compute; best-system: torch may help.",
                  {"full", "best-system"}))
      .add("jobs", v.jobs,
           in("candidates",
              between(0, 4096, "Candidates judged at once; 0 = shared with the trainer.")))
      .add("compile_limit_s", v.compile_limit_s,
           in("s", above(0, "Longest compile of one candidate, seconds.")))
      .add("run_limit_s", v.run_limit_s,
           in("s", above(0, "Longest run of one candidate over all its inputs, seconds.")))
      .add("thorough", v.thorough,
           any("With extensions.multi_input: judge on more variants beside the five, at small "
               "sizes."))
      .add("timing_method", v.timing_method,
           choice("What GPU time counts by, with extensions.calibrated_timing: replays of a graph "
                  "in turn with the reference (nereid), or 10 + 50 single calls (report).",
                  {"nereid", "report"}));
}

void add_evaluate(std::vector<Field>& fields, EvaluateSettings& e) {
  Section(fields, "evaluate")
      .add("every", e.every, in("steps", at_least(0, "Steps between validations; 0 = none.")))
      .add("samples_per_level", e.samples_per_level,
           in("samples", between(1, 1 << 20, "Validation samples of each level.")));
}

void add_run(std::vector<Field>& fields, RunSettings& r) {
  Section(fields, "run")
      .add("checkpoint_every", r.checkpoint_every,
           in("steps", at_least(1, "Steps between checkpoints.")))
      .add("keep_checkpoints", r.keep_checkpoints,
           in("checkpoints", at_least(1, "Newest checkpoints that are kept.")))
      .add("trainer_threads", r.trainer_threads,
           in("threads", between(0, 4096, "Threads of the trainer; 0 = shared with the judges.")))
      .add("output", r.output, any("Folder of the run; empty = a new one under the runs folder."));
}

}  // namespace

std::vector<Field> fields_of(RunConfig& config) {
  std::vector<Field> fields;
  add_top(fields, config);
  add_model(fields, config.model);
  add_tasks(fields, config.tasks);
  add_generation(fields, config.generation);
  add_sft(fields, config.sft);
  add_grpo(fields, config.grpo);
  add_best_of_n(fields, config.best_of_n);
  add_optimizer(fields, config.optimizer);
  add_reward(fields, config.reward);
  add_extensions(fields, config.extensions);
  add_verify(fields, config.verify);
  add_evaluate(fields, config.evaluate);
  add_run(fields, config.run);
  return fields;
}

std::vector<SettingInfo> schema() {
  RunConfig defaults;
  std::vector<SettingInfo> rows;
  for (const Field& field : fields_of(defaults))
    rows.push_back({field.key(), field.section, field.name, type_name(field),
                    std::string(field.rule.unit), accepted_text(field), field.rule.help,
                    field.rule.choices, value_text(field)});
  return rows;
}

}  // namespace nereid::config

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
      .add(
          "phases", c.phases,
          any("Parts of the run, one after the other, each with a block phase.NAME of what it sets "
              "otherwise; empty: the run is its method alone."))
      .add("start", c.start,
           named("Weights that a phase begins with: previous (the phase before), model (those of "
                 "model.path) or the name of an earlier phase.",
                 "previous, model or the name of a phase"))
      .add("agent", c.agent,
           choice("What the model is asked for: none = an answer to the task, frontend = the same "
                  "with an example, midend = a faster form of a verified kernel, backend = its "
                  "tile sizes, warps and stages for the device.",
                  {"none", "frontend", "midend", "backend"}))
      .add("seed", c.seed, at_least(0, "Seed of every random stream of the run."));
}

void add_model(std::vector<Field>& fields, ModelSettings& m) {
  Section(fields, "model")
      .add(
          "path", m.path,
          named(
              "The model: pocket, new (made from scratch), a GGUF file or a folder in Hugging Face "
              "layout.",
              "pocket, new, a GGUF file or a folder"))
      .add("adapter", m.adapter,
           choice("What is trained: none = all weights, lora = low-rank adapters.",
                  {"none", "lora"}))
      .add("lora_rank", m.lora_rank, between(1, 4096, "Rank of the adapters."))
      .add("lora_alpha", m.lora_alpha, above(0, "Scale of the adapters is lora_alpha / lora_rank."))
      .add("lora_dropout", m.lora_dropout, share_below_one("Dropout before the adapters."))
      .add("lora_targets", m.lora_targets, any("Names of the linear layers that get an adapter."))
      .add("device", m.device, device("Where the policy runs."))
      .add("dtype", m.dtype,
           choice("Number format of the weights; int8 = the base in 8 bits, under adapters.",
                  {"float32", "bfloat16", "int8"}))
      .add("shard_base", m.shard_base,
           any("Each rank of a run on several GPUs holds a part of the frozen base's layers, which "
               "are put together while they are used: for models that do not fit one GPU; adapters "
               "alone, slower."))
      .add(
          "fp8", m.fp8,
          any("Products with the frozen base in 8-bit floating point while it learns and many rows "
              "are sampled: a fifth faster, the base once more in 8 bits; Ada, Hopper and later "
              "GPUs, adapters over bfloat16."))
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
      .add("curriculum_counts", t.curriculum_counts,
           choice("Which of them the curriculum counts as right: correct = those that the verifier "
                  "accepts; raw = those whose outputs are right on the task's own inputs, however "
                  "they came about (rejected ones are judged a second time for that).",
                  {"correct", "raw"}))
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
           in("tokens", at_least(0, "Number of tokens that are sampled from; 0 = all.")))
      .add("min_p", g.min_p,
           between(0, 1,
                   "Tokens less probable than this share of the most probable one are not "
                   "sampled from; 0 = all are."));
}

void add_sft(std::vector<Field>& fields, SftSettings& s) {
  Section(fields, "sft")
      .add("corpus", s.corpus,
           named("unverified (with planted errors), clean, planned (with a plan before the code), "
                 "rewrites (every second answer rewrites a kernel), or a JSONL file of {prompt, "
                 "completion}.",
                 "unverified, clean, planned, rewrites or a file"))
      .add("samples", s.samples, in("pairs", at_least(1, "Pairs taken from the corpus.")))
      .add("level2_share", s.level2_share,
           between(0, 1, "Share of level-2 pairs in a generated corpus."))
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
      .add("use_bias_correction_kl", g.use_bias_correction_kl,
           any("With beta: multiply the KL term by the ratio, so that its gradient is that of the "
               "KL itself (as DeepSeek-V3.2 and TRL have it); off: the estimator k3 alone, as in "
               "GRPO."))
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
      .add("group_baseline", g.group_baseline,
           choice("What a reward is compared with: the mean of its group, or of the others in it.",
                  {"mean", "leave_one_out"}))
      .add("advantage_clip", g.advantage_clip,
           at_least(0, "Largest size of an advantage; 0 = no bound."))
      .add("resample_rounds", g.resample_rounds,
           in("rounds", between(0, 100,
                                "How often groups of equal rewards give their place to other tasks "
                                "(dynamic sampling); 0 = never.")))
      .add("mask_truncated_completions", g.mask_truncated_completions,
           any("Leave completions that met the length limit out of the loss."))
      .add("steps", g.steps, in("steps", at_least(1, "Rollout steps.")));
}

void add_turns(std::vector<Field>& fields, TurnSettings& t) {
  Section(fields, "turns")
      .add("count", t.count,
           in("answers", between(1, 64,
                                 "Answers that follow one another for each completion of a task, "
                                 "at most: each is asked for with the one before it and what the "
                                 "verifier said of it; grpo and best_of_n only.")))
      .add("discount", t.discount,
           between(0, 1,
                   "What a reward weighs in the return of the answer before it; 0 = each answer "
                   "stands for itself."))
      .add("compare", t.compare,
           choice("Whose returns an advantage compares: answers of the same turn, or all to the "
                  "same task.",
                  {"turn", "task"}))
      .add("end", t.end,
           choice("When no further answer is asked for: settled = after an accepted one whose "
                  "speed is not known, accepted = after any accepted one, never = not before the "
                  "last turn.",
                  {"settled", "accepted", "never"}))
      .add("prompt_version", t.prompt_version,
           at_least(1, "Version of the prompt template of the second and later turns."));
}

void add_best_of_n(std::vector<Field>& fields, BestOfNSettings& b) {
  Section(fields, "best_of_n")
      .add("n", b.n, in("completions", between(1, 65536, "Completions sampled for one task, N.")))
      .add("k", b.k, in("completions", between(1, 65536, "Completions kept for fine-tuning, K.")))
      .add("min_reward", b.min_reward,
           any("Only completions with at least this reward are kept; a task without any is "
               "skipped."))
      .add("keep", b.keep,
           choice("What is learnt: the K best of at least min_reward, or the K best whatever they "
                  "earned (topk_always).",
                  {"threshold", "topk_always"}))
      .add("loss", b.loss,
           choice("How much each kept completion weighs: the same, or its reward.",
                  {"uniform", "reward_weighted"}))
      .add("epochs", b.epochs, in("passes", at_least(1, "Passes over the tasks.")))
      .add("tasks_per_step", b.tasks_per_step, in("tasks", between(1, 65536, "Tasks in one step.")))
      .add("steps", b.steps,
           in("steps", at_least(0,
                                "Steps of one epoch; 0 = as many as it takes to visit each task "
                                "of the folder once.")))
      .add("endpoint", b.endpoint,
           any("Base URL of an OpenAI-compatible endpoint whose model writes the samples in place "
               "of the policy, such as http://localhost:8000/v1; empty = the policy."))
      .add("endpoint_model", b.endpoint_model,
           any("The model of best_of_n.endpoint, as the endpoint calls it."))
      .add("endpoint_key_env", b.endpoint_key_env,
           any("Name of the environment variable that holds the key of best_of_n.endpoint; empty = "
               "no key is sent. The key itself is never written anywhere."))
      .add("endpoint_concurrency", b.endpoint_concurrency,
           in("questions",
              between(1, 1024, "Questions to best_of_n.endpoint on their way at once.")));
}

void add_hierarchy(std::vector<Field>& fields, HierarchySettings& h) {
  Section(fields, "hierarchy")
      .add("alpha", h.alpha,
           between(0, 1,
                   "Weight of the plan's objective beside that of the code; reward.name = "
                   "hierarchical only."))
      .add("code_reward", h.code_reward,
           choice("What code tokens are paid for: a right answer, or as the plan for its speed.",
                  {"correct", "speed"}))
      .add("divisor", h.divisor,
           choice("What the sum over a class of tokens is divided by: their number, or that of the "
                  "whole completion.",
                  {"class", "completion"}))
      .add("prose", h.prose,
           choice("What text outside of thinking and code counts as.", {"plan", "masked"}));
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
           at_least(0, "Gradient norm is clipped to this; 0 = not."))
      .add("moments", o.moments,
           choice("How AdamW keeps its two moments; int8: 8 bits a value, scaled in blocks of "
                  "2048, which takes a quarter of the memory and changes results a little.",
                  {"float32", "int8"}));
}

void add_reward(std::vector<Field>& fields, RewardChoice& r) {
  Section(fields, "reward")
      .add("name", r.name,
           choice("Reward formula.", {"staged", "binary", "weighted", "two_agent", "hierarchical"}))
      .add("failure", r.failure, any("Reward of a failure; two_agent only."))
      .add("speedup_cap", r.speedup_cap,
           any("Largest speedup that is paid, two_agent mid-end only; 0 or less = no cap."))
      .add("role", r.role,
           choice("Which agent is trained; two_agent only.", {"frontend", "midend", "backend"}))
      .add("score", r.score,
           choice("What a speedup s earns: clip2 = min(s / 2, 1), log2 = min(log2(1 + s) / 2, 1), "
                  "milestones = the share of reward.milestones that it reaches, literal_1.0 = 1 "
                  "for each "
                  "measured time; two_agent: log2 = log2(1 + s), milestones as before, else s.",
                  {"clip2", "log2", "milestones", "literal_1.0"}))
      .add(
          "milestones", r.milestones,
          above(0, "With reward.score = milestones: speedups in rising order, each worth as much."))
      .add("baseline", r.baseline,
           choice("Time that a speedup is counted from: that of PyTorch in eager mode, or the "
                  "shorter one of it and torch.compile.",
                  {"eager", "min_eager_compile"}))
      .add("speed", r.speed,
           choice("Which speedup is paid: that which a GPU measured, or the modelled one of "
                  "verify.modelled_device, which needs no GPU.",
                  {"measured", "modelled"}));
}

void add_agents(std::vector<Field>& fields, AgentSettings& a) {
  Section(fields, "agents")
      .add("prompt_version", a.prompt_version,
           at_least(1, "Version of the agents' prompt templates."))
      .add("kernel_samples", a.kernel_samples,
           in("completions",
              between(1, 65536,
                      "Answers that an earlier agent gives for a task; the fastest verified one is "
                      "what the next agent works on.")))
      .add("kernel_attempts", a.kernel_attempts,
           in("tasks", between(1, 1000,
                               "Tasks that are tried for one place until one has a verified "
                               "kernel.")))
      .add("device", a.device,
           named("Device that the backend is told to tune for.", "the name of a device"));
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
           in("s", above(0, "Processor time of the compilation of one kernel, seconds.")))
      .add("run_limit_s", v.run_limit_s,
           in("s", above(0,
                         "Processor time of one candidate on one of the task's own inputs, "
                         "seconds; all other inputs together have twice as much.")))
      .add("inputs", v.inputs,
           choice("What acceptance asks for, with extensions.multi_input: the task's own kind of "
                  "inputs, the five of the report, or all that are judged. Failures on the others "
                  "are shown and flagged.",
                  {"task", "report", "all"}))
      .add("several_blocks", v.several_blocks,
           choice("An answer with several complete code blocks: the last one counts, or it is "
                  "invalid.",
                  {"last", "invalid"}))
      .add("rtol", v.rtol,
           at_least(0,
                    "With verify.atol: outputs are compared by torch.allclose with both, in place "
                    "of the verifier's own bounds; every other check stays. none: those bounds."))
      .add("atol", v.atol,
           at_least(0,
                    "With verify.rtol: the absolute part of that tolerance, in the unit of the "
                    "outputs."))
      .add("thorough", v.thorough,
           any("With extensions.multi_input: judge on more variants beside the five, at small "
               "sizes."))
      .add("timing_method", v.timing_method,
           choice("What GPU time counts by, with extensions.calibrated_timing: replays of a graph "
                  "in turn with the reference (nereid), or 10 + 50 single calls (report).",
                  {"nereid", "report"}))
      .add("modelled_device", v.modelled_device,
           choice("GPU whose speed is modelled for accepted candidates, from what the kernel "
                  "machine counts; no GPU is needed, nothing is measured. none: no model.",
                  {"none", "H200", "H100", "A100", "L40S", "RTX 4090", "L4"}))
      .add(
          "keep", v.keep,
          any("Keep verdicts and compilations for later runs, and take those of earlier ones where "
              "nothing that they rest on has changed."))
      .add("keep_days", v.keep_days,
           in("days", above(0, "With verify.keep: days after which they are forgotten.")))
      .add("keep_gib", v.keep_gib,
           in("GiB", above(0,
                           "With verify.keep: size beyond which what was used longest ago "
                           "goes.")));
}

void add_advisor(std::vector<Field>& fields, AdvisorSettings& a) {
  Section(fields, "advisor")
      .add("url", a.url,
           any("Base URL of an OpenAI-compatible endpoint whose model gives advice on candidates, "
               "such as http://localhost:8000/v1; empty = none."))
      .add("model", a.model, any("The advisor's model, as the endpoint calls it."))
      .add("key_env", a.key_env,
           any("Name of the environment variable that holds the endpoint's key; empty = no key is "
               "sent. The key itself is never written anywhere."))
      .add("ca_file", a.ca_file,
           any("PEM file with the certificates to trust; empty = those of the system."))
      .add("prompt", a.prompt,
           named("The advisor's prompt: advisor-1, or a file.", "advisor-1 or a file"))
      .add("temperature", a.temperature,
           between(0, 100, "Sampling temperature of the advisor; 0 = greedy."))
      .add("top_p", a.top_p,
           {.help = "Share of probability that the advisor samples from; 1 = all.",
            .min = 0,
            .max = 1,
            .above_min = true})
      .add("max_tokens", a.max_tokens,
           in("tokens",
              between(1, 1 << 22, "Longest answer of the advisor, its reasoning included.")))
      .add("timeout_s", a.timeout_s, in("s", above(0, "Longest wait for one answer, seconds.")))
      .add("concurrency", a.concurrency,
           in("questions", between(1, 1024, "Questions to the advisor on their way at once.")));
}

void add_evaluate(std::vector<Field>& fields, EvaluateSettings& e) {
  Section(fields, "evaluate")
      .add("every", e.every, in("steps", at_least(0, "Steps between validations; 0 = none.")))
      .add("samples_per_level", e.samples_per_level,
           in("samples", between(1, 1 << 20, "Validation samples of each level.")))
      .add("turns", e.turns,
           in("answers", between(1, 64,
                                 "Answers of a validation sample that follow one another, at "
                                 "most; phases of mid-end and backend are always asked once.")));
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
  add_turns(fields, config.turns);
  add_hierarchy(fields, config.hierarchy);
  add_best_of_n(fields, config.best_of_n);
  add_optimizer(fields, config.optimizer);
  add_reward(fields, config.reward);
  add_agents(fields, config.agents);
  add_extensions(fields, config.extensions);
  add_verify(fields, config.verify);
  add_advisor(fields, config.advisor);
  add_evaluate(fields, config.evaluate);
  add_run(fields, config.run);
  return fields;
}

const Field* find_field(const std::vector<Field>& fields, const std::string& key) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& field) { return field.key() == key; });
  return found == fields.end() ? nullptr : &*found;
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

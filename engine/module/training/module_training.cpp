// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/base/check.h"
#include "engine/base/cores.h"
#include "engine/base/file.h"
#include "engine/base/log.h"
#include "engine/base/machine.h"
#include "engine/base/random.h"
#include "engine/evaluate/internal/validate.h"
#include "engine/module/module_abi.h"
#include "engine/policy/internal/weights_io.h"
#include "engine/train/internal/start.h"
#include "engine/train/internal/task_stream.h"

namespace nereid {
namespace {

/// A model to ask. Weights in 8 bits are held under an adapter: the model's own, or one that
/// changes nothing.
Result<std::unique_ptr<policy::Policy>> load_model(const std::string& name,
                                                   const std::string& dtype = "float32") {
  Result<std::filesystem::path> folder = policy::resolve_model(name);
  if (!folder) return folder.error();
  Result<torch::Device> device = train::choose_device("auto");
  if (!device) return device.error();
  policy::LoraOptions lora;
  if (dtype == "int8") {
    std::error_code ignored;
    if (std::filesystem::exists(*folder / "adapter_config.json", ignored)) {
      Result<policy::LoraOptions> saved = policy::read_adapter_config(*folder);
      if (!saved) return saved.error();
      lora = *saved;
    } else {
      lora.rank = 1;
      lora.targets = {"q_proj"};
    }
  }
  return policy::Policy::load(*folder, *device, train::weight_type(dtype), lora);
}

// Train does not know the room that evaluates: the two meet here.
train::Validator validator_of(const std::filesystem::path& run_dir) {
  return [run_dir](policy::Policy& policy, const verify::Submit& submit,
                   const config::RunConfig& config, std::int64_t step,
                   const train::Progress& progress) -> Result<train::Validation> {
    const Result<EvaluateReport> report =
        evaluate::validate(policy, submit, config, {run_dir, step},
                           [&](int done, int total) { progress("evaluate", done, total); });
    if (!report) return report.error();
    return train::Validation{validation_metrics(*report), mean_pass_at_1(*report)};
  };
}

/// The settings of the run that a model belongs to: RUN/model or RUN/checkpoints/step-N.
std::optional<config::RunConfig> run_of(const std::string& model) {
  const Result<std::filesystem::path> folder = policy::resolve_model(model);
  if (!folder) return std::nullopt;
  std::error_code ignored;
  const std::filesystem::path place = std::filesystem::weakly_canonical(*folder, ignored);
  for (const auto& run : {place.parent_path(), place.parent_path().parent_path()}) {
    const std::filesystem::path file = run / "settings.yaml";
    const Result<std::string> text = read_file(file);
    if (!text) continue;
    if (auto config = config::parse_settings(*text, file.string())) return *config;
  }
  return std::nullopt;
}

/// What the model of this run was trained on. Nothing for the generator, whose splits are apart.
std::vector<tasks::Task> trained_on(const config::RunConfig& run) {
  if (run.tasks.source == "synthetic" || run.method == "sft") return {};
  Result<std::vector<tasks::Task>> tasks = train::training_tasks(run);
  if (tasks) return std::move(*tasks);
  log_warning("whether these tasks were trained on cannot be told: {}", tasks.error().message);
  return {};
}

Error trained_tasks(const std::vector<std::string>& ids) {
  constexpr std::size_t kShown = 12;
  std::string names;
  for (std::size_t i = 0; i < std::min(ids.size(), kShown); ++i)
    names += (i == 0 ? "" : ", ") + ids[i];
  if (ids.size() > kShown) names += " and " + std::to_string(ids.size() - kShown) + " more";
  return {ErrorCode::kInvalidArgument,
          "the model was trained on " + std::to_string(ids.size()) + " of these tasks: " + names +
              "; leave --split out to score it on those that were held out, or give other tasks"};
}

/// The tasks of a request, none of which the model was trained on. Chooses `split` where it is
/// empty.
Result<std::vector<tasks::Task>> held_out_tasks(const EvaluateRequest& request,
                                                std::string& split) {
  evaluate::TaskChoice choice{.source = request.tasks,
                              .split = split.empty() ? "test" : split,
                              .levels = request.levels,
                              .count = request.tasks_per_level,
                              .exclude = request.exclude};
  const bool is_folder = request.tasks != "synthetic";
  std::vector<tasks::Task> trained;
  if (const auto run = run_of(request.model); run && is_folder) {
    choice.held_out = {run->tasks.validation_share, run->tasks.test_share};
    trained = trained_on(*run);
  }
  if (split.empty() && is_folder) choice.split = "all";
  auto chosen = evaluate::evaluation_tasks(choice);
  if (!chosen) return chosen;
  std::vector<std::string> ids = tasks::overlap(*chosen, trained);
  if (!ids.empty() && split.empty()) {
    choice.split = "test";
    chosen = evaluate::evaluation_tasks(choice);
    if (!chosen) return chosen;
    ids = tasks::overlap(*chosen, trained);
  }
  if (!ids.empty()) return trained_tasks(ids);
  split = choice.split;
  return chosen;
}

evaluate::EvaluationPlan plan_of(const EvaluateRequest& request) {
  evaluate::EvaluationPlan plan;
  plan.subject = request.model;
  plan.tasks = request.tasks;
  plan.levels = request.levels;
  plan.samples = std::max(1, request.samples);
  plan.dtype = request.dtype;
  plan.several_blocks = request.several_blocks;
  plan.temperature = request.temperature;
  plan.top_p = request.top_p;
  plan.top_k = request.top_k;
  plan.max_new_tokens = request.max_new_tokens;
  plan.seed = request.seed;
  plan.extensions = request.extensions;
  plan.thorough = request.thorough;
  plan.outputs = request.outputs;
  plan.baseline = request.baseline;
  return plan;
}

/// What a record says beside the plan.
std::map<std::string, std::string> facts_of(const policy::Policy& policy,
                                            const evaluate::EvaluationPlan& plan,
                                            const CoreShare& share) {
  return {{"model", plan.subject},
          {"weights_hash", plan.subject_hash},
          {"split", plan.split},
          {"seed", std::to_string(plan.seed)},
          {"prompt_format", plan.prompt_format},
          {"device", policy.device().str()},
          {"dtype", plan.dtype},
          {"parameters", std::to_string(policy.parameter_count())},
          {"torch", TORCH_VERSION},
          {"machine", machine_id()},
          {"trainer_threads", std::to_string(share.trainer_threads)},
          {"verify_jobs", std::to_string(share.jobs)}};
}

/// A policy that answers tasks.
class PolicyAsked final : public AskedModel {
 public:
  PolicyAsked(std::unique_ptr<policy::Policy> policy, tasks::PromptFormat format,
              const AskRequest& request)
      : policy_(std::move(policy)), format_(std::move(format)) {
    options_.max_new_tokens = request.max_new_tokens;
    options_.temperature = request.temperature;
    options_.top_p = request.top_p;
  }
  std::string weights_hash() const override { return policy_->weights_hash(); }
  std::string prompt_format() const override { return format_.name(); }
  Result<std::vector<Result<ModelAnswer>>> answer(const std::vector<Question>& questions) override {
    return guarded("asking the model", [&] { return do_answer(questions); });
  }

 private:
  Result<std::vector<Result<ModelAnswer>>> do_answer(const std::vector<Question>& questions) {
    const auto longest = static_cast<std::size_t>(policy_->config().max_positions - 1);
    std::vector<std::string> texts;
    for (const Question& question : questions) texts.push_back(format_.prompt(question.task));
    std::vector<Result<ModelAnswer>> answers(
        questions.size(),
        Error{ErrorCode::kInvalidArgument,
              fmt::format("the question is longer than the model can take, {} tokens", longest)});
    std::vector<std::vector<std::int32_t>> encoded = policy_->tokenizer()->encode(texts), prompts;
    std::vector<std::size_t> asked;
    policy::GenerateOptions options = options_;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (encoded[i].size() > longest) continue;
      asked.push_back(i);
      prompts.push_back(std::move(encoded[i]));
      options.row_seeds.push_back(questions[i].draw);
    }
    if (prompts.empty()) return answers;
    const std::vector<policy::GeneratedRow> rows = policy_->generate(prompts, options);
    for (std::size_t i = 0; i < asked.size(); ++i)
      answers[asked[i]] =
          ModelAnswer{policy_->tokenizer()->decode(rows[i].tokens), rows[i].truncated};
    return answers;
  }

  std::unique_ptr<policy::Policy> policy_;
  tasks::PromptFormat format_;
  policy::GenerateOptions options_;
};

Result<std::unique_ptr<AskedModel>> load_asked(const AskRequest& request) {
  at::set_num_threads(request.threads > 0 ? request.threads : usable_cores());
  auto policy = load_model(request.model, request.dtype);
  if (!policy) return policy.error();
  Result<tasks::PromptFormat> format = tasks::PromptFormat::of((*policy)->tokenizer());
  if (!format) return format.error();
  return std::unique_ptr<AskedModel>(
      std::make_unique<PolicyAsked>(std::move(*policy), std::move(*format), request));
}

/// Thread-safe as far as its parts are: each call works on a policy of its own.
class Module final : public TrainingModule {
 public:
  Result<std::unique_ptr<train::TrainSession>> start(const config::RunConfig& config,
                                                     const train::StartOptions& options,
                                                     train::RunObserver& observer) override {
    return guarded("starting the run", [&] {
      return train::start_session(config, options, observer, {{}, validator_of(options.run_dir)});
    });
  }
  Result<EvaluateReport> evaluate(const EvaluateRequest& request,
                                  const std::function<void(int, int)>& progress,
                                  const std::function<bool()>& cancelled) override {
    return guarded("evaluating " + request.model,
                   [&] { return do_evaluate(request, progress, cancelled); });
  }
  Result<std::unique_ptr<AskedModel>> ask(const AskRequest& request) override {
    return guarded("loading " + request.model, [&] { return load_asked(request); });
  }
  Result<std::vector<std::string>> generate(const GenerateRequest& request) override {
    return guarded("generating with " + request.model, [&] { return do_generate(request); });
  }
  Result<ModelInfo> model_info(const std::string& model) override {
    return guarded("reading " + model, [&] { return do_model_info(model); });
  }
  Result<void> export_model(const std::string& model, const std::filesystem::path& folder,
                            const std::string& dtype) override {
    return guarded("exporting " + model, [&]() -> Result<void> {
      auto policy = load_model(model);
      if (!policy) return policy.error();
      return (*policy)->save(folder, dtype);
    });
  }

 private:
  static Result<EvaluateReport> do_evaluate(const EvaluateRequest& request,
                                            const std::function<void(int, int)>& progress,
                                            const std::function<bool()>& cancelled);
  static Result<std::vector<std::string>> do_generate(const GenerateRequest& request);
  static Result<ModelInfo> do_model_info(const std::string& model);
};

Result<EvaluateReport> Module::do_evaluate(const EvaluateRequest& request,
                                           const std::function<void(int, int)>& progress,
                                           const std::function<bool()>& cancelled) {
  evaluate::EvaluationPlan plan = plan_of(request);
  const ReportOptions options{request.k, request.p, plan.samples, plan.seed};
  if (Result<void> checked = check_report_options(options); !checked) return checked.error();
  // Generation and judging overlap here, so they get separate cores.
  const int cores = usable_cores();
  const CoreShare share =
      share_cores(cores, request.threads, request.jobs > 0 ? request.jobs : std::max(1, cores - 1));
  verify::VerifierConfig settings;
  settings.jobs = share.jobs;
  if (request.keep) settings.keep.emplace();
  Result<std::unique_ptr<verify::Verifier>> verifier = verify::Verifier::start(settings);
  if (!verifier) return verifier.error();
  at::set_num_threads(share.trainer_threads);
  auto policy = load_model(request.model, request.dtype);
  if (!policy) return policy.error();
  plan.split = request.split;
  auto tasks = held_out_tasks(request, plan.split);
  if (!tasks) return tasks.error();
  if (Result<void> completed = evaluate::complete_plan(plan, **policy, *tasks); !completed)
    return completed.error();
  evaluate::JudgingParts parts{.submit = verify::submit_to(**verifier),
                               .progress = progress,
                               .cancelled = cancelled,
                               .cancel = [&verifier] { (*verifier)->cancel_all(); }};
  if (request.out.empty())
    return evaluate::evaluate_policy(**policy, *tasks, plan, options, std::move(parts));
  Result<std::unique_ptr<evaluate::Archive>> archive =
      evaluate::Archive::open({.folder = request.out,
                               .name = request.out.filename().string(),
                               .plan = plan,
                               .facts = facts_of(**policy, plan, share),
                               .samples = static_cast<int>(tasks->size()) * plan.samples});
  if (!archive) return archive.error();
  parts.archive = archive->get();
  return evaluate::closed(**archive, options, [&] {
    return evaluate::evaluate_policy(**policy, *tasks, plan, options, std::move(parts));
  });
}

Result<std::vector<std::string>> Module::do_generate(const GenerateRequest& request) {
  auto policy = load_model(request.model);
  if (!policy) return policy.error();
  const policy::Tokenizer& tokenizer = *(*policy)->tokenizer();
  policy::GenerateOptions options;
  options.max_new_tokens = request.max_new_tokens;
  options.temperature = request.temperature;
  const int samples = std::max(1, request.samples);
  for (int i = 0; i < samples; ++i) {
    options.row_seeds.push_back(mix_seed(request.seed, 0, static_cast<std::uint64_t>(i)));
  }
  const std::vector<std::vector<std::int32_t>> prompts(static_cast<std::size_t>(samples),
                                                       tokenizer.encode(request.prompt));
  std::vector<std::string> texts;
  for (const policy::GeneratedRow& row : (*policy)->generate(prompts, options)) {
    texts.push_back(tokenizer.decode(row.tokens));
  }
  return texts;
}

Result<ModelInfo> Module::do_model_info(const std::string& model) {
  Result<std::filesystem::path> folder = policy::resolve_model(model);
  if (!folder) return folder.error();
  auto policy = load_model(model);
  if (!policy) return policy.error();
  const policy::ModelShape& shape = (*policy)->config();
  ModelInfo info;
  info.architecture = shape.architecture;
  info.parameters = (*policy)->parameter_count();
  info.layers = static_cast<int>(shape.layers);
  info.hidden_size = static_cast<int>(shape.hidden_size);
  info.heads = static_cast<int>(shape.heads);
  info.kv_heads = static_cast<int>(shape.kv_heads);
  info.vocabulary = static_cast<int>(shape.vocabulary);
  info.max_positions = static_cast<int>(shape.max_positions);
  const std::filesystem::path weights = *folder / "model.safetensors";
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(weights, ignored);
  info.bytes = ignored ? 0 : static_cast<std::int64_t>(bytes);
  // As stored: the most common type of the file's tensors.
  if (auto tensors = policy::read_safetensors(weights)) {
    std::int64_t most = -1;
    for (const auto& [name, tensor] : *tensors) {
      if (tensor.numel() <= most) continue;
      most = tensor.numel();
      info.dtype = c10::toString(tensor.scalar_type());
    }
  }
  return info;
}

}  // namespace

TrainingModule& training_module() {
  // Never destroyed: threads of libtorch may still run while the process exits.
  static Module* module = new Module;
  return *module;
}

}  // namespace nereid

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <set>

#include "engine/base/check.h"
#include "engine/base/cores.h"
#include "engine/base/file.h"
#include "engine/base/log.h"
#include "engine/base/random.h"
#include "engine/evaluate/internal/validate.h"
#include "engine/module/module_abi.h"
#include "engine/train/internal/start.h"
#include "engine/train/internal/task_stream.h"

namespace nereid {
namespace {

Result<std::unique_ptr<policy::Policy>> load_model(const std::string& name) {
  Result<std::filesystem::path> folder = policy::resolve_model(name);
  if (!folder) return folder.error();
  Result<torch::Device> device = train::choose_device("auto");
  if (!device) return device.error();
  return policy::Policy::load(*folder, *device, torch::kFloat, {});
}

// Train does not know the room that evaluates: the two meet here.
Result<train::Validation> validate(policy::Policy& policy, const verify::Submit& submit,
                                   const config::RunConfig& config, std::int64_t /*step*/,
                                   const train::Progress& progress) {
  const Result<EvaluateReport> report = evaluate::validate(
      policy, submit, config, [&](int done, int total) { progress("evaluate", done, total); });
  if (!report) return report.error();
  return train::Validation{validation_metrics(*report), mean_pass_at_1(*report)};
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

/// Thread-safe as far as its parts are: each call works on a policy of its own.
class Module final : public TrainingModule {
 public:
  Result<std::unique_ptr<train::TrainSession>> start(const config::RunConfig& config,
                                                     const train::StartOptions& options,
                                                     train::RunObserver& observer) override {
    return guarded("starting the run", [&] {
      return train::start_session(config, options, observer, {{}, validate});
    });
  }
  Result<EvaluateReport> evaluate(const EvaluateRequest& request,
                                  const std::function<void(int, int)>& progress) override {
    return guarded("evaluating " + request.model, [&] { return do_evaluate(request, progress); });
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
                                            const std::function<void(int, int)>& progress);
  static Result<std::vector<std::string>> do_generate(const GenerateRequest& request);
  static Result<ModelInfo> do_model_info(const std::string& model);
};

Result<EvaluateReport> Module::do_evaluate(const EvaluateRequest& request,
                                           const std::function<void(int, int)>& progress) {
  evaluate::EvaluateOptions options;
  options.samples = std::max(1, request.samples);
  options.k = request.k;
  if (Result<void> checked = evaluate::check_options(options); !checked) return checked.error();
  // Generation and judging overlap here, so they get separate cores.
  const int cores = usable_cores();
  const CoreShare share =
      share_cores(cores, request.threads, request.jobs > 0 ? request.jobs : std::max(1, cores - 1));
  verify::VerifierConfig settings;
  settings.jobs = share.jobs;
  Result<std::unique_ptr<verify::Verifier>> verifier = verify::Verifier::start(settings);
  if (!verifier) return verifier.error();
  at::set_num_threads(share.trainer_threads);
  auto policy = load_model(request.model);
  if (!policy) return policy.error();
  std::string split = request.split;
  auto tasks = held_out_tasks(request, split);
  if (!tasks) return tasks.error();
  options.temperature = request.temperature;
  options.top_p = request.top_p;
  options.top_k = request.top_k;
  options.max_new_tokens = request.max_new_tokens;
  options.seed = request.seed;
  options.verify = evaluate::strict_options(request.extensions);
  options.verify.thorough = request.thorough;
  options.verify.timing = request.timing;
  auto report =
      evaluate::evaluate_policy(**policy, verify::submit_to(**verifier), *tasks, options, progress);
  if (report) report->split = split;
  return report;
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

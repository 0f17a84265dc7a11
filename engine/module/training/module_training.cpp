// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>

#include "engine/base/check.h"
#include "engine/base/cores.h"
#include "engine/base/random.h"
#include "engine/evaluate/internal/validate.h"
#include "engine/module/module_abi.h"
#include "engine/module/training/asked_model.h"
#include "engine/module/training/evaluation.h"
#include "engine/train/internal/rollout.h"
#include "engine/train/internal/start.h"

namespace nereid {
namespace {

Result<policy::DecodeWeights> decode_weights(const std::string& name) {
  if (name == "float32") return policy::DecodeWeights::kFloat32;
  if (name == "int8") return policy::DecodeWeights::kInt8;
  return Error{ErrorCode::kInvalidArgument,
               "--weights: expected float32 or int8, got \"" + name + "\""};
}

// What a validation of a phase with agents before it is asked about.
evaluate::ValidationPlace place_of(const std::filesystem::path& run_dir,
                                   const train::Workshop& workshop, std::int64_t step) {
  evaluate::ValidationPlace place{.run_dir = run_dir, .step = step, .phase = workshop.phase};
  for (const train::FrozenAgent& agent : workshop.earlier)
    place.earlier.push_back({.plan = {.phase = agent.name,
                                      .role = agent.settings.agent,
                                      .weights = "phases/" + agent.name,
                                      .weights_hash = agent.weights_hash,
                                      .device = agent.settings.agents.device,
                                      .prompt_version = agent.settings.agents.prompt_version},
                             .weights = agent.weights});
  return place;
}

// Train does not know the room that evaluates: the two meet here. Where there are agents before,
// the one in training is what counts: the chain keeps what it spoils.
train::Validator validator_of(const std::filesystem::path& run_dir) {
  return
      [run_dir](const train::Workshop& workshop, std::int64_t step) -> Result<train::Validation> {
        Result<EvaluateReport> report = evaluate::validate(
            workshop.policy, workshop.submit, workshop.config, place_of(run_dir, workshop, step),
            [&](int done, int total) { workshop.progress("evaluate", done, total); },
            train::payment_of(workshop.config));
        if (!report) return report.error();
        EvaluateReport own = report->agents.empty() ? *report : report->agents.back();
        own.seconds = report->seconds;
        return train::Validation{validation_metrics(own), checkpoint_score(*report)};
      };
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
                   [&] { return evaluate_request(request, progress, cancelled); });
  }
  Result<std::unique_ptr<AskedModel>> ask(const AskRequest& request) override {
    return guarded("loading " + request.model, [&] { return load_asked(request); });
  }
  Result<std::vector<std::string>> generate(const GenerateRequest& request) override {
    return guarded("generating with " + request.model, [&] { return do_generate(request); });
  }
  Result<DecodeBench> bench_decode(const DecodeBenchRequest& request) override {
    return guarded("measuring " + request.model, [&] { return do_bench_decode(request); });
  }
  Result<ModelInfo> model_info(const std::string& model) override {
    return guarded("reading " + model, [&] { return do_model_info(model); });
  }
  Result<void> export_model(const std::string& model, const std::filesystem::path& folder,
                            const std::string& dtype) override {
    return guarded("exporting " + model, [&]() -> Result<void> {
      auto policy = load_model(model);
      if (!policy) return policy.error();
      return folder.extension() == ".gguf" ? (*policy)->save_gguf(folder, dtype)
                                           : (*policy)->save(folder, dtype);
    });
  }

 private:
  static Result<std::vector<std::string>> do_generate(const GenerateRequest& request);
  static Result<DecodeBench> do_bench_decode(const DecodeBenchRequest& request);
  static Result<ModelInfo> do_model_info(const std::string& model);
};

Result<std::vector<std::string>> Module::do_generate(const GenerateRequest& request) {
  auto policy = load_model(request.model);
  if (!policy) return policy.error();
  const policy::Tokenizer& tokenizer = *(*policy)->tokenizer();
  policy::GenerateOptions options;
  options.max_new_tokens = request.max_new_tokens;
  options.temperature = request.temperature;
  const Result<policy::DecodeWeights> weights = decode_weights(request.weights);
  if (!weights) return weights.error();
  options.weights = *weights;
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

Result<DecodeBench> Module::do_bench_decode(const DecodeBenchRequest& request) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  DecodeBench bench;
  bench.threads = request.threads > 0 ? request.threads : usable_cores();
  at::set_num_threads(bench.threads);
  auto start = Clock::now();
  auto policy = load_model(request.model, request.dtype);
  if (!policy) return policy.error();
  bench.load_seconds = seconds_since(start);
  bench.device = (*policy)->device().str();
  policy::GenerateOptions options;
  options.temperature = 1;
  const Result<policy::DecodeWeights> weights = decode_weights(request.weights);
  if (!weights) return weights.error();
  options.weights = *weights;
  const auto vocabulary = static_cast<std::uint64_t>((*policy)->config().vocabulary);
  std::vector<std::int32_t> prompt;
  for (int i = 0; i < request.prompt_tokens; ++i)
    prompt.push_back(
        static_cast<std::int32_t>(mix_seed(1, 2, static_cast<std::uint64_t>(i)) % vocabulary));
  const std::vector<std::vector<std::int32_t>> prompts(static_cast<std::size_t>(request.rows),
                                                       prompt);
  // Prompt and first token, then the same with the tokens behind it.
  const auto timed = [&](int tokens, std::uint64_t seed, std::int64_t& made) {
    options.max_new_tokens = tokens;
    options.row_seeds.clear();
    for (int i = 0; i < request.rows; ++i)
      options.row_seeds.push_back(mix_seed(seed, 0, static_cast<std::uint64_t>(i)));
    start = Clock::now();
    const auto rows = (*policy)->generate(prompts, options);
    const double seconds = seconds_since(start);
    made = -static_cast<std::int64_t>(rows.size());
    for (const policy::GeneratedRow& row : rows)
      made += static_cast<std::int64_t>(row.tokens.size());
    return seconds;
  };
  std::int64_t made = 0;
  bench.first_seconds = timed(1, 0, made);
  for (int i = 0; i < std::max(1, request.repeats); ++i) {
    DecodeBench::Repeat repeat;
    repeat.prompt_seconds = timed(1, static_cast<std::uint64_t>(i), made);
    repeat.decode_seconds =
        timed(1 + request.new_tokens, static_cast<std::uint64_t>(i), repeat.decoded) -
        repeat.prompt_seconds;
    bench.repeats.push_back(repeat);
  }
  return bench;
}

Result<ModelInfo> Module::do_model_info(const std::string& model) {
  Result<std::filesystem::path> folder = policy::resolve_model(model);
  if (!folder) return folder.error();
  const Result<policy::ModelFacts> facts = policy::read_model_facts(*folder);
  if (!facts) return facts.error();
  // Reads what names the tokens as well: a model without it cannot be used.
  const auto tokenizer = policy::load_tokenizer(*folder);
  if (!tokenizer) return tokenizer.error();
  const policy::ModelShape& shape = facts->shape;
  ModelInfo info;
  info.architecture = shape.architecture;
  info.parameters = policy::parameter_count(shape);
  info.layers = static_cast<int>(shape.layers);
  info.hidden_size = static_cast<int>(shape.hidden_size);
  info.heads = static_cast<int>(shape.heads);
  info.kv_heads = static_cast<int>(shape.kv_heads);
  info.vocabulary = static_cast<int>(shape.vocabulary);
  info.max_positions = static_cast<int>(shape.max_positions);
  info.dtype = facts->type;
  info.bytes = static_cast<std::int64_t>(facts->bytes);
  return info;
}

}  // namespace

TrainingModule& training_module() {
  // Never destroyed: threads of libtorch may still run while the process exits.
  static Module* module = new Module;
  return *module;
}

}  // namespace nereid

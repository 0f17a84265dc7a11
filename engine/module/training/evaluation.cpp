// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/module/training/evaluation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "engine/base/cores.h"
#include "engine/base/file.h"
#include "engine/base/log.h"
#include "engine/base/machine.h"
#include "engine/evaluate/internal/chain.h"
#include "engine/evaluate/internal/evaluate.h"
#include "engine/policy/internal/weights_io.h"
#include "engine/train/internal/run_agents.h"
#include "engine/train/internal/start.h"
#include "engine/train/internal/task_stream.h"
#include "engine/verify/verifier.h"

namespace nereid {
namespace {

namespace fs = std::filesystem;

/// A run, and the settings that it was made with.
struct Run {
  fs::path folder;
  config::RunConfig config;
};

std::optional<Run> read_run(const fs::path& folder) {
  const fs::path file = folder / "settings.yaml";
  const Result<std::string> text = read_file(file);
  if (!text) return std::nullopt;
  auto config = config::parse_settings(*text, file.string());
  if (!config) return std::nullopt;
  return Run{folder, std::move(*config)};
}

/// The run that a model belongs to: RUN itself, RUN/model, RUN/phases/NAME or
/// RUN/checkpoints/step-N.
std::optional<Run> run_of(const fs::path& place) {
  for (const fs::path& folder : {place, place.parent_path(), place.parent_path().parent_path()})
    if (auto run = read_run(folder)) return run;
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
                                                const std::optional<Run>& run, std::string& split) {
  evaluate::TaskChoice choice{.source = request.tasks,
                              .split = split.empty() ? "test" : split,
                              .levels = request.levels,
                              .count = request.tasks_per_level,
                              .exclude = request.exclude};
  const bool is_folder = request.tasks != "synthetic";
  std::vector<tasks::Task> trained;
  if (run && is_folder) {
    choice.held_out = {run->config.tasks.validation_share, run->config.tasks.test_share};
    trained = trained_on(run->config);
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
  plan.turns = std::max(1, request.turns);
  plan.dtype = request.dtype;
  plan.temperature = request.temperature;
  plan.top_p = request.top_p;
  plan.top_k = request.top_k;
  plan.min_p = request.min_p;
  plan.max_new_tokens = request.max_new_tokens;
  plan.seed = request.seed;
  plan.yardstick = evaluate::settled(request.yardstick);
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

/// Who is evaluated: a model, or agents of a run.
struct Subject {
  std::optional<Run> run;                  ///< that it belongs to
  std::vector<fs::path> models;            ///< one an agent, else one
  std::unique_ptr<policy::Policy> policy;  ///< of models[loaded]
  std::size_t loaded = 0;
  std::string dtype;  ///< of its weights
  bool is_chain = false;

  /// One model at a time is in memory.
  Result<policy::Policy*> load(std::size_t index) {
    if (policy && loaded == index) return policy.get();
    policy.reset();
    Result<std::unique_ptr<policy::Policy>> read = load_model(models[index].string(), dtype);
    if (!read) return read.error();
    policy = std::move(*read);
    loaded = index;
    return policy.get();
  }
};

bool holds_model(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "config.json", ignored) ||
         fs::exists(folder / "adapter_config.json", ignored);
}

std::string names_of(const std::vector<train::RunAgent>& agents) {
  std::vector<std::string> names;
  for (const train::RunAgent& agent : agents) names.push_back(agent.phase);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Those of the agents that take part, each with weights. Says which do not.
Result<std::vector<train::RunAgent>> chosen_agents(const Run& run, const EvaluateRequest& request) {
  Result<std::vector<train::RunAgent>> all = train::agents_of_run(run.folder, run.config);
  if (!all) return all.error();
  const std::string folder = run.folder.string();
  if (all->empty())
    return Error{
        ErrorCode::kInvalidArgument,
        folder + ": is a run without agents; evaluate its model: nereid eval " + folder + "/model"};
  for (const std::string& name : request.agents)
    if (std::none_of(all->begin(), all->end(), [&](const auto& one) { return one.phase == name; }))
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("--agents: {} has no agent \"{}\"; it has {}", folder, name, names_of(*all))};
  std::vector<train::RunAgent> chosen;
  for (train::RunAgent& agent : *all) {
    const bool is_named = std::find(request.agents.begin(), request.agents.end(), agent.phase) !=
                          request.agents.end();
    if (!request.agents.empty() && !is_named) continue;
    if (agent.place.empty() && is_named)
      return Error{ErrorCode::kNotFound,
                   fmt::format("--agents: {} has not learnt anything in {}", agent.phase, folder)};
    if (agent.place.empty()) {
      log_warning("{} has not learnt anything yet: it takes no part", agent.phase);
      continue;
    }
    chosen.push_back(std::move(agent));
  }
  if (chosen.empty())
    return Error{ErrorCode::kNotFound, folder + ": none of its agents has learnt anything yet"};
  if (chosen.front().settings.agent != "frontend")
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("--agents: {} works on kernels of a frontend; name one before it",
                             chosen.front().phase)};
  return chosen;
}

Result<void> take_agents(const EvaluateRequest& request, evaluate::EvaluationPlan& plan,
                         Subject& subject) {
  const Run& run = *subject.run;
  const Result<std::vector<train::RunAgent>> agents = chosen_agents(run, request);
  if (!agents) return agents.error();
  if (plan.turns > 1)
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("--turns: the agents of {} answer once each; evaluate the model of one "
                    "without other agents, or leave --turns out",
                    run.folder.string())};
  subject.is_chain = true;
  for (const train::RunAgent& agent : *agents) {
    const fs::path folder = run.folder / agent.place;
    Result<std::string> hash = train::hash_of_weights(folder);
    if (!hash) return hash.error();
    subject.models.push_back(folder);
    plan.agents.push_back({.phase = agent.phase,
                           .role = agent.settings.agent,
                           .weights = agent.place.string(),
                           .weights_hash = std::move(*hash),
                           .device = agent.settings.agents.device,
                           .prompt_version = agent.settings.agents.prompt_version,
                           .samples = plan.samples});
  }
  const std::string& modelled = agents->back().settings.verify.modelled_device;
  if (request.yardstick.modelled_device.empty() && modelled != "none")
    plan.yardstick.modelled_device = modelled;
  if (plan.yardstick.baseline.empty() && plan.yardstick.modelled_device.empty())
    log_warning(
        "nothing says which of two kernels is faster: the first accepted one of a task leaves the "
        "chain; --modelled-device or --baseline tells");
  return {};
}

/// A model is asked as the agent that it was trained to be.
Result<void> take_model(const EvaluateRequest& request, const fs::path& place,
                        evaluate::EvaluationPlan& plan, Subject& subject) {
  if (!request.agents.empty())
    return Error{ErrorCode::kInvalidArgument,
                 request.model + ": --agents chooses among the agents of a run; give its folder"};
  subject.models = {request.model};
  if (!subject.run) return {};
  plan.turn_prompt_version = subject.run->config.turns.prompt_version;
  const auto phase = train::phase_of_weights(subject.run->folder, subject.run->config, place);
  if (!phase) return phase.error();
  if (!*phase || (*phase)->settings.agent == "none") return {};
  plan.agent = (*phase)->settings.agent;
  plan.prompt_version = (*phase)->settings.agents.prompt_version;
  plan.turn_prompt_version = (*phase)->settings.turns.prompt_version;
  if (plan.agent == "frontend") return {};
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("{}: the {} works on kernels of the agents before it; evaluate the "
                           "chain: nereid eval {}",
                           request.model, (*phase)->name, subject.run->folder.string())};
}

Result<Subject> find_subject(const EvaluateRequest& request, evaluate::EvaluationPlan& plan) {
  Subject subject;
  subject.dtype = plan.dtype;
  std::error_code ignored;
  const Result<fs::path> model = policy::resolve_model(request.model);
  const fs::path place = fs::weakly_canonical(model ? *model : fs::path(request.model), ignored);
  subject.run = run_of(place);
  const bool is_run = subject.run && subject.run->folder == place && !holds_model(place);
  const Result<void> taken =
      is_run ? take_agents(request, plan, subject) : take_model(request, place, plan, subject);
  if (!taken) return taken.error();
  return subject;
}

Result<EvaluateReport> evaluate_subject(Subject& subject, const std::vector<tasks::Task>& tasks,
                                        const evaluate::EvaluationPlan& plan,
                                        const ReportOptions& options,
                                        evaluate::JudgingParts parts) {
  if (!subject.is_chain)
    return evaluate::evaluate_policy(*subject.policy, tasks, plan, options, std::move(parts));
  std::vector<evaluate::AgentModel> models;
  for (std::size_t i = 0; i < subject.models.size(); ++i)
    models.emplace_back([&subject, i] { return subject.load(i); });
  return evaluate::evaluate_chain(models, tasks, plan, options, std::move(parts));
}

}  // namespace

Result<std::unique_ptr<policy::Policy>> load_model(const std::string& name,
                                                   const std::string& dtype) {
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

Result<EvaluateReport> evaluate_request(const EvaluateRequest& request,
                                        const std::function<void(int, int)>& progress,
                                        const std::function<bool()>& cancelled) {
  evaluate::EvaluationPlan plan = plan_of(request);
  const ReportOptions options{request.k, request.p, plan.samples, plan.seed};
  if (Result<void> checked = check_report_options(options); !checked) return checked.error();
  Result<Subject> subject = find_subject(request, plan);
  if (!subject) return subject.error();
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
  const Result<policy::Policy*> policy = subject->load(0);
  if (!policy) return policy.error();
  plan.split = request.split;
  auto tasks = held_out_tasks(request, subject->run, plan.split);
  if (!tasks) return tasks.error();
  if (Result<void> completed = evaluate::complete_plan(plan, **policy, *tasks); !completed)
    return completed.error();
  evaluate::JudgingParts parts{.submit = verify::submit_to(**verifier),
                               .progress = progress,
                               .cancelled = cancelled,
                               .cancel = [&verifier] { (*verifier)->cancel_all(); }};
  if (request.out.empty())
    return evaluate_subject(*subject, *tasks, plan, options, std::move(parts));
  Result<std::unique_ptr<evaluate::Archive>> archive =
      evaluate::Archive::open({.folder = request.out,
                               .name = request.out.filename().string(),
                               .plan = plan,
                               .facts = facts_of(**policy, plan, share),
                               .samples = evaluate::rows_of(plan, tasks->size())});
  if (!archive) return archive.error();
  parts.archive = archive->get();
  return evaluate::closed(**archive, options, [&] {
    return evaluate_subject(*subject, *tasks, plan, options, std::move(parts));
  });
}

}  // namespace nereid

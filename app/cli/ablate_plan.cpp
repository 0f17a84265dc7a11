// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ablate_plan.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "app/cli/verifier_budget.h"
#include "engine/base/clock.h"
#include "engine/base/cores.h"
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/paths.h"
#include "engine/config/ablation.h"
#include "engine/config/steps.h"
#include "engine/train/estimate/estimate.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSchema = "nereid.ablation/1";
constexpr int kUsualSeeds = 3;
constexpr int kUsualEvaluationSamples = 1;
/// The end of a run whose budget is seconds, in case that its verifier never takes any.
constexpr int kStepsWithoutEnd = 1'000'000;

fs::path plan_file(const fs::path& root) {
  return root / "ablation.json";
}

Error bad(std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message)};
}

Result<std::vector<std::size_t>> cells_named(const std::vector<std::string>& names) {
  const std::vector<config::AblationCell> matrix = config::ablation_matrix();
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    if (names.empty() || std::find(names.begin(), names.end(), matrix[i].name) != names.end())
      cells.push_back(i);
  }
  for (const std::string& name : names) {
    const bool known = std::any_of(matrix.begin(), matrix.end(),
                                   [&](const auto& cell) { return cell.name == name; });
    if (known) continue;
    return bad("--cells: there is no combination \"" + name +
               "\"; expected none, all, or extensions joined by + in the order multi_input, "
               "staged_evaluation, adaptive_curriculum, calibrated_timing");
  }
  return cells;
}

/// Folders are meant from where the command was first given.
void make_absolute(std::string& path, bool is_folder) {
  std::error_code problem;
  const bool there = is_folder ? fs::is_directory(path, problem) : fs::exists(path, problem);
  if (!path.empty() && there) path = fs::absolute(path, problem).lexically_normal().string();
}

/// How many runs fit side by side: a GPU serves one, as the timings of two would disturb each
/// other; else two cores each, and what the memory holds.
int fitting_runs(const config::RunConfig& config, int cores) {
  if (has_gpu_device()) return 1;
  int runs = std::max(1, cores / 2);
  const auto estimate = train::estimate_run(config, false);
  const auto memory = memory_room();
  if (estimate && memory && estimate->main_memory() > 0)
    runs = std::min(runs, static_cast<int>(std::min<std::uint64_t>(
                              memory->available_bytes / estimate->main_memory(), 4096)));
  return std::max(1, runs);
}

/// Every run gets the same share, and keeps it: another number of threads would be another run.
void share_machine(config::RunConfig& config, int parallel, int cores) {
  const CoreShare share =
      share_cores(std::max(1, cores / parallel), config.run.trainer_threads, config.verify.jobs);
  config.run.trainer_threads = share.trainer_threads;
  config.verify.jobs = share.jobs;
}

Result<void> check_base(const config::RunConfig& base, double verifier_seconds) {
  if (!base.phases.empty())
    return bad(
        "phases: the combinations are compared from one start; run the phases before once (nereid "
        "train), then --set phases=[] --set method=best_of_n --set model.path=RUN/phases/NAME");
  if (base.method == "sft")
    return bad(
        "method = sft asks no verifier and draws no level, so that the extensions change nothing; "
        "choose method=grpo or method=best_of_n, and the model that SFT made as model.path");
  if (base.model.path == "new")
    return bad(
        "model.path = new makes another model for each seed; train one, and give its folder");
  return verifier_seconds > 0 ? check_verifier_budget(base) : Result<void>();
}

std::vector<AblationRun> runs_of(const AblationPlan& plan) {
  const std::vector<config::AblationCell> matrix = config::ablation_matrix();
  const std::vector<config::RunConfig> configs = config::ablation_runs(plan.base);
  std::vector<AblationRun> runs;
  for (int seed = 0; seed < plan.seeds; ++seed) {
    for (const std::size_t cell : plan.cells) {
      AblationRun run{.cell = cell, .name = matrix[cell].name, .config = configs[cell]};
      run.seed = run.config.seed = plan.base.seed + static_cast<std::uint64_t>(seed);
      run.config.run.output.clear();
      // A verdict that is taken from another combination would cost this one no seconds.
      run.config.verify.keep = false;
      if (plan.verifier_seconds > 0) config::set_steps(run.config, kStepsWithoutEnd);
      run.folder = plan.root / fmt::format("{}-seed{}", run.name, run.seed);
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

OrderedJson stored_json(const AblationPlan& plan) {
  std::vector<std::string> names;
  for (const std::size_t cell : plan.cells) names.push_back(config::ablation_matrix()[cell].name);
  return {{"schema", kSchema},
          {"cells", names},
          {"seeds", plan.seeds},
          {"verifier_seconds", plan.verifier_seconds},
          {"evaluation",
           {{"tasks_per_level", plan.evaluation.tasks_per_level},
            {"samples", plan.evaluation.samples}}},
          {"parallel", plan.parallel},
          {"settings", config::to_yaml(plan.base)}};
}

Result<AblationPlan> read_plan(const fs::path& root) {
  const fs::path file = plan_file(root);
  const Result<std::string> text = read_file(file);
  if (!text)
    return Error{text.error().code, text.error().message +
                                        "; an ablation that was begun has this file, start a new "
                                        "one with nereid ablate SETTINGS"};
  const Result<Json> json = parse_json(*text, file.string());
  if (!json) return json.error();
  if (json_value<std::string>(*json, "schema", "") != kSchema)
    return Error{ErrorCode::kCorrupt, file.string() + ": expected schema " + kSchema +
                                          "; it is not of this version of "
                                          "Nereid, start a new ablation with --out"};
  AblationPlan plan;
  plan.root = root;
  const auto base =
      config::parse_settings(json_value<std::string>(*json, "settings", ""), file.string());
  if (!base) return base.error();
  plan.base = *base;
  const auto cells = cells_named(json_value<std::vector<std::string>>(*json, "cells", {}));
  if (!cells) return cells.error();
  plan.cells = *cells;
  plan.seeds = std::max(1, json_value(*json, "seeds", 1));
  plan.verifier_seconds = json_value(*json, "verifier_seconds", 0.0);
  const Json evaluation = json_value(*json, "evaluation", Json::object());
  plan.evaluation.tasks_per_level = std::max(1, json_value(evaluation, "tasks_per_level", 1));
  plan.evaluation.samples = std::max(1, json_value(evaluation, "samples", 1));
  plan.parallel = std::max(1, json_value(*json, "parallel", 1));
  return plan;
}

Result<void> check_overrides(const std::vector<std::string>& overrides) {
  for (const std::string& one : overrides) {
    if (!one.starts_with("extensions.")) continue;
    return bad("--set " + one +
               ": the extensions are what an ablation varies; choose its "
               "combinations with --cells");
  }
  return {};
}

/// What the command line asks for, beside what may lie in the folder already.
Result<AblationPlan> wanted_plan(const AblateOptions& options,
                                 const std::optional<AblationPlan>& kept) {
  AblationPlan plan;
  if (options.settings.empty()) {
    plan = *kept;
  } else {
    if (Result<void> checked = check_overrides(options.overrides); !checked) return checked.error();
    Result<config::RunConfig> base = config::load_settings(options.settings);
    if (!base) return base.error();
    if (Result<void> applied = config::apply_overrides(*base, options.overrides); !applied)
      return applied.error();
    plan.base = *base;
    plan.base.extensions = {};
    // A folder or a GGUF file, or one of two names.
    if (plan.base.model.path != "pocket" && plan.base.model.path != "new")
      make_absolute(plan.base.model.path, false);
    make_absolute(plan.base.tasks.source, true);
    make_absolute(plan.base.tasks.exclude, false);
  }
  const auto cells = cells_named(options.cells);
  if (!cells) return cells.error();
  if (!options.settings.empty() || !options.cells.empty()) plan.cells = *cells;
  if (options.seeds > 0)
    plan.seeds = options.seeds;
  else if (!kept)
    plan.seeds = kUsualSeeds;
  if (options.verifier_seconds > 0) plan.verifier_seconds = options.verifier_seconds;
  const AblationEvaluation usual =
      kept ? kept->evaluation
           : AblationEvaluation{plan.base.evaluate.samples_per_level, kUsualEvaluationSamples};
  plan.evaluation.tasks_per_level =
      options.eval_tasks > 0 ? options.eval_tasks : usual.tasks_per_level;
  plan.evaluation.samples = options.eval_samples > 0 ? options.eval_samples : usual.samples;
  return plan;
}

/// What the two plans would not agree on; empty where the runs of one can join the other.
std::string disagreement(const AblationPlan& kept, const AblationPlan& wanted) {
  std::vector<std::string> found;
  for (const auto& [key, texts] : config::differences(kept.base, wanted.base))
    found.push_back(fmt::format("{} was {}, is {}", key, texts.first, texts.second));
  const auto compare = [&found](const char* option, auto was, auto is) {
    if (was != is) found.push_back(fmt::format("{} was {}, is {}", option, was, is));
  };
  compare("--verifier-seconds", kept.verifier_seconds, wanted.verifier_seconds);
  compare("--eval-tasks", kept.evaluation.tasks_per_level, wanted.evaluation.tasks_per_level);
  compare("--eval-samples", kept.evaluation.samples, wanted.evaluation.samples);
  return fmt::format("{}", fmt::join(found, "; "));
}

void join(AblationPlan& plan, const AblationPlan& kept) {
  plan.seeds = std::max(plan.seeds, kept.seeds);
  plan.cells.insert(plan.cells.end(), kept.cells.begin(), kept.cells.end());
  std::sort(plan.cells.begin(), plan.cells.end());
  plan.cells.erase(std::unique(plan.cells.begin(), plan.cells.end()), plan.cells.end());
}

fs::path root_of(const AblateOptions& options) {
  std::error_code ignored;
  if (!options.resume.empty()) return fs::absolute(options.resume, ignored);
  if (!options.out.empty()) return fs::absolute(options.out, ignored);
  return {};
}

/// Completions that a run has judged, with several turns at most; nullopt where its folder of tasks
/// decides.
std::optional<std::int64_t> candidates_of(const config::RunConfig& config) {
  if (config::steps_follow_tasks(config)) return std::nullopt;
  const std::int64_t steps = config::planned_steps(config) * config.turns.count;
  if (config.method == "grpo")
    return steps * config.grpo.prompts_per_step * config.grpo.num_generations;
  return steps * config.best_of_n.tasks_per_step * config.best_of_n.n;
}

struct Needs {
  std::optional<std::int64_t> candidates;  ///< of all runs
  std::int64_t evaluated = 0;              ///< completions of the evaluations
  std::uint64_t memory_bytes = 0, disk_bytes = 0;
};

Result<Needs> needs_of(const AblationPlan& plan) {
  const auto estimate = train::estimate_here(plan.base);
  if (!estimate) return estimate.error();
  const auto runs = static_cast<std::int64_t>(plan.runs.size());
  const auto side_by_side = static_cast<std::uint64_t>(std::min<std::int64_t>(plan.parallel, runs));
  Needs needs;
  needs.memory_bytes = estimate->main_memory() * side_by_side;
  needs.disk_bytes = estimate->disk_bytes * static_cast<std::uint64_t>(runs);
  needs.evaluated = runs * plan.evaluation.tasks_per_level * std::ssize(plan.base.tasks.levels) *
                    plan.evaluation.samples;
  const auto one = candidates_of(plan.base);
  if (one && plan.verifier_seconds <= 0) needs.candidates = *one * runs;
  return needs;
}

/// Seconds that the budget alone takes, where it is one of seconds.
double least_seconds(const AblationPlan& plan) {
  const auto runs = static_cast<double>(plan.runs.size());
  return plan.verifier_seconds * runs / std::min<double>(plan.parallel, runs);
}

}  // namespace

std::string AblationRun::title() const {
  return fmt::format("{} seed {}", name, seed);
}

Result<AblationLock> AblationLock::take(const fs::path& root) {
  if (Result<void> made = make_directories(root); !made) return made.error();
  const fs::path file = root / "ablation.lock";
  UniqueFd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd) return file_error("cannot write", file, errno);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (::fcntl(fd.get(), F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES))
    return Error{ErrorCode::kUnavailable,
                 root.string() +
                     ": another `nereid ablate` works on it; stop that one, or give "
                     "another folder with --out"};
  return AblationLock(std::move(fd));
}

fs::path settings_file(const AblationPlan& plan, const AblationRun& run) {
  return plan.root / "settings" / (run.folder.filename().string() + ".yaml");
}

fs::path score_file(const AblationRun& run) {
  return run.folder / "evaluation" / "report.json";
}

Result<AblationPlan> plan_ablation(const AblateOptions& options) {
  fs::path root = root_of(options);
  std::optional<AblationPlan> kept;
  std::error_code ignored;
  if (!options.resume.empty() || (!root.empty() && fs::exists(plan_file(root), ignored))) {
    Result<AblationPlan> read = read_plan(root);
    if (!read) return read.error();
    kept = *read;
  }
  Result<AblationPlan> plan = wanted_plan(options, kept);
  if (!plan) return plan;
  if (Result<void> checked = check_base(plan->base, plan->verifier_seconds); !checked)
    return checked.error();
  if (root.empty()) root = runs_dir() / (plan->base.name + "-ablation-" + time_stamp());
  plan->root = root;
  const int cores = usable_cores();
  plan->parallel = options.parallel > 0 ? options.parallel
                   : kept               ? kept->parallel
                                        : fitting_runs(plan->base, cores);
  if (kept) {
    config::RunConfig& base = plan->base;
    if (base.run.trainer_threads == 0) base.run.trainer_threads = kept->base.run.trainer_threads;
    if (base.verify.jobs == 0) base.verify.jobs = kept->base.verify.jobs;
    const std::string differing = disagreement(*kept, *plan);
    if (!differing.empty())
      return bad(root.string() + ": holds another ablation (" + differing +
                 "); go on with nereid ablate --resume, or give another --out");
    join(*plan, *kept);
  } else {
    share_machine(plan->base, plan->parallel, cores);
  }
  plan->runs = runs_of(*plan);
  for (const AblationRun& run : plan->runs) {
    if (!kept && fs::exists(run.folder, ignored))
      return bad(run.folder.string() + ": is there already, and " + plan_file(root).string() +
                 ", which would say of what, is not; give another --out");
  }
  return plan;
}

Result<void> keep_plan(const AblationPlan& plan) {
  Result<void> written = make_directories(plan.root / "settings");
  if (written) written = make_directories(plan.root / "logs");
  for (const AblationRun& run : plan.runs) {
    if (!written) return written;
    written = atomic_write_file(settings_file(plan, run), config::to_yaml(run.config));
  }
  if (!written) return written;
  return atomic_write_file(plan_file(plan.root), dump_json(stored_json(plan), 2) + "\n");
}

Result<std::string> plan_text(const AblationPlan& plan) {
  const Result<Needs> needs = needs_of(plan);
  if (!needs) return needs.error();
  std::string text;
  for (const AblationRun& run : plan.runs)
    text += fmt::format("{:<72} seed {:<3} {}\n", run.name, run.seed, run.folder.string());
  text += fmt::format(
      "{} runs: {} combinations, {} seeds; {} side by side, each with {} trainer "
      "threads and {} judges\n",
      plan.runs.size(), plan.cells.size(), plan.seeds, plan.parallel, plan.base.run.trainer_threads,
      plan.base.verify.jobs);
  if (plan.verifier_seconds > 0) {
    text += fmt::format(
        "budget: {:g} seconds of the verifier a run, so that it takes {:.2f} hours "
        "and more\n",
        plan.verifier_seconds, least_seconds(plan) / 3600);
  } else if (needs->candidates) {
    text += fmt::format("budget: equal samples, {} candidates in all\n", *needs->candidates);
  } else {
    text += "budget: equal samples, as many as the folder of tasks asks for\n";
  }
  text += fmt::format("evaluation: {} tasks a level, {} samples each, {} completions in all\n",
                      plan.evaluation.tasks_per_level, plan.evaluation.samples, needs->evaluated);
  return text + fmt::format("memory, at most: {:.1f} GB; disk, at most: {:.1f} GB\n",
                            static_cast<double>(needs->memory_bytes) / 1e9,
                            static_cast<double>(needs->disk_bytes) / 1e9);
}

Result<OrderedJson> plan_json(const AblationPlan& plan) {
  const Result<Needs> needs = needs_of(plan);
  if (!needs) return needs.error();
  OrderedJson runs = OrderedJson::array();
  for (const AblationRun& run : plan.runs)
    runs.push_back({{"cell", run.name}, {"seed", run.seed}, {"run_dir", run.folder.string()}});
  OrderedJson json = {{"schema", "nereid.ablation-plan/1"},
                      {"folder", plan.root.string()},
                      {"runs", runs},
                      {"seeds", plan.seeds},
                      {"parallel", plan.parallel},
                      {"trainer_threads", plan.base.run.trainer_threads},
                      {"verify_jobs", plan.base.verify.jobs},
                      {"verifier_seconds", plan.verifier_seconds},
                      {"candidates", nullptr},
                      {"evaluated", needs->evaluated},
                      {"main_memory_bytes", needs->memory_bytes},
                      {"disk_bytes", needs->disk_bytes}};
  if (needs->candidates) json["candidates"] = *needs->candidates;
  if (plan.verifier_seconds > 0) json["least_seconds"] = least_seconds(plan);
  return json;
}

}  // namespace nereid::app

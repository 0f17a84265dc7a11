// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/run_printer.h"
#include "app/cli/verifier_budget.h"
#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/machine.h"
#include "engine/base/paths.h"
#include "engine/config/phases.h"
#include "engine/config/settings.h"
#include "engine/config/steps.h"
#include "engine/module/module.h"
#include "engine/module/rank_place.h"
#include "engine/record/store.h"
#include "engine/train/estimate/estimate.h"
#include "engine/train/estimate/run_history.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

struct TrainOptions {
  std::string settings = "pocket";
  std::string out, resume;
  std::vector<std::string> overrides;
  std::int64_t steps = 0;
  double verifier_seconds = 0;
  bool json = false;
  bool estimate = false;
  bool cache = true;
};

/// A resumed run has the settings that its record holds.
Result<config::RunConfig> settings_of_run(const fs::path& run_dir) {
  Result<std::unique_ptr<record::RunReader>> reader = record::RunReader::open(run_dir);
  if (!reader) return reader.error();
  Result<record::RunInfo> info = (*reader)->info();
  if (!info) return info.error();
  return config::parse_settings(info->settings_yaml, (run_dir / "settings.yaml").string());
}

Result<config::RunConfig> read_settings(const TrainOptions& options) {
  Result<config::RunConfig> config = options.resume.empty()
                                         ? config::load_settings(options.settings)
                                         : settings_of_run(options.resume);
  if (!config) return config;
  if (Result<void> applied = config::apply_overrides(*config, options.overrides); !applied)
    return applied.error();
  // A verdict that was kept costs nothing: a budget of seconds would buy more of them in a run
  // that comes after its like.
  if (!options.cache || options.verifier_seconds > 0) config->verify.keep = false;
  if (options.steps > 0) config::set_steps(*config, static_cast<int>(options.steps));
  return config;
}

fs::path folder_of(const TrainOptions& options, const config::RunConfig& config) {
  if (!options.resume.empty()) return options.resume;
  if (!options.out.empty()) return options.out;
  if (!config.run.output.empty()) return config.run.output;
  return runs_dir() / (config.name + "-" + time_stamp());
}

std::string in_megabytes(std::uint64_t bytes) {
  return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
}

/// Folders of the runs folder; those without a record are passed over by who reads them.
std::vector<fs::path> earlier_runs() {
  std::vector<fs::path> folders;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(runs_dir(), problem))
    if (entry.is_directory(problem)) folders.push_back(entry.path());
  return folders;
}

/// "about 12 s", or why that is not known.
std::string in_seconds(double seconds) {
  return std::isfinite(seconds) ? fmt::format("about {:.0f} s", seconds)
                                : "time not known: no earlier run of this work here";
}

OrderedJson seconds_json(double seconds) {
  return std::isfinite(seconds) ? OrderedJson(seconds) : OrderedJson(nullptr);
}

OrderedJson phases_json(const config::RunConfig& config, const train::RunEstimate& estimate,
                        const std::vector<train::RunHistory>& history) {
  OrderedJson list = OrderedJson::array();
  const std::vector<config::Phase> phases = config::phases_of(config);
  for (std::size_t i = 0; i < estimate.phases.size(); ++i) {
    const train::PhaseEstimate& phase = estimate.phases[i];
    list.push_back({{"name", phase.name},
                    {"method", phase.method},
                    {"steps", phase.steps},
                    {"trainer_bytes", phase.trainer_bytes},
                    {"judges_bytes", phase.judges_bytes},
                    {"seconds", seconds_json(train::expected_seconds(phases[i], history[i]))}});
  }
  return list;
}

void print_phases(const config::RunConfig& config, const train::RunEstimate& estimate,
                  const std::vector<train::RunHistory>& history) {
  const std::vector<config::Phase> phases = config::phases_of(config);
  if (!estimate.phases.empty())
    fmt::print("phases, one after the other; the parts above are those of {}:\n",
               estimate.phases[estimate.largest].name);
  for (std::size_t i = 0; i < estimate.phases.size(); ++i) {
    const train::PhaseEstimate& phase = estimate.phases[i];
    fmt::print(
        "  {:<22}{:>12}  {}, {}\n", phase.name, in_megabytes(phase.trainer_bytes),
        phase.steps > 0 ? fmt::format("{} steps", phase.steps) : "as many steps as its tasks need",
        in_seconds(train::expected_seconds(phases[i], history[i])));
  }
  fmt::print("all steps: {}\n", in_seconds(train::expected_seconds(config, history)));
}

/// What helps where one GPU does not hold it.
std::string mend_of_memory(const config::RunConfig& config, const train::RankPlace& place) {
  if (config.model.adapter != "lora") return "set model.adapter to lora";
  if (config.model.dtype == "float32") return "set model.dtype to bfloat16 or int8";
  if (!place.has_others()) return "start it on several GPUs with model.shard_base=true";
  if (!config.model.shard_base) return "set model.shard_base to true: each rank holds a part";
  return "start it on more GPUs, or set model.dtype to int8";
}

/// What the run takes at most, one part a line or one JSON object, and its time by earlier runs.
int print_estimate(const config::RunConfig& config, const train::RankPlace& place, bool json) {
  const Result<train::RunEstimate> estimate = train::estimate_here(config, place.count);
  if (!estimate) return report_error(estimate.error());
  const std::vector<train::RunHistory> history =
      train::read_history(config, earlier_runs(), machine_id(), [] { return true; });
  OrderedJson parts;
  for (const train::MemoryPart& part : estimate->memory) parts[part.key] = part.bytes;
  if (json) {
    const OrderedJson whole = {{"schema", "nereid.estimate/1"},
                               {"parameters", estimate->parameters},
                               {"trainable", estimate->trainable},
                               {"on_gpu", estimate->on_gpu},
                               {"parts", parts},
                               {"trainer_bytes", estimate->trainer_bytes},
                               {"judges_bytes", estimate->judges_bytes},
                               {"main_memory_bytes", estimate->main_memory()},
                               {"disk_bytes", estimate->disk_bytes},
                               {"ranks", place.count},
                               {"ranks_on_this_host", place.local_count},
                               {"phases", phases_json(config, *estimate, history)},
                               {"seconds", seconds_json(train::expected_seconds(config, history))}};
    std::puts(dump_json(whole).c_str());
    return kExitDone;
  }
  fmt::print("at most:\n");
  for (const train::MemoryPart& part : estimate->memory)
    fmt::print("  {:<22}{:>12}\n", part.key, in_megabytes(part.bytes));
  fmt::print("  {:<22}{:>12}{}\n", "trainer, peak", in_megabytes(estimate->trainer_bytes),
             estimate->on_gpu ? "  on the GPU" : "");
  if (estimate->exceeds_gpu())
    fmt::print("  that is more than the {} of the GPU: {}\n", in_megabytes(estimate->gpu_bytes),
               mend_of_memory(config, place));
  fmt::print("  {:<22}{:>12}\n", "judges", in_megabytes(estimate->judges_bytes));
  fmt::print("  {:<22}{:>12}\n", "main memory", in_megabytes(estimate->main_memory()));
  fmt::print("  {:<22}{:>12}\n", "checkpoints on disk", in_megabytes(estimate->disk_bytes));
  if (place.has_others())
    fmt::print(
        "all that is of one of {} ranks, {} of them on this host: {} of its main memory\n",
        place.count, place.local_count,
        in_megabytes(static_cast<std::uint64_t>(place.local_count) * estimate->main_memory()));
  print_phases(config, *estimate, history);
  return kExitDone;
}

Result<double> spent_until_checkpoint(const fs::path& run_dir) {
  Result<std::unique_ptr<record::RunReader>> reader = record::RunReader::open(run_dir);
  if (!reader) return reader.error();
  const Result<record::RunInfo> info = (*reader)->info();
  if (!info) return info.error();
  return verifier_seconds(**reader, info->last_checkpoint_step);
}

Result<void> say_spent(RunPrinter& printer, double seconds, const TrainOptions& options) {
  printer.on_log("info", fmt::format("the verifier has spent {:.1f} of {:g} seconds", seconds,
                                     options.verifier_seconds));
  return {};
}

/// Runs until its steps are done or, with --verifier-seconds, until those are spent.
Result<void> train(TrainingModule& module, const TrainOptions& options,
                   const config::RunConfig& config, const train::StartOptions& start,
                   RunPrinter& printer) {
  if (options.verifier_seconds <= 0) return run_to_end(module, config, start, printer);
  if (start.resume) {
    const Result<double> spent = spent_until_checkpoint(start.run_dir);
    if (!spent) return spent.error();
    if (*spent >= options.verifier_seconds) return say_spent(printer, *spent, options);
  }
  VerifierBudget budget(printer, start.run_dir, options.verifier_seconds);
  Result<void> outcome =
      run_to_end(module, config, start, budget,
                 [&budget](train::TrainSession& session) { budget.watch(session); });
  if (outcome && budget.is_met()) return say_spent(printer, *budget.spent_s(), options);
  return outcome;
}

/// Says nothing of a run but what goes wrong: the first rank says the rest.
class OtherRank final : public train::RunObserver {
 public:
  explicit OtherRank(int rank) : rank_(rank) {}
  void on_state(record::RunState, const std::string&) override {}
  void on_step(std::shared_ptr<const train::StepSummary>) override {}
  void on_progress(const std::string&, int, int) override {}
  void on_record_changed() override {}
  void on_log(const std::string& level, const std::string& message) override {
    if (level != "info") fmt::print(stderr, "rank {}: {}: {}\n", rank_, level, message);
  }

 private:
  int rank_;
};

/// One of several ranks; what they cannot do is an error.
Result<train::RankPlace> place_of(const TrainOptions& options, const config::RunConfig& config) {
  Result<train::RankPlace> place = train::launched_place();
  if (!place || !place->has_others() || options.estimate) return place;
  // A folder that is named after the time would be another one for each of them.
  if (options.out.empty() && options.resume.empty() && config.run.output.empty())
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} ranks train one run: name its folder with --out", place->count)};
  if (options.verifier_seconds > 0)
    return Error{ErrorCode::kInvalidArgument,
                 "--verifier-seconds is of one process; leave it out, or start without torchrun"};
  return place;
}

int run_train(const TrainOptions& options) {
  Result<config::RunConfig> config = read_settings(options);
  if (!config) return report_error(config.error());
  const Result<train::RankPlace> place = place_of(options, *config);
  if (!place) return report_error(place.error());
  if (options.estimate && !place->is_first()) return kExitDone;  // the first one says it
  if (options.verifier_seconds > 0) {
    const Result<void> checked = check_verifier_budget(*config);
    if (!checked) return report_error(checked.error());
  }
  if (options.estimate) return print_estimate(*config, *place, options.json);
  train::StartOptions start;
  start.run_dir = folder_of(options, *config);
  start.resume = !options.resume.empty();
  start.place = *place;
  Result<TrainingModule*> module = load_training_module();
  if (!module) return report_error(module.error());
  if (!place->is_first()) {
    OtherRank observer(place->rank);
    const Result<void> outcome = run_to_end(**module, *config, start, observer);
    return outcome ? kExitDone : report_error(outcome.error());
  }
  RunPrinter printer(options.json);
  printer.begin(*config, start.run_dir);
  const Result<void> outcome = train(**module, options, *config, start, printer);
  if (!outcome) return report_error(outcome.error());
  printer.end(start.run_dir);
  return kExitDone;
}

}  // namespace

void add_train_command(CLI::App& app, int& status) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = app.add_subcommand("train", "Train a model: SFT, GRPO or best-of-N");
  command->add_option("SETTINGS", options->settings, "Settings file, or the name of a preset")
      ->capture_default_str();
  command
      ->add_option("--out", options->out, "Run folder (default: a new one under the runs folder)")
      ->type_name("DIR");
  command->add_option("--resume", options->resume, "Continue the run in this folder")
      ->type_name("DIR");
  command->add_option("--set", options->overrides, "Override one setting; may be given again")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--steps", options->steps, "Steps in all")->check(CLI::PositiveNumber);
  command
      ->add_option("--verifier-seconds", options->verifier_seconds,
                   "Stop after the step with which the verifier has spent so many seconds in all")
      ->check(CLI::PositiveNumber);
  command->add_flag("--estimate", options->estimate,
                    "Say what the run takes at most and, by earlier runs, how long; start nothing");
  command->add_flag("--cache,!--no-cache", options->cache,
                    "As verify.keep says (default); --no-cache: keep no verdicts and take none");
  command->add_flag("--json", options->json, "Machine-readable lines on standard output");
  command->callback([options, &status] { status = run_train(*options); });
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/evaluate_report.h"
#include "app/cli/run_printer.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/config/ablation.h"
#include "engine/evaluate/scores/ablation_statistics.h"
#include "engine/module/module.h"
#include "engine/record/store.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

struct AblateOptions {
  std::string settings, out;
  std::vector<std::string> overrides;
  int seeds = 1;
  bool dry_run = false, json = false;
};

/// One run of the matrix and what its model scored under the one strict verifier.
struct Cell {
  std::size_t index = 0;  ///< in the matrix; bit i = i-th extension
  std::string name;
  config::RunConfig config;
  fs::path folder;
  double pass = 0;  ///< mean pass@1 over the levels
  EvaluateReport report;
};

Result<std::vector<Cell>> plan_cells(const AblateOptions& options) {
  Result<config::RunConfig> base = config::load_settings(options.settings);
  if (!base) return base.error();
  if (Result<void> applied = config::apply_overrides(*base, options.overrides); !applied)
    return applied.error();
  const fs::path root = options.out.empty()
                            ? runs_dir() / (base->name + "-ablation-" + time_stamp())
                            : fs::path(options.out);
  const std::vector<config::AblationCell> matrix = config::ablation_matrix();
  std::vector<Cell> cells;
  for (int seed = 0; seed < options.seeds; ++seed) {
    std::vector<config::RunConfig> runs = config::ablation_runs(*base);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      runs[i].seed = base->seed + static_cast<std::uint64_t>(seed);
      runs[i].run.output.clear();
      cells.push_back({i,
                       matrix[i].name,
                       runs[i],
                       root / fmt::format("{}-seed{}", matrix[i].name, runs[i].seed),
                       0,
                       {}});
    }
  }
  return cells;
}

Result<bool> is_finished(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(record::record_path(folder), ignored)) return false;
  Result<std::unique_ptr<record::RunReader>> reader = record::RunReader::open(folder);
  if (!reader) return reader.error();
  Result<record::RunInfo> info = (*reader)->info();
  if (!info) return info.error();
  return info->state == record::RunState::kFinished;
}

/// Trains the cell, or goes on with it; a cell that is finished costs nothing.
Result<bool> train_cell(TrainingModule& module, const Cell& cell, RunPrinter& printer) {
  Result<bool> finished = is_finished(cell.folder);
  if (!finished || *finished) return finished;
  train::StartOptions start;
  start.run_dir = cell.folder;
  std::error_code ignored;
  start.resume = fs::exists(record::record_path(cell.folder), ignored);
  printer.begin(cell.config, cell.folder);
  if (Result<void> done = run_to_end(module, cell.config, start, printer); !done)
    return done.error();
  return is_finished(cell.folder);
}

Result<void> score_cell(TrainingModule& module, Cell& cell) {
  EvaluateRequest request;
  request.model = (cell.folder / "model").string();
  request.tasks = cell.config.tasks.source;
  request.levels = cell.config.tasks.levels;
  request.tasks_per_level = cell.config.evaluate.samples_per_level;
  request.exclude = cell.config.tasks.exclude;
  request.max_new_tokens = cell.config.generation.max_completion_length;
  Result<EvaluateReport> report = module.evaluate(request, [](int, int) {});
  if (!report) return report.error();
  cell.report = *report;
  cell.pass = mean_pass_at_1(*report);
  return atomic_write_file(cell.folder / "evaluation.json",
                           dump_json(report_json(request, *report)) + "\n");
}

void print_cell(const Cell& cell, bool json) {
  if (json) {
    OrderedJson line = {{"event", "cell"},
                        {"cell", cell.name},
                        {"seed", cell.config.seed},
                        {"run_dir", cell.folder.string()},
                        {"pass_at_1", cell.pass}};
    for (const LevelScore& level : cell.report.levels) {
      line["level" + std::to_string(level.level)] = {{"pass_at_1", level.pass_at_k.front()},
                                                     {"low", level.low.front()},
                                                     {"high", level.high.front()}};
    }
    std::puts(dump_json(line).c_str());
    return;
  }
  std::string text =
      fmt::format("{:<72} seed {:<3} pass@1 {:.3f}", cell.name, cell.config.seed, cell.pass);
  for (const LevelScore& level : cell.report.levels) {
    text += fmt::format("  L{} {:.3f} [{:.3f}, {:.3f}]", level.level, level.pass_at_k.front(),
                        level.low.front(), level.high.front());
  }
  std::puts(text.c_str());
}

void print_effects(const std::vector<Cell>& cells, bool json) {
  evaluate::AblationStatistics statistics;
  for (const Cell& cell : cells) statistics.add(cell.index, cell.pass);
  for (std::size_t i = 0; i < config::kExtensionCount; ++i) {
    const std::string_view name = config::kExtensionSwitches[i].name;
    const double effect = statistics.main_effect(i);
    if (json) {
      std::puts(dump_json(OrderedJson{
                              {"event", "main_effect"}, {"extension", name}, {"pass_at_1", effect}})
                    .c_str());
    } else {
      std::puts(fmt::format("main effect of {:<20} {:+.3f}", name, effect).c_str());
    }
  }
}

void print_plan(const std::vector<Cell>& cells, bool json) {
  for (const Cell& cell : cells) {
    if (json) {
      std::puts(dump_json(OrderedJson{{"event", "plan"},
                                      {"cell", cell.name},
                                      {"seed", cell.config.seed},
                                      {"run_dir", cell.folder.string()}})
                    .c_str());
    } else {
      std::puts(
          fmt::format("{:<72} seed {:<3} {}", cell.name, cell.config.seed, cell.folder.string())
              .c_str());
    }
  }
}

int run_ablate(const AblateOptions& options) {
  Result<std::vector<Cell>> cells = plan_cells(options);
  if (!cells) return report_error(cells.error());
  if (options.dry_run) {
    print_plan(*cells, options.json);
    return kExitDone;
  }
  Result<TrainingModule*> module = load_training_module();
  if (!module) return report_error(module.error());
  RunPrinter printer(options.json);
  for (Cell& cell : *cells) {
    const Result<bool> finished = train_cell(**module, cell, printer);
    if (!finished) return report_error(finished.error());
    if (!*finished) return kExitNo;  // interrupted; the same command goes on from here
    if (Result<void> scored = score_cell(**module, cell); !scored)
      return report_error(scored.error());
  }
  for (const Cell& cell : *cells) print_cell(cell, options.json);
  print_effects(*cells, options.json);
  return kExitDone;
}

}  // namespace

void add_ablate_command(CLI::App& app, int& status) {
  auto options = std::make_shared<AblateOptions>();
  CLI::App* command = app.add_subcommand(
      "ablate", "Run the 16 combinations of the extensions from one start and compare them");
  command->add_option("SETTINGS", options->settings, "Settings file, or the name of a preset")
      ->required();
  command->add_option("--seeds", options->seeds, "Seeds per combination")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--out", options->out, "Folder for the runs; finished ones in it are kept")
      ->type_name("DIR");
  command->add_option("--set", options->overrides, "Override one setting; may be given again")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--dry-run", options->dry_run, "List the runs and start none");
  command->add_flag("--json", options->json, "Machine-readable lines on standard output");
  command->callback([options, &status] { status = run_ablate(*options); });
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "app/cli/ablate_cells.h"
#include "app/cli/ablate_plan.h"
#include "app/cli/ablate_report.h"
#include "app/cli/commands.h"

namespace nereid::app {
namespace {

int show_plan(const AblationPlan& plan, bool json) {
  if (json) {
    const Result<OrderedJson> whole = plan_json(plan);
    if (!whole) return report_error(whole.error());
    std::puts(dump_json(*whole).c_str());
    return kExitDone;
  }
  const Result<std::string> text = plan_text(plan);
  if (!text) return report_error(text.error());
  std::fputs(text->c_str(), stdout);
  return kExitDone;
}

int show_report(const AblationPlan& plan, const AblationRuns& runs, bool json) {
  const OrderedJson report = report_of(plan, runs.outcomes);
  if (Result<void> kept = keep_report(plan, report); !kept) return report_error(kept.error());
  if (json) {
    std::puts(dump_json(OrderedJson{{"event", "report"}, {"report", report}}).c_str());
  } else {
    fmt::print("\n{}\nThe same as tables: runs.csv, effects.csv and report.json in {}\n",
               report_in_words(report), plan.root.string());
  }
  for (const std::string& problem : runs.problems)
    std::fprintf(stderr, "nereid: %s\n", problem.c_str());
  if (!runs.was_interrupted && runs.problems.empty()) return kExitDone;
  std::fprintf(stderr, "nereid: not all runs are done; go on with: nereid ablate --resume %s\n",
               plan.root.c_str());
  return kExitNo;
}

int run_ablate(const AblateOptions& options) {
  if (options.settings.empty() && options.resume.empty())
    return report_error({ErrorCode::kInvalidArgument,
                         "ablate: give a settings file or a preset, or --resume and the folder of "
                         "an ablation"});
  const Result<AblationPlan> plan = plan_ablation(options);
  if (!plan) return report_error(plan.error());
  if (options.dry_run) return show_plan(*plan, options.json);
  const Result<AblationLock> lock = AblationLock::take(plan->root);
  if (!lock) return report_error(lock.error());
  if (Result<void> kept = keep_plan(*plan); !kept) return report_error(kept.error());
  const Result<AblationRuns> runs = run_ablation(*plan, options.json);
  if (!runs) return report_error(runs.error());
  return show_report(*plan, *runs, options.json);
}

void add_options(CLI::App& command, AblateOptions& options) {
  CLI::Option* settings =
      command.add_option("SETTINGS", options.settings, "Settings file, or the name of a preset");
  CLI::Option* out = command.add_option(
      "--out", options.out, "Folder of the ablation; one that was begun in it is gone on with");
  out->type_name("DIR");
  CLI::Option* set =
      command.add_option("--set", options.overrides, "Override one setting; may be given again");
  set->type_name("KEY=VALUE")->take_all()->allow_extra_args(false);
  command.add_option("--resume", options.resume, "Go on with the ablation in this folder")
      ->type_name("DIR")
      ->excludes(settings)
      ->excludes(out)
      ->excludes(set);
  command
      .add_option("--cells", options.cells,
                  "Only these combinations, separated by commas: none, all, multi_input, ...")
      ->delimiter(',');
  command.add_option("--seeds", options.seeds, "Seeds per combination (default: 3)")
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--verifier-seconds", options.verifier_seconds,
                  "Each run goes on until its verifier has spent so many seconds (default: "
                  "equal samples, the steps of the settings)")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--parallel", options.parallel,
                  "Runs side by side (default: by cores and memory; 1 with a GPU)")
      ->check(CLI::Range(1, 4096));
  command
      .add_option("--eval-tasks", options.eval_tasks,
                  "Tasks a level of the evaluation (default: evaluate.samples_per_level)")
      ->check(CLI::Range(1, 1 << 20));
  command
      .add_option("--eval-samples", options.eval_samples,
                  "Completions a task of the evaluation (default: 1)")
      ->check(CLI::Range(1, 1 << 20));
  command.add_flag("--dry-run", options.dry_run, "Say what would be done and what it takes");
  command.add_flag("--json", options.json, "Machine-readable lines on standard output");
}

}  // namespace

void add_ablate_command(CLI::App& app, int& status) {
  auto options = std::make_shared<AblateOptions>();
  CLI::App* command = app.add_subcommand(
      "ablate",
      "Run the 16 combinations of the extensions from one start, score all by one strict "
      "evaluation, and tell what each extension changes");
  add_options(*command, *options);
  command->callback([options, &status] { status = run_ablate(*options); });
}

}  // namespace nereid::app

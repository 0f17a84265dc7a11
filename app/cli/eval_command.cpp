// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/evaluate_report.h"
#include "engine/base/file.h"
#include "engine/module/module.h"

namespace nereid::app {
namespace {

struct EvalOptions {
  EvaluateRequest request;
  std::string out;
  bool json = false;
};

void show_progress(int done, int total) {
  std::fprintf(stderr, "\r\033[K%d of %d judged%s", done, total, done == total ? "\n" : "");
}

int run_eval(const EvalOptions& options) {
  Result<TrainingModule*> module = load_training_module();
  if (!module) return report_error(module.error());
  const bool live = ::isatty(STDERR_FILENO) == 1;
  Result<EvaluateReport> report = (*module)->evaluate(options.request, [live](int done, int total) {
    if (live) show_progress(done, total);
  });
  if (!report) return report_error(report.error());
  const std::string json = dump_json(report_json(options.request, *report));
  if (!options.out.empty()) {
    const std::filesystem::path folder = options.out;
    Result<void> written = make_directories(folder);
    if (written) written = atomic_write_file(folder / "report.json", json + "\n");
    if (!written) return report_error(written.error());
  }
  std::fputs(options.json ? (json + "\n").c_str() : report_text(*report).c_str(), stdout);
  return kExitDone;
}

}  // namespace

void add_eval_command(CLI::App& app, int& status) {
  auto options = std::make_shared<EvalOptions>();
  EvaluateRequest& request = options->request;
  CLI::App* command = app.add_subcommand(
      "eval", "Score a model on held-out tasks: unbiased pass@k with 95% intervals");
  command->add_option("--model", request.model, "Preset name, model folder or checkpoint folder")
      ->capture_default_str();
  command->add_option("--tasks", request.tasks, "\"synthetic\" or a folder in KernelBench layout")
      ->capture_default_str();
  command->add_option(
      "--exclude", request.exclude,
      "Leave out the tasks of this list, as `nereid tasks check --exclude` writes it");
  command->add_option("--samples", request.samples, "Completions per task")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--k", request.k, "The k of pass@k, separated by commas")->delimiter(',');
  command
      ->add_option(
          "--split", request.split,
          "validation, test or all (of a folder); without it test, or all of a folder that "
          "the model was not trained on")
      ->check(CLI::IsMember({"validation", "test", "all"}));
  command->add_option("--levels", request.levels, "Levels, separated by commas")->delimiter(',');
  command->add_option("--level-samples", request.tasks_per_level, "Tasks per level")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--temperature", request.temperature, "Sampling temperature; 0 is greedy")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--top-p", request.top_p, "Share of probability that is sampled from")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--top-k", request.top_k, "Tokens that are sampled from; 0 is all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--max-new-tokens", request.max_new_tokens, "Longest completion")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", request.seed, "Seed of the sampling")->capture_default_str();
  command->add_flag("--thorough", request.thorough,
                    "Judge on the extra input variants too, not only on the five of a report");
  command->add_flag("--timing", request.timing, "Time what is right too, where a GPU is");
  command->add_option("--jobs", request.jobs, "Candidates judged at once");
  command->add_option("--threads", request.threads, "Threads that generate");
  command->add_option("--out", options->out, "Folder for report.json")->type_name("DIR");
  command->add_flag("--json", options->json, "One line of JSON on standard output");
  command->callback([options, &status] { status = run_eval(*options); });
}

}  // namespace nereid::app

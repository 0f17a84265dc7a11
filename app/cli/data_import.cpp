// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/data_parts.h"
#include "app/cli/terminal.h"
#include "engine/base/json.h"
#include "engine/data/import_set.h"
#include "engine/data/licences.h"

namespace nereid::app {
namespace {

struct ImportRequest {
  data::ImportPlan plan;
  std::vector<std::string> licences;
  bool json = false;
};

std::int64_t total(const std::map<int, std::int64_t>& counts) {
  std::int64_t sum = 0;
  for (const auto& [level, count] : counts) sum += count;
  return sum;
}

void print_licences(const data::ImportSummary& summary) {
  for (const auto& [licence, count] : summary.licences) {
    const data::LicenceTerms terms = data::licence_terms(licence);
    if (terms.has_conditions)
      fmt::print("licence {}: {} rows. {}\n", licence.empty() ? "(none named)" : licence, count,
                 terms.words);
  }
}

void print_summary(const ImportRequest& request, const data::ImportSummary& summary) {
  fmt::print("{}: {} tasks, {} pairs\n", request.plan.out.string(), total(summary.tasks),
             total(summary.pairs));
  for (const auto& source : summary.sources)
    fmt::print("from {} ({}): {} rows\n", source.file, source.format, source.rows);
  for (const auto& [reason, count] : summary.dropped)
    fmt::print("left out, {}: {} ({})\n", reason, count, data::drop_reasons().at(reason));
  if (summary.held_out_tasks == 0)
    fmt::print("no test set was named: --against FOLDER compares with one\n");
  print_licences(summary);
}

void print_json(const ImportRequest& request, const data::ImportSummary& summary) {
  fmt::print("{}\n", dump_json(OrderedJson{{"out", request.plan.out.string()},
                                           {"tasks", total(summary.tasks)},
                                           {"pairs", total(summary.pairs)},
                                           {"dropped", summary.dropped},
                                           {"licences", summary.licences}}));
}

int import_data(ImportRequest& request) {
  request.plan.licences = {request.licences.begin(), request.licences.end()};
  const InterruptWatch stop;
  DataProgress line;
  const auto summary = data::import_set(
      request.plan,
      [&](const data::ImportProgress& progress) {
        line.show(progress.share, fmt::format("{}: {} rows", progress.file, progress.rows));
      },
      stop.token());
  line.end();
  if (!summary) return report_error(summary.error());
  request.json ? print_json(request, *summary) : print_summary(request, *summary);
  return kExitDone;
}

}  // namespace

void DataProgress::show(double share, const std::string& words) {
  const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
  const double now = watch_.elapsed_s();
  const double wait = is_terminal ? 0.5 : 10;
  if (shown_s_ < 0) shown_s_ = 0;
  if (now - shown_s_ < wait) return;
  shown_s_ = now;
  const std::string left =
      share > 0 ? ", about " + duration_text(now / share * (1 - share)) + " left" : "";
  const std::string text = fmt::format("{} ({:.0f}%{})", words, 100 * share, left);
  if (is_terminal)
    fmt::print(stderr, "\r{:<{}}", text, width_);
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
  width_ = is_terminal ? text.size() : 0;
}

void DataProgress::end() {
  if (width_ > 0) fmt::print(stderr, "\r{:<{}}\r", "", width_);
  width_ = 0;
}

void add_data_import(CLI::App& group, int& status) {
  const auto request = std::make_shared<ImportRequest>();
  data::ImportPlan& plan = request->plan;
  CLI::App* command = group.add_subcommand(
      "import",
      "Makes a folder of tasks and SFT pairs out of KernelBook, KernelBench, CUDA-L1, "
      "drkernel-rl-data, JSONL pairs or published runs");
  command
      ->add_option(
          "sources", plan.sources,
          "JSON, JSON lines or Parquet files, known by their columns; KernelBench folders; "
          "run folders with level_N_problem_M_sample_K_kernel.py")
      ->required();
  command->add_option("--out", plan.out, "Folder to make; it must not be there")->required();
  command->add_option("--against", plan.against,
                      "Test sets: their tasks, and what is nearly one of them, are left out");
  command
      ->add_option("--near", plan.near,
                   "Share of common token runs from which a task counts as nearly another")
      ->check(CLI::Range(0.01, 1.0));
  command->add_option("--references", plan.references,
                      "KernelBench folder that run folders answer");
  command
      ->add_option("--validation-share", plan.held_out.validation,
                   "What training will hold out of this folder for validation, as the setting "
                   "tasks.validation_share: its pairs are left out")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--test-share", plan.held_out.test, "The same for the test, tasks.test_share")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--licence", request->licences,
                      "Only rows under this licence; may be given several times");
  command->add_flag("--json", request->json, "The result as one JSON object");
  command->callback([request, &status] { status = import_data(*request); });
}

}  // namespace nereid::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/run_folder.h"
#include "engine/base/json.h"
#include "engine/report/run_report.h"

namespace nereid::app {
namespace {

struct ReportArguments {
  std::vector<std::string> runs;
  std::string out = ".";
  bool json = false;
};

int write_report(const ReportArguments& arguments) {
  std::vector<std::filesystem::path> folders;
  for (const std::string& run : arguments.runs) folders.push_back(find_run(run));
  const auto files = report::write_run_report(folders, arguments.out);
  if (!files) return report_error(files.error());
  if (arguments.json) {
    const OrderedJson line = {{"schema", "nereid.report/1"},
                              {"html", files->html.string()},
                              {"pdf", files->pdf.string()}};
    fmt::print("{}\n", dump_json(line));
  } else {
    fmt::print("{}\n{}\n", files->html.string(), files->pdf.string());
  }
  return kExitDone;
}

}  // namespace

void add_report_command(CLI::App& app, int& status) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command = app.add_subcommand(
      "report", "Write one page about runs, as HTML and PDF, from their records alone");
  command->add_option("RUN", arguments->runs, "Run folders, or names of runs")->required();
  command->add_option("--out", arguments->out, "Folder for the two files")->capture_default_str();
  command->add_flag("--json", arguments->json, "Name the files in one line of JSON");
  command->callback([arguments, &status] { status = write_report(*arguments); });
}

}  // namespace nereid::app

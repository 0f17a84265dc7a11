// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/advise.h"
#include "app/cli/commands.h"
#include "app/cli/run_folder.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "engine/record/episode_file.h"
#include "engine/record/store.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

struct RecordOptions {
  std::string run;
  std::string out;
  bool csv = false;
  bool jsonl = false;
  bool json = false;
  std::vector<std::string> episodes;
  bool alone = false;
  bool history = false;
};

/// Values of the newest step of each metric.
Result<std::map<std::string, double>> last_values(record::RunReader& reader) {
  std::int64_t cursor = 0;
  const auto batches = reader.metrics_since(cursor);
  if (!batches) return batches.error();
  std::map<std::string, std::pair<std::int64_t, double>> newest;
  for (const record::MetricBatch& batch : *batches)
    for (const auto& [key, value] : batch.values)
      if (const auto at = newest.find(key); at == newest.end() || at->second.first <= batch.step)
        newest[key] = {batch.step, value};
  std::map<std::string, double> values;
  for (const auto& [key, entry] : newest) values[key] = entry.second;
  return values;
}

Json number_or_text(double value) {
  return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
}

OrderedJson run_json(const fs::path& run_dir, const record::RunInfo& info,
                     const std::map<std::string, double>& metrics) {
  OrderedJson line;
  line["schema"] = "nereid.run/1";
  line["folder"] = run_dir.string();
  line["run_id"] = info.run_id;
  line["name"] = info.name;
  line["method"] = info.method;
  line["state"] = record::run_state_name(info.state);
  line["state_message"] = info.state_message;
  line["pid"] = info.pid;
  line["created_unix_ms"] = info.created_unix_ms;
  line["last_step"] = info.last_step;
  line["total_steps"] = info.total_steps;
  line["episodes"] = info.episode_count;
  line["last_checkpoint_step"] = info.last_checkpoint_step;
  line["facts"] = info.facts;
  OrderedJson values = OrderedJson::object();
  for (const auto& [key, value] : metrics) values[key] = number_or_text(value);
  line["metrics"] = std::move(values);
  line["settings_yaml"] = info.settings_yaml;
  return line;
}

std::string local_time(std::int64_t unix_ms) {
  const auto seconds = static_cast<std::time_t>(unix_ms / 1000);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts));
}

void print_run(const fs::path& run_dir, const record::RunInfo& info,
               const std::map<std::string, double>& metrics) {
  const auto row = [](const std::string& name, const std::string& value) {
    fmt::print("{:<28} {}\n", name, value);
  };
  row("run", fmt::format("{} ({})", info.name, info.run_id));
  row("folder", run_dir.string());
  row("method", info.method);
  row("state", std::string(record::run_state_name(info.state)) +
                   (info.state_message.empty() ? "" : ": " + info.state_message));
  row("written by", info.pid != 0 ? fmt::format("process {}", info.pid) : "nobody at present");
  row("created", local_time(info.created_unix_ms));
  row("steps", fmt::format("{} of {}", info.last_step, info.total_steps));
  row("episodes", std::to_string(info.episode_count));
  row("last checkpoint",
      info.last_checkpoint_step != 0 ? fmt::format("step {}", info.last_checkpoint_step) : "none");
  for (const auto& [key, value] : info.facts) row(key, value);
  if (!metrics.empty()) fmt::print("\nlast value of each metric\n");
  for (const auto& [key, value] : metrics) {
    const record::MetricInfo* known = record::find_metric(key);
    row("  " + key, fmt::format("{:.6g} {}", value, known ? known->unit : ""));
  }
}

int show_run(const RecordOptions& options) {
  const fs::path run_dir = find_run(options.run);
  auto reader = record::RunReader::open(run_dir);
  if (!reader) return report_error(reader.error());
  const auto info = (*reader)->info();
  if (!info) return report_error(info.error());
  const auto metrics = last_values(**reader);
  if (!metrics) return report_error(metrics.error());
  if (options.json)
    fmt::print("{}\n", dump_json(run_json(run_dir, *info, *metrics)));
  else
    print_run(run_dir, *info, *metrics);
  return kExitDone;
}

/// Where an export goes: into the folder --out, or to the file --out when only one file is made.
fs::path export_target(const RecordOptions& options, bool only_one, const char* standard_name) {
  if (options.out.empty()) return standard_name;
  std::error_code problem;
  if (only_one && !fs::is_directory(options.out, problem)) return options.out;
  return fs::path(options.out) / standard_name;
}

int export_one(const RecordOptions& options, const fs::path& file,
               Result<void> (*write)(const fs::path&, const fs::path&)) {
  std::error_code problem;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), problem);
  const Result<void> written = write(find_run(options.run), file);
  if (!written) return report_error(written.error());
  if (options.json)
    fmt::print("{}\n", dump_json(Json{{"file", file.string()}}));
  else
    fmt::print("{}\n", file.string());
  return kExitDone;
}

/// Chosen episodes as one file for another Nereid.
int export_chosen(const RecordOptions& options) {
  if (options.csv || options.jsonl)
    return report_error({ErrorCode::kInvalidArgument,
                         "--episode writes an episode file; leave out --csv and --jsonl"});
  std::vector<record::EpisodeName> names;
  for (const std::string& text : options.episodes) {
    const auto name = record::parse_episode_name(text);
    if (!name)
      return report_error({ErrorCode::kInvalidArgument,
                           fmt::format("--episode {}: expected STEP/GROUP/INDEX, e.g. 12/0/3 or "
                                       "evaluate:12/0/3; group and index count from 0",
                                       text)});
    names.push_back(*name);
  }
  fs::path file = options.out;
  std::error_code problem;
  if (file.empty() || fs::is_directory(file, problem))
    file /= fmt::format("episode-{}-{}-{}", names.front().key.step, names.front().key.group,
                        names.front().key.index);
  if (file.extension() != record::kEpisodeFileSuffix) file += record::kEpisodeFileSuffix;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), problem);
  const auto count = record::export_episode_file(
      find_run(options.run), names, {.with_group = !options.alone, .with_history = options.history},
      file);
  if (!count) return report_error(count.error());
  if (options.json)
    fmt::print("{}\n", dump_json(Json{{"file", file.string()}, {"episodes", *count}}));
  else
    fmt::print("{}\n", file.string());
  return kExitDone;
}

int export_run(const RecordOptions& options) {
  if (!options.episodes.empty()) return export_chosen(options);
  const bool both = options.csv == options.jsonl;
  int status = kExitDone;
  if (both || options.csv)
    status = export_one(options, export_target(options, !both, "metrics.csv"),
                        record::export_metrics_csv);
  if (status == kExitDone && (both || options.jsonl))
    status = export_one(options, export_target(options, !both, "episodes.jsonl"),
                        record::export_episodes_jsonl);
  return status;
}

int import_folder(const RecordOptions& options) {
  const auto folder = record::import_run(find_run(options.run),
                                         options.out.empty() ? runs_dir() : fs::path(options.out));
  if (!folder) return report_error(folder.error());
  if (options.json)
    fmt::print("{}\n", dump_json(Json{{"folder", folder->string()}}));
  else
    fmt::print("{}\n", folder->string());
  return kExitDone;
}

int check_run(const RecordOptions& options) {
  const fs::path run_dir = find_run(options.run);
  const auto report = record::check_record(run_dir);
  if (!report) return report_error(report.error());
  if (options.json) {
    fmt::print("{}\n", dump_json(Json{{"ok", report->ok},
                                      {"problems", report->problems},
                                      {"episodes", report->episodes},
                                      {"metrics", report->metrics},
                                      {"checkpoints", report->checkpoints}}));
    return report->ok ? kExitDone : kExitNo;
  }
  for (const std::string& problem : report->problems) fmt::print(stderr, "nereid: {}\n", problem);
  fmt::print("{}: {} ({} episodes, {} metric values, {} checkpoints)\n", run_dir.string(),
             report->ok ? "sound" : fmt::format("{} problem(s)", report->problems.size()),
             report->episodes, report->metrics, report->checkpoints);
  return report->ok ? kExitDone : kExitNo;
}

CLI::App* add_action(CLI::App& record, const std::shared_ptr<RecordOptions>& options, int& status,
                     const char* name, const char* help, int (*action)(const RecordOptions&)) {
  CLI::App* command = record.add_subcommand(name, help);
  command
      ->add_option("RUN", options->run,
                   "Run folder, name of a run under the runs folder, or episode file")
      ->required();
  command->add_flag("--json", options->json, "Print machine-readable lines only");
  command->callback([options, &status, action] { status = action(*options); });
  return command;
}

}  // namespace

void add_record_command(CLI::App& app, int& status) {
  CLI::App* record =
      app.add_subcommand("record", "Show, export, import or check the record of a run");
  record->require_subcommand(1);
  const auto options = std::make_shared<RecordOptions>();
  add_action(*record, options, status, "show", "Print what a run is and where it stands", show_run);
  CLI::App* to_files = add_action(*record, options, status, "export",
                                  "Write metrics.csv and episodes.jsonl", export_run);
  to_files->add_flag("--csv", options->csv,
                     "Only the metrics: one row a step, one column a metric");
  to_files->add_flag("--jsonl", options->jsonl, "Only the episodes: one JSON object a line");
  to_files->add_option("--out", options->out, "Folder, or the file if only one is written");
  to_files
      ->add_option(
          "--episode", options->episodes,
          "Only this episode, STEP/GROUP/INDEX with group and index from 0 "
          "(evaluate:STEP/...), as FILE.nereid-episode for another Nereid; may be repeated")
      ->type_name("EPISODE");
  to_files->add_flag("--alone", options->alone,
                     "With --episode: without the other completions of its prompt");
  to_files->add_flag("--history", options->history,
                     "With --episode: with all answers to the same task, in all steps");
  CLI::App* from_folder = add_action(
      *record, options, status, "import",
      "Check a run folder or an episode file and copy it into the runs folder", import_folder);
  from_folder->add_option("--out", options->out,
                          "Copy below this folder instead of the runs folder");
  add_action(*record, options, status, "check", "Check that a record is whole and consistent",
             check_run);
  add_record_advise(*record, status);
}

}  // namespace nereid::app

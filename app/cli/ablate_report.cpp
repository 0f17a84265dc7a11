// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ablate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/cli/verifier_budget.h"
#include "engine/base/clock.h"
#include "engine/base/csv.h"
#include "engine/base/file.h"
#include "engine/config/ablation.h"
#include "engine/evaluate/scores/ablation_statistics.h"
#include "engine/record/store.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScore = "pass_at_1";
constexpr const char* kMethod =
    "Of each seed one contrast from the runs of that seed: for a switch the mean of with minus "
    "without over the pairs of cells that differ in it alone, for two switches half of the "
    "difference between what one changes with the other on and off. The interval is Student's t at "
    "95% over the seeds.";

bool has_checkpoints(const fs::path& folder) {
  std::error_code problem;
  fs::directory_iterator checkpoints(folder / "checkpoints", problem);
  return !problem && checkpoints != fs::directory_iterator();
}

/// Mean over levels and each level, of what could be judged.
void add_scores(const Json& report, std::map<std::string, double>& measures) {
  double sum = 0, count = 0;
  for (const Json& level : json_value(report, "levels", Json::array())) {
    for (const Json& score : json_value(level, "scores", Json::array())) {
      if (json_value(score, "k", 0) != 1 || !score.contains("pass_at_k") ||
          !score["pass_at_k"].is_number())
        continue;
      const double value = score["pass_at_k"].get<double>();
      measures[fmt::format("{}/level{}", kScore, json_value(level, "level", 0))] = value;
      sum += value;
      ++count;
    }
  }
  if (count > 0) measures[kScore] = sum / count;
}

Result<void> read_record(const AblationPlan& plan, const AblationRun& run,
                         record::RunReader& reader, AblationOutcome& outcome) {
  const Result<record::RunInfo> info = reader.info();
  if (!info) return info.error();
  outcome.state = AblationState::kBegun;
  outcome.steps = info->last_checkpoint_step;
  const Result<double> seconds = verifier_seconds(reader, outcome.steps);
  if (!seconds) return seconds.error();
  outcome.measures["verifier_seconds"] = *seconds;
  outcome.measures["candidates"] = static_cast<double>(info->episode_count);
  const bool is_spent = plan.verifier_seconds > 0 && *seconds >= plan.verifier_seconds;
  if (info->state == record::RunState::kFinished) {
    outcome.model = run.folder / "model";
  } else if (is_spent) {
    const auto checkpoint = reader.last_checkpoint();
    if (!checkpoint) return checkpoint.error();
    if (*checkpoint) outcome.model = (*checkpoint)->second;
  }
  if (!outcome.model.empty()) outcome.state = AblationState::kTrained;
  return {};
}

Result<void> read_score(const AblationRun& run, AblationOutcome& outcome) {
  std::error_code ignored;
  if (!fs::exists(score_file(run), ignored)) return {};
  const Result<std::string> text = read_file(score_file(run));
  if (!text) return text.error();
  const Result<Json> report = parse_json(*text, score_file(run).string());
  if (!report) return report.error();
  add_scores(*report, outcome.measures);
  outcome.state = AblationState::kScored;
  return {};
}

std::string label_of(const std::string& key) {
  if (key == kScore) return "pass@1, mean over levels";
  if (key == "verifier_seconds") return "seconds of the verifier";
  if (key == "candidates") return "candidates";
  return "pass@1, " + key.substr(key.rfind('/') + 1);
}

bool counts(const AblationOutcome& outcome, const std::string& measure) {
  return outcome.state >= AblationState::kTrained && outcome.measures.contains(measure);
}

void add_contrast(OrderedJson& row, const evaluate::Contrast& contrast) {
  row["mean"] = contrast.mean;
  row["low"] = contrast.low;
  row["high"] = contrast.high;
  row["seeds"] = contrast.seeds;
}

OrderedJson run_row(const AblationRun& run, const AblationOutcome& outcome,
                    const std::vector<AblationMeasure>& measures) {
  OrderedJson row = {{"cell", run.name}};
  for (const config::ExtensionSwitch& one : config::kExtensionSwitches)
    row[std::string(one.name)] = run.config.extensions.*one.member;
  row["seed"] = run.seed;
  row["state"] = ablation_state_name(outcome.state);
  row["run_dir"] = run.folder.string();
  row["steps"] = outcome.steps;
  for (const AblationMeasure& measure : measures) {
    row[measure.key] = nullptr;
    if (const auto at = outcome.measures.find(measure.key); at != outcome.measures.end())
      row[measure.key] = at->second;
  }
  return row;
}

void add_effects(const evaluate::AblationStatistics& statistics, const std::string& measure,
                 OrderedJson& report) {
  const auto add = [&](const char* list, std::string name, const evaluate::AblationEffect& effect) {
    OrderedJson row = {{"measure", measure}, {"of", std::move(name)}};
    add_contrast(row, effect.contrast);
    row["comparisons"] = effect.comparisons;
    report[list].push_back(std::move(row));
  };
  for (std::size_t a = 0; a < config::kExtensionCount; ++a) {
    const std::string name(config::kExtensionSwitches[a].name);
    add("main_effects", name, statistics.main_effect(a));
    for (std::size_t b = a + 1; b < config::kExtensionCount; ++b)
      add("interactions", name + " x " + std::string(config::kExtensionSwitches[b].name),
          statistics.interaction(a, b));
  }
}

std::string number(const Json& value) {
  if (!value.is_number()) return "-";
  const double x = value.get<double>();
  return std::abs(x) >= 100 ? fmt::format("{:.0f}", x) : fmt::format("{:.3f}", x);
}

std::string interval(const Json& row) {
  if (row["seeds"].get<int>() == 0) return "        -";
  const std::string range = row["low"].is_number()
                                ? "[" + number(row["low"]) + ", " + number(row["high"]) + "]"
                                : "no interval from one seed";
  return fmt::format("{:>9}  {}", number(row["mean"]), range);
}

/// Cells by seeds, of the score.
std::string score_table(const Json& report) {
  std::set<std::uint64_t> seeds;
  std::map<std::string, std::map<std::uint64_t, std::string>> values;
  for (const Json& run : report["runs"]) {
    const auto seed = run["seed"].get<std::uint64_t>();
    seeds.insert(seed);
    const Json& score = run.contains(kScore) ? run[kScore] : Json();
    values[run["cell"]][seed] = score.is_number() ? number(score) : run["state"].get<std::string>();
  }
  std::string text = fmt::format("{:<72}", "strict pass@1, mean over levels");
  for (const std::uint64_t seed : seeds)
    text += fmt::format(" {:>9}", fmt::format("seed {}", seed));
  text += "      mean  95% interval\n";
  for (const Json& cell : report["cells"]) {
    text += fmt::format("{:<72}", cell["cell"].get<std::string>());
    for (const std::uint64_t seed : seeds)
      text += fmt::format(" {:>9}", values[cell["cell"]][seed]);
    text += " " + interval(cell[kScore]) + "\n";
  }
  return text;
}

std::string effects_in_words(const Json& report, const AblationMeasure& measure) {
  std::string text;
  for (const auto& [list, title] : {std::pair("main_effects", "what switching it on changes"),
                                    std::pair("interactions", "two-way interactions")}) {
    text += fmt::format("\n{}: {}\n", measure.label, title);
    const std::size_t begin = text.size();
    for (const Json& row : report[list]) {
      if (row["measure"] != measure.key || row["seeds"].get<int>() == 0) continue;
      text += fmt::format("  {:<44} {}\n", row["of"].get<std::string>(), interval(row));
    }
    if (text.size() == begin) text += "  no seed has the runs that would have to be compared\n";
  }
  return text;
}

std::string csv_value(const Json& value) {
  if (value.is_null()) return "";
  return csv_cell(value.is_string() ? value.get<std::string>() : value.dump());
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + cell;
  return line + "\n";
}

}  // namespace

std::string_view ablation_state_name(AblationState state) {
  switch (state) {
    case AblationState::kWaiting:
      return "waiting";
    case AblationState::kBegun:
      return "begun";
    case AblationState::kTrained:
      return "trained";
    case AblationState::kScored:
      return "scored";
  }
  return "";
}

Result<AblationOutcome> read_outcome(const AblationPlan& plan, const AblationRun& run) {
  AblationOutcome outcome;
  std::error_code ignored;
  if (!fs::exists(record::record_path(run.folder), ignored)) return outcome;
  auto reader = record::RunReader::open(run.folder);
  Result<void> read = reader ? read_record(plan, run, **reader, outcome) : reader.error();
  // Killed while its record was made: there is nothing to go on with yet.
  if (!read && !has_checkpoints(run.folder)) return AblationOutcome();
  if (read && outcome.state == AblationState::kTrained) read = read_score(run, outcome);
  if (!read) return read.error();
  return outcome;
}

Result<void> note_score(const AblationRun& run, const AblationOutcome& outcome) {
  const auto score = outcome.measures.find(kScore);
  if (score == outcome.measures.end()) return {};
  auto reader = record::RunReader::open(run.folder);
  if (!reader) return reader.error();
  const auto column = (*reader)->metric_column(evaluate::kStrictScoreMetric);
  if (!column) return column.error();
  if (!column->steps.empty()) return {};
  const Result<record::RunInfo> info = (*reader)->info();
  if (!info) return info.error();
  auto writer = record::RunWriter::open(run.folder, *info, {});
  if (!writer) return writer.error();
  (*writer)->write_metrics(
      {outcome.steps, unix_ms(), {{evaluate::kStrictScoreMetric, score->second}}});
  return (*writer)->flush();
}

std::vector<AblationMeasure> ablation_measures(const std::vector<AblationOutcome>& outcomes) {
  std::set<std::string> levels;
  for (const AblationOutcome& outcome : outcomes)
    for (const auto& [key, value] : outcome.measures)
      if (key.starts_with(std::string(kScore) + "/")) levels.insert(key);
  std::vector<AblationMeasure> measures = {{kScore, label_of(kScore)}};
  for (const std::string& key : levels) measures.push_back({key, label_of(key)});
  for (const char* key : {"verifier_seconds", "candidates"})
    measures.push_back({key, label_of(key)});
  return measures;
}

OrderedJson report_of(const AblationPlan& plan, const std::vector<AblationOutcome>& outcomes) {
  const std::vector<AblationMeasure> measures = ablation_measures(outcomes);
  OrderedJson report = {{"schema", "nereid.ablation-report/1"},
                        {"name", plan.base.name},
                        {"folder", plan.root.string()},
                        {"budget", plan.verifier_seconds > 0 ? "verifier_seconds" : "samples"},
                        {"verifier_seconds_each", plan.verifier_seconds},
                        {"evaluation",
                         {{"tasks_per_level", plan.evaluation.tasks_per_level},
                          {"samples", plan.evaluation.samples}}},
                        {"method", kMethod},
                        {"runs", OrderedJson::array()},
                        {"cells", OrderedJson::array()},
                        {"main_effects", OrderedJson::array()},
                        {"interactions", OrderedJson::array()}};
  for (std::size_t i = 0; i < plan.runs.size(); ++i)
    report["runs"].push_back(run_row(plan.runs[i], outcomes[i], measures));
  const std::vector<config::AblationCell> matrix = config::ablation_matrix();
  for (const std::size_t cell : plan.cells)
    report["cells"].push_back({{"cell", matrix[cell].name}});
  for (const AblationMeasure& measure : measures) {
    evaluate::AblationStatistics statistics;
    for (std::size_t i = 0; i < plan.runs.size(); ++i) {
      if (counts(outcomes[i], measure.key))
        statistics.add(plan.runs[i].cell, plan.runs[i].seed, outcomes[i].measures.at(measure.key));
    }
    for (std::size_t i = 0; i < plan.cells.size(); ++i)
      add_contrast(report["cells"][i][measure.key], statistics.cell_over_seeds(plan.cells[i]));
    add_effects(statistics, measure.key, report);
  }
  // NaN has no JSON; what the report says is what its file says.
  return OrderedJson::parse(dump_json(report));
}

std::string report_in_words(const OrderedJson& ordered) {
  const Json report = ordered;
  const bool by_seconds = report["budget"] == "verifier_seconds";
  const char* cost = by_seconds ? "candidates" : "verifier_seconds";
  return score_table(report) + effects_in_words(report, {kScore, label_of(kScore)}) +
         effects_in_words(report, {cost, label_of(cost)}) + "\n" + kMethod + "\n";
}

std::string runs_csv(const OrderedJson& report) {
  std::string text;
  for (const OrderedJson& run : report["runs"]) {
    std::vector<std::string> heads, cells;
    for (const auto& [key, value] : run.items()) {
      heads.push_back(csv_cell(key));
      cells.push_back(csv_value(value));
    }
    if (text.empty()) text = csv_line(heads);
    text += csv_line(cells);
  }
  return text;
}

std::string effects_csv(const OrderedJson& report) {
  const std::vector<std::string> keys = {"measure", "of",    "mean",       "low",
                                         "high",    "seeds", "comparisons"};
  std::string text = "kind," + csv_line(keys);
  for (const auto& [list, kind] :
       {std::pair("main_effects", "main"), std::pair("interactions", "interaction")}) {
    for (const OrderedJson& row : report[list]) {
      std::vector<std::string> cells = {kind};
      for (const std::string& key : keys) cells.push_back(csv_value(row[key]));
      text += csv_line(cells);
    }
  }
  return text;
}

Result<void> keep_report(const AblationPlan& plan, const OrderedJson& report) {
  Result<void> written = atomic_write_file(plan.root / "report.json", dump_json(report, 2) + "\n");
  if (written) written = atomic_write_file(plan.root / "report.txt", report_in_words(report));
  if (written) written = atomic_write_file(plan.root / "runs.csv", runs_csv(report));
  if (written) written = atomic_write_file(plan.root / "effects.csv", effects_csv(report));
  return written;
}

}  // namespace nereid::app

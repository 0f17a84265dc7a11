// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/report_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/csv.h"
#include "engine/base/file.h"
#include "engine/evaluate/archive/archive.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReportSchema = "nereid.eval/2";
constexpr const char* kReportName = "report.json";

OrderedJson estimate_json(const Estimate& estimate) {
  return {
      {"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}, {"n", estimate.n}};
}

OrderedJson pass_json(const Score& score) {
  OrderedJson all = OrderedJson::array();
  for (std::size_t i = 0; i < score.k.size(); ++i)
    all.push_back({{"k", score.k[i]},
                   {"tasks", score.tasks_at_k[i]},
                   {"pass_at_k", score.pass_at_k[i]},
                   {"low", score.low[i]},
                   {"high", score.high[i]}});
  return all;
}

OrderedJson fast_json(const Score& score) {
  OrderedJson all = OrderedJson::array();
  for (const FastP& fast : score.fast) {
    OrderedJson one = {{"p", fast.p}};
    one.update(estimate_json(fast.share));
    all.push_back(std::move(one));
  }
  return all;
}

OrderedJson score_json(const Score& score) {
  OrderedJson stages = OrderedJson::object();
  for (std::size_t i = 0; i < score.stage_counts.size(); ++i)
    stages[std::string(verify::stage_name(static_cast<verify::Stage>(i)))] = score.stage_counts[i];
  OrderedJson categories = OrderedJson::object();
  for (int i = 0; i < kCategoryCount; ++i)
    if (const auto count = score.categories[static_cast<std::size_t>(i)]; count > 0)
      categories[std::string(category_name(static_cast<Category>(i)))] = count;
  OrderedJson json = {{"name", score.name}};
  if (score.level > 0) json["level"] = score.level;
  json.update(OrderedJson{{"tasks", score.tasks},
                          {"samples", score.samples},
                          {"correct", score.correct},
                          {"not_judged", score.not_judged},
                          {"too_long", score.too_long},
                          {"scores", pass_json(score)},
                          {"valid", estimate_json(score.valid)},
                          {"compiled", estimate_json(score.compiled)},
                          {"right", estimate_json(score.right)},
                          {"format", estimate_json(score.conformant)},
                          {"right_in_format", estimate_json(score.strict)},
                          {"outputs_right", estimate_json(score.outputs_right)},
                          {"caught", score.caught},
                          {"fast", fast_json(score)},
                          {"speedup", estimate_json(score.speedup)},
                          {"median_speedup", score.median_speedup},
                          {"categories", categories},
                          {"furthest_stage", stages}});
  return json;
}

OrderedJson scores_json(const std::vector<Score>& scores) {
  OrderedJson all = OrderedJson::array();
  for (const Score& score : scores) all.push_back(score_json(score));
  return all;
}

OrderedJson task_json(const ScoredTask& task) {
  return {{"id", task.id},
          {"name", task.name},
          {"level", task.level},
          {"operations", task.operations},
          {"reference_sha256", task.reference_sha256}};
}

OrderedJson sample_json(const Sample& sample) {
  OrderedJson json = {{"task", sample.task},
                      {"sample", sample.index},
                      {"judged", sample.judged},
                      {"valid", sample.valid},
                      {"compiled", sample.compiled},
                      {"right", sample.right},
                      {"format", sample.conformant},
                      {"stage", sample.furthest_stage},
                      {"category", category_name(sample.category)},
                      {"reason", sample.reason}};
  json["outputs_right"] = sample.outputs_right ? OrderedJson(*sample.outputs_right) : OrderedJson();
  json["speedup"] = sample.speedup ? OrderedJson(*sample.speedup) : OrderedJson();
  return json;
}

Sample sample_from(const Json& json) {
  Sample sample;
  sample.task = json_value(json, "task", -1);
  sample.index = json_value(json, "sample", 0);
  sample.judged = json_value(json, "judged", false);
  sample.valid = json_value(json, "valid", false);
  sample.compiled = json_value(json, "compiled", false);
  sample.right = json_value(json, "right", false);
  sample.conformant = json_value(json, "format", false);
  sample.furthest_stage = json_value(json, "stage", 0);
  sample.category = category_from_name(json_value(json, "category", std::string()))
                        .value_or(Category::kNotJudged);
  sample.reason = json_value(json, "reason", std::string());
  if (json.contains("outputs_right") && json["outputs_right"].is_boolean())
    sample.outputs_right = json["outputs_right"].get<bool>();
  if (json.contains("speedup") && json["speedup"].is_number())
    sample.speedup = json["speedup"].get<double>();
  return sample;
}

ScoredTask task_from(const Json& json) {
  return {json_value(json, "id", std::string()), json_value(json, "name", std::string()),
          json_value(json, "level", 1), json_value(json, "operations", std::vector<std::string>()),
          json_value(json, "reference_sha256", std::string())};
}

Error damaged(const fs::path& file, const std::string& what) {
  return {ErrorCode::kCorrupt, file.string() + ": " + what +
                                   "; write it anew by giving the evaluation's folder as --out"};
}

Result<Evaluation> read_report(const fs::path& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  const Result<Json> json = parse_json(*text, file.string());
  if (!json) return json.error();
  const auto schema = json_value(*json, "schema", std::string());
  if (schema != kReportSchema)
    return Error{ErrorCode::kUnsupported,
                 fmt::format("{}: its schema is \"{}\", not \"{}\"; a report of another build of "
                             "Nereid has no samples to compare, evaluate anew",
                             file.string(), schema, kReportSchema)};
  Evaluation evaluation;
  evaluation.place = file.string();
  const auto plan = json->find("plan");
  if (plan == json->end()) return damaged(file, "the key \"plan\" is missing");
  Result<EvaluationPlan> read = plan_from_json(*plan, file.string());
  if (!read) return read.error();
  evaluation.plan = std::move(*read);
  std::vector<ScoredTask> tasks;
  std::vector<Sample> samples;
  for (const Json& one : json_value(*json, "tasks", Json::array())) tasks.push_back(task_from(one));
  for (const Json& one : json_value(*json, "samples", Json::array())) {
    samples.push_back(sample_from(one));
    if (samples.back().task < 0 || samples.back().task >= std::ssize(tasks))
      return damaged(file, "a sample belongs to no task");
  }
  if (samples.empty()) return damaged(file, "it holds no samples");
  evaluation.options = {json_value(*json, "k", std::vector<int>{1}),
                        json_value(*json, "p", std::vector<double>{}), evaluation.plan.samples,
                        evaluation.plan.seed};
  evaluation.report = make_report(std::move(tasks), std::move(samples), evaluation.options);
  evaluation.report.split = evaluation.plan.split;
  evaluation.report.baseline = evaluation.plan.baseline;
  evaluation.report.seconds = json_value(*json, "seconds", 0.0);
  evaluation.report.tokens_per_second = json_value(*json, "tokens_per_second", 0.0);
  return evaluation;
}

std::string evaluations_in(const fs::path& run) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(run / "evaluations", ignored))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Why a folder without a report has none.
Error without_report(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(record::record_path(folder), ignored))
    return {ErrorCode::kNotFound, folder.string() +
                                      ": holds no evaluation; give a folder that `nereid eval "
                                      "--out` wrote, or a report.json"};
  auto reader = record::RunReader::open(folder);
  if (!reader) return reader.error();
  const auto info = (*reader)->info();
  if (!info) return info.error();
  if (info->method != kEvaluationMethod) {
    const std::string inside = evaluations_in(folder);
    return {ErrorCode::kInvalidArgument,
            folder.string() + ": is a run, not an evaluation" +
                (inside.empty()
                     ? "; evaluate its model first: nereid eval " + folder.string() + "/model"
                     : "; its evaluations are in its folder \"evaluations\": " + inside)};
  }
  if (info->episode_count == 0)
    return {ErrorCode::kInvalidArgument, folder.string() + ": holds no episodes"};
  const auto samples = info->facts.find(kSamplesFact);
  return {ErrorCode::kInvalidArgument,
          fmt::format("{}: is not finished, {} of {} samples are judged; go on with it by the "
                      "command that began it",
                      folder.string(), info->episode_count,
                      samples == info->facts.end() ? "?" : samples->second)};
}

struct Row {
  std::string metric;
  Estimate estimate;
};

std::vector<Row> rows_of(const Score& score) {
  std::vector<Row> rows = {{"valid", score.valid},
                           {"compiled", score.compiled},
                           {"right", score.right},
                           {"format", score.conformant},
                           {"right_in_format", score.strict},
                           {"outputs_right", score.outputs_right}};
  for (std::size_t i = 0; i < score.k.size(); ++i)
    rows.push_back({fmt::format("pass@{}", score.k[i]),
                    {score.pass_at_k[i], score.low[i], score.high[i], score.tasks_at_k[i]}});
  for (const FastP& fast : score.fast)
    rows.push_back({fmt::format("fast_{:g}", fast.p), fast.share});
  if (score.speedup.n > 0) rows.push_back({"speedup", score.speedup});
  return rows;
}

std::string number(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

OrderedJson optional_number(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson();
}

}  // namespace

OrderedJson report_json(const EvaluationPlan& plan, const EvaluateReport& report,
                        const ReportOptions& options) {
  OrderedJson tasks = OrderedJson::array(), samples = OrderedJson::array();
  for (const ScoredTask& task : report.tasks) tasks.push_back(task_json(task));
  for (const Sample& sample : report.samples) samples.push_back(sample_json(sample));
  return {{"schema", kReportSchema},
          {"model", plan.subject},
          {"split", plan.split},
          {"plan", plan_json(plan)},
          {"k", options.k},
          {"p", options.p},
          {"all", score_json(report.all)},
          {"levels", scores_json(report.levels)},
          {"operations", scores_json(report.operations)},
          {"seconds", report.seconds},
          {"tokens_per_second", report.tokens_per_second},
          {"tasks", tasks},
          {"samples", samples}};
}

std::string scores_csv(const EvaluateReport& report) {
  std::string csv = "scope,metric,value,low,high,n\n";
  const auto add = [&csv](const std::string& scope, const Score& score) {
    for (const Row& row : rows_of(score))
      csv += fmt::format("{},{},{},{},{},{}\n", csv_cell(scope), row.metric,
                         number(row.estimate.value), number(row.estimate.low),
                         number(row.estimate.high), row.estimate.n);
    for (int i = 0; i < kCategoryCount; ++i)
      if (const auto count = score.categories[static_cast<std::size_t>(i)]; count > 0)
        csv += fmt::format("{},category {},{},,,{}\n", csv_cell(scope),
                           category_name(static_cast<Category>(i)), count,
                           score.samples + score.not_judged);
  };
  add("all", report.all);
  for (const Score& level : report.levels) add(level.name, level);
  for (const Score& operation : report.operations) add("operation " + operation.name, operation);
  return csv;
}

std::string samples_csv(const EvaluateReport& report) {
  std::string csv =
      "task,name,level,sample,judged,valid,compiled,right,format,outputs_right,category,reason,"
      "speedup\n";
  for (const Sample& sample : report.samples) {
    const ScoredTask& task = report.tasks[static_cast<std::size_t>(sample.task)];
    csv += fmt::format(
        "{},{},{},{},{:d},{:d},{:d},{:d},{:d},{},{},{},{}\n", csv_cell(task.id),
        csv_cell(task.name), task.level, sample.index, sample.judged, sample.valid, sample.compiled,
        sample.right, sample.conformant,
        sample.outputs_right ? std::to_string(static_cast<int>(*sample.outputs_right)) : "",
        category_name(sample.category), sample.reason,
        sample.speedup ? fmt::format("{}", *sample.speedup) : "");
  }
  return csv;
}

Result<void> write_report(const fs::path& folder, const EvaluationPlan& plan,
                          const EvaluateReport& report, const ReportOptions& options) {
  const std::string json = dump_json(report_json(plan, report, options)) + "\n";
  if (Result<void> done = atomic_write_file(folder / "scores.csv", scores_csv(report)); !done)
    return done;
  if (Result<void> done = atomic_write_file(folder / "samples.csv", samples_csv(report)); !done)
    return done;
  return atomic_write_file(folder / kReportName, json);  // last: who sees it has the others
}

Result<Evaluation> read_evaluation(const fs::path& place) {
  std::error_code ignored;
  if (!fs::is_directory(place, ignored)) return read_report(place);
  if (!fs::exists(place / kReportName, ignored)) return without_report(place);
  Result<Evaluation> evaluation = read_report(place / kReportName);
  if (evaluation) evaluation->place = place.string();
  return evaluation;
}

Result<EvaluationPlan> read_plan(const record::RunInfo& info, const std::string& what) {
  const auto fact = info.facts.find(kPlanFact);
  if (fact == info.facts.end())
    return Error{ErrorCode::kUnsupported, what +
                                              ": its record does not say what was evaluated; "
                                              "it was written by another build of Nereid"};
  const Result<Json> json = parse_json(fact->second, what + ", fact \"evaluation\"");
  if (!json) return json.error();
  return plan_from_json(*json, what);
}

Result<PairedReport> compare_evaluations(const Evaluation& a, const Evaluation& b) {
  const auto refuse = [&](const std::string& what, const std::string& first,
                          const std::string& second) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("{} and {} cannot be compared: {} is \"{}\" in the first and \"{}\" in "
                    "the second; evaluate both in the same way",
                    a.place, b.place, what, first, second)};
  };
  if (a.plan.split != b.plan.split) return refuse("split", a.plan.split, b.plan.split);
  if (a.plan.baseline != b.plan.baseline)
    return refuse("the baseline of speed-ups", a.plan.baseline, b.plan.baseline);
  const auto yardstick = [](const EvaluationPlan& plan) {
    return fmt::format("multi_input {}, staged_evaluation {}, thorough {}",
                       plan.extensions.multi_input, plan.extensions.staged_evaluation,
                       plan.thorough);
  };
  if (yardstick(a.plan) != yardstick(b.plan))
    return refuse("the yardstick", yardstick(a.plan), yardstick(b.plan));
  return compare_reports(a.report, b.report, a.plan.seed);
}

OrderedJson paired_json(const Evaluation& a, const Evaluation& b, const PairedReport& report) {
  OrderedJson tasks = OrderedJson::array();
  for (const TaskPair& pair : report.tasks)
    tasks.push_back({{"id", pair.id},
                     {"name", pair.name},
                     {"level", pair.level},
                     {"a", pair.a},
                     {"b", pair.b},
                     {"speedup_a", optional_number(pair.speedup_a)},
                     {"speedup_b", optional_number(pair.speedup_b)}});
  return {
      {"schema", "nereid.eval.compare/1"},
      {"a", {{"place", a.place}, {"model", a.plan.subject}, {"right", estimate_json(report.a)}}},
      {"b", {{"place", b.place}, {"model", b.plan.subject}, {"right", estimate_json(report.b)}}},
      {"difference", estimate_json(report.difference)},
      {"wins", report.wins},
      {"losses", report.losses},
      {"ties", report.ties},
      {"left_out", report.left_out},
      {"test", report.test},
      {"p_value", report.p_value},
      {"speed_ratio", estimate_json(report.speed_ratio)},
      {"tasks", tasks}};
}

}  // namespace nereid::evaluate

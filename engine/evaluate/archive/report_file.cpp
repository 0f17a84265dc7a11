// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/report_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/base/file.h"
#include "engine/evaluate/archive/archive.h"
#include "engine/evaluate/scores/chain.h"
#include "engine/evaluate/scores/turns.h"

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

OrderedJson speed_json(const SpeedScore& speed) {
  return {{"speedup", estimate_json(speed.ratio)},
          {"one_plus_speedup", estimate_json(speed.one_plus)},
          {"median_speedup", speed.median}};
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
                          {"speedup", estimate_json(score.speedup.ratio)},
                          {"one_plus_speedup", estimate_json(score.speedup.one_plus)},
                          {"median_speedup", score.speedup.median},
                          {"modelled", speed_json(score.modelled)},
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

OrderedJson optional_number(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson();
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
  if (sample.turn > 1) json["turn"] = sample.turn;
  json["outputs_right"] = sample.outputs_right ? OrderedJson(*sample.outputs_right) : OrderedJson();
  json["speedup"] = optional_number(sample.speedup);
  json["modelled_speedup"] = optional_number(sample.modelled_speedup);
  return json;
}

OrderedJson agent_scores_json(const EvaluateReport& agent) {
  return {{"agent", agent.agent},
          {"all", score_json(agent.all)},
          {"levels", scores_json(agent.levels)},
          {"operations", scores_json(agent.operations)}};
}

// Of a chain: every answer of every agent.
OrderedJson samples_json(const EvaluateReport& report) {
  OrderedJson all = OrderedJson::array();
  for (const EvaluateReport& agent : report.agents)
    for (const Sample& sample : agent.samples) {
      all.push_back(sample_json(sample));
      all.back()["agent"] = agent.agent;
    }
  if (!report.agents.empty()) return all;
  for (const auto* samples : {&report.samples, &report.earlier})
    for (const Sample& sample : *samples) all.push_back(sample_json(sample));
  return all;
}

OrderedJson turn_json(const TurnScore& turn) {
  return {{"turn", turn.turn},       {"asked", turn.asked},
          {"retried", turn.retried}, {"repaired", turn.repaired},
          {"no_room", turn.no_room}, {"pass_at_1", estimate_json(turn.right)}};
}

Sample sample_from(const Json& json) {
  Sample sample;
  sample.task = json_value(json, "task", -1);
  sample.index = json_value(json, "sample", 0);
  sample.turn = json_value(json, "turn", 1);
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
  if (json.contains("modelled_speedup") && json["modelled_speedup"].is_number())
    sample.modelled_speedup = json["modelled_speedup"].get<double>();
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

// Samples in the order in which they were written, by the agent that they are of ("" alone).
Result<std::map<std::string, std::vector<Sample>>> samples_from(const Json& json,
                                                                const fs::path& file,
                                                                std::size_t tasks) {
  std::map<std::string, std::vector<Sample>> samples;
  const Json listed = json_value(json, "samples", Json::array());
  for (const Json& one : listed) {
    const Sample sample = sample_from(one);
    if (sample.task < 0 || static_cast<std::size_t>(sample.task) >= tasks)
      return damaged(file, "a sample belongs to no task");
    samples[json_value(one, "agent", std::string())].push_back(sample);
  }
  if (samples.empty()) return damaged(file, "it holds no samples");
  return samples;
}

// The answer of the chain to each task, where it has a kernel.
Result<std::vector<std::optional<ChainAnswer>>> kernels_from(
    const Json& json, const fs::path& file, const std::vector<ScoredTask>& tasks,
    const std::vector<AgentSamples>& agents) {
  std::vector<std::optional<ChainAnswer>> kernels(tasks.size());
  const Json listed = json_value(json, "chain", Json::array());
  for (const Json& one : listed) {
    const ChainAnswer answer{json_value(one, "task", -1), json_value(one, "agent", std::string()),
                             json_value(one, "sample", -1)};
    const Sample* sample = find_answer(agents, answer);
    if (sample == nullptr) return damaged(file, "an answer of the chain is none of its agents'");
    if (sample->right) kernels[static_cast<std::size_t>(answer.task)] = answer;
  }
  return kernels;
}

Result<EvaluateReport> scores_from(const Json& json, const fs::path& file,
                                   const Evaluation& evaluation, std::vector<ScoredTask> tasks) {
  auto samples = samples_from(json, file, tasks.size());
  if (!samples) return samples.error();
  if (evaluation.plan.turns > 1)
    return make_turn_report(std::move(tasks), std::move((*samples)[""]), evaluation.plan.turns,
                            evaluation.options);
  if (evaluation.plan.agents.empty())
    return make_report(std::move(tasks), std::move((*samples)[""]), evaluation.options);
  std::vector<AgentSamples> agents;
  for (const PlannedAgent& agent : evaluation.plan.agents)
    agents.push_back({agent.phase, agent.samples, std::move((*samples)[agent.phase])});
  if (agents.front().samples.size() !=
      tasks.size() * static_cast<std::size_t>(agents.front().per_task))
    return damaged(file, "samples of the chain's first agent are missing");
  const auto kernels = kernels_from(json, file, tasks, agents);
  if (!kernels) return kernels.error();
  return make_chain_report(tasks, std::move(agents), *kernels, evaluation.options);
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
  const Json listed = json_value(*json, "tasks", Json::array());
  for (const Json& one : listed) tasks.push_back(task_from(one));
  evaluation.options = {json_value(*json, "k", std::vector<int>{1}),
                        json_value(*json, "p", std::vector<double>{}), evaluation.plan.samples,
                        evaluation.plan.seed};
  Result<EvaluateReport> report = scores_from(*json, file, evaluation, std::move(tasks));
  if (!report) return report.error();
  evaluation.report = std::move(*report);
  evaluation.report.split = evaluation.plan.split;
  evaluation.report.baseline = evaluation.plan.yardstick.baseline;
  evaluation.report.modelled_device = evaluation.plan.yardstick.modelled_device;
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

// How a task is answered. Chains of other lengths can be compared, of other widths not.
std::string answers_text(const EvaluationPlan& plan) {
  if (plan.agents.empty()) return "a model";
  std::set<int> samples;
  for (const PlannedAgent& agent : plan.agents) samples.insert(agent.samples);
  return fmt::format("a chain of agents with {} samples each", fmt::join(samples, ", "));
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

}  // namespace

OrderedJson report_json(const EvaluationPlan& plan, const EvaluateReport& report,
                        const ReportOptions& options) {
  OrderedJson tasks = OrderedJson::array(), agents = OrderedJson::array(),
              chain = OrderedJson::array();
  for (const ScoredTask& task : report.tasks) tasks.push_back(task_json(task));
  for (const EvaluateReport& agent : report.agents) agents.push_back(agent_scores_json(agent));
  for (const ChainAnswer& answer : report.answers)
    chain.push_back({{"task", answer.task}, {"agent", answer.agent}, {"sample", answer.sample}});
  OrderedJson json = {{"schema", kReportSchema},
                      {"model", plan.subject},
                      {"split", plan.split},
                      {"plan", plan_json(plan)},
                      {"k", options.k},
                      {"p", options.p},
                      {"all", score_json(report.all)},
                      {"levels", scores_json(report.levels)},
                      {"operations", scores_json(report.operations)}};
  if (!report.agents.empty()) json["agents"] = agents;
  for (const TurnScore& turn : report.turns) json["turns"].push_back(turn_json(turn));
  json["seconds"] = report.seconds;
  json["tokens_per_second"] = report.tokens_per_second;
  json["tasks"] = tasks;
  json["samples"] = samples_json(report);
  if (!report.agents.empty()) json["chain"] = chain;
  return json;
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
  if (a.plan.yardstick.baseline != b.plan.yardstick.baseline)
    return refuse("the baseline of speed-ups", a.plan.yardstick.baseline,
                  b.plan.yardstick.baseline);
  const std::string strict = strictness_text(a.plan.yardstick);
  if (const std::string other = strictness_text(b.plan.yardstick); other != strict)
    return refuse("the yardstick", strict, other);
  if (a.plan.yardstick.modelled_device != b.plan.yardstick.modelled_device)
    return refuse("the device of modelled speeds", a.plan.yardstick.modelled_device,
                  b.plan.yardstick.modelled_device);
  // A chain answers a task with the best of what its agents wrote, a model with all that it wrote.
  if (answers_text(a.plan) != answers_text(b.plan))
    return refuse("who answers", answers_text(a.plan), answers_text(b.plan));
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
                     {"speedup_b", optional_number(pair.speedup_b)},
                     {"modelled_speedup_a", optional_number(pair.modelled_a)},
                     {"modelled_speedup_b", optional_number(pair.modelled_b)}});
  OrderedJson agents = OrderedJson::array();
  for (const PairedReport& own : report.agents)
    agents.push_back({{"agent", own.agent},
                      {"a", estimate_json(own.a)},
                      {"b", estimate_json(own.b)},
                      {"difference", estimate_json(own.difference)},
                      {"wins", own.wins},
                      {"losses", own.losses},
                      {"ties", own.ties},
                      {"left_out", own.left_out},
                      {"test", own.test},
                      {"p_value", own.p_value},
                      {"speed_ratio", estimate_json(own.speed_ratio)},
                      {"modelled_speed_ratio", estimate_json(own.modelled_ratio)}});
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
      {"modelled_speed_ratio", estimate_json(report.modelled_ratio)},
      {"agents", agents},
      {"tasks", tasks}};
}

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/csv.h"
#include "engine/evaluate/archive/report_file.h"

namespace nereid::evaluate {
namespace {

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
  const auto add_speed = [&rows](const std::string& kind, const SpeedScore& speed) {
    if (speed.ratio.n == 0) return;
    rows.push_back({kind + "speedup", speed.ratio});
    rows.push_back({kind + "one_plus_speedup", speed.one_plus});
  };
  add_speed("", score.speedup);
  add_speed("modelled_", score.modelled);
  return rows;
}

std::string number(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

std::string optional_text(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

// Empty outside of a chain; else whether the chain answers with it.
std::string leaves_chain(const EvaluateReport& report, const std::string& agent,
                         const Sample& sample) {
  if (agent.empty()) return "";
  const ChainAnswer answer{sample.task, agent, sample.index};
  return std::find(report.answers.begin(), report.answers.end(), answer) != report.answers.end()
             ? "1"
             : "0";
}

std::string sample_line(const EvaluateReport& report, const std::string& agent,
                        const Sample& sample) {
  const ScoredTask& task = report.tasks[static_cast<std::size_t>(sample.task)];
  return fmt::format(
      "{},{},{},{},{:d},{:d},{:d},{:d},{:d},{},{},{},{},{},{},{},{}\n", csv_cell(task.id),
      csv_cell(task.name), task.level, sample.index, sample.judged, sample.valid, sample.compiled,
      sample.right, sample.conformant,
      sample.outputs_right ? std::to_string(static_cast<int>(*sample.outputs_right)) : "",
      category_name(sample.category), sample.reason, optional_text(sample.speedup),
      optional_text(sample.modelled_speedup), csv_cell(agent), leaves_chain(report, agent, sample),
      sample.turn);
}

}  // namespace

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
  const auto add_all = [&add](const std::string& whose, const EvaluateReport& scores) {
    add(whose + "all", scores.all);
    for (const Score& level : scores.levels) add(whose + level.name, level);
    for (const Score& operation : scores.operations)
      add(whose + "operation " + operation.name, operation);
  };
  add_all("", report);
  for (const EvaluateReport& agent : report.agents) add_all(agent.agent + " ", agent);
  for (const TurnScore& turn : report.turns)
    csv += fmt::format("turn {},pass@1,{},{},{},{}\nturn {},repaired,{},,,{}\n", turn.turn,
                       number(turn.right.value), number(turn.right.low), number(turn.right.high),
                       turn.right.n, turn.turn, turn.repaired, turn.retried);
  return csv;
}

std::string samples_csv(const EvaluateReport& report) {
  std::string csv =
      "task,name,level,sample,judged,valid,compiled,right,format,outputs_right,category,reason,"
      "speedup,modelled_speedup,agent,leaves_chain,turn\n";
  for (const EvaluateReport& agent : report.agents)
    for (const Sample& sample : agent.samples) csv += sample_line(report, agent.agent, sample);
  if (!report.agents.empty()) return csv;
  for (const auto* samples : {&report.samples, &report.earlier})
    for (const Sample& sample : *samples) csv += sample_line(report, "", sample);
  return csv;
}

}  // namespace nereid::evaluate

// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iterator>
#include <map>

#include "app/cli/tasks_check.h"
#include "engine/base/json.h"

namespace nereid::app {
namespace {

using verify::TaskFitness;

constexpr std::array<TaskFitness, 4> kFitnesses = {
    TaskFitness::kGood, TaskFitness::kWeak, TaskFitness::kFiltered, TaskFitness::kNotChecked};

std::string shapes_text(const verify::TaskReport& report) {
  std::string text;
  for (const auto& shape : report.shapes)
    text += fmt::format("{}[{}]", text.empty() ? "" : " ", fmt::join(shape, ","));
  return text;
}

struct LevelCounts {
  std::map<TaskFitness, int> by_fitness;
  int smaller = 0;
  int all = 0;
};

std::map<int, LevelCounts> count_levels(const std::vector<CheckedTask>& all) {
  std::map<int, LevelCounts> levels;
  for (const CheckedTask& checked : all) {
    LevelCounts& counts = levels[checked.task.level];
    ++counts.all;
    ++counts.by_fitness[checked.report.fitness];
    if (!checked.report.smaller.empty()) ++counts.smaller;
  }
  return levels;
}

bool is_excluded(const CheckedTask& checked, bool strict) {
  const TaskFitness fitness = checked.report.fitness;
  return fitness == TaskFitness::kFiltered || (strict && fitness == TaskFitness::kWeak);
}

// What a Markdown table cannot hold.
std::string cell(std::string text) {
  for (char& letter : text)
    if (letter == '|' || letter == '\n') letter = letter == '|' ? '/' : ' ';
  return text;
}

}  // namespace

std::string check_json(const CheckedTask& checked) {
  const verify::TaskReport& report = checked.report;
  OrderedJson findings = OrderedJson::array();
  for (const verify::TaskFinding& finding : report.findings)
    findings.push_back({{"code", finding.code},
                        {"filters", finding.filters},
                        {"measured", finding.measured},
                        {"detail", finding.detail}});
  const OrderedJson json{{"id", checked.task.id},
                         {"level", checked.task.level},
                         {"fitness", verify::fitness_name(report.fitness)},
                         {"reason", report.reason()},
                         {"findings", findings},
                         {"notes", report.notes},
                         {"shapes", report.shapes},
                         {"smaller", report.smaller},
                         {"parameters", report.parameters},
                         {"elapsed_ms", report.elapsed_ms}};
  return dump_json(json);
}

std::string check_line(const CheckedTask& checked, std::size_t id_width) {
  return fmt::format("{:<{}}  {:<11}  {}", checked.task.id, id_width,
                     verify::fitness_name(checked.report.fitness),
                     checked.report.fitness == TaskFitness::kGood ? shapes_text(checked.report)
                                                                  : checked.report.reason());
}

std::string check_summary(const std::vector<CheckedTask>& all) {
  std::string text;
  for (const auto& [level, counts] : count_levels(all)) {
    text += fmt::format("level {}: {} tasks", level, counts.all);
    for (const TaskFitness fitness : kFitnesses)
      if (const auto found = counts.by_fitness.find(fitness); found != counts.by_fitness.end())
        text += fmt::format(", {} {}", found->second, verify::fitness_name(fitness));
    text += fmt::format("; {} on smaller shapes\n", counts.smaller);
  }
  return text;
}

std::string check_markdown(const std::vector<CheckedTask>& all) {
  std::string text =
      "| level | tasks | good | weak | filtered | not checked | on smaller shapes |\n"
      "|---|---|---|---|---|---|---|\n";
  const auto out = std::back_inserter(text);
  for (auto& [level, counts] : count_levels(all)) {
    fmt::format_to(out, "| {} | {} |", level, counts.all);
    for (const TaskFitness fitness : kFitnesses) {
      const auto found = counts.by_fitness.find(fitness);
      fmt::format_to(out, " {} |", found == counts.by_fitness.end() ? 0 : found->second);
    }
    fmt::format_to(out, " {} |\n", counts.smaller);
  }
  text += "\n| task | verdict | shapes | own | reason |\n|---|---|---|---|---|\n";
  for (const CheckedTask& checked : all)
    fmt::format_to(out, "| {} | {} | {} | {} | {} |\n", checked.task.id,
                   verify::fitness_name(checked.report.fitness), shapes_text(checked.report),
                   checked.report.smaller.empty() ? "yes" : "smaller",
                   cell(checked.report.reason()));
  return text;
}

std::string exclude_list(const std::vector<CheckedTask>& all, bool strict) {
  std::string text = "# Tasks to leave out, for tasks.exclude; made by nereid tasks check.\n";
  for (const CheckedTask& checked : all)
    if (is_excluded(checked, strict))
      text += fmt::format("{}  # {}\n", checked.task.id, cell(checked.report.reason()));
  return text;
}

}  // namespace nereid::app

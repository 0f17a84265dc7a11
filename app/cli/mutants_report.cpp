// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mutants_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

namespace nereid::app {
namespace {

using evaluate::MutantOutcome;
using evaluate::MutantReport;
using evaluate::MutantResult;
using evaluate::MutantScore;
using verify::Stage;

constexpr std::array<Stage, 4> kStages = {Stage::kStatic, Stage::kCompile, Stage::kTiny,
                                          Stage::kFull};

int at_stage(const MutantScore& score, Stage stage) {
  const auto found = score.caught_at.find(stage);
  return found == score.caught_at.end() ? 0 : found->second;
}

std::string score_text(const MutantScore& score) {
  if (score.caught + score.escaped == 0) return fmt::format("{:>6}  {:>14}", "-", "-");
  return fmt::format("{:>6.3f}  [{:.3f}, {:.3f}]", score.score, score.low, score.high);
}

std::string row(const MutantScore& score) {
  std::string text =
      fmt::format("{:<22}{:>8}{:>8}{:>9}{:>6}{:>10}{:>9}", score.name, score.mutants, score.caught,
                  score.escaped, score.same, score.rounding, score.refused);
  text += fmt::format("{:>12}  {}", score.unjudged + score.pending, score_text(score));
  for (const Stage stage : kStages) text += fmt::format("{:>9}", at_stage(score, stage));
  return text + "\n";
}

std::string table(const std::vector<MutantScore>& scores) {
  std::string text = fmt::format(
      "{:<22}{:>8}{:>8}{:>9}{:>6}{:>10}{:>9}{:>12}  {:>6}  {:>14}{:>9}{:>9}"
      "{:>9}{:>9}\n",
      "class", "mutants", "caught", "escaped", "same", "rounding", "refused", "not judged", "score",
      "95% interval", "static", "compile", "tiny", "full");
  for (const MutantScore& score : scores) text += row(score);
  return text;
}

std::string reasons(const MutantScore& all) {
  std::vector<std::pair<std::string, int>> counts(all.caught_by.begin(), all.caught_by.end());
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> words;
  for (const auto& [code, count] : counts) words.push_back(fmt::format("{} {}", code, count));
  return fmt::format("caught by: {}\n", fmt::join(words, ", "));
}

std::string indented(const std::string& lines, char sign) {
  std::string text;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);)
    text += fmt::format("    {} {}\n", sign, line);
  return text;
}

std::string shapes_text(const std::vector<std::vector<std::int64_t>>& shapes) {
  std::vector<std::string> words;
  for (const auto& shape : shapes) words.push_back(fmt::format("{}", fmt::join(shape, "x")));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string examination_text(const evaluate::Examination& found) {
  const std::string where = fmt::format("{} ({})", found.input, shapes_text(found.shapes));
  if (!found.detail.empty()) return fmt::format("{}: {}", where, found.detail);
  const char* seen = found.visible ? "the verifier would reject it on this input"
                                   : "within the verifier's tolerance there";
  return fmt::format("{}: differs by {:.2g}; error {:.2g}, bound {:.2g}: {}", where,
                     found.difference, found.error, found.bound, seen);
}

std::string flags_text(const std::vector<std::string>& flags) {
  if (flags.empty()) return {};
  return fmt::format("    accepted with a flag: {}\n", fmt::join(flags, ", "));
}

std::string survivors(const MutantReport& report, MutantOutcome outcome, const char* title) {
  std::string text;
  for (const MutantResult& result : report.results) {
    if (result.outcome != outcome) continue;
    text += fmt::format("\n{} {}, line {}\n", title, result.mutant.id, result.mutant.line);
    text += indented(result.mutant.before, '-') + indented(result.mutant.after, '+');
    if (!result.examination.input.empty())
      text += "    " + examination_text(result.examination) + "\n" + flags_text(result.flags);
    else if (outcome == MutantOutcome::kUnjudged)
      text += fmt::format("    {}: {}\n", result.reason.code, result.reason.message);
  }
  return text;
}

OrderedJson score_json(const MutantScore& score) {
  OrderedJson stages = OrderedJson::object();
  for (const Stage stage : kStages)
    stages[std::string(verify::stage_name(stage))] = at_stage(score, stage);
  return {{"class", score.name},      {"mutants", score.mutants},
          {"caught", score.caught},   {"escaped", score.escaped},
          {"same", score.same},       {"rounding", score.rounding},
          {"refused", score.refused}, {"unjudged", score.unjudged},
          {"pending", score.pending}, {"score", score.score},
          {"low", score.low},         {"high", score.high},
          {"caught_at", stages},      {"caught_by", score.caught_by}};
}

OrderedJson result_json(const MutantResult& result) {
  OrderedJson json = {{"id", result.mutant.id},
                      {"source", result.mutant.source},
                      {"class", result.mutant.mutation},
                      {"line", result.mutant.line},
                      {"before", result.mutant.before},
                      {"after", result.mutant.after},
                      {"outcome", std::string(evaluate::outcome_name(result.outcome))},
                      {"rejected_at", nullptr},
                      {"reason", result.reason.code},
                      {"message", result.reason.message},
                      {"flags", result.flags},
                      {"examination", nullptr}};
  if (result.outcome == MutantOutcome::kCaught)
    json["rejected_at"] = std::string(verify::stage_name(result.rejected_at));
  const evaluate::Examination& found = result.examination;
  if (!found.input.empty())
    json["examination"] = {{"input", found.input},           {"shapes", found.shapes},
                           {"difference", found.difference}, {"error", found.error},
                           {"bound", found.bound},           {"visible", found.visible},
                           {"detail", found.detail}};
  return json;
}

}  // namespace

std::string mutants_text(const MutantReport& report) {
  const std::vector<MutantScore> scores = evaluate::mutant_scores(report.results);
  std::string text = fmt::format(
      "{}{} mutants of {} right candidates, seed {}, {} job{}; judged in {:.0f} s, survivors "
      "examined in {:.0f} s\n\n",
      report.cancelled ? "CANCELLED. " : "", report.results.size(), report.sources, report.seed,
      report.jobs, report.jobs == 1 ? "" : "s", report.judge_seconds, report.examine_seconds);
  text += table(scores) + "\n" + reasons(scores.back());
  for (const std::string& source : report.rejected_sources)
    text += fmt::format("left out, because the original was rejected: {}\n", source);
  text += survivors(report, MutantOutcome::kEscaped, "ESCAPED");
  text += survivors(report, MutantOutcome::kUnjudged, "NOT JUDGED");
  return text;
}

OrderedJson mutants_json(const MutantReport& report) {
  OrderedJson classes = OrderedJson::array(), mutants = OrderedJson::array();
  for (const MutantScore& score : evaluate::mutant_scores(report.results))
    classes.push_back(score_json(score));
  for (const MutantResult& result : report.results) mutants.push_back(result_json(result));
  return {{"bench", "mutants"},
          {"seed", report.seed},
          {"jobs", report.jobs},
          {"sources", report.sources},
          {"rejected_sources", report.rejected_sources},
          {"cancelled", report.cancelled},
          {"judge_seconds", report.judge_seconds},
          {"examine_seconds", report.examine_seconds},
          {"classes", std::move(classes)},
          {"mutants", std::move(mutants)}};
}

}  // namespace nereid::app

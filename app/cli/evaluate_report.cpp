// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/verify/allclose.h"

namespace nereid::app {
namespace {

using evaluate::Category;
using evaluate::TaskPair;

constexpr std::size_t kShownOperations = 12;
constexpr std::size_t kShownTasks = 20;

std::string interval_text(double value, double low, double high) {
  if (std::isnan(low)) return fmt::format("{:.3f}   one task alone has no interval", value);
  return fmt::format("{:.3f}   95% interval {:.3f} to {:.3f}", value, low, high);
}

std::string line(const std::string& what, const Estimate& estimate, const std::string& of) {
  if (estimate.n == 0) return fmt::format("  {:<22} not measured\n", what);
  return fmt::format("  {:<22} {}   {} {}\n", what,
                     interval_text(estimate.value, estimate.low, estimate.high), estimate.n, of);
}

std::string categories_text(const Score& score) {
  std::string text = "  what became of them:";
  for (int i = 0; i < evaluate::kCategoryCount; ++i) {
    const auto count = score.categories[static_cast<std::size_t>(i)];
    if (count == 0) continue;
    std::string name(evaluate::category_name(static_cast<Category>(i)));
    std::replace(name.begin(), name.end(), '_', ' ');
    text += fmt::format(" {} {};", name, count);
  }
  text.back() = '\n';
  return text;
}

std::string speed_text(const Score& score, const EvaluateReport& whose) {
  std::string text;
  for (const FastP& fast : score.fast)
    text += line(fmt::format("fast_{:g}", fast.p), fast.share, "tasks");
  const auto add = [&text](const std::string& kind, const SpeedScore& speed,
                           const std::string& against) {
    if (speed.ratio.n == 0) return;
    text += line(kind + "speed-up", speed.ratio, "right kernels") +
            line("1 + " + kind + "speed-up", speed.one_plus, "right kernels") +
            fmt::format("  {:<22} {:.3f}   against {}\n", kind + "median", speed.median, against);
  };
  add("", score.speedup, whose.baseline);
  add("modelled ", score.modelled, "eager PyTorch as modelled for " + whose.modelled_device);
  return text;
}

// `name`: of what they are the scores; `whose`: says what speeds are against.
std::string score_text(const std::string& name, const Score& score, const EvaluateReport& whose) {
  std::string text = fmt::format("{}: {} of {} samples right, {} tasks\n", name, score.correct,
                                 score.samples, score.tasks);
  if (score.too_long > 0)
    text += fmt::format("  {} of the wrong ones have a prompt that is too long for the model\n",
                        score.too_long);
  if (score.not_judged > 0)
    text += fmt::format("  {} more could not be judged here and count nowhere\n", score.not_judged);
  text += line("valid", score.valid, "tasks") + line("compiled", score.compiled, "tasks") +
          line("correct", score.right, "tasks");
  for (std::size_t i = 0; i < score.k.size(); ++i)
    text += fmt::format("  {:<22} {}   {} tasks\n", fmt::format("pass@{}", score.k[i]),
                        interval_text(score.pass_at_k[i], score.low[i], score.high[i]),
                        score.tasks_at_k[i]);
  text += line("outputs alone", score.outputs_right, "tasks");
  if (score.caught > 0)
    text +=
        fmt::format("  {} samples would have passed a check of the outputs alone\n", score.caught);
  text += line("format", score.conformant, "tasks") +
          line("correct, format", score.strict, "tasks") + speed_text(score, whose) +
          categories_text(score);
  return text;
}

std::string turns_text(const std::vector<TurnScore>& turns) {
  std::string text;
  for (const TurnScore& turn : turns) {
    text += line(fmt::format("pass@1 after turn {}", turn.turn), turn.right, "tasks");
    if (turn.turn == 1) continue;
    text += fmt::format("    {} of {} wrong answers repaired", turn.repaired, turn.retried);
    if (turn.retried > 0)
      text += fmt::format(" ({:.3f})", static_cast<double>(turn.repaired) / turn.retried);
    if (turn.no_room > 0) text += fmt::format("; {} had no room for another turn", turn.no_room);
    text += "\n";
  }
  return text.empty() ? text : "by turn, all levels:\n" + text;
}

std::string operations_text(const std::vector<Score>& operations) {
  if (operations.empty()) return {};
  std::string text = "by operation: tasks, valid, compiled, correct\n";
  for (std::size_t i = 0; i < std::min(operations.size(), kShownOperations); ++i) {
    const Score& score = operations[i];
    text += fmt::format("  {:<28} {:>4}  {:.3f}  {:.3f}  {:.3f}\n", score.name, score.tasks,
                        score.valid.value, score.compiled.value, score.right.value);
  }
  if (operations.size() > kShownOperations)
    text += fmt::format("  and {} more in scores.csv\n", operations.size() - kShownOperations);
  return text;
}

// Each agent of a chain over all of its tasks; levels are in scores.csv.
std::string agents_text(const evaluate::Evaluation& evaluation) {
  std::string text;
  for (std::size_t i = 0; i < evaluation.report.agents.size(); ++i) {
    const EvaluateReport& agent = evaluation.report.agents[i];
    const std::string name = fmt::format("{} ({})", agent.agent, evaluation.plan.agents[i].weights);
    text += agent.samples.empty()
                ? fmt::format("{}: no task had a verified kernel to work on\n", name)
                : score_text(name, agent.all, evaluation.report);
  }
  return text;
}

std::string paired_lines(const evaluate::PairedReport& report) {
  std::string text = line("first", report.a, "tasks") + line("second", report.b, "tasks") +
                     line("difference", report.difference, "tasks");
  text += fmt::format("  {} better, {} worse, {} equal; {}: p = {:.4g}\n", report.wins,
                      report.losses, report.ties, report.test, report.p_value);
  if (report.left_out > 0)
    text +=
        fmt::format("  {} tasks without a judgement on one side are left out\n", report.left_out);
  if (report.speed_ratio.n > 0) text += line("speed, ratio", report.speed_ratio, "tasks");
  if (report.modelled_ratio.n > 0)
    text += line("modelled speed, ratio", report.modelled_ratio, "tasks");
  return text;
}

std::string pair_line(const TaskPair& pair) {
  return fmt::format("    {:<40} {:.2f} -> {:.2f}\n", pair.id, pair.a, pair.b);
}

std::string pairs_text(const std::vector<TaskPair>& tasks, bool wins) {
  std::vector<const TaskPair*> chosen;
  for (const TaskPair& pair : tasks)
    if (wins ? pair.b > pair.a : pair.b < pair.a) chosen.push_back(&pair);
  if (chosen.empty()) return {};
  std::string text = wins ? "  better in the second:\n" : "  worse in the second:\n";
  for (std::size_t i = 0; i < std::min(chosen.size(), kShownTasks); ++i)
    text += pair_line(*chosen[i]);
  if (chosen.size() > kShownTasks)
    text += fmt::format("    and {} more (--json lists all)\n", chosen.size() - kShownTasks);
  return text;
}

}  // namespace

OrderedJson short_report_json(const evaluate::Evaluation& evaluation) {
  OrderedJson json = evaluate::report_json(evaluation.plan, evaluation.report, evaluation.options);
  json.erase("tasks");
  json.erase("samples");
  json["folder"] = evaluation.place;
  return json;
}

std::string report_text(const evaluate::Evaluation& evaluation) {
  const EvaluateReport& report = evaluation.report;
  std::string text = fmt::format("split: {}\n", report.split);
  const Yardstick& yardstick = evaluation.plan.yardstick;
  if (const auto rule = verify::allclose_of(yardstick.rtol, yardstick.atol))
    text += fmt::format("values compared by {}, not by the verifier's own bounds\n",
                        verify::rule_text(rule));
  text += agents_text(evaluation);
  const std::string whose = report.agents.empty() ? "" : "chain, ";
  for (const Score& level : report.levels) text += score_text(whose + level.name, level, report);
  if (report.levels.size() > 1) text += score_text(whose + report.all.name, report.all, report);
  text += turns_text(report.turns) + operations_text(report.operations);
  text += fmt::format("{:.1f} s", report.seconds);
  if (report.tokens_per_second > 0)
    text += fmt::format(", {:.0f} tokens/s while generating", report.tokens_per_second);
  return text + "\n";
}

std::string paired_text(const evaluate::Evaluation& a, const evaluate::Evaluation& b,
                        const evaluate::PairedReport& report) {
  std::string text = fmt::format("first:  {} ({})\nsecond: {} ({})\n", a.plan.subject, a.place,
                                 b.plan.subject, b.place);
  for (const evaluate::PairedReport& own : report.agents)
    text += own.agent + ":\n" + paired_lines(own);
  if (!report.agents.empty()) text += "chain:\n";
  text += paired_lines(report);
  return text + pairs_text(report.tasks, true) + pairs_text(report.tasks, false);
}

}  // namespace nereid::app

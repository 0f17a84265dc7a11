// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate_report.h"

#include <fmt/format.h>

#include "engine/verify/verdict.h"

namespace nereid::app {
namespace {

OrderedJson level_json(const LevelScore& level) {
  OrderedJson scores = OrderedJson::array();
  for (std::size_t i = 0; i < level.k.size(); ++i) {
    scores.push_back({{"k", level.k[i]},
                      {"tasks", level.tasks_at_k[i]},
                      {"pass_at_k", level.pass_at_k[i]},
                      {"low", level.low[i]},
                      {"high", level.high[i]}});
  }
  OrderedJson stages = OrderedJson::object();
  for (std::size_t i = 0; i < level.stage_counts.size(); ++i) {
    stages[std::string(verify::stage_name(static_cast<verify::Stage>(i)))] = level.stage_counts[i];
  }
  return {
      {"level", level.level},     {"tasks", level.tasks},           {"samples", level.samples},
      {"correct", level.correct}, {"not_judged", level.not_judged}, {"too_long", level.too_long},
      {"scores", scores},         {"furthest_stage", stages}};
}

}  // namespace

OrderedJson report_json(const EvaluateRequest& request, const EvaluateReport& report) {
  OrderedJson levels = OrderedJson::array();
  for (const LevelScore& level : report.levels) levels.push_back(level_json(level));
  return {{"schema", "nereid.eval/1"},
          {"model", request.model},
          {"tasks", request.tasks},
          {"exclude", request.exclude},
          {"split", report.split},
          {"samples_per_task", request.samples},
          {"temperature", request.temperature},
          {"top_p", request.top_p},
          {"top_k", request.top_k},
          {"max_new_tokens", request.max_new_tokens},
          {"seed", request.seed},
          {"thorough", request.thorough},
          {"timing", request.timing},
          {"multi_input", request.extensions.multi_input},
          {"staged_evaluation", request.extensions.staged_evaluation},
          {"levels", levels},
          {"seconds", report.seconds},
          {"tokens_per_second", report.tokens_per_second}};
}

std::string report_text(const EvaluateReport& report) {
  std::string text = fmt::format("split: {}\n", report.split);
  for (const LevelScore& level : report.levels) {
    text += fmt::format("level {}: {} of {} samples right, {} tasks\n", level.level, level.correct,
                        level.samples, level.tasks);
    if (level.too_long > 0)
      text += fmt::format("  {} of the wrong ones have a prompt that is too long for the model\n",
                          level.too_long);
    if (level.not_judged > 0)
      text +=
          fmt::format("  {} more could not be judged here and count nowhere\n", level.not_judged);
    for (std::size_t i = 0; i < level.k.size(); ++i) {
      text += fmt::format("  pass@{:<3} {:.3f}   95% interval {:.3f} to {:.3f}\n", level.k[i],
                          level.pass_at_k[i], level.low[i], level.high[i]);
    }
    text += "  furthest stage passed:";
    for (std::size_t i = 0; i < level.stage_counts.size(); ++i) {
      text += fmt::format(" {} {}", verify::stage_name(static_cast<verify::Stage>(i)),
                          level.stage_counts[i]);
    }
    text += "\n";
  }
  return text + fmt::format("{:.1f} s, {:.0f} tokens/s while generating\n", report.seconds,
                            report.tokens_per_second);
}

}  // namespace nereid::app

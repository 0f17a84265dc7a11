// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/run_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string_view>

#include "engine/base/file.h"
#include "engine/config/settings.h"
#include "engine/report/chart.h"

namespace nereid::report {
namespace {

namespace fs = std::filesystem;

struct Curve {
  std::string_view key;
  std::string_view label;
};

struct Plot {
  std::string_view title;
  std::string_view unit;
  std::vector<Curve> curves;
};

const std::vector<Plot>& plots() {
  static const std::vector<Plot> kPlots = {
      {"Reward", "mean and spread", {{"reward", "mean"}, {"reward_std", "std"}}},
      {"Pass rate",
       "rollouts",
       {{"pass_rate/level1", "level 1"},
        {"pass_rate/level2", "level 2"},
        {"pass_rate/level3", "level 3"},
        {"pass_rate/level4", "level 4"}}},
      {"Validation pass@1",
       "evaluations",
       {{"eval_pass@1/level1", "level 1"},
        {"eval_pass@1/level2", "level 2"},
        {"eval_pass@1/level3", "level 3"},
        {"eval_pass@1/level4", "level 4"}}},
      {"Loss, entropy, KL", "nat/token", {{"loss", "loss"}, {"entropy", "entropy"}, {"kl", "KL"}}},
      {"Gradient norm", "", {{"grad_norm", "norm"}}},
      {"Length of completions", "tokens", {{"completions/mean_length", "mean"}}},
      {"Time of a step",
       "s",
       {{"time/generate", "generate"}, {"time/verify", "verify"}, {"time/update", "update"}}}};
  return kPlots;
}

std::string utc(std::int64_t unix_ms) {
  return unix_ms <= 0 ? "-"
                      : fmt::format("{:%Y-%m-%d %H:%M} UTC",
                                    fmt::gmtime(static_cast<std::time_t>(unix_ms / 1000)));
}

std::string interval_text(const Estimate& estimate) {
  return std::isfinite(estimate.low)
             ? fmt::format("{:.1f} to {:.1f} %", 100 * estimate.low, 100 * estimate.high)
             : "one task: none";
}

std::string trend_text(const record::CommonReason& reason) {
  switch (reason.trend) {
    case record::Trend::kSteady:
      return "steady";
    case record::Trend::kRising:
      return fmt::format("rising since step {}", reason.since);
    case record::Trend::kFalling:
      return fmt::format("falling since step {}", reason.since);
    case record::Trend::kNew:
      return fmt::format("new since step {}", reason.since);
    case record::Trend::kGone:
      return fmt::format("gone since step {}", reason.since);
  }
  return {};
}

std::string state_of(const record::RunInfo& info) {
  const std::string state(record::run_state_name(info.state));
  if (info.state_message.starts_with(state)) return info.state_message;
  return info.state_message.empty() ? state : state + ": " + info.state_message;
}

class Composer {
 public:
  explicit Composer(Document& document) : blocks_(document.blocks) {}

  void heading(int level, std::string text) {
    blocks_.emplace_back(Heading{level, std::move(text)});
  }
  void say(std::string text) { blocks_.emplace_back(Paragraph{std::move(text)}); }
  void run(const RunFacts& facts);
  void overview(std::span<const RunFacts> runs);

 private:
  void facts(const RunFacts& facts);
  void rates(const RunFacts& facts);
  void curves(const RunFacts& facts);
  void funnel(const RunFacts& facts);
  void reasons(const RunFacts& facts);
  void kernels(const std::string& title, const std::string& rule,
               const std::vector<ShownKernel>& kernels);
  void settings(const RunFacts& facts);

  std::vector<Block>& blocks_;
};

void Composer::run(const RunFacts& facts) {
  heading(1, facts.info.name);
  say(fmt::format("{}. {} of {} steps, {} candidates.", state_of(facts.info),
                  count_text(facts.info.last_step), count_text(facts.info.total_steps),
                  count_text(facts.info.episode_count)));
  rates(facts);
  curves(facts);
  funnel(facts);
  reasons(facts);
  kernels("Best kernels",
          "Of each task its best accepted candidate; of these the fastest where time was measured "
          "or modelled, else the best paid, the later step first.",
          facts.best);
  kernels("Worst kernels", "The newest candidate of each of the commonest reasons.", facts.worst);
  this->facts(facts);
  settings(facts);
}

void Composer::overview(std::span<const RunFacts> runs) {
  heading(1, "Runs");
  Table table{
      .head = {"run", "method", "state", "steps", "accepted, last quarter", "95 % interval"},
      .rows = {},
      .first_number = 3};
  for (const RunFacts& facts : runs) {
    std::string rate = "-";
    std::string interval = "-";
    for (const PassRate& each : facts.rates) {  // the last of all levels, training first
      if (each.level != 0 || record::is_evaluation(each.phase)) continue;
      rate = percent_text(each.rate.value);
      interval = interval_text(each.rate);
    }
    table.rows.push_back({facts.info.name, facts.info.method,
                          std::string(record::run_state_name(facts.info.state)),
                          count_text(facts.info.last_step), rate, interval});
  }
  blocks_.emplace_back(std::move(table));
}

void Composer::rates(const RunFacts& facts) {
  heading(2, "Pass rates");
  if (facts.rates.empty()) {
    say("No candidate was judged.");
    return;
  }
  Table table{
      .head = {"phase", "level", "steps", "tasks", "judged", "accepted", "rate", "95 % interval"},
      .rows = {},
      .first_number = 2};
  for (const PassRate& rate : facts.rates) {
    table.rows.push_back({rate.phase, rate.level == 0 ? "all" : std::to_string(rate.level),
                          fmt::format("{} to {}", rate.first_step, rate.last_step),
                          count_text(rate.rate.n), count_text(rate.judged),
                          count_text(rate.accepted), percent_text(rate.rate.value),
                          interval_text(rate.rate)});
  }
  blocks_.emplace_back(std::move(table));
  say(fmt::format(
      "The first and the last quarter of the steps; intervals by a bootstrap over tasks "
      "(2,000 resamples). {} candidates could not be judged and count nowhere.",
      count_text(facts.not_judged)));
}

void Composer::curves(const RunFacts& facts) {
  Figures figures;
  for (const Plot& plot : plots()) {
    std::vector<Line> lines;
    for (std::size_t i = 0; i < plot.curves.size(); ++i) {
      const auto found = facts.series.find(std::string(plot.curves[i].key));
      if (found == facts.series.end() || found->second.size() == 0) continue;
      lines.push_back({std::string(plot.curves[i].label), &found->second, line_color(i)});
    }
    if (!lines.empty()) {
      figures.figures.push_back(line_chart(std::string(plot.title), std::string(plot.unit), lines));
    }
  }
  if (!facts.bins.empty()) figures.figures.push_back(funnel_chart("Funnel", facts.bins));
  if (figures.figures.empty()) return;
  heading(2, "Curves");
  blocks_.emplace_back(std::move(figures));
  say("Smoothed by a de-biased moving average of weight 0.88.");
}

void Composer::funnel(const RunFacts& facts) {
  const record::FunnelSummary summary = facts.funnel.summary();
  if (summary.total == 0) return;
  heading(2, "Funnel");
  Table table{.head = {"stage", "reached", "passed", "of all"}, .rows = {}};
  for (std::size_t stage = 0; stage < verify::kStageCount; ++stage) {
    if (summary.reached[stage] == 0) continue;
    table.rows.push_back({std::string(verify::stage_name(static_cast<verify::Stage>(stage + 1))),
                          count_text(summary.reached[stage]), count_text(summary.passed[stage]),
                          percent_text(static_cast<double>(summary.passed[stage]) /
                                       static_cast<double>(summary.total))});
  }
  table.rows.push_back(
      {"accepted", count_text(summary.total), count_text(summary.accepted),
       percent_text(static_cast<double>(summary.accepted) / static_cast<double>(summary.total))});
  blocks_.emplace_back(std::move(table));
}

void Composer::reasons(const RunFacts& facts) {
  if (facts.reasons.empty()) return;
  heading(2, "Commonest reasons");
  Table table{.head = {"reason", "trend", "candidates", "share"}, .rows = {}, .first_number = 2};
  for (const record::CommonReason& reason : facts.reasons) {
    table.rows.push_back({reason.sentence, trend_text(reason), count_text(reason.count),
                          percent_text(reason.share)});
  }
  blocks_.emplace_back(std::move(table));
}

void Composer::kernels(const std::string& title, const std::string& rule,
                       const std::vector<ShownKernel>& kernels) {
  if (kernels.empty()) return;
  heading(2, title);
  say(rule);
  for (const ShownKernel& kernel : kernels) {
    const record::Episode& episode = kernel.episode;
    heading(3, fmt::format("{}, level {}, step {}, prompt {}, completion {}", episode.task_name,
                           episode.level, episode.key.step, episode.key.group + 1,
                           episode.key.index + 1));
    say(kernel.why);
    if (!episode.verdict.accepted) say(episode.verdict.reason.message);
    blocks_.emplace_back(Code{episode.candidate.empty() ? episode.completion : episode.candidate});
  }
}

void Composer::facts(const RunFacts& facts) {
  heading(2, "What it was made with");
  Table table{.head = {"what", "value"}, .rows = {}, .first_number = 2};
  table.rows.push_back({"run", facts.info.run_id});
  table.rows.push_back({"method", facts.info.method});
  table.rows.push_back({"started", utc(facts.info.created_unix_ms)});
  for (const auto& [name, value] : facts.info.facts) {
    if (name != "phases") table.rows.push_back({name, value});
  }
  for (const ShownKernel& kernel : facts.best) {  // of the newest shown verdict
    for (const auto& [name, version] : kernel.episode.verdict.versions) {
      const bool is_known = std::any_of(table.rows.begin(), table.rows.end(),
                                        [&name = name](const auto& row) { return row[0] == name; });
      if (!is_known) table.rows.push_back({name, version});
    }
  }
  for (const record::RunPhase& phase : facts.phases) {
    table.rows.push_back({"phase " + phase.name, fmt::format("{}, steps {} to {}", phase.method,
                                                             phase.first_step, phase.last_step)});
  }
  blocks_.emplace_back(std::move(table));
}

void Composer::settings(const RunFacts& facts) {
  heading(2, "Settings");
  if (const auto config = config::parse_settings(facts.info.settings_yaml, facts.info.name)) {
    Table table{.head = {"setting", "of this run", "default"}, .rows = {}, .first_number = 3};
    for (const auto& [key, values] : config::differences(config::RunConfig{}, *config)) {
      table.rows.push_back({key, values.second, values.first});
    }
    say(table.rows.empty() ? "All settings are the defaults."
                           : "What differs from the defaults; seeds are among all settings below.");
    if (!table.rows.empty()) blocks_.emplace_back(std::move(table));
  }
  blocks_.emplace_back(Code{facts.info.settings_yaml});
}

/// Letters that every file system takes.
std::string file_name(const std::string& name) {
  std::string plain;
  for (const char c : name) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    plain += is_plain ? c : '-';
  }
  return plain.empty() || plain.front() == '.' ? "run" + plain : plain;
}

}  // namespace

Document run_report(std::span<const RunFacts> runs) {
  Document document;
  document.title = runs.size() == 1 ? runs[0].info.name : fmt::format("{} runs", runs.size());
  Composer composer(document);
  if (runs.size() > 1) composer.overview(runs);
  for (const RunFacts& facts : runs) composer.run(facts);
  return document;
}

Result<ReportFiles> write_run_report(std::span<const fs::path> run_dirs, const fs::path& out) {
  std::vector<RunFacts> runs;
  for (const fs::path& run_dir : run_dirs) {
    auto facts = read_run_facts(run_dir);
    if (!facts) return facts.error();
    runs.push_back(std::move(*facts));
  }
  const Document document = run_report(runs);
  std::error_code problem;
  fs::create_directories(out, problem);
  const std::string name = runs.size() == 1 ? "report-" + file_name(document.title) : "report";
  const ReportFiles files{out / (name + ".html"), out / (name + ".pdf")};
  if (const auto done = atomic_write_file(files.html, html_of(document)); !done)
    return done.error();
  if (const auto done = atomic_write_file(files.pdf, pdf_of(document)); !done) return done.error();
  return files;
}

}  // namespace nereid::report

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/recorded_run.h"

#include <cmath>
#include <cstdio>

#include "engine/config/settings.h"
#include "tests/widgets/sample_data.h"

using namespace nereid;

namespace {

constexpr int kGroups = 2;
constexpr int kPerGroup = 4;

}  // namespace

record::RunInfo recordedInfo(const std::string& name, int steps, config::RunConfig config) {
  config.name = name;
  record::RunInfo info;
  info.run_id = name;
  info.name = name;
  info.settings_yaml = config::to_yaml(config);
  info.method = "grpo";
  info.total_steps = steps;
  info.created_unix_ms = 1'790'000'000'000;
  return info;
}

record::MetricBatch recordedMetrics(int step, int steps) {
  const double x = double(step) / steps;
  const double wave = 0.05 * std::sin(step * 1.7);
  return {.step = step,
          .unix_ms = 1'790'000'000'000 + step * 3000,
          .values = {{"reward", 0.3 + 0.4 * x + wave},
                     {"pass_rate/all", 0.3 + 0.4 * x + wave},
                     {"pass_rate/level1", 0.6 + 0.3 * x + wave},
                     {"pass_rate/level2", 0.2 + 0.4 * x - wave},
                     {"funnel/static", 0.95},
                     {"funnel/compile", 0.7 + 0.2 * x},
                     {"funnel/tiny", 0.5 + 0.3 * x},
                     {"funnel/full", 0.3 + 0.4 * x},
                     {"loss", step == steps / 2 ? std::nan("") : 0.9 - 0.4 * x},
                     {"entropy", 0.7 - 0.3 * x},
                     {"time/generate", 0.9},
                     {"time/verify", 1.7},
                     {"time/update", 0.6}}};
}

record::Episode recordedEpisode(int step, int group, int index) {
  const bool isAccepted = index % 2 == 1;
  record::Episode episode =
      isAccepted ? widgets::samples::acceptedEpisode() : widgets::samples::rejectedEpisode();
  episode.key = {step, group, index};
  episode.level = group + 1;
  // Candidates of a group differ in one line.
  const std::string comment = "# the row must fit B";
  if (const auto place = episode.candidate.find(comment); place != std::string::npos)
    episode.candidate.replace(place, comment.size(), "# row of " + std::to_string(index));
  if (index == 3) episode.verdict.flags = {"tf32"};
  if (group == 0) {
    episode.task_name = "row_max";
    episode.task_id = "synthetic/1/row_max";
  }
  return episode;
}

QString writeRecordedRun(const QString& parent, const QString& name, int steps,
                         nereid::config::RunConfig settings) {
  const QString folder = parent + QLatin1Char('/') + name;
  auto writer = record::RunWriter::open(
      folder.toStdString(), recordedInfo(name.toStdString(), steps, std::move(settings)), {});
  if (!writer) {
    std::fprintf(stderr, "recorded run: %s\n", writer.error().message.c_str());
    return {};
  }
  (*writer)->write_fact("device", "cpu");
  (*writer)->write_fact("parameters", "980000");
  for (int step = 1; step <= steps; ++step) {
    (*writer)->write_metrics(recordedMetrics(step, steps));
    std::vector<record::Episode> episodes;
    for (int group = 0; group < kGroups; ++group) {
      for (int index = 0; index < kPerGroup; ++index)
        episodes.push_back(recordedEpisode(step, group, index));
    }
    (*writer)->write_episodes(std::move(episodes));
  }
  (*writer)->write_event({0, 1'790'000'000'000, steps, "state", "info", "finished"});
  (*writer)->write_state(record::RunState::kFinished, "", steps);
  if (const auto flushed = (*writer)->flush(); !flushed) {
    std::fprintf(stderr, "recorded run: %s\n", flushed.error().message.c_str());
    return {};
  }
  return folder;
}

bool writeEvaluation(const QString& run, int step, int judged) {
  record::RunInfo info = recordedInfo("pocket step " + std::to_string(step), step);
  info.method = "evaluation";
  info.total_steps = 0;
  info.last_step = step;
  info.state = record::RunState::kRunning;
  info.facts["samples"] = std::to_string(kEvaluationSamples);
  auto writer = record::RunWriter::open(
      QStringLiteral("%1/evaluations/step-%2").arg(run).arg(step).toStdString(), info, {});
  if (!writer) return false;
  std::vector<record::Episode> episodes;
  for (int i = 0; i < judged; ++i) {
    record::Episode episode = recordedEpisode(step, i / 2, i % 2);
    episode.phase = "evaluate";
    episodes.push_back(std::move(episode));
  }
  (*writer)->write_episodes(std::move(episodes));
  if (judged == kEvaluationSamples) {
    (*writer)->write_metrics(
        {step, 1, {{"eval_pass@1/level1", 0.25}, {"eval_pass@1/level2", 0.75}}});
    (*writer)->write_state(record::RunState::kFinished, "judged all", step);
  }
  return (*writer)->flush().has_value();
}

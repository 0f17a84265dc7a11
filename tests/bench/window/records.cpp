// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/records.h"

#include <QDir>
#include <QFile>
#include <cmath>
#include <cstdio>

#include "engine/config/settings.h"
#include "tests/app/recorded_run.h"
#include "tests/widgets/sample_data.h"

using namespace nereid;

namespace {

constexpr int kLargeSteps = 3125;
constexpr int kLargeMetrics = 300;
constexpr int kLargeGroups = 4;
constexpr int kLargePerGroup = 8;
constexpr int kFlushSteps = 50;  // so that the queue of the writer stays small
constexpr int kRecipes = 12;
constexpr int kRecipeSteps = 100;

using WriterPtr = std::unique_ptr<record::RunWriter>;

WriterPtr openWriter(const QString& folder, const record::RunInfo& info) {
  auto writer = record::RunWriter::open(folder.toStdString(), info, {});
  if (writer) return std::move(*writer);
  std::fprintf(stderr, "%s\n", writer.error().message.c_str());
  return nullptr;
}

bool finish(const WriterPtr& writer, int steps) {
  writer->write_state(record::RunState::kFinished, "", steps);
  const auto flushed = writer->flush();
  if (!flushed) std::fprintf(stderr, "%s\n", flushed.error().message.c_str());
  return static_cast<bool>(flushed);
}

// Those of the usual plots, then such as a trainer adds for each layer.
record::MetricBatch metricsOf(int step, int steps, int count) {
  record::MetricBatch batch = recordedMetrics(step, steps);
  const double x = static_cast<double>(step) / steps;
  for (int i = static_cast<int>(batch.values.size()); i < count; ++i) {
    batch.values.emplace_back("layers/" + std::to_string(i) + "/grad_norm",
                              1 - 0.5 * x + 0.1 * std::sin(step * 0.7 + i));
  }
  batch.values.resize(std::min(batch.values.size(), static_cast<std::size_t>(count)));
  return batch;
}

std::vector<record::Episode> episodesOf(int step, int groups, int perGroup) {
  std::vector<record::Episode> episodes;
  for (int group = 0; group < groups; ++group) {
    for (int index = 0; index < perGroup; ++index)
      episodes.push_back(recordedEpisode(step, group, index));
  }
  return episodes;
}

}  // namespace

QString writeLargeRecord(const QString& folder) {
  if (QFile::exists(folder + QStringLiteral("/complete"))) return folder;
  QDir(folder).removeRecursively();
  const WriterPtr writer = openWriter(folder, recordedInfo("large", kLargeSteps));
  if (!writer) return {};
  for (int step = 1; step <= kLargeSteps; ++step) {
    writer->write_metrics(metricsOf(step, kLargeSteps, kLargeMetrics));
    writer->write_episodes(episodesOf(step, kLargeGroups, kLargePerGroup));
    if (step % kFlushSteps == 0 && !writer->flush()) break;
  }
  if (!finish(writer, kLargeSteps)) return {};
  QFile mark(folder + QStringLiteral("/complete"));
  return mark.open(QIODevice::WriteOnly) ? folder : QString();
}

QString writeLongEpisode(const QString& folder, int tokens) {
  const WriterPtr writer = openWriter(folder, recordedInfo("long", 1));
  if (!writer) return {};
  record::Episode episode = recordedEpisode(1, 0, 0);
  episode.completion.clear();
  episode.tokens.clear();
  episode.token_ends.clear();
  episode.logprobs.clear();
  episode.entropies.clear();
  episode.ranks.clear();
  constexpr int kTokensOfALine = 12;
  for (int i = 0; i < tokens; ++i) {
    episode.completion += i % kTokensOfALine == kTokensOfALine - 1 ? ")\n" : "word ";
    episode.tokens.push_back(i);
    episode.token_ends.push_back(static_cast<std::uint32_t>(episode.completion.size()));
    episode.logprobs.push_back(-0.001F * static_cast<float>(i % 7000));
  }
  writer->write_metrics(recordedMetrics(1, 1));
  writer->write_episodes({episode, recordedEpisode(1, 0, 1)});
  return finish(writer, 1) ? folder : QString();
}

bool writeManyRuns(const QString& folder, int runs) {
  for (int i = 0; i < runs; ++i) {
    const QString name = QStringLiteral("run%1").arg(i, 3, 10, QLatin1Char('0'));
    const QString dir = folder + QLatin1Char('/') + name;
    // A record is one file once it is closed: copied, it is another run.
    if (i >= kRecipes) {
      const QString first =
          QStringLiteral("%1/run%2").arg(folder).arg(i % kRecipes, 3, 10, QLatin1Char('0'));
      if (!QDir().mkpath(dir) || !QFile::copy(first + QStringLiteral("/record.sqlite"),
                                              dir + QStringLiteral("/record.sqlite")))
        return false;
      continue;
    }
    record::RunInfo info = recordedInfo(name.toStdString(), kRecipeSteps);
    config::RunConfig config;
    config.name = info.name;
    config.seed = static_cast<std::uint64_t>(i);
    config.grpo.beta = 0.01 * (i % 4);
    config.grpo.num_generations = 4 + 4 * (i % 3);
    info.settings_yaml = config::to_yaml(config);
    const WriterPtr writer = openWriter(dir, info);
    if (!writer) return false;
    for (int step = 1; step <= kRecipeSteps; ++step)
      writer->write_metrics(metricsOf(step, kRecipeSteps + i, 13));
    if (!finish(writer, kRecipeSteps)) return false;
  }
  return true;
}

GrowingRun::GrowingRun(const QString& folder, const Rate& rate) : m_folder(folder) {
  m_thread = std::jthread([this, rate](const std::stop_token& stop) { write(stop, rate); });
}

GrowingRun::~GrowingRun() = default;

void GrowingRun::write(const std::stop_token& stop, const Rate& rate) {
  constexpr int kTotal = 10'000'000;
  constexpr int kScale = 1000;  // of the waves
  constexpr auto kTurn = std::chrono::milliseconds(10);
  const WriterPtr writer = openWriter(m_folder, recordedInfo("growing", kTotal));
  if (!writer) return;
  writer->write_state(record::RunState::kRunning, "", 0);
  const auto begin = std::chrono::steady_clock::now();
  int step = 0;
  const auto writeTo = [&](int target) {
    while (step < target) {
      ++step;
      writer->write_metrics(metricsOf(step, kScale, rate.metrics));
      if (rate.groups > 0) writer->write_episodes(episodesOf(step, rate.groups, 4));
      m_points += rate.metrics;
    }
  };
  constexpr int kFirst = 10;
  writeTo(kFirst);
  if (rate.isPaused) writer->write_state(record::RunState::kPaused, "", step);
  while (!stop.stop_requested()) {
    std::this_thread::sleep_for(kTurn);
    const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
    if (!rate.isPaused) writeTo(kFirst + static_cast<int>(since.count() * rate.stepsPerSecond));
  }
  (void)writer->flush();
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/run_summary.h"

#include <QDateTime>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

#include "engine/config/settings.h"
#include "widgets/feed/smoothed_series.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

struct Column {
  std::vector<double> steps, values;
};

/// Steps that the moving average needs until no single one makes up most of it: the length of its
/// memory, 1 / (1 - weight).
constexpr std::ptrdiff_t kSettledAfter = 9;
static_assert(kSettledAfter * (1 - kDefaultSmoothing) >= 1);

MetricFacts factsOf(const std::string& key, const Column& column) {
  MetricFacts facts;
  facts.last = column.values.back();
  const std::vector<double> smoothed = record::smooth(column.values, kDefaultSmoothing);
  facts.smoothed = smoothed.back();
  const record::MetricInfo* info = record::find_metric(key);
  const bool lower = info != nullptr && info->better == record::Better::kLower;
  const auto finite = std::count_if(smoothed.begin(), smoothed.end(),
                                    [](double value) { return std::isfinite(value); });
  const auto settled = std::min<std::ptrdiff_t>(kSettledAfter, finite);
  std::ptrdiff_t taken = 0;
  for (std::size_t i = 0; i < smoothed.size(); ++i) {
    const double value = smoothed[i];
    if (!std::isfinite(value) || ++taken < settled) {
      continue;
    }
    if (std::isnan(facts.best) || (lower ? value < facts.best : value > facts.best)) {
      facts.best = value;
      facts.bestStep = static_cast<qint64>(column.steps[i]);
    }
  }
  return facts;
}

// A replaced value comes again with a later row, as in MetricSeries.
void append(Column& column, double step, double value) {
  while (!column.steps.empty() && column.steps.back() >= step) {
    column.steps.pop_back();
    column.values.pop_back();
  }
  column.steps.push_back(step);
  column.values.push_back(value);
}

void takeMetrics(RunSummary& run, const std::vector<record::MetricBatch>& batches) {
  std::map<std::string, Column> columns;
  std::int64_t end = 0;
  for (const record::MetricBatch& batch : batches) {
    end = std::max(end, batch.unix_ms);
    for (const auto& [key, value] : batch.values) {
      append(columns[key], static_cast<double>(batch.step), value);
    }
  }
  for (const auto& [key, column] : columns) {
    run.metrics[key] = factsOf(key, column);
  }
  if (end > run.info.created_unix_ms && run.info.created_unix_ms > 0) {
    run.durationMs = static_cast<double>(end - run.info.created_unix_ms);
  }
}

Result<void> read(RunSummary& run) {
  auto reader = record::RunReader::open(run.dir.toStdString());
  if (!reader) {
    return reader.error();
  }
  auto info = (*reader)->info();
  if (!info) {
    return info.error();
  }
  run.info = std::move(*info);
  if (!run.info.name.empty()) {
    run.name = text(run.info.name);
  }
  run.settings = settingTexts(run.info.settings_yaml);
  run.phases = record::run_phases(run.info);
  std::int64_t cursor = 0;
  const auto batches = (*reader)->metrics_since(cursor);
  if (!batches) {
    return batches.error();
  }
  takeMetrics(run, *batches);
  return {};
}

}  // namespace

const record::SettingTexts& defaultSettingTexts() {
  static const record::SettingTexts defaults = [] {
    record::SettingTexts texts;
    for (const config::SettingInfo& info : config::schema()) {
      texts[info.key] = info.default_text;
    }
    return texts;
  }();
  return defaults;
}

record::SettingTexts settingTexts(const std::string& yaml) {
  if (yaml.empty()) {
    return {};
  }
  const auto config = config::parse_settings(yaml, "settings.yaml");
  if (!config) {
    return {};
  }
  record::SettingTexts texts = defaultSettingTexts();
  for (const auto& [key, values] : config::differences(config::RunConfig{}, *config)) {
    texts[key] = values.second;
  }
  for (const config::PhaseBlock& block : config->phase) {
    for (const auto& [key, value] : block.settings) {
      texts["phase." + block.name + "." + key] = value;
    }
  }
  return texts;
}

QString recordStamp(const QString& dir) {
  const QString record = QString::fromStdString(record::record_path(dir.toStdString()).string());
  QString stamp;
  // A commit goes to the journal first. An empty journal says nothing: readers make it too.
  for (const char* suffix : {"", "-wal"}) {
    const QFileInfo file(record + QLatin1String(suffix));
    if (file.exists() && file.size() > 0) {
      stamp +=
          QStringLiteral("%1 %2;").arg(file.lastModified().toMSecsSinceEpoch()).arg(file.size());
    }
  }
  return stamp;
}

RunSummaryPtr readRunSummary(const QString& dir) {
  auto run = std::make_shared<RunSummary>();
  run->dir = dir;
  run->name = QFileInfo(dir).fileName();
  if (const Result<void> done = read(*run); !done) {
    run->problem = engineText(done.error().message);
  }
  return run;
}

}  // namespace nereid::widgets

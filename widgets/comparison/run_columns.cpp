// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/comparison/run_columns.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/base/numbers.h"
#include "engine/record/analysis/run_phases.h"
#include "widgets/curves/curve_groups.h"
#include "widgets/feed/phase_words.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using Kind = RunColumn::Kind;

struct Words {
  const char* id;
  const char* title;
  const char* tip;
};

#define N(text) QT_TRANSLATE_NOOP("RunColumns", text)
Words wordsOf(Kind kind) {
  switch (kind) {
    case Kind::kName:
      return {"name", N("run"), N("Name of the run; the tooltip says where it is kept")};
    case Kind::kState:
      return {"state", N("state"), N("What the record says; a run that was cut short may go on")};
    case Kind::kMethod:
      return {"method", N("method"), N("How the policy learns; phases in their order")};
    case Kind::kPhase:
      return {"phase", N("phase"), N("The phase in work, or the last one, and how far it is")};
    case Kind::kSteps:
      return {"steps", N("steps"), N("Steps in the record")};
    case Kind::kEpisodes:
      return {"episodes", N("episodes"), N("Candidates in the record")};
    case Kind::kStarted:
      return {"started", N("started"), N("When the run was made")};
    case Kind::kDuration:
      return {"duration", N("duration"), N("From the start to the last step, pauses included")};
    case Kind::kFinal:
      return {"final", N("%1"), N("Smoothed, at the last step")};
    case Kind::kBest:
      return {"best", N("best %1"),
              N("Best place of the smoothed curve, from where it averages over enough steps")};
    case Kind::kSetting:
      return {"setting", N("%1"), N("Setting in which the runs differ")};
  }
  return {};
}
#undef N

QString translated(const char* text) {
  return QCoreApplication::translate("RunColumns", text);
}

const MetricFacts* factsOf(const RunSummary& run, const RunColumn& column) {
  const auto found = run.metrics.find(column.key.toStdString());
  return found == run.metrics.end() ? nullptr : &found->second;
}

QString settingOf(const RunSummary& run, const QString& key) {
  const auto found = run.settings.find(key.toStdString());
  return found == run.settings.end() ? QString() : text(found->second);
}

double numberOf(const QString& text) {
  bool isNumber = false;
  const double value = text.toDouble(&isNumber);
  return isNumber ? value : kNaN;
}

/// Steps of the run that the table sorts phases by: where it is among them.
double placeOf(const RunSummary& run) {
  const auto at = record::phase_at(run.phases, run.info.last_step + 1);
  if (!at) return kNaN;
  const record::RunPhase& phase = run.phases[*at];
  const auto done = static_cast<double>(record::steps_done(phase, run.info.last_step));
  return static_cast<double>(*at) + done / static_cast<double>(phase.steps());
}

double countOrMissing(const RunSummary& run, std::int64_t count) {
  return run.problem.isEmpty() ? static_cast<double>(count) : kNaN;
}

}  // namespace

QString RunColumn::id() const {
  const QString name = QString::fromLatin1(wordsOf(kind).id);
  return key.isEmpty() ? name : name + QLatin1Char(':') + key;
}

QString RunColumn::title() const {
  const QString words = translated(wordsOf(kind).title);
  if (isMetric()) {
    // Within a line English writes it small; German nouns and names in other languages stay.
    const QString metric = metricTitle(key);
    return words.arg(QLocale().language() == QLocale::English ? metric.toLower() : metric);
  }
  return kind == Kind::kSetting ? key : words;
}

QString RunColumn::tip() const {
  const QString words = translated(wordsOf(kind).tip);
  if (isMetric()) {
    const QString help = metricHelp(key);
    return help.isEmpty() ? words : help + QLatin1Char('\n') + words;
  }
  return words;
}

bool RunColumn::isNumber() const {
  return isMetric() || kind == Kind::kPhase || kind == Kind::kSteps || kind == Kind::kEpisodes ||
         kind == Kind::kStarted || kind == Kind::kDuration;
}

double runNumber(const RunSummary& run, const RunColumn& column) {
  switch (column.kind) {
    case Kind::kSteps:
      return countOrMissing(run, run.info.last_step);
    case Kind::kEpisodes:
      return countOrMissing(run, run.info.episode_count);
    case Kind::kStarted:
      return run.info.created_unix_ms > 0 ? static_cast<double>(run.info.created_unix_ms) : kNaN;
    case Kind::kDuration:
      return run.durationMs;
    case Kind::kFinal:
    case Kind::kBest: {
      const MetricFacts* facts = factsOf(run, column);
      return facts == nullptr ? kNaN : column.kind == Kind::kFinal ? facts->smoothed : facts->best;
    }
    case Kind::kSetting:
      return numberOf(settingOf(run, column.key));
    case Kind::kPhase:
      return placeOf(run);
    case Kind::kName:
    case Kind::kState:
    case Kind::kMethod:
      return kNaN;
  }
  return kNaN;
}

QString runText(const RunSummary& run, const RunColumn& column) {
  const double number = runNumber(run, column);
  const auto orMissing = [](const QString& text) { return text.isEmpty() ? missing() : text; };
  switch (column.kind) {
    case Kind::kName:
      return run.name;
    case Kind::kState:
      return run.problem.isEmpty() ? runStateWord(run.info.state)
                                   : QCoreApplication::translate("RunColumns", "cannot be read");
    case Kind::kMethod:
      return orMissing(run.phases.empty() ? text(run.info.method) : phasesText(run.phases));
    case Kind::kPhase:
      return orMissing(phasePlace(run.phases, run.info.last_step));
    case Kind::kSteps:
    case Kind::kEpisodes:
      return std::isnan(number) ? missing() : formatCount(std::llround(number));
    case Kind::kStarted:
      return std::isnan(number)
                 ? missing()
                 : QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(number)),
                                      QLocale::ShortFormat);
    case Kind::kDuration:
      return formatDuration(number);
    case Kind::kFinal:
    case Kind::kBest: {
      // "nan" is news of a run that diverged; a run without the metric has nothing to say.
      const bool hasMetric = factsOf(run, column) != nullptr;
      return !hasMetric           ? missing()
             : std::isnan(number) ? QStringLiteral("nan")
                                  : formatNumber(number);
    }
    case Kind::kSetting:
      return orMissing(settingOf(run, column.key));
  }
  return {};
}

QString runExact(const RunSummary& run, const RunColumn& column) {
  if (column.isMetric() || column.kind == Kind::kSteps || column.kind == Kind::kEpisodes) {
    const double number = runNumber(run, column);
    return std::isnan(number) ? QString()
                              : QString::number(number, 'g', QLocale::FloatingPointShortest);
  }
  if (column.kind == Kind::kDuration) {
    return std::isnan(run.durationMs) ? QString() : QString::number(run.durationMs / 1000);
  }
  if (column.kind == Kind::kStarted) {
    return QDateTime::fromMSecsSinceEpoch(run.info.created_unix_ms, Qt::UTC)
        .toString(Qt::ISODateWithMs);
  }
  return isMissing(run, column) ? QString() : runText(run, column);
}

bool isMissing(const RunSummary& run, const RunColumn& column) {
  if (column.kind == Kind::kSetting) {
    return settingOf(run, column.key).isEmpty();
  }
  return column.isNumber() ? !std::isfinite(runNumber(run, column))
                           : runText(run, column) == missing();
}

void OfferedColumns::setRuns(std::span<const RunSummaryPtr> runs) {
  std::vector<RunSummaryPtr> now(runs.begin(), runs.end());
  std::ranges::sort(now);
  std::vector<RunSummaryPtr> gone, come;
  std::ranges::set_difference(m_runs, now, std::back_inserter(gone));
  std::ranges::set_difference(now, m_runs, std::back_inserter(come));
  m_runs = std::move(now);
  for (const RunSummaryPtr& run : gone) remove(*run);
  for (const RunSummaryPtr& run : come) add(*run);
}

void OfferedColumns::add(const RunSummary& run) {
  m_settings.add(run.settings);
  m_withPhases += run.phases.empty() ? 0 : 1;
  for (const auto& [key, facts] : run.metrics) ++m_metrics[key];
}

void OfferedColumns::remove(const RunSummary& run) {
  m_settings.remove(run.settings);
  m_withPhases -= run.phases.empty() ? 0 : 1;
  for (const auto& [key, facts] : run.metrics) {
    if (const auto found = m_metrics.find(key); --found->second == 0) m_metrics.erase(found);
  }
}

std::vector<RunColumn> OfferedColumns::columns() const {
  std::vector<RunColumn> columns{{Kind::kName},   {Kind::kState},    {Kind::kMethod},
                                 {Kind::kSteps},  {Kind::kEpisodes}, {Kind::kDuration},
                                 {Kind::kStarted}};
  if (m_withPhases > 0) columns.insert(columns.begin() + 3, {Kind::kPhase});
  for (const std::string& key : m_settings.differing()) {
    columns.push_back({Kind::kSetting, text(key)});
  }
  // Seeds tell nothing about a recipe, but the runs apart.
  if (m_settings.texts("seed").size() > 1) {
    columns.push_back({Kind::kSetting, QStringLiteral("seed")});
  }
  const auto addMetric = [&columns](const std::string& key, const record::MetricInfo* info) {
    columns.push_back({Kind::kFinal, text(key)});
    if (info != nullptr && info->better != record::Better::kNeither) {
      columns.push_back({Kind::kBest, text(key)});
    }
  };
  for (const record::MetricInfo& info : record::metric_table()) {
    const std::string key(info.key);
    if (m_metrics.contains(key)) addMetric(key, &info);
  }
  for (const auto& [key, count] : m_metrics) {
    const record::MetricInfo* info = record::find_metric(key);
    if (info == nullptr || info->key != key) addMetric(key, info);  // of one rank: its run's row
  }
  return columns;
}

bool OfferedColumns::isNumeric(const QString& setting) const {
  return std::ranges::all_of(m_settings.texts(setting.toStdString()), [](const auto& known) {
    return !std::isnan(numberOf(text(known.first)));
  });
}

std::vector<RunColumn> offeredColumns(std::span<const RunSummaryPtr> runs) {
  OfferedColumns offered;
  offered.setRuns(runs);
  return offered.columns();
}

bool isUsualColumn(const RunColumn& column) {
  switch (column.kind) {
    case Kind::kName:
    case Kind::kState:
    case Kind::kPhase:
    case Kind::kSteps:
    case Kind::kDuration:
    case Kind::kSetting:
      return true;
    case Kind::kFinal:
      return column.key == QLatin1String("reward") ||
             column.key == QLatin1String("pass_rate/all") ||
             column.key == QLatin1String("pass_rate/level2");
    case Kind::kBest:
      return column.key == QLatin1String("pass_rate/all");
    case Kind::kMethod:
    case Kind::kEpisodes:
    case Kind::kStarted:
      return false;
  }
  return false;
}

}  // namespace nereid::widgets

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_shelf.h"

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QWindow>
#include <algorithm>
#include <limits>
#include <utility>

#include "app/runs/recent_runs.h"
#include "app/runs/run_life.h"
#include "app/runs/run_text.h"
#include "engine/base/paths.h"
#include "engine/config/settings.h"
#include "widgets/feed/run_summary.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::RunEntry;
using widgets::RunFeed;
using widgets::RunList;

namespace {

constexpr int kSparkPoints = 60;
constexpr int kMostRuns = 200;
constexpr int kUpdateMs = 500;
constexpr int kLookMs = 5000;
constexpr int kLevels = 4;

/// Evenly spaced values, the last one kept.
QList<double> thinned(std::span<const double> values) {
  QList<double> spark;
  const std::size_t size = values.size();
  const std::size_t points = std::min<std::size_t>(size, kSparkPoints);
  for (std::size_t i = 0; i < points; ++i) spark << values[(i + 1) * size / points - 1];
  return spark;
}

RunEntry entryOf(const QString& folder, const record::RunInfo& info) {
  RunEntry entry;
  entry.dir = folder;
  entry.name = QString::fromStdString(info.name);
  entry.state = info.state;
  entry.createdMs = info.created_unix_ms;
  const RunLife life = lifeOf(folder, info);
  entry.goesOn = takesCommands(life, info);
  entry.wasCut = life == RunLife::kCut;
  entry.canContinue = canGoOn(life, folder, info);
  entry.isEvaluation = isEvaluation(info);
  entry.step = entry.isEvaluation ? info.episode_count : info.last_step;
  entry.totalSteps = entry.isEvaluation ? samplesOf(info) : info.total_steps;
  entry.phases = record::run_phases(info);
  return entry;
}

/// The mean over levels, as it picks the best checkpoint.
double meanOf(const std::vector<double>& rates) {
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return sum / static_cast<double>(rates.size());
}

const QString& evaluationKey() {
  static const QString key = QStringLiteral("eval_pass@1/level");
  return key;
}

RunEntry brokenEntry(const QString& folder, const Error& error) {
  RunEntry entry;
  entry.dir = folder;
  entry.name = QFileInfo(folder).fileName();
  entry.problem = widgets::engineText(error.message);
  return entry;
}

void addMetrics(RunEntry& entry, record::RunReader& reader) {
  if (const auto rewards = reader.metric_column("reward"))
    entry.spark = thinned(record::smooth(rewards->values, 0.8));
  if (const auto rates = reader.metric_column("pass_rate/all"); rates && !rates->values.empty())
    entry.passRate = rates->values.back();
  if (!entry.isEvaluation) return;
  std::vector<double> levels;
  const auto keys = reader.metric_keys();
  for (const std::string& key : keys ? *keys : std::vector<std::string>()) {
    if (!QString::fromStdString(key).startsWith(evaluationKey())) continue;
    if (const auto rates = reader.metric_column(key); rates && !rates->values.empty())
      levels.push_back(rates->values.back());
  }
  entry.passRate = meanOf(levels);
}

}  // namespace

QList<qint64> evaluationsIn(const QString& folder) {
  QList<qint64> steps;
  const QDir evaluations(folder + QStringLiteral("/evaluations"));
  for (const QString& name : evaluations.entryList({QStringLiteral("step-*")}, QDir::Dirs)) {
    bool isStep = false;
    const qint64 step = name.mid(5).toLongLong(&isStep);
    if (isStep && isRunFolder(evaluations.filePath(name))) steps << step;
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

RunEntry readRunEntry(const QString& folder, RunDepth depth) {
  auto reader = record::RunReader::open(folder.toStdString());
  if (!reader) return brokenEntry(folder, reader.error());
  const auto info = (*reader)->info();
  if (!info) return brokenEntry(folder, info.error());
  RunEntry entry = entryOf(folder, *info);
  if (const auto settings = config::parse_settings(info->settings_yaml, info->name))
    entry.seed = settings->seed;
  if (depth == RunDepth::kCurves || entry.isEvaluation) addMetrics(entry, **reader);
  entry.evaluations = evaluationsIn(folder);
  return entry;
}

std::filesystem::path labelsFolder() {
  return data_dir() / "labels";
}

RunShelf::RunShelf(RunList& list, RunFeed& feed, QObject* parent)
    : QObject(parent), m_list(list), m_feed(feed) {
  m_pool.setMaxThreadCount(1);
  m_update.setSingleShot(true);
  m_update.setInterval(kUpdateMs);
  connect(&m_update, &QTimer::timeout, this, &RunShelf::updateShown);
  const auto later = [this] {
    if (!m_update.isActive()) m_update.start();
  };
  connect(&feed, &RunFeed::infoChanged, this, later);
  connect(&feed, &RunFeed::metricsChanged, this, later);
  m_look.setInterval(kLookMs);
  connect(&m_look, &QTimer::timeout, this, &RunShelf::look);
  // Who comes back to the window sees what has happened meanwhile.
  connect(qApp, &QGuiApplication::focusWindowChanged, this, [this](const QWindow* window) {
    if (window != nullptr && window == m_list.window()->windowHandle()) look();
  });
}

RunShelf::~RunShelf() {
  m_pool.clear();
  m_pool.waitForDone();
}

QStringList RunShelf::folders() const {
  QStringList all = m_recent.folders() + runsOnDisk();
  all.removeDuplicates();
  return all.mid(0, kMostRuns);
}

void RunShelf::refresh() {
  m_look.start();
  const QStringList all = folders();
  for (const QString& folder : all) readInBackground(folder);
  m_pool.start([this, all] {
    QStringList added = addedRuns();
    added.removeIf([&all](const QString& folder) { return all.contains(folder); });
    QMetaObject::invokeMethod(this, [this, added = added.mid(0, kMostRuns)] {
      for (const QString& folder : added) readInBackground(folder);
    });
  });
}

void RunShelf::look() {
  if (m_isLooking || !m_look.isActive() || !m_list.window()->isVisible()) return;
  m_isLooking = true;
  QStringList listed;
  QSet<QString> moving;  // their processes may end without a word in the record
  for (int row = 0; row < m_list.model()->rowCount(); ++row) {
    const RunEntry& run = m_list.model()->run(row);
    listed << run.dir;
    if (run.goesOn) moving << run.dir;
  }
  m_pool.start([this, listed, moving, takenOut = m_takenOut, stamps = m_stamps] {
    QStringList all = listed + folders();
    all.removeDuplicates();
    all.removeIf([&](const QString& folder) { return takenOut.contains(folder); });
    QStringList changed;
    for (const QString& folder : std::as_const(all))
      if (moving.contains(folder) || widgets::recordStamp(folder) != stamps.value(folder))
        changed << folder;
    QMetaObject::invokeMethod(this, [this, changed] {
      m_isLooking = false;
      for (const QString& folder : changed)  // the feed tells of the shown one
        if (folder != m_feed.runDir()) readInBackground(folder);
    });
  });
}

void RunShelf::add(const QString& folder) {
  m_takenOut.remove(folder);
  m_recent.add(folder);
  readInBackground(folder);
}

void RunShelf::remove(const QString& folder) {
  m_takenOut.insert(folder);
  m_recent.remove(folder);
  m_labels.remove(folder);
  m_list.removeRun(folder);
}

void RunShelf::readInBackground(const QString& folder) {
  // The feed reads all values of the run that is shown; to do it here as well would only hold it
  // up.
  const RunDepth depth = folder == m_feed.runDir() ? RunDepth::kFacts : RunDepth::kCurves;
  m_pool.start([this, folder, depth] {
    const QString stamp = widgets::recordStamp(folder);
    RunEntry entry = readRunEntry(folder, depth);
    // Labels that cannot be read are told when somebody wants to change them.
    const auto labels = record::read_labels(folder.toStdString(), labelsFolder());
    QMetaObject::invokeMethod(this, [this, entry, labels, depth, stamp]() mutable {
      m_stamps[entry.dir] = stamp;
      if (m_takenOut.contains(entry.dir)) return;
      if (labels) m_labels.insert(entry.dir, *labels);
      if (depth == RunDepth::kFacts && m_feed.runDir() != entry.dir) {
        readInBackground(entry.dir);  // another run is shown by now: nobody else reads this one
        return;
      }
      if (depth == RunDepth::kFacts && !entry.isEvaluation) keepCurves(entry);
      show(entry);
      if (m_feed.runDir() == entry.dir) m_list.selectRun(entry.dir);
    });
  });
}

void RunShelf::updateShown() {
  if (m_feed.runDir().isEmpty()) return;
  RunEntry entry = entryOf(m_feed.runDir(), m_feed.info());
  keepCurves(entry);
  if (m_feed.series(QStringLiteral("pass_rate/all")) != nullptr) {
    entry.passRate = m_feed.lastValue(QStringLiteral("pass_rate/all"));
  }
  if (const auto* rewards = m_feed.series(QStringLiteral("reward"))) {
    entry.spark = thinned(record::smooth(rewards->values(), 0.8));
  }
  show(entry);
  m_list.selectRun(entry.dir);
  lookForEvaluations();
}

// A validation has ended, or the evaluation that is shown: its folder tells more than the feed.
void RunShelf::lookForEvaluations() {
  qsizetype values = 0;
  for (int level = 1; level <= kLevels; ++level)
    if (const auto* rates = m_feed.series(evaluationKey() + QString::number(level)))
      values += static_cast<qsizetype>(rates->values().size());
  const std::pair<QString, qsizetype> seen(m_feed.runDir(), values);
  if (values == 0 || seen == m_evaluated) return;
  m_evaluated = seen;
  readInBackground(m_feed.runDir());
}

// Until the feed has the new ones.
void RunShelf::keepCurves(RunEntry& entry) const {
  const int row = m_list.model()->rowOf(entry.dir);
  if (row < 0) return;
  if (!entry.seed) entry.seed = m_list.model()->run(row).seed;
  if (entry.evaluations.isEmpty()) entry.evaluations = m_list.model()->run(row).evaluations;
  entry.spark = m_list.model()->run(row).spark;
  entry.passRate = m_list.model()->run(row).passRate;
}

void RunShelf::show(RunEntry entry) {
  const record::RunLabels labels = m_labels.value(entry.dir);
  for (const std::string& tag : labels.tags) entry.tags << QString::fromStdString(tag);
  entry.archived = labels.archived;
  if (!labels.name.empty()) {
    if (entry.recordedName.isEmpty()) entry.recordedName = entry.name;
    entry.name = widgets::text(labels.name);
  } else if (!entry.recordedName.isEmpty()) {
    entry.name = std::exchange(entry.recordedName, QString());
  }
  m_list.updateRun(entry);
}

void RunShelf::setLabels(const QString& folder, const record::RunLabels& labels) {
  m_labels.insert(folder, labels);
  const int row = m_list.model()->rowOf(folder);
  if (row < 0) return;
  RunEntry entry = m_list.model()->run(row);
  entry.tags.clear();
  show(entry);
}

QString RunShelf::titleOf(const QString& folder, const QString& recorded) const {
  const QString title = m_list.model()->titleOf(folder);
  return title.isEmpty() ? recorded : title;
}

QStringList RunShelf::allTags() const {
  QMap<QString, int> count;
  for (const record::RunLabels& labels : m_labels)
    for (const std::string& tag : labels.tags) --count[QString::fromStdString(tag)];
  QStringList tags = count.keys();
  std::stable_sort(tags.begin(), tags.end(),
                   [&](const QString& a, const QString& b) { return count[a] < count[b]; });
  return tags;
}

}  // namespace nereid::app

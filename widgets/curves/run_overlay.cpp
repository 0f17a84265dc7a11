// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/run_overlay.h"

#include <QFileInfo>
#include <algorithm>
#include <set>
#include <utility>

#include "widgets/feed/run_curves.h"
#include "widgets/feed/run_feed.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr QChar kBreak(u'\n');

std::shared_ptr<const record::SettingTexts> noSettings() {
  static const auto none = std::make_shared<const record::SettingTexts>();
  return none;
}

// A funnel's bands cannot lie over each other; runs are compared by the share that got through.
CurveGroup asLines(const CurveGroup& plot) {
  if (plot.kind != CurveGroup::Kind::kFunnel) {
    return plot;
  }
  CurveGroup lines = plot;
  lines.kind = CurveGroup::Kind::kLines;
  lines.series.clear();
  for (const auto stage : {verify::Stage::kFull, verify::Stage::kCompile}) {
    for (const CurveSeries& series : plot.series) {
      if (series.stage == stage) {
        lines.series << CurveSeries{series.key, series.label};
      }
    }
  }
  return lines;
}

}  // namespace

RunOverlay::RunOverlay(QObject* parent) : QObject(parent), m_curves(new RunCurves(this)) {
  connect(m_curves, &RunCurves::changed, this, [this] {
    m_bands.clear();
    Q_EMIT dataChanged();
  });
}

RunOverlay::~RunOverlay() = default;

OverlaidRun* RunOverlay::find(const QString& dir) {
  const auto found = std::find_if(m_runs.begin(), m_runs.end(),
                                  [&](const OverlaidRun& run) { return run.dir == dir; });
  return found == m_runs.end() ? nullptr : &*found;
}

int RunOverlay::lookFor(const QString& dir) {
  const auto known = m_looks.constFind(dir);
  return known != m_looks.cend() ? *known : *m_looks.insert(dir, static_cast<int>(m_looks.size()));
}

int RunOverlay::lookOf(std::size_t group) const {
  const auto isAveraged = [](const record::RunGroup& one) { return one.members.size() > 1; };
  if (!isAveraged(m_groups[group])) return m_runs[m_groups[group].members.front()].look;
  return static_cast<int>(std::count_if(
      m_groups.begin(), m_groups.begin() + static_cast<std::ptrdiff_t>(group), isAveraged));
}

void RunOverlay::setShown(const QString& dir, const QString& name, const std::string& settingsYaml,
                          SeriesLookup lookup) {
  if (dir != m_shownDir) {
    drop(dir);  // it was laid over another run until now
    drop(m_shownDir);
    m_shownDir = dir;
    if (!dir.isEmpty()) {
      m_runs.push_front({dir, name, name, lookFor(dir), true, noSettings()});
    }
  }
  if (!dir.isEmpty()) {
    auto source = std::make_shared<Source>();
    source->lookup = std::move(lookup);
    m_sources[dir] = source;
    takeInfo(dir, name.toStdString(), settingsYaml);
  }
  regroup();
}

bool RunOverlay::add(const QString& dir) {
  if (dir.isEmpty() || find(dir) != nullptr || m_runs.size() >= kMost) {
    return false;
  }
  const QString name = QFileInfo(dir).fileName();
  m_runs.push_back({dir, name, name, lookFor(dir), true, noSettings()});
  rename(m_runs.back());
  follow(dir);
  regroup();
  return true;
}

void RunOverlay::setRuns(const std::vector<RunSummaryPtr>& runs) {
  QHash<QString, RunSummaryPtr> wanted;
  for (const RunSummaryPtr& run : runs)
    if (run->dir != m_shownDir) wanted.insert(run->dir, run);
  const bool many = wanted.size() > kMost;
  QStringList gone;
  for (const auto& run : m_runs) {
    if (isShownRun(run)) continue;
    const auto& source = m_sources[run.dir];
    const bool isSame = many ? source->summary == wanted.value(run.dir)
                             : source->feed != nullptr && wanted.contains(run.dir);
    if (!isSame) gone << run.dir;
  }
  bool isOther = !gone.isEmpty();
  dropAll(QSet<QString>(gone.cbegin(), gone.cend()));
  for (const RunSummaryPtr& run : runs) {
    if (run->dir == m_shownDir || m_sources.contains(run->dir)) continue;
    isOther = true;
    if (many) {
      addOneOfMany(run);
    } else {
      const QString name = QFileInfo(run->dir).fileName();
      m_runs.push_back({run->dir, name, name, lookFor(run->dir), true, noSettings()});
      rename(m_runs.back());
      follow(run->dir);
    }
  }
  if (isOther) regroup();
}

void RunOverlay::addOneOfMany(const RunSummaryPtr& run) {
  auto source = std::make_shared<Source>();
  source->summary = run;
  source->lookup = [this, dir = run->dir](const QString& key) {
    return m_curves->series(dir, key);
  };
  m_sources[run->dir] = source;
  const QString recorded = run->info.name.empty() ? run->name : text(run->info.name);
  // The settings are a part of the summary and live as long as it.
  m_runs.push_back({run->dir, recorded, recorded, lookFor(run->dir), true,
                    std::shared_ptr<const record::SettingTexts>(run, &run->settings)});
  rename(m_runs.back());
}

void RunOverlay::follow(const QString& dir) {
  auto source = std::make_shared<Source>();
  source->feed = std::make_unique<RunFeed>();
  RunFeed* feed = source->feed.get();
  feed->setMetricsOnly(true);
  source->lookup = [feed](const QString& key) { return feed->series(key); };
  m_sources[dir] = source;
  connect(feed, &RunFeed::infoChanged, this, [this, dir](const record::RunInfo& info) {
    const OverlaidRun* run = find(dir);
    if (run == nullptr || (!run->settings->empty() && text(info.name) == run->recorded)) {
      return;
    }
    takeInfo(dir, info.name, info.settings_yaml);
    regroup();
  });
  connect(feed, &RunFeed::metricsChanged, this, &RunOverlay::dataChanged);
  connect(feed, &RunFeed::runReset, this, [this] {
    m_bands.clear();
    Q_EMIT dataChanged();
  });
  connect(feed, &RunFeed::runFailed, this, &RunOverlay::failed);
  feed->follow(dir);
}

void RunOverlay::takeInfo(const QString& dir, const std::string& name,
                          const std::string& settingsYaml) {
  if (OverlaidRun* run = find(dir)) {
    run->recorded = name.empty() ? QFileInfo(dir).fileName() : text(name);
    rename(*run);
    run->settings = std::make_shared<const record::SettingTexts>(settingTexts(settingsYaml));
  }
}

bool RunOverlay::rename(OverlaidRun& run) const {
  const QString given = m_naming ? m_naming(run.dir) : QString();
  const QString before = std::exchange(run.name, given.isEmpty() ? run.recorded : given);
  return before != run.name;
}

void RunOverlay::setNaming(std::function<QString(const QString&)> naming) {
  m_naming = std::move(naming);
  renamed();
}

void RunOverlay::renamed() {
  bool isOther = false;
  for (OverlaidRun& run : m_runs) isOther = rename(run) || isOther;
  if (isOther) Q_EMIT changed();
}

void RunOverlay::drop(const QString& dir) {
  dropAll({dir});
}

void RunOverlay::dropAll(const QSet<QString>& dirs) {
  for (const QString& dir : dirs) {
    const auto source = m_sources.take(dir);
    m_curves->forget(dir);
    if (!source || !source->feed) continue;
    // Its feed may be what tells us; it goes when the event loop is back.
    source->feed->disconnect(this);
    source->feed.release()->deleteLater();
  }
  std::erase_if(m_runs, [&](const OverlaidRun& run) { return dirs.contains(run.dir); });
  m_bands.clear();
}

void RunOverlay::remove(const QString& dir) {
  if (dir != m_shownDir && find(dir) != nullptr) {
    drop(dir);
    regroup();
  }
}

void RunOverlay::removeAll() {
  QSet<QString> all;
  for (const OverlaidRun& run : m_runs)
    if (!isShownRun(run)) all << run.dir;
  dropAll(all);
  regroup();
}

void RunOverlay::setVisible(const QStringList& dirs, bool visible) {
  const QSet<QString> wanted(dirs.cbegin(), dirs.cend());
  bool isOther = false;
  for (OverlaidRun& run : m_runs) {
    if (run.visible == visible || !wanted.contains(run.dir)) continue;
    run.visible = visible;
    isOther = true;
  }
  if (isOther) Q_EMIT changed();
}

void RunOverlay::setGrouping(record::GroupBy by, const QString& key) {
  m_by = by;
  m_key = key;
  regroup();
}

void RunOverlay::setBand(record::BandKind kind) {
  m_band = kind;
  m_bands.clear();
  Q_EMIT changed();
}

std::vector<const record::SettingTexts*> RunOverlay::settings() const {
  std::vector<const record::SettingTexts*> all;
  for (const OverlaidRun& run : m_runs) {
    all.push_back(run.settings.get());
  }
  return all;
}

QStringList RunOverlay::differingSettings() const {
  QStringList keys;
  for (const std::string& key : record::differing_settings(settings())) {
    keys << text(key);
  }
  return keys;
}

void RunOverlay::regroup() {
  m_groups = record::group_runs(settings(), m_by, m_key.toStdString());
  m_bands.clear();
  Q_EMIT changed();
}

QString RunOverlay::groupName(const record::RunGroup& group) const {
  const OverlaidRun& first = m_runs[group.members.front()];
  const QString name = !group.label.empty()            ? text(group.label)
                       : group.members.size() == 1     ? first.name
                       : m_by == record::GroupBy::kAll ? tr("all runs")
                                                       : tr("same settings");
  return group.members.size() == 1
             ? name
             : tr("%1 \u00B7 %2 runs").arg(name, formatCount(std::ssize(group.members)));
}

void RunOverlay::addMembers(CurveGroup& plot, const CurveSeries& base, std::size_t group) const {
  const record::RunGroup& joined = m_groups[group];
  const int look = lookOf(group);
  const bool averaged = joined.members.size() > 1;
  for (const std::size_t member : joined.members) {
    const OverlaidRun& run = m_runs[member];
    if (run.visible) {
      CurveSeries curve = base;
      curve.key = run.dir + kBreak + base.key;
      curve.run = run.name;
      curve.color = curve.dash = averaged ? look : run.look;
      curve.member = averaged;
      plot.series << curve;
    }
  }
  if (averaged) {
    const QString key = kBreak + QString::number(group) + kBreak + base.key + kBreak;
    CurveSeries curve = base;
    curve.key = key + QStringLiteral("mean");
    curve.low = key + QStringLiteral("low");
    curve.high = key + QStringLiteral("high");
    curve.run = groupName(joined);
    curve.color = curve.dash = look;
    plot.series << curve;
  }
}

QList<CurveGroup> RunOverlay::spread(const QList<CurveGroup>& plots) const {
  if (!isActive()) {
    return plots;
  }
  QList<CurveGroup> all;
  for (const CurveGroup& plot : plots) {
    const CurveGroup lines = asLines(plot);
    CurveGroup spread = lines;
    spread.series.clear();
    // One metric of each plot is enough to compare runs by; the legend adds the others.
    for (const CurveSeries& metric : lines.series) {
      CurveSeries base = metric;
      base.metric = metric.key;
      base.on = spread.series.isEmpty();
      for (std::size_t group = 0; group < m_groups.size(); ++group) {
        addMembers(spread, base, group);
      }
    }
    all << spread;
  }
  return all;
}

const record::MetricSeries* RunOverlay::ofRun(const QString& dir, const QString& metric) const {
  const auto source = m_sources.value(dir);
  return source && source->lookup ? source->lookup(metric) : nullptr;
}

const record::MetricSeries* RunOverlay::series(const QString& key) {
  const QStringList parts = key.split(kBreak);
  if (!key.startsWith(kBreak)) {
    return parts.size() == 2 ? ofRun(parts[0], parts[1]) : nullptr;
  }
  const auto group = parts[1].toULongLong();
  if (parts.size() != 4 || group >= m_groups.size()) {
    return nullptr;
  }
  auto& band = m_bands[parts[1] + kBreak + parts[2]];
  if (!band) {
    band = std::make_shared<record::GroupBand>(m_band);
  }
  // Every run of the group, shown or not: hiding one must not move the mean of the others.
  std::vector<const record::MetricSeries*> members;
  for (const std::size_t member : m_groups[group].members) {
    members.push_back(ofRun(m_runs[member].dir, parts[2]));
  }
  band->update(members);
  const bool none = band->mean().size() == 0;
  return none                                ? nullptr
         : parts[3] == QLatin1String("mean") ? &band->mean()
         : parts[3] == QLatin1String("low")  ? &band->low()
                                             : &band->high();
}

}  // namespace nereid::widgets

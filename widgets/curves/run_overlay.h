// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/analysis/run_groups.h"
#include "widgets/curves/curve_groups.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/feed/run_summary.h"

namespace nereid::widgets {

class RunCurves;
class RunFeed;

/// A run whose curves lie over those of others.
struct OverlaidRun {
  QString dir;       ///< identity
  QString name;      ///< on the screen
  QString recorded;  ///< as the record says
  int look = 0;      ///< index of colour and dash: of the run, as long as the overlay lives
  bool visible = true;
  std::shared_ptr<const record::SettingTexts> settings;  ///< empty while they are not known
};

/// The runs of a curves view: the one that the window shows, and those laid over it, which are
/// followed live; of more than kMost only what is drawn is read. Which of them are averaged, and
/// the curves that come of it. State without widgets; GUI thread only.
class RunOverlay : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMost = 24;  ///< as many as colours and dashes tell apart
  explicit RunOverlay(QObject* parent = nullptr);
  ~RunOverlay() override;

  /// The run of the window; an empty folder: none.
  void setShown(const QString& dir, const QString& name, const std::string& settingsYaml,
                SeriesLookup lookup);
  /// Lays a run over it. False when it is there already, or there are too many.
  bool add(const QString& dir);
  /// These and no others over it, however many. A summary that is another one now is read again.
  void setRuns(const std::vector<RunSummaryPtr>& runs);
  void remove(const QString& dir);
  void removeAll();
  void setVisible(const QString& dir, bool visible) { setVisible(QStringList{dir}, visible); }
  void setVisible(const QStringList& dirs, bool visible);
  void setGrouping(record::GroupBy by, const QString& key = {});
  void setBand(record::BandKind kind);
  /// What runs are called on the screen, by folder; empty: as the record says.
  void setNaming(std::function<QString(const QString&)> naming);
  /// The naming says something else now.
  void renamed();

  /// Is any run there beside the one of the window?
  bool isActive() const { return m_runs.size() > (m_shownDir.isEmpty() ? 0u : 1u); }
  bool isGrouped() const { return isActive() && m_by != record::GroupBy::kNothing; }
  const std::deque<OverlaidRun>& runs() const { return m_runs; }
  bool isShownRun(const OverlaidRun& run) const { return run.dir == m_shownDir; }
  record::GroupBy grouping() const { return m_by; }
  QString groupingKey() const { return m_key; }
  record::BandKind band() const { return m_band; }
  /// Settings in which the runs differ.
  QStringList differingSettings() const;
  const std::vector<record::RunGroup>& groups() const { return m_groups; }
  /// Name of a group with its number of runs.
  QString groupName(const record::RunGroup& group) const;
  /// Colour and dash of a group: no two groups share them, whatever runs they hold.
  int lookOf(std::size_t group) const;

  /// The same plots with a curve of each run, or of each group with its runs.
  QList<CurveGroup> spread(const QList<CurveGroup>& plots) const;
  /// The series behind a key that spread() gave.
  const record::MetricSeries* series(const QString& key);

 Q_SIGNALS:
  void changed();      ///< runs, names, looks, visibility or grouping
  void dataChanged();  ///< an overlaid run grew
  void failed(const QString& dir, const nereid::Error& error);

 private:
  struct Source {
    SeriesLookup lookup;
    std::unique_ptr<RunFeed> feed;  ///< of overlaid runs, unless they are many
    RunSummaryPtr summary;          ///< of many: what was read
  };
  /// What the run had before, else what no run has or had.
  int lookFor(const QString& dir);
  OverlaidRun* find(const QString& dir);
  /// True if it has another name now.
  bool rename(OverlaidRun& run) const;
  void follow(const QString& dir);
  void addOneOfMany(const RunSummaryPtr& run);
  void drop(const QString& dir);
  void dropAll(const QSet<QString>& dirs);
  void takeInfo(const QString& dir, const std::string& name, const std::string& settingsYaml);
  std::vector<const record::SettingTexts*> settings() const;
  void regroup();
  const record::MetricSeries* ofRun(const QString& dir, const QString& metric) const;
  void addMembers(CurveGroup& plot, const CurveSeries& base, std::size_t group) const;

  QString m_shownDir;
  std::function<QString(const QString&)> m_naming;
  QHash<QString, int> m_looks;     ///< by folder, also of runs that were taken away
  std::deque<OverlaidRun> m_runs;  ///< the shown one first
  QHash<QString, std::shared_ptr<Source>> m_sources;
  RunCurves* m_curves;
  record::GroupBy m_by = record::GroupBy::kNothing;
  QString m_key;
  record::BandKind m_band = record::BandKind::kRange;
  std::vector<record::RunGroup> m_groups;
  QHash<QString, std::shared_ptr<record::GroupBand>> m_bands;  ///< by group and metric
};

}  // namespace nereid::widgets

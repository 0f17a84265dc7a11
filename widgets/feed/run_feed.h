// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QThread>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/analysis/series.h"
#include "engine/record/episode.h"
#include "engine/record/store.h"

namespace nereid::widgets {

class RunFeedWorker;

/// What the worker found since the last look. Immutable; `job` tells which follow() it answers.
struct RunFeedBatch {
  quint64 job = 0;
  bool rewound = false;  ///< the record was cut back (resume): forget all that came before
  bool caught_up = false;
  record::RunInfo info;
  /// New points by metric, made ready on the worker's thread. They belong to who takes the batch.
  std::vector<std::pair<QString, std::shared_ptr<record::MetricSeries>>> metrics;
  std::vector<record::EpisodeRow> episodes;
  std::vector<record::Event> events;
};
using RunFeedBatchPtr = std::shared_ptr<const RunFeedBatch>;
using EpisodePtr = std::shared_ptr<const record::Episode>;
using EpisodeRowsPtr = std::shared_ptr<const std::vector<record::EpisodeRow>>;
using EpisodeFlagsPtr = std::shared_ptr<const std::vector<record::EpisodeFlags>>;
using EventsPtr = std::shared_ptr<const std::vector<record::Event>>;

/// Follows a run folder. GUI thread only: an own thread reads the record about every 200 ms, or at
/// once when poked, and hands over immutable batches; those of an earlier run are dropped. Holds
/// one MetricSeries per metric for the GUI thread.
class RunFeed : public QObject {
  Q_OBJECT

 public:
  explicit RunFeed(QObject* parent = nullptr);
  ~RunFeed() override;

  /// Without episodes and events, for runs of which only the curves are wanted. Before follow().
  void setMetricsOnly(bool on);
  /// Leaves the current run, if any, and reads this one from the start.
  void follow(const QString& runDir);
  void stopFollowing();
  /// Looks at the record now instead of at the next tick; for callers that know that something was
  /// committed.
  void poke();

  /// Reads the flags of all verdicts too, now and as they come, until another run is followed.
  void readFlags();

  QString runDir() const { return m_runDir; }
  bool isCaughtUp() const { return m_caughtUp; }
  const record::RunInfo& info() const { return m_info; }
  QStringList metricKeys() const;  ///< in order of the metric table, then others by name
  /// nullptr for a key that has not come yet. Valid until runReset.
  const record::MetricSeries* series(const QString& key) const;
  /// Last value of a metric, NaN if there is none.
  double lastValue(const QString& key) const;

  /// Both answer by a signal. A later request does not cancel an earlier one; each answer names its
  /// id.
  void loadEpisode(qint64 rowId);
  void loadGroup(const record::EpisodeKey& key, const QString& phase);

 Q_SIGNALS:
  void runReset(const QString& runDir);  ///< all data of before is void; another run, or the record
                                         ///< was cut back
  void runFailed(const QString& runDir, const nereid::Error& error);
  void infoChanged(const nereid::record::RunInfo& info);
  void metricsChanged();
  void episodesArrived(const nereid::widgets::EpisodeRowsPtr& rows);  ///< new or replaced
  void eventsArrived(const nereid::widgets::EventsPtr& events);
  /// After readFlags(), in parts; the last one for now says so.
  void flagsArrived(const nereid::widgets::EpisodeFlagsPtr& flags, bool isComplete);
  void caughtUp();  ///< all that was in the record when follow() was called has been delivered
  void episodeLoaded(qint64 rowId, const nereid::widgets::EpisodePtr& episode);
  void groupLoaded(const nereid::record::EpisodeKey& key,
                   const nereid::widgets::EpisodeRowsPtr& rows);
  void loadFailed(const nereid::Error& error);

 private:
  void take(const RunFeedBatchPtr& batch);
  void forget();
  /// A batch may change every pane at once; each kind of news gets its own turn of the event loop,
  /// so that the window answers in between.
  void announce(std::function<void()> news);
  void announceNext();
  void appendMetrics(const RunFeedBatch& batch);

  QThread m_thread;
  RunFeedWorker* m_worker;
  quint64 m_job = 0;
  QString m_runDir;
  bool m_caughtUp = false;
  std::deque<std::function<void()>> m_news;
  QTimer m_nextTurn;  ///< runs while there is news
  record::RunInfo m_info;
  QHash<QString, std::shared_ptr<record::MetricSeries>> m_series;
};

}  // namespace nereid::widgets

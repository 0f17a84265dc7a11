// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>

#include "widgets/feed/run_feed.h"

namespace nereid::widgets {

/// The reading half of RunFeed; lives on the feed's thread and owns the RunReader. Started and
/// stopped by queued calls.
class RunFeedWorker : public QObject {
  Q_OBJECT

 public:
  /// Thread-safe: batches of older jobs are not even read on.
  void announceJob(quint64 job) { m_wanted.store(job); }

  /// Thread-safe.
  void setMetricsOnly(bool on) { m_metricsOnly.store(on); }

  void follow(quint64 job, const QString& runDir);
  void stop();
  void poll();
  /// May come before follow() of the same job.
  void wantFlags(quint64 job);
  void loadEpisode(quint64 job, qint64 rowId);
  void loadGroup(quint64 job, const record::EpisodeKey& key, const QString& phase);

 Q_SIGNALS:
  void batchReady(const nereid::widgets::RunFeedBatchPtr& batch);
  void failed(quint64 job, const QString& runDir, const nereid::Error& error);
  void episodeReady(quint64 job, qint64 rowId, const nereid::widgets::EpisodePtr& episode);
  void groupReady(quint64 job, const nereid::record::EpisodeKey& key,
                  const nereid::widgets::EpisodeRowsPtr& rows);
  void flagsReady(quint64 job, const nereid::widgets::EpisodeFlagsPtr& flags, bool isComplete);
  void loadFailed(quint64 job, const nereid::Error& error);

 private:
  bool openReader();
  Result<bool> readChunk();
  bool isCurrent() const { return m_wanted.load() == m_job; }
  void report(const Error& error);

  Result<void> readLists(RunFeedBatch& batch);
  Result<bool> readMetrics(RunFeedBatch& batch);
  void readFlags();

  std::atomic<quint64> m_wanted{0};
  std::atomic<bool> m_metricsOnly{false};
  quint64 m_job = 0;
  QString m_runDir;
  std::unique_ptr<record::RunReader> m_reader;
  QTimer* m_timer = nullptr;  ///< made on the worker's thread
  std::int64_t m_version = -1;
  std::int64_t m_lastStep = 0;
  std::optional<std::int64_t> m_generation;  ///< nothing: not read yet
  std::int64_t m_metricCursor = 0;
  std::int64_t m_episodeCursor = 0;
  std::int64_t m_eventCursor = 0;
  std::int64_t m_flagCursor = 0;
  quint64 m_flagJob = 0;  ///< whose flags are wanted
  bool m_caughtUp = false;
  bool m_reported = false;
};

}  // namespace nereid::widgets

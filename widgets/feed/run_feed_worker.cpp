// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/run_feed_worker.h"

#include <map>

#include "engine/record/episode_file.h"

namespace nereid::widgets {

namespace {
constexpr int kPollMs = 200;
// Small enough that the GUI thread takes a batch in a few milliseconds.
constexpr std::int64_t kEpisodeChunk = 2000;
// A seventh of a second to read; a run of more values appears piece by piece.
constexpr std::int64_t kMetricChunk = 1'000'000;
constexpr std::int64_t kMetricPart = 100'000;
// Verdicts are large; an episode that is asked for meanwhile waits for one such part at most.
constexpr std::int64_t kFlagChunk = 1000;
}  // namespace

void RunFeedWorker::follow(quint64 job, const QString& runDir) {
  if (m_wanted.load() != job) {
    return;
  }
  stop();
  m_job = job;
  m_runDir = runDir;
  m_reported = false;
  if (m_timer == nullptr) {
    m_timer = new QTimer(this);
    m_timer->setInterval(kPollMs);
    connect(m_timer, &QTimer::timeout, this, &RunFeedWorker::poll);
  }
  m_timer->start();
  poll();
}

void RunFeedWorker::stop() {
  if (m_timer != nullptr) {
    m_timer->stop();
  }
  m_reader.reset();
  m_version = -1;
  m_lastStep = 0;
  m_generation.reset();
  m_metricCursor = m_episodeCursor = m_eventCursor = m_flagCursor = 0;
  m_caughtUp = false;
}

bool RunFeedWorker::openReader() {
  if (m_reader) {
    return true;
  }
  auto reader = record::RunReader::open(m_runDir.toStdString());
  if (!reader) {
    report(reader.error());
    // A run folder may get well; an episode file is read whole each time, and does not change.
    if (m_timer != nullptr && record::is_episode_file(m_runDir.toStdString())) {
      m_timer->stop();
    }
    return false;
  }
  m_reader = std::move(*reader);
  m_reported = false;
  return true;
}

// One report per problem, not one per tick; the timer goes on because the cause may go away.
void RunFeedWorker::report(const Error& error) {
  if (!m_reported) {
    m_reported = true;
    Q_EMIT failed(m_job, m_runDir, error);
  }
}

void RunFeedWorker::poll() {
  if (m_runDir.isEmpty() || !isCurrent() || !openReader()) {
    return;
  }
  const auto version = m_reader->data_version();
  if (!version) {
    report(version.error());
    return;
  }
  if (*version == m_version) {
    return;
  }
  bool more = true;
  while (more && isCurrent()) {
    const auto chunk = readChunk();
    if (!chunk) {
      report(chunk.error());
      return;
    }
    more = *chunk;
  }
  m_version = *version;
  m_reported = false;
  readFlags();
}

void RunFeedWorker::wantFlags(quint64 job) {
  m_flagJob = job;
  m_flagCursor = 0;
  readFlags();
}

void RunFeedWorker::readFlags() {
  if (m_flagJob != m_job || !isCurrent() || !m_reader) {
    return;
  }
  const std::int64_t before = m_flagCursor;
  auto flags = m_reader->flags_since(m_flagCursor, kFlagChunk);
  if (!flags) {
    Q_EMIT loadFailed(m_job, flags.error());
    return;
  }
  const bool more = m_flagCursor != before;
  Q_EMIT flagsReady(
      m_job, std::make_shared<const std::vector<record::EpisodeFlags>>(std::move(*flags)), !more);
  if (more) {
    QMetaObject::invokeMethod(this, &RunFeedWorker::readFlags, Qt::QueuedConnection);
  }
}

// Reads one batch and sends it; true when there is more to read.
Result<bool> RunFeedWorker::readChunk() {
  auto batch = std::make_shared<RunFeedBatch>();
  batch->job = m_job;
  auto info = m_reader->info();
  if (!info) {
    return info.error();
  }
  batch->info = std::move(*info);
  const auto generation = m_reader->generation();
  if (!generation) {
    return generation.error();
  }
  // Rows were taken away, even if as many steps are there again by now.
  const bool wasCut = m_generation && *m_generation != *generation;
  m_generation = *generation;
  if (wasCut || batch->info.last_step < m_lastStep) {
    batch->rewound = true;
    m_caughtUp = false;  // with the record as it is now
    m_metricCursor = m_episodeCursor = m_eventCursor = m_flagCursor = 0;
  }
  m_lastStep = batch->info.last_step;
  const bool isFirst = m_metricCursor == 0 && m_episodeCursor == 0;
  if (!m_metricsOnly.load()) {
    if (auto lists = readLists(*batch); !lists) {
      return lists.error();
    }
  }
  bool more = static_cast<std::int64_t>(batch->episodes.size()) >= kEpisodeChunk;
  // The first rows of a large run do not wait for its curves.
  if (!isFirst || !more) {
    const auto hasAll = readMetrics(*batch);
    if (!hasAll) {
      return hasAll.error();
    }
    more = more || !*hasAll;
  }
  batch->caught_up = !more && !m_caughtUp;
  m_caughtUp = m_caughtUp || !more;
  Q_EMIT batchReady(batch);
  return more;
}

// True when there are no more for now. In parts, so that whoever leaves this run, or closes the
// window, waits for one of them at most.
Result<bool> RunFeedWorker::readMetrics(RunFeedBatch& batch) {
  std::map<std::string, std::shared_ptr<record::MetricSeries>> all;
  bool hasAll = false;
  for (std::int64_t read = 0; read < kMetricChunk && !hasAll && isCurrent(); read += kMetricPart) {
    const auto part = m_reader->metric_columns_since(m_metricCursor, kMetricPart);
    if (!part) {
      return part.error();
    }
    for (const record::MetricColumn& column : part->columns) {
      auto& series = all[column.key];
      if (!series) {
        series = std::make_shared<record::MetricSeries>();
      }
      for (std::size_t i = 0; i < column.steps.size(); ++i) {
        series->append(column.steps[i], column.values[i]);
      }
    }
    hasAll = part->is_complete;
  }
  for (auto& [key, series] : all) {
    batch.metrics.emplace_back(QString::fromStdString(key), std::move(series));
  }
  return hasAll;
}

Result<void> RunFeedWorker::readLists(RunFeedBatch& batch) {
  auto episodes = m_reader->episodes_since(m_episodeCursor, kEpisodeChunk);
  if (!episodes) {
    return episodes.error();
  }
  batch.episodes = std::move(*episodes);
  auto events = m_reader->events_since(m_eventCursor);
  if (!events) {
    return events.error();
  }
  batch.events = std::move(*events);
  return {};
}

void RunFeedWorker::loadEpisode(quint64 job, qint64 rowId) {
  if (job != m_job || !m_reader) {
    return;
  }
  auto episode = m_reader->episode(rowId);
  if (!episode) {
    Q_EMIT loadFailed(job, episode.error());
    return;
  }
  Q_EMIT episodeReady(job, rowId, std::make_shared<const record::Episode>(std::move(*episode)));
}

void RunFeedWorker::loadGroup(quint64 job, const record::EpisodeKey& key, const QString& phase) {
  if (job != m_job || !m_reader) {
    return;
  }
  auto rows = m_reader->group(key, phase.toStdString());
  if (!rows) {
    Q_EMIT loadFailed(job, rows.error());
    return;
  }
  Q_EMIT groupReady(job, key,
                    std::make_shared<const std::vector<record::EpisodeRow>>(std::move(*rows)));
}

}  // namespace nereid::widgets

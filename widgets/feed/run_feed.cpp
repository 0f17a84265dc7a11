// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/run_feed.h"

#include <QMetaType>
#include <algorithm>
#include <limits>

#include "widgets/feed/run_feed_worker.h"

namespace nereid::widgets {

RunFeed::RunFeed(QObject* parent) : QObject(parent), m_worker(new RunFeedWorker) {
  qRegisterMetaType<RunFeedBatchPtr>();
  qRegisterMetaType<EpisodePtr>();
  qRegisterMetaType<EpisodeRowsPtr>();
  qRegisterMetaType<EpisodeFlagsPtr>();
  qRegisterMetaType<Error>();
  qRegisterMetaType<record::EpisodeKey>();
  m_thread.setObjectName(QStringLiteral("run-feed"));
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  connect(m_worker, &RunFeedWorker::batchReady, this, &RunFeed::take);
  connect(m_worker, &RunFeedWorker::failed, this,
          [this](quint64 job, const QString& dir, const Error& error) {
            if (job == m_job) {
              Q_EMIT runFailed(dir, error);
            }
          });
  connect(m_worker, &RunFeedWorker::episodeReady, this,
          [this](quint64 job, qint64 id, const EpisodePtr& episode) {
            if (job == m_job) {
              Q_EMIT episodeLoaded(id, episode);
            }
          });
  connect(m_worker, &RunFeedWorker::groupReady, this,
          [this](quint64 job, const record::EpisodeKey& key, const EpisodeRowsPtr& rows) {
            if (job == m_job) {
              Q_EMIT groupLoaded(key, rows);
            }
          });
  connect(m_worker, &RunFeedWorker::flagsReady, this,
          [this](quint64 job, const EpisodeFlagsPtr& flags, bool isComplete) {
            if (job == m_job) {
              announce([this, flags, isComplete] { Q_EMIT flagsArrived(flags, isComplete); });
            }
          });
  connect(m_worker, &RunFeedWorker::loadFailed, this, [this](quint64 job, const Error& error) {
    if (job == m_job) {
      Q_EMIT loadFailed(error);
    }
  });
  connect(&m_nextTurn, &QTimer::timeout, this, &RunFeed::announceNext);
  m_thread.start();
}

RunFeed::~RunFeed() {
  m_worker->announceJob(++m_job);
  m_thread.quit();
  m_thread.wait();
}

void RunFeed::setMetricsOnly(bool on) {
  m_worker->setMetricsOnly(on);
}

void RunFeed::follow(const QString& runDir) {
  m_worker->announceJob(++m_job);
  m_runDir = runDir;
  forget();
  Q_EMIT runReset(runDir);
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, job = m_job, runDir] { worker->follow(job, runDir); },
      Qt::QueuedConnection);
}

void RunFeed::stopFollowing() {
  m_worker->announceJob(++m_job);
  m_runDir.clear();
  forget();
  QMetaObject::invokeMethod(m_worker, &RunFeedWorker::stop, Qt::QueuedConnection);
  Q_EMIT runReset(QString());
}

void RunFeed::poke() {
  QMetaObject::invokeMethod(m_worker, &RunFeedWorker::poll, Qt::QueuedConnection);
}

void RunFeed::readFlags() {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, job = m_job] { worker->wantFlags(job); }, Qt::QueuedConnection);
}

void RunFeed::loadEpisode(qint64 rowId) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, job = m_job, rowId] { worker->loadEpisode(job, rowId); },
      Qt::QueuedConnection);
}

void RunFeed::loadGroup(const record::EpisodeKey& key, const QString& phase) {
  QMetaObject::invokeMethod(
      m_worker,
      [worker = m_worker, job = m_job, key, phase] { worker->loadGroup(job, key, phase); },
      Qt::QueuedConnection);
}

void RunFeed::forget() {
  m_nextTurn.stop();
  m_news.clear();
  m_caughtUp = false;
  m_info = {};
  m_series.clear();
}

void RunFeed::take(const RunFeedBatchPtr& batch) {
  if (batch->job != m_job) {
    return;
  }
  if (batch->rewound) {
    forget();
    Q_EMIT runReset(m_runDir);
  }
  m_info = batch->info;
  Q_EMIT infoChanged(m_info);
  if (!batch->metrics.empty()) {
    appendMetrics(*batch);
    announce([this] { Q_EMIT metricsChanged(); });
  }
  // Aliasing pointers: the rows live as long as somebody keeps them, without a copy.
  if (!batch->episodes.empty()) {
    announce([this, batch] { Q_EMIT episodesArrived(EpisodeRowsPtr(batch, &batch->episodes)); });
  }
  if (!batch->events.empty()) {
    announce([this, batch] { Q_EMIT eventsArrived(EventsPtr(batch, &batch->events)); });
  }
  if (batch->caught_up && !m_caughtUp) {
    announce([this] {
      if (m_caughtUp) return;
      m_caughtUp = true;
      Q_EMIT caughtUp();
    });
  }
}

void RunFeed::announce(std::function<void()> news) {
  m_news.push_back(std::move(news));
  if (!m_nextTurn.isActive()) {
    m_nextTurn.start();
  }
}

void RunFeed::announceNext() {
  const auto news = std::move(m_news.front());
  m_news.pop_front();
  if (m_news.empty()) {
    m_nextTurn.stop();
  }
  news();
}

// A run that is opened comes with its series made; only what is added later is copied here.
void RunFeed::appendMetrics(const RunFeedBatch& batch) {
  for (const auto& [key, points] : batch.metrics) {
    auto& series = m_series[key];
    if (!series) {
      series = points;
      continue;
    }
    for (std::size_t i = 0; i < points->size(); ++i) {
      series->append(points->steps()[i], points->values()[i]);
    }
  }
}

QStringList RunFeed::metricKeys() const {
  QStringList known;
  for (const record::MetricInfo& info : record::metric_table()) {
    const QString key = QString::fromUtf8(info.key.data(), static_cast<qsizetype>(info.key.size()));
    if (m_series.contains(key)) {
      known << key;
    }
  }
  QStringList others;
  for (auto it = m_series.keyBegin(); it != m_series.keyEnd(); ++it) {
    if (!known.contains(*it)) {
      others << *it;
    }
  }
  others.sort();
  return known + others;
}

const record::MetricSeries* RunFeed::series(const QString& key) const {
  const auto found = m_series.constFind(key);
  return found == m_series.constEnd() ? nullptr : found->get();
}

double RunFeed::lastValue(const QString& key) const {
  const record::MetricSeries* found = series(key);
  return found == nullptr || found->size() == 0 ? std::numeric_limits<double>::quiet_NaN()
                                                : found->values().back();
}

}  // namespace nereid::widgets

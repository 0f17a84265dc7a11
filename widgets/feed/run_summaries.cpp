// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/run_summaries.h"

#include <QDateTime>
#include <QFileInfo>

namespace nereid::widgets {

namespace {

constexpr int kGatherMs = 150;

}  // namespace

RunSummaries::RunSummaries(QObject* parent) : QObject(parent) {
  m_pool.setMaxThreadCount(1);
  m_gather.setSingleShot(true);
  m_gather.setInterval(kGatherMs);
  connect(&m_gather, &QTimer::timeout, this, &RunSummaries::rebuild);
}

RunSummaries::~RunSummaries() {
  if (m_stop) {
    *m_stop = true;
  }
  m_pool.clear();
  m_pool.waitForDone();
}

void RunSummaries::setRuns(const QStringList& dirs) {
  begin([dirs] { return dirs; });
}

void RunSummaries::setRuns(std::function<QStringList()> find) {
  begin(std::move(find));
}

void RunSummaries::cancel() {
  if (m_stop) {
    *m_stop = true;
    end(true);
  }
}

void RunSummaries::begin(std::function<QStringList()> find) {
  if (m_stop) {
    *m_stop = true;
  }
  m_stop = std::make_shared<std::atomic<bool>>(false);
  m_pool.start(
      [this, find = std::move(find), known = m_known, stop = m_stop] { work(find, known, stop); });
}

RunSummaries::Stamp RunSummaries::stampOf(const QString& dir) {
  const QString record = QString::fromStdString(record::record_path(dir.toStdString()).string());
  Stamp stamp;
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

// On the worker thread. Whoever began another job in the meantime gets nothing of this one.
void RunSummaries::work(const std::function<QStringList()>& find, QHash<QString, Known> known,
                        const Stop& stop) {
  const auto tell = [this, stop](auto effect) {
    QMetaObject::invokeMethod(this, [this, stop, effect] {
      if (stop == m_stop) {
        effect();
      }
    });
  };
  const QStringList dirs = *stop ? QStringList() : find();
  tell([this, dirs] { takeList(dirs); });
  int done = 0;
  for (const QString& dir : dirs) {
    if (*stop) {
      return;
    }
    Known one = known.value(dir);
    const Stamp stamp = stampOf(dir);
    const bool isNew = one.run == nullptr || stamp != one.stamp || stamp.isEmpty();
    if (isNew) {
      one = {stamp, readRunSummary(dir)};
    }
    ++done;
    tell([this, dir, one, isNew, done] { takeRun(dir, one, isNew, done); });
  }
  tell([this] { end(false); });
}

void RunSummaries::takeList(const QStringList& dirs) {
  m_dirs = dirs;
  rebuild();
  Q_EMIT progressed(0, static_cast<int>(m_dirs.size()));
}

void RunSummaries::takeRun(const QString& dir, const Known& known, bool wasRead, int done) {
  m_known[dir] = known;
  m_recordsRead += wasRead ? 1 : 0;
  if (!m_gather.isActive()) {
    m_gather.start();
  }
  Q_EMIT progressed(done, static_cast<int>(m_dirs.size()));
}

void RunSummaries::end(bool wasCancelled) {
  m_stop.reset();
  m_gather.stop();
  rebuild();
  Q_EMIT finished(wasCancelled);
}

void RunSummaries::rebuild() {
  std::vector<RunSummaryPtr> runs;
  for (const QString& dir : std::as_const(m_dirs)) {
    if (const auto known = m_known.constFind(dir); known != m_known.constEnd()) {
      runs.push_back(known->run);
    }
  }
  if (runs != m_runs) {
    m_runs = std::move(runs);
    Q_EMIT changed();
  }
}

}  // namespace nereid::widgets

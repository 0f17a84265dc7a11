// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/run_summaries.h"

#include <memory>
#include <utility>

#include "widgets/feed/gather.h"

namespace nereid::widgets {

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

void RunSummaries::setNaming(std::function<QString(const QString&)> naming) {
  m_naming = std::move(naming);
  renamed();
}

void RunSummaries::renamed() {
  if (!m_runs.empty() && !m_gather.isActive()) m_gather.start();
}

RunSummaryPtr RunSummaries::named(const RunSummaryPtr& run) {
  const QString name = m_naming ? m_naming(run->dir) : QString();
  if (name.isEmpty() || name == run->name) return run;
  Named& kept = m_named[run->dir];
  if (kept.read != run || kept.run->name != name) {
    auto copy = std::make_shared<RunSummary>(*run);
    copy->name = name;
    kept = {run, std::move(copy)};
  }
  return kept.run;
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
    const Stamp stamp = recordStamp(dir);
    const bool isNew = one.run == nullptr || stamp != one.stamp || stamp.isEmpty();
    if (isNew) {
      one = {stamp, readRunSummary(dir)};
    }
    ++done;
    tell([this, dir, one, isNew, done] { takeRun(dir, one, isNew, done); });
  }
  // In a turn of its own: what was read before may be shown in this one.
  tell([this, stop] {
    m_gather.stop();
    QTimer::singleShot(0, this, [this, stop] {
      if (stop == m_stop) end(false);
    });
  });
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
      runs.push_back(named(known->run));
    }
  }
  if (runs != m_runs) {
    m_runs = std::move(runs);
    Q_EMIT changed();
  }
}

}  // namespace nereid::widgets

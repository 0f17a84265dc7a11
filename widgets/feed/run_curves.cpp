// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/run_curves.h"

#include <utility>
#include <vector>

#include "engine/record/store.h"
#include "widgets/feed/gather.h"

namespace nereid::widgets {

namespace {

std::shared_ptr<record::MetricSeries> seriesOf(const record::MetricColumn& column) {
  auto series = std::make_shared<record::MetricSeries>();
  for (std::size_t i = 0; i < column.values.size(); ++i)
    series->append(column.steps[i], column.values[i]);
  return series;
}

}  // namespace

RunCurves::RunCurves(QObject* parent) : QObject(parent) {
  m_pool.setMaxThreadCount(1);
  m_ask.setSingleShot(true);
  m_ask.setInterval(0);
  connect(&m_ask, &QTimer::timeout, this, &RunCurves::ask);
  m_gather.setSingleShot(true);
  m_gather.setInterval(kGatherMs);
  connect(&m_gather, &QTimer::timeout, this, &RunCurves::changed);
}

RunCurves::~RunCurves() {
  m_stop = true;
  m_pool.clear();
  m_pool.waitForDone();
}

const record::MetricSeries* RunCurves::series(const QString& dir, const QString& key) {
  Run& run = m_runs[dir];
  if (run.id == 0) run.id = ++m_last;
  const auto known = run.series.constFind(key);
  if (known != run.series.cend()) return known->get();
  run.series.insert(key, nullptr);
  m_wanted[dir] << key;
  if (!m_ask.isActive()) m_ask.start();
  return nullptr;
}

void RunCurves::forget(const QString& dir) {
  m_runs.remove(dir);
  m_wanted.remove(dir);
}

void RunCurves::ask() {
  std::vector<Wish> wishes;
  for (auto wanted = m_wanted.cbegin(); wanted != m_wanted.cend(); ++wanted)
    wishes.push_back({wanted.key(), m_runs.value(wanted.key()).id, wanted.value()});
  m_wanted.clear();
  m_pool.start([this, wishes = std::move(wishes)] {
    for (const Wish& wish : wishes) {
      if (m_stop) return;
      QHash<QString, Series> read;
      const auto reader = record::RunReader::open(wish.dir.toStdString());
      for (const QString& key : reader ? wish.keys : QStringList()) {
        const auto column = (*reader)->metric_column(key.toStdString());
        if (column && !column->values.empty()) read.insert(key, seriesOf(*column));
      }
      if (read.isEmpty()) continue;
      QMetaObject::invokeMethod(
          this, [this, dir = wish.dir, id = wish.id, read] { take(dir, id, read); });
    }
  });
}

void RunCurves::take(const QString& dir, quint64 id, const QHash<QString, Series>& read) {
  const auto run = m_runs.find(dir);
  if (run == m_runs.end() || run->id != id) return;
  run->series.insert(read);
  if (!m_gather.isActive()) m_gather.start();
}

}  // namespace nereid::widgets
